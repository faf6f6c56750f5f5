import MarkdownDocument
import TestSupport
import Testing
import Words

@testable import TaskBoard

/// Recurrence rules parsed from words and from RFC 5545.
struct RecurrenceRuleTests {
    @Test(arguments: [
        ("every day", "every day"), ("every 1 day", "every day"), ("Every 3 Days", "every 3 days"),
        ("every week", "every week"), ("  every  2\tweeks ", "every 2 weeks"),
        ("every 2 week", "every 2 weeks"), ("every month", "every month"),
        ("every year", "every year"), ("every 999 years", "every 999 years"),
        ("every weekday", "every weekday"),
        ("every monday", "every monday"), ("every Mon", "every monday"),
        ("every friday,monday", "every monday, friday"),
        ("every sun , sat", "every saturday, sunday"),
        ("every mon, tue, wed, thu, fri", "every weekday"),
        ("every month on 1", "every month on 1"),
        ("every month on the 2nd wednesday", "FREQ=MONTHLY;BYDAY=2WE"),
        ("every 2 months on last fri", "FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR"),
        ("every month on the last weekday", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"),
        ("every month on the last day", "every month on 31"),
        ("every 1 month on 31", "every month on 31"),
        ("every 3 months on 05", "every 3 months on 5"),
        ("every year on 29 feb", "every year on 29 february"),
        ("every 2 years on 1 May", "every 2 years on 1 may"),
        ("after 3 days", "after 3 days"), ("after 1 week", "after 1 week"),
        ("AFTER 2 MONTHS", "after 2 months"), ("after 1 year", "after 1 year"),
    ])
    func `a rule in words has one canonical text`(text: String, canonical: String) throws {
        let rule = try RecurrenceRule(Text(text))
        #expect(rule.text == Text(canonical))
        #expect(try RecurrenceRule(rule.text) == rule)
    }

    @Test(
        arguments: [
            ("daily", "every day"), ("Fortnightly", "every 2 weeks"), ("weekdays", "every weekday"),
            ("every other day", "every 2 days"), ("every-other-week", "every 2 weeks"),
            ("every tue and thu", "every tuesday, thursday"), ("every 31st", "every month on 31"),
            ("every month on the 31st", "every month on 31"), ("every-week", "every week"),
            ("after a week", "after 1 week"), ("after 3d", "after 3 days"),
            ("last friday of the month", "every month on the last friday"),
            ("every-2nd-wednesday", "every month on the 2nd wednesday"),
            ("every first mon of each month", "every month on the 1st mon"),
            ("FREQ=WEEKLY;FROM=COMPLETION", "after 1 week"),
            ("freq=daily;from=completion;interval=3", "after 3 days"),
            ("FREQ=WEEKLY;BYDAY=MO;FROM=COMPLETION", nil), ("FROM=COMPLETION", nil),
            ("now and then", nil), ("every blue", nil), ("every 99th", nil), ("", nil),
        ] as [(String, String?)])
    func `a near miss gets a suggested rule`(text: String, near: String?) {
        #expect(nearestRule(to: Text(text))?.string == near)
    }

    @Test(arguments: [
        ("FREQ=DAILY", "FREQ=DAILY"), ("RRULE:FREQ=DAILY;INTERVAL=1", "FREQ=DAILY"),
        (" rrule:freq=weekly ; interval=02", "FREQ=WEEKLY;INTERVAL=2"),
        (
            "WKST=SU;BYDAY=fr,MO,FR;INTERVAL=2;FREQ=WEEKLY",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=SU"
        ),
        ("FREQ=WEEKLY;WKST=MO", "FREQ=WEEKLY"),
        ("FREQ=MONTHLY;BYDAY=1MO,+2tu,-1FR,WE", "FREQ=MONTHLY;BYDAY=-1FR,WE,1MO,2TU"),
        ("FREQ=YEARLY;BYDAY=53MO,-53SU", "FREQ=YEARLY;BYDAY=-53SU,53MO"),
        ("FREQ=MONTHLY;BYMONTHDAY=31, -1,1", "FREQ=MONTHLY;BYMONTHDAY=-1,1,31"),
        ("FREQ=YEARLY;BYMONTH=12,1;COUNT=3", "FREQ=YEARLY;COUNT=3;BYMONTH=1,12"),
        ("FREQ=DAILY;UNTIL=20261231", "FREQ=DAILY;UNTIL=20261231"),
        ("FREQ=DAILY;UNTIL=20261231T235960Z", "FREQ=DAILY;UNTIL=20261231T235959Z"),
        ("FREQ=DAILY;UNTIL=20261231t080000", "FREQ=DAILY;UNTIL=20261231T080000"),
    ])
    func `a rule of RFC 5545 has one canonical text`(text: String, canonical: String) throws {
        let rule = try RecurrenceRule(Text(text))
        #expect(rule.text == Text(canonical))
        #expect(try RecurrenceRule(rule.text) == rule)
    }

    @Test(
        arguments: [
            ("", .rule, 1), ("   ", .rule, 1), ("weekly", .rule, 1), ("  sometimes", .rule, 3),
            ("every", .interval, 6), ("every other week", .interval, 7),
            ("every 0 days", .number, 7),
            ("every 1000 days", .number, 7), ("every 2x days", .number, 7), ("every 2", .unit, 8),
            ("every 2 monday", .unit, 9), ("every week on monday", .end, 12),
            ("every monday,", .weekday, 14), ("every monday, day", .weekday, 15),
            ("every monday friday", .end, 14), ("every month on", .dayOfMonth, 15),
            ("every month on 32", .dayOfMonth, 16), ("every month on last", .weekday, 20),
            ("every month on 1 may", .end, 18), ("every year on may 1", .dayOfYear, 15),
            ("every year on 1", .dayOfYear, 16), ("every year on 30 february", .month, 18),
            ("every year on 31 abril", .month, 18), ("every week now", .end, 12),
            ("every 주", .interval, 7), ("매주 every", .rule, 1), ("every week 매주 x", .end, 12),
            ("every day\u{301}", .interval, 7), ("after", .number, 6), ("after week", .number, 7),
            ("after 3", .unit, 8), ("after 3 weekdays", .unit, 9), ("after 3 days on 1", .end, 14),
        ] as [(String, RecurrenceError.Expected, Int)])
    func `an invalid rule in words is an error with its column`(
        text: String, expected: RecurrenceError.Expected, column: Int
    ) {
        let error = #expect(throws: RecurrenceError.self) { try RecurrenceRule(Text(text)) }
        #expect(error == RecurrenceError(expected, column: column))
    }

    @Test(
        arguments: [
            ("RRULE:", .part, 7), ("FREQ=", .value, 6), ("=DAILY", .part, 1),
            ("FREQ=HOURLY", .frequency, 6), ("FREQ=DAILY;", .part, 12), ("FREQ=DAILY;X", .part, 12),
            ("FREQ=DAILY;BYHOUR=9", .part, 12), ("FREQ=MONTHLY;BYSETPOS=-1", .daysForPosition, 14),
            ("FREQ=WEEKLY;BYDAY=MO;BYSETPOS=-1", .daysForPosition, 22),
            ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0", .position, 32),
            ("FREQ=DAILY;FREQ=DAILY", .singlePart, 12), ("INTERVAL=2", .missingFrequency, 11),
            ("FREQ=DAILY;INTERVAL=0", .count, 21), ("FREQ=DAILY;COUNT=-1", .count, 18),
            ("FREQ=DAILY;COUNT=10000", .count, 18), ("FREQ=DAILY;UNTIL=2026-12-31", .until, 18),
            ("FREQ=DAILY;UNTIL=20261301", .until, 18), ("FREQ=DAILY;UNTIL=20261231T", .until, 18),
            ("FREQ=DAILY;UNTIL=20261231T250000", .until, 18),
            ("FREQ=DAILY;COUNT=2;UNTIL=20261231", .onlyOneEnd, 20),
            ("FREQ=DAILY;BYMONTH=13", .monthNumber, 20),
            ("FREQ=DAILY;BYMONTH=1,", .monthNumber, 22),
            ("FREQ=MONTHLY;BYMONTHDAY=0", .monthDay, 25),
            ("FREQ=MONTHLY;BYMONTHDAY=1, 32", .monthDay, 28),
            ("FREQ=MONTHLY;BYMONTHDAY=--1", .monthDay, 25),
            ("FREQ=WEEKLY;BYMONTHDAY=1", .noMonthDays, 13),
            ("FREQ=MONTHLY;BYDAY=0MO", .weekdayCode, 20),
            ("FREQ=MONTHLY;BYDAY=X", .weekdayCode, 20),
            ("FREQ=MONTHLY;BYDAY=54MO", .weekdayCode, 20),
            ("FREQ=WEEKLY;BYDAY=MO,1TU", .plainWeekdayCode, 13),
            ("FREQ=DAILY;BYDAY=-1MO", .plainWeekdayCode, 12),
            ("FREQ=WEEKLY;WKST=1MO", .plainWeekdayCode, 18), ("월;FREQ=DAILY", .part, 1),
            ("FREQ=매일;월=1", .frequency, 6), ("FREQ=DAILY;월=1", .part, 12),
            ("FREQ=DAILY ; 월=1", .part, 14),
        ] as [(String, RecurrenceError.Expected, Int)])
    func `an invalid rule of RFC 5545 is an error with its column`(
        text: String, expected: RecurrenceError.Expected, column: Int
    ) {
        let error = #expect(throws: RecurrenceError.self) { try RecurrenceRule(Text(text)) }
        #expect(error == RecurrenceError(expected, column: column))
    }

    @Test func `any bytes are a rule with one canonical text, or an error within them`() throws {
        var random = SplitMix64(seed: testSeed)
        let pieces: [Text] = [
            "every ", "after ", "day", "week", "month", "year", "s", " on ", "2 ", "31", ",",
            "monday", "weekday", "february", "FREQ=", "DAILY", "MONTHLY", ";", "BYDAY=", "-1MO",
            "BYMONTHDAY=", "COUNT=", "UNTIL=", "20261231", "T", "Z", "RRULE:", "=", " ", "\n", "월",
            Text([0xFF]), Text([0x80]),
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...7, using: &random)
            let text = Text(
                (0..<count).flatMap { _ in pieces.randomElement(using: &random)?.utf8 ?? [] })
            do throws(RecurrenceError) {
                let rule = try RecurrenceRule(text)
                #expect(try RecurrenceRule(rule.text) == rule, "\(text), seed \(testSeed)")
            } catch {
                let characters = text.utf8.count { $0 & 0xC0 != 0x80 }
                #expect((1...(characters + 1)).contains(error.column), "\(text), seed \(testSeed)")
            }
        }
    }

    @Test func `each error has its own message in both languages`() {
        let words = RecurrenceError.Expected.allCases.map { RecurrenceError($0, column: 7).words }
        #expect(Set(words.map(\.english)).count == words.count)
        #expect(Set(words.map(\.korean)).count == words.count)
        #expect(
            RecurrenceError(.unit, column: 8).words.english
                == "column 8: expected days, weeks, months or years")
    }
}
