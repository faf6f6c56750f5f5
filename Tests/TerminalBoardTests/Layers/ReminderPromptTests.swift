import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import TerminalUI
import Testing

@testable import TerminalBoard

/// Reminders in the terminal board: shown, set and snoozed.
struct ReminderPromptTests {
    private func board(_ front: String = "title: Alpha\ndue: 2026-11-25") -> PlayedBoard {
        PlayedBoard(["todo/a.md": front, "done/f.md": "title: Phi"])
    }

    @Test func `a reminder is shown, rings the bell, and is reported as shown`() {
        var board = board()
        board.tell(.reminders([Self.reminder], number: 7))
        #expect(board.shows("⏰ Alpha · due Fri"))
        #expect(board.effects == [.reminded(7)])
    }

    private static let reminder = ShownReminder(task: TaskID("a"), words: "Alpha · due Fri")

    @Test func `a reminder has a line of its own above the key hints, until it is answered`() {
        var board = board()
        board.tell(.reminders([Self.reminder], number: 7))
        #expect(board.rows[28].hasPrefix(" ⏰ Alpha · due Fri"))
        #expect(board.rows[28].hasSuffix("A done, snooze, open"))
        #expect(board.status.contains("a add"))
        board.type("j", "k")
        #expect(board.rows[28].contains("⏰"))
        board.type("Esc")
        #expect(!board.shows("⏰ Alpha"))
    }

    @Test(arguments: ["?", "m", "L", ",", "Enter", "e", "A"])
    func `a box ends above the line of a reminder`(key: String) {
        var board = PlayedBoard(["todo/a.md": "title: Alpha"], columns: 44, rows: 20)
        board.tell(.reminders([Self.reminder], number: 7))
        board.type(key)
        #expect(board.rows[18].hasPrefix(" ⏰ Alpha · due Fri"))
        #expect(board.rows[..<18].contains { $0.contains("┘") }, "\(board.rows)")
        if key == "?" { #expect(board.rows[17].contains("↓")) }
        board.change("todo/a.md", nil)
        if key == "?" { #expect(board.rows[18].contains("↓")) }
    }

    @Test func `a reminder is answered with Done`() {
        var board = board()
        board.tell(.reminders([Self.reminder], number: 7))
        board.type("A", "x")
        #expect(board.memory.board[TaskID("a")]?.isFinished == true)
        #expect(!board.shows("⏰ Alpha"))
    }

    @Test func `a reminder is dismissed, and d answers nothing`() {
        var board = board()
        board.tell(.reminders([Self.reminder], number: 7))
        board.type("A", "d")
        #expect(board.intents.isEmpty && board.shows("c     dismiss"))
        board.type("c")
        #expect(board.intents.isEmpty && !board.shows("⏰ Alpha"))
    }

    @Test(arguments: [("h", 3_600 as Int64), ("t", nil)])
    func `a reminder is answered with Snooze`(key: String, seconds: Int64?) {
        var board = board()
        board.tell(.reminders([Self.reminder], number: 7))
        board.click(on: "⏰")
        board.type(key)
        guard case .snooze(let tasks, let end?)? = board.effects.last else {
            Issue.record("\(board.effects)")
            return
        }
        #expect(tasks == [TaskID("a")] && !board.shows("⏰ Alpha"))
        #expect(seconds.map { end == Sample.now.seconds + $0 } ?? (end > Sample.now.seconds))
    }

    @Test func `a reminder of a task that is finished or deleted elsewhere disappears`() {
        var board = board()
        board.tell(.reminders([Self.reminder], number: 7))
        board.change("todo/a.md", nil)
        #expect(!board.shows("⏰"))
    }

    @Test func `reminders are set by words, starting with the current ones`() {
        var board = board("title: Alpha\ndue: 2026-11-25\nremind: [-1d, 08:00]")
        board.type("R")
        #expect(board.shows("remind=-1d,08:00"))
        board.type("Esc", "R", "Ctrl-U")
        board.write("remind=2h")
        board.type("Enter")
        #expect(board.memory.board[TaskID("a")]?.texts(of: .remind) == ["-2h"])
        board.type("R", "Ctrl-U")
        board.write("remind=")
        board.type("Enter")
        #expect(board.memory.board[TaskID("a")]?.document.entry("remind") == nil)
    }

    @Test(arguments: [("2h", 7_200 as Int64), ("30min", 1_800), ("1d", 86_400)])
    func `a snooze ends after a duration`(words: String, seconds: Int64) {
        var board = board()
        board.type("Z")
        board.write(words)
        board.type("Enter")
        let end = Sample.now.seconds + seconds
        guard case .snooze(let tasks, let until?)? = board.effects.last else {
            Issue.record("\(board.effects)")
            return
        }
        #expect(tasks == [TaskID("a")] && (words == "1d" || until == end))
    }

    @Test func `none ends it, and an invalid time is reported and kept`() {
        var board = board()
        board.type("Z")
        board.write("soonish")
        board.type("Enter")
        #expect(board.effects.isEmpty && board.shows("soonish"))
        board.type("Ctrl-U")
        board.write("none")
        board.type("Enter")
        #expect(board.effects == [.snooze([TaskID("a")], until: nil)])
        #expect(board.app.layers.isEmpty)
    }

    @Test func `a task's page shows until when it is snoozed`() {
        var board = board()
        board.type("Enter")
        #expect(!board.shows("snoozed"))
        board.tell(.snoozes([TaskID("a"): Sample.now.seconds + 7_200]))
        #expect(board.shows("snoozed"))
        board.tell(.snoozes([TaskID("a"): Sample.now.seconds - 1]))
        #expect(!board.shows("snoozed"))
    }

    @Test func `a finished task does not have reminders`() {
        var board = board()
        board.type("l", "l", "Z")
        #expect(board.app.layers.isEmpty && board.status.hasPrefix(" ! "))
    }
}
