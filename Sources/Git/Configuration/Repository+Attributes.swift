import Clibgit2
import Glibc

extension Repository {
    /// Returns true if git's ignore rules exclude a path.
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
    package func attribute(
        _ name: String, of path: [UInt8], by source: AttributeSource = .workTree
    ) throws(GitError) -> String? {
        guard case .word(let word) = try attributes([name], of: path, by: source)[0] else {
            return nil
        }
        return word
    }

    /// Returns the values of some attributes for a path.
    func attributes(
        _ names: [String], of path: [UInt8], by source: AttributeSource
    ) throws(GitError) -> [AttributeValue] {
        let isTreeAlone = try readAttributeFiles(of: source, for: path)
        try checkRules("attributes", "attributes", for: path)
        var options = git_attr_options()
        options.version = UInt32(GIT_ATTR_OPTIONS_VERSION)
        options.flags = UInt32(
            source == .workTree
                ? GIT_ATTR_CHECK_FILE_THEN_INDEX
                : isTreeAlone ? GIT_ATTR_CHECK_INDEX_ONLY : GIT_ATTR_CHECK_INDEX_THEN_FILE)
        var values = [UnsafePointer<CChar>?](repeating: nil, count: names.count)
        let code = withCString(path) { path in
            withCStrings(names) { names in
                var names = names.map { UnsafePointer($0) }
                return git_attr_get_many_ext(
                    &values, pointer, &options, path, values.count, &names)
            }
        }
        do throws(GitError) {
            try check("look up the attributes of \(shown(path))", code)
        } catch var error {
            // The call needs nothing that may be missing: libgit2 reports this status for any file
            // that it could not open.
            if [.notFound, .other].contains(error.kind) { error.kind = .inputOutput }
            throw error
        }
        return values.map(AttributeValue.init)
    }

    /// Returns true if an attribute such as `text` is set for a path, to a word or without one.
    package func hasAttribute(_ name: String, of path: [UInt8]) throws(GitError) -> Bool {
        switch try attributes([name], of: path, by: .workTree)[0] {
        case .set, .word: true
        case .unset, .unspecified: false
        }
    }

    /// Returns the filter that git, but not pmd, would run on a file's content; nil if there is
    /// none.
    ///
    /// A filter without a definition in this clone's configuration does nothing, as in git: a file
    /// of the repository cannot start a program.
    package func filter(
        of path: [UInt8], by source: AttributeSource = .workTree
    ) throws(GitError) -> String? {
        guard let name = try attribute("filter", of: path, by: source), !name.isEmpty else {
            return nil
        }
        for key in ["clean", "process", "smudge", "required"]
        where try configuration.string("filter.\(name).\(key)") != nil {
            return name
        }
        return nil
    }

    /// Throws if a file of git's rules is a pipe, a device or a socket: libgit2 would open it and
    /// might wait forever.
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
        // The places that libgit2 searches.
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

    /// Copies the attribute files that apply to a path to libgit2's index: those of the real index
    /// that the working tree lacks, or those of a tree.
    ///
    /// git reads one attribute file for each folder: the working tree's or the index's. libgit2
    /// reads both, so an attribute removed from one file would still apply from the other.
    ///
    /// - Returns: True if only the tree's attribute files apply, since the tree has or removes one
    ///   that applies to the path.
    private func readAttributeFiles(
        of source: AttributeSource, for path: [UInt8]
    ) throws(GitError) -> Bool {
        if attributeSource != source {
            try check("read the attributes", git_index_clear(libraryIndex.pointer))
            git_attr_cache_flush(pointer)
            attributeFolders = [:]
            attributeSource = nil
            let table = try readIndex().table
            if source == .workTree {
                for file in table?.files(named: attributesName) ?? []
                where !isInWorkTree(file.path) {
                    addAttributeFile(file.path, file.entry)
                }
            }
            (attributeSource, attributeTable) = (source, table)
        }
        guard case .tree(let tree) = source else { return false }
        var isTreeAlone = false
        for end in [-1] + path.indices.filter({ path[$0] == slash }) {
            let file = Array(path[..<(end + 1)]) + attributesName
            if let known = attributeFolders[file] {
                isTreeAlone = isTreeAlone || known
                continue
            }
            let entry = try entry(inTree: tree, path: file)
            if let entry, entry.isRegularFile { addAttributeFile(file, entry) }
            let isKnown = entry != nil || attributeTable?.position(of: file, guess: 0) != nil
            attributeFolders[file] = isKnown
            isTreeAlone = isTreeAlone || isKnown
        }
        return isTreeAlone
    }

    private func isInWorkTree(_ path: [UInt8]) -> Bool {
        var status = stat()
        return withCString(Array(workTree.utf8) + path) { lstat($0, &status) } == 0
    }

    private func addAttributeFile(_ path: [UInt8], _ file: TreeEntry) {
        guard contains(file.id) else { return }
        var entry = git_index_entry()
        entry.mode = file.mode
        entry.id = file.id.oid
        let code = withCString(path) {
            entry.path = $0
            return git_index_add(libraryIndex.pointer, &entry)
        }
        // A folder whose name git refuses has no file.
        if code < 0 { git_error_clear() }
    }
}

private let attributesName = Array(".gitattributes".utf8)

/// The value of an attribute for a path.
enum AttributeValue: Equatable {
    case unspecified, unset, set
    case word(String)

    /// - Parameter value: Kept by libgit2 until it reads the attributes again.
    init(_ value: UnsafePointer<CChar>?) {
        switch git_attr_value(value) {
        case GIT_ATTR_VALUE_TRUE: self = .set
        case GIT_ATTR_VALUE_FALSE: self = .unset
        case GIT_ATTR_VALUE_STRING: self = value.map { .word(String(cString: $0)) } ?? .unspecified
        default: self = .unspecified
        }
    }
}
