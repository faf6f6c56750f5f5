import Git
package import MarkdownDocument
package import TaskBoard

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

// Fields of the board's own.
extension Workspace {
    /// Declares a field; see ``Board/declaring(_:as:_:in:)``.
    package func declareField(
        _ name: Text, as type: Text, _ attributes: [Pair], by caller: Caller = .user
    ) throws -> ActionOutcome {
        let document = try settingsDocument()
        return try perform(by: caller, resultChoice: .settings) {
            try $0.declaring(name, as: type, attributes, in: document)
        }
    }

    /// Gives a field another name, in `pmd.yml` and in each task, in one commit.
    package func renameField(
        _ old: Text, to new: Text, by caller: Caller = .user
    ) throws -> ActionOutcome {
        let document = try settingsDocument()
        return try perform(by: caller, resultChoice: .settings) {
            try $0.renamingField(old, to: new, in: document)
        }
    }

    /// Removes the declaration of a field; the values stay.
    package func removeField(_ name: Text, by caller: Caller = .user) throws -> ActionOutcome {
        let document = try settingsDocument()
        return try perform(by: caller, resultChoice: .settings) {
            try $0.removingField(name, in: document)
        }
    }

    /// Returns the plan of a declaration without carrying it out.
    package func planOfField(
        _ name: Text, as type: Text, _ attributes: [Pair]
    ) throws -> Plan {
        try readableBoard().declaring(name, as: type, attributes, in: settingsDocument())
    }
}

extension ResultChoice {
    fileprivate static let settings = ResultChoice(isByTask: false, unchanged: .nothingToChange)
}

/// A setting of this clone, which the terminal board shows and changes.
package enum LocalSetting: String, CaseIterable, Sendable {
    /// The address of the remote to sync with.
    case remote
    case theme = "pmd.theme"
    case autoSync = "pmd.autoSync"
    case dates = "pmd.dates"
}

extension Workspace {
    /// Returns the local settings that are set.
    package func localSettings() throws -> [LocalSetting: String] {
        let git = try repository()
        var values: [LocalSetting: String] = [:]
        for setting in LocalSetting.allCases {
            values[setting] =
                setting == .remote
                ? try git.remotes().first.flatMap {
                    try git.configuration.string("remote.\($0).url")
                }
                : try git.configuration.string(setting.rawValue)
        }
        return values
    }

    /// Sets a local setting; an empty value removes it. A remote is only added here, and changed
    /// with git: a different one would need a different history.
    ///
    /// - Throws: ``GitError``, ``BoardError``.
    package func setLocal(_ setting: LocalSetting, to value: String) throws {
        let git = try repository()
        guard setting == .remote else {
            return try git.configuration.set(setting.rawValue, value.isEmpty ? nil : value)
        }
        if try git.remotes().isEmpty, !value.isEmpty { try git.addRemote("origin", url: value) }
    }
}

extension Workspace {
    /// Returns the editor in git's configuration, `core.editor`; nil if none is set.
    package nonisolated func configuredEditor() throws -> String? {
        try location.openRepository().configuration.string("core.editor")
    }
}
