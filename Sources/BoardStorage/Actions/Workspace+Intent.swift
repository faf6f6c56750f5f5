import MarkdownDocument
package import TaskBoard

/// The answer to an intent.
package enum IntentResult: Sendable {
    case done(Outcome)
    case undone(UndoReport, isRedo: Bool)
}

extension Workspace {
    /// Carries out what a person asked for on a surface, as one commit.
    ///
    /// - Parameter author: The author of the commit; nil: the user of this clone.
    /// - Throws: ``ActionError``, ``BoardError``, ``ReferenceError``.
    package func carryOut(_ intent: Intent, by author: Identity? = nil) throws -> IntentResult {
        switch intent {
        case .undo(let request): .undone(try undo(request, by: author), isRedo: false)
        case .redo: .undone(try redo(1, by: author), isRedo: true)
        default: .done(try outcome(of: intent, by: author))
        }
    }

    private func outcome(of intent: Intent, by author: Identity?) throws -> Outcome {
        switch intent {
        case .add(let draft, let state, let atTop):
            try add(draft, to: state, atTop: atTop, by: author)
        case .drop(let drop): try self.drop(drop, by: author)
        case .toEnd(let ids, let atTop): try moveToEnd(ids, atTop: atTop, by: author)
        case .edit(let ids, let edits): try edit(ids.map { TaskReference($0) }, edits, by: author)
        case .save(let id, let edits, let base): try save(id, edits, over: base, by: author)
        case .tick(let id, let item, let isTicked):
            try tick(
                TaskReference(id), items: [Text("\(item)")], isTicked: isTicked, by: author)
        case .annotate(let id, let text): try annotate(TaskReference(id), with: text, by: author)
        case .remove(let ids): try remove(ids.map { TaskReference($0) }, by: author)
        case .restore(let ids): try restore(ids.map { TaskReference($0) }, by: author)
        case .resolve(let id, let resolution):
            try resolve(TaskReference(id), with: resolution, by: author)
        case .set(let key, let value): try setSetting(key, to: value ?? "", by: author)
        case .renameState(let old, let new): try renameState(old, to: new, by: author)
        case .undo, .redo: preconditionFailure("an undo is no plan")
        }
    }

    /// Moves each card to the top or the bottom of its own column.
    package func moveToEnd(
        _ ids: [TaskID], atTop: Bool, by author: Identity? = nil
    ) throws -> Outcome {
        try perform(by: author, wording: Wording(unchanged: .inPlace)) { board in
            try board.movingToEnd(ids, atTop: atTop, hash: contentHash)
        }
    }

    /// Moves dropped cards to where they were dropped; see ``Board/dropping(_:hash:)``.
    package func drop(_ drop: Drop, by author: Identity? = nil) throws -> Outcome {
        try perform(by: author, wording: Wording(unchanged: .inPlace)) { board in
            try board.dropping(drop, hash: contentHash)
        }
    }
}
