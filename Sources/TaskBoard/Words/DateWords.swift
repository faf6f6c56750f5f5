package import MarkdownDocument

/// The direction of a date without a sign.
package enum DateSense: Sendable {
    /// A planned date: `fri` is the next Friday, `2w` in two weeks.
    case ahead
    /// A past date: `fri` is the last Friday, `2w` two weeks ago.
    case back
}

/// The expected input for a date, in error messages.
package let dateWords = "a date such as 2026-12-01, tomorrow, fri, +3d, 2w, eom or friT15:00"

extension DueDate {
    /// Reads a typed date; nil if the words are not a date.
    ///
    /// The text is the one for a file: a day as `2026-12-01`, a local time as
    /// `2026-12-01T15:00`. A date that is written out in full stays as typed.
    package init?(typed words: Text, now: Moment, sense: DateSense = .ahead) {
        let words = Text(trimmed(words.utf8[...]))
        if let full = DueDate(Text(words.utf8.map { $0 == 0x20 ? UInt8(ascii: "T") : $0 })) {
            self = full
            return
        }
        let lower = Text(words.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
        let (dayPart, minute) = split(lower)
        if dayPart.isEmpty, let minute {
            self.init(now.today, minute: minute)
        } else if let day = namedDay(dayPart, today: now.today, sense: sense) {
            self = minute.map { DueDate(day, minute: $0) } ?? DueDate(day)
        } else {
            return nil
        }
    }

    /// - Throws: The expected input, with `word` as the place.
    package static func typed(
        _ words: Text, in word: Text, now: Moment, sense: DateSense = .ahead
    ) throws(WordError) -> DueDate {
        guard let date = DueDate(typed: words, now: now, sense: sense) else {
            throw WordError(
                word: word.string,
                problem: words.isEmpty ? "the date is missing" : "'\(words)' is not a date",
                expected: dateWords)
        }
        return date
    }
}

extension Day {
    /// Reads a typed day without a time.
    package static func typed(
        _ words: Text, in word: Text, now: Moment, sense: DateSense = .ahead
    ) throws(WordError) -> Day {
        let date = try DueDate.typed(words, in: word, now: now, sense: sense)
        guard date.secondOfDay == nil else {
            throw WordError(
                word: word.string, problem: "'\(words)' has a time", expected: "a day without one")
        }
        return date.day
    }
}

/// Returns the words of the day and the time after them, which follows a `t` or
/// a blank.
private func split(_ words: Text) -> (day: Text, minute: Int?) {
    let bytes = words.utf8
    if let minute = minuteOfDay(words) { return (Text(""), minute) }
    for length in 4...5 where bytes.count > length {
        let sign = bytes[bytes.count - length - 1]
        guard sign == UInt8(ascii: "t") || sign == 0x20,
            let minute = minuteOfDay(Text(bytes.suffix(length)))
        else { continue }
        return (Text(trimmed(bytes.dropLast(length + 1))), minute)
    }
    return (words, nil)
}

private func namedDay(_ words: Text, today: Day, sense: DateSense) -> Day? {
    switch words.string {
    case "today": return today
    case "tomorrow": return today.adding(days: 1)
    case "yesterday": return today.adding(days: -1)
    case "next-week": return today.next(weekday: 1)
    case "next-month": return today.endOfMonth.adding(days: 1)
    case "eow": return today.endOfWeek
    case "eom": return today.endOfMonth
    case "eoy": return today.endOfYear
    default: break
    }
    if let weekday = weekday(words.string) {
        return sense == .ahead ? today.next(weekday: weekday) : today.previous(weekday: weekday)
    }
    return Day(words) ?? distance(words.utf8[...], from: today, sense)
}

private func weekday(_ word: String) -> Int? {
    let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    guard word.utf8.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
}

/// Returns the day at a distance such as `+3d`, `-3d` or `2w`, in days, weeks,
/// months or years.
private func distance(_ words: ArraySlice<UInt8>, from today: Day, _ sense: DateSense) -> Day? {
    var digits = words.dropLast()
    var isBack = sense == .back
    if let sign = digits.first, sign == .dash || sign == UInt8(ascii: "+") {
        isBack = sign == .dash
        digits = digits.dropFirst()
    }
    guard (1...4).contains(digits.count), digits.allSatisfy(\.isASCIIDigit),
        let number = Int(String(decoding: digits, as: UTF8.self))
    else { return nil }
    let count = isBack ? -number : number
    return switch words.last {
    case UInt8(ascii: "d"): today.adding(days: count)
    case UInt8(ascii: "w"): today.adding(days: count * 7)
    case UInt8(ascii: "m"): today.adding(months: count)
    case UInt8(ascii: "y"): today.adding(months: count * 12)
    default: nil
    }
}
