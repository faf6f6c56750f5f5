/// The index as it was read, asked path by path.
package struct Index {
    let table: IndexTable
    let seconds: Int
    /// True if there is no index, or a damaged one.
    package internal(set) var isLost = false
    /// Where the path is that is asked for next by who goes through them in order.
    private var next = 0

    init(table: IndexTable, seconds: Int) { (self.table, self.seconds) = (table, seconds) }

    /// What it says of a path; nil if it says nothing, or there is a conflict.
    package mutating func entry(_ path: [UInt8]) -> IndexEntry? {
        guard let place = table.place(at: path, guess: next) else { return nil }
        next = place + 1
        return table.entry(place, indexSeconds: seconds)
    }

    /// Where a name in a folder is, if a file with this status certainly has the bytes
    /// that stand there; nil otherwise.
    ///
    /// - Parameters:
    ///   - folder: The folder's path, with a slash at the end.
    ///   - next: Where the name may be that is asked for next.
    package func current(
        _ folder: [UInt8], _ name: UnsafeRawBufferPointer, size: Int64, modified: Int64,
        inode: UInt64, next: inout Int
    ) -> Int? {
        guard let place = table.place(of: folder, name, guess: next) else { return nil }
        next = place + 1
        let status = table.status(place, indexSeconds: seconds)
        return status?.isCurrent(size: size, modified: modified, inode: inode) == true ? place : nil
    }

    /// The entries whose files are left out of the working tree, in the order of their paths.
    package var leftOut: [(path: [UInt8], entry: TreeEntry)] { table.leftOut }

    /// Returns true if the blob of this ID stands at a place.
    package func isBlob(_ place: Int, _ id: UnsafeRawBufferPointer) -> Bool {
        table.isBlob(place, id)
    }

    /// What a folder's tree holds, without reading it: where git noted that the entries
    /// make just this tree.
    ///
    /// - Parameters:
    ///   - path: The folder's, with a slash at the end; empty: the root.
    ///   - isKnown: Which places are left out; asked in their order.
    /// - Returns: The names in order, byte by byte; nil if that is not noted.
    package func names(
        ofTree tree: ObjectID, at path: [UInt8], but isKnown: (Int) -> Bool
    ) -> [(name: [UInt8], value: TreeEntry)]? {
        guard let cached = table.cachedTree(path), cached.known?.id == tree else { return nil }
        return table.names(of: cached, at: path, but: isKnown)?
            .sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }
}

extension Repository {
    /// The index as it is now; one without entries where it is missing or damaged, so
    /// that every file is compared with HEAD.
    package func index() throws(GitError) -> Index {
        let (file, table) = try readIndex()
        hasAttributeFiles = false
        var index = Index(table: table ?? IndexTable(), seconds: file.seconds)
        index.isLost = table == nil
        return index
    }
}
