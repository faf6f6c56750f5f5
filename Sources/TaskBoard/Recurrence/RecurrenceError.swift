import MarkdownDocument

/// A rule that cannot be read.
package struct RecurrenceError: Error, Hashable, Sendable {
    /// The input that would be valid at the column.
    package enum Expected: String, CaseIterable, Hashable, Sendable {
        // Rules in words.
        case rule, interval, unit, number, weekday, dayOfMonth, dayOfYear, month, end
        // Rules of RFC 5545.
        case part, singlePart, value, frequency, count, until, weekdayCode, plainWeekdayCode
        case monthDay, monthNumber, missingFrequency, onlyOneEnd, noMonthDays
        case position, daysForPosition
        // Both.
        case shorter
    }

    package let expected: Expected
    /// The place in the rule, in characters from one; after the last one if the rule ends too
    /// early.
    package let column: Int

    package init(_ expected: Expected, column: Int) {
        (self.expected, self.column) = (expected, column)
    }
}

extension RecurrenceError {
    /// The maximum length of a rule in bytes. A calendar needs a hundred; the time to find a date
    /// grows with the number of elements in a rule.
    private static let longest = 1_000

    /// Refuses a rule that is too long to be one.
    static func check(lengthOf rule: Text) throws(RecurrenceError) {
        guard rule.utf8.count > longest else { return }
        throw RecurrenceError(.shorter, column: longest + 1)
    }
}
