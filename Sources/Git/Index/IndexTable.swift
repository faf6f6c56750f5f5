import Glibc

/// The index in the form of its file, changed without decoding all entries: a board has ten
/// thousand entries, of which a command changes one.
struct IndexTable {
    /// The format of the file, 2 to 4.
    private var version: UInt32
    /// The entries in the form of formats 2 and 3, whatever the file's format. Other bytes may
    /// precede and follow them.
    private var entries: [UInt8]
    /// The start of each entry, in the order of the paths, and the end of the last one.
    private let starts: [Int]
    private let extensions: [IndexExtension]
    /// git's cache of the trees that the entries form.
    private let trees: CachedTree
    /// The entries that were set, or removed (nil), by path.
    private var changes: [[UInt8]: [UInt8]?] = [:]
    /// The cached trees after the changes; nil after a change of more than stat data, until `file`
    /// computes them again.
    private var changedTrees: CachedTree?

    /// Makes an index without entries.
    init() { (version, entries, starts, extensions, trees) = (2, [], [0], [], CachedTree()) }

    /// - Parameter file: The whole file.
    /// - Returns: Nil if the bytes are damaged.
    /// - Throws: ``GitError/Kind/unsupported`` for a format or an extension that only git
    ///   reads.
    init?(_ file: [UInt8]) throws(GitError) {
        let end = file.count - 20
        guard end >= 12 else { return nil }
        let sum = Array(file[end...])
        // git writes zeros if `index.skipHash` is set.
        let hasSum = sum.contains { $0 != 0 }
        guard !hasSum || sha1(file[..<end]) == sum else { return nil }
        version = bigEndian(file, 4)
        guard version <= 4 else { throw .unsupportedIndex(format: version) }
        guard version >= 2, let read = IndexReading(file, upTo: end, version),
            let found = try IndexExtension.all(in: file[read.end..<end]),
            read.isInOrder
        else { return nil }
        // A file that ends in zeros is damaged if these begin before the checksum.
        guard hasSum || found.allSatisfy({ !$0.isTrees || $0.trees != nil }) else { return nil }
        guard hasSum else { throw .indexWithoutChecksum }
        (entries, starts) = (read.entries, read.starts)
        extensions = found.filter { !$0.isTrees }
        // A cache that cannot be read is dropped and computed again.
        trees = found.lazy.compactMap(\.trees).first ?? CachedTree()
    }

    var count: Int { starts.count - 1 }
}

// MARK: Looking

extension IndexTable {
    /// Returns the position of the first entry of a path; nil if there is none.
    ///
    /// - Parameter guess: The position to try first.
    func place(at path: [UInt8], guess: Int) -> Int? {
        if guess < count, order(guess, path) == 0 { return guess }
        let place = place(of: path)
        return place < count && order(place, path) == 0 ? place : nil
    }

    /// Returns the position of a name in a folder, whose path ends in a slash.
    func place(of folder: [UInt8], _ name: UnsafeRawBufferPointer, guess: Int) -> Int? {
        if guess < count, order(guess, inFolder: folder, name) == 0 { return guess }
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            let order = order(middle, inFolder: folder, name)
            if order == 0 { return middle }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// Compares an entry's path with a name in a folder, byte by byte.
    private func order(
        _ index: Int, inFolder folder: [UInt8], _ name: UnsafeRawBufferPointer
    ) -> Int {
        let start = IndexLayout.path(entries, starts[index])
        let room = starts[index + 1] - start
        return entries.withUnsafeBytes { bytes in
            // A path ends with a zero byte, within its room, and a name holds none.
            let path = bytes.baseAddress.unsafelyUnwrapped + start
            let common = Int(memcmp(path, folder, min(room, folder.count)))
            guard common == 0, room > folder.count, let wanted = name.baseAddress else {
                return common
            }
            let (rest, left) = (path + folder.count, room - folder.count)
            let order = Int(memcmp(rest, wanted, min(left, name.count)))
            if order != 0 || left <= name.count { return order }
            return rest.load(fromByteOffset: name.count, as: UInt8.self) == 0 ? 0 : 1
        }
    }

    /// Returns the stat data at a position; nil if the entry is in a conflict.
    func status(_ place: Int, indexSeconds: Int) -> IndexedStatus? {
        let start = starts[place]
        guard IndexLayout.flags(entries, start) & IndexLayout.stageMask == 0 else { return nil }
        return IndexedStatus(entries, at: start, indexSeconds: indexSeconds)
    }

    /// Returns true if the entry at a position has this blob.
    func isBlob(_ place: Int, _ id: UnsafeRawBufferPointer) -> Bool {
        let start = starts[place] + IndexLayout.id
        return entries.withUnsafeBytes {
            UnsafeRawBufferPointer(rebasing: $0[start..<(start + 20)]).elementsEqual(id)
        }
    }

    /// Returns the entry at a position; nil if it is in a conflict.
    func entry(_ place: Int, indexSeconds: Int) -> IndexEntry? {
        let start = starts[place]
        guard IndexLayout.flags(entries, start) & IndexLayout.stageMask == 0 else { return nil }
        return IndexEntry(entries, at: start, indexSeconds: indexSeconds)
    }

    /// Returns true if a path has this entry, without a flag that the user set.
    func isPlain(_ path: [UInt8], _ entry: TreeEntry) -> Bool {
        guard let place = place(at: path, guess: 0) else { return false }
        let start = starts[place]
        return IndexLayout.flags(entries, start) & IndexLayout.marks == 0
            && bigEndian(entries, start + IndexLayout.mode) == entry.canonicalMode
            && ObjectID(entries, at: start + IndexLayout.id) == entry.id
    }

    /// Returns the position of the first entry that is not before this path.
    private func place(of path: [UInt8]) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if order(middle, path) < 0 { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Compares an entry's path with another one, byte by byte.
    private func order(_ index: Int, _ other: [UInt8]) -> Int {
        let start = IndexLayout.path(entries, starts[index])
        let room = starts[index + 1] - start
        return entries.withUnsafeBytes { bytes in
            // A path ends with a zero byte, within its room.
            let path = bytes.baseAddress.unsafelyUnwrapped + start
            let common = Int(memcmp(path, other, min(room, other.count)))
            if common != 0 || room <= other.count { return common }
            return bytes[start + other.count] == 0 ? 0 : 1
        }
    }

    /// Returns the cached tree of a folder, whose path ends in a slash; nil if it is not cached.
    func cachedTree(_ folder: [UInt8]) -> CachedTree? { trees.folder(folder[...]) }

    /// Returns the names in a cached folder, without some positions.
    ///
    /// - Returns: Nil if the entries do not match the cached tree.
    func names(
        of folder: CachedTree, at path: [UInt8], but isKnown: (Int) -> Bool
    ) -> [(name: [UInt8], value: TreeEntry)]? {
        var place = place(of: path)
        let end = place + (folder.known?.entries ?? 0)
        guard end <= count else { return nil }
        var found: [(name: [UInt8], value: TreeEntry)] = []
        while place < end {
            if isKnown(place) {
                place += 1
                continue
            }
            guard starts(place, with: path) else { return nil }
            let start = starts[place]
            let rest = entries[(IndexLayout.path(entries, start) + path.count)..<starts[place + 1]]
            let name = rest.prefix { $0 != 0 }
            guard let slash = name.firstIndex(of: slash) else {
                let id = ObjectID(entries, at: start + IndexLayout.id)
                let mode = bigEndian(entries, start + IndexLayout.mode)
                found.append((Array(name), TreeEntry(mode: mode, id: id)))
                place += 1
                continue
            }
            let below = folder.folders.first { $0.name.elementsEqual(name[..<slash]) }
            guard let below, let known = below.known, known.entries > 0 else { return nil }
            found.append((below.name, TreeEntry(mode: TreeEntry.folderMode, id: known.id)))
            place += known.entries
        }
        return place == end ? found : nil
    }

    /// The entries whose files are left out of the working tree.
    var leftOut: [(path: [UInt8], entry: TreeEntry)] {
        guard version > 2 else { return [] }
        return (0..<count).filter { IndexLayout.skipsWorktree(entries, starts[$0]) }
            .map { (Array(path(at: $0)), treeEntry(at: $0)) }
    }

    private func path(at place: Int) -> ArraySlice<UInt8> {
        entries[IndexLayout.path(entries, starts[place])..<starts[place + 1]].prefix { $0 != 0 }
    }

    private func treeEntry(at place: Int) -> TreeEntry {
        TreeEntry(
            mode: bigEndian(entries, starts[place] + IndexLayout.mode),
            id: ObjectID(entries, at: starts[place] + IndexLayout.id))
    }

    /// The entries that are not in a conflict.
    var files: [(path: [UInt8], entry: TreeEntry)] {
        (0..<count).filter {
            IndexLayout.flags(entries, starts[$0]) & IndexLayout.stageMask == 0
        }.map { (Array(path(at: $0)), treeEntry(at: $0)) }
    }

    /// Returns the entries of files with this name in any folder, without those in a conflict.
    func files(named name: [UInt8]) -> [(path: [UInt8], entry: TreeEntry)] {
        (0..<count).compactMap { place in
            let path = path(at: place)
            guard path.suffix(name.count).elementsEqual(name),
                path.count == name.count || path.dropLast(name.count).last == slash,
                IndexLayout.flags(entries, starts[place]) & IndexLayout.stageMask == 0
            else { return nil }
            return (Array(path), treeEntry(at: place))
        }
    }

    private func starts(_ index: Int, with prefix: [UInt8]) -> Bool {
        let start = IndexLayout.path(entries, starts[index])
        return starts[index + 1] - start > prefix.count
            && entries[start..<(start + prefix.count)].elementsEqual(prefix)
    }
}

// MARK: Changing

extension IndexTable {
    /// Sets the entry of a path.
    mutating func set(_ path: VerifiedPath, _ entry: [UInt8]) {
        // Format 2 has no room for the flag that a file is left out.
        if version == 2, IndexLayout.flags(entry, 0) & IndexLayout.extendedMask != 0 { version = 3 }
        let old = changes.updateValue(entry, forKey: path.bytes)
        if let old = old ?? nil, IndexLayout.isSameBlob(old, entry) { return }
        changedTrees = nil
    }

    /// Removes all entries of a path.
    mutating func remove(_ path: [UInt8]) {
        changes.updateValue(nil, forKey: path)
        changedTrees = nil
    }

    /// Removes the entries whose paths git refuses. They may come from a tree that was not made by
    /// git, and `git restore` would write them.
    mutating func removeRefusedPaths() {
        let refused = entries.withUnsafeBytes { bytes in
            starts.dropLast().compactMap { start -> [UInt8]? in
                let path = bytes.baseAddress.unsafelyUnwrapped + IndexLayout.path(entries, start)
                let name = UnsafeRawBufferPointer(
                    start: path, count: strlen(path.assumingMemoryBound(to: CChar.self)))
                let mode = bigEndian(entries, start + IndexLayout.mode)
                return VerifiedPath.refusal(name, mode: mode).map { _ in Array(name) }
            }
        }
        for path in refused { remove(path) }
    }

    /// Clears the times of entries that were written in the index's own second, so that git reads
    /// these files again. Once the index is rewritten, its new time would hide a change of that
    /// second that left the size equal ("racily clean" entries).
    mutating func distrustEntries(since seconds: Int) {
        for start in starts.dropLast() {
            let modified = Int(Int32(bitPattern: bigEndian(entries, start + IndexLayout.modified)))
            guard modified >= seconds, bigEndian(entries, start + IndexLayout.size) != 0 else {
                continue
            }
            for offset in 0..<8 { entries[start + IndexLayout.modified + offset] = 0 }
        }
    }

    /// Returns the bytes of the whole file.
    ///
    /// - Parameter isStored: Returns true if a tree is stored.
    mutating func file(isStored: @escaping (ObjectID) -> Bool = { _ in false }) -> [UInt8] {
        let gone = replaced()
        let set = changesToSet()
        var new: [Int: [[UInt8]]] = [:]
        for change in set { new[place(of: change.path), default: []].append(change.entry) }
        var body = IndexBody(reserving: entries.count + set.reduce(0) { $0 + $1.entry.count })
        // The entries in between are unchanged and not copied yet.
        var copied = 0
        for place in gone.union(new.keys).sorted() {
            body.add(copied..<place, of: entries, starts)
            for entry in new[place] ?? [] { body.add(entry) }
            copied = gone.contains(place) ? place + 1 : place
        }
        body.add(copied..<count, of: entries, starts)
        if !changes.isEmpty, changedTrees == nil { changedTrees = treesOf(body, isStored) }
        return file(body, changedTrees ?? trees)
    }

    /// Returns the changes that set an entry, in path order. If a file and a folder have the same
    /// path, only the entries in the folder count.
    private func changesToSet() -> [(path: [UInt8], entry: [UInt8])] {
        let set = changes.compactMap { path, entry in entry.map { (path: path, entry: $0) } }
            .sorted { $0.path.lexicographicallyPrecedes($1.path) }
        var folders = Set<ArraySlice<UInt8>>()
        for (path, _) in set {
            var folder = path[...]
            while let end = folder.lastIndex(of: slash) {
                folder = folder[..<end]
                guard folders.insert(folder).inserted else { break }
            }
        }
        return set.filter { !folders.contains($0.path[...]) }
    }

    private func treesOf(
        _ body: borrowing IndexBody, _ isStored: @escaping (ObjectID) -> Bool
    ) -> CachedTree {
        var trees = trees
        trees.forget(changes.keys.map { $0[...] })
        return trees.completed(body.file, body.starts, isStored: isStored)
    }

    private func file(_ body: consuming IndexBody, _ trees: CachedTree) -> [UInt8] {
        let count = UInt32(body.starts.count - 1)
        let head = Array("DIRC".utf8) + bytes(of: version) + bytes(of: count)
        var file = body.taken()
        if version == 4 { file = head + compressedEntries(file, from: IndexBody.head) }
        file.replaceSubrange(..<IndexBody.head, with: head)
        for part in [IndexExtension(trees)].compactMap(\.self) + extensions { file += part.bytes }
        file += sha1(file[...])
        return file
    }

    /// Returns the entries that the changes replace: those of the same paths, including conflicts,
    /// and if a change sets a file, those of a folder or file that is in its way.
    private func replaced() -> Set<Int> {
        var gone = Set<Int>()
        for (path, entry) in changes {
            gone.formUnion(entries(at: path))
            guard entry != nil else { continue }
            for end in path.indices where path[end] == slash {
                gone.formUnion(entries(at: Array(path[..<end])))
            }
            let folder = path + [slash]
            gone.formUnion((place(of: folder)..<count).prefix { starts($0, with: folder) })
        }
        return gone
    }

    private func entries(at path: [UInt8]) -> some Sequence<Int> {
        (place(of: path)..<count).prefix { order($0, path) == 0 }
    }
}

/// The entries of an index's file, in sequence.
private struct IndexBody {
    /// The length of the header.
    static let head = 12

    /// The entries, after a header of zero bytes.
    private(set) var file: [UInt8] = []
    /// The start of each entry, and the end of the last one.
    private(set) var starts = [head]

    /// - Parameter size: The size of all entries.
    init(reserving size: Int) {
        // Reserves room for the extensions and the checksum too, so that nothing is copied again.
        file.reserveCapacity(size + size / 64 + 4_096)
        file += [UInt8](repeating: 0, count: Self.head)
    }

    mutating func add(_ entry: [UInt8]) {
        file += entry
        starts.append(file.count)
    }

    mutating func add(_ places: Range<Int>, of others: [UInt8], _ otherStarts: [Int]) {
        let (first, last) = (otherStarts[places.lowerBound], otherStarts[places.upperBound])
        let shift = file.count - first
        file += others[first..<last]
        for place in places { starts.append(otherStarts[place + 1] + shift) }
    }

    /// Returns the bytes and keeps no reference to them.
    mutating func taken() -> [UInt8] {
        defer { file = [] }
        return file
    }
}
