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

extension CalendarRule {
    /// Returns true if text is meant as an RFC 5545 rule, and not as a rule in words.
    static func isOne(_ text: Text) -> Bool {
        text.utf8.contains(UInt8(ascii: "=")) || beginsWithName(text.utf8)
    }

    /// Reads a rule, with or without `RRULE:`. The parts may be in any order, in any case, and
    /// have blanks around them.
    init(_ text: Text) throws(RecurrenceError) {
        try RecurrenceError.check(lengthOf: text)
        var reader = CalendarRuleReader(text.utf8.map(raised))
        self = try reader.read()
    }

    fileprivate static func beginsWithName(_ bytes: [UInt8]) -> Bool {
        bytes.drop(while: \.isBlank).map(raised).starts(with: "RRULE:".utf8)
    }
}

private func raised(_ byte: UInt8) -> UInt8 { byte &- 0x61 < 26 ? byte & 0xDF : byte }

/// A reader for the parts of an RFC 5545 rule, in capital letters.
private struct CalendarRuleReader {
    private typealias Slice = ArraySlice<UInt8>

    private let bytes: [UInt8]
    private var places: [CalendarRule.Part: Int] = [:]
    private var rule = CalendarRule(.daily)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read() throws(RecurrenceError) -> CalendarRule {
        var rest = bytes[...]
        if CalendarRule.beginsWithName(bytes) {
            rest = rest.drop(while: \.isBlank).dropFirst("RRULE:".utf8.count)
        }
        for part in rest.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
            try read(withoutBlanks(part))
        }
        try check()
        return rule
    }

    private mutating func read(_ text: Slice) throws(RecurrenceError) {
        guard let sign = text.firstIndex(of: UInt8(ascii: "=")),
            let part = CalendarRule.Part(rawValue: Text(withoutBlanks(text[..<sign])).string)
        else { throw expected(.part, at: text.startIndex) }
        guard places.updateValue(text.startIndex, forKey: part) == nil else {
            throw expected(.singlePart, at: text.startIndex)
        }
        let value = withoutBlanks(text[(sign + 1)...])
        guard !value.isEmpty else { throw expected(.value, at: value.startIndex) }
        try set(part, value)
    }

    private mutating func set(
        _ part: CalendarRule.Part, _ value: Slice
    ) throws(RecurrenceError) {
        switch part {
        case .frequency:
            rule.frequency = try one(value, .frequency) {
                CalendarRule.Frequency(rawValue: Text($0).string)
            }
        case .interval: rule.interval = try one(value, .count) { decimal($0, in: 1...9999) }
        case .count: rule.count = try one(value, .count) { decimal($0, in: 1...9999) }
        case .until: rule.end = try one(value, .until, Self.end)
        case .months:
            rule.months = try list(value, .monthNumber) { decimal($0, in: 1...12) }.sorted()
        case .monthDays:
            rule.monthDays = try list(value, .monthDay) { Self.signed($0, in: 1...31) }.sorted()
        case .weekdays: rule.weekdays = try list(value, .weekdayCode, Self.weekday).sorted()
        case .positions:
            rule.positions = try list(value, .position) { Self.signed($0, in: 1...366) }.sorted()
        case .weekStart: rule.weekStart = try one(value, .plainWeekdayCode, Self.code)
        }
    }

    /// Throws for parts that cannot be combined.
    private func check() throws(RecurrenceError) {
        guard places[.frequency] != nil else { throw expected(.missingFrequency, at: bytes.count) }
        if let count = places[.count], let until = places[.until] {
            throw expected(.onlyOneEnd, at: max(count, until))
        }
        if rule.frequency == .weekly, let place = places[.monthDays] {
            throw expected(.noMonthDays, at: place)
        }
        if let place = places[.positions] {
            let hasDays = !rule.weekdays.isEmpty || !rule.monthDays.isEmpty
            guard hasDays, rule.frequency == .monthly || rule.frequency == .yearly else {
                throw expected(.daysForPosition, at: place)
            }
        }
        let hasOrdinals = rule.weekdays.contains { $0.ordinal != 0 }
        if hasOrdinals, rule.frequency == .daily || rule.frequency == .weekly {
            throw expected(.plainWeekdayCode, at: places[.weekdays] ?? 0)
        }
    }
}

extension CalendarRuleReader {
    /// Returns the error at an offset; its column counts characters.
    private func expected(
        _ expected: RecurrenceError.Expected, at offset: Int
    ) -> RecurrenceError {
        RecurrenceError(expected, column: bytes[..<offset].count { $0 & 0xC0 != 0x80 } + 1)
    }

    private func one<Value>(
        _ text: Slice, _ expectation: RecurrenceError.Expected, _ read: (Slice) -> Value?
    ) throws(RecurrenceError) -> Value {
        guard let value = read(text) else { throw expected(expectation, at: text.startIndex) }
        return value
    }

    /// Reads elements between commas, and drops equal ones.
    private func list<Value: Hashable>(
        _ text: Slice, _ expectation: RecurrenceError.Expected, _ read: (Slice) -> Value?
    ) throws(RecurrenceError) -> Set<Value> {
        var values: Set<Value> = []
        let elements = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        for element in elements {
            values.insert(try one(withoutBlanks(element), expectation, read))
        }
        return values
    }

    private static func signed(_ text: Slice, in range: ClosedRange<Int>) -> Int? {
        let isNegative = text.first == .dash
        let digits = isNegative || text.first == UInt8(ascii: "+") ? text.dropFirst() : text
        return decimal(digits, in: range).map { isNegative ? -$0 : $0 }
    }

    private static func code(_ text: Slice) -> Int? {
        CalendarRule.weekdayCodes.firstIndex { text.elementsEqual($0.utf8) }.map { $0 + 1 }
    }

    /// Reads `MO`, `1MO` or `-1MO`. A year has at most 53 of a weekday.
    private static func weekday(_ text: Slice) -> CalendarRule.Weekday? {
        guard let weekday = code(text.suffix(2)) else { return nil }
        let ordinal = text.dropLast(2)
        guard !ordinal.isEmpty else { return CalendarRule.Weekday(weekday: weekday) }
        return signed(ordinal, in: 1...53).map {
            CalendarRule.Weekday(ordinal: $0, weekday: weekday)
        }
    }

    private static func end(_ text: Slice) -> CalendarRule.End? {
        var reader = DigitReader(Array(text))
        guard let year = reader.digits(4), let month = reader.digits(2),
            let dayOfMonth = reader.digits(2),
            let day = Day(year: year, month: month, day: dayOfMonth)
        else { return nil }
        guard !reader.isAtEnd else { return CalendarRule.End(day: day) }
        guard reader.take("T"), let hour = reader.digits(2), hour < 24,
            let minute = reader.digits(2), minute < 60, let second = reader.digits(2), second <= 60
        else { return nil }
        let isUTC = reader.take("Z")
        guard reader.isAtEnd else { return nil }
        let time = hour * 3600 + minute * 60 + min(second, 59)
        return CalendarRule.End(day: day, secondOfDay: time, isUTC: isUTC)
    }
}

/// Returns the bytes without blanks at both ends; for blanks alone, the empty slice after them.
private func withoutBlanks(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop(while: \.isBlank)
    while bytes.last?.isBlank == true { bytes.removeLast() }
    return bytes
}

extension CalendarRule {
    /// Returns the first day of the rule after the day with which it begins; nil if there is none.
    ///
    /// `COUNT` and `UNTIL` are ignored here. A day that a month lacks is skipped.
    package func firstDay(after start: Day) -> Day? {
        guard hasDays else { return nil }
        if frequency == .daily { return firstOfDays(after: start) }
        let firstYear = start.year
        var barren: Set<PeriodShape> = []
        for period in 0...periodLimit {
            let offset = period * interval
            if offset > lastOffset { return nil }
            let shape = shape(ofPeriod: offset, from: start, firstYear: firstYear)
            if let shape, barren.contains(shape) { continue }
            let days = days(inPeriod: offset, from: start, firstYear: firstYear)
            if let day = days.filter({ $0 > start }).min() { return day }
            if days.isEmpty, let shape { barren.insert(shape) }
        }
        return nil
    }

    /// False if no month has a day of `BYMONTH` and `BYMONTHDAY`.
    private var hasDays: Bool {
        monthDays.isEmpty
            || (months.isEmpty ? Array(1...12) : months).contains { month in
                monthDays.contains { abs($0) <= Day.length(ofMonth: month, in: 2000) }
            }
    }

    /// The properties of a month or a year that determine which of its days the rule selects.
    /// Periods of one shape have the same days, so a rule without days is checked against one
    /// period of each shape.
    private struct PeriodShape: Hashable {
        /// The month; 0 for a year.
        let month: Int
        /// The days of the month, or of February.
        let length: Int
        /// The weekday of the first day.
        let weekday: Int
    }

    /// Returns the shape of a period; nil for a week, and outside the calendar.
    private func shape(ofPeriod offset: Int, from start: Day, firstYear: Int) -> PeriodShape? {
        let isOfYear = frequency == .yearly
        guard isOfYear || frequency == .monthly else { return nil }
        let months = isOfYear ? 12 * offset : start.month - 1 + offset
        let (year, month) = (firstYear + months / 12, months % 12 + 1)
        return Day(year: year, month: month, day: 1).map { first in
            PeriodShape(
                month: isOfYear ? 0 : month,
                length: Day.length(ofMonth: isOfYear ? 2 : month, in: year),
                weekday: first.weekday)
        }
    }

    /// Does the same for `FREQ=DAILY`. It skips months and days of months that the rule excludes:
    /// otherwise a rule for 29 February would check each day of four years.
    private func firstOfDays(after start: Day) -> Day? {
        // All candidates fall on the same weekday.
        if interval % 7 == 0, !weekdays.isEmpty, !isWeekday(start) { return nil }
        var offset = interval
        for _ in 0...periodLimit {
            guard let day = Day(exactly: start.number + offset) else { return nil }
            if isChosen(day) { return day }
            let next = nextCandidate(after: day).number - start.number
            offset = max(offset + interval, (next + interval - 1) / interval * interval)
        }
        return nil
    }

    /// Returns a day after another such that `BYMONTH` and `BYMONTHDAY` select none in between.
    private func nextCandidate(after day: Day) -> Day {
        let (year, month, number) = day.date
        let length = Day.length(ofMonth: month, in: year)
        let nextMonth = day.adding(days: length - number + 1)
        guard isInMonths(day) else { return nextMonth }
        guard !monthDays.isEmpty else { return day.adding(days: 1) }
        let later = monthDays.map { $0 > 0 ? $0 : length + 1 + $0 }
            .filter { $0 > number && $0 <= length }
        return later.min().map { day.adding(days: $0 - number) } ?? nextMonth
    }

    /// Returns true if the rule selects the day with which it begins.
    func includes(_ start: Day) -> Bool {
        days(inPeriod: 0, from: start, firstYear: start.year).contains(start)
    }

    /// The number of periods after which a rule without a date is known to have none.
    ///
    /// The calendar repeats after 400 years, which are 20,871 whole weeks, and no interval steps
    /// through more periods than these.
    private var periodLimit: Int {
        switch frequency {
        case .daily: 146_097
        case .weekly: 20_871
        case .monthly: 4_800
        case .yearly: 400
        }
    }

    /// The number of periods after which all are outside the calendar.
    private var lastOffset: Int {
        switch frequency {
        case .daily: 9_999 * 366
        case .weekly: 9_999 * 53
        case .monthly: 9_999 * 12
        case .yearly: 9_999
        }
    }

    /// Returns the days of a period, in any order.
    ///
    /// - Parameter offset: The number of days, weeks, months or years from the period of `start`.
    private func days(inPeriod offset: Int, from start: Day, firstYear: Int) -> [Day] {
        switch frequency {
        case .daily:
            return [start.number + offset].compactMap(Day.init(exactly:)).filter(isChosen)
        case .weekly:
            let first = start.number - (start.weekday - weekStart + 7) % 7 + 7 * offset
            let wanted = weekdays.isEmpty ? [start.weekday] : weekdays.map(\.weekday)
            return wanted.map { first + ($0 - weekStart + 7) % 7 }
                .compactMap(Day.init(exactly:)).filter(isInMonths)
        case .monthly:
            let month = start.month - 1 + offset
            return atPositions(days(ofMonth: month % 12 + 1, in: firstYear + month / 12, start))
        case .yearly:
            // Without a day, the rule uses the day of its start.
            let isAnniversary = weekdays.isEmpty && monthDays.isEmpty && months.isEmpty
            let wanted = isAnniversary ? [start.month] : Array(1...12)
            return atPositions(wanted.flatMap { days(ofMonth: $0, in: firstYear + offset, start) })
        }
    }

    /// Returns the days of a period that `BYSETPOS` selects.
    private func atPositions(_ days: [Day]) -> [Day] {
        guard !positions.isEmpty else { return days }
        let sorted = days.sorted()
        return positions.compactMap { position in
            let index = position > 0 ? position - 1 : sorted.count + position
            return sorted.indices.contains(index) ? sorted[index] : nil
        }
    }

    private func days(ofMonth month: Int, in year: Int, _ start: Day) -> [Day] {
        guard months.isEmpty || months.contains(month) else { return [] }
        let length = Day.length(ofMonth: month, in: year)
        var wanted = Set(monthDays.map { $0 > 0 ? $0 : length + 1 + $0 })
        if monthDays.isEmpty {
            wanted = weekdays.isEmpty ? [start.day] : Set(1...length)
        }
        return wanted.compactMap { Day(year: year, month: month, day: $0) }
            .filter { weekdays.isEmpty || isWeekday($0) }
    }

    /// Returns true if a daily rule selects a day that its interval reaches.
    private func isChosen(_ day: Day) -> Bool {
        isInMonths(day) && isMonthDay(day) && (weekdays.isEmpty || isWeekday(day))
    }

    private func isInMonths(_ day: Day) -> Bool { months.isEmpty || months.contains(day.month) }

    private func isMonthDay(_ day: Day) -> Bool {
        guard !monthDays.isEmpty else { return true }
        let (year, month, number) = day.date
        return monthDays.contains(number)
            || monthDays.contains(number - Day.length(ofMonth: month, in: year) - 1)
    }

    /// Returns true if `BYDAY` has a day. An ordinal counts in the month, or, in a yearly rule
    /// without `BYMONTH`, in the year.
    private func isWeekday(_ day: Day) -> Bool {
        let (year, month, number) = day.date
        let isOfYear = frequency == .yearly && months.isEmpty
        let length = Day.length(ofMonth: month, in: year)
        let before = isOfYear ? day.number - day.startOfYear.number : number - 1
        let after = isOfYear ? day.endOfYear.number - day.number : length - number
        return weekdays.contains { element in
            element.weekday == day.weekday
                && [0, before / 7 + 1, -(after / 7 + 1)].contains(element.ordinal)
        }
    }
}

extension CalendarRule {
    /// Returns true if a date is past `UNTIL`.
    ///
    /// The two are compared as times if both have one, and as moments if `UNTIL` is in UTC and
    /// the date has an offset; otherwise by the days as they are written, so that the result is
    /// the same in every zone.
    package func ends(before date: DueDate) -> Bool {
        guard let end else { return false }
        guard let endTime = end.secondOfDay, let time = date.secondOfDay else {
            return date.day > end.day
        }
        let last = Int64(end.day.number) * 86_400 + Int64(endTime)
        let local = Int64(date.day.number) * 86_400 + Int64(time)
        return local - Int64(end.isUTC ? date.offset ?? 0 : 0) > last
    }
}

extension Day {
    /// The day with a number; nil outside the calendar.
    fileprivate init?(exactly number: Int) {
        self.init(number: number)
        guard self.number == number else { return nil }
    }

    fileprivate var startOfYear: Day {
        let (year, _, _) = date
        return Day(year: year, month: 1, day: 1) ?? self
    }
}
