import Glibc

/// The environment variables of a process or a board.
///
/// A program reads its own environment once, at its start, and passes it on, so that two boards in
/// one process may have different ones. ``Library`` describes the state of libgit2 that is shared
/// nevertheless.
package struct Environment: Equatable, Sendable {
    /// The variables as `NAME=value`.
    private let entries: [String]

    package init(_ values: [String: String]) {
        entries = values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    }

    private init(entries: [String]) { self.entries = entries }

    /// Reads the environment of this process.
    package static func ofProcess() -> Environment {
        var entries: [String] = []
        var next = environ
        while let entry = next.pointee {
            entries.append(String(cString: entry))
            next += 1
        }
        return Environment(entries: entries)
    }

    /// The value of a variable; nil if it is not set.
    package subscript(name: String) -> String? {
        let start = name + "="
        return entries.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    }

    /// Returns the value of a variable that is set and not empty.
    package func text(_ name: String) -> String? {
        self[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the same environment with some variables set.
    package func setting(_ values: [String: String]) -> Environment {
        let rest = entries.filter { values[Self.name(of: $0)] == nil }
        return Environment(entries: rest + Environment(values).entries)
    }

    /// The same environment with the system's home folder for the user, if `HOME` is not set, as
    /// in a system service or under `env -i`: git's settings there contain the author's name.
    package var withHome: Environment {
        guard self["HOME"] == nil, let home = Self.knownHome else { return self }
        return setting(["HOME": home])
    }

    /// The user's home folder: an absolute path. Like systemd, this ignores a `HOME` that is not
    /// one.
    package var home: String {
        self["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? Self.knownHome ?? "/"
    }

    /// The home folder according to the system; nil if there is none.
    private static var knownHome: String? {
        guard let user = getpwuid(getuid()), let home = user.pointee.pw_dir, home.pointee != 0
        else { return nil }
        return String(cString: home)
    }

    /// All variables as `NAME=value`.
    package var all: [String] { entries }

    private static func name(of entry: String) -> String { String(entry.prefix { $0 != "=" }) }
}

extension Environment {
    /// Returns the environment of a child as `NAME=value`: this one, without the variables that
    /// would make git use a different repository or different settings than pmd.
    ///
    /// git sets them for its hooks and aliases, from which pmd may be called. pmd finds its
    /// repository by its folder and reads only the files of git's configuration, so its children
    /// must not see more. Variables that a user sets for all programs stay: `GIT_SSH_COMMAND`,
    /// `GIT_CONFIG_GLOBAL`, `GIT_EXEC_PATH`.
    ///
    /// - Parameter values: Variables to set, or nil to remove.
    package func list(replacing values: [String: String?] = [:]) -> [String] {
        var list = entries.filter { entry in
            let name = Self.name(of: entry)
            return values[name] == nil && !namesRepository(name)
        }
        for (name, value) in values {
            if let value { list.append("\(name)=\(value)") }
        }
        return list
    }
}

/// Returns true if a variable binds git to one repository, working tree, index or run.
private func namesRepository(_ name: String) -> Bool {
    guard name.hasPrefix("GIT_") else { return false }
    return boundVariables.contains(name) || name.hasPrefix("GIT_CONFIG_KEY_")
        || name.hasPrefix("GIT_CONFIG_VALUE_")
}

/// The variables of `git rev-parse --local-env-vars`, and others that restrict git.
private let boundVariables: Set<String> = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CEILING_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG",
    "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_DIR", "GIT_DISCOVERY_ACROSS_FILESYSTEM",
    "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_INDEX_VERSION",
    "GIT_INTERNAL_SUPER_PREFIX", "GIT_LITERAL_PATHSPECS", "GIT_NAMESPACE",
    "GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_PROTOCOL",
    "GIT_QUARANTINE_PATH", "GIT_REFLOG_ACTION", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
]
