import Clibgit2
import Glibc

extension Repository {
    /// Returns true if git's ignore rules leave a path out.
    ///
    /// - Parameter path: The path from the root of the working tree; a folder ends in a slash.
    package func isIgnored(_ path: [UInt8]) throws(GitError) -> Bool {
        try checkRules("ignore", "exclude", for: path)
        var ignored: Int32 = 0
        let code = withCString(path) { git_ignore_path_is_ignored(&ignored, pointer, $0) }
        try check("look up what git ignores", code)
        return ignored != 0
    }

    /// Returns the value of an attribute such as `filter` for a path; nil if it is not set to a
    /// word.
    package func attribute(_ name: String, of path: [UInt8]) throws(GitError) -> String? {
        let value = try attributeValue(name, of: path)
        guard git_attr_value(value) == GIT_ATTR_VALUE_STRING else { return nil }
        return value.map { String(cString: $0) }
    }

    /// - Returns: The value, which libgit2 keeps until it reads the attributes again.
    private func attributeValue(
        _ name: String, of path: [UInt8]
    ) throws(GitError) -> UnsafePointer<CChar>? {
        try readAttributeFiles()
        try checkRules("attributes", "attributes", for: path)
        var value: UnsafePointer<CChar>?
        let code = withCString(path) { git_attr_get(&value, pointer, 0, $0, name) }
        do throws(GitError) {
            try check("look up the attributes of \(shown(path))", code)
        } catch var error {
            // The call needs nothing that may be missing: libgit2 reports this status for a file
            // that it could not open, for whatever reason.
            if [.notFound, .other].contains(error.kind) { error.kind = .inputOutput }
            throw error
        }
        return value
    }

    /// Returns true if an attribute such as `text` is set for a path, to a word or without one.
    package func hasAttribute(_ name: String, of path: [UInt8]) throws(GitError) -> Bool {
        let value = try attributeValue(name, of: path)
        return [GIT_ATTR_VALUE_STRING, GIT_ATTR_VALUE_TRUE].contains(git_attr_value(value))
    }

    /// Returns the filter that git would run on a file's content, and pmd does not; nil if there is
    /// none.
    ///
    /// A filter without a definition in this clone's configuration does nothing, as in git: a file
    /// of the repository cannot start a program.
    package func filter(of path: [UInt8]) throws(GitError) -> String? {
        guard let name = try attribute("filter", of: path), !name.isEmpty else { return nil }
        for key in ["clean", "process", "smudge", "required"]
        where try configuration.string("filter.\(name).\(key)") != nil {
            return name
        }
        return nil
    }

    /// Throws if a file of git's rules is a pipe, a device or a socket: libgit2 would open it and
    /// might wait for ever.
    ///
    /// - Parameters:
    ///   - name: The name of the files in the working tree, after `.git`.
    ///   - sharedName: The name of the clone's own file.
    private func checkRules(
        _ name: String, _ sharedName: String, for path: [UInt8]
    ) throws(GitError) {
        let ends = path.indices.filter { path[$0] == slash }
        let folders = [[]] + ends.map { Array(path[...$0]) }
        for folder in folders {
            try checkRules(at: Array(workTree.utf8) + folder + Array(".git\(name)".utf8))
        }
        guard !checkedRules.contains(name) else { return }
        try checkRules(at: Array("\(commonDirectory)info/\(sharedName)".utf8))
        let setting = name == "ignore" ? "core.excludesFile" : "core.attributesFile"
        // The places where libgit2 looks.
        let own = Library.environment
        let home = own["XDG_CONFIG_HOME"] ?? own["HOME"].map { $0 + "/.config" }
        for file in [try configuration.path(setting), home.map { "\($0)/git/\(name)" }] {
            if let file { try checkRules(at: Array(file.utf8)) }
        }
        checkedRules.insert(name)
    }

    private func checkRules(at path: [UInt8]) throws(GitError) {
        var status = stat()
        guard withCString(path, { stat($0, &status) }) == 0,
            ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
        else { return }
        throw GitError(.attributesNotRegular, "read \(shown(path))")
    }

    /// Copies the attribute files of the real index to libgit2's index: as in git, they count if
    /// the working tree has no such file.
    private func readAttributeFiles() throws(GitError) {
        guard !hasAttributeFiles else { return }
        try check("read the attributes", git_index_clear(libraryIndex.pointer))
        let files = try readIndex().table?.files(named: Array(".gitattributes".utf8)) ?? []
        for file in files where contains(file.entry.id) {
            var entry = git_index_entry()
            entry.mode = file.entry.mode
            entry.id = file.entry.id.oid
            let code = withCString(file.path) {
                entry.path = $0
                return git_index_add(libraryIndex.pointer, &entry)
            }
            // A folder whose name git refuses has no file.
            if code < 0 { git_error_clear() }
        }
        hasAttributeFiles = true
    }
}
