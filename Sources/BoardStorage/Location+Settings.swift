package import Git

// Settings of the user about output, in git's configuration.
extension Location {
    /// Returns the settings below a name such as `pmd.color`, of the repository and the user. The
    /// names are without that beginning, in lower case.
    package func userSettings(
        below section: String
    ) throws -> [(name: String, value: String)] {
        let configuration = try openRepository().configuration
        return try Set(configuration.names(matching: Self.pattern(section))).sorted()
            .compactMap { name in
                try configuration.string(name).map { (Self.last(name), $0) }
            }
    }

    /// Returns the same outside any board: the settings of the user.
    package static func userSettings(
        below section: String, in environment: Environment
    ) throws -> [(name: String, value: String)] {
        try Configuration.globalNames(matching: pattern(section), in: environment)
            .compactMap { name in
                try Configuration.global(name, in: environment).map { (last(name), $0) }
            }
    }

    private static func pattern(_ section: String) -> String {
        "^" + section.replacing(".", with: "\\.") + "\\.[^.]*$"
    }

    /// Returns a setting of git's configuration, such as `pmd.theme`; nil if it is not set.
    package func userSetting(_ name: String) throws -> String? {
        try openRepository().configuration.string(name)
    }

    private static func last(_ name: String) -> String {
        String(name[(name.lastIndex(of: ".").map(name.index(after:)) ?? name.startIndex)...])
    }
}
