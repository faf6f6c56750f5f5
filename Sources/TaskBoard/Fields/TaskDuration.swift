package import MarkdownDocument

/// A length of time in hours and minutes, such as `45min`, `2h` or `1h30`.
///
/// Days and weeks are refused: a day could mean 8 hours or 24.
package struct TaskDuration: Hashable, Comparable, Sendable {
    package let minutes: Int

    /// About eleven years.
    private static let longest = 100_000 * 60

    package init?(minutes: Int) {
        guard (0...Self.longest).contains(minutes) else { return nil }
        self.minutes = minutes
    }

    /// Reads `45min`, `45m`, `2h`, `1.5h`, `1h30`, `1h 30min`, and `1시간 30분`.
    package init?(_ text: Text) {
        var rest = Array(text.folded.string.filter { $0 != " " })[...]
        guard let first = Self.number(&rest) else { return nil }
        switch Self.unit(&rest) {
        case .minutes:
            guard rest.isEmpty, !first.contains(".") else { return nil }
            self.init(minutes: Int(first) ?? -1)
        case .hours where rest.isEmpty:
            guard let hours = Double(first) else { return nil }
            self.init(minutes: Int((hours * 60).rounded()))
        case .hours:
            guard let hours = Int(first), let second = Self.number(&rest),
                let minutes = Int(second), minutes < 60,
                rest.isEmpty || Self.unit(&rest) == .minutes, rest.isEmpty
            else { return nil }
            self.init(minutes: hours * 60 + minutes)
        case nil: return nil
        }
    }

    /// The shortest spelling: `45min`, `2h`, `1h05`.
    package var text: Text {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        if hours == 0 { return Text("\(rest)min") }
        return Text("\(hours)h" + (rest == 0 ? "" : rest < 10 ? "0\(rest)" : "\(rest)"))
    }

    package static func < (a: TaskDuration, b: TaskDuration) -> Bool { a.minutes < b.minutes }

    private enum Unit { case hours, minutes }

    /// Reads at most six digits, and at most two after a point.
    private static func number(_ rest: inout ArraySlice<Character>) -> String? {
        let digits = rest.prefix { ("0"..."9").contains($0) }
        rest = rest.dropFirst(digits.count)
        guard (1...6).contains(digits.count) else { return nil }
        guard rest.first == "." else { return String(digits) }
        let fraction = rest.dropFirst().prefix { ("0"..."9").contains($0) }
        guard (1...2).contains(fraction.count) else { return nil }
        rest = rest.dropFirst(1 + fraction.count)
        return String(digits) + "." + String(fraction)
    }

    private static func unit(_ rest: inout ArraySlice<Character>) -> Unit? {
        let units: [(String, Unit)] = [
            ("min", .minutes), ("m", .minutes), ("분", .minutes), ("h", .hours), ("시간", .hours),
        ]
        for (word, unit) in units where rest.starts(with: word) {
            rest = rest.dropFirst(word.count)
            return unit
        }
        return nil
    }
}
