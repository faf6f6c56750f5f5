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
        try adding(
            written: document(of: draft), as: draft.code, to: state ?? draft.state, atTop: atTop,
            now: now, using: &generator)
    }

    /// Checks a draft by the rules for a new task.
    ///
    /// - Throws: ``ActionError`` for a draft that cannot be added.
    package func check(_ draft: TaskDraft, in state: Text) throws(ActionError) {
        try check(new: document(of: draft), in: known(state))
    }

    /// Adds a task from a file that the user wrote for it. The file needs a title, as a key or as
    /// a heading; a code, a creation time and a rank are added.
    ///
    /// - Parameter code: The code that a client chose; nil for a random one.
    package func adding(
        written document: Document, as code: Text? = nil, to state: Text? = nil,
        atTop: Bool = false, now: Moment,
        using generator: inout some RandomNumberGenerator
    ) throws(ActionError) -> Plan {
        let state = try known(state ?? settings.first)
        if atTop && settings.isFinished(state) { throw ActionError(.placeInFinished(state)) }
        let draft = try check(new: document, in: state)
        let code =
            try code.map(free) ?? TaskCode.random(using: &generator) { self[$0] != nil }
        let name = slug(of: draft.title).utf8 + [.dash] + code.utf8 + Array(".md".utf8)
        let path = BoardPath(state.utf8).appending(name)
        var document = document
        if document.entry(Field.created.key) == nil {
            document = try document.adding(
                .set(key: Field.created.key, value: now.stamp), settings.fields)
        }
        if document.entry(Field.rank.key) == nil, let rank = newRank(in: state, atTop: atTop) {
            document = try document.applying(.set(key: Field.rank.key, value: rank.text), in: path)
        }
        let task = TaskItem(path: path, document: document, settings: settings)
        return Plan(
            changes: [.create(path, document.bytes)],
            sentences: [TaskChange(from: nil, to: task)].compactMap { $0 }, tasks: [task.id])
    }

    /// Returns the task that a file describes, if it can be added to a state.
    @discardableResult
    private func check(new document: Document, in state: Text) throws(ActionError) -> TaskItem {
        let draft = TaskItem(path: BoardPath(state.utf8), document: document, settings: settings)
        try draft.checkReadable()
        if draft.titleSource == .fileName { throw ActionError(.noTitle) }
        try checkTitle(draft.title)
        try draft.checkRhythm()
        try draft.checkReminders()
        try checkLength(of: Array(document.body), in: nil)
        return draft
    }

    /// Adds a copy of each task below it, with the same fields and body. The copy of a finished task
    /// is open, at the bottom of the first column.
    ///
    /// - Throws: ``ActionError`` for a malformed task, and for one that cannot be added.
    package func duplicating(
        _ tasks: [TaskItem], now: Moment, using generator: inout some RandomNumberGenerator
    ) throws(ActionError) -> Plan {
        var board = self
        var (changes, copies): ([FileChange], [TaskID]) = ([], [])
        for task in tasks.distinct {
            try task.checkReadable()
            let state = task.isFinished ? settings.first : task.state
            let plan = try board.adding(
                written: try board.copy(of: task), to: state, now: now, using: &generator)
            guard let after = board.carriedOut(plan) else { continue }
            changes += plan.changes
            copies += plan.tasks
            board = after
        }
        return Plan(
            changes: changes, sentences: copies.compactMap { TaskChange(from: nil, to: board[$0]) },
            tasks: copies)
    }

    /// Returns the file of a copy, without the times of the original, and with a rank below it.
    private func copy(of task: TaskItem) throws(ActionError) -> Document {
        var edits = [Field.created, .finished, .rank].map { FieldEdit.clear(key: $0.key) }
        if task.titleSource == .fileName {
            edits.insert(.set(key: Field.title.key, value: task.title), at: 0)
        }
        let column = tasks(in: task.state)
        if !task.isFinished, let place = column.firstIndex(where: { $0.id == task.id }) {
            let below = column.dropFirst(place + 1).first?.order
            if let rank = Rank.between(task.order, below) {
                edits.append(.set(key: Field.rank.key, value: rank.text))
            }
        }
        var document = task.document
        for edit in edits { document = try document.applying(edit, in: task.path) }
        return document
    }

    /// Returns a code that a client chose.
    ///
    /// - Throws: ``ActionError`` if the code is not valid, or already taken by a task.
    private func free(_ code: Text) throws(ActionError) -> Text {
        guard TaskCode.isValid(code.utf8) else { throw ActionError(.badCode(code)) }
        let id = TaskID(code)
        if let task = self[id] { throw ActionError(.onTheBoard(id), path: task.path) }
        return code
    }

    /// Returns a file to write a new task in: the values of a draft, and a title without text.
    package func template(for draft: TaskDraft) throws(ActionError) -> Document {
        var document = Document(Array("---\ntitle: \n---\n".utf8))
        for edit in try edits(of: draft).dropFirst() {
            document = try document.adding(edit, settings.fields)
        }
        return document
    }

    /// Returns the file of a draft.
    private func document(of draft: TaskDraft) throws(ActionError) -> Document {
        var document = Document([])
        for edit in try edits(of: draft) { document = try document.adding(edit, settings.fields) }
        return document
    }

    /// Returns edits for the title and for each field that was typed.
    private func edits(of draft: TaskDraft) throws(ActionError) -> [FieldEdit] {
        var edits = [FieldEdit.set(key: Field.title.key, value: draft.title)]
        for field in settings.fields.keys where !draft[field].isEmpty {
            let texts = field.namesTasks ? try ids(draft[field]) : draft[field]
            edits.append(FieldEdit(field, texts))
        }
        edits += draft.extra.map { .set(key: $0.key, value: $0.value) } + draft.edits
        if let body = draft.body, !body.isEmpty { edits.append(.body(body)) }
        return edits
    }

    private func newRank(in state: Text, atTop: Bool) -> Rank? {
        if settings.isFinished(state) { return nil }
        let column = tasks(in: state)
        return (atTop ? Rank.before(column.first?.order) : nil) ?? Rank.after(column.last?.order)
    }
}

extension Document {
    /// Applies an edit to a new task, which has no path to report in an error.
    fileprivate func adding(
        _ edit: FieldEdit, _ fields: FieldTable
    ) throws(ActionError) -> Document {
        try edit.check(fields)
        return try applying(edit, in: nil, fields: fields)
    }
}
