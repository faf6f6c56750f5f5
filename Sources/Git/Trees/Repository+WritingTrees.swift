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
    ///   - isMerge: True if the changes carry over what a parent has, odd names and modes included:
    ///     every clone must make the same tree of the same parents.
    /// - Throws: ``GitError/Kind/invalid`` for a path that git refuses, or two
    ///   changes of which one makes a file and the other a folder there.
    package func writeTree(
        from base: ObjectID?, changes: [[UInt8]: TreeEntry?], isMerge: Bool = false
    ) throws(GitError) -> ObjectID {
        let root = try FolderChanges(changes, isMerge: isMerge)
        guard let tree = try write(root, over: base) else { return try writeEmptyTree() }
        return tree
    }

    /// Nil if nothing is left.
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
            // Removing files below what is no folder changes nothing.
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
        try store(bytes, GIT_OBJECT_TREE, "store a tree")
    }

    /// Refuses an entry whose object is missing: the tree could not be read by others.
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

/// Changes of files by path, taken apart into folders.
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
        try add(names[...], entry, path)
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
