package import MarkdownDocument
import TaskBoard

extension Workspace {
    /// Sets one setting of the board; an empty value removes it, so that its default applies.
    ///
    /// - Parameters:
    ///   - key: The setting, or `key.element` for one of `limits`, `sync`, `views`.
    ///   - caller: The originator, and its preconditions.
    /// - Throws: ``BoardError`` (64) for a setting that has one value per name, ``ActionError``,
    ///   and the errors of ``perform(on:by:wording:_:)``.
    package func setSetting(
        _ key: Text, to value: Text, by caller: Caller = .user
    ) throws -> ActionOutcome {
        try setSettings([(key, value)], by: caller)
    }

    /// Sets several settings as one change: all of them, or none if one is refused.
    func setSettings(
        _ edits: [(key: Text, value: Text)], by caller: Caller
    ) throws -> ActionOutcome {
        let settings = try readableBoard().settings
        for edit in edits {
            if case .map = try settings.value(of: edit.key) {
                throw ActionError(.settingOfNames(edit.key))
            }
        }
        let document = try settingsDocument()
        return try perform(by: caller, resultChoice: .settings) {
            try $0.setting(edits, in: document)
        }
    }

    /// Renames a state: its folder, its tasks and its name in `pmd.yml`, in one commit.
    package func renameState(
        _ old: Text, to new: Text, by caller: Caller = .user
    ) throws -> ActionOutcome {
        let document = try settingsDocument()
        // The board refuses an unknown state, whose name could be that of any folder.
        let isKnown = try usableSettings().states.contains(old.nfc)
        let others = isKnown ? try otherFiles(below: old) : []
        return try perform(by: caller, resultChoice: .settings) {
            try $0.renamingState(old, to: new, in: document, others: others, hash: contentHash)
        }
    }
}

extension ResultChoice {
    fileprivate static let settings = ResultChoice(isByTask: false, unchanged: .nothingToChange)
}
