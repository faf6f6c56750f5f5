package import MarkdownDocument

extension Board {
    /// Renames a state in `pmd.yml`, and moves its whole folder.
    ///
    /// The old name stays under `retired:` with the new one, so that tasks which another clone
    /// still moves or adds there follow when both are merged.
    ///
    /// - Parameters:
    ///   - document: The current `pmd.yml`.
    ///   - others: The files below the old folder that are not tasks.
    package func renamingState(
        _ old: Text, to new: Text, in document: Document,
        others: [(path: BoardPath, bytes: [UInt8])] = [], hash: @escaping ContentHash
    ) throws(ActionError) -> Plan {
        let (old, new) = (try known(old), new.nfc)
        if old == new { return .nothing }
        if !isStateName(new) { throw ActionError(.badStateName(new)) }
        let twins = settings.states.filter { $0 != old && $0.folded == new.folded }
        if !twins.isEmpty { throw ActionError(.stateExists(new)) }
        let edited = try renaming(old, to: new, in: document)
        _ = try validated(edited)
        var free = FreePath(taken: Set(tasks.map(\.path)), hash: hash)
        let files = tasks.filter { $0.state == old }.map {
            (path: $0.path, bytes: $0.document.bytes)
        }
        let moves = (files + others).map { file in
            let target = BoardPath(
                [new.utf8, Array(file.path.bytes.drop { $0 != .slash }.dropFirst())]
                    .joined(by: .slash))
            return FileChange.move(file.path, to: free.claim(target, for: file.bytes), file.bytes)
        }
        return Plan(
            changes: [.write(Board.settingsPath, edited.bytes)] + moves,
            subject: "Rename state \(plainWords(old)) to \(plainWords(new))",
            report: .renamedState(old, to: new), tasks: [])
    }

    private func renaming(
        _ old: Text, to new: Text, in document: Document
    ) throws(ActionError) -> Document {
        let settings = settings
        return try document.edited(in: Board.settingsPath) { (document) throws(EditError) in
            try document.renamingState(old, to: new, in: settings)
        }
    }
}
