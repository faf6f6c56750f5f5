import Glibc

/// The environment of a child as `NAME=value`: this process's, without the variables
/// by which git would look at another repository or at other settings than pmd does.
///
/// git sets them for the hooks and aliases that it runs, and pmd may be called by
/// one. pmd finds its repository by its folder and reads the files of git's
/// configuration only, so its children must not see more. What a user sets for all
/// programs stays: `GIT_SSH_COMMAND`, `GIT_CONFIG_GLOBAL`, `GIT_EXEC_PATH`.
///
/// - Parameter values: Variables to set, or nil to leave out.
package func environmentList(replacing values: [String: String?] = [:]) -> [String] {
    var list: [String] = []
    var next = environ
    while let entry = next.pointee {
        let text = String(cString: entry)
        let name = String(text.prefix { $0 != "=" })
        if values[name] == nil, !namesRepository(name) { list.append(text) }
        next += 1
    }
    for (name, value) in values {
        if let value { list.append("\(name)=\(value)") }
    }
    return list
}

/// Whether a variable binds git to one repository, work tree, index or run.
private func namesRepository(_ name: String) -> Bool {
    guard name.hasPrefix("GIT_") else { return false }
    return boundVariables.contains(name) || name.hasPrefix("GIT_CONFIG_KEY_")
        || name.hasPrefix("GIT_CONFIG_VALUE_")
}

/// Those of `git rev-parse --local-env-vars`, and others that narrow what git sees.
private let boundVariables: Set<String> = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CEILING_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG",
    "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_DIR", "GIT_DISCOVERY_ACROSS_FILESYSTEM",
    "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_INDEX_VERSION",
    "GIT_INTERNAL_SUPER_PREFIX", "GIT_LITERAL_PATHSPECS", "GIT_NAMESPACE",
    "GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_PROTOCOL",
    "GIT_QUARANTINE_PATH", "GIT_REFLOG_ACTION", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
]
