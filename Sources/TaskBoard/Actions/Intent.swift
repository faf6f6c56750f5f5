package import MarkdownDocument

/// A change of the board that a person asks for, as a value: what a key, a menu, a form and a
/// request of a client come down to.
///
/// A surface draws it at once with ``Board/previewing(_:times:hash:)``, and the workspace carries
/// it out.
package enum Intent: Equatable, Sendable {
    case add(TaskDraft, to: Text, atTop: Bool)
    case drop(Drop)
    /// Moves each card to the top or the bottom of its own column.
    case toEnd([TaskID], atTop: Bool)
    case edit([TaskID], [FieldEdit])
    /// Saves a form, which began with a version of the task's file.
    case save(TaskID, [FieldEdit], over: [UInt8])
    /// Ticks or unticks an item of the checklist, by its number.
    case tick(TaskID, item: Int, isTicked: Bool)
    case annotate(TaskID, Text)
    case remove([TaskID])
    case restore([TaskID])
    case resolve(TaskID, Resolution)
    case set(key: Text, value: Text?)
    case renameState(Text, to: Text)
    case undo(UndoRequest)
    case redo
}

extension Board {
    /// Returns the board as it will be after an intent; nil where only the workspace can tell.
    ///
    /// - Throws: ``ActionError`` for an intent that the workspace would refuse.
    package func previewing(
        _ intent: Intent, times: HistoryTimes, hash: @escaping ContentHash
    ) throws(ActionError) -> Board? {
        switch intent {
        case .drop(let drop): carriedOut(try dropping(drop, hash: hash), times)
        case .toEnd(let ids, let atTop):
            carriedOut(try movingToEnd(ids, atTop: atTop, hash: hash), times)
        case .edit(let ids, let edits): carriedOut(try editing(items(ids), edits), times)
        case .save(let id, let edits, let base):
            carriedOut(try saving(items([id])[0], edits, over: base), times)
        case .tick(let id, let item, let isTicked):
            carriedOut(
                try ticking(items([id])[0], items: [Text(String(item))], isTicked: isTicked), times)
        case .remove(let ids): carriedOut(removing(try items(ids)), times)
        case .add, .annotate, .restore, .resolve, .set, .renameState, .undo, .redo: nil
        }
    }

    /// Returns the board after a plan, without reading it again; nil if the plan changed the
    /// settings by which it is read.
    package func carriedOut(_ plan: Plan, _ times: HistoryTimes = HistoryTimes()) -> Board? {
        guard !plan.changesSettings else { return nil }
        let paths = Set(plan.changes.flatMap { [$0.before, $0.after].compactMap(\.self) })
        let written = plan.changes.compactMap { change -> TaskItem? in
            guard let path = change.after, let bytes = change.bytes, settings.isTaskPath(path)
            else { return nil }
            return TaskItem(path: path, document: Document(bytes), settings: settings)
        }
        // The board's own notes on a task (a duplicate, an unknown state) are made anew.
        let kept = tasks.filter { !paths.contains($0.path) }.map { task in
            task.isDuplicate || !settings.states.contains(task.state)
                ? TaskItem(path: task.path, document: task.document, settings: settings) : task
        }
        return Board(settings: settings, tasks: kept + written, times: times)
    }
}

extension Plan {
    package var changesSettings: Bool {
        changes.contains { $0.before == Board.settingsPath || $0.after == Board.settingsPath }
    }
}
