import MarkdownDocument

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
