package import MarkdownDocument

/// A recurrence rule of RFC 5545, section 3.3.10, limited to selecting days.
///
/// The rule begins with the date of the task, which is its first occurrence and is included in
/// `COUNT`. Months and weekdays are numbers from 1.
package struct CalendarRule: Hashable, Sendable {
    package enum Frequency: String, CaseIterable, Hashable, Sendable {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    /// An element of `BYDAY`.
    package struct Weekday: Hashable, Sendable {
        /// 1 for the first such day of the month or the year, -1 for the last; 0 for every one.
        package var ordinal = 0
        package var weekday: Int
    }

    /// The value of `UNTIL`. The date itself is included.
    package struct End: Hashable, Sendable {
        package var day: Day
        /// The seconds since midnight; nil for a day.
        package var secondOfDay: Int?
        /// True for a time in UTC, with `Z`.
        package var isUTC = false

        package init(day: Day, secondOfDay: Int? = nil, isUTC: Bool = false) {
            (self.day, self.secondOfDay, self.isUTC) = (day, secondOfDay, isUTC)
        }
    }

    package var frequency: Frequency
    /// The number of days, weeks, months or years from one period to the next.
    package var interval = 1
    /// The number of occurrences, the first one included.
    package var count: Int?
    package var end: End?
    // The elements are in ascending order; an empty list does not limit the days.
    package var months: [Int] = []
    /// Days of the month; -1 is the last one.
    package var monthDays: [Int] = []
    package var weekdays: [Weekday] = []
    /// The positions of the selected days in a month or a year: 1 is the first of them, -1 the
    /// last.
    package var positions: [Int] = []
    /// The first day of the week, which matters if `interval` counts weeks.
    package var weekStart = 1

    package init(_ frequency: Frequency) { self.frequency = frequency }
}

extension CalendarRule {
    /// The parts in the order of the canonical text.
    enum Part: String, CaseIterable {
        case frequency = "FREQ"
        case interval = "INTERVAL"
        case count = "COUNT"
        case until = "UNTIL"
        case months = "BYMONTH"
        case monthDays = "BYMONTHDAY"
        case weekdays = "BYDAY"
        case positions = "BYSETPOS"
        case weekStart = "WKST"
    }

    package static let weekdayCodes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    /// The canonical text, without parts that have their default.
    package var text: Text {
        let parts = Part.allCases.compactMap { part in
            value(of: part).map { "\(part.rawValue)=\($0)" }
        }
        return Text(parts.joined(separator: ";"))
    }

    private func value(of part: Part) -> String? {
        switch part {
        case .frequency: frequency.rawValue
        case .interval: interval == 1 ? nil : String(interval)
        case .count: count.map { String($0) }
        case .until: end?.text
        case .months: list(months) { String($0) }
        case .monthDays: list(monthDays) { String($0) }
        case .weekdays: list(weekdays, \.text)
        case .positions: list(positions) { String($0) }
        case .weekStart: weekStart == 1 ? nil : Self.weekdayCodes[weekStart - 1]
        }
    }

    private func list<Element>(_ elements: [Element], _ text: (Element) -> String) -> String? {
        elements.isEmpty ? nil : elements.map(text).joined(separator: ",")
    }
}

extension CalendarRule.Weekday: Comparable {
    package static func < (a: Self, b: Self) -> Bool {
        (a.ordinal, a.weekday) < (b.ordinal, b.weekday)
    }

    fileprivate var text: String {
        (ordinal == 0 ? "" : String(ordinal)) + CalendarRule.weekdayCodes[weekday - 1]
    }
}

extension CalendarRule.End {
    /// `20261231`, `20261231T150000` or `20261231T150000Z`.
    fileprivate var text: String {
        let date = day.text.string.filter { $0 != "-" }
        guard let secondOfDay else { return date }
        let time = [secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60]
        let digits = Text(time.flatMap { padded($0, 2) }).string
        return date + "T" + digits + (isUTC ? "Z" : "")
    }
}
