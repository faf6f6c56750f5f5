import Clibgit2
import Glibc

/// A tree in git's stored form, read in place.
///
/// libgit2 decodes all entries of a tree, which for a folder of ten thousand files takes longer
/// than reading it. A walk through history needs one name, or the differences from the previous
/// tree.
final class StoredTree {
    private let object: Handle<DatabaseObjectKind>
    let bytes: UnsafeRawBufferPointer
    private let id: ObjectID
    /// The number of lookups by name so far.
    private var lookups = 0
    /// The offset of the first entry for each name hash, once there are several lookups.
    private var places: [Int: Int]?

    /// - Throws: ``GitError/Kind/invalid`` if the object is not a tree.
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

    /// The offsets of one entry in the tree: `MODE NAME NUL ID`, where the mode is in octal digits
    /// and the ID has twenty bytes.
    struct RawEntry {
        let start: Int
        let mode: UInt32
        let name: Range<Int>
        let end: Int

        var id: Range<Int> { (end - 20)..<end }
    }

    /// A walk over the entries in git's order.
    struct Cursor {
        fileprivate let tree: StoredTree
        fileprivate(set) var offset: Int
        /// The offset of the first entry that is not visited.
        fileprivate let limit: Int

        /// - Throws: ``GitError/Kind/damaged``.
        mutating func next() throws(GitError) -> RawEntry? {
            guard offset < limit else { return nil }
            let entry = try tree.rawEntry(at: offset)
            offset = entry.end
            return entry
        }
    }
}

extension StoredTree {
    /// Returns a walk over all entries, or over those that begin in a range of the tree's bytes.
    func cursor(in range: Range<Int>? = nil) -> Cursor {
        Cursor(tree: self, offset: range?.lowerBound ?? 0, limit: range?.upperBound ?? bytes.count)
    }

    /// Returns the entries that a path can reach, in git's order.
    ///
    /// - Parameter range: The range of bytes in which they begin; nil for all.
    func entries(
        in range: Range<Int>? = nil
    ) throws(GitError) -> [(name: [UInt8], value: TreeEntry)] {
        var found: [(name: [UInt8], value: TreeEntry)] = []
        var cursor = cursor(in: range)
        while let entry = try cursor.next() {
            let name = slice(entry.name)
            if isAddressable(name) { found.append((Array(name), treeEntry(entry))) }
        }
        return found
    }

    /// Returns all entries except known files, for which nothing is allocated. A file is known by
    /// its name and the bytes of its ID.
    func entries(
        but isKnown: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Bool
    ) throws(GitError) -> [(name: [UInt8], value: TreeEntry)] {
        var found: [(name: [UInt8], value: TreeEntry)] = []
        var cursor = cursor()
        while let entry = try cursor.next() {
            let name = slice(entry.name)
            let isFile = entry.mode != TreeEntry.folderMode
            if !isAddressable(name) || isFile && isKnown(name, slice(entry.id)) { continue }
            found.append((Array(name), treeEntry(entry)))
        }
        return found
    }

    /// The number of lookups that use a scan, since building an index requires reading all names.
    private static let scannedLookups = 4

    /// Returns the entry of a name; nil if there is none.
    func entry(named name: [UInt8]) throws(GitError) -> TreeEntry? {
        lookups += 1
        guard lookups > Self.scannedLookups else { return try scan(for: name) }
        let hash = name.withUnsafeBytes(Self.hash)
        guard let place = try index()[hash] else { return nil }
        let entry = try rawEntry(at: place)
        // Two names may have the same hash.
        return isNamed(entry, name) ? treeEntry(entry) : try scan(for: name)
    }

    private func scan(for name: [UInt8]) throws(GitError) -> TreeEntry? {
        var cursor = cursor()
        while let entry = try cursor.next() {
            if isNamed(entry, name) { return treeEntry(entry) }
        }
        return nil
    }

    private func isNamed(_ entry: RawEntry, _ name: [UInt8]) -> Bool {
        entry.name.count == name.count
            && memcmp(pointer(entry.name.lowerBound), name, name.count) == 0
    }

    private func index() throws(GitError) -> [Int: Int] {
        if let places { return places }
        // An entry has at least 30 bytes: a mode, a short name and an ID.
        var places = [Int: Int](minimumCapacity: bytes.count / 30)
        var cursor = cursor()
        while let entry = try cursor.next() {
            let hash = Self.hash(slice(entry.name))
            if places[hash] == nil { places[hash] = entry.start }
        }
        self.places = places
        return places
    }

    private static func hash(_ name: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: name)
        return hasher.finalize()
    }
}

extension StoredTree {
    /// Returns true if a path can reach an entry. Entries of a malformed tree that no path can
    /// reach exist only in the tree, until a sync removes them.
    func isAddressable(_ name: UnsafeRawBufferPointer) -> Bool {
        guard let start = name.baseAddress, !VerifiedPath.isDots(name) else { return false }
        return !name.isEmpty && memchr(start, Int32(slash), name.count) == nil
    }

    /// Returns bytes of the tree, which are valid as long as the tree.
    func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[range])
    }

    /// Decodes the entry at an offset.
    ///
    /// - Throws: ``GitError/Kind/damaged``.
    func rawEntry(at start: Int) throws(GitError) -> RawEntry {
        var (mode, position) = (UInt32(0), start)
        while position < bytes.count, bytes[position] != UInt8(ascii: " ") {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit < 8, position - start < 8 else { throw damaged }
            mode = mode << 3 | UInt32(digit)
            position += 1
        }
        let name = position + 1
        guard position > start, name < bytes.count,
            let zero = memchr(pointer(name), 0, bytes.count - name)
        else { throw damaged }
        let end = UnsafeRawPointer(zero) - pointer(0)
        guard bytes.count - end > 20 else { throw damaged }
        return RawEntry(start: start, mode: mode, name: name..<end, end: end + 21)
    }

    func treeEntry(_ entry: RawEntry) -> TreeEntry {
        var id = git_oid()
        withUnsafeMutableBytes(of: &id.id) { $0.copyMemory(from: slice(entry.id)) }
        return TreeEntry(mode: entry.mode, id: ObjectID(id))
    }

    /// - Parameter offset: The offset in the bytes of a tree that is not empty.
    func pointer(_ offset: Int) -> UnsafeRawPointer {
        bytes.baseAddress.unsafelyUnwrapped + offset
    }

    private var damaged: GitError { GitError(.malformedTree, "read tree \(id)") }
}

extension StoredTree {
    /// Returns the entries of two trees without their common beginning and end. If one file of
    /// many changed, only that one is returned.
    ///
    /// Equal entries between two that differ are also returned.
    ///
    /// - Throws: ``GitError/Kind/damaged``.
    func differences(
        to other: StoredTree
    ) throws(GitError) -> (
        old: [(name: [UInt8], value: TreeEntry)], new: [(name: [UInt8], value: TreeEntry)]
    ) {
        let start = try boundary(before: commonPrefix(with: other))
        let suffix = commonSuffix(with: other, after: start)
        var old = TailCursor(of: self, from: start)
        var new = TailCursor(of: other, from: start)
        try old.advance(toTail: suffix)
        try new.advance(toTail: suffix)
        // The common suffix may begin within an entry. The tails are equal from the first entry
        // that begins in both trees at the same distance from the end.
        while old.tail != new.tail {
            if old.tail > new.tail {
                try old.advance(toTail: new.tail)
            } else {
                try new.advance(toTail: old.tail)
            }
        }
        return (try entries(in: start..<old.offset), try other.entries(in: start..<new.offset))
    }
}

/// The start of an entry, as its distance from the end of the tree.
private struct TailCursor {
    private var cursor: StoredTree.Cursor
    private let size: Int

    init(of tree: StoredTree, from start: Int) {
        size = tree.bytes.count
        cursor = tree.cursor(in: start..<size)
    }

    var offset: Int { cursor.offset }
    /// The number of bytes from here to the end of the tree.
    var tail: Int { size - cursor.offset }

    /// Moves to the first entry that is at most this far from the end.
    mutating func advance(toTail tail: Int) throws(GitError) {
        while self.tail > tail, try cursor.next() != nil {}
    }
}

extension StoredTree {
    /// The number of bytes that are compared at once.
    private static let step = 256

    /// Returns the number of equal bytes at the start of both.
    private func commonPrefix(with other: StoredTree) -> Int {
        let most = min(bytes.count, other.bytes.count)
        var count = 0
        while most - count >= Self.step,
            memcmp(pointer(count), other.pointer(count), Self.step) == 0
        { count += Self.step }
        while count < most, bytes[count] == other.bytes[count] { count += 1 }
        return count
    }

    /// Returns the number of equal bytes at the end of both, without those before an offset.
    private func commonSuffix(with other: StoredTree, after start: Int) -> Int {
        let (size, otherSize) = (bytes.count, other.bytes.count)
        let most = min(size, otherSize) - start
        var count = 0
        while most - count >= Self.step,
            memcmp(
                pointer(size - count - Self.step), other.pointer(otherSize - count - Self.step),
                Self.step) == 0
        { count += Self.step }
        while count < most, bytes[size - count - 1] == other.bytes[otherSize - count - 1] {
            count += 1
        }
        return count
    }

    /// Returns the start of the entry that contains an offset: the entries before it are whole.
    private func boundary(before limit: Int) throws(GitError) -> Int {
        var cursor = cursor()
        var boundary = 0
        while boundary < limit, let entry = try cursor.next(), entry.end <= limit {
            boundary = entry.end
        }
        return boundary
    }
}

extension StoredTree {
    /// Visits the entries in order. The bytes of a name are valid only during the call.
    func forEach(
        _ visit: (UnsafeRawBufferPointer, _ entry: TreeEntry) throws(GitError) -> Void
    ) throws(GitError) {
        var cursor = cursor()
        while let entry = try cursor.next() {
            let name = slice(entry.name)
            if isAddressable(name) { try visit(name, treeEntry(entry)) }
        }
    }

    /// Visits all entries in order, including those that no path can reach. Bytes are valid only
    /// during the call.
    func forEachStored(
        _ visit: (_ name: UnsafeRawBufferPointer, TreeEntry, _ bytes: UnsafeRawBufferPointer) ->
            Void
    ) throws(GitError) {
        var cursor = cursor()
        while let entry = try cursor.next() {
            visit(slice(entry.name), treeEntry(entry), slice(entry.start..<entry.end))
        }
    }

    /// Returns the bytes of this tree with some entries set and some removed (nil). All others stay
    /// the same, byte for byte.
    func setting(_ changes: [[UInt8]: TreeEntry?]) throws(GitError) -> [UInt8] {
        let new = newEntries(changes)
        let names = Array(changes.keys)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + new.reduce(0) { $0 + $1.count })
        // The entries in between are unchanged and not copied yet.
        var (copied, next) = (0, 0)
        var cursor = cursor()
        while let entry = try cursor.next() {
            while next < new.count, new[next].isBefore(entry, in: self) {
                result.append(contentsOf: bytes[copied..<entry.start])
                new[next].append(to: &result)
                (copied, next) = (entry.start, next + 1)
            }
            if isNamed(entry, among: names, in: changes) {
                result.append(contentsOf: bytes[copied..<entry.start])
                copied = entry.end
            }
        }
        result.append(contentsOf: bytes[copied...])
        for entry in new[next...] { entry.append(to: &result) }
        return result
    }

    /// Returns true if the changes include the entry. A few names are compared, many are looked
    /// up.
    private func isNamed(
        _ entry: RawEntry, among names: [[UInt8]], in changes: [[UInt8]: TreeEntry?]
    ) -> Bool {
        let name = bytes[entry.name]
        if names.count > 4 { return changes[Array(name)] != nil }
        return names.contains { $0.count == name.count && name.elementsEqual($0) }
    }
}

/// Returns the bytes of a tree with only these entries.
func treeBytes(_ entries: [[UInt8]: TreeEntry?]) -> [UInt8] {
    let new = newEntries(entries)
    var result: [UInt8] = []
    result.reserveCapacity(new.reduce(0) { $0 + $1.count })
    for entry in new { entry.append(to: &result) }
    return result
}

/// Returns the entries to insert, in git's order.
private func newEntries(_ changes: [[UInt8]: TreeEntry?]) -> [SplicedEntry] {
    changes.compactMap { name, entry in entry.map { SplicedEntry(name, $0) } }
        .sorted { $0.key.lexicographicallyPrecedes($1.key) }
}

/// An entry to insert. Its bytes are created on use: a folder from others can contain megabytes of
/// names.
private struct SplicedEntry {
    private let name: [UInt8]
    private let mode: [UInt8]
    private let id: ObjectID
    /// git's sort key: a folder sorts as if its name ended in a slash.
    let key: [UInt8]

    /// The number of its bytes.
    var count: Int { mode.count + name.count + id.bytes.count + 2 }

    init(_ name: [UInt8], _ entry: TreeEntry) {
        self.name = name
        mode = Array(String(entry.mode, radix: 8).utf8)
        id = entry.id
        key = entry.isFolder ? name + [slash] : name
    }

    func append(to bytes: inout [UInt8]) {
        bytes += mode
        bytes.append(0x20)
        bytes += name
        bytes.append(0)
        bytes += id.bytes
    }

    func isBefore(_ entry: StoredTree.RawEntry, in tree: StoredTree) -> Bool {
        let name = tree.slice(entry.name)
        let isFolder = entry.mode & 0o170000 == TreeEntry.folderMode
        let count = min(key.count, name.count)
        let order = name.baseAddress.map { memcmp(key, $0, count) } ?? 0
        if order != 0 { return order < 0 }
        if key.count > name.count { return isFolder && key[count] < slash }
        return key.count < name.count || isFolder
    }
}
