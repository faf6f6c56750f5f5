import Git

// The user's output settings in git's configuration.
extension Location {
    /// Returns the settings below a name such as `pmd.color`, of the repository and the user.
    /// Their names are in lower case and without that prefix.
    package func userSettings(
        below section: String
    ) throws -> [(name: String, value: String)] {
        let configuration = try openRepository().configuration
        return try Set(configuration.names(from: section + ".")).sorted().compactMap { name in
            guard let last = Self.last(name, below: section) else { return nil }
            return try configuration.string(name).map { (last, $0) }
        }
    }

    /// Returns the same settings outside any board: those of the user.
    package static func userSettings(
        below section: String, in environment: Environment
    ) throws -> [(name: String, value: String)] {
        try Configuration.globalNames(from: section + ".", in: environment).compactMap { name in
            guard let last = last(name, below: section) else { return nil }
            return try Configuration.global(name, in: environment).map { (last, $0) }
        }
    }

    /// Returns a setting of git's configuration, such as `pmd.theme`; nil if it is not set.
    package func userSetting(_ name: String) throws -> String? {
        try openRepository().configuration.string(name)
    }

    /// Returns a name without its section; nil for a name with a subsection.
    private static func last(_ name: String, below section: String) -> String? {
        let last = name.dropFirst(section.count + 1)
        return last.contains(".") ? nil : String(last)
    }
}
