import MarkdownDocument

/// Reads a time of day: `15:00`, `3pm`, `3:30 pm`, `15h30`, `오후 3시`, `저녁 7시`, `정오`.
///
/// - Parameter isAfterDate: True for words that follow a date. There, hours alone are a time:
///   `fri 15h`. A bare `15h` is a distance.
/// - Returns: The minutes since midnight; nil for anything else.
func clockTime(_ words: Text, isAfterDate: Bool = false) -> Int? {
    if let minute = minuteOfDay(words) { return minute }
    guard words.utf8.count <= 40 else { return nil }
    // A Korean time has several words, which a dash may separate: `아침-9시`.
    let words = Hangul.isIn(words.utf8) ? words.withoutDashes : words
    guard !words.utf8.contains(where: { $0 == .dash || $0 == 0x2E }) else { return nil }
    guard words.utf8.contains(where: \.isASCIIDigit) else {
        return namedTimes[words.string]
    }
    var tokens = dateTokens(words.string)[...]
    var part: PartOfDay?
    if let last = tokens.last, let half = ["am": PartOfDay.morning, "pm": .afternoon][last] {
        (part, tokens) = (half, tokens.dropLast())
    } else if let first = tokens.first, let named = partsOfDay[first] {
        (part, tokens) = (named, tokens.dropFirst())
    }
    guard let first = tokens.popFirst(), let hour = clockNumber(first),
        let minute = clockMinute(tokens, isAfterDate: isAfterDate, hasHalf: part != nil)
    else { return nil }
    guard let part else { return hour < 24 ? hour * 60 + minute : nil }
    guard part.hours.contains(hour) else { return nil }
    return (hour % 12 + (part.isAfternoon(hour) ? 12 : 0)) * 60 + minute
}

/// A part of the day before or after the number of an hour.
private struct PartOfDay {
    /// The hours from 1 to 12 that people name with it.
    let hours: Set<Int>
    /// The hours after noon, and noon itself.
    let afternoon: Set<Int>

    func isAfternoon(_ hour: Int) -> Bool { afternoon.contains(hour) }

    static let morning = PartOfDay(hours: Set(1...12), afternoon: [])
    static let afternoon = PartOfDay(hours: Set(1...12), afternoon: Set(1...12))
}

private let partsOfDay: [String: PartOfDay] = [
    "오전": .morning, "오후": .afternoon,
    "새벽": PartOfDay(hours: Set(1...6), afternoon: []),
    "아침": PartOfDay(hours: Set(5...11), afternoon: []),
    "낮": PartOfDay(hours: [11, 12, 1, 2, 3, 4, 5], afternoon: [12, 1, 2, 3, 4, 5]),
    "저녁": PartOfDay(hours: Set(4...11), afternoon: Set(4...11)),
    // Midnight belongs to either day.
    "밤": PartOfDay(hours: Set(6...11), afternoon: Set(6...11)),
]

/// The minutes of times without a number.
private let namedTimes = ["정오": 720, "아침": 540, "점심": 720, "저녁": 1_080, "밤": 1_260]

/// Returns the minutes after the number of an hour, by the tokens that follow it.
private func clockMinute(
    _ tokens: ArraySlice<String>, isAfterDate: Bool, hasHalf: Bool
) -> Int? {
    func minutes(_ token: String) -> Int? {
        guard token.utf8.count == 2, let minutes = clockNumber(token), minutes < 60 else {
            return nil
        }
        return minutes
    }
    let tokens = Array(tokens)
    switch tokens.first {
    case nil: return hasHalf ? 0 : nil
    case ":": return hasHalf && tokens.count == 2 ? minutes(tokens[1]) : nil
    case "h" where tokens.count == 2 && !hasHalf: return minutes(tokens[1])
    case "h": return tokens.count == 1 && isAfterDate && !hasHalf ? 0 : nil
    case "시" where tokens.count == 3 && tokens[2] == "분":
        return clockNumber(tokens[1]).flatMap { $0 < 60 ? $0 : nil }
    case "시": return tokens.count == 1 ? 0 : tokens == ["시", "반"] ? 30 : nil
    case "시반": return tokens.count == 1 ? 30 : nil
    default: return nil
    }
}

extension Text {
    /// The same words, with a blank for each dash between them.
    fileprivate var withoutDashes: Text {
        guard utf8.first != .dash, utf8.last != .dash else { return self }
        return Text(utf8.map { $0 == .dash ? 0x20 : $0 })
    }
}

/// Returns a number of one or two digits.
private func clockNumber(_ token: String) -> Int? {
    token.isDigits && token.utf8.count <= 2 ? Int(token) : nil
}
