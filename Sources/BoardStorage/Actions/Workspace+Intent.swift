import MarkdownDocument
import Synchronization
package import TaskBoard

/// The result of an intent.
package enum IntentResult: Sendable {
    case done(ActionOutcome)
    case undone(UndoReport, isRedo: Bool)
}

extension Workspace {
    /// Carries out an intent from a surface, as one commit.
    ///
    /// Intents that arrive while another one is carried out may share the wait for the disk; see
    /// ``carryOutTogether(_:)``.
    ///
    /// - Parameter caller: The originator, and its preconditions.
    /// - Throws: ``ActionError``, ``BoardError``, ``ReferenceError``.
    package nonisolated func perform(
        _ intent: Intent, by caller: Caller = .user
    ) async throws -> IntentResult {
        let request = IntentRequest(intent, by: caller)
        requests.withLock { $0.append(request) }
        await carryOutRequests()
        return try request.answer()
    }

    /// Carries out an intent as a move of the branch of its own.
    func performAlone(_ intent: Intent, by caller: Caller) throws -> IntentResult {
        switch intent {
        case .undo(let request): .undone(try undo(request, by: caller), isRedo: false)
        case .redo(let request): .undone(try redo(request, by: caller), isRedo: true)
        default: .done(try outcome(of: intent, by: caller))
        }
    }

    private func outcome(of intent: Intent, by caller: Caller) throws -> ActionOutcome {
        switch intent {
        case .add(let draft, let state, let atTop):
            try add(draft, to: state, atTop: atTop, by: caller)
        case .drop(let drop): try self.drop(drop, by: caller)
        case .toEnd(let ids, let atTop): try moveToEnd(ids, atTop: atTop, by: caller)
        case .edit(let ids, let edits): try edit(ids.map { TaskReference($0) }, edits, by: caller)
        case .save(let id, let edits, let base): try save(id, edits, over: base, by: caller)
        case .rewrite(let id, let bytes, let base):
            try rewrite(id, as: bytes, over: base, by: caller)
        case .tick(let id, let items, let isTicked):
            try tick(
                TaskReference(id), items: items.map { Text("\($0)") }, isTicked: isTicked,
                by: caller)
        case .annotate(let id, let text): try annotate(TaskReference(id), with: text, by: caller)
        case .attach(let id, let files): try attach(files, to: TaskReference(id), by: caller)
        case .skip(let ids): try skip(ids.map { TaskReference($0) }, by: caller)
        case .remove(let ids): try remove(ids.map { TaskReference($0) }, by: caller)
        case .restore(let ids): try restore(ids.map { TaskReference($0) }, by: caller)
        case .restoreSaving(let id, let edits, let base):
            try restore(id, saving: edits, over: base, by: caller)
        case .resolve(let id, let resolution):
            try resolve([TaskReference(id)], with: resolution, by: caller)
        case .set(let key, let value): try setSetting(key, to: value ?? "", by: caller)
        case .renameState(let old, let new): try renameState(old, to: new, by: caller)
        case .duplicate: try performPlanned(intent, by: caller)
        case .batch(let intents): try performBatch(intents, by: caller)
        case .undo, .redo: preconditionFailure("an undo is no plan")
        }
    }

    private func performBatch(_ intents: [Intent], by caller: Caller) throws -> ActionOutcome {
        let settings = intents.compactMap(\.setting)
        if !settings.isEmpty, settings.count == intents.count {
            return try setSettings(settings, by: caller)
        }
        return try performPlanned(.batch(intents), by: caller)
    }

    private func performPlanned(_ intent: Intent, by caller: Caller) throws -> ActionOutcome {
        try perform(by: caller) { [now = now(of: caller)] board in
            let plan = try board.plan(for: intent, now: now, hash: contentHash)
            guard let plan else { preconditionFailure("only changes of tasks have a plan") }
            return plan
        }
    }

    /// Moves each card to the top or the bottom of its own column.
    package func moveToEnd(
        _ ids: [TaskID], atTop: Bool, by caller: Caller = .user
    ) throws -> ActionOutcome {
        try perform(by: caller, resultChoice: ResultChoice(unchanged: .inPlace)) { board in
            try board.movingToEnd(ids, atTop: atTop, hash: contentHash)
        }
    }

    /// Moves dropped cards to their insertion point; see ``Board/dropping(_:hash:)``.
    package func drop(_ drop: Drop, by caller: Caller = .user) throws -> ActionOutcome {
        try perform(by: caller, resultChoice: ResultChoice(unchanged: .inPlace)) { board in
            try board.dropping(drop, hash: contentHash)
        }
    }
}

extension Intent {
    /// The key and value of an intent that sets a setting; nil for another intent.
    fileprivate var setting: (key: Text, value: Text)? {
        if case .set(let key, let value) = self { return (key, value ?? "") }
        return nil
    }
}
