import Clibgit2
import Glibc

/// A folder in git's cache of the trees that the index entries form.
///
/// Its form is the name, a zero byte, the number of entries (-1: unknown), a blank, the number of
/// folders, a line end and, if known, the ID of the tree; then its folders in the same form.
struct CachedTree {
    /// The name in the parent folder; empty for the root.
    var name: [UInt8] = []
    /// The tree and its number of entries; nil if they are unknown.
    var known: Known?
    var folders: [CachedTree] = []

    struct Known {
        /// The number of entries, including those of its folders.
        var entries: Int
        var id: ObjectID
    }

    /// Creates an unknown root.
    init() {}

    /// - Returns: Nil if the bytes are malformed.
    init?(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        self.init(reading: &rest, depth: 0)
    }

    private init?(reading rest: inout ArraySlice<UInt8>, depth: Int) {
        guard depth < deepest, let name = Self.take(&rest, upTo: 0),
            let entries = Self.number(&rest, upTo: 0x20), (-1..<1 << 32).contains(entries),
            let count = Self.number(&rest, upTo: 0x0A), count >= 0
        else { return nil }
        self.name = Array(name)
        if entries >= 0 {
            guard rest.count >= 20 else { return nil }
            known = Known(entries: entries, id: ObjectID(Array(rest.prefix(20)), at: 0))
            rest = rest.dropFirst(20)
        }
        for _ in 0..<count {
            guard let folder = CachedTree(reading: &rest, depth: depth + 1) else { return nil }
            folders.append(folder)
        }
    }

    private static func take(
        _ rest: inout ArraySlice<UInt8>, upTo end: UInt8
    ) -> ArraySlice<UInt8>? {
        guard let index = rest.firstIndex(of: end) else { return nil }
        defer { rest = rest[(index + 1)...] }
        return rest[..<index]
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, upTo end: UInt8) -> Int? {
        take(&rest, upTo: end).flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }

    var bytes: [UInt8] {
        let line = name + [0] + Array("\(known?.entries ?? -1) \(folders.count)\n".utf8)
        return folders.reduce(into: line + (known?.id.bytes ?? [])) { $0 += $1.bytes }
    }
}

extension CachedTree {
    /// Returns the folder at a path, which ends in a slash; the empty path is the root.
    func folder(_ path: ArraySlice<UInt8>) -> CachedTree? {
        guard let end = path.firstIndex(of: slash) else { return path.isEmpty ? self : nil }
        let name = path[..<end]
        return folders.first { $0.name.elementsEqual(name) }?.folder(path[(end + 1)...])
    }

    /// Marks the folders that contain these paths as unknown.
    mutating func forget(_ paths: [ArraySlice<UInt8>]) {
        guard !paths.isEmpty else { return }
        known = nil
        for index in folders.indices {
            let start = folders[index].name + [slash]
            folders[index].forget(
                paths.filter { $0.starts(with: start) }.map { $0.dropFirst(start.count) })
        }
    }

    /// Computes the trees of the unknown folders.
    ///
    /// - Parameters:
    ///   - entries: All entries of the index.
    ///   - isStored: Returns true if a tree is stored: git does not cache a tree that is missing.
    func completed(
        _ entries: IndexEntries, isStored: @escaping (ObjectID) -> Bool
    ) -> CachedTree {
        entries.bytes.withUnsafeBytes { bytes in
            TreeMaking(entries: bytes, starts: entries.starts, isStored: isStored)
                .folder(self, from: 0, at: 0, depth: 0).folder
        }
    }
}

/// Computes the tree IDs of the index's entries, reusing those already known.
private struct TreeMaking {
    let entries: UnsafeRawBufferPointer
    let starts: [Int]
    let isStored: (ObjectID) -> Bool

    /// - Parameters:
    ///   - first: The first entry of the folder.
    ///   - length: The length of the folder's path with its slash.
    /// - Returns: The cached tree of the folder, and the end of its entries.
    func folder(
        _ old: CachedTree, from first: Int, at length: Int, depth: Int
    ) -> (folder: CachedTree, end: Int) {
        if let known = old.known, isEnd(first + known.entries, of: first, length) {
            return (old, first + known.entries)
        }
        var (made, position, isWhole) = (CachedTree(), first, true)
        made.name = old.name
        let end = end(of: first, length)
        if depth >= deepest { return (made, end) }
        // An entry of a tree is shorter than an index entry.
        var tree = TreeBytes(capacity: starts[end] - starts[first])
        while position < count, isInside(position, of: first, length) {
            let path = path(position)
            let name = UnsafeRawBufferPointer(rebasing: path[min(length, path.count)...])
            guard let below = firstFolder(of: name) else {
                isWhole = isWhole && isPlain(position)
                tree.add(name, mode: number(position, IndexLayout.mode), id: id(position))
                position += 1
                continue
            }
            var child = old.folders.first { $0.name.elementsEqual(below) } ?? CachedTree()
            child.name = Array(below)
            (child, position) = folder(
                child, from: position, at: length + below.count + 1, depth: depth + 1)
            isWhole = isWhole && child.known != nil
            child.known?.id.bytes.withUnsafeBytes {
                tree.add(below, mode: TreeEntry.folderMode, id: $0)
            }
            made.folders.append(child)
        }
        if isWhole, let id = tree.id, isStored(id) {
            made.known = CachedTree.Known(entries: position - first, id: id)
        }
        return (made, position)
    }

    private var count: Int { starts.count - 1 }

    /// Returns the first folder of a path; nil if the path is only a file name.
    private func firstFolder(of path: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        memchr(path.start, Int32(slash), path.count).map {
            UnsafeRawBufferPointer(rebasing: path[..<(UnsafeRawPointer($0) - path.start)])
        }
    }

    /// Returns the end of a folder's entries, which are sorted.
    private func end(of first: Int, _ length: Int) -> Int {
        var (inside, outside) = (first, count)
        while inside + 1 < outside {
            let middle = (inside + outside) / 2
            if isInside(middle, of: first, length) { inside = middle } else { outside = middle }
        }
        return outside
    }

    /// Returns true if a folder's entries end before a position.
    private func isEnd(_ end: Int, of first: Int, _ length: Int) -> Bool {
        end > first && end <= count && isInside(end - 1, of: first, length)
            && (end == count || !isInside(end, of: first, length))
    }

    /// Returns true if an entry is in the folder of another one.
    private func isInside(_ position: Int, of first: Int, _ length: Int) -> Bool {
        guard position != first, length > 0 else { return true }
        let (own, other) = (path(position), path(first))
        guard own.count >= length, other.count >= length else { return false }
        return memcmp(own.start, other.start, length) == 0
    }

    private func path(_ position: Int) -> UnsafeRawBufferPointer {
        let start = starts[position] + (isExtended(position) ? 64 : 62)
        let room = UnsafeRawBufferPointer(rebasing: entries[start..<starts[position + 1]])
        let end = memchr(room.start, 0, room.count).map { UnsafeRawPointer($0) - room.start }
        return UnsafeRawBufferPointer(rebasing: room[..<(end ?? room.count)])
    }

    private func id(_ position: Int) -> UnsafeRawBufferPointer {
        let start = starts[position] + IndexLayout.id
        return UnsafeRawBufferPointer(rebasing: entries[start..<(start + 20)])
    }

    private func number(_ position: Int, _ offset: Int) -> UInt32 {
        UInt32(
            bigEndian: entries.loadUnaligned(
                fromByteOffset: starts[position] + offset, as: UInt32.self))
    }

    private func isExtended(_ position: Int) -> Bool {
        entries[starts[position] + IndexLayout.flags] & 0x40 != 0
    }

    /// Returns true if a tree can have an entry: it is not in a conflict, and not from `git add
    /// --intent-to-add`.
    private func isPlain(_ position: Int) -> Bool {
        let flags = starts[position] + IndexLayout.flags
        let isIntended = isExtended(position) && entries[flags + 2] & 0x20 != 0
        return entries[flags] & 0x30 == 0 && !isIntended
    }
}

extension UnsafeRawBufferPointer {
    /// The address of a range of the entries, which is not nil even for an empty range.
    fileprivate var start: UnsafeRawPointer { baseAddress.unsafelyUnwrapped }
}

/// A tree in git's stored form, while it is built.
private struct TreeBytes {
    private var bytes: [UInt8] = []
    private static let file = Array("100644 ".utf8)

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    mutating func add(
        _ name: UnsafeRawBufferPointer, mode: UInt32, id: UnsafeRawBufferPointer
    ) {
        bytes +=
            mode == TreeEntry.regularMode ? Self.file : Array((String(mode, radix: 8) + " ").utf8)
        bytes.append(contentsOf: name)
        bytes.append(0)
        bytes.append(contentsOf: id)
    }

    /// The ID of the tree; nil if it cannot be computed.
    var id: ObjectID? {
        do throws(GitError) { return ObjectID(try objectID(of: bytes, GIT_OBJECT_TREE)) } catch {
            return nil
        }
    }
}

/// The trees that were read last: a walk through history compares each tree with the previous and
/// the next one.
struct RecentTrees {
    /// The least recently used one first.
    private var trees: [(id: ObjectID, tree: StoredTree)] = []
    /// The size of all these trees in bytes.
    private var size = 0
    /// The number of trees that are kept however large they are.
    private static let fewest = 8
    /// The number and the size of the trees that are kept if they are small: a board with many
    /// folders looks up names in all of them.
    private static let most = 32
    private static let mostBytes = 4 << 20

    mutating func tree(_ id: ObjectID, in repository: Repository) throws(GitError) -> StoredTree {
        if let known = trees.lastIndex(where: { $0.id == id }) {
            let found = trees.remove(at: known)
            trees.append(found)
            return found.tree
        }
        let tree = try StoredTree(id, in: repository)
        size += tree.bytes.count
        while trees.count >= Self.most || trees.count >= Self.fewest && size > Self.mostBytes {
            size -= trees.removeFirst().tree.bytes.count
        }
        trees.append((id, tree))
        return tree
    }
}
