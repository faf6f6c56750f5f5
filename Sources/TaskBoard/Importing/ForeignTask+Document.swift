import MarkdownDocument

extension ForeignTask {
    /// Returns the task as it would be on a board.
    package func item(in settings: BoardSettings) throws(ActionError) -> TaskItem {
        let document = try document(blockers: [], rank: nil)
        let state: Text =
            switch stage {
            case .first: settings.first
            case .started: settings.start
            case .finished: settings.finished.first ?? settings.first
            case .state(let state): state
            }
        let path = BoardPath(state.utf8).appending(slug(of: title).utf8 + Array(".md".utf8))
        return TaskItem(path: path, document: document, settings: settings)
    }

    /// Returns the file of the task.
    ///
    /// - Parameters:
    ///   - blockers: The IDs of the tasks that block it, besides those of the field itself.
    ///   - rank: The rank if the task has none.
    func document(blockers: [Text], rank: Rank?) throws(ActionError) -> Document {
        var task = self
        task[.blockedBy].add(blockers)
        if task[.rank].isEmpty, let rank { task[.rank] = [rank.text] }
        try task.check()
        do throws(EditError) {
            guard let original else {
                return try Document(composing: task.entries, body: body)
            }
            return try task.added(to: original.document)
        } catch {
            throw ActionError(.refusedEdit(error))
        }
    }

    /// The entries of a new file, in their usual order.
    private var entries: [(key: Text, value: Value)] {
        var entries = [(key: Field.title.key, value: Value.scalar(title))]
        for field in Field.keys where field != .title && field != .conflicts {
            if let value = value(of: field) { entries.append((field.key, value)) }
        }
        if case .source(let source) = origin {
            entries.append((Self.sourceKey, .scalar(source)))
        }
        entries += extra.map { ($0.key, $0.value) }
        if !conflicts.isEmpty {
            entries.append((Field.conflicts.key, .records(conflicts.map(\.pairs))))
        }
        return entries
    }

    private func value(of field: Field) -> Value? {
        let texts = self[field]
        guard let first = texts.first else { return nil }
        return field.isList ? .list(texts.map(field.spelled)) : .scalar(first)
    }

    /// Returns another tool's file with the values that pmd needs. Existing values keep their
    /// spelling.
    private func added(to original: Document) throws(EditError) -> Document {
        var document = original
        for field in Field.keys where !self[field].isEmpty && field != .title {
            document =
                field.isList
                ? try document.setting(field.key, toList: self[field].map(field.spelled))
                : try document.setting(field.key, to: self[field][0])
        }
        if case .source(let source) = origin {
            document = try document.setting(Self.sourceKey, to: source)
        }
        return document
    }

    /// Throws for a value that its key cannot have.
    private func check() throws(ActionError) {
        if plainWords(title).isEmpty { throw ActionError(.noTitle) }
        for field in Field.keys where field != .title {
            for text in self[field] where !field.canHold(text) {
                throw ActionError(
                    .wrongValue(key: field.key, value: text, expected: field.expected))
            }
        }
        var seen: Set<Text> = []
        for key in extra.map(\.key) {
            guard !key.isEmpty, key.utf8.count <= 256, Field.keyed(key) == nil,
                key != Self.sourceKey || !isFromElsewhere, seen.insert(key).inserted
            else { throw ActionError(.fixedKey(key)) }
        }
    }

    private var isFromElsewhere: Bool {
        if case .source = origin { true } else { false }
    }
}

extension Field {
    /// Returns true if an import can write a text as a value, or as an element of the list.
    func canHold(_ text: Text) -> Bool {
        !text.isEmpty && accepts(text) && (self != .rank || Rank(text) != nil)
    }

    /// Returns a list element with an extra sign if reading would drop its own.
    fileprivate func spelled(_ element: Text) -> Text {
        let bare = bare(element)
        guard bare != element, let sign = element.utf8.first else { return element }
        return Text([sign] + element.utf8)
    }
}
