import Glibc

/// The index as its file has it, changed without taking it apart: a board has ten
/// thousand entries, of which a command changes one.
struct IndexTable {
    /// Which format the file has, 2 to 4.
    private let version: UInt32
    /// The entries as formats 2 and 3 write them, whatever the file's.
    private var entries: [UInt8]
    /// Where each entry begins, in the order of the paths, and where the last ends.
    private let starts: [Int]
    private let extensions: [IndexExtension]
    /// What is set, and what is removed (nil), by path.
    private var changes: [[UInt8]: [UInt8]?] = [:]

    /// An index without entries.
    init() { (version, entries, starts, extensions) = (2, [], [0], []) }

    /// - Parameter file: The whole file, whose format is 2, 3 or 4.
    /// - Returns: nil where the bytes do not hold together.
    /// - Throws: ``GitError/Kind/unsupported`` for an extension that changes what
    ///   the entries mean.
    init?(_ file: [UInt8]) throws(GitError) {
        let end = file.count - 20
        guard end >= 12, sha1(file[..<end]) == Array(file[end...]) else { return nil }
        version = bigEndian(file, 4)
        guard let read = IndexReading(file, upTo: end, version),
            let found = try IndexExtension.all(in: file[read.end..<end]),
            read.isInOrder
        else { return nil }
        (entries, starts, extensions) = (read.entries, read.starts, found)
    }

    var count: Int { starts.count - 1 }
}

// MARK: Looking

extension IndexTable {
    /// Where the first entry of a path is; nil where there is none.
    ///
    /// - Parameter guess: where it may be.
    func place(at path: [UInt8], guess: Int) -> Int? {
        if guess < count, order(guess, path) == 0 { return guess }
        let place = place(of: path)
        return place < count && order(place, path) == 0 ? place : nil
    }

    /// The same for a name in a folder, whose path ends in a slash.
    func place(of folder: [UInt8], _ name: UnsafeRawBufferPointer, guess: Int) -> Int? {
        if guess < count, order(guess, folder, name) == 0 { return guess }
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            let order = order(middle, folder, name)
            if order == 0 { return middle }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// How an entry's path compares with a name in a folder, byte by byte.
    private func order(
        _ index: Int, _ folder: [UInt8], _ name: UnsafeRawBufferPointer
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

    /// What a place says of its file; nil where it stands in a conflict.
    func status(_ place: Int, indexSeconds: Int) -> IndexedStatus? {
        let start = starts[place]
        guard IndexLayout.flags(entries, start) & IndexLayout.stageMask == 0 else { return nil }
        return IndexedStatus(entries, at: start, indexSeconds: indexSeconds)
    }

    /// Whether a place has this blob.
    func isBlob(_ place: Int, _ id: UnsafeRawBufferPointer) -> Bool {
        let start = starts[place] + IndexLayout.id
        return entries.withUnsafeBytes {
            UnsafeRawBufferPointer(rebasing: $0[start..<(start + 20)]).elementsEqual(id)
        }
    }

    /// What stands at a place, if it stands in no conflict.
    func entry(_ place: Int, indexSeconds: Int) -> IndexEntry? {
        let start = starts[place]
        guard IndexLayout.flags(entries, start) & IndexLayout.stageMask == 0 else { return nil }
        return IndexEntry(entries, at: start, indexSeconds: indexSeconds)
    }

    /// Whether a path has this entry, with no mark of a person's on it.
    func isPlain(_ path: [UInt8], _ entry: TreeEntry) -> Bool {
        guard let place = place(at: path, guess: 0) else { return false }
        let start = starts[place]
        return IndexLayout.flags(entries, start) & IndexLayout.marks == 0
            && bigEndian(entries, start + IndexLayout.mode) == entry.mode
            && ObjectID(entries, at: start + IndexLayout.id) == entry.id
    }

    /// Where the first entry is that is not before this path.
    private func place(of path: [UInt8]) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if order(middle, path) < 0 { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// How an entry's path compares with another one, byte by byte.
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

    private func starts(_ index: Int, with prefix: [UInt8]) -> Bool {
        let start = IndexLayout.path(entries, starts[index])
        return starts[index + 1] - start > prefix.count
            && entries[start..<(start + prefix.count)].elementsEqual(prefix)
    }
}

// MARK: Changing

extension IndexTable {
    /// Sets what stands at a path, or removes all that does.
    mutating func set(_ path: [UInt8], _ entry: [UInt8]?) { changes[path] = .some(entry) }

    /// Makes git read again the files that were written in the second in which the
    /// index was: once the index is written anew, its time no longer says that a
    /// change of the same second may be hidden behind an equal size.
    mutating func distrustEntries(since seconds: Int) {
        for start in starts.dropLast() {
            let modified = Int(Int32(bitPattern: bigEndian(entries, start + IndexLayout.modified)))
            guard modified >= seconds, bigEndian(entries, start + IndexLayout.size) != 0 else {
                continue
            }
            for offset in 0..<8 { entries[start + IndexLayout.modified + offset] = 0 }
        }
    }

    /// The whole file.
    func file() -> [UInt8] {
        let gone = replaced()
        let set = changes.compactMap { path, entry in entry.map { (path: path, entry: $0) } }
            .sorted { $0.path.lexicographicallyPrecedes($1.path) }
        var new: [Int: [UInt8]] = [:]
        for change in set { new[place(of: change.path), default: []] += change.entry }
        var body: [UInt8] = []
        body.reserveCapacity(entries.count + set.reduce(0) { $0 + $1.entry.count })
        // What stands between these is the same and not copied yet.
        var copied = 0
        for place in gone.union(new.keys).sorted() {
            body += entries[starts[copied]..<starts[place]]
            body += new[place] ?? []
            copied = gone.contains(place) ? place + 1 : place
        }
        body += entries[starts[copied]...]
        return file(body, count - gone.count + set.count)
    }

    private func file(_ body: [UInt8], _ count: Int) -> [UInt8] {
        var file = Array("DIRC".utf8) + bytes(of: version) + bytes(of: UInt32(count))
        file += version == 4 ? compressedEntries(body) : body
        for part in extensions { file += part.bytes(without: changes.keys) }
        return file + sha1(file[...])
    }

    /// The entries that a change takes the place of: those of its path,
    /// conflicting ones too, and where it sets a file those that had it for a folder
    /// or that were a folder of its.
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

func bigEndian(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    bytes.withUnsafeBytes {
        UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}

func bytes(of number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }
