package import MarkdownDocument

/// A day of the calendar, independent of the time zone.
///
/// Years range from 1 to 9999; arithmetic stops at the ends of this range.
package struct Day: Hashable, Sendable {
    /// Days since 1970-01-01.
    package let number: Int

    package init(number: Int) { self.number = min(max(number, Day.firstNumber), Day.lastNumber) }

    /// The day of a date; nil if the calendar has no such day.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Day.length(ofMonth: month, in: year)
        else { return nil }
        number = Day.number(year: year, month: month, day: day)
    }

    /// The day of a moment, given in seconds of local time since 1970.
    package init(localSeconds: Int64) {
        let day = localSeconds >= 0 ? localSeconds / 86_400 : (localSeconds + 1) / 86_400 - 1
        self.init(number: Int(clamping: day))
    }

    private static let firstNumber = number(year: 1, month: 1, day: 1)
    private static let lastNumber = number(year: 9999, month: 12, day: 31)

    /// Returns the number of a day. Eras of 400 years begin with March, so that
    /// a leap day is the last of its year.
    private static func number(year: Int, month: Int, day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

extension Day {
    package var date: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    package var year: Int { date.year }
    package var month: Int { date.month }
    package var day: Int { date.day }

    /// The weekday; Monday is 1, Sunday is 7.
    package var weekday: Int { ((number + 3) % 7 + 7) % 7 + 1 }

    package func adding(days: Int) -> Day {
        let (sum, isTooFar) = number.addingReportingOverflow(days)
        return Day(number: isTooFar ? (days < 0 ? .min : .max) : sum)
    }

    /// Returns the same day of another month, or the last day of that month.
    package func adding(months: Int) -> Day {
        let (year, month, day) = date
        let (sum, isTooFar) = (year * 12 + month - 1).addingReportingOverflow(months)
        guard !isTooFar, sum >= 12 else {
            return months < 0 ? Day(number: .min) : Day(number: .max)
        }
        guard sum < 10_000 * 12 else { return Day(number: .max) }
        let last = Day.length(ofMonth: sum % 12 + 1, in: sum / 12)
        return Day(
            number: Day.number(year: sum / 12, month: sum % 12 + 1, day: min(day, last)))
    }

    /// Returns the first such weekday after this day.
    package func next(weekday: Int) -> Day {
        adding(days: (weekday - self.weekday + 6) % 7 + 1)
    }

    /// Returns the last such weekday before this day.
    package func previous(weekday: Int) -> Day {
        adding(days: -((self.weekday - weekday + 6) % 7 + 1))
    }

    /// The Sunday of this week.
    package var endOfWeek: Day { adding(days: 7 - weekday) }
    package var endOfMonth: Day {
        adding(days: Day.length(ofMonth: month, in: year) - day)
    }
    package var endOfYear: Day { Day(number: Day.number(year: year, month: 12, day: 31)) }

    package static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Day {
    /// Reads a day such as `2026-12-01`.
    package init?(_ text: Text) {
        var reader = DigitReader(text.utf8)
        guard let day = reader.day(), reader.isAtEnd else { return nil }
        self = day
    }

    /// The text in files, such as `2026-12-01`.
    package var text: Text {
        let (year, month, day) = date
        return Text(
            padded(year, 4) + [.dash] + padded(month, 2) + [.dash] + padded(day, 2))
    }
}

extension Day: Comparable {
    package static func < (a: Day, b: Day) -> Bool { a.number < b.number }
}

extension Day: CustomStringConvertible {
    package var description: String { text.string }
}

/// Returns a minute of the day as `15:00`.
package func timeOfDay(_ minute: Int) -> Text {
    Text(padded(minute / 60, 2) + [UInt8(ascii: ":")] + padded(minute % 60, 2))
}

/// Returns a nonnegative number with at least `width` digits.
func padded(_ number: Int, _ width: Int) -> [UInt8] {
    let digits = Array(String(number).utf8)
    return [UInt8](repeating: 0x30, count: max(0, width - digits.count)) + digits
}

/// A reader of numbers with a fixed width and of the signs between them.
struct DigitReader {
    private let bytes: [UInt8]
    /// The place of the next byte.
    var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { at == bytes.count }

    mutating func digits(_ count: Int) -> Int? {
        guard bytes.count - at >= count else { return nil }
        var number = 0
        for place in at..<(at + count) {
            guard bytes[place].isASCIIDigit else { return nil }
            number = number * 10 + Int(bytes[place] - 0x30)
        }
        at += count
        return number
    }

    mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard isNext(sign) else { return false }
        at += 1
        return true
    }

    func isNext(_ sign: Unicode.Scalar) -> Bool { !isAtEnd && bytes[at] == UInt8(ascii: sign) }

    /// Reads a day such as `2026-12-01`.
    mutating func day() -> Day? {
        guard let year = digits(4), take("-"), let month = digits(2), take("-"),
            let day = digits(2)
        else { return nil }
        return Day(year: year, month: month, day: day)
    }
}
