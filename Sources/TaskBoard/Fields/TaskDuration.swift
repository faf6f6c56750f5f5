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
        var rest = folded(text.utf8).filter { $0 != 0x20 }[...]
        guard let first = Amount(&rest) else { return nil }
        switch Unit(&rest) {
        case .minutes:
            guard rest.isEmpty, first.hundredths == nil else { return nil }
            self.init(minutes: first.whole)
        case .hours where rest.isEmpty:
            let hundredths = first.whole * 100 + (first.hundredths ?? 0)
            self.init(minutes: (hundredths * 60 + 50) / 100)
        case .hours:
            guard first.hundredths == nil, let second = Amount(&rest), second.hundredths == nil,
                second.whole < 60, rest.isEmpty || Unit(&rest) == .minutes && rest.isEmpty
            else { return nil }
            self.init(minutes: first.whole * 60 + second.whole)
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

    private enum Unit {
        case minutes, hours

        private static let words: [(word: [UInt8], unit: Unit)] = [
            ("min", minutes), ("m", minutes), ("분", minutes), ("h", hours), ("시간", hours),
        ].map { (Array($0.0.utf8), $0.1) }

        init?(_ rest: inout ArraySlice<UInt8>) {
            for (word, unit) in Self.words where rest.starts(with: word) {
                rest.removeFirst(word.count)
                self = unit
                return
            }
            return nil
        }
    }

    /// At most six digits, and at most two after a point.
    private struct Amount {
        let whole: Int
        /// The digits after the point, as hundredths; nil without a point.
        let hundredths: Int?

        init?(_ rest: inout ArraySlice<UInt8>) {
            guard let (whole, _) = Self.digits(&rest, atMost: 6) else { return nil }
            self.whole = whole
            guard rest.first == UInt8(ascii: ".") else {
                hundredths = nil
                return
            }
            rest.removeFirst()
            guard let (digits, count) = Self.digits(&rest, atMost: 2) else { return nil }
            hundredths = count == 1 ? digits * 10 : digits
        }

        private static func digits(
            _ rest: inout ArraySlice<UInt8>, atMost limit: Int
        ) -> (number: Int, count: Int)? {
            let digits = rest.prefix(while: \.isASCIIDigit)
            guard (1...limit).contains(digits.count) else { return nil }
            rest.removeFirst(digits.count)
            return (digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, digits.count)
        }
    }
}
