import MarkdownDocument
import TaskBoard
import TaskExchange
import TestSupport
import Testing

/// Calendars that are exported, imported into an empty board and exported again.
struct CalendarRoundTripTests {
    /// Seeds that failed once.
    private static let regressions: [UInt64] = []
    private static let seeds = regressions + (0..<200).map { testSeed &+ $0 }

    @Test(arguments: seeds)
    func `a calendar survives a round trip, except for reported losses`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let board = Board(
            settings: .standard,
            tasks: (0..<6).map { RandomTask(using: &random).item(number: $0) })
        for task in board.tasks {
            let one = Board(settings: .standard, tasks: [task])
            let writing = one.written(.ics)
            let copy = try Board.empty.adding(ExchangeFormat.ics.read(writing.text))
            #expect(copy.tasks.count == 1, "PMD_SEED=\(seed)")
            guard let read = copy.tasks.first else { continue }
            #expect(read.id == task.id || task.source?.string.hasPrefix("ics:") == true)
            let lost = Set(writing.lost)
            for field in [Field.title, .tags, .priority, .due, .created, .repeat, .remind] {
                let (a, b) = (read.texts(of: field), task.texts(of: field))
                let isHeld = !lost.contains(field.jsonKey)
                if isHeld, ![.due, .created, .repeat, .remind].contains(field) {
                    #expect(a == b, "PMD_SEED=\(seed) \(field.key)")
                }
                // A date from the calendar may have another spelling, and a default has no key.
                if isHeld, field != .remind {
                    #expect(a.isEmpty == b.isEmpty, "PMD_SEED=\(seed) \(field.key)")
                }
            }
            if !lost.contains("body") {
                #expect(Array(read.body) == Array(task.body), "PMD_SEED=\(seed)")
            }
            // Nothing more is lost the second time.
            let second = copy.written(.ics)
            if lost.isDisjoint(with: [
                "title", "due", "created", "tags", "repeat", "remind", "body",
            ]) {
                #expect(
                    Self.compared(second.text) == Self.compared(writing.text), "PMD_SEED=\(seed)")
            }
            let third = try Board.empty.adding(ExchangeFormat.ics.read(second.text)).written(.ics)
            #expect(Self.compared(third.text) == Self.compared(second.text), "PMD_SEED=\(seed)")
        }
    }

    /// The lines without the export time.
    private static func compared(_ text: String) -> [Substring] {
        text.split(separator: "\r\n").filter { !$0.hasPrefix("DTSTAMP") }
    }

    @Test(arguments: [
        "repeat: every month\noccurrence: 2026-12-01", "repeat: FREQ=WEEKLY;BYDAY=MO;COUNT=9",
        "repeat: every 2 months on 30", "remind: none", "remind: [-1d, 2h, '2026-11-30T08:00']",
        "repeat: every year on 29 february", "repeat: every weekday\nremind: [0m, 1w]",
    ])
    func `rules, postponed dates and reminders survive`(_ front: String) throws {
        for due in ["2026-12-05", "2026-12-05T15:00", "2026-12-05T23:30:00-05:00"] {
            let roof = task("---\ntitle: a\ndue: \(due)\n\(front)\n---\n")
            let board = Board(settings: .standard, tasks: [roof])
            let first = board.written(.ics)
            #expect(first.lost.isEmpty, "\(first.lost)")
            let copy = try Board.empty.adding(ExchangeFormat.ics.read(first.text))
            let second = copy.written(.ics)
            #expect(Self.compared(second.text) == Self.compared(first.text))
        }
    }
}
