import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import TerminalUI
import Testing
import Words

@testable import TerminalBoard

/// The keys of actions, and the explanations where an action is not possible.
struct ActionTests {
    /// Every action that has a standard key, with the first sign of its effect.
    @Test(arguments: BoardAction.allCases.filter { $0.standardKey != nil })
    func `every key does what its title says, or explains why it cannot`(action: BoardAction) throws
    {
        var board = PlayedBoard()
        board.type(try #require(action.standardKey))
        switch action {
        case .add: #expect(board.shows("add to todo:"))
        case .open: #expect(board.shows("┌ Alpha "))
        case .menu: #expect(board.shows("move to doing"))
        case .edit: #expect(board.shows("▌title      Alpha"))
        case .editFile: #expect(board.effects == [.openEditor(TaskID("a"))])
        case .select: #expect(board.app.selection == [TaskID("a")])
        case .pickUp: #expect(board.app.carry?.tasks == [TaskID("a")])
        case .toTop:
            #expect(board.intents == [.toEnd([TaskID("a")], atTop: true)])
        case .toBottom: #expect(board.column("todo") == "b c a")
        case .finish: #expect(board.column("done").contains("a"))
        case .change: #expect(board.shows("change, such as"))
        case .tag: #expect(board.shows("+house: +"))
        case .assign: #expect(board.shows("+house: @"))
        case .due: #expect(board.shows("+house: due:"))
        case .annotate: #expect(board.shows("note:"))
        case .attach: #expect(board.shows("attach:"))
        case .duplicate:
            #expect(board.memory.board.tasks.filter { $0.title == "Alpha" }.count == 2)
        case .delete: #expect(board.column("todo") == "b c")
        case .history: #expect(board.shows("┌ History Alpha "))
        case .boardHistory: #expect(board.effects == [.loadHistory(nil)])
        case .calendar: #expect(board.shows("Nov 2026"))
        case .past: #expect(board.shows("board as of"))
        case .filter: #expect(board.shows("filter:"))
        case .nextView, .previousView: #expect(board.app.view != nil)
        case .showAll: #expect(board.app.showsAll)
        case .settings: #expect(board.shows("┌ Settings "))
        case .palette: #expect(board.shows("┌ action "))
        case .help: #expect(board.shows("┌ Keys "))
        case .quit: #expect(board.effects == [.quit])
        case .tick: #expect(board.status == " ! the task has no checklist")
        case .conflicts: #expect(board.status == " ! the task has no conflict")
        case .undo: #expect(board.status == " ! nothing to undo")
        case .redo: #expect(board.status == " ! nothing to redo")
        // The status may not have the remote yet.
        case .sync: #expect(board.effects == [.sync])
        case .nextMatch: #expect(board.status == " ! no filter is set")
        case .drafts: #expect(board.status == " ! there are no drafts")
        case .remind: #expect(board.shows("+house: remind="))
        case .snooze: #expect(board.shows("remind again:"))
        case .priority: #expect(board.shows("+house: priority:"))
        case .wait: #expect(board.shows("+house: wait:"))
        case .nextConflict: #expect(board.status == " ! no task has a conflict")
        case .density: #expect(board.app.density == .lines)
        case .statistics: #expect(board.shows("┌ statistics · 12 weeks "))
        case .reminder: #expect(board.status == " ! there is no reminder")
        case .moveTo, .skip: Issue.record("\(action) has no key")
        }
        #expect(board.app.screen().fault == nil)
    }

    @Test(arguments: BoardAction.allCases)
    func `every palette action does something or explains why it cannot`(action: BoardAction) {
        var board = PlayedBoard([
            "todo/a.md": "title: A\ntags: [x]", "todo/b.md": "title: B\nwait: 2027-01-01",
        ])
        let before = board.app.screen()
        board.app.run(action)
        let hasEffect = board.app.takeEffects().isEmpty == false
        #expect(hasEffect || board.app.screen() != before, "\(action)")
    }

    @Test(arguments: BoardAction.allCases)
    func `on an earlier day's board, actions that change the board explain why they cannot`(
        action: BoardAction
    ) {
        var board = PlayedBoard()
        board.tell(.past(BoardVersion(board.memory.board), DueDate(Sample.day("2026-11-20"))))
        board.app.run(action)
        let asked = board.app.takeEffects().contains {
            if case .perform = $0 { true } else { false }
        }
        #expect(!asked)
        if action.isChange { #expect(board.status.contains("it is read-only")) }
    }

    @Test func `undo and redo revert and repeat the last change`() {
        var board = PlayedBoard()
        board.type("d")
        #expect(board.status.contains("u undo"))
        board.type("u")
        #expect(board.column("todo") == "a b c")
        #expect(!board.status.contains("u undo"))
        board.type("Ctrl-R")
        #expect(board.column("todo") == "b c")
    }

    @Test func `undo and redo move the cursor to the card that returned or changed`() {
        let files = Dictionary(
            uniqueKeysWithValues: (10..<40).map {
                ("todo/t\($0).md", "title: T\($0)\nrank: a\($0)1")
            })
        var board = PlayedBoard(files, rows: 20)
        board.type("G", "3", "g")
        #expect(board.current == "t10")
        board.type("u")
        #expect(board.current == "t39")
        #expect(board.shows("▌t39"))
        board.type("g", "Ctrl-R")
        #expect(board.current == "t39" && board.app.focus == 2)
        board.type("u", "d", "g", "u")
        #expect(board.current == "t39")
    }

    @Test func `an undo while a card is carried leaves the card in place`() {
        var board = PlayedBoard()
        board.answersAtOnce = false
        board.type("d")
        board.answer()
        board.type("u", "Space", "Right")
        board.answer()
        #expect(board.app.carry?.tasks == [TaskID("b")])
        #expect(board.app.focus == 1)
    }

    /// Bob's move of a task, as history records it.
    private static let byBob = HistoryEntry(
        LogEntry(
            commit: String(repeating: "1f3c9a2b", count: 5), time: Sample.now.seconds, offset: 0,
            author: "Bob",
            change: .task(
                TaskChange(action: .deleted, id: TaskID("x"), title: "Chi", changes: []))))

    @Test func `undo reports another user's change, and refers to the history`() {
        var board = PlayedBoard(columns: 140)
        board.type("d")
        board.answersAtOnce = false
        board.type("u")
        board.tell(
            .carriedOut(
                number: 2,
                .undone(
                    ["Undid: deleted \"Alpha\""], leftAlone: ["due of \"Beta\""],
                    byOthers: Self.byBob, tasks: [])))
        #expect(
            board.status
                == " Undid: deleted \"Alpha\" · left alone, changed since: due of \"Beta\" · "
                + "not undone: Bob deleted \"Chi\" (1f3c9a2); to undo it, press L, then u")
    }

    @Test func `undo without an action of your own shows another user's commit`() {
        var board = PlayedBoard(columns: 140)
        var offers = UndoOffers()
        offers.byOthers = Self.byBob
        board.tell(.offers(offers))
        board.type("u")
        #expect(board.intents.isEmpty)
        #expect(
            board.status
                == " ! you have nothing to undo; Bob deleted \"Chi\" (1f3c9a2): to undo it, press L, "
                + "then u")
    }

    @Test func `the cursor moves with letters and arrows and stops at the edges`() {
        var board = PlayedBoard()
        board.type("k", "j", "Down", "j", "j")
        #expect(board.current == "c")
        board.type("g")
        #expect(board.current == "a")
        board.type("G", "l", "l", "l")
        #expect(board.current == "f")
        board.type("h", "Home", "End", "PageUp", "PageDown", "Up")
        #expect(board.current == "d")
    }

    @Test(arguments: [("2", "doing", "d e a"), ("3", "done", "a f"), ("1", "todo", "a b c")])
    func `a number moves the card to that state`(key: String, state: String, order: String) {
        var board = PlayedBoard()
        board.type(key)
        let column = board.column(.init(state)).split(separator: " ").sorted()
        #expect(column == order.split(separator: " ").sorted())
        #expect(board.intents.count == (state == "todo" ? 0 : 1))
    }

    @Test
    func `an action on several tasks reports the first, and the number of the others`() {
        var board = PlayedBoard()
        let answer = IntentAnswer.done(["Moved A", "Moved B", "Moved C"], notices: [], tasks: [])
        board.tell(.carriedOut(number: 99, answer))
        #expect(board.status.contains("Moved A, and 2 more · u undo"), "\(board.status)")
    }

    @Test func `several selected cards are finished, deleted and changed in one step`() {
        var board = PlayedBoard()
        board.type("v", "v")
        #expect(board.status.contains("2 selected"))
        board.type("+")
        board.write("house")
        board.type("Enter", "Esc")
        #expect(board.intents.count == 1)
        #expect(board.file("todo/b.md")?.contains("tags: [house]") == true)
        board.type("g", "v", "v", "x")
        #expect(board.intents.count == 2)
        #expect(board.column("todo") == "c")
        board.type("u")
        #expect(board.column("todo") == "a b c")
        board.type("g", "v", "v", "d")
        #expect(board.column("todo") == "c")
        #expect(board.app.selection.isEmpty)
    }

    @Test func `selected cards go to the ends of their own columns, in one step`() {
        var board = PlayedBoard()
        board.type("v", "l", "v", "l", "v", ">")
        #expect(board.column("todo") == "b c a")
        #expect(board.column("doing") == "e d")
        #expect(board.column("done") == "f")
        #expect(board.intents.count == 1)
        #expect(board.app.selection.isEmpty)
        board.type("h", "h", "G", "v", "l", "G", "v", "<")
        #expect(board.column("todo") == "a b c")
        #expect(board.column("doing") == "d e")
        #expect(board.intents.count == 2)
        board.type("l", "<")
        #expect(board.status.contains("finished columns are sorted"))
    }

    @Test func `Esc clears the selection, then the filter, then the other day`() {
        var board = PlayedBoard()
        board.tell(.past(BoardVersion(board.memory.board), DueDate(Sample.day("2026-11-20"))))
        board.type("/")
        board.write("alpha")
        board.type("Enter", "v", "Esc")
        #expect(board.app.selection.isEmpty)
        #expect(board.app.filter == "alpha")
        board.type("Esc")
        #expect(board.app.filter.isEmpty)
        #expect(board.app.past != nil)
        board.type("Esc")
        #expect(board.app.past == nil)
    }

    @Test func `Ctrl-C closes what is open and then the board, Ctrl-Z suspends, Ctrl-L redraws`() {
        var board = PlayedBoard()
        board.type("?", "Ctrl-C")
        #expect(board.app.layers.isEmpty)
        board.type("Ctrl-Z", "Ctrl-L", "Ctrl-C")
        #expect(board.effects == [.suspend, .redraw, .quit])
    }

    @Test(arguments: ["m", "Enter", "Space", "?"])
    func `Esc and a key that arrive together, as Alt plus the key, are handled as both`(
        place: String
    ) {
        var board = PlayedBoard()
        board.type(place, "Alt-j")
        #expect(board.app.layers.isEmpty && board.app.carry == nil)
        #expect(board.current == "b")
        board.type("Alt-d")
        board.type("a", "Alt-d")
        #expect(board.intents.isEmpty)
        #expect(board.app.layers.count == 1)
    }

    @Test func `a message disappears at the next key`() {
        var board = PlayedBoard()
        board.type("u", "Enter", "j")
        #expect(board.status.contains("e edit"))
    }

    @Test func `a long failure takes several lines, and one line above a prompt`() {
        var board = PlayedBoard(columns: 60)
        let words = (1...30).map { "word\($0)" }.joined(separator: " ")
        board.tell(.message(words, isFailure: true))
        #expect(board.rows[27].hasPrefix(" ! word1 word2"))
        #expect(board.rows[29].hasPrefix("   word") && board.rows[29].hasSuffix("…"))
        board.type("a")
        board.tell(.message(words, isFailure: true))
        #expect(board.rows[29].hasPrefix(" ! word1 word2"))
        #expect(board.shows("add to todo:"))
    }

    @Test(arguments: BoardAction.ofIntents)
    func `an action with an intent carries that out`(action: BoardAction) {
        var board = PlayedBoard([
            "todo/a.md": "title: Alpha\ndue: 2026-11-21\nrepeat: every day",
            "todo/b.md": "title: Beta",
        ])
        let intent = action.intent(on: [TaskID("a")], of: board.memory.board)
        board.app.run(action, on: [TaskID("a")])
        board.tell(.time)
        #expect(board.intents == [intent])
    }

    @Test func `an offer to undo is not cut off a long message`() {
        var board = PlayedBoard(
            ["todo/a.md": "title: " + String(repeating: "long ", count: 20)], columns: 40)
        board.type("d")
        #expect(board.status.hasSuffix(" · u undo"))
        #expect(board.status.contains("…"))
    }

    @Test func `the board reports when its screen will next change by itself`() {
        var board = PlayedBoard()
        let midnight = board.app.nextChange
        #expect(midnight == Sample.now.seconds + 14 * 3600 + 46 * 60)
        var status = CloneStatus()
        status.remote = "origin"
        status.lastSync = LastSync(time: Sample.now.seconds - 90, result: .done, code: 0)
        board.tell(.status(status))
        #expect(board.app.nextChange == Sample.now.seconds + 30)
        status.lastSync?.time = Sample.now.seconds - 7200
        board.tell(.status(status))
        #expect(board.app.nextChange == midnight)
    }
}
