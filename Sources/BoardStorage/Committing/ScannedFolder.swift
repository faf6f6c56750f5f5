import Git
import TaskBoard

/// The names in a folder of the working tree, with the stat data of each, and the matching data of
/// the index. No file was read.
struct ScannedFolder {
    let listing: FolderListing
    /// The names in the order of the listing.
    private(set) var names: [Name]
    private let path: [UInt8]

    struct Name {
        /// Nil if it cannot be read.
        var statData: StatData?
        /// The position of the index entry that has the bytes of this file; nil if that is not
        /// certain.
        var position: Int?
        /// True if HEAD has these bytes too.
        var isUnchanged = false
    }

    /// Lists a folder; two threads share a large one.
    ///
    /// - Parameter path: The path of the folder, with a slash at the end; empty for the root.
    init(_ folder: Folder, at path: [UInt8], in index: Index) throws(SystemError) {
        let listing = try FolderListing(folder, isAll: true)
        self.path = path
        self.listing = listing
        names = makeByTwoThreads(listing.count, block: 128, from: 512) {
            var next = 0
            return { number in
                var found = Name(statData: listing.statDataIfReadable(number, in: folder))
                guard let statData = found.statData, statData.kind == .file else { return found }
                found.position = listing.withName(number) { name in
                    // Some of these belong to neither the board nor git.
                    if name.first == UInt8(ascii: ".") { return nil }
                    return index.current(
                        path, name, size: statData.size, modified: statData.modified,
                        inode: statData.inode, next: &next)
                }
                return found
            }
        }
    }

    /// Marks the files that are the same in HEAD, in the index and in the working tree. Usually
    /// that is all of them, and their names need no further work.
    ///
    /// - Returns: The other entries of HEAD's tree, sorted by name.
    mutating func changedEntries(
        ofTree tree: ObjectID, in index: Index, _ git: Repository
    ) throws -> [(name: [UInt8], value: TreeEntry)] {
        // Both are sorted: each search begins after the one before it.
        var current = names.lazy.compactMap(\.position).makeIterator()
        var next = current.next()
        let isCurrent = { (position: Int) in
            while let last = next, last < position { next = current.next() }
            return next == position
        }
        if let entries = index.names(ofTree: tree, at: path, but: isCurrent) {
            for number in names.indices {
                names[number].isUnchanged = names[number].position != nil
            }
            return entries
        }
        var number = 0
        return try git.namesInOrder(ofTree: tree) { name, id in
            while number < names.count, listing.isName(number, before: name) { number += 1 }
            guard number < names.count, let position = names[number].position,
                listing.withName(number, { $0.elementsEqual(name) }),
                index.isBlob(at: position, id)
            else { return false }
            names[number].isUnchanged = true
            number += 1
            return true
        }
    }
}
