import Clibgit2

extension Repository {
    /// Whether git's ignore rules leave a path out.
    ///
    /// - Parameter path: from the root of the work tree; a folder ends in a slash.
    package func isIgnored(_ path: [UInt8]) throws(GitError) -> Bool {
        var ignored: Int32 = 0
        let code = withCString(path) { git_ignore_path_is_ignored(&ignored, pointer, $0) }
        try check("look up what git ignores", code)
        return ignored != 0
    }

    /// The value of an attribute such as `filter` for a path; nil where it is not
    /// set to a word.
    package func attribute(_ name: String, of path: [UInt8]) throws(GitError) -> String? {
        try readAttributeFiles()
        var value: UnsafePointer<CChar>?
        let code = withCString(path) { git_attr_get(&value, pointer, 0, $0, name) }
        do throws(GitError) {
            try check("look up the attributes of \(shown(path))", code)
        } catch var error {
            // Nothing is looked for that might be missing: libgit2 reports this for a
            // file that it could not open for whatever reason.
            if [.notFound, .other].contains(error.kind) { error.kind = .inputOutput }
            throw error
        }
        guard git_attr_value(value) == GIT_ATTR_VALUE_STRING else { return nil }
        return value.map { String(cString: $0) }
    }

    /// Puts the attribute files of the real index into libgit2's: as in git, they count
    /// where the working tree has no such file.
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
            // A name that git refuses is that of no folder in which a file could be.
            if code < 0 { git_error_clear() }
        }
        hasAttributeFiles = true
    }
}
