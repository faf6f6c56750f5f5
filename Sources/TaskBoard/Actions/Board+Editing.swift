package import MarkdownDocument

extension Board {
    /// Makes the same edits to each task. Unchanged files are not part of the plan.
    ///
    /// - Throws: ``ActionError`` for a malformed file, an invalid value, a task that would block
    ///   itself, and a body that grows past the limit.
    package func editing(
        _ tasks: [TaskItem], _ edits: [FieldEdit]
    ) throws(ActionError) -> Plan {
        for edit in edits { try edit.check(settings.fields, mayShift: true) }
        let edits = try edits.map { (edit) throws(ActionError) in try withIDs(edit, for: tasks) }
        var changes: [FileChange] = []
        var sentences: [TaskChange] = []
        var edited: [TaskItem] = []
        for task in tasks.distinct {
            let document = try self.edited(task, edits)
            guard let change = FileChange.task(task, to: task.path, document) else { continue }
            changes.append(change)
            let new = task.replaced(document: document, in: self)
            edited.append(new)
            sentences += [TaskChange(from: task, to: new)].compactMap { $0 }
        }
        try checkBlocking(edited)
        try checkParents(edited)
        return Plan(changes: changes, sentences: sentences, tasks: tasks.distinct.map(\.id))
    }

    /// Makes the edits of a form that was opened on an older version of the task. The result is a
    /// merge of both: a field that others have changed since is not replaced. Lines of a body
    /// merge one by one.
    ///
    /// - Parameter base: The bytes of that version.
    /// - Throws: ``ActionError``, for example ``ActionError/Reason/changedMeanwhile(_:title:)``.
    package func saving(
        _ task: TaskItem, _ edits: [FieldEdit], over base: [UInt8]
    ) throws(ActionError) -> Plan {
        let merged = mergedBody(of: task, edits, over: base)
        let plan = try editing([task], edits.replacingBody(merged))
        if let contest = contested(task, plan, edits, merged, over: base).first {
            throw ActionError(
                .changedMeanwhile(contest.field.key, title: task.title), path: task.path)
        }
        return plan
    }

    /// A field that both a form and others changed.
    package struct Contest: Equatable, Sendable {
        package let field: Field
        package let mine: [Text]
        package let theirs: [Text]
    }

    /// Returns the fields for which ``saving(_:_:over:)`` refuses the edits of a form.
    package func contested(
        _ task: TaskItem, _ edits: [FieldEdit], over base: [UInt8]
    ) throws(ActionError) -> [Contest] {
        let merged = mergedBody(of: task, edits, over: base)
        let plan = try editing([task], edits.replacingBody(merged))
        return contested(task, plan, edits, merged, over: base)
    }

    /// Returns the body with the changes of both sides; nil if the edits do not change it, or if
    /// both sides changed the same lines.
    private func mergedBody(
        of task: TaskItem, _ edits: [FieldEdit], over base: [UInt8]
    ) -> Text? {
        for case .body(let text) in edits {
            let old = Document(base)
            let mine = old.lineEnds(endingInNewline(text.utf8))
            let bodies = ThreeWay(
                base: BodyParts(Array(old.body)), ours: BodyParts(mine),
                theirs: BodyParts(Array(task.document.body)))
            let usesCRLF = ThreeWay(
                base: old.usesCRLF, ours: old.usesCRLF, theirs: task.document.usesCRLF)
            do {
                let merge = try BodyMerge(bodies, usesCRLF: usesCRLF, resolver: ConflictResolver())
                return merge.hasConflict ? nil : Text(merge.bytes)
            } catch {
                return nil
            }
        }
        return nil
    }

    private func contested(
        _ task: TaskItem, _ plan: Plan, _ edits: [FieldEdit], _ mergedBody: Text?,
        over base: [UInt8]
    ) -> [Contest] {
        let old = task.replaced(document: Document(base), in: self)
        let new = plan.changes.first?.bytes.map {
            task.replaced(document: Document($0), in: self)
        }
        return edits.compactMap { $0.field(settings.fields) }.compactMap { field in
            let (mine, theirs) = ((new ?? task).values(of: field), task.values(of: field))
            guard theirs != old.values(of: field), theirs != mine else { return nil }
            if field == .body, mergedBody != nil { return nil }
            return Contest(field: field, mine: mine, theirs: theirs)
        }
    }

    private func edited(
        _ task: TaskItem, _ edits: [FieldEdit]
    ) throws(ActionError) -> Document {
        try task.checkReadable()
        var document = task.document
        var known: [FieldEdit] = []
        for edit in edits {
            let edit = try edit.shifted(for: task, with: edits, settings.fields)
            known.append(edit)
            document = try document.applying(edit, in: task.path, fields: settings.fields)
        }
        try checkLength(
            of: Array(document.body), was: Array(task.document.body), in: task.path)
        return try keepingRhythm(of: task, document, known)
    }
}

extension Board {
    /// Ticks items of a task's checklist, or unticks them.
    ///
    /// - Throws: ``ActionError`` if words match no item or several, and for a malformed file.
    package func ticking(
        _ task: TaskItem, items words: [Text], isTicked: Bool = true
    ) throws(ActionError) -> Plan {
        try task.checkReadable()
        let numbers = try ChecklistWords(task).numbers(words)
        let document = try task.document.edited(in: task.path) { (document) throws(EditError) in
            try document.ticking(numbers, isTicked)
        }
        let new = task.replaced(document: document, in: self)
        return Plan(
            changes: [FileChange.task(task, to: task.path, document)].compactMap { $0 },
            sentences: [TaskChange(from: task, to: new)].compactMap { $0 }, tasks: [task.id])
    }
}

extension [FieldEdit] {
    fileprivate func replacingBody(_ body: Text?) -> [FieldEdit] {
        map { edit in
            if case .body = edit, let body { return .body(body) }
            return edit
        }
    }
}

extension TaskItem {
    /// Returns the values of a field, including the body.
    fileprivate func values(of field: Field) -> [Text] {
        field == .body ? [Text(Array(body))] : texts(of: field)
    }
}

extension Board {
    /// Returns the intent that makes tasks due on a day, each at its own time of day, as when a
    /// card is dropped on a day of a calendar.
    ///
    /// - Parameter now: Supplies the time zone, which decides the day of a time with an offset.
    /// - Throws: ``ActionError`` for a task that is not on the board.
    package func scheduling(
        _ ids: [TaskID], on day: Day, now: Moment
    ) throws(ActionError) -> Intent {
        var edits: [Intent] = []
        for id in ids {
            guard let task = self[id] else { throw ActionError(.noSuchTask(id)) }
            let due = task.due?.moved(to: day, now) ?? DueDate(day)
            edits.append(.edit([id], [.set(key: Field.due.key, value: due.text)]))
        }
        return edits.count == 1 ? edits[0] : .batch(edits)
    }
}

extension DueDate {
    /// Returns the same time on another day in the reader's time zone, in the same spelling.
    ///
    /// A time with an offset may fall on a neighbouring day for the reader, and a clock change in
    /// between can shift it by one more.
    func moved(to day: Day, _ now: Moment) -> DueDate {
        let near = self.day.adding(days: day.number - self.day(now).number)
        let moved = [0, 1, -1].lazy.map { self.on(near.adding(days: $0)) }
        return moved.first { $0.day(now) == day } ?? on(near)
    }
}
