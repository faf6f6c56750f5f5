import MarkdownDocument

/// A rule that cannot be read.
package struct RecurrenceError: Error, Hashable, Sendable {
    /// What would be valid at the column.
    package enum Expected: CaseIterable, Hashable, Sendable {
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
    /// The most bytes of a rule. A calendar needs a hundred; the time to find a date grows with
    /// the elements of a rule.
    private static let longest = 1_000

    /// Refuses a rule that is too long to be one.
    static func check(lengthOf rule: Text) throws(RecurrenceError) {
        guard rule.utf8.count > longest else { return }
        throw RecurrenceError(.shorter, column: longest + 1)
    }
}

extension RecurrenceError: CustomStringConvertible {
    package var description: String { words.english }

    /// The column and what was expected there.
    package var words: Bilingual {
        Bilingual(
            "column \(column): expected \(expected.words.english)",
            "\(column)번째 칸: 필요한 값: \(expected.words.korean)")
    }
}

extension RecurrenceError.Expected {
    /// The end of a sentence about what the rule has instead.
    package var words: Bilingual { Bilingual(english, korean) }

    private var english: String {
        switch self {
        case .rule: "'every', 'after', or an RRULE such as FREQ=WEEKLY;BYDAY=MO"
        case .interval: "day, week, month, year, weekday, monday, or a number such as in '2 weeks'"
        case .unit: "days, weeks, months or years"
        case .number: "a number from 1 to 999"
        case .weekday: "a weekday, such as monday"
        case .dayOfMonth:
            "a day of the month, from 1 to 31, or one such as '2nd wednesday' or 'last weekday'"
        case .dayOfYear: "a day and its month, such as '29 february'"
        case .month: "a month that has this day, such as january"
        case .end: "the end of the rule; an RRULE such as FREQ=WEEKLY;INTERVAL=2;BYDAY=MO says more"
        case .part:
            "FREQ, INTERVAL, COUNT, UNTIL, BYMONTH, BYMONTHDAY, BYDAY, BYSETPOS or WKST, and '='"
        case .singlePart: "each part once"
        case .value: "a value"
        case .frequency: "DAILY, WEEKLY, MONTHLY or YEARLY"
        case .count: "a number from 1 to 9999"
        case .until: "a day such as 20261231, or a time such as 20261231T150000Z"
        case .weekdayCode: "weekdays such as MO,FR, or 1MO and -1FR in a month"
        case .plainWeekdayCode: "weekdays without numbers, such as MO,FR"
        case .monthDay: "days from 1 to 31, or from -1, the last one, to -31"
        case .monthNumber: "months from 1 to 12"
        case .missingFrequency: "a part FREQ, such as FREQ=WEEKLY"
        case .onlyOneEnd: "COUNT or UNTIL, not both"
        case .shorter: "the end of the rule, which has at most 1000 bytes"
        case .noMonthDays: "BYDAY in place of BYMONTHDAY, since FREQ is WEEKLY"
        case .position: "positions from 1 to 366, or from -1, the last one, to -366"
        case .daysForPosition:
            "BYDAY or BYMONTHDAY beside BYSETPOS, and FREQ=MONTHLY or FREQ=YEARLY"
        }
    }

    private var korean: String {
        switch self {
        case .rule: "'every', 'after'나 FREQ=WEEKLY;BYDAY=MO 같은 RRULE"
        case .interval: "day, week, month, year, weekday, monday나 '2 weeks' 같은 기간"
        case .unit: "days, weeks, months, years 가운데 하나"
        case .number: "1부터 999까지의 숫자"
        case .weekday: "monday 같은 요일"
        case .dayOfMonth: "1부터 31까지의 날이나 '2nd wednesday', 'last weekday' 같은 날"
        case .dayOfYear: "'29 february' 같은 날과 달"
        case .month: "그 날이 있는 달, 예를 들면 january"
        case .end: "규칙의 끝; 더 자세한 규칙은 FREQ=WEEKLY;INTERVAL=2;BYDAY=MO 같은 RRULE"
        case .part:
            "FREQ, INTERVAL, COUNT, UNTIL, BYMONTH, BYMONTHDAY, BYDAY, BYSETPOS, WKST 가운데 하나와 '='"
        case .singlePart: "한 번씩만 쓴 항목"
        case .value: "값"
        case .frequency: "DAILY, WEEKLY, MONTHLY, YEARLY 가운데 하나"
        case .count: "1부터 9999까지의 숫자"
        case .until: "20261231 같은 날이나 20261231T150000Z 같은 시각"
        case .weekdayCode: "MO,FR 같은 요일이나 달 안의 1MO, -1FR"
        case .plainWeekdayCode: "MO,FR처럼 숫자 없는 요일"
        case .monthDay: "1부터 31까지, 또는 마지막 날인 -1부터 -31까지의 날"
        case .monthNumber: "1부터 12까지의 달"
        case .missingFrequency: "FREQ=WEEKLY 같은 FREQ 항목"
        case .onlyOneEnd: "COUNT와 UNTIL 가운데 하나"
        case .shorter: "규칙의 끝, 규칙은 1000바이트까지"
        case .noMonthDays: "FREQ가 WEEKLY이므로 BYMONTHDAY 대신 BYDAY"
        case .position: "1부터 366까지나, 마지막을 뜻하는 -1부터 -366까지의 순서"
        case .daysForPosition: "BYSETPOS와 함께 쓴 BYDAY나 BYMONTHDAY, 그리고 FREQ=MONTHLY나 FREQ=YEARLY"
        }
    }
}
