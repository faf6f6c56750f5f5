import Clibgit2

// Settings outside any repository: the user's own and the machine's.
extension Configuration {
    /// The value of a name; nil where none is set.
    package static func global(_ name: String) throws(GitError) -> String? {
        let configuration = try openGlobal()
        var value = git_buf()
        defer { git_buf_dispose(&value) }
        let code = git_config_get_string_buf(&value, configuration.pointer, name)
        if code == GIT_ENOTFOUND.rawValue {
            git_error_clear()
            return nil
        }
        try check("read the setting \(name)", code)
        return value.ptr.map { String(cString: $0) }
    }

    /// All values of a name, those of the machine first.
    static func globals(_ name: String) throws(GitError) -> [String] {
        let configuration = try openGlobal()
        return try strings(name, in: configuration.pointer)
    }

    private static func openGlobal() throws(GitError) -> Handle<ConfigurationKind> {
        try Library.start()
        let configuration = try Handle<ConfigurationKind>("read the configuration") {
            git_config_open_default(&$0)
        }
        if let file = environment("GIT_CONFIG_GLOBAL") {
            try check(
                "read \(file)",
                git_config_add_file_ondisk(
                    configuration.pointer, file, GIT_CONFIG_LEVEL_GLOBAL, nil, 1))
        }
        return configuration
    }
}
