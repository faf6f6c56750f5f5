import Clibgit2
import Glibc

// Settings outside any repository: those of the user and the machine.
extension Configuration {
    /// Returns the value of a name; nil if none is set.
    package static func global(
        _ name: String, in environment: Environment
    ) throws(GitError) -> String? {
        let configuration = try openGlobal(environment)
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

    /// Returns all values of a name, beginning with the machine's.
    static func globals(
        _ name: String, in environment: Environment
    ) throws(GitError) -> [String] {
        let configuration = try openGlobal(environment)
        return try strings(name, in: configuration.pointer)
    }

    /// Returns the names of all settings with a prefix such as `pmd.color.`, each once.
    package static func globalNames(
        from start: String, in environment: Environment
    ) throws(GitError) -> [String] {
        let configuration = try openGlobal(environment)
        return Set(try names(from: start, in: configuration.pointer)).sorted()
    }

    private static func openGlobal(
        _ environment: Environment
    ) throws(GitError) -> Handle<ConfigurationKind> {
        try Library.start()
        let configuration = try Handle<ConfigurationKind>("read the configuration") {
            git_config_open_default(&$0)
        }
        try addUserFiles(of: environment, to: configuration.pointer, repository: nil)
        return configuration
    }

    /// Makes libgit2 read the user's settings from the files of an environment. By default, it
    /// reads those of the process, and never `GIT_CONFIG_GLOBAL`.
    static func addUserFiles(
        of environment: Environment, to configuration: OpaquePointer, repository: OpaquePointer?
    ) throws(GitError) {
        for (file, level) in userFiles(of: environment) {
            // Without a path, the file of the process would be used.
            let file = access(file, F_OK) == 0 ? file : none
            try check(
                "read \(file)",
                git_config_add_file_ondisk(configuration, file, level, repository, 1))
        }
    }

    private static let none = "/dev/null"

    private static func userFiles(
        of environment: Environment
    ) -> [(path: String, level: git_config_level_t)] {
        if let file = environment["GIT_CONFIG_GLOBAL"] { return [(file, GIT_CONFIG_LEVEL_GLOBAL)] }
        let (home, folder) = (environment["HOME"], environment["XDG_CONFIG_HOME"])
        let own = Library.environment
        guard home != own["HOME"] || folder != own["XDG_CONFIG_HOME"] else { return [] }
        let shared = folder ?? home.map { $0 + "/.config" }
        return [
            (home.map { $0 + "/.gitconfig" } ?? none, GIT_CONFIG_LEVEL_GLOBAL),
            (shared.map { $0 + "/git/config" } ?? none, GIT_CONFIG_LEVEL_XDG),
        ]
    }
}
