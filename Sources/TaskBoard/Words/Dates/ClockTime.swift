import MarkdownDocument

/// Reads a time of day: `15:00`, `3pm`, `3:30 pm`, `15h`, `15h30`, `오후 3시`.
///
/// Hours without minutes need two digits before the `h`: `2h` is a distance.
///
/// - Returns: The minutes since midnight; nil for anything else.
func clockTime(_ words: Text) -> Int? {
    if let minute = minuteOfDay(words) { return minute }
    guard words.utf8.count <= 40, !words.utf8.contains(where: { $0 == .dash || $0 == 0x2E }),
        words.utf8.contains(where: \.isASCIIDigit)
    else { return nil }
    var tokens = dateTokens(words.string)[...]
    var isAfternoon: Bool?
    if let last = tokens.last, let half = ["am": false, "pm": true][last] {
        (isAfternoon, tokens) = (half, tokens.dropLast())
    } else if let first = tokens.first, let half = ["오전": false, "오후": true][first] {
        (isAfternoon, tokens) = (half, tokens.dropFirst())
    }
    guard let first = tokens.popFirst(), let hour = clockNumber(first),
        let minute = clockMinute(tokens, hourDigits: first.utf8.count, hasHalf: isAfternoon != nil)
    else { return nil }
    guard let isAfternoon else { return hour < 24 ? hour * 60 + minute : nil }
    guard (1...12).contains(hour) else { return nil }
    return (hour % 12 + (isAfternoon ? 12 : 0)) * 60 + minute
}

/// Returns the minutes after the number of an hour, by the tokens that follow it.
private func clockMinute(
    _ tokens: ArraySlice<String>, hourDigits: Int, hasHalf: Bool
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
    case "h": return tokens.count == 1 && hourDigits == 2 && !hasHalf ? 0 : nil
    case "시" where tokens.count == 3 && tokens[2] == "분":
        return clockNumber(tokens[1]).flatMap { $0 < 60 ? $0 : nil }
    case "시": return tokens.count == 1 ? 0 : tokens == ["시", "반"] ? 30 : nil
    case "시반": return tokens.count == 1 ? 30 : nil
    default: return nil
    }
}

/// Returns a number of one or two digits.
private func clockNumber(_ token: String) -> Int? {
    token.isDigits && token.utf8.count <= 2 ? Int(token) : nil
}
