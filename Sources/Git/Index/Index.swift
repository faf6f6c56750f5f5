/// The index in the state in which it was read, for lookups by path.
package struct Index {
    let table: IndexTable
    let seconds: Int
    /// True if the index is missing or damaged.
    package internal(set) var isLost = false
    /// The expected position of the next lookup, for callers that look up paths in order.
    private var next = 0

    init(table: IndexTable, seconds: Int) { (self.table, self.seconds) = (table, seconds) }

    /// Returns the entry of a path; nil if there is none, or a conflict.
    package mutating func entry(_ path: [UInt8]) -> IndexEntry? {
        guard let position = table.position(of: path, guess: next) else { return nil }
        next = position + 1
        return table.entry(at: position, indexSeconds: seconds)
    }

    /// Returns the position of a file in the index if a file with this stat data certainly has the
    /// bytes of the entry; otherwise nil.
    ///
    /// - Parameters:
    ///   - folder: The folder's path, with a slash at the end.
    ///   - next: The expected position of the next lookup.
    package func current(
        _ folder: [UInt8], _ name: UnsafeRawBufferPointer, size: Int64, modified: Int64,
        inode: UInt64, next: inout Int
    ) -> Int? {
        guard let position = table.position(of: name, inFolder: folder, guess: next) else {
            return nil
        }
        next = position + 1
        let statData = table.statData(at: position, indexSeconds: seconds)
        let isCurrent = statData?.isCurrent(size: size, modified: modified, inode: inode)
        return isCurrent == true ? position : nil
    }

    /// The entries whose files are left out of the working tree, in path order.
    package var leftOut: [(path: [UInt8], entry: TreeEntry)] { table.leftOut }

    /// Returns true if the entry at a position has this blob.
    package func isBlob(at position: Int, _ id: UnsafeRawBufferPointer) -> Bool {
        table.isBlob(at: position, id)
    }

    /// Returns the names of a folder's tree from git's cache of trees, without reading the tree.
    ///
    /// - Parameters:
    ///   - path: The path of the folder, with a slash at the end; empty for the root.
    ///   - isKnown: Returns true for positions to leave out; called in ascending order.
    /// - Returns: The names, sorted byte by byte; nil if the tree is not cached.
    package func names(
        ofTree tree: ObjectID, at path: [UInt8], but isKnown: (Int) -> Bool
    ) -> [(name: [UInt8], value: TreeEntry)]? {
        guard let cached = table.cachedTree(path), cached.known?.id == tree else { return nil }
        return table.names(of: cached, at: path, but: isKnown)?
            .sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }
}

extension Repository {
    /// Returns the current index, or an empty one if it is missing or damaged, so that every file
    /// is compared with HEAD.
    package func index() throws(GitError) -> Index {
        let (file, table) = try readIndex()
        if attributeSource == .workTree { attributeSource = nil }
        var index = Index(table: table ?? IndexTable(), seconds: file.seconds)
        index.isLost = table == nil
        return index
    }
}
