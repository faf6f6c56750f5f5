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
