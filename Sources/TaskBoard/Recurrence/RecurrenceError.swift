package import MarkdownDocument

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

/// Wordings of rules in other tools and in everyday language, each with the rule that pmd reads.
private let otherWords = [
    "daily": "every day", "weekly": "every week", "monthly": "every month",
    "yearly": "every year", "annually": "every year", "weekdays": "every weekday",
    "fortnightly": "every 2 weeks", "biweekly": "every 2 weeks", "every fortnight": "every 2 weeks",
    "quarterly": "every 3 months", "every quarter": "every 3 months",
]

/// The codes of RFC 5545, Monday first.
private let weekdayCodes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

/// Returns the rule that text may have meant; nil if no rule is close to it.
package func nearestRule(to text: Text) -> Text? {
    let words = text.utf8.prefix(100).map { $0 == .dash || $0.isBlank ? 0x20 : lowered($0) }
        .split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    let rule = otherWords[words.joined(separator: " ")] ?? lastWeekday(words) ?? mended(words)
    guard let rule else { return nil }
    do throws(RecurrenceError) { return try RecurrenceRule(Text(rule)).text } catch { return nil }
}

/// `every last friday` and `last friday of the month`, which only RFC 5545 has.
private func lastWeekday(_ words: [String]) -> String? {
    let words = words.first == "every" ? Array(words.dropFirst()) : words
    guard words.count >= 2, words[0] == "last",
        ["", "of the month", "of every month", "of each month"].contains(
            words.dropFirst(2).joined(separator: " ")),
        let day = RuleWords.number(of: Text(words[1]), in: RuleWords.weekdays)
    else { return nil }
    return "FREQ=MONTHLY;BYDAY=-1" + weekdayCodes[day - 1]
}

/// `every other day`, `every tuesday and thursday`, `after a week`, `after 3d`, `every 31st`.
private func mended(_ words: [String]) -> String? {
    guard let first = words.first, first == "every" || first == "after" else { return nil }
    var rest = words.dropFirst().flatMap { word -> [String] in
        switch word {
        case "other": ["2"]
        case "a", "an", "one": ["1"]
        case "two": ["2"]
        case "three": ["3"]
        case "the": []
        case "and": [","]
        default: distance(word) ?? [ordinal(word) ?? word]
        }
    }
    if rest.count == 2, rest[0] == "2", !rest[1].hasSuffix("s") { rest[1] += "s" }
    if first == "every", rest.count == 1, ordinal(words[words.count - 1]) != nil {
        rest = ["month", "on"] + rest
    }
    return ([first] + rest).joined(separator: " ")
}

/// `3d` as its number and unit.
private func distance(_ word: String) -> [String]? {
    let units: [Character: String] = ["d": "days", "w": "weeks", "m": "months", "y": "years"]
    guard let unit = word.last.flatMap({ units[$0] }), Int(word.dropLast()) != nil else {
        return nil
    }
    return [String(word.dropLast()), unit]
}

/// Returns the number of `31st`.
private func ordinal(_ word: String) -> String? {
    ["st", "nd", "rd", "th"].contains(String(word.suffix(2))) && Int(word.dropLast(2)) != nil
        ? String(word.dropLast(2)) : nil
}
