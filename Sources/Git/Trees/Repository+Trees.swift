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
