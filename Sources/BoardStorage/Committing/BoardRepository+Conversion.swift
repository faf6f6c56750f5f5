import Git
import TaskBoard

// git's conversions between the working tree and the repository. Files that are not tasks are
// converted in both directions. Tasks are stored as bytes, but one that git wrote with other line
// ends is unchanged.
extension BoardRepository {
    /// Returns true if a file is stored and written without conversion: a task.
    func isTask(_ path: [UInt8]) -> Bool {
        boardPath(path).map(settings.isTaskPath) ?? false
    }

    /// Returns true if git considers the bytes of a file equal to a blob.
    ///
    /// - Parameter sources: Where the attribute files may be: during a checkout, the working tree
    ///   may have the old or the new ones.
    func isSame(
        _ bytes: [UInt8], as id: ObjectID, at path: [UInt8],
        by sources: [AttributeSource] = [.workTree]
    ) throws -> Bool {
        if try ObjectID.ofBlob(bytes) == id { return true }
        return try sources.contains { source in
            let conversion = try git.conversion(of: path, by: source)
            guard !conversion.isNothing else { return false }
            do {
                let stored = try conversion.stored(bytes) {
                    git.contains(id) ? try git.blob(id) : nil
                }
                return try ObjectID.ofBlob(stored) == id
            } catch is Conversion.Refusal {
                return false
            }
        }
    }

    /// Returns the content that git stores for the bytes of a file. `core.safecrlf` is ignored:
    /// the bytes are pmd's own, or were saved while pmd wrote the file.
    func stored(_ bytes: [UInt8], at path: [UInt8]) throws -> [UInt8] {
        guard !isTask(path) else { return bytes }
        let conversion = try git.conversion(of: path)
        guard !conversion.isNothing else { return bytes }
        do {
            return try conversion.stored(bytes) {
                var index = try git.index()
                return try index.entry(path).map { try git.blob($0.id) }
            }
        } catch is Conversion.Refusal {
            return bytes
        }
    }

    /// Returns the content that a checkout writes for an entry; nil if the entry has no file in
    /// the working tree.
    ///
    /// - Parameter tree: The tree that is checked out, whose attribute files apply.
    func content(
        of entry: TreeEntry?, at path: [UInt8], in tree: ObjectID
    ) throws -> FileContent? {
        guard let content = try content(of: entry, at: path), let entry, !isTask(path),
            // The pointer to a large file is written unchanged.
            try git.filter(of: path, by: .tree(tree)) == nil
        else { return try content(of: entry, at: path) }
        let conversion = try git.conversion(of: path, by: .tree(tree))
        if conversion.isNothing { return content }
        if case .blob(let id, let git, _) = content { return .blob(id, git, conversion) }
        return .bytes(conversion.written(try content.bytes(), id: entry.id))
    }

    /// Returns the content in the working tree for a committed entry: that of its file if git
    /// considers it equal to the entry, else the entry's own.
    func current(
        _ entry: TreeEntry?, at path: [UInt8], by sources: [AttributeSource] = [.workTree]
    ) throws -> FileContent? {
        guard let content = try content(of: entry, at: path), let entry else { return nil }
        guard let bytes = try state(of: path).bytes, try !content.isSame(as: bytes),
            try isSame(bytes, as: entry.id, at: path, by: sources)
                || isUnchangedByStatData(path, entry)
        else { return content }
        return .bytes(bytes)
    }

    /// Returns true if git considers a file unchanged by its stat data in the index, as the scan
    /// does: git's filter made it, for example the content that Git LFS writes instead of its
    /// pointer, or it was written before its attributes changed.
    private func isUnchangedByStatData(_ path: [UInt8], _ entry: TreeEntry) throws -> Bool {
        guard !isTask(path) else { return false }
        let (parent, name) = splitPath(path)
        var index = try git.index()
        guard let known = index.entry(path), known.id == entry.id,
            let statData = try root.existingFolder(parent)?.statData(name)
        else { return false }
        if known.isCurrent(statData) { return true }
        return try known.isUnchanged(since: statData) && git.filter(of: path) != nil
    }
}
