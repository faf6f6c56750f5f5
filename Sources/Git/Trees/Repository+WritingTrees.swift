import Clibgit2

extension Repository {
    /// Stores a copy of a tree with some files set and some removed, and returns its ID. Folders
    /// that become empty are removed; everything else in `base` stays the same, byte for byte.
    ///
    /// - Parameters:
    ///   - base: The tree to change; nil for one without entries.
    ///   - changes: The new entries by path from the root. Nil removes a file, and does nothing if
    ///     there is none. A file replaces a folder of `base` at its path, and a folder a file.
    ///   - isMerge: True if the changes take over entries of a parent, including odd names and
    ///     modes: every clone must create the same tree from the same parents.
    /// - Throws: ``GitError/Kind/invalid`` for a path that git refuses, or for two changes that
    ///   create a file and a folder at the same path.
    package func writeTree(
        from base: ObjectID?, changes: [[UInt8]: TreeEntry?], isMerge: Bool = false
    ) throws(GitError) -> ObjectID {
        let root = try FolderChanges(changes, isMerge: isMerge)
        guard let tree = try write(root, over: base) else { return try writeEmptyTree() }
        return tree
    }

    /// Returns nil if nothing is left.
    private func write(
        _ changes: FolderChanges, over base: ObjectID?
    ) throws(GitError) -> ObjectID? {
        var tree: StoredTree?
        if let base, base != .emptyTree { tree = try storedTree(base) }
        var entries: [[UInt8]: TreeEntry?] = [:]
        for (name, entry) in changes.files {
            if let entry {
                try requireObject(of: entry, name)
            } else if try tree?.entry(named: name)?.isFolder ?? true {
                continue
            }
            entries[name] = .some(entry)
        }
        for (name, folder) in changes.folders {
            let existing = try tree?.entry(named: name)
            let isFolder = existing?.isFolder == true
            // Removing files below a path that is not a folder changes nothing.
            if !isFolder, !folder.setsAny { continue }
            if let id = try write(folder, over: isFolder ? existing?.id : nil) {
                entries[name] = .some(TreeEntry(mode: TreeEntry.folderMode, id: id))
            } else if existing != nil, changes.files[name] == nil {
                entries[name] = .some(nil)
            }
        }
        let bytes = try tree?.setting(entries) ?? treeBytes(entries)
        return bytes.isEmpty ? nil : try storeTree(bytes)
    }

    func storeTree(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
        try store(bytes, kind: GIT_OBJECT_TREE, operation: "store a tree")
    }

    /// Throws for an entry whose object is missing: other clones could not read the tree.
    private func requireObject(of entry: TreeEntry, _ name: [UInt8]) throws(GitError) {
        // A submodule's commit is in another repository.
        guard entry.canonicalMode != TreeEntry.submoduleMode else { return }
        let operation = "store a tree with \(shown(name))"
        guard try surelyContains(entry.id, to: operation) else {
            throw GitError(.missingObject(entry.id, isNew: false), operation)
        }
    }

    private func writeEmptyTree() throws(GitError) -> ObjectID { try storeTree([]) }
}

/// Changes of files by path, grouped by folder.
struct FolderChanges {
    private(set) var files: [[UInt8]: TreeEntry?] = [:]
    private(set) var folders: [[UInt8]: FolderChanges] = [:]
    /// True if a file below is set and not removed.
    private(set) var setsAny = false

    init(_ changes: [[UInt8]: TreeEntry?], isMerge: Bool) throws(GitError) {
        for (path, entry) in changes {
            guard !isMerge, let set = entry else {
                try add(path, entry)
                continue
            }
            let verified = try VerifiedPath(verifying: path, mode: set.mode)
            try add(verified.bytes, TreeEntry(mode: set.canonicalMode, id: set.id))
        }
    }

    private mutating func add(_ path: [UInt8], _ entry: TreeEntry?) throws(GitError) {
        let names = path.split(separator: slash, omittingEmptySubsequences: false)
        guard names.count <= deepest, names.allSatisfy({ Self.isSane($0) }) else {
            throw Self.error(.emptyPathPart, path)
        }
        try add(names[...], entry, at: path)
    }

    private init() {}

    private mutating func add(
        _ names: ArraySlice<ArraySlice<UInt8>>, _ entry: TreeEntry?, at path: [UInt8]
    ) throws(GitError) {
        guard let first = names.first.map(Array.init) else { return }
        if entry != nil { setsAny = true }
        if names.count == 1 {
            files[first] = .some(entry)
        } else {
            // Changed in place: copying for each file would make many changes quadratic.
            try folders[first, default: FolderChanges()].add(
                names.dropFirst(), entry, at: path)
        }
        if case .some(.some) = files[first], folders[first]?.setsAny == true {
            throw Self.error(.fileAndFolder, path)
        }
    }

    private static func isSane(_ name: ArraySlice<UInt8>) -> Bool {
        !name.isEmpty && !name.contains(0) && !name.elementsEqual(".".utf8)
            && !name.elementsEqual("..".utf8)
    }

    private static func error(_ reason: GitError.Reason, _ path: [UInt8]) -> GitError {
        GitError(reason, "store a tree with \(shown(path))")
    }
}
