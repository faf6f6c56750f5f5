import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import TerminalUI
import Testing
import Words

@testable import TerminalBoard

/// Menus, task pages and lists on top of the board.
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

    @Test func `the menu offers the other states and the possible actions`() {
        var board = PlayedBoard()
        board.type("m")
        #expect(!board.shows("move to todo"))
        #expect(board.shows("2      move to doing") || board.shows("2     move to doing"))
        #expect(!board.shows("resolve conflicts"))
        #expect(board.shows("set reminders") && board.shows("snooze"))
        board.type("2")
        #expect(board.column("doing") == "d e a")
    }

    @Test func `every menu action can be chosen by its key and by Enter`() throws {
        for action in BoardAction.inMenu
        where action != .moveTo && action.obstacle(in: PlayedBoard.facts) == nil {
            var board = PlayedBoard()
            board.type("m")
            board.type(try #require(action.standardKey))
            #expect(!(board.app.layers.last is MenuLayer), "\(action)")
        }
        var board = PlayedBoard()
        board.type("m", "j", "j", "Enter")
        #expect(board.shows("┌ Alpha "))
    }

    @Test func `the menu and the palette explain what has no effect in a finished column`() throws {
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

    @Test func `a menu for several tasks has no single-task actions`() {
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

    @Test func `the palette explains why an action is not possible`() {
        var board = PlayedBoard()
        board.type(":")
        board.write("redo")
        #expect(board.shows("redo: nothing to redo"))
        board.type("Enter")
        #expect(board.status == " ! nothing to redo")
    }

    @Test(arguments: Language.allCases)
    func `the palette reports that nothing matches, and stays open`(language: Language) {
        var board = PlayedBoard(language: language)
        board.type(":")
        board.write("qqq")
        let words = BoardText.noAction("qqq").text(language)
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

    @Test func `if its task is deleted meanwhile, the palette affects no other task`() {
        var board = PlayedBoard()
        board.type(":")
        board.write("delete")
        board.change("todo/a.md", nil)
        board.type("Enter")
        #expect(board.intents.isEmpty)
        #expect(board.status == " ! there is no task here")
    }

    @Test func `a task's page ticks boxes with Space, t and the mouse`() {
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

    @Test func `a message reports that all items are ticked, and a key on the page unticks them`() {
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

    @Test func `the page of a deleted task closes and reports it`() {
        var board = PlayedBoard()
        board.type("Enter")
        board.change("todo/a.md", nil)
        #expect(board.app.layers.isEmpty)
        #expect(board.status == " ! \"Alpha\" was deleted meanwhile")
    }

    @Test func `deleting from a page closes the page and offers undo`() {
        var board = PlayedBoard()
        board.type("Enter", "d")
        #expect(board.app.layers.isEmpty)
        #expect(board.status.hasSuffix("u undo"))
        board.type("u", "k", "k")
        #expect(board.column("todo") == "a b c")
    }

    @Test func `if deleting fails, the page stays and shows the reason`() {
        var board = PlayedBoard()
        board.type("Enter")
        board.change([], isNewer: true)
        board.type("d")
        #expect(board.shows("┌ Alpha "))
        #expect(board.status.contains("it is read-only"))
    }

    @Test(arguments: [(100, 30), (40, 10)])
    func `conflicts show both values and are resolved by choosing one`(columns: Int, rows: Int) {
        var board = PlayedBoard(
            ["todo/a.md": Self.conflicted], columns: columns, rows: rows)
        board.type("c")
        #expect(board.shows("2026-12-05"))
        board.type("j")
        #expect(board.shows("▌ keep"))
        board.type("k")
        #expect(board.shows("▌ due: use the other value"))
        board.type("Enter")
        #expect(board.intents == [.resolve(TaskID("a"), .take(1))])
        #expect(board.file("todo/a.md")?.contains("due: 2026-12-05") == true)
        #expect(board.app.layers.isEmpty)
    }

    /// The value that lost may be the reader's own: neither is called mine or theirs.
    @Test func `a conflict shows the task's value, even for a body or a deletion`() {
        let body =
            "---\ntitle: Roof\nconflicts:\n  - {key: .deleted, value: \"\", by: Kim, at: \"\"}\n---\n"
            + "Call Bob.\n\n> [!conflict] Ann wrote instead, 2026-11-20\n> Call Eve.\n"
        var board = PlayedBoard(["todo/a.md": body])
        board.type("c")
        #expect(board.shows("deleted   now     kept") && board.shows("other   deleted  Kim"))
        #expect(board.shows("body      now     Call Bob.") && board.shows("other   Call Eve.  Ann"))
        #expect(board.shows("  deleted: delete the task"))
        #expect(board.shows("▌ keep the current value"))
        #expect(board.shows("deleted: kept, body: Call Bob."))
        #expect(!board.shows("mine") && !board.shows("theirs") && !board.shows("—"))
    }

    @Test func `both texts of a body are shown in full, without an hour that nobody wrote`() {
        let body =
            "---\ntitle: Roof\n---\nCall Bob on Monday.\nAsk for the ladder.\n\n"
            + "> [!conflict] Ann wrote instead, 2026-11-01\n> Call Bob on Tuesday.\n"
            + "> Ask for the long ladder.\n"
        var board = PlayedBoard(["todo/a.md": body])
        board.type("c")
        for line in ["Call Bob on Monday.", "Ask for the ladder.", "Call Bob on Tuesday."] {
            #expect(board.shows(line))
        }
        #expect(board.shows("Ask for the long ladder.  Ann, 1 Nov 2026 "))
        board.type("Esc", "Enter")
        #expect(board.shows("⚑ Ann wrote instead, 2026-11-01") && !board.shows("[!conflict]"))
    }

    @Test func `a key moves to the next conflict`() {
        var board = PlayedBoard([
            "todo/a.md": "title: A", "todo/b.md": Self.conflicted, "doing/c.md": Self.conflicted,
        ])
        board.type("F")
        #expect(board.current == "b")
        board.type("F")
        #expect(board.current == "c")
        board.type("F")
        #expect(board.current == "b")
    }

    @Test func `a page shows a long title as a whole`() {
        let title = "Fix the roof before the winter storms arrive and the insurance runs out"
        var board = PlayedBoard(["todo/a.md": "title: \(title)"], columns: 44, rows: 20)
        board.type("Enter")
        #expect(board.shows("Fix the roof before the winter storms"))
        #expect(board.shows("arrive and the insurance runs out"))
    }

    @Test func `a click on a choice resolves the conflict`() {
        var board = PlayedBoard(["todo/a.md": Self.conflicted])
        board.type("c")
        board.click(on: "keep")
        #expect(board.intents == [.resolve(TaskID("a"), .keep)])
    }
}

extension PlayedBoard {
    /// The facts of a plain task without any actions.
    static var facts: ActionFacts {
        var facts = ActionFacts()
        facts.tasks = 1
        facts.known = [.open]
        return facts
    }
}
