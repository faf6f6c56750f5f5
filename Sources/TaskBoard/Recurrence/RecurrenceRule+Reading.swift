package import MarkdownDocument

extension RecurrenceRule {
    /// Reads a rule in words, or one of RFC 5545. Case and blanks do not matter.
    ///
    /// | rule | meaning |
    /// |---|---|
    /// | `every day`, `every 2 weeks` | a distance from one date to the next |
    /// | `every weekday`, `every monday, friday` | weekdays |
    /// | `every month on 31`, `every 2 years on 29 february` | a day of the month or the year |
    /// | `every month on the 2nd wednesday`, `on the last weekday` | a weekday of the month |
    /// | `after 3 days` | a distance from the day of the finish |
    /// | `FREQ=WEEKLY;BYDAY=MO`, also after `RRULE:` | see ``CalendarRule`` |
    package init(_ text: Text) throws(RecurrenceError) {
        try RecurrenceError.check(lengthOf: text)
        guard !CalendarRule.isOne(text) else {
            self = .calendar(try CalendarRule(text))
            return
        }
        var reader = RuleReader(text)
        self = try reader.rule()
    }

    /// Returns true if a text is a rule.
    static func isOne(_ text: Text) -> Bool {
        do throws(RecurrenceError) {
            _ = try RecurrenceRule(text)
            return true
        } catch {
            return false
        }
    }
}

/// A reader that parses a rule word by word.
private struct RuleReader {
    private struct Word {
        var text: Text
        /// In characters, from one.
        let column: Int
    }

    private var words: [Word] = []
    private var at = 0
    /// The column after the last word.
    private var end = 1

    /// Splits a rule into words in small letters; each comma is a word.
    init(_ text: Text) {
        var isInWord = false
        var column = 1
        for byte in text.utf8 {
            // False for a continuation byte of UTF-8.
            let isFirst = byte & 0xC0 != 0x80
            let isComma = byte == UInt8(ascii: ",")
            if byte.isBlank {
                isInWord = false
            } else if isInWord, !isComma {
                words[words.count - 1].text.utf8.append(lowered(byte))
            } else {
                words.append(Word(text: Text([lowered(byte)]), column: column))
                isInWord = !isComma
            }
            if isFirst { column += 1 }
            if !byte.isBlank { end = column }
        }
    }

    mutating func rule() throws(RecurrenceError) -> RecurrenceRule {
        let rule: RecurrenceRule
        if take("every") {
            rule = try everyRule()
        } else if take("after") {
            rule = .after(RecurrenceRule.Period(try number(), try unit(.unit)))
        } else {
            throw expected(.rule)
        }
        guard at == words.count else { throw expected(.end) }
        return rule
    }

    private mutating func everyRule() throws(RecurrenceError) -> RecurrenceRule {
        if take("weekday") { return .weekdays([1, 2, 3, 4, 5]) }
        if name(in: RuleWords.weekdays) != nil { return .weekdays(try weekdays()) }
        let hasCount = word?.utf8.first?.isASCIIDigit == true
        let count = hasCount ? try number() : 1
        let unit = try unit(hasCount ? .unit : .interval)
        switch unit {
        case .month where take("on"):
            _ = take("the")
            if let rule = try weekdayOfMonth(months: count) { return rule }
            return .dayOfMonth(try day(.dayOfMonth), months: count)
        case .year where take("on"): return try dayOfYear(years: count)
        case .day, .week, .month, .year: return .every(RecurrenceRule.Period(count, unit))
        }
    }

    private mutating func weekdays() throws(RecurrenceError) -> [Int] {
        var days: Set<Int> = []
        repeat {
            guard let day = name(in: RuleWords.weekdays) else { throw expected(.weekday) }
            days.insert(day)
            at += 1
        } while take(",")
        return days.sorted()
    }

    /// Reads `2nd wednesday`, `last weekday` or `last day`; nil for anything else.
    private mutating func weekdayOfMonth(months: Int) throws(RecurrenceError) -> RecurrenceRule? {
        guard let ordinal = word.flatMap({ RuleWords.ordinals[$0.string] }) else { return nil }
        at += 1
        var rule = CalendarRule(.monthly)
        rule.interval = months
        if take("day"), ordinal == -1 { return .dayOfMonth(31, months: months) }
        if take("weekday") {
            rule.weekdays = (1...5).map { CalendarRule.Weekday(weekday: $0) }
            rule.positions = [ordinal]
            return .calendar(rule)
        }
        guard let weekday = name(in: RuleWords.weekdays) else { throw expected(.weekday) }
        at += 1
        rule.weekdays = [CalendarRule.Weekday(ordinal: ordinal, weekday: weekday)]
        return .calendar(rule)
    }

    private mutating func dayOfYear(years: Int) throws(RecurrenceError) -> RecurrenceRule {
        let day = try day(.dayOfYear)
        // A leap year has every day.
        guard let month = name(in: RuleWords.months),
            Day(year: 2000, month: month, day: day) != nil
        else { throw expected(at == words.count ? .dayOfYear : .month) }
        at += 1
        return .dayOfYear(month: month, day: day, years: years)
    }
}

extension RuleReader {
    private var word: Text? { at < words.count ? words[at].text : nil }

    private func expected(_ expected: RecurrenceError.Expected) -> RecurrenceError {
        RecurrenceError(expected, column: at < words.count ? words[at].column : end)
    }

    private mutating func take(_ text: Text) -> Bool {
        guard word == text else { return false }
        at += 1
        return true
    }

    private func name(in names: [String]) -> Int? {
        word.flatMap { RuleWords.number(of: $0, in: names) }
    }

    private mutating func number() throws(RecurrenceError) -> Int {
        guard let number = word.flatMap({ decimal($0.utf8, in: 1...999) }) else {
            throw expected(.number)
        }
        at += 1
        return number
    }

    private mutating func day(
        _ expectation: RecurrenceError.Expected
    ) throws(RecurrenceError) -> Int {
        guard let day = word.flatMap({ decimal($0.utf8, in: 1...31) }) else {
            throw expected(expectation)
        }
        at += 1
        return day
    }

    /// Reads `day` or `days`, and the like.
    private mutating func unit(
        _ expectation: RecurrenceError.Expected
    ) throws(RecurrenceError) -> RecurrenceRule.Period.Unit {
        let unit = RecurrenceRule.Period.Unit.allCases.first { unit in
            let name = RuleWords.units[unit.rawValue]
            return word.map { $0 == Text(name) || $0 == Text(name + "s") } ?? false
        }
        guard let unit else { throw expected(expectation) }
        at += 1
        return unit
    }
}

/// Returns a number of at most four digits, if it is in a range.
func decimal(_ digits: some Collection<UInt8>, in range: ClosedRange<Int>) -> Int? {
    guard (1...4).contains(digits.count), digits.allSatisfy(\.isASCIIDigit) else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return range.contains(number) ? number : nil
}
