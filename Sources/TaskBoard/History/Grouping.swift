package import MarkdownDocument

/// A key whose values group tasks: a field of pmd, or a key of the user's own.
package struct Grouping: Sendable {
    package let key: Text
    private let field: Field?

    /// The fields that group tasks.
    package static let fields = Field.all.filter(\.groupsTasks)

    /// Reads the name of a key.
    ///
    /// - Parameter word: The word to name in an error.
    /// - Throws: An error for a field whose values are each task's own, and for a key that no task
    ///   has, with the nearest right one.
    package init(_ typed: Text, in word: Text, on board: Board) throws(WordError) {
        field = board.settings.fields.named(typed)
        key = field?.key ?? typed
        if let field {
            guard !field.groupsTasks else { return }
        } else if board.tasks.contains(where: { $0.extraKeys.contains(typed) }) {
            return
        }
        throw Self.unknown(typed, word, board)
    }

    /// Returns the keys that group the tasks of a board: the fields, then the user's own keys.
    package static func keys(of board: Board) -> [Text] {
        let declared = board.settings.fields.declared.filter(\.groupsTasks).map(\.key)
        let own = Set(board.tasks.flatMap(\.extraKeys))
        return fields.map(\.key) + declared + own.subtracting(declared).sorted()
    }

    private static func unknown(_ typed: Text, _ word: Text, _ board: Board) -> WordError {
        let singulars = fields.compactMap(\.singular)
        let near = suggestion(
            for: typed.folded.string, among: (keys(of: board) + singulars).map(\.string))
        return WordError(
            word,
            typed.isEmpty
                ? .missingGrouping : .notAGrouping(typed, near: near, known: fields.map(\.key)))
    }
}

extension Field {
    /// True if several tasks usually share a value.
    fileprivate var groupsTasks: Bool {
        switch kind {
        case .state, .priority, .tags, .people, .repetition, .choice, .person, .hierarchy, .task:
            true
        case .number, .duration, .line: isDeclared
        default: false
        }
    }
}

extension Grouping {
    /// Returns the values of a task; a list has several.
    private func values(of task: TaskItem) -> [Text] {
        if field == .state { return [task.state] }
        if let field { return task.texts(of: field) }
        return FieldValue(task.document.entry(key)).groups
    }

    /// Returns the tasks of each value, ordered by value, and last those without one.
    func grouped(
        _ tasks: [TrackedTask], states: [Text]
    ) -> [(value: Text?, tasks: [TrackedTask])] {
        var groups: [Text?: [TrackedTask]] = [:]
        for task in tasks {
            let own = task.task.map { Set(values(of: $0)) } ?? []
            for value in own { groups[value, default: []].append(task) }
            if own.isEmpty { groups[nil, default: []].append(task) }
        }
        let order = { (value: Text) in place(of: value, states) }
        return groups.map { ($0.key, $0.value) }.sorted { a, b in
            guard let a = a.0, let b = b.0 else { return a.0 != nil && b.0 == nil }
            return order(a) == order(b)
                ? (NaturalText(a), a.utf8.count, a) < (NaturalText(b), b.utf8.count, b)
                : order(a) < order(b)
        }
    }

    private func place(of value: Text, _ states: [Text]) -> Int128 {
        switch field {
        case .state?: Int128(states.firstIndex(of: value) ?? states.count)
        case let field? where field.isMeasured:
            field.measure(value) ?? .max
        case .priority?:
            Int128(Priority(value).flatMap { Priority.allCases.firstIndex(of: $0) } ?? 0)
        default: 0
        }
    }
}

extension FieldValue {
    /// The values by which a task is grouped; a text is one, also with commas.
    fileprivate var groups: [Text] {
        switch self {
        case .absent, .source: []
        case .text(let text): text.isEmpty ? [] : [text]
        case .list(let elements): elements
        }
    }
}
