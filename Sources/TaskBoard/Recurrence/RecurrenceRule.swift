package import MarkdownDocument

/// The value of `repeat`: how the dates of a repeating task follow one another.
///
/// Weekdays are numbers from 1, Monday, to 7; months from 1, January, to 12.
package enum RecurrenceRule: Hashable, Sendable {
    /// `every 2 weeks`: a fixed distance from one date to the next.
    case every(Period)
    /// `every monday, friday`, or `every weekday`, which is Monday to Friday: the weekdays, in
    /// ascending order.
    case weekdays([Int])
    /// `every 2 months on 31`: a day of the month, or its last day if the month is shorter.
    case dayOfMonth(Int, months: Int)
    /// `every year on 29 february`: a day of the year; 29 February is the 28th in other years.
    case dayOfYear(month: Int, day: Int, years: Int)
    /// `after 3 days`: a distance from the day on which the task was finished.
    case after(Period)
    /// A recurrence rule of RFC 5545.
    case calendar(CalendarRule)
}

extension RecurrenceRule {
    /// A number of days, weeks, months or years.
    package struct Period: Hashable, Sendable {
        package enum Unit: Int, CaseIterable, Hashable, Sendable { case day, week, month, year }

        /// From 1 to 999.
        package let count: Int
        package let unit: Unit

        package init(_ count: Int, _ unit: Unit) { (self.count, self.unit) = (count, unit) }
    }
}

extension RecurrenceRule {
    /// The canonical text, for files.
    package var text: Text {
        switch self {
        case .every(let period): Text("every \(period.words)")
        case .weekdays([1, 2, 3, 4, 5]): "every weekday"
        case .weekdays(let days):
            Text("every " + days.map { RuleWords.weekdays[$0 - 1] }.joined(separator: ", "))
        case .dayOfMonth(let day, let months):
            Text("every \(Period(months, .month).words) on \(day)")
        case .dayOfYear(let month, let day, let years):
            Text("every \(Period(years, .year).words) on \(day) \(RuleWords.months[month - 1])")
        case .after(let period):
            Text("after " + (period.count == 1 ? "1 " : "") + period.words)
        case .calendar(let rule): rule.text
        }
    }

    /// True if the dates depend on the day on which a task was finished, so that the task needs
    /// no due date.
    package var countsFromFinish: Bool {
        if case .after = self { true } else { false }
    }
}

extension RecurrenceRule.Period {
    /// `week` or `2 weeks`.
    fileprivate var words: String {
        let unit = RuleWords.units[unit.rawValue]
        return count == 1 ? unit : "\(count) \(unit)s"
    }
}

/// The words of rules. They are part of the file format, and are the same in every language.
enum RuleWords {
    /// In the order of ``RecurrenceRule/Period/Unit``.
    static let units = ["day", "week", "month", "year"]
    static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ]

    /// The places of a weekday in its month.
    static let ordinals = [
        "1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "5th": 5, "first": 1, "second": 2, "third": 3,
        "fourth": 4, "fifth": 5, "last": -1,
    ]

    /// Returns the number, from 1, of a name or of its first three letters.
    static func number(of word: Text, in names: [String]) -> Int? {
        names.firstIndex {
            word.utf8.elementsEqual($0.utf8) || word.utf8.elementsEqual($0.utf8.prefix(3))
        }.map { $0 + 1 }
    }
}
