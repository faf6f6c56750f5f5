import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import TerminalUI
import Testing

@testable import TerminalBoard

/// Changes by other programs while the board is open.
struct LiveUpdateTests {
    @Test func `the cursor stays on its card when cards above it are added or removed`() {
        var board = PlayedBoard()
        board.type("j")
        board.change([("todo/x.md", "title: Chi\nrank: a0"), ("todo/a.md", nil)])
        #expect(board.current == "b")
        board.change("todo/b.md", nil)
        #expect(board.current == "c")
    }

    @Test func `an outside change has a mark for two seconds, next to the cursor's`() {
        var board = PlayedBoard()
        board.change("todo/a.md", "title: Alpha two\nrank: a1")
        #expect(board.rows[3].contains("▌"))
        #expect(board.rows[3].contains("•"))
        #expect(board.app.nextChange == Sample.now.seconds + 2)
        board.tell(.time, after: 3)
        #expect(!board.rows[3].contains("•"))
    }

    @Test func `a change is drawn before it is carried out, and reverts if refused`() {
        var board = PlayedBoard()
        board.answersAtOnce = false
        board.type("Space", "l", "Space")
        #expect(
            board.rows[3].firstIndex(of: "A").map {
                board.rows[3].distance(from: board.rows[3].startIndex, to: $0)
            } ?? 0 > 30)
        board.refusal = "the disk is full"
        board.answer()
        #expect(board.rows[3].hasPrefix(" a Alpha") || board.rows[3].hasPrefix("▌a Alpha"))
        #expect(board.status == " ! the disk is full")
    }

    @Test func `a newer format makes the board read-only, with a message`() {
        var board = PlayedBoard()
        board.change([], isNewer: true)
        board.type("d")
        #expect(board.status.contains("newer pmd"))
        #expect(board.intents.isEmpty)
    }

    @Test func `a folder that disappears makes the board read-only until it is back`() {
        var board = PlayedBoard()
        board.type("a")
        board.write("Call Bob")
        board.tell(.board(BoardVersion(board.memory.board, isGone: true)))
        #expect(board.status.hasPrefix(" ! the board's folder is gone"))
        #expect(board.rows[0].contains("folder gone"))
        board.type("Enter")
        #expect(board.intents.isEmpty)
        #expect(board.shows("add to todo: Call Bob"))
        board.type("Esc", "d", "2", "e")
        #expect(board.intents.isEmpty)
        #expect(board.status.hasPrefix(" ! the board's folder is gone"))
        #expect(!board.effects.contains { if case .keepDraft = $0 { true } else { false } })
        board.tell(.board(BoardVersion(board.memory.board)))
        #expect(board.status == " the board's folder is back")
        #expect(board.effects.contains { if case .keepDraft = $0 { true } else { false } })
        board.type("a", "Enter")
        #expect(board.memory.board.tasks.contains { $0.title == "Call Bob" })
    }

    @Test func `an empty board shows which key to press, and a loading one that it loads`() {
        #expect(PlayedBoard([:]).shows("no tasks yet: press a to add one"))
        var app = BoardApp(BoardEnvironment(now: Sample.now, hash: memoryHash))
        app.resize(columns: 80, rows: 24)
        #expect(app.screen().texts.contains { $0.contains("reading the board") })
        for key in ["j", "l", "Enter", "d", "Space", "a", "Esc", "/", "Esc", "m", ":", "Esc", ","] {
            if let press = KeyName.key(key) { app.take(.key(press)) }
            #expect(app.screen().fault == nil)
        }
    }

    @Test(arguments: [
        (CloneStatus.syncing, "syncing"), (CloneStatus.offline, "remote not reachable"),
        (CloneStatus.failing, "sync failed: denied"), (CloneStatus.synced, "synced 3 min ago"),
        (CloneStatus.edited, "2 files edited outside the board"),
    ])
    func `the header shows the clone's status`(status: CloneStatus, words: String) {
        var board = PlayedBoard(columns: 120)
        board.tell(.status(status))
        #expect(board.rows[0].contains(words))
    }

    @Test func `the terminal's background chooses the theme`() {
        var board = PlayedBoard()
        board.take(.background(red: 250, green: 250, blue: 240))
        #expect(!board.app.environment.theme.isDark)
        board.take(.background(red: 20, green: 20, blue: 30))
        #expect(board.app.environment.theme.isDark)
    }
}

extension CloneStatus {
    private static func make(_ change: (inout CloneStatus) -> Void) -> CloneStatus {
        var status = CloneStatus()
        (status.branch, status.remote) = ("main", "origin")
        change(&status)
        return status
    }

    /// The last sync, with an exit code.
    private static func last(_ code: Int32, isPassing: Bool = false) -> LastSync {
        LastSync(
            time: Sample.now.seconds - 200,
            result: code == 0 ? .done : .failed(words: Bilingual("denied", "거부됨")), code: code,
            isPassing: isPassing)
    }

    static let syncing = make { $0.isSyncing = true }
    static let offline = make { $0.lastSync = last(69, isPassing: true) }
    static let failing = make { $0.lastSync = last(77) }
    static let synced = make { $0.lastSync = last(0) }
    static let edited = make { $0.uncommitted = ["todo/a.md", "todo/b.md"] }
}
