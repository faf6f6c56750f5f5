package import MarkdownDocument

/// The urgency of a task; the greater comes first.
package enum Priority: String, Hashable, Sendable, CaseIterable {
    case high, medium, low

    /// Reads a priority from a value of the file.
    package init?(_ text: Text) { self.init(rawValue: text.string) }

    /// Reads a typed priority: in any case, by its first letter, or in Korean.
    package init?(typed text: Text) {
        let typed = text.folded.string
        if let priority = koreanPriorities[typed] {
            self = priority
            return
        }
        guard
            let match = Self.allCases.first(where: {
                [$0.rawValue, String($0.rawValue.prefix(1))].contains(typed)
            })
        else { return nil }
        self = match
    }

    /// Reads a whole word, which means a priority wherever `!high` does: in any case, or in Korean.
    init?(word text: Text) {
        let word = text.folded.string
        guard let priority = Self(rawValue: word) ?? (word.count > 1 ? koreanPriorities[word] : nil)
        else { return nil }
        self = priority
    }

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
