import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Testing

@testable import TerminalBoard

/// Filters, queries and views of the board.
struct FilterTests {
    @Test func `the filter applies while it is typed, and the counts follow it`() {
        var board = PlayedBoard()
        board.type("/")
        board.write("alp")
        #expect(board.shows("Alpha"))
        #expect(!board.shows("Beta"))
        #expect(board.rows[1].contains("todo 1 of 3"))
        board.type("Esc")
        #expect(board.shows("Beta"))
    }

    @Test(arguments: ["alpha", "a or b", "not:al", "+home be", "\"al", "sort:title a", "title:a p"])
    func `a filter that is typed shows the tasks of one that is pasted`(filter: String) {
        var (typed, pasted) = (PlayedBoard(), PlayedBoard())
        typed.type("/")
        typed.write(filter)
        pasted.type("/")
        pasted.app.setFilter(filter)
        let ids = { (board: PlayedBoard) in board.app.shown?.columns.map(\.ids) }
        #expect(ids(typed) == ids(pasted))
    }

    @Test func `an invalid filter keeps the last one, shows the error, and stays open`() {
        var board = PlayedBoard()
        board.type("/")
        board.write("alpha due.before:")
        #expect(!board.shows("Beta"))
        #expect(board.rows[28].contains("due.before"))
        board.type("Enter")
        #expect(!board.shows("Beta") && board.rows[28].contains("due.before"))
        board.write("d")
        #expect(board.intents.isEmpty && board.rows[27].hasSuffix("due.before:d"))
        board.type("Esc")
        #expect(board.shows("Beta"))
        #expect(!board.status.hasPrefix(" ! "))
    }

    @Test(arguments: [
        ("prio:high", "priority:high"), ("due.befor:2w", "due.befor"), ("foo:bar", "the key 'foo'"),
    ])
    func `a key that no task has is explained while it is typed`(filter: String, hint: String) {
        var board = PlayedBoard()
        board.type("/")
        board.write(filter)
        #expect(board.rows[28].contains(hint), "\(board.rows[28])")
        board.type("Enter")
        // A filter that cannot be read stays open.
        #expect(board.app.isFilterInvalid ? !board.app.layers.isEmpty : board.status.contains(hint))
        board.type("/", "Ctrl-U")
        board.write("alpha")
        #expect(!board.rows[28].contains(hint))
        #expect(board.shows("Alpha"))
    }

    @Test(arguments: ["has:", "sort:foo", "is:zz", "due:zz", "\"abc", "prio:high"])
    func `filter errors are in the reader's language`(filter: String) {
        var board = PlayedBoard(language: .korean)
        board.type("/")
        board.write(filter)
        let line = board.rows[28]
        #expect(line.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }, "\(line)")
        #expect(!line.contains("expected") && !line.contains("did you"), "\(line)")
    }

    @Test func `the initial query is explained if nothing matches it`() {
        var board = PlayedBoard()
        board.app.start(query: ["prio:high"], at: nil)
        board.change([])
        #expect(board.shows("priority:high"))
    }

    @Test func `a key that only tasks define gives no hint`() {
        var board = PlayedBoard(["todo/a.md": "title: Alpha\nfoo: bar"])
        board.type("/")
        board.write("foo:bar")
        #expect(board.shows("Alpha"))
        #expect(!board.rows[28].contains("foo"))
    }

    @Test func `a click on a card keeps the filter`() {
        var board = PlayedBoard()
        board.type("/")
        board.write("alpha")
        board.click(on: "Alpha")
        #expect(board.app.filter == "alpha")
        #expect(board.app.layers.isEmpty)
    }

    @Test func `the next match is found column by column and wraps around`() {
        var board = PlayedBoard([
            "todo/a.md": "title: One x\nrank: a1", "todo/b.md": "title: Two\nrank: a2",
            "todo/c.md": "title: Three x\nrank: a3", "done/f.md": "title: Four x",
        ])
        board.type("/")
        board.write("x")
        board.type("Enter", "n")
        #expect(board.current == "c")
        board.type("n")
        #expect(board.current == "f")
        board.type("n")
        #expect(board.current == "a")
    }

    @Test func `views are tabs, and so is the whole board`() {
        var board = PlayedBoard(settings: "views:\n  alpha: Alpha\n")
        board.type("Tab")
        #expect(board.shows("Alpha"))
        #expect(!board.shows("Beta"))
        board.type("Shift-Tab")
        #expect(board.shows("Beta"))
        board.type("Shift-Tab", "Tab", "Tab")
        #expect(!board.shows("Beta"))
    }

    @Test(arguments: [100, 60])
    func `a click on a view's name shows it, and a second click the whole board`(columns: Int) {
        var board = PlayedBoard(
            settings: "views:\n  alpha: Alpha\n  beta: Beta\n", columns: columns)
        board.click(on: "beta")
        #expect(board.app.view == 1 && board.shows("Beta") && !board.shows("Alpha"))
        board.click(on: "alpha")
        #expect(board.app.view == 0 && !board.shows("Beta"))
        board.click(on: "alpha")
        #expect(board.app.view == nil && board.shows("Beta"))
        // Between two names, and on the board's name, there is no view.
        let place = board.place(of: "beta")?.column ?? 0
        board.click(place - 1, 0)
        board.click(1, 0)
        #expect(board.app.view == nil)
    }

    @Test func `a query without matches is reported`() {
        var board = PlayedBoard()
        board.app.start(query: ["nothing", "here"], at: nil)
        board.app.refresh()
        #expect(board.shows("no task matches nothing here"))
    }

    @Test func `Tab completes the last word, and pressing it again cycles through the matches`() {
        var board = PlayedBoard(["todo/a.md": "title: A\ntags: [house, hobby, garden]"])
        board.type("/")
        board.write("+h")
        board.type("Tab")
        #expect(board.shows("filter: +hobby"))
        board.type("Tab")
        #expect(board.shows("filter: +house"))
        board.type("Tab")
        #expect(board.shows("filter: +hobby"))
        board.write(" is:")
        board.type("Tab")
        #expect(board.app.filter.hasPrefix("+hobby is:"))
        #expect(board.app.filter != "+hobby is:")
    }
}
