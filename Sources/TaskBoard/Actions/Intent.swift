package import MarkdownDocument

/// A change to the board, as a value: the common form of keys, menus, forms and client requests.
///
/// A surface previews it with ``Board/previewing(_:times:hash:)``, and the workspace carries it
/// out.
package enum Intent: Equatable, Sendable {
    case add(TaskDraft, to: Text, atTop: Bool)
    case drop(Drop)
    /// Moves each card to the top or the bottom of its own column.
    case toEnd([TaskID], atTop: Bool)
    case edit([TaskID], [FieldEdit])
    /// Saves a form that was opened on a version of the task's file.
    case save(TaskID, [FieldEdit], over: [UInt8])
    /// Replaces the whole file of a task that cannot be read, over the version that was edited.
    case rewrite(TaskID, as: [UInt8], over: [UInt8])
    /// Ticks or unticks items of the checklist, by their numbers.
    case tick(TaskID, items: [Int], isTicked: Bool)
    case annotate(TaskID, Text)
    case attach(TaskID, [Attachment])
    /// Moves repeating tasks on to their next dates.
    case skip([TaskID])
    /// Adds a copy of each task below it.
    case duplicate([TaskID])
    case remove([TaskID])
    case restore([TaskID])
    /// Restores a deleted task with the edits of a form that was opened on a version of its file;
    /// nil if that version is not known.
    case restoreSaving(TaskID, [FieldEdit], over: [UInt8]?)
    case resolve(TaskID, Resolution)
    case set(key: Text, value: Text?)
    case renameState(Text, to: Text)
    case undo(UndoRequest)
    case redo(UndoRequest)
    /// Several changes to tasks as one step. Each applies to the board that the one before left.
    case batch([Intent])
}

extension Board {
    /// Returns the board as it will be after an intent; nil if only the workspace can compute it.
    ///
    /// - Throws: ``ActionError`` for an intent that the workspace would refuse.
    package func previewing(
        _ intent: Intent, times: HistoryTimes, hash: @escaping ContentHash
    ) throws(ActionError) -> Board? {
        try plan(for: intent, now: nil, hash: hash).flatMap { carriedOut($0, times) }
    }

    /// Returns the plan of an intent; nil if only the workspace can make it.
    ///
    /// - Parameter now: The creation time of an added task; nil for a preview, which adds none.
    package func plan(
        for intent: Intent, now: Moment?, hash: @escaping ContentHash
    ) throws(ActionError) -> Plan? {
        switch intent {
        case .add(let draft, let state, let atTop):
            guard let now else { return nil }
            var generator = CodeSource()
            return try adding(draft, to: state, atTop: atTop, now: now, using: &generator)
        case .drop(let drop): return try dropping(drop, hash: hash)
        case .toEnd(let ids, let atTop): return try movingToEnd(ids, atTop: atTop, hash: hash)
        case .edit(let ids, let edits): return try editing(items(ids), edits)
        case .save(let id, let edits, let base):
            return try saving(items([id])[0], edits, over: base)
        case .rewrite(let id, let bytes, let base):
            return try rewriting(items([id])[0], as: bytes, over: base)
        case .tick(let id, let numbers, let isTicked):
            return try ticking(
                items([id])[0], items: numbers.map { Text(String($0)) }, isTicked: isTicked)
        case .remove(let ids): return removing(try items(ids))
        case .skip(let ids):
            guard let now else { return nil }
            return try skipping(items(ids), on: now.today)
        case .duplicate(let ids):
            guard let now else { return nil }
            var generator = CodeSource()
            return try duplicating(items(ids), now: now, using: &generator)
        case .batch(let intents): return try plan(forAll: intents, now: now, hash: hash)
        case .annotate, .attach, .restore, .restoreSaving, .resolve, .set, .renameState, .undo,
            .redo:
            return nil
        }
    }

    private func plan(
        forAll intents: [Intent], now: Moment?, hash: @escaping ContentHash
    ) throws(ActionError) -> Plan? {
        var board = self
        var changes: [FileChange] = []
        var tasks: [TaskID] = []
        for intent in intents {
            guard let plan = try board.plan(for: intent, now: now, hash: hash),
                let after = board.carriedOut(plan)
            else { return nil }
            changes = changes.followed(by: plan.changes)
            tasks += plan.tasks
            board = after
        }
        let named = tasks.reduce(into: [TaskID]()) { if !$0.contains($1) { $0.append($1) } }
        return Plan(
            changes: changes,
            sentences: named.compactMap { TaskChange(from: self[$0], to: board[$0]) }, tasks: named)
    }

    /// Returns the board after a plan, without reading it again; nil if the plan changed the
    /// settings, which affect how a board is read.
    package func carriedOut(_ plan: Plan, _ times: HistoryTimes = HistoryTimes()) -> Board? {
        guard !plan.changesSettings else { return nil }
        let paths = Set(plan.changes.flatMap { [$0.before, $0.after].compactMap(\.self) })
        // A task's ID is at hand; its path would be copied for each task of the board.
        let ids = Set(paths.map { TaskID(fileName: $0.fileName) })
        let written = plan.changes.compactMap { change -> TaskItem? in
            guard let path = change.after, let bytes = change.bytes, settings.isTaskPath(path)
            else { return nil }
            return TaskItem(path: path, document: Document(bytes), settings: settings)
        }
        // The board's own notes on a task (a duplicate, an unknown state) are computed again.
        let unnoted = tasks.allSatisfy { !$0.hasBoardProblems }
        var after = tasks.filter { !ids.contains($0.id) || !paths.contains($0.path) }
        if !unnoted {
            after = after.map { task in
                task.hasBoardProblems
                    ? TaskItem(path: task.path, document: task.document, settings: settings) : task
            }
        }
        return Board(settings: settings, tasks: after + written, times: times)
    }
}

extension [FileChange] {
    /// Returns these changes followed by others, combined into one change per file.
    func followed(by others: [FileChange]) -> [FileChange] {
        var changes = self
        for other in others {
            if let before = other.before,
                let place = changes.firstIndex(where: { $0.after == before })
            {
                let first = changes.remove(at: place).before
                guard first != nil || other.after != nil else { continue }
                changes.insert(
                    FileChange(before: first, after: other.after, bytes: other.bytes), at: place)
            } else {
                changes.append(other)
            }
        }
        return changes
    }
}

extension Plan {
    package var changesSettings: Bool {
        changes.contains { $0.before == Board.settingsPath || $0.after == Board.settingsPath }
    }
}
