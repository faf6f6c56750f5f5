package import MarkdownDocument

extension Board {
    /// A new task in a file of its own.
    ///
    /// It stands at the bottom of its column, or at the top; a finished column
    /// orders itself, and a place there is refused.
    ///
    /// - Parameters:
    ///   - state: where to; nil is the state that the draft names, else the first.
    ///   - generator: gives the code, one that no task of this board has.
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
        let document = try newDocument(draft, in: state, atTop, now, at: path)
        let task = TaskItem(path: path, document: document, settings: settings)
        return Plan(
            changes: [.create(path, document.bytes)],
            sentences: [TaskChange(from: nil, to: task)].compactMap { $0 }, tasks: [task.id])
    }

    private func newDocument(
        _ draft: TaskDraft, in state: Text, _ atTop: Bool, _ now: Moment, at path: BoardPath
    ) throws(ActionError) -> Document {
        var edits = draft.edits
        let blockers = try ids(draft.blockedBy)
        if !blockers.isEmpty { edits.append(.setList(key: "blocked-by", elements: blockers)) }
        edits.append(.set(key: "created", value: now.stamp))
        for edit in edits { try edit.check() }
        if let rank = newRank(in: state, atTop: atTop) {
            edits.append(.set(key: "rank", value: rank.text))
        }
        if let body = draft.body, !body.isEmpty { edits.append(.body(body)) }
        var document = Document([])
        for edit in edits { document = try document.applying(edit, in: path) }
        return document
    }

    private func newRank(in state: Text, atTop: Bool) -> Rank? {
        if settings.isFinished(state) { return nil }
        let column = tasks(in: state)
        return (atTop ? Rank.before(column.first?.order) : nil) ?? Rank.after(column.last?.order)
    }

    /// The IDs that references name, as a file lists them.
    private func ids(_ references: [Text]) throws(ActionError) -> [Text] {
        var ids: [Text] = []
        for reference in references {
            do throws(ReferenceError) {
                ids.append(try resolve(reference.string).id.text)
            } catch {
                throw ActionError(.noSuchReference(words: "\(error)"))
            }
        }
        return ids
    }
}

extension TaskDraft {
    /// The keys in the order in which a new file has them.
    fileprivate var edits: [FieldEdit] {
        let values: [(Text, Text?)] = [
            ("title", title), ("due", due), ("wait", wait), ("priority", priority),
            ("repeat", `repeat`),
        ]
        let lists: [(Text, [Text])] = [
            ("tags", tags), ("assignees", assignees), ("remind", remind),
        ]
        return values.compactMap { key, value in value.map { .set(key: key, value: $0) } }
            + lists.compactMap { key, elements in
                elements.isEmpty ? nil : .setList(key: key, elements: elements)
            }
    }
}
