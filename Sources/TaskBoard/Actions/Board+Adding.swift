package import MarkdownDocument

extension Board {
    /// Adds a task in a file of its own.
    ///
    /// The task is placed at the bottom of its column, or at the top. A
    /// finished column has its own order, so a position in it is refused.
    ///
    /// - Parameters:
    ///   - state: The state; nil for the state that the draft names, or else
    ///     the first.
    ///   - generator: The source of the code, which no task of this board has.
    package func adding(
        _ draft: TaskDraft, to state: Text? = nil, atTop: Bool = false, now: Moment,
        using generator: inout some RandomNumberGenerator
    ) throws(ActionError) -> Plan {
        let state = try known(state ?? draft.state ?? settings.first)
        if atTop && settings.isFinished(state) { throw ActionError(.placeInFinished(state)) }
        try checkTitle(draft.title)
        try checkLength(of: draft.body?.utf8 ?? [], beyond: 0, in: nil)
        let code = TaskCode.random(using: &generator) { self[$0] != nil }
        let name = slug(of: draft.title).utf8 + [.dash] + code.utf8 + Array(".md".utf8)
        let path = BoardPath(state.utf8).appending(name)
        let document = try newDocument(draft, in: state, atTop: atTop, now: now, at: path)
        let task = TaskItem(path: path, document: document, settings: settings)
        return Plan(
            changes: [.create(path, document.bytes)],
            sentences: [TaskChange(from: nil, to: task)].compactMap { $0 }, tasks: [task.id])
    }

    private func newDocument(
        _ draft: TaskDraft, in state: Text, atTop: Bool, now: Moment, at path: BoardPath
    ) throws(ActionError) -> Document {
        var edits = try edits(of: draft)
        if !draft.extra.contains(where: { $0.key == Field.created.key }) {
            edits.append(.set(key: Field.created.key, value: now.stamp))
        }
        for edit in edits { try edit.check() }
        if let rank = newRank(in: state, atTop: atTop) {
            edits.append(.set(key: "rank", value: rank.text))
        }
        if let body = draft.body, !body.isEmpty { edits.append(.body(body)) }
        var document = Document([])
        for edit in edits { document = try document.applying(edit, in: path) }
        return document
    }

    /// Returns the title, and one edit for each field that was typed.
    private func edits(of draft: TaskDraft) throws(ActionError) -> [FieldEdit] {
        var edits = [FieldEdit.set(key: Field.title.key, value: draft.title)]
        for field in Field.keys where !draft[field].isEmpty {
            let texts = field.kind == .references ? try ids(draft[field]) : draft[field]
            edits.append(FieldEdit(field, texts))
        }
        return edits + draft.extra.map { .set(key: $0.key, value: $0.value) }
    }

    private func newRank(in state: Text, atTop: Bool) -> Rank? {
        if settings.isFinished(state) { return nil }
        let column = tasks(in: state)
        return (atTop ? Rank.before(column.first?.order) : nil) ?? Rank.after(column.last?.order)
    }
}
