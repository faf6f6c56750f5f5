import MarkdownDocument
import MergeSupport
import TestSupport
import Testing
import Words

@testable import TaskBoard

/// Reminders in quick entry, edits and queries.
struct ReminderWordTests {
    @Test(arguments: [
        (["remind:1d"], ["-1d"]), (["remind:1d,2h"], ["-1d", "-2h"]),
        (["remind:1d", "remind:8:00"], ["-1d", "08:00"]), (["remind:none"], ["none"]),
        (["remind:tomorrow-8:00"], ["2026-11-22T08:00"]), (["remind:8 pm"], ["20:00"]),
        (["remind:tomorrow", "8:00"], ["2026-11-22T08:00"]),
        (["remind:27 nov 8:00"], ["2026-11-27T08:00"]), (["remind:1d,24h,1d"], ["-1d", "-24h"]),
        (["remind=30min"], ["-30m"]),
    ])
    func `quick entry reads reminders`(words: [String], elements: [String]) throws {
        let draft = try quickEntry(["Roof"] + words, now: Sample.now, fields: .standard)
        #expect(draft[.remind].map(\.string) == elements)
        #expect(draft.title == "Roof")
    }

    @Test(arguments: [
        (["remind:none", "remind:1d"], "'remind' is already 'none'"),
        (["remind:none,1d"], "'none' is not a value of 'remind'"),
        (["remind:"], "the value is missing"),
    ])
    func `none must be the only element`(words: [String], message: String) {
        let error = #expect(throws: WordError.self) {
            try quickEntry(words, now: Sample.now, fields: .standard)
        }
        #expect(error?.sentence.english.contains(message) == true, "\(error as Any)")
    }

    @Test(
        arguments: [
            ("", ["remind:1d"], "remind: [-1d]"), ("", ["remind:none"], "remind: none"),
            ("remind: none", ["remind:1d"], "remind: [-1d]"),
            ("remind: [1d]", ["remind:1d"], "remind: [1d]"),
            ("remind: [1d, 08:00]", ["not:remind:1d"], "remind: [08:00]"),
            ("remind: [1d]", ["remind="], ""), ("remind: [1d]", ["remind:none"], "remind: none"),
            ("remind: [1d]", ["remind=2h,3h"], "remind: [-2h, -3h]"),
            ("remind: [1d]", ["remind:fri", "8:00"], "remind: [1d, 2026-11-27T08:00]"),
        ])
    func `an edit adds, replaces and removes reminders`(
        front: String, words: [String], edited: String
    ) throws {
        let edit = try EditWords(words, now: Sample.now, fields: .standard)
        #expect(edit.references.isEmpty)
        var document = Sample.task("todo/a.md", "title: Roof\n" + front).document
        for edit in edit.edits {
            try edit.check(.standard)
            document = try document.applying(edit, in: nil)
        }
        let text = String(decoding: document.bytes, as: UTF8.self)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("remind") }
        #expect(lines.joined().replacing("'", with: "").replacing("\"", with: "") == edited)
    }

    @Test(arguments: [
        ("remind:1d", ["a", "b"]), ("remind:24h", []), ("has:remind", ["a", "b", "c"]),
        ("no:remind", ["d"]), ("remind:none", ["c"]), ("remind:8:00", ["b"]),
        ("not:remind:1d", ["c", "d"]),
    ])
    func `a query finds reminders by their meaning`(query: String, found: [String]) throws {
        let board = Sample.board(
            Sample.task("todo/a.md", "remind: [-1d]"),
            Sample.task("todo/b.md", "remind: 1d, 08:00"),
            Sample.task("todo/c.md", "remind: none"), Sample.task("todo/d.md", "due: 2026-12-01"))
        let tasks = board.tasks(matching: try Query([query], now: Sample.now), all: true)
        #expect(tasks.map(\.name.string) == found)
    }

    @Test(
        arguments: [
            ("2h", "2026-11-21T02:14:00Z"), ("30min", "2026-11-21T00:44:00Z"),
            ("30m", "2026-11-21T00:44:00Z"), ("tomorrow", "2026-11-22T00:00:00Z"),
            ("tomorrow-8:00", "2026-11-21T23:00:00Z"), ("2d", "2026-11-23T00:00:00Z"),
            ("2026-12-01T08:00Z", "2026-12-01T08:00:00Z"), ("yesterday", nil), ("today", nil),
            ("0m", nil), ("soon", nil), ("1일", "2026-11-22T00:00:00Z"),
            ("2주", "2026-12-05T00:00:00Z"), ("이틀", "2026-11-23T00:00:00Z"),
            ("30분", "2026-11-21T00:44:00Z"), ("2시간 후", "2026-11-21T02:14:00Z"),
            ("1일 후", "2026-11-22T00:00:00Z"), ("0일", nil), ("우유", nil),
        ] as [(String, String?)])
    func `a snooze ends after a duration or at a future date`(words: String, utc: String?) throws {
        guard let utc else {
            #expect(throws: WordError.self) {
                try Reminder.snoozeEnd(Text(words), minute: 540, now: Sample.now)
            }
            return
        }
        let seconds = try Reminder.snoozeEnd(Text(words), minute: 540, now: Sample.now)
        #expect(Moment.utcStamp(seconds) == Text(utc))
    }

    @Test(arguments: [
        (["roof", "2h"], 0..<1, "2h"), (["roof", "tomorrow", "8:00"], 0..<1, "tomorrow-8:00"),
        (["fix", "roof", "tomorrow", "at", "8", "am"], 0..<2, "tomorrow-8:00"),
        (["우유", "1일"], 0..<1, "1일"), (["우유", "1일", "후"], 0..<1, "1일"),
        (["우유", "2시간", "뒤"], 0..<1, "2h"), (["우유", "내일", "아침", "8시"], 0..<1, "tomorrow-8:00"),
        (["1일", "우유"], 1..<2, "1일"), (["내일", "아침", "8시", "우유"], 3..<4, "tomorrow-8:00"),
        (["2h", "roof", "milk"], 1..<3, "2h"), (["fri", "mon"], 0..<1, "mon"),
    ])
    func `a command names the end of a snooze after its tasks, or before them`(
        words: [String], tasks: Range<Int>, end: String
    ) throws {
        let read = try Reminder.snooze(words.map { Text($0) }, minute: 540, now: Sample.now)
        #expect(read.tasks == tasks)
        #expect(try read.end == Reminder.snoozeEnd(Text(end), minute: 540, now: Sample.now))
        #expect(throws: WordError.self) {
            try Reminder.snooze(["roof", "soon"], minute: 540, now: Sample.now)
        }
        #expect(throws: WordError.self) {
            try Reminder.snooze(["tomorrow", "yesterday"], minute: 540, now: Sample.now)
        }
    }
}
