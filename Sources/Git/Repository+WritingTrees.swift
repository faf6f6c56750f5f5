import Clibgit2

extension Repository {
    /// Stores a tree that is another one with some files set and some removed,
    /// and answers its ID. Folders that are left empty go; everything else in
    /// `base` stays as it is, byte for byte.
    ///
    /// - Parameters:
    ///   - base: The tree to begin with; nil: one without entries.
    ///   - changes: By path from the root. nil removes a file (where there is
    ///     none, nothing happens). A file set where `base` has a folder takes its
    ///     place, and the other way round.
    /// - Throws: ``GitError/Kind/invalid`` for a path that git cannot hold, or two
    ///   changes of which one makes a file and the other a folder there.
    package func writeTree(
        from base: ObjectID?, changes: [[UInt8]: TreeEntry?]
    ) throws(GitError) -> ObjectID {
        let root = try FolderChanges(changes)
        guard let tree = try write(root, over: base) else { return try writeEmptyTree() }
        return tree
    }

    /// Nil where nothing is left.
    private func write(
        _ changes: FolderChanges, over base: ObjectID?
    ) throws(GitError) -> ObjectID? {
        let builder = try builder(over: base)
        for (name, entry) in changes.files {
            let existing = self.entry(name, in: builder)
            if let entry {
                try set(name, entry, in: builder)
            } else if let existing, !existing.isFolder {
                try remove(name, in: builder)
            }
        }
        for (name, folder) in changes.folders {
            let existing = self.entry(name, in: builder)
            let isFolder = existing?.isFolder == true
            // Removing files below what is no folder changes nothing.
            if !isFolder, !folder.setsAny { continue }
            if let id = try write(folder, over: isFolder ? existing?.id : nil) {
                try set(name, TreeEntry(mode: TreeEntry.folderMode, id: id), in: builder)
            } else if existing != nil {
                try remove(name, in: builder)
            }
        }
        guard git_treebuilder_entrycount(builder.pointer) > 0 else { return nil }
        var id = git_oid()
        try check("store a tree", git_treebuilder_write(&id, builder.pointer))
        return stored(id)
    }

    private func builder(over base: ObjectID?) throws(GitError) -> Handle<TreeBuilderKind> {
        guard let base, base != .emptyTree else {
            return try Handle("build a tree") { git_treebuilder_new(&$0, pointer, nil) }
        }
        let tree = try tree(base)
        return try Handle("build a tree from \(base)") {
            git_treebuilder_new(&$0, pointer, tree.pointer)
        }
    }

    private func entry(
        _ name: [UInt8], in builder: borrowing Handle<TreeBuilderKind>
    ) -> TreeEntry? {
        let found = withCString(name) { git_treebuilder_get(builder.pointer, $0) }
        return found.map { TreeEntry($0) }
    }

    private func set(
        _ name: [UInt8], _ entry: TreeEntry, in builder: borrowing Handle<TreeBuilderKind>
    ) throws(GitError) {
        var id = entry.id.oid
        let code = withCString(name) {
            git_treebuilder_insert(
                nil, builder.pointer, $0, &id, git_filemode_t(rawValue: entry.mode))
        }
        guard code < 0 else { return }
        var error = GitError(code, "store a tree with \(shown(name))")
        if error.kind == .other {
            // The object could not be read; everything else is about the name.
            let isObject = error.message.contains("invalid object specified")
            error.kind = isObject ? .damaged : .invalid
        }
        throw error
    }

    private func remove(
        _ name: [UInt8], in builder: borrowing Handle<TreeBuilderKind>
    ) throws(GitError) {
        let code = withCString(name) { git_treebuilder_remove(builder.pointer, $0) }
        try check("store a tree without \(shown(name))", code)
    }

    private func writeEmptyTree() throws(GitError) -> ObjectID {
        let builder = try builder(over: nil)
        var id = git_oid()
        try check("store a tree", git_treebuilder_write(&id, builder.pointer))
        return stored(id)
    }
}

/// Changes of files by path, taken apart into folders.
struct FolderChanges {
    private(set) var files: [[UInt8]: TreeEntry?] = [:]
    private(set) var folders: [[UInt8]: FolderChanges] = [:]
    /// True where a file below is set and not removed.
    private(set) var setsAny = false

    init(_ changes: [[UInt8]: TreeEntry?]) throws(GitError) {
        for (path, entry) in changes {
            let names = path.split(separator: slash, omittingEmptySubsequences: false)
            guard names.count <= deepest, names.allSatisfy({ Self.isSane($0) }) else {
                throw Self.error(path, "a path in git has no empty parts, no '..' and no NUL")
            }
            try add(names[...], entry, path)
        }
    }

    private init() {}

    private mutating func add(
        _ names: ArraySlice<ArraySlice<UInt8>>, _ entry: TreeEntry?, _ path: [UInt8]
    ) throws(GitError) {
        guard let first = names.first.map(Array.init) else { return }
        if entry != nil { setsAny = true }
        if names.count == 1 {
            files[first] = .some(entry)
        } else {
            // In its place: a copy for each file would make many changes quadratic.
            try folders[first, default: FolderChanges()].add(names.dropFirst(), entry, path)
        }
        if case .some(.some) = files[first], folders[first]?.setsAny == true {
            throw Self.error(path, "it would be a file and a folder at once")
        }
    }

    private static func isSane(_ name: ArraySlice<UInt8>) -> Bool {
        !name.isEmpty && !name.contains(0) && !name.elementsEqual(".".utf8)
            && !name.elementsEqual("..".utf8)
    }

    private static func error(_ path: [UInt8], _ reason: String) -> GitError {
        GitError(.invalid, "store a tree with \(shown(path))", reason)
    }
}

/// A path for a message: quoted, and readable whatever its bytes.
func shown(_ path: [UInt8]) -> String {
    "'" + String(decoding: path, as: UTF8.self) + "'"
}
