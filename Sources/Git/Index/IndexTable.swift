import Glibc

/// The index in the form of its file, changed without decoding all entries: a board has ten
/// thousand entries, of which a command changes one.
///
/// The format is described in git's `gitformat-index(5)`.
struct IndexTable {
    /// The format of the file, 2 to 4.
    private var version: UInt32
    private var entries: IndexEntries
    private let extensions: [IndexExtension]
    /// git's cache of the trees that the entries form.
    private let trees: CachedTree
    /// The entries that were set, or removed (nil), by path.
    private var changes: [[UInt8]: [UInt8]?] = [:]
    /// The cached trees after the changes; nil after a change of more than stat data, until `file`
    /// computes them again.
    private var changedTrees: CachedTree?

    private static let checksumSize = 20

    /// Creates an index without entries.
    init() { (version, entries, extensions, trees) = (2, IndexEntries(), [], CachedTree()) }

    /// - Parameter file: The whole file.
    /// - Returns: Nil if the bytes are damaged.
    /// - Throws: ``GitError/Kind/unsupported`` for a format or an extension that only git
    ///   reads.
    init?(_ file: [UInt8]) throws(GitError) {
        let end = file.count - Self.checksumSize
        guard end >= IndexEntriesBuilder.headerSize else { return nil }
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
        entries = IndexEntries(bytes: read.entries, starts: read.starts)
        extensions = found.filter { !$0.isTrees }
        // A cache that cannot be read is dropped and computed again.
        trees = found.lazy.compactMap(\.trees).first ?? CachedTree()
    }

    var count: Int { entries.count }
}

// MARK: Looking

extension IndexTable {
    /// Returns the position of the first entry of a path; nil if there is none.
    ///
    /// - Parameter guess: The position to try first.
    func position(of path: [UInt8], guess: Int) -> Int? {
        entries.position(of: path, guess: guess)
    }

    /// Returns the position of a name in a folder, whose path ends in a slash.
    func position(
        of name: UnsafeRawBufferPointer, inFolder folder: [UInt8], guess: Int
    ) -> Int? {
        entries.position(of: name, inFolder: folder, guess: guess)
    }

    /// Returns the stat data at a position; nil if the entry is in a conflict.
    func statData(at position: Int, indexSeconds: Int) -> IndexedStatData? {
        guard !entries.isUnmerged(at: position) else { return nil }
        return IndexedStatData(
            entries.bytes, at: entries.starts[position], indexSeconds: indexSeconds)
    }

    /// Returns true if the entry at a position has this blob.
    func isBlob(at position: Int, _ id: UnsafeRawBufferPointer) -> Bool {
        entries.isBlob(at: position, id)
    }

    /// Returns the entry at a position; nil if it is in a conflict.
    func entry(at position: Int, indexSeconds: Int) -> IndexEntry? {
        guard !entries.isUnmerged(at: position) else { return nil }
        return IndexEntry(entries.bytes, at: entries.starts[position], indexSeconds: indexSeconds)
    }

    /// Returns true if a path has this entry, without a flag that the user set.
    func isPlain(_ path: [UInt8], _ entry: TreeEntry) -> Bool {
        guard let position = entries.position(of: path) else { return false }
        return !entries.isMarked(at: position) && entries.mode(at: position) == entry.canonicalMode
            && entries.id(at: position) == entry.id
    }

    /// Returns the cached tree of a folder, whose path ends in a slash; nil if it is not cached.
    func cachedTree(_ folder: [UInt8]) -> CachedTree? { trees.folder(folder[...]) }

    /// Returns the names in a cached folder, without some positions.
    ///
    /// - Parameters:
    ///   - path: The path of the folder, with a slash at the end.
    ///   - isKnown: Returns true for positions to leave out; called in ascending order.
    /// - Returns: Nil if the entries do not match the cached tree.
    func names(
        of folder: CachedTree, at path: [UInt8], but isKnown: (Int) -> Bool
    ) -> [(name: [UInt8], value: TreeEntry)]? {
        var position = entries.lowerBound(of: path)
        let end = position + (folder.known?.entries ?? 0)
        guard end <= count else { return nil }
        var found: [(name: [UInt8], value: TreeEntry)] = []
        while position < end {
            if isKnown(position) {
                position += 1
                continue
            }
            guard entries.isInFolder(position, path) else { return nil }
            let name = entries.path(at: position).dropFirst(path.count)
            guard let slash = name.firstIndex(of: slash) else {
                found.append((Array(name), entries.treeEntry(at: position)))
                position += 1
                continue
            }
            let below = folder.folders.first { $0.name.elementsEqual(name[..<slash]) }
            guard let below, let known = below.known, known.entries > 0 else { return nil }
            found.append((below.name, TreeEntry(mode: TreeEntry.folderMode, id: known.id)))
            position += known.entries
        }
        return position == end ? found : nil
    }

    /// The entries whose files are left out of the working tree.
    var leftOut: [(path: [UInt8], entry: TreeEntry)] {
        // Format 2 has no room for the flag.
        guard version > 2 else { return [] }
        return (0..<count).filter(entries.skipsWorktree(at:)).map(file(at:))
    }

    /// The entries that are not in a conflict.
    var files: [(path: [UInt8], entry: TreeEntry)] {
        (0..<count).filter { !entries.isUnmerged(at: $0) }.map(file(at:))
    }

    /// Returns the entries of files with this name in any folder, without those in a conflict.
    func files(named name: [UInt8]) -> [(path: [UInt8], entry: TreeEntry)] {
        (0..<count).filter { position in
            let path = entries.path(at: position)
            return path.suffix(name.count).elementsEqual(name)
                && (path.count == name.count || path.dropLast(name.count).last == slash)
                && !entries.isUnmerged(at: position)
        }.map(file(at:))
    }

    private func file(at position: Int) -> (path: [UInt8], entry: TreeEntry) {
        (Array(entries.path(at: position)), entries.treeEntry(at: position))
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
        let refused = (0..<count).filter { position in
            let mode = entries.mode(at: position)
            return entries.withPath(at: position) { VerifiedPath.refusal($0, mode: mode) } != nil
        }
        for position in refused { remove(Array(entries.path(at: position))) }
    }

    /// Clears the times of entries that were written in the index's own second, so that git reads
    /// these files again. Once the index is rewritten, its new time would hide a change in that
    /// second that did not change the size.
    mutating func distrustEntries(since seconds: Int) { entries.distrust(since: seconds) }
}

// MARK: Writing

extension IndexTable {
    /// Returns the bytes of the whole file.
    ///
    /// - Parameter isStored: Returns true if a tree is stored.
    mutating func file(isStored: @escaping (ObjectID) -> Bool = { _ in false }) -> [UInt8] {
        let new = changedEntries()
        if !changes.isEmpty, changedTrees == nil { changedTrees = treesOf(new, isStored) }
        return file(consume new, changedTrees ?? trees)
    }

    private func changedEntries() -> IndexEntries {
        let replaced = replacedPositions()
        let set = changesToSet()
        var new: [Int: [[UInt8]]] = [:]
        for change in set {
            new[entries.lowerBound(of: change.path), default: []].append(change.entry)
        }
        var builder = IndexEntriesBuilder(
            reserving: entries.bytes.count + set.reduce(0) { $0 + $1.entry.count })
        // The entries in between are unchanged and not copied yet.
        var copied = 0
        for position in replaced.union(new.keys).sorted() {
            builder.add(copied..<position, of: entries)
            for entry in new[position] ?? [] { builder.add(entry) }
            copied = replaced.contains(position) ? position + 1 : position
        }
        builder.add(copied..<count, of: entries)
        return builder.entries()
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

    /// Returns the entries that the changes replace: those of the same paths, including conflicts,
    /// and if a change sets a file, those of a folder or file that is in its way.
    private func replacedPositions() -> Set<Int> {
        var replaced = Set<Int>()
        for (path, entry) in changes {
            replaced.formUnion(entries.positions(of: path))
            guard entry != nil else { continue }
            for end in path.indices where path[end] == slash {
                replaced.formUnion(entries.positions(of: Array(path[..<end])))
            }
            replaced.formUnion(entries.positions(inFolder: path + [slash]))
        }
        return replaced
    }

    private func treesOf(
        _ entries: IndexEntries, _ isStored: @escaping (ObjectID) -> Bool
    ) -> CachedTree {
        var trees = trees
        trees.forget(changes.keys.map { $0[...] })
        return trees.completed(entries, isStored: isStored)
    }

    private func file(_ entries: consuming IndexEntries, _ trees: CachedTree) -> [UInt8] {
        let header = Array("DIRC".utf8) + bytes(of: version) + bytes(of: UInt32(entries.count))
        var file = (consume entries).takenBytes()
        if version == 4 {
            file = header + compressedEntries(file, from: IndexEntriesBuilder.headerSize)
        }
        file.replaceSubrange(..<IndexEntriesBuilder.headerSize, with: header)
        for part in [IndexExtension(trees)].compactMap(\.self) + extensions { file += part.bytes }
        file += sha1(file[...])
        return file
    }
}
