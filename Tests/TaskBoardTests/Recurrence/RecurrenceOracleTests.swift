import MarkdownDocument
import TestSupport
import Testing

@testable import TaskBoard

/// Dates of recurrence rules over ten years, compared with python-dateutil.
struct RecurrenceOracleTests {
    private let oracle = PythonOracle("oracle.py", packages: "python3-dateutil")

    /// Zones with daylight saving of an hour in each hemisphere's turn and of half an hour, with
    /// an odd offset, and without daylight saving.
    private static let zones = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Chatham",
        "Asia/Seoul",
    ]

    /// Hours that daylight saving changes skip or repeat, and others.
    private static let times = [
        "", "T00:00", "T00:30", "T01:30", "T01:45", "T02:00", "T02:15", "T02:30", "T02:59",
        "T03:15",
        "T09:00", "T23:45", "T02:30Z", "T01:30+01:00", "T23:30-05:00", "T02:15+10:30",
    ]

    @Test func `rules in words have the same dates as in dateutil`() throws {
        try compare(count: 400) { $0.inWords() }
    }

    @Test func `rules of RFC 5545 have the same dates as in dateutil`() throws {
        try compare(count: 600) { $0.ofCalendar() }
    }

    private func compare(count: Int, _ rule: (inout RandomRule) -> String) throws {
        var random = SplitMix64(seed: testSeed)
        var rules = RandomRule(random: SplitMix64(seed: testSeed &+ 1))
        let moments = try self.moments()
        var lines: [String] = []
        for index in 0..<count {
            let zone = Self.zones[index % Self.zones.count]
            let due = Self.due(&random)
            let text = Text(rule(&rules))
            let moment = try #require(moments[zone])
            let dates = try dates(of: RecurrenceRule(text), after: due).map {
                "\($0.text)=\($0.seconds(moment))"
            }
            lines.append("\(text)\t\(zone)\t\(due.text)\t\(dates.joined(separator: " "))")
        }
        try oracle.expectAgreement(lines, atLeast: 20 * count)
    }

    /// Returns a date from 2024 to 2026; often the end of a month, or near an edge of daylight
    /// saving.
    private static func due(_ random: inout SplitMix64) -> DueDate {
        let often = [
            "2024-02-29", "2024-01-31", "2025-01-30", "2025-10-29", "2026-03-28", "2026-03-07",
            "2025-10-25", "2026-10-31", "2025-04-05", "2026-10-03", "2025-12-31", "2024-02-28",
        ]
        let first = Day(year: 2024, month: 1, day: 1)?.number ?? 0
        let day =
            random.next() % 3 == 0
            ? Day(Text(often.randomElement(using: &random) ?? "")) ?? Day(number: first)
            : Day(number: first + Int(random.next() % 1_000))
        let time = times.randomElement(using: &random) ?? ""
        return DueDate(Text(day.text.string + time)) ?? DueDate(day)
    }

    /// Returns the dates within ten years after one. Each rule is written and read again, as
    /// between two tasks.
    private func dates(of first: RecurrenceRule, after start: DueDate) throws -> [DueDate] {
        let end = start.day.adding(months: 120)
        var rule = first
        var dates: [DueDate] = []
        while let next = rule.next(after: dates.last ?? start, finishedOn: start.day),
            next.date.day <= end
        {
            dates.append(next.date)
            rule = try RecurrenceRule(next.rule.text)
        }
        return dates
    }

    /// Returns a moment in each zone, with the offsets that dateutil reads from the system.
    private func moments() throws -> [String: Moment] {
        let said = try oracle.ask([], "zones", Self.zones.joined(separator: " "))
        try #require(said.count == Self.zones.count)
        var moments: [String: Moment] = [:]
        for (zone, line) in zip(Self.zones, said) {
            let changes = line.split(separator: " ").map { change in
                let parts = change.split(separator: "=")
                return (at: Int64(parts[0]) ?? 0, offset: Int(parts[1]) ?? 0)
            }
            moments[zone] = Moment(seconds: 0) { seconds in
                (changes.last { $0.at <= seconds } ?? changes[0]).offset
            }
        }
        return moments
    }
}

/// A source of random rules.
private struct RandomRule {
    var random: SplitMix64

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    private mutating func isOneOf(_ count: Int) -> Bool { number(1...count) == 1 }

    /// Returns some elements in random order, without repetition.
    private mutating func some(_ elements: [String], atMost count: Int) -> [String] {
        Array(elements.shuffled(using: &random).prefix(number(1...count)))
    }

    mutating func inWords() -> String {
        let count = isOneOf(2) ? 1 : number(2...15)
        switch number(1...8) {
        case 1: return "every weekday"
        case 2:
            return "every " + some(RuleWords.weekdays, atMost: 4).joined(separator: ", ")
        case 3: return "every \(count) months on \(isOneOf(2) ? number(28...31) : number(1...31))"
        case 4:
            let month = number(1...12)
            let day = month == 2 ? 29 : number(1...30)
            return "every \(count) years on \(day) \(RuleWords.months[month - 1])"
        case 5: return "every \(number(1...60)) days"
        case 6: return "every \(count) weeks"
        case 7: return "every \(count) months"
        default: return "every \(number(1...4)) years"
        }
    }

    mutating func ofCalendar() -> String {
        let frequency = CalendarRule.Frequency.allCases[number(0...3)]
        var parts = ["FREQ=\(frequency.rawValue)"]
        if isOneOf(2) { parts.append("INTERVAL=\(number(1...(frequency == .yearly ? 3 : 6)))") }
        if isOneOf(5) { parts.append("COUNT=\(number(1...40))") }
        if parts.last?.hasPrefix("COUNT") != true, isOneOf(5) { parts.append(until()) }
        if isOneOf(3) { parts.append("WKST=\(CalendarRule.weekdayCodes[number(0...6)])") }
        let hasMonths = isOneOf(3)
        if hasMonths {
            let months = some((1...12).map { String($0) }, atMost: 4)
            parts.append("BYMONTH=" + months.joined(separator: ","))
        }
        // If all months of a rule lack its day, it has no date, and dateutil would search
        // for it until the year 9999.
        if frequency != .weekly, isOneOf(3), frequency != .daily || !hasMonths {
            let days = some((-31...31).filter { $0 != 0 }.map { String($0) }, atMost: 5)
            parts.append("BYMONTHDAY=" + days.joined(separator: ","))
        }
        // The oracle asks dateutil for weekdays with and without a number apart from each other.
        let hasPositions = (frequency == .monthly || frequency == .yearly) && isOneOf(3)
        if hasPositions {
            parts.append("BYDAY=" + weekdays(upTo: 0).joined(separator: ","))
            parts.append("BYSETPOS=" + ["1", "-1", "2", "-2", "1,-1", "-1,3"][number(0...5)])
        } else if isOneOf(2) {
            let isOfYear = frequency == .yearly && !hasMonths
            let limit = isOfYear ? 53 : frequency == .yearly || frequency == .monthly ? 5 : 0
            parts.append("BYDAY=" + weekdays(upTo: limit).joined(separator: ","))
        }
        return parts.shuffled(using: &random).joined(separator: ";")
    }

    /// - Parameter limit: The greatest number before a weekday; 0 for none.
    private mutating func weekdays(upTo limit: Int) -> [String] {
        some(CalendarRule.weekdayCodes, atMost: 4).map { code in
            guard limit > 0, isOneOf(2) else { return code }
            let number = number(1...(isOneOf(2) ? limit : 5))
            return String(isOneOf(3) ? -number : number) + code
        }
    }

    private mutating func until() -> String {
        let day = Day(number: 19_723 + number(0...4_000)).text.string.filter { $0 != "-" }
        return "UNTIL=\(day)" + ["", "T023000", "T120000Z", "T003000Z"][number(0...3)]
    }
}
