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

extension RecurrenceRule {
    /// The occurrence that follows another.
    package struct Next: Hashable, Sendable {
        package let date: DueDate
        /// The rule of its task. It differs in the state that the rule carries: the remaining
        /// `COUNT`, and a day that a shorter month or a common year lacks.
        package let rule: RecurrenceRule
    }

    /// Returns the occurrence after another.
    ///
    /// The time and its offset are those of `due`.
    ///
    /// - Parameters:
    ///   - due: The date of the previous occurrence, if it has one.
    ///   - finish: The day on which it was finished, from which `after` counts.
    /// - Returns: Nil if the rule or the calendar ends before another date, and without a `due`
    ///   unless ``countsFromFinish`` is true.
    package func next(after due: DueDate?, finishedOn finish: Day) -> Next? {
        if case .after(let period) = self {
            let day = finish.adding(period)
            return Next(date: due?.on(day) ?? DueDate(day), rule: self)
        }
        guard let due, let day = day(after: due.day), day > due.day else { return nil }
        let date = due.on(day)
        return following(due.day, on: date).map { Next(date: date, rule: $0) }
    }

    private func day(after day: Day) -> Day? {
        switch self {
        case .every(let period), .after(let period): day.adding(period)
        case .weekdays(let weekdays): weekdays.map { day.next(weekday: $0) }.min()
        case .dayOfMonth(let number, let months):
            [0, months].map { day.adding(months: $0).inMonth(on: number) }.first { $0 > day }
        case .dayOfYear(let month, let number, let years):
            [0, 12 * years].map { day.adding(months: month - day.month + $0).inMonth(on: number) }
                .first { $0 > day }
        case .calendar(let rule): rule.firstDay(after: day)
        }
    }

    /// Returns the rule for the task on a date; nil if the rule ends before it.
    private func following(_ day: Day, on date: DueDate) -> RecurrenceRule? {
        switch self {
        case .every(let period) where period.unit == .month && day.day > 28:
            return .dayOfMonth(day.day, months: period.count)
        case .every(let period) where period.unit == .year && day.month == 2 && day.day == 29:
            return .dayOfYear(month: 2, day: 29, years: period.count)
        case .every, .weekdays, .dayOfMonth, .dayOfYear, .after: return self
        case .calendar(var rule):
            guard rule.count != 1, !rule.ends(before: date) else { return nil }
            rule.count = rule.count.map { $0 - 1 }
            return .calendar(rule)
        }
    }
}

extension Day {
    fileprivate func adding(_ period: RecurrenceRule.Period) -> Day {
        switch period.unit {
        case .day: adding(days: period.count)
        case .week: adding(days: 7 * period.count)
        case .month: adding(months: period.count)
        case .year: adding(months: 12 * period.count)
        }
    }

    /// Returns a day of the same month; its last one if the month is shorter.
    func inMonth(on day: Int) -> Day {
        let (year, month, number) = date
        return adding(days: min(day, Day.length(ofMonth: month, in: year)) - number)
    }
}
