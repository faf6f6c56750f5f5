import Clibgit2
import Glibc

/// A tree as git stores it, read in place.
///
/// libgit2 decodes all entries of a tree, which for a folder of ten thousand files takes longer
/// than reading it. A walk through history needs one name, or the differences from the previous
/// tree.
final class StoredTree {
    private let object: Handle<DatabaseObjectKind>
    let bytes: UnsafeRawBufferPointer
    private let id: ObjectID

    init(_ id: ObjectID, in repository: Repository) throws(GitError) {
        var oid = id.oid
        let object = try Handle<DatabaseObjectKind>("read tree \(id)") { out in
            repository.lookingAgain { git_odb_read(&out, repository.database.pointer, &oid) }
        }
        guard git_odb_object_type(object.pointer) == GIT_OBJECT_TREE else {
            throw GitError(.wrongType(expected: "tree"), "read tree \(id)")
        }
        bytes = UnsafeRawBufferPointer(
            start: git_odb_object_data(object.pointer), count: git_odb_object_size(object.pointer))
        self.object = object
        self.id = id
    }

    /// The position of one entry in the tree: `MODE NAME NUL ID`.
    struct Place {
        var mode: UInt32
        var name: Range<Int>
        var end: Int
    }
}

extension StoredTree {
    /// Returns all entries, in git's order.
    func entries() throws(GitError) -> [(name: [UInt8], value: TreeEntry)] {
        try entries(from: 0) { _ in false }
    }

    /// Returns all entries but known files, for which nothing is allocated. A file is known by its
    /// name and the bytes of its ID.
    func entries(
        but isKnown: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Bool
    ) throws(GitError) -> [(name: [UInt8], value: TreeEntry)] {
        var found: [(name: [UInt8], value: TreeEntry)] = []
        var offset = 0
        while offset < bytes.count {
            let place = try place(at: offset)
            offset = place.end
            let name = UnsafeRawBufferPointer(rebasing: bytes[place.name])
            let id = UnsafeRawBufferPointer(rebasing: bytes[(place.end - 20)..<place.end])
            if !isAddressable(name) || place.mode != TreeEntry.folderMode && isKnown(name, id) {
                continue
            }
            found.append((Array(name), value(of: place)))
        }
        return found
    }

    /// Returns the entry of a name; nil if there is none.
    func entry(named name: [UInt8]) throws(GitError) -> TreeEntry? {
        var offset = 0
        while offset < bytes.count {
            let place = try place(at: offset)
            let isSame =
                place.name.count == name.count
                && memcmp(pointer(place.name.lowerBound), name, name.count) == 0
            if isSame { return value(of: place) }
            offset = place.end
        }
        return nil
    }

    /// Returns the entries of two trees without those that both begin and end with. If one file of
    /// many changed, only that one is returned.
    func differences(
        to other: StoredTree
    ) throws(GitError) -> (
        old: [(name: [UInt8], value: TreeEntry)], new: [(name: [UInt8], value: TreeEntry)]
    ) {
        let head = try lastBoundary(upTo: sharedPrefix(with: other))
        let tail = sharedSuffix(with: other, above: head)
        var ends = (try skip(from: head, leaving: tail), try other.skip(from: head, leaving: tail))
        // Both tails must begin at the start of an entry, at the same distance from the end.
        while bytes.count - ends.0 != other.bytes.count - ends.1 {
            if bytes.count - ends.0 > other.bytes.count - ends.1 {
                ends.0 = try place(at: ends.0).end
            } else {
                ends.1 = try other.place(at: ends.1).end
            }
        }
        return (
            try entries(from: head) { $0 >= ends.0 }, try other.entries(from: head) { $0 >= ends.1 }
        )
    }
}

extension StoredTree {
    private func entries(
        from start: Int, until isEnd: (Int) -> Bool
    ) throws(GitError) -> [(name: [UInt8], value: TreeEntry)] {
        var found: [(name: [UInt8], value: TreeEntry)] = []
        var offset = start
        while offset < bytes.count, !isEnd(offset) {
            let place = try place(at: offset)
            let name = UnsafeRawBufferPointer(rebasing: bytes[place.name])
            if isAddressable(name) { found.append((Array(name), value(of: place))) }
            offset = place.end
        }
        return found
    }

    /// Returns true if a path can name an entry. Entries of a malformed tree that no path can name
    /// exist only in the tree, until a sync removes them.
    func isAddressable(_ name: UnsafeRawBufferPointer) -> Bool {
        guard let start = name.baseAddress, !VerifiedPath.isDots(name) else { return false }
        return !name.isEmpty && memchr(start, Int32(slash), name.count) == nil
    }

    func place(at offset: Int) throws(GitError) -> Place {
        var (mode, position) = (UInt32(0), offset)
        while position < bytes.count, bytes[position] != UInt8(ascii: " ") {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit < 8, position - offset < 8 else { throw damaged }
            mode = mode << 3 | UInt32(digit)
            position += 1
        }
        let name = position + 1
        guard position > offset, name < bytes.count,
            let zero = memchr(pointer(name), 0, bytes.count - name)
        else { throw damaged }
        let end = UnsafeRawPointer(zero) - pointer(0)
        guard bytes.count - end > 20 else { throw damaged }
        return Place(mode: mode, name: name..<end, end: end + 21)
    }

    func value(of place: Place) -> TreeEntry {
        var id = git_oid()
        withUnsafeMutableBytes(of: &id.id) {
            $0.copyMemory(
                from: UnsafeRawBufferPointer(rebasing: bytes[(place.end - 20)..<place.end]))
        }
        return TreeEntry(mode: place.mode, id: ObjectID(id))
    }

    private func pointer(_ offset: Int) -> UnsafeRawPointer {
        // An empty tree is never looked into.
        bytes.baseAddress.unsafelyUnwrapped + offset
    }

    private var damaged: GitError {
        GitError(.malformedTree, "read tree \(id)")
    }
}

extension StoredTree {
    /// Returns the number of equal bytes at the start of both.
    private func sharedPrefix(with other: StoredTree) -> Int {
        let most = min(bytes.count, other.bytes.count)
        var count = 0
        while most - count >= Self.step,
            memcmp(pointer(count), other.pointer(count), Self.step) == 0
        { count += Self.step }
        while count < most, bytes[count] == other.bytes[count] { count += 1 }
        return count
    }

    /// Returns the number of equal bytes at the end of both, not counting those before an offset.
    private func sharedSuffix(with other: StoredTree, above start: Int) -> Int {
        let (x, y) = (bytes.count, other.bytes.count)
        let most = min(x, y) - start
        var count = 0
        while most - count >= Self.step,
            memcmp(
                pointer(x - count - Self.step), other.pointer(y - count - Self.step), Self.step)
                == 0
        { count += Self.step }
        while count < most, bytes[x - count - 1] == other.bytes[y - count - 1] { count += 1 }
        return count
    }

    private static let step = 256

    /// Returns the start of the entry that contains an offset.
    private func lastBoundary(upTo limit: Int) throws(GitError) -> Int {
        var offset = 0
        while offset < limit {
            let end = try place(at: offset).end
            guard end <= limit else { break }
            offset = end
        }
        return offset
    }

    /// Returns the start of the first entry that is at most this far from the end.
    private func skip(from start: Int, leaving tail: Int) throws(GitError) -> Int {
        var offset = start
        while bytes.count - offset > tail { offset = try place(at: offset).end }
        return offset
    }
}

/// The trees that were read last: a walk through history compares each tree with the previous and
/// the next one.
struct TreeShelf {
    private var trees: [(id: ObjectID, tree: StoredTree)] = []
    private static let room = 8

    mutating func tree(_ id: ObjectID, in repository: Repository) throws(GitError) -> StoredTree {
        if let known = trees.lastIndex(where: { $0.id == id }) {
            let found = trees.remove(at: known)
            trees.append(found)
            return found.tree
        }
        let tree = try StoredTree(id, in: repository)
        if trees.count == Self.room { trees.removeFirst() }
        trees.append((id, tree))
        return tree
    }
}
