import Git
import TaskBoard

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
