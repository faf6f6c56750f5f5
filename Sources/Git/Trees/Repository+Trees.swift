import Clibgit2

extension Repository {
    /// Returns all files of a tree or of one folder in it, by path from the root of the tree,
    /// including links and submodules.
    ///
    /// - Parameters:
    ///   - tree: The tree; nil for one without entries.
    ///   - prefix: The folder, without a slash at the end; empty for the whole tree. A missing
    ///     folder has no files.
    ///   - limit: The maximum number of entries: a small tree can expand to billions of paths.
    /// - Throws: ``GitError/Kind/tooLarge`` if there are more.
    package func files(
        ofTree tree: ObjectID?, below prefix: [UInt8] = [], limit: Int = 5_000_000
    ) throws(GitError) -> [[UInt8]: TreeEntry] {
        var files: [[UInt8]: TreeEntry] = [:]
        guard let tree, let folder = try entry(inTree: tree, path: prefix), folder.isFolder else {
            return files
        }
        var pending = [(path: prefix.isEmpty ? [] : prefix + [slash], id: folder.id, depth: 0)]
        var count = 0
        while let next = pending.popLast() {
            let entries = try listing(ofTree: next.id)
            count += entries.count
            try refuse(count > limit, tree)
            for entry in entries {
                let path = next.path + entry.name
                if entry.value.isFolder, next.depth == deepest { continue }
                if entry.value.isFolder {
                    pending.append((path + [slash], entry.value.id, next.depth + 1))
                } else {
                    files[path] = entry.value
                }
            }
        }
        return files
    }

    /// Returns the entry at a path of a tree, a folder or a file; nil if there is none. The empty
    /// path is the tree itself.
    package func entry(inTree tree: ObjectID, path: [UInt8]) throws(GitError) -> TreeEntry? {
        var entry = TreeEntry(mode: TreeEntry.folderMode, id: tree)
        guard !path.isEmpty else { return entry }
        for name in path.split(separator: slash, omittingEmptySubsequences: false) {
            guard entry.isFolder else { return nil }
            guard let next = try self.entry(named: Array(name), inTree: entry.id) else {
                return nil
            }
            entry = next
        }
        return entry
    }

    /// Returns the paths at which two trees differ, sorted. Only folders whose IDs differ are
    /// read, and renames are not detected.
    ///
    /// - Parameters:
    ///   - old: The first tree; like `new`, nil for one without entries.
    ///   - prefix: The folder to compare, without a slash at the end.
    ///   - isWanted: Returns true for the names of wanted files; nil for all.
    package func diff(
        _ old: ObjectID?, _ new: ObjectID?, below prefix: [UInt8] = [], limit: Int = 5_000_000,
        where isWanted: ((UnsafeRawBufferPointer) -> Bool)? = nil
    ) throws(GitError) -> [TreeChange] {
        var comparison = TreeComparison(repository: self, limit: limit, isWanted)
        let sides = (try folder(prefix, inTree: old), try folder(prefix, inTree: new))
        return try comparison.changes(from: sides.0, to: sides.1, below: prefix)
    }

    /// Returns the entries of one tree, in git's order.
    func listing(ofTree id: ObjectID) throws(GitError) -> [(name: [UInt8], value: TreeEntry)] {
        guard id != .emptyTree else { return [] }
        return try storedTree(id).entries()
    }

    /// Returns the entries of one tree sorted byte by byte, except files that are already known:
    /// git sorts a folder as if its name ended in a slash.
    ///
    /// - Parameter isKnown: Returns true for a known file; called in this order, with the bytes of
    ///   the ID.
    package func namesInOrder(
        ofTree id: ObjectID,
        but isKnown: (_ name: UnsafeRawBufferPointer, _ id: UnsafeRawBufferPointer) -> Bool
    ) throws(GitError) -> [(name: [UInt8], value: TreeEntry)] {
        guard id != .emptyTree else { return [] }
        return try storedTree(id).entries { isKnown($0, $1) }
            .sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }

    private func folder(_ path: [UInt8], inTree tree: ObjectID?) throws(GitError) -> ObjectID? {
        guard let tree, let entry = try entry(inTree: tree, path: path), entry.isFolder else {
            return nil
        }
        return entry.id
    }

    private func entry(named name: [UInt8], inTree id: ObjectID) throws(GitError) -> TreeEntry? {
        guard id != .emptyTree, !name.isEmpty, !name.contains(0) else { return nil }
        return try storedTree(id).entry(named: name)
    }

    /// Returns the paths of the wanted files, a few out of a great many.
    ///
    /// - Parameters:
    ///   - prefix: A folder, without a slash at the end; empty for the whole tree.
    ///   - isWanted: Called with the last part of each path.
    package func paths(
        inTree tree: ObjectID, below prefix: [UInt8],
        where isWanted: (UnsafeRawBufferPointer) -> Bool
    ) throws(GitError) -> [[UInt8]] {
        guard let folder = try entry(inTree: tree, path: prefix), folder.isFolder else { return [] }
        var found: [[UInt8]] = []
        var pending = [(path: prefix.isEmpty ? [] : prefix + [slash], id: folder.id, depth: 0)]
        while let next = pending.popLast(), next.id != .emptyTree {
            try storedTree(next.id).forEach { name, entry in
                if entry.isFolder, next.depth == deepest { return }
                if entry.isFolder {
                    pending.append((next.path + name + [slash], entry.id, next.depth + 1))
                } else if isWanted(name) {
                    found.append(next.path + name)
                }
            }
        }
        return found
    }

    private func refuse(_ isTooLarge: Bool, _ tree: ObjectID) throws(GitError) {
        guard isTooLarge else { return }
        throw GitError(.tooManyFolders, "read tree \(tree)")
    }
}

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
