import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import TerminalUI
import Testing

@testable import TerminalBoard

/// Dragging cards with the mouse. The board of 100 columns has cards at rows 3, 5 and 7.
struct DraggingTests {
    @Test func `columns beyond the screen are marked at the edge`() {
        var board = PlayedBoard(
            settings: "states: [ideas, todo, doing, done]\n", columns: 80, rows: 24)
        let titles = { (board: PlayedBoard) in board.rows[1] }
        #expect(titles(board).hasSuffix("›") && !titles(board).contains("‹"))
        board.type("l", "l", "l")
        #expect(titles(board).hasPrefix("‹") && !titles(board).contains("›"))
    }

    /// A cell in the middle of each column.
    private let todo = 10
    private let doing = 45
    private let done = 80

    @Test(
        arguments: [
            // Above a card's row, on it, below all cards.
            ("Gamma", 10, 3, "todo", "c a b"), ("Gamma", 10, 5, "todo", "a c b"),
            ("Alpha", 10, 9, "todo", "b c a"), ("Alpha", 10, 6, "todo", "b a c"),
            ("Alpha", 45, 3, "doing", "a d e"), ("Alpha", 45, 5, "doing", "d a e"),
            ("Alpha", 45, 20, "doing", "d e a"), ("Alpha", 45, 1, "doing", "a d e"),
            ("Delta", 10, 28, "todo", "a b c d"),
        ] as [(String, Int, Int, String, String)])
    func `a card lands where it is dropped, as one intent`(
        card: String, column: Int, row: Int, state: String, order: String
    ) {
        var board = PlayedBoard()
        board.drop(card, at: column, row)
        #expect(board.column(.init(state)) == order)
        #expect(board.intents.count == 1)
        #expect(board.app.carry == nil)
    }

    @Test func `both visible neighbours are part of the intent`() {
        var board = PlayedBoard()
        board.drop("Alpha", at: doing, 5)
        #expect(
            board.drops == [
                Drop([TaskID("a")], to: "doing", above: TaskID("d"), below: TaskID("e"))
            ])
    }

    @Test func `in a filtered column the visible neighbours are part of the intent`() {
        var board = PlayedBoard([
            "todo/a.md": "title: Alpha x\nrank: a1", "todo/b.md": "title: Beta\nrank: a2",
            "todo/c.md": "title: Gamma x\nrank: a3", "doing/d.md": "title: Delta x",
        ])
        board.type("/")
        board.write("x")
        board.type("Enter")
        board.drop("Delta", at: todo, 5)
        #expect(
            board.drops == [
                Drop([TaskID("d")], to: "todo", above: TaskID("a"), below: TaskID("c"))
            ])
    }

    @Test func `a drop onto the card's own place, or outside, changes nothing`() {
        var board = PlayedBoard()
        board.drop("Beta", at: todo + 3, 5)
        board.drop("Beta", at: todo, 0)
        board.drop("Beta", at: doing, 29)
        board.drop("Phi", at: done, 9)
        #expect(board.intents.isEmpty)
        board.type("h", "h", "g", "v", "v")
        board.drop("Beta", at: todo, 3)
        #expect(board.intents.isEmpty)
    }

    @Test func `Esc cancels a drag, and the held button does not start another`() {
        var board = PlayedBoard()
        board.drag("Alpha", to: doing, 3)
        board.type("Esc")
        board.mouse(.drag(.left), doing, 5)
        #expect(board.app.carry == nil)
        board.mouse(.release(.left), doing, 5)
        #expect(board.intents.isEmpty)
        #expect(board.app.layers.isEmpty)
        #expect(board.current == "a")
    }

    @Test func `the ghost follows the mouse, and the gap opens at the insertion point`() {
        var board = PlayedBoard()
        board.drag("Alpha", to: doing, 5)
        #expect(board.rows[5].contains("┃"))
        #expect(board.place(of: "····")?.row == 5)
        board.mouse(.drag(.left), doing, 29)
        #expect(board.app.carry?.isOutside == true)
    }

    @Test func `selected cards are dragged together, in the order of selection`() {
        var board = PlayedBoard()
        board.type("j", "v", "g", "v")
        board.drop("Alpha", at: doing, 3)
        #expect(board.column("doing") == "b a d e")
        #expect(board.intents.count == 1)
    }

    @Test func `deleting a card ends its drag, and its title is reported`() {
        var board = PlayedBoard()
        board.drag("Alpha", to: doing, 3)
        board.change("todo/a.md", nil)
        #expect(board.app.carry == nil)
        #expect(board.status == " ! \"Alpha\" was deleted meanwhile")
        board.mouse(.release(.left), doing, 3)
        #expect(board.intents.isEmpty)
    }

    @Test(arguments: ["doing/d.md", "doing/none.md"])
    func `removing a column ends the drag`(kept: String) {
        var board = PlayedBoard(
            ["todo/a.md": "title: Alpha", "\(kept)": "title: Delta"],
            settings: "states: [todo, doing, done]\n")
        board.drag("Alpha", to: doing, 3)
        board.change([
            ("pmd.yml", "states: [todo, done]\nretired: [doing]\n"),
            ("doing/none.md", nil),
        ])
        #expect(board.app.carry == nil)
        #expect(board.status == " ! the column doing was removed meanwhile")
    }

    @Test func `a drag follows a renamed column`() {
        var board = PlayedBoard(
            ["todo/a.md": "title: Alpha", "doing/d.md": "title: Delta"],
            settings: "states: [todo, doing, done]\n")
        board.drag("Alpha", to: doing, 3)
        board.change([
            ("pmd.yml", "states: [todo, work, done]\n"), ("doing/d.md", nil),
            ("work/d.md", "title: Delta"),
        ])
        board.mouse(.release(.left), doing, 3)
        #expect(board.column("work") == "a d")
    }

    @Test func `the gap stays beside its neighbours when the column changes`() {
        var board = PlayedBoard()
        board.drag("Delta", to: todo, 5)
        board.change("todo/x.md", "title: Chi\nrank: a0")
        board.mouse(.release(.left), todo, 5)
        #expect(board.column("todo") == "x a d b c")
    }

    @Test func `a finished column is highlighted as a whole, without colours too`() {
        var board = PlayedBoard()
        board.drag("Alpha", to: done, 3)
        let screen = board.app.screen()
        #expect((3..<29).allSatisfy { row in screen.row(row).contains { $0.text == "┃" } })
        board = PlayedBoard(theme: BoardTheme(depth: .trueColour))
        board.drag("Alpha", to: done, 3)
        let lit = board.app.screen()
        #expect((20..<28).allSatisfy { lit[90, $0].style.background == .rgb(40, 52, 74) })
        #expect(lit[45, 20].style.background == .default)
    }

    @Test func `a column sorted by a query accepts a card without a position`() {
        var board = PlayedBoard()
        board.type("/")
        board.write("sort:title")
        board.type("Enter")
        board.drop("Delta", at: todo, 3)
        board.drop("Alpha", at: todo, 9)
        #expect(board.drops == [Drop([TaskID("d")], to: "todo")])
    }

    @Test func `a column scrolls at its edges while a card is dragged`() {
        let files = Dictionary(
            uniqueKeysWithValues: (10..<60).map {
                ("todo/t\($0).md", "title: Task \($0)\nrank: a\($0)")
            })
        var board = PlayedBoard(files)
        #expect(!board.shows("Task 40"))
        board.drag("Task 11", to: todo, 28)
        for step in 0..<60 { board.mouse(.drag(.left), todo + step % 2, 28) }
        #expect(board.shows("Task 59"))
        for step in 0..<60 { board.mouse(.drag(.left), todo + step % 2, 3) }
        board.mouse(.release(.left), todo, 3)
        #expect(board.column("todo").hasPrefix("t11 t10 "))
    }

    @Test func `a column keeps scrolling only while the mouse rests at its edge`() {
        let files = Dictionary(
            uniqueKeysWithValues: (10..<60).map {
                ("todo/t\($0).md", "title: Task \($0)\nrank: a\($0)")
            })
        var board = PlayedBoard(files)
        #expect(board.app.scrollPause == nil)
        board.drag("Task 11", to: todo, 15)
        #expect(board.app.scrollPause == nil)
        board.tell(.rested)
        #expect(board.shows("Task 10"))
        board.mouse(.drag(.left), todo, 28)
        #expect(board.app.scrollPause == 80)
        for _ in 0..<60 { board.tell(.rested) }
        #expect(board.shows("Task 59"))
        #expect(board.app.scrollPause == nil)
        board.mouse(.release(.left), todo, 28)
        #expect(
            board.column("todo").hasSuffix("t59 t11") || board.column("todo").hasSuffix("t11 t59"))
        board.drag("Task 59", to: todo, 3)
        for _ in 0..<60 { board.tell(.rested) }
        #expect(board.app.scrollPause == nil)
        board.mouse(.release(.left), todo, 3)
        #expect(board.column("todo").hasPrefix("t59 "))
    }

    @Test func `dragging a card on a read-only board explains why it cannot`() {
        var board = PlayedBoard()
        board.change([], isNewer: true)
        board.drop("Alpha", at: doing, 3)
        #expect(board.status.contains("it is read-only"))
        #expect(board.intents.isEmpty)
    }

    @Test
    func `a second click opens the card, a right click opens its menu, and the wheel scrolls`() {
        var board = PlayedBoard()
        board.click(on: "Beta")
        #expect(board.current == "b")
        #expect(board.app.layers.isEmpty)
        board.click(on: "Beta")
        #expect(board.shows("┌ Beta "))
        board.type("Esc")
        board.mouse(.press(.right), doing, 3)
        #expect(board.shows("move to todo"))
        board.click(on: "move to todo")
        #expect(board.column("todo") == "a b c d")
    }

    @Test func `a card dropped on a tab goes to the top of that column`() {
        var board = PlayedBoard(columns: 40, rows: 20)
        let tab = board.place(of: "doing")
        board.drop("Alpha", at: tab?.column ?? 0, tab?.row ?? 0)
        #expect(board.column("doing") == "a d e")
        #expect(board.current == "a")
        #expect(board.app.focusedState == "doing")
    }

    @Test func `dragging over a tab shows its column, and the card can be dropped there`() {
        let states = "states: [backlog, todo, doing, review, paused, done]\n"
        var board = PlayedBoard(settings: states, columns: 40, rows: 20)
        board.click(on: "todo")
        let before = board.rows[1]
        guard let tab = board.place(of: "doing") else { return }
        board.drag("Beta", to: tab.column, tab.row)
        #expect(board.shows("Delta") && !board.shows("Alpha"))
        // The tabs stay in place and are not covered.
        #expect(board.rows[1] == before)
        board.mouse(.drag(.left), 10, 6)
        board.mouse(.release(.left), 10, 6)
        #expect(board.column("doing") == "d b e")
        // Its own column's tab accepts it again.
        board.drag("Beta", to: tab.column, tab.row)
        board.mouse(.drag(.left), 10, 15)
        board.type("Esc")
        #expect(board.intents.count == 1)
    }

    @Test func `a click on a narrow terminal's tab shows that column`() {
        let states = "states: [backlog, todo, doing, review, paused, done]\n"
        var board = PlayedBoard(settings: states, columns: 40, rows: 12)
        board.click(on: "todo")
        #expect(board.shows("Alpha"))
        board.type("l", "l", "l", "l")
        #expect(board.rows[1].contains("done"))
        board.click(on: "paused")
        #expect(board.app.focusedState == "paused")
    }
}
