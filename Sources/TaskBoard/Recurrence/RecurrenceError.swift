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

/// Returns the rule that text may have meant; nil if no rule is close to it.
package func nearestRule(to text: Text) -> Text? {
    let words = text.utf8.prefix(100).map { $0 == .dash || $0.isBlank ? 0x20 : lowered($0) }
        .split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    let line = words.joined(separator: " ")
    guard
        let near = otherWords[line] ?? afterFinish(line) ?? weekdayOfMonth(words) ?? mended(words)
    else { return nil }
    do throws(RecurrenceError) {
        let rule = try RecurrenceRule(Text(near))
        // Words are easier to read than the codes of a calendar.
        if case .calendar = rule { return Text(near) }
        return rule.text
    } catch {
        return nil
    }
}

/// `every last friday` and `2nd wednesday of the month`.
private func weekdayOfMonth(_ words: [String]) -> String? {
    let words = words.first == "every" ? Array(words.dropFirst()) : words
    guard words.count >= 2, let place = places[words[0]],
        ["", "of the month", "of every month", "of each month"].contains(
            words.dropFirst(2).joined(separator: " ")),
        RuleWords.number(of: Text(words[1]), in: RuleWords.weekdays) != nil
    else { return nil }
    return "every month on the \(place) \(words[1])"
}

private let places = [
    "1st": "1st", "first": "1st", "2nd": "2nd", "second": "2nd", "3rd": "3rd", "third": "3rd",
    "4th": "4th", "fourth": "4th", "last": "last",
]

/// `FREQ=WEEKLY;FROM=COMPLETION`, which is not part of RFC 5545.
private func afterFinish(_ rule: String) -> String? {
    var parts = rule.split(separator: ";")
    guard let mark = parts.firstIndex(of: "from=completion") else { return nil }
    parts.remove(at: mark)
    var (unit, count): (String?, Int?) = (nil, 1)
    let units = ["daily": "day", "weekly": "week", "monthly": "month", "yearly": "year"]
    for part in parts {
        let value = String(part.drop { $0 != "=" }.dropFirst())
        if part.hasPrefix("freq=") {
            unit = units[value]
        } else if part.hasPrefix("interval=") {
            count = Int(value)
        } else {
            return nil
        }
    }
    guard let unit, let count else { return nil }
    return "after \(count) \(unit)\(count == 1 ? "" : "s")"
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
