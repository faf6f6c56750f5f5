import MarkdownDocument
package import TaskBoard

/// Completes the last word of a query, or of input that changes a task.
package struct WordCompletion: Sendable {
    private let board: Board
    private let isQuery: Bool
    private let language: Language

    /// The maximum number of completions.
    private static let most = 8
    /// The maximum number of tasks searched for tags, people and other values.
    private static let looked = 2_000

    /// - Parameter language: The reader's language, in which dates can be typed.
    package init(_ board: Board, isQuery: Bool, _ language: Language) {
        (self.board, self.isQuery, self.language) = (board, isQuery, language)
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
        default: words = keys + terms + values(after: word)
        }
        var seen: Set<String> = [word]
        let offered = words.filter { $0.hasPrefix(word) && seen.insert($0).inserted }
        return Array(offered.prefix(Self.most))
    }

    private var fields: FieldTable { board.settings.fields }

    /// The keys with a colon.
    private var keys: [String] {
        let keys =
            (isQuery ? Query.keys(fields) : fields.keys.filter(\.isTyped).map(\.key.string))
            + fields.keysInKorean.filter { isQuery || $0.field.isTyped }.map(\.name.string)
        return keys.map { $0 + ":" }
    }

    /// The terms that are offered as a whole.
    private var terms: [String] {
        let states = board.settings.states.map { "state:" + $0.string }
        let properties = isQuery ? Query.properties.map { "is:" + $0 } + states : []
        return properties + Priority.allCases.map { "priority:" + $0.rawValue }
            + fields.keysInKorean.filter { $0.field == .priority }.flatMap { key in
                Priority.allCases.map { key.name.string + ":" + $0.korean }
            }
    }

    /// The words after `!`.
    private var priorities: [String] {
        Priority.allCases.map(\.rawValue)
            + (fields.hasKoreanKeys ? Priority.allCases.map(\.korean) : [])
    }

    /// Returns the values of a field after its key and a colon.
    private func values(after word: String) -> [String] {
        guard let colon = word.firstIndex(of: ":") else { return [] }
        let key = String(word[..<colon])
        let suffix = [".before", ".after", ".above", ".below"].first(where: key.hasSuffix)
        let name = String(key.dropLast(suffix?.count ?? 0))
        guard suffix == nil || isQuery, let field = fields.named(Text(name)),
            isQuery || field.isTyped
        else { return [] }
        let isKorean = language == .korean || !name.utf8.allSatisfy { $0 < 0x80 }
        return values(of: field, inKorean: isKorean).filter(Self.isOneWord).map { key + ":" + $0 }
    }

    private func values(of field: Field, inKorean isKorean: Bool) -> [String] {
        if let sense = field.dateSense {
            return (isKorean ? DateSuggestions.korean(sense) : []) + DateSuggestions.english(sense)
        }
        return switch field.kind {
        case .state: board.settings.states.map(\.string)
        case .choice(let values): values.map(\.string)
        case .tags: names(\.tags)
        case .people: names(\.assignees)
        case .person: names { $0.texts(of: field) + $0.assignees }
        case .hierarchy: names { $0.texts(of: field) }
        case .task, .references:
            board.tasks.lazy.filter { !$0.isFinished }.prefix(Self.looked).map(\.id.text.string)
        default: []
        }
    }

    /// Returns true if a value does not end at a blank, a comma or a quote.
    private static func isOneWord(_ value: String) -> Bool {
        !value.isEmpty && !value.contains { $0.isWhitespace || $0 == "," || $0 == "\"" }
    }

    /// Returns the values of tasks, the most frequent first.
    private func names(_ values: (TaskItem) -> [Text]) -> [String] {
        var counts: [Text: Int] = [:]
        for task in board.tasks.prefix(Self.looked) {
            for name in Set(values(task)) { counts[name, default: 0] += 1 }
        }
        return counts.sorted { ($1.value, $0.key.string) < ($0.value, $1.key.string) }.map(
            \.key.string)
    }
}
