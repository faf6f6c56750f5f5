import MarkdownDocument
import TaskBoard

/// The complete values of a field before and after a change, as lines. For a body, only the
/// changed lines.
package struct ChangedField: Equatable, Sendable {
    package let name: String
    /// Empty if there was no value.
    package let before: [String]
    package let after: [String]
}

extension HistoryEntry {
    /// Returns the fields that the entry changed.
    ///
    /// - Parameter dates: The date format.
    package func fields(_ dates: DateWords) -> [ChangedField] {
        entry.change.changes.map { change in
            let field = change.isOwnKey ? nil : Field.keyed(change.key)
            return ChangedField(
                name: plainWords(change.key), before: Self.lines(of: change.from, field, dates),
                after: Self.lines(of: change.to, field, dates))
        }
    }

    /// The time of the entry in its author's time zone: `2026-11-21T09:14:00+09:00`.
    package var stamp: String {
        let seconds = Int(entry.offset) * 60
        return Moment(seconds: time) { _ in seconds }.stamp.string
    }

    private static func lines(of value: Value?, _ field: Field?, _ dates: DateWords) -> [String] {
        switch value {
        case .scalar(let text):
            if let field, let date = dates.value(text, of: field) { return [date] }
            return text.string.split(separator: "\n", omittingEmptySubsequences: false)
                .map { plainWords(String($0)) }
        case .list(let elements):
            return [elements.map { plainWords($0) }.joined(separator: ", ")]
        case .map, .records, .other, nil: return []
        }
    }
}
