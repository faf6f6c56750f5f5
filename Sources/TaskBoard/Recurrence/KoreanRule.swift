import MarkdownDocument

/// Returns the text for a file of a rule that was typed in Korean, such as `매주 월요일`, `격주`,
/// `매월 1일`, `2주마다` or `완료 후 3일`; nil for other words.
func koreanRule(_ words: Text) -> Text? {
    guard words.utf8.count <= 100, words.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    var reader = KoreanRuleReader(words.nfc.string)
    guard let rule = reader.rule() else { return nil }
    do throws(RecurrenceError) { return try RecurrenceRule(Text(rule)).text } catch { return nil }
}

/// A reader of rules in Korean, which ignores blanks and dashes.
private struct KoreanRuleReader {
    private typealias Unit = RecurrenceRule.Period.Unit

    private var rest: Substring

    init(_ words: String) { rest = words.filter { !$0.isWhitespace && $0 != "-" }[...] }

    /// Returns the rule in English; nil if the words are not one.
    mutating func rule() -> String? {
        if take("완료후") || take("완료") || take("끝나고") {
            guard let period = period() else { return nil }
            _ = take("후") || take("뒤")
            return rest.isEmpty ? "after \(period.count) \(Self.name(period.unit))s" : nil
        }
        if take("평일마다") || take("매평일") || take("평일") {
            return rest.isEmpty ? "every weekday" : nil
        }
        guard let (count, unit) = interval() else {
            guard let days = weekdays(), take("마다"), rest.isEmpty else { return nil }
            return Self.rule(on: days, weeks: 1)
        }
        let name = Self.name(unit)
        let every = count == 1 ? "every \(name)" : "every \(count) \(name)s"
        if rest.isEmpty { return every }
        switch unit {
        case .day: return nil
        case .week:
            guard let days = weekdays(), rest.isEmpty else { return nil }
            return Self.rule(on: days, weeks: count)
        case .month: return dayOfMonth().map { "\(every) on \($0)" }
        case .year: return dayOfYear().map { "\(every) on \($0)" }
        }
    }

    // MARK: Parts

    private static let intervals: [(String, (Int, Unit))] = [
        ("매일", (1, .day)), ("매주", (1, .week)), ("매월", (1, .month)), ("매달", (1, .month)),
        ("매년", (1, .year)), ("해마다", (1, .year)), ("매분기", (3, .month)), ("격일", (2, .day)),
        ("격주", (2, .week)), ("격월", (2, .month)), ("격년", (2, .year)),
    ]

    /// Reads `매주`, `격주` or `2주마다`.
    private mutating func interval() -> (Int, Unit)? {
        if let interval = take(oneOf: Self.intervals) { return interval }
        let start = rest
        guard let period = period(), take("마다") else {
            rest = start
            return nil
        }
        return (period.count, period.unit)
    }

    private static let units: [(String, Unit)] = [
        ("개월", .month), ("주일", .week), ("일", .day), ("주", .week), ("달", .month), ("년", .year),
    ]

    private static let spans: [(String, (Int, Unit))] = [
        ("일주일", (1, .week)), ("하루", (1, .day)), ("이틀", (2, .day)), ("사흘", (3, .day)),
        ("나흘", (4, .day)), ("열흘", (10, .day)), ("보름", (15, .day)), ("한주", (1, .week)),
        ("두주", (2, .week)), ("한달", (1, .month)), ("두달", (2, .month)), ("세달", (3, .month)),
    ]

    /// Reads `2주` or `이틀`.
    private mutating func period() -> (count: Int, unit: Unit)? {
        if let (count, unit) = take(oneOf: Self.spans) { return (count, unit) }
        guard let count = number(), let unit = take(oneOf: Self.units) else { return nil }
        return (count, unit)
    }

    /// Reads `월요일`, `월, 수, 금` or `월수금`, as numbers from 1, Monday.
    private mutating func weekdays() -> [Int]? {
        var days: [Int] = []
        while let day = weekday() {
            days.append(day)
            _ = take(",") || take("·") || take("/")
        }
        return days.isEmpty ? nil : days
    }

    private static let weekdayNames: [(String, Int)] = zip(
        ["월", "화", "수", "목", "금", "토", "일"], 1...7
    ).map { ($0, $1) }

    private mutating func weekday() -> Int? {
        guard let day = take(oneOf: Self.weekdayNames) else { return nil }
        _ = take("요일")
        return day
    }

    private static let ordinals: [(String, String)] = [
        ("첫째", "1st"), ("첫번째", "1st"), ("둘째", "2nd"), ("두번째", "2nd"), ("셋째", "3rd"),
        ("세번째", "3rd"), ("넷째", "4th"), ("네번째", "4th"), ("다섯째", "5th"), ("마지막", "last"),
    ]

    /// Reads `1일`, `말일`, `둘째 주 수요일` or `마지막 금요일`.
    private mutating func dayOfMonth() -> String? {
        if take("말일") || take("마지막날") { return rest.isEmpty ? "31" : nil }
        if let ordinal = take(oneOf: Self.ordinals) {
            _ = take("주")
            guard let day = weekday(), rest.isEmpty else { return nil }
            return "the \(ordinal) \(RuleWords.weekdays[day - 1])"
        }
        guard let day = number(), take("일"), rest.isEmpty else { return nil }
        return "\(day)"
    }

    /// Reads `2월 29일`.
    private mutating func dayOfYear() -> String? {
        guard let month = number(), (1...12).contains(month), take("월"), let day = number(),
            take("일"), rest.isEmpty
        else { return nil }
        return "\(day) \(RuleWords.months[month - 1])"
    }

    private static func rule(on days: [Int], weeks: Int) -> String {
        if weeks == 1 {
            return "every " + days.map { RuleWords.weekdays[$0 - 1] }.joined(separator: ", ")
        }
        let codes = days.map { RuleWords.weekdays[$0 - 1].prefix(2).uppercased() }
        return "FREQ=WEEKLY;INTERVAL=\(weeks);BYDAY=" + codes.joined(separator: ",")
    }

    private static func name(_ unit: Unit) -> String { RuleWords.units[unit.rawValue] }

    // MARK: Words

    private mutating func take(_ word: String) -> Bool {
        guard rest.hasPrefix(word) else { return false }
        rest = rest.dropFirst(word.count)
        return true
    }

    private mutating func take<Value>(oneOf words: [(String, Value)]) -> Value? {
        for (word, value) in words where take(word) { return value }
        return nil
    }

    /// Reads a number of at most three digits.
    private mutating func number() -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard (1...3).contains(digits.count), let number = Int(digits) else { return nil }
        rest = rest.dropFirst(digits.count)
        return number
    }
}
