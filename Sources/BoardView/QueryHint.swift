import MarkdownDocument
package import TaskBoard
import Words

extension Query {
    /// Returns a hint about the first key that no task has; otherwise about a word that is the start of a tag or a name.
    ///
    /// - Parameter isEmpty: True if the query finds no task.
    package func hint(on board: Board, isEmpty: Bool, _ language: Language) -> String? {
        if let key = keysWithoutTasks(on: board).first {
            return BoardText.noTaskHasKey(plainWords(key)).text(language)
        }
        guard isEmpty else { return nil }
        return nameMeant(on: board).map { term in
            BoardText.wordIsName(plainWords(Text(term))).text(language)
        }
    }
}

/// Completes the last word of a query, or of input that changes a task.
package struct WordCompletion: Sendable {
    private let board: Board
    private let isQuery: Bool

    /// The maximum number of completions.
    private static let most = 8
    /// The maximum number of tasks searched for tags and people.
    private static let looked = 2_000

    package init(_ board: Board, isQuery: Bool) {
        (self.board, self.isQuery) = (board, isQuery)
    }

    /// - Parameter text: The text before the caret.
    package func words(for text: String) -> [String] {
        words(beginningWith: Self.lastWord(of: text))
    }

    /// Returns the word that ends at the caret.
    package static func lastWord(of text: String) -> String {
        String(text.split(separator: " ", omittingEmptySubsequences: false).last ?? "")
    }

    package func words(beginningWith word: String) -> [String] {
        guard !word.isEmpty else { return [] }
        if isQuery, let sign = ["not:", "(", "-"].first(where: word.hasPrefix), word != sign {
            return words(beginningWith: String(word.dropFirst(sign.count))).map { sign + $0 }
        }
        let words: [String]
        switch word.first {
        case "+": words = names(\.tags).map { "+" + $0 }
        case "@": words = names(\.assignees).map { "@" + $0 }
        case "!": words = priorities.map { "!" + $0 }
        default:
            let fields = board.settings.fields
            let keys =
                (isQuery
                    ? Query.keys(fields) : fields.keys.filter(\.isTyped).map(\.key.string))
                + fields.keysInKorean.filter { isQuery || $0.field.isTyped }.map(\.name.string)
            let states = board.settings.states.map { "state:" + $0.string }
            let properties = isQuery ? Query.properties.map { "is:" + $0 } + states : []
            let priorities =
                Priority.allCases.map { "priority:" + $0.rawValue }
                + fields.keysInKorean.filter { $0.field == .priority }.flatMap { key in
                    Priority.allCases.map { key.name.string + ":" + $0.korean }
                }
            words = keys.map { $0 + ":" } + properties + priorities
        }
        return Array(words.filter { $0.hasPrefix(word) && $0 != word }.prefix(Self.most))
    }

    /// The words after `!`.
    private var priorities: [String] {
        Priority.allCases.map(\.rawValue)
            + (board.settings.fields.hasKoreanKeys ? Priority.allCases.map(\.korean) : [])
    }

    /// Returns the elements of a list field over all tasks, the most frequent first.
    private func names(_ values: (TaskItem) -> [Text]) -> [String] {
        var counts: [Text: Int] = [:]
        for task in board.tasks.prefix(Self.looked) {
            for name in values(task) { counts[name, default: 0] += 1 }
        }
        return counts.sorted { ($1.value, $0.key.string) < ($0.value, $1.key.string) }.map(
            \.key.string)
    }
}
