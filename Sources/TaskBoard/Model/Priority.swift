package import MarkdownDocument

/// The urgency of a task; the greater comes first.
package enum Priority: String, Hashable, Sendable, CaseIterable {
    case high, medium, low

    /// Reads a priority from a value of the file.
    package init?(_ text: Text) { self.init(rawValue: text.string) }

    package var text: Text { Text(rawValue) }
}

extension Priority: Comparable {
    package static func < (a: Priority, b: Priority) -> Bool { a.order < b.order }

    private var order: Int {
        switch self {
        case .high: 2
        case .medium: 1
        case .low: 0
        }
    }
}
