import Glibc

/// The entries of an index file, expanded to formats 2 and 3.
struct IndexReading {
    /// The entries in the form of formats 2 and 3. For a file in one of these formats this is the
    /// whole file, so that nothing is copied.
    private(set) var entries: [UInt8] = []
    /// The start of each entry, and the end of the last one.
    private(set) var starts: [Int] = []
    /// The end of the entries in the file.
    private(set) var end = 12

    private var count: Int { starts.count - 1 }

    /// - Parameter limit: The latest offset at which the entries end.
    /// - Returns: Nil if the bytes are malformed.
    init?(_ file: [UInt8], upTo limit: Int, _ version: UInt32) {
        let count = Int(bigEndian(file, 8))
        guard limit >= 12, count <= limit / 62 else { return nil }
        starts.reserveCapacity(count + 1)
        if version == 4 {
            starts.append(0)
            guard expand(file[..<limit], count) else { return nil }
        } else {
            starts.append(end)
            guard measure(file, limit, count) else { return nil }
            entries = file
        }
    }

    private mutating func measure(_ file: [UInt8], _ limit: Int, _ count: Int) -> Bool {
        for _ in 0..<count {
            guard limit - end >= 64 else { return false }
            let path = IndexLayout.path(file, end)
            let zero = file.withUnsafeBytes { bytes -> Int? in
                let start = bytes.baseAddress.unsafelyUnwrapped
                return memchr(start + path, 0, limit - path).map { UnsafeRawPointer($0) - start }
            }
            guard let zero else { return false }
            end += (zero - end) / 8 * 8 + 8
            guard end <= limit else { return false }
            starts.append(end)
        }
        return true
    }

    /// Expands format 4, which stores each path as the number of bytes to drop from the previous
    /// path, and the bytes to append.
    private mutating func expand(_ file: ArraySlice<UInt8>, _ count: Int) -> Bool {
        var path: [UInt8] = []
        for _ in 0..<count {
            guard file.endIndex - end >= 64 else { return false }
            let fields = file[end..<(IndexLayout.path(Array(file[end..<(end + 64)]), 0) + end)]
            end = fields.endIndex
            guard let dropped = number(file), dropped <= path.count,
                let zero = file[end...].firstIndex(of: 0)
            else { return false }
            path = path.dropLast(dropped) + file[end..<zero]
            end = zero + 1
            entries += fields + path
            entries += [UInt8](repeating: 0, count: 8 - (fields.count + path.count) % 8)
            starts.append(entries.count)
        }
        return true
    }

    /// Reads a number stored in bytes of seven bits, the most significant first.
    private mutating func number(_ file: ArraySlice<UInt8>) -> Int? {
        var number = -1
        while end < file.endIndex, number < 1 << 20 {
            let byte = file[end]
            end += 1
            number = (number + 1) << 7 | Int(byte & 0x7F)
            if byte & 0x80 == 0 { return number }
        }
        return nil
    }

    /// True if the entries are sorted by path, and those of one path by their side of the conflict.
    /// An entry without a path, as in a split index, is out of order.
    var isInOrder: Bool {
        guard count > 0 else { return true }
        return entries.withUnsafeBytes { bytes in
            let start = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
                .assumingMemoryBound(to: CChar.self)
            if start[IndexLayout.path(entries, starts[0])] == 0 { return false }
            return zip(starts, starts.dropFirst().dropLast()).allSatisfy { first, second in
                let order = strcmp(
                    start + IndexLayout.path(entries, first),
                    start + IndexLayout.path(entries, second))
                return order < 0 || order == 0 && stage(first) < stage(second)
            }
        }
    }

    private func stage(_ entry: Int) -> UInt16 {
        IndexLayout.flags(entries, entry) & IndexLayout.stageMask
    }
}

/// Returns entries in the form of format 4.
///
/// - Parameter first: The offset of the first entry.
func compressedEntries(_ entries: [UInt8], from first: Int) -> [UInt8] {
    var result: [UInt8] = []
    var (offset, last) = (first, ArraySlice<UInt8>())
    while offset < entries.count {
        let start = IndexLayout.path(entries, offset)
        guard let zero = entries[start...].firstIndex(of: 0) else { break }
        let path = entries[start..<zero]
        let shared = zip(path, last).prefix { $0 == $1 }.count
        result += entries[offset..<start] + sevenBits(last.count - shared)
        result += path.dropFirst(shared) + [0]
        (offset, last) = (offset + (zero - offset) / 8 * 8 + 8, path)
    }
    return result
}

private func sevenBits(_ number: Int) -> [UInt8] {
    var (rest, bytes) = (number, [UInt8(number & 0x7F)])
    while rest >> 7 > 0 {
        rest = (rest >> 7) - 1
        bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
    }
    return bytes
}

/// The offsets of the parts of an index entry from its first byte. An entry has eleven numbers of
/// 32 bits, of which the mode is the seventh, the ID of the blob, the flags (two of them in format
/// 3 if the first ones say so), the path, and zero bytes up to a multiple of eight.
enum IndexLayout {
    static let changed = 0
    static let modified = 8
    static let inode = 20
    static let mode = 24
    static let size = 36
    static let id = 40
    static let flags = 60
    static let stageMask: UInt16 = 0x3000
    static let extendedMask: UInt16 = 0x4000
    /// The flags without the path's length: the side of a conflict, the presence of further flags,
    /// and "assume unchanged".
    static let marks: UInt16 = 0xF000
    private static let assumedUnchanged: UInt16 = 0x8000
    /// The bit of the second flags for a file that a sparse checkout leaves out.
    private static let skipsWorktree: UInt8 = 0x40
    /// The longest path whose length fits in the flags.
    private static let longest = 0xFFF

    static func flags(_ bytes: [UInt8], _ entry: Int) -> UInt16 {
        UInt16(bytes[entry + flags]) << 8 | UInt16(bytes[entry + flags + 1])
    }

    /// Returns the offset of an entry's path.
    static func path(_ bytes: [UInt8], _ entry: Int) -> Int {
        entry + (flags(bytes, entry) & extendedMask == 0 ? 62 : 64)
    }

    /// Returns true if two entries of one path differ at most in their stat data.
    static func isSameBlob(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a[mode..<(mode + 4)] == b[mode..<(mode + 4)] && a[id...] == b[id...]
    }

    static func skipsWorktree(_ bytes: [UInt8], _ entry: Int) -> Bool {
        flags(bytes, entry) & extendedMask != 0 && bytes[entry + 62] & skipsWorktree != 0
    }

    static func isAssumedUnchanged(_ bytes: [UInt8], _ entry: Int) -> Bool {
        flags(bytes, entry) & assumedUnchanged != 0
    }

    /// Returns an entry for a path without a conflict.
    ///
    /// - Parameters:
    ///   - status: Nil if there is no file to compare with.
    ///   - isLeftOut: True if the file is left out of the working tree, as by a sparse checkout.
    ///     Only formats 3 and 4 have a flag for it.
    static func entry(
        _ path: VerifiedPath, _ entry: TreeEntry, status: FileStatus?, isLeftOut: Bool = false
    ) -> [UInt8] {
        let path = path.bytes
        var numbers = [UInt32](repeating: 0, count: 10)
        if let status {
            let times = [
                status.changedSeconds, status.changedNanoseconds, status.modifiedSeconds,
                status.modifiedNanoseconds,
            ]
            numbers = times.map { UInt32(truncatingIfNeeded: $0) }
            numbers += [status.device, status.inode].map { UInt32(truncatingIfNeeded: $0) }
            numbers += [0, status.user, status.group, UInt32(truncatingIfNeeded: status.size)]
        }
        numbers[6] = entry.canonicalMode
        let flags = UInt16(min(path.count, longest)) | (isLeftOut ? extendedMask : 0)
        let bytes =
            numbers.flatMap(Git.bytes(of:)) + entry.id.bytes
            + [UInt8(flags >> 8), UInt8(flags & 0xFF)] + (isLeftOut ? [skipsWorktree, 0] : [])
            + path
        return bytes + [UInt8](repeating: 0, count: 8 - bytes.count % 8)
    }
}

/// The index file in the state in which it was read.
struct IndexFile {
    /// The bytes; empty if there is no file.
    private(set) var bytes: [UInt8] = []
    /// The second in which it was written.
    private(set) var seconds = 0

    init(_ path: String) throws(GitError) {
        // The index is replaced, never written in place, so these bytes are one version of it.
        guard let file = try FileReading(path) else { return }
        bytes = file.bytes
        seconds = file.status.st_mtim.tv_sec
    }

    /// Returns the entries; nil if the file is missing or damaged, and must be rebuilt from HEAD.
    ///
    /// - Throws: ``GitError/Kind/unsupported`` for an index that git can read, but pmd cannot. It
    ///   is not damaged and may hold staged work.
    func table() throws(GitError) -> IndexTable? {
        guard bytes.count >= 32, bytes.starts(with: Array("DIRC".utf8)) else { return nil }
        return try IndexTable(bytes)
    }
}

/// A part of the index file after its entries.
struct IndexExtension {
    private let name: [UInt8]
    private let contents: ArraySlice<UInt8>

    /// The name of git's cache of the trees that the entries form.
    private static let trees = Array("TREE".utf8)
    /// The extensions that pmd keeps: the cache of trees, resolved conflicts, and renames in
    /// conflicts.
    private static let kept = [trees, Array("REUC".utf8), Array("NAME".utf8)]

    /// Returns the extensions that pmd can keep. Nil if the bytes are malformed.
    ///
    /// - Throws: ``GitError/Kind/unsupported`` for an extension that changes the meaning of the
    ///   entries: its name begins with a lower-case letter.
    static func all(in bytes: ArraySlice<UInt8>) throws(GitError) -> [IndexExtension]? {
        var (rest, found) = (bytes, [IndexExtension]())
        while !rest.isEmpty {
            guard rest.count >= 8 else { return nil }
            let name = Array(rest.prefix(4))
            let size = Int(bigEndian(Array(rest.dropFirst(4).prefix(4)), 0))
            rest = rest.dropFirst(8)
            guard size <= rest.count, name.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                return nil
            }
            guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(name[0]) else {
                throw unsupported(name)
            }
            if kept.contains(name) {
                found.append(IndexExtension(name: name, contents: rest.prefix(size)))
            }
            rest = rest.dropFirst(size)
        }
        return found
    }

    private static func unsupported(_ name: [UInt8]) -> GitError {
        GitError(.indexExtension(String(decoding: name, as: UTF8.self)), "read the index")
    }

    /// git's cache of trees; nil for other extensions.
    var trees: CachedTree? { name == Self.trees ? CachedTree(contents) : nil }

    var isTrees: Bool { name == Self.trees }

    /// - Returns: Nil if no folder is cached.
    init?(_ trees: CachedTree) {
        guard trees.known != nil || !trees.folders.isEmpty else { return nil }
        (name, contents) = (Self.trees, trees.bytes[...])
    }

    private init(name: [UInt8], contents: ArraySlice<UInt8>) {
        (self.name, self.contents) = (name, contents)
    }

    var bytes: [UInt8] { name + Git.bytes(of: UInt32(contents.count)) + contents }
}

extension GitError {
    static func unsupportedIndex(format: UInt32) -> GitError {
        GitError(.indexFormatNewer(format), "read the index")
    }

    static let indexWithoutChecksum = GitError(.indexWithoutChecksum, "read the index")
}
