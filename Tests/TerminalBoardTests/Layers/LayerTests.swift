import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import TerminalUI
import Testing

@testable import TerminalBoard

/// Menus, pages and lists over the board.
struct LayerTests {
    private static let conflicted = """
        ---
        title: Roof
        due: 2026-12-01
        conflicts:
          - {key: due, value: "2026-12-05", by: Bob, at: "2026-11-20T00:00:00Z"}
        ---
        """
    private static let listed = """
        ---
        title: Trip
        ---
        See https://example.org/a for it.

        - [ ] tickets
        - [x] hotel

        """

    @Test func `the menu offers the other states and what is possible now`() {
        var board = PlayedBoard()
        board.type("m")
        #expect(!board.shows("move to todo"))
        #expect(board.shows("2      move to doing") || board.shows("2     move to doing"))
        #expect(!board.shows("resolve conflicts"))
        #expect(!board.shows("remind"))
        board.type("2")
        #expect(board.column("doing") == "d e a")
    }

    @Test func `every action of the menu can be chosen by its key and by Enter`() throws {
        for action in BoardAction.inMenu where action.obstacle(in: PlayedBoard.context) == nil {
            var board = PlayedBoard()
            board.type("m")
            board.type(try #require(action.standardKey))
            #expect(!(board.app.layers.last is MenuLayer), "\(action)")
        }
        var board = PlayedBoard()
        board.type("m", "j", "j", "Enter")
        #expect(board.shows("┌ Alpha "))
    }

    @Test func `the menu and the palette say what has no effect in a finished column`() throws {
        var board = PlayedBoard(columns: 120)
        board.type("l", "l", "m")
        #expect(board.shows("x     finish: already done"))
        #expect(board.shows("<     move to the top: finished columns are sorted by finish time"))
        let row = try #require(board.rows.firstIndex { $0.contains("finish: already done") })
        let place = try #require(board.place(of: "finish: already"))
        #expect(board.app.screen()[place.column, row].style.attributes.contains(.dim))
        board.type("x")
        #expect(board.status == " ! already done" && board.app.layers.isEmpty)
        board.type("<")
        #expect(board.status == " ! finished columns are sorted by finish time")
        board.type(":")
        board.write("move to the bottom")
        #expect(board.shows("move to the bottom: finished columns"))
        #expect(board.intents.isEmpty)
    }

    @Test func `a menu of several tasks has no action for one`() {
        var board = PlayedBoard()
        board.type("v", "v", "m")
        #expect(!board.shows("open"))
        #expect(board.shows("finish"))
    }

    @Test func `the palette finds actions by their letters and shows the keys`() {
        var board = PlayedBoard()
        board.type(":")
        board.write("mv bot")
        #expect(board.shows("move to the bottom"))
        board.type("Enter")
        #expect(board.column("todo") == "b c a")
    }

    @Test func `the palette says why an action is not possible`() {
        var board = PlayedBoard()
        board.type(":")
        board.write("redo")
        #expect(board.shows("redo: nothing to redo"))
        board.type("Enter")
        #expect(board.status == " ! nothing to redo")
    }

    @Test(arguments: Language.allCases)
    func `the palette says that nothing matches, and stays`(language: Language) {
        var board = PlayedBoard(language: language)
        board.type(":")
        board.write("qqq")
        let words = language.pick("no action matches 'qqq'", "'qqq'에 맞는 동작이 없습니다")
        #expect(board.shows(words))
        board.type("Enter")
        #expect(board.shows(words))
        board.type("Ctrl-U")
        #expect(!board.shows(words))
    }

    @Test func `moving to a state from the palette opens its menu`() {
        var board = PlayedBoard()
        board.type(":")
        board.write("move to a state")
        board.type("Enter", "2")
        #expect(board.column("doing") == "d e a")
    }

    @Test func `the palette for a task that is deleted meanwhile does nothing to others`() {
        var board = PlayedBoard()
        board.type(":")
        board.write("delete")
        board.change("todo/a.md", nil)
        board.type("Enter")
        #expect(board.intents.isEmpty)
        #expect(board.status == " ! there is no task here")
    }

    @Test(arguments: Language.allCases)
    func `help lists every key, with those of configuration`(language: Language) throws {
        let keys = try KeyMap(settings: [("delete", "Ctrl-D")])
        var board = PlayedBoard(rows: 60, language: language, keys: keys)
        board.type("?")
        for action in BoardAction.allCases {
            guard let key = keys.name(of: action) else { continue }
            let row = board.rows.first {
                $0.contains(" \(key) ") && $0.contains(action.title(language))
            }
            #expect(row != nil, "\(action)")
        }
        #expect(board.shows("Ctrl-D"))
        board.type("Esc")
        #expect(board.app.layers.isEmpty)
    }

    @Test(arguments: [
        ("m", "?", "move to doing"), ("Enter", "?", "scroll"), ("H", "?", "details"), ("H", "?", "undo this change"),
        (",", "?", "rename the state"), ("e", "F1", "calendar, in a date"),
        ("a", "F1", "undo typing"), (":", "F1", "delete the word before"),
    ])
    func `help lists the keys of what is open first`(place: String, key: String, words: String) {
        var board = PlayedBoard(rows: 60)
        board.type(place)
        let hints = board.app.hints
        board.type(key)
        let heading = board.place(of: "On the board:")?.row ?? 0
        #expect(board.place(of: words)?.row ?? .max < heading)
        for hint in hints where !["Ctrl-O", "Ctrl-T"].contains(hint.key) {
            #expect(board.place(of: hint.words)?.row ?? .max < heading, "\(hint.words)")
        }
        board.type("Esc")
        #expect(board.app.layers.count == 1)
    }

    @Test func `on the board itself help has no other keys, and ? is text in a text`() {
        var board = PlayedBoard(rows: 60)
        board.type("F1")
        #expect(board.shows("┌ Keys ") && !board.shows("On the board:"))
        board.type("?", "a", "?")
        #expect(board.shows("add to todo: ?"))
    }

    @Test func `help scrolls to its last line on the smallest terminal`() {
        var board = PlayedBoard(columns: 40, rows: 10)
        board.type("?")
        for _ in 0..<12 { board.type("PageDown") }
        #expect(board.shows("drag a card with the mouse"))
    }

    @Test(arguments: Language.allCases, ["", "e", "a", "Enter"])
    func `help wraps long lines below their words`(language: Language, place: String) {
        for columns in [40, 44, 60, 100] {
            var board = PlayedBoard(columns: columns, rows: 120, language: language)
            if !place.isEmpty { board.type(place) }
            board.type("F1")
            let box = board.rows.filter { $0.contains("│") && !$0.contains("1 … 9") }
            #expect(!box.contains { $0.contains("…") }, "\(columns)")
        }
        var board = PlayedBoard(columns: 40, rows: 100, language: language)
        board.type("?")
        let words = BoardAction.showAll.title(language)
        let row = board.rows.firstIndex { $0.contains("│ z           " + words.prefix(4)) }
        #expect(row.map { board.rows[$0 + 1].hasPrefix("│" + String(repeating: " ", count: 13)) } == true)
        board.app.resize(columns: 100, rows: 100)
        #expect(board.shows(words))
    }

    @Test func `help scrolls to its ends with the keys of every list`() {
        var board = PlayedBoard(columns: 60, rows: 10)
        board.type("?", "G")
        #expect(board.shows("┌ Keys ") && board.shows("drag a card with the mouse"))
        board.type("Home")
        #expect(board.shows("h j k l"))
        board.type("End", "g")
        #expect(board.shows("h j k l") && board.app.layers.count == 1)
    }

    @Test func `the page of a task ticks its boxes with Space, t and the mouse`() {
        var board = PlayedBoard(["todo/a.md": Self.listed])
        board.type("Enter")
        #expect(board.shows("☐ tickets"))
        #expect(board.shows("☑ hotel"))
        board.type("Space")
        #expect(board.shows("☑ tickets"))
        board.click(on: "☑ hotel")
        #expect(board.shows("☐ hotel"))
        board.type("Tab", "Space")
        #expect(board.shows("☐ tickets"))
        board.type("t")
        #expect(board.shows("☑ tickets"))
    }

    @Test func `items that are all ticked are told, and unticked on the page by key`() {
        let ticked = Self.listed.replacing("[ ]", with: "[x]")
        var board = PlayedBoard(["todo/a.md": ticked])
        board.type("t")
        #expect(board.intents.isEmpty)
        #expect(board.status.hasPrefix(" ! all items are ticked: Enter opens the task"))
        board.type("Enter", "Space")
        #expect(board.intents.isEmpty && board.status.hasPrefix(" ! all items are ticked"))
        board.type("Tab", "Space")
        #expect(board.shows("☐ tickets") && board.shows("☑ hotel"))
        board.type("Tab", "Enter")
        #expect(board.shows("☐ tickets") && board.shows("☐ hotel"))
        board.type("Enter")
        #expect(board.shows("☑ hotel"))
        board.type("Esc", "Enter", "Enter")
        #expect(board.app.layers.isEmpty)
    }

    @Test func `a click on a link opens it`() {
        var board = PlayedBoard(["todo/a.md": Self.listed])
        board.type("Enter")
        board.click(on: "https", from: 50)
        #expect(board.effects.contains(.openLink("https://example.org/a")))
    }

    @Test func `a page whose task is deleted closes and says so`() {
        var board = PlayedBoard()
        board.type("Enter")
        board.change("todo/a.md", nil)
        #expect(board.app.layers.isEmpty)
        #expect(board.status == " ! \"Alpha\" was deleted meanwhile")
    }

    @Test func `deleting from a page closes it with the offer to undo`() {
        var board = PlayedBoard()
        board.type("Enter", "d")
        #expect(board.app.layers.isEmpty)
        #expect(board.status.hasSuffix("u undo"))
        board.type("u", "k", "k")
        #expect(board.column("todo") == "a b c")
    }

    @Test func `a page that cannot be deleted stays and says why`() {
        var board = PlayedBoard()
        board.type("Enter")
        board.change([], isNewer: true)
        board.type("d")
        #expect(board.shows("┌ Alpha "))
        #expect(board.status.contains("it can only be read"))
    }

    @Test(arguments: [(100, 30), (40, 10)])
    func `conflicts show both values and are resolved by a choice`(columns: Int, rows: Int) {
        var board = PlayedBoard(
            ["todo/a.md": Self.conflicted], columns: columns, rows: rows)
        board.type("c")
        #expect(board.shows("2026-12-05"))
        board.type("j")
        #expect(board.shows("▌ keep"))
        board.type("k")
        #expect(board.shows("▌ due: take the other value"))
        board.type("Enter")
        #expect(board.intents == [.resolve(TaskID("a"), .take(1))])
        #expect(board.file("todo/a.md")?.contains("due: 2026-12-05") == true)
        #expect(board.app.layers.isEmpty)
    }

    /// The value that lost may be the reader's own: neither is called mine or theirs.
    @Test func `a conflict shows what the task has, also of a body and of a deletion`() {
        let body =
            "---\ntitle: Roof\nconflicts:\n  - {key: .deleted, value: \"\", by: Kim, at: \"\"}\n---\n"
            + "Call Bob.\n\n> [!conflict] Ann wrote instead, 2026-11-20\n> Call Eve.\n"
        var board = PlayedBoard(["todo/a.md": body])
        board.type("c")
        #expect(board.shows("deleted   now     kept") && board.shows("other   deleted  Kim"))
        #expect(board.shows("body      now     Call Bob.") && board.shows("other   Call Eve.  Ann"))
        #expect(board.shows("▌ deleted: delete the task"))
        #expect(board.shows("deleted: kept, body: Call Bob."))
        #expect(!board.shows("mine") && !board.shows("theirs") && !board.shows("—"))
    }

    @Test func `a click on a choice resolves the conflict`() {
        var board = PlayedBoard(["todo/a.md": Self.conflicted])
        board.type("c")
        board.click(on: "keep")
        #expect(board.intents == [.resolve(TaskID("a"), .keep)])
    }

    private func history(_ count: Int) -> [HistoryEntry] {
        (0..<count).map { index in
            let change = TaskChange(
                action: index == 1 ? .moved : .edited, id: TaskID("a"), title: "Alpha",
                changes: [
                    index == 1
                        ? Change(key: "rank", from: .scalar("a1"), to: .scalar("a2"))
                        : Change(key: "title", from: .scalar("A"), to: .scalar("Alpha"))
                ])
            return HistoryEntry(
                LogEntry(
                    commit: String(repeating: "\(index)", count: 40),
                    time: Sample.now.seconds - 60, offset: 0, author: "Ann", change: .task(change)))
        }
    }

    @Test func `the history lists changes, folds moves within columns, and undoes one`() {
        var board = PlayedBoard()
        board.type("L")
        board.tell(.history(nil, history(3)))
        #expect(board.shows("0000000"))
        #expect(!board.shows("1111111"))
        board.type("z")
        #expect(board.shows("1111111"))
        board.type("g", "j", "j", "u")
        #expect(board.intents == [.undo(.commit(String(repeating: "2", count: 40)))])
        board.change("todo/a.md", "title: New")
        #expect(board.effects.filter { $0 == .loadHistory(nil) }.count >= 2)
    }

    /// A change of a long title, a date, tags and the body.
    private var longChange: HistoryEntry {
        let old = String(repeating: "old words ", count: 12) + "end of old"
        let change = TaskChange(
            action: .edited, id: TaskID("a"), title: "Alpha",
            changes: [
                Change(key: "title", from: .scalar(Text(old)), to: .scalar("Alpha")),
                Change(key: "due", from: nil, to: .scalar("2026-12-01")),
                Change(key: "tags", from: .list(["x"]), to: .list(["x", "house"])),
                Change(key: "body", from: .scalar("Line 1"), to: .scalar("Line 2\nLine 3")),
            ])
        return HistoryEntry(
            LogEntry(
                commit: String(repeating: "ab12", count: 10), time: Sample.now.seconds - 60,
                offset: 540, author: "Ann", change: .task(change)))
    }

    @Test(arguments: ["Enter", "click"])
    func `a change of the history is shown in full, and Esc leads back`(way: String) {
        var board = PlayedBoard(rows: 40)
        board.type("L")
        board.tell(.history(nil, [longChange] + history(1)))
        if way == "click" {
            board.click(on: "0000000")
            #expect(!board.shows("┌ Change "))
            board.click(on: "ab12ab1")
            board.click(on: "ab12ab1")
        } else {
            board.type("Enter")
        }
        #expect(board.shows("┌ Change ") && board.status.contains("u undo this change"))
        #expect(board.shows("end of old") && board.shows("│ author    Ann"))
        #expect(board.shows("(2026-11-21T") && board.shows("+09:00)"))
        #expect(board.shows(String(repeating: "ab12", count: 10)))
        #expect(board.shows("│ + 1 Dec") && board.shows("│ + x, house") && board.shows("│ - x "))
        #expect(board.shows("│ - Line 1") && board.shows("│ + Line 2") && board.shows("│ + Line 3"))
        board.type("Esc")
        #expect(board.shows("┌ History ") && !board.shows("┌ Change "))
        board.type("Enter", "u")
        #expect(board.intents == [.undo(.commit(String(repeating: "ab12", count: 10)))])
        #expect(board.shows("┌ History ") && !board.shows("┌ Change "))
    }

    @Test(arguments: Language.allCases)
    func `a change in full scrolls on the smallest terminal`(language: Language) {
        var board = PlayedBoard(columns: 40, rows: 10, language: language)
        board.type("L")
        board.tell(.history(nil, [longChange]))
        board.type("Enter")
        #expect(!board.shows("+ Line 3"))
        board.type("G")
        #expect(board.shows("+ Line 3"))
        board.type("g", "PageDown", "PageUp", "j", "k", "End", "Home")
        #expect(!board.shows("+ Line 3"))
    }

    @Test func `undo in the history leads the cursor to the card that came back`() {
        var board = PlayedBoard()
        board.type("d", "l", "L")
        board.tell(.history(nil, history(1)))
        board.type("u")
        #expect(board.current == "a" && board.app.focus == 0)
    }

    @Test func `the history of another day undoes nothing`() {
        var board = PlayedBoard()
        board.tell(.past(BoardVersion(board.memory.board), DueDate(Sample.day("2026-11-20"))))
        board.type("L")
        board.tell(.history(nil, history(1)))
        board.type("u")
        #expect(board.intents.isEmpty)
        #expect(board.status.contains("it can only be read"))
    }

    @Test func `a setting is changed, and a refused one stays to be corrected`() {
        var board = PlayedBoard()
        board.type(",", "j", "j", "j")
        #expect(board.shows("▌limits.todo"))
        board.type("Enter")
        board.write("many")
        board.type("Enter")
        #expect(board.shows("many"))
        #expect(board.status.hasPrefix(" ! "))
        board.type("Ctrl-U")
        board.write("2")
        board.type("Enter")
        #expect(board.memory.board.settings.limits == ["todo": 2])
        #expect(board.rows[1].contains("todo 3/2 !"))
        board.type("Esc")
        #expect(board.app.layers.isEmpty)
    }

    @Test func `the theme can be changed in the settings`() {
        var board = PlayedBoard()
        board.type(",", "t")
        #expect(!board.app.surroundings.theme.isDark)
    }
}

extension PlayedBoard {
    /// What is possible on a plain task that nothing was done to.
    static var context: BoardAction.Context {
        var context = BoardAction.Context()
        context.tasks = 1
        return context
    }
}
