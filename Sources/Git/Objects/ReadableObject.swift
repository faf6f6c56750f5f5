import Clibgit2
import Glibc
import Synchronization

/// Commits and trees that git can read but libgit2 cannot, rewritten for libgit2.
///
/// A teammate can push a commit dated past 2^63, one whose author has no address, or a tree with
/// the mode 777777 or 20644. libgit2 then fails in every walk, fetch or push. The stored object
/// and its ID are unchanged; only the bytes that libgit2 parses differ.
enum ReadableObject {
    /// True while libgit2 copies stored objects into a pack without parsing them: the pack that it
    /// sends, or, for the bases of deltas, the one that it receives.
    static let givesStored = Atomic(false)

    /// Returns a commit that libgit2 can parse; nil if the stored one can be parsed.
    ///
    /// A time that does not fit into an `Int64` becomes 0, as git shows it.
    static func commit(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let header = CommitHeader(bytes) else { return nil }
        let isReadable = [header.author, header.committer].allSatisfy { line in
            line.map { Signature.isReadable(bytes[$0]) } ?? false
        }
        guard !isReadable else { return nil }
        let author = Signature.readable(header.author.map { bytes[$0] })
        let committer = Signature.readable((header.committer ?? header.author).map { bytes[$0] })
        return Array(bytes[..<header.parentsEnd]) + Array("author ".utf8) + author
            + Array("\ncommitter ".utf8) + committer + [newline] + Array(bytes[header.end...])
    }

    /// Returns a tree that libgit2 can parse; nil if the stored one can be parsed.
    ///
    /// Names that libgit2 refuses are left out. git treats an entry of an unknown type as a
    /// submodule, and sends no object for it; libgit2 treats it as a file.
    static func tree(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        var result: [UInt8]?
        var (kept, offset) = (0, 0)
        while let entry = StoredEntry(bytes, at: offset) {
            if entry.isMisread || !(1...0xFFFF).contains(entry.name.count) {
                var copy = result ?? []
                copy += bytes[kept..<offset]
                if !entry.name.isEmpty, entry.name.count <= 0xFFFF {
                    let mode = TreeEntry.canonicalMode(of: entry.mode)
                    copy += Array(String(mode, radix: 8).utf8) + bytes[entry.afterMode..<entry.end]
                }
                (result, kept) = (copy, entry.end)
            }
            offset = entry.end
        }
        guard let result, offset == bytes.count else { return nil }
        return result + bytes[kept...]
    }
}

extension ReadableObject {
    typealias Backend = UnsafeMutablePointer<git_odb_backend>

    /// Replaces the content that a backend has read if libgit2 could not parse it.
    static func replace(
        _ bytes: inout UnsafeMutableRawPointer?, _ size: inout Int, _ kind: git_object_t,
        _ backend: Backend, trees: Bool
    ) {
        guard !givesStored.load(ordering: .relaxed) else { return }
        let content = UnsafeRawBufferPointer(start: bytes, count: size)
        let readable: [UInt8]? =
            switch kind {
            case GIT_OBJECT_COMMIT: commit(content)
            case GIT_OBJECT_TREE: trees ? tree(content) : nil
            default: nil
            }
        // libgit2 expects a NUL after the content.
        guard let readable, let memory = git_odb_backend_data_alloc(backend, readable.count + 1)
        else { return }
        UnsafeMutableRawBufferPointer(start: memory, count: readable.count).copyBytes(
            from: readable)
        memory.storeBytes(of: 0, toByteOffset: readable.count, as: UInt8.self)
        git_odb_backend_data_free(backend, bytes)
        (bytes, size) = (memory, readable.count)
    }
}

private let newline = UInt8(ascii: "\n")

/// The lines at the start of a commit.
private struct CommitHeader {
    /// The end of the tree and parent lines.
    private(set) var parentsEnd = 0
    /// The text after `author ` and `committer `; nil if there is no such line.
    private(set) var author: Range<Int>?
    private(set) var committer: Range<Int>?
    /// The end of the known lines.
    private(set) var end = 0

    /// - Returns: Nil if the bytes do not begin like a commit.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard take("tree ", bytes) != nil else { return nil }
        while take("parent ", bytes) != nil {}
        parentsEnd = end
        author = take("author ", bytes)
        // Some tools wrote several lines, of which git reads the first.
        while take("author ", bytes) != nil {}
        committer = take("committer ", bytes)
    }

    /// Takes the next line if it begins with a word.
    private mutating func take(_ word: String, _ bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        let count = word.utf8.count
        guard bytes.count - end > count, bytes[end..<(end + count)].elementsEqual(word.utf8),
            let stop = bytes[(end + count)...].firstIndex(of: newline)
        else { return nil }
        defer { end = stop + 1 }
        return (end + count)..<stop
    }
}

extension Signature {
    fileprivate typealias Line = Slice<UnsafeRawBufferPointer>

    /// Returns true if libgit2 parses a line `NAME <EMAIL> TIME ZONE`.
    fileprivate static func isReadable(_ line: Line) -> Bool {
        guard let (_, end) = address(line) else { return false }
        let time = line[(end + 1)...].drop { $0 == UInt8(ascii: " ") }
        let digits = (time.first == UInt8(ascii: "-") ? time.dropFirst() : time).prefix(
            while: isDigit)
        // Not all numbers of nineteen digits fit; none is a valid time.
        return (1...18).contains(digits.count)
    }

    /// Returns the line with an address, and with a time that fits in an `Int64`.
    fileprivate static func readable(_ line: Line?) -> [UInt8] {
        guard let line else { return Array("unknown <> 0 +0000".utf8) }
        if isReadable(line) { return Array(line) }
        guard let (_, end) = address(line) else {
            let name = line.filter { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
            return name + Array(" <> 0 +0000".utf8)
        }
        return Array(line[...end]) + Array(" 0 +0000".utf8)
    }

    /// Returns the positions of the last `<` and the last `>`.
    private static func address(_ line: Line) -> (start: Int, end: Int)? {
        guard let start = line.lastIndex(of: UInt8(ascii: "<")),
            let end = line.lastIndex(of: UInt8(ascii: ">")), start < end
        else { return nil }
        return (start, end)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

/// One entry of a tree as stored: `MODE NAME NUL ID`.
private struct StoredEntry {
    var mode: UInt32 = 0
    var name: Range<Int>
    /// The position of the blank after the mode.
    var afterMode: Int
    var end: Int

    /// True for a mode that libgit2 refuses, or interprets as a different type than git does.
    var isMisread: Bool {
        mode > 0xFFFF || (mode ^ TreeEntry.canonicalMode(of: mode)) & 0o170000 != 0
    }

    init?(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        var position = offset
        while position < bytes.count, bytes[position] != UInt8(ascii: " ") {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit < 8 else { return nil }
            mode = mode << 3 | UInt32(digit)
            position += 1
        }
        let start = position + 1
        guard start < bytes.count, let base = bytes.baseAddress,
            let zero = memchr(base + start, 0, bytes.count - start)
        else { return nil }
        let stop = UnsafeRawPointer(zero) - base
        guard bytes.count - stop > 20 else { return nil }
        (name, afterMode, end) = (start..<stop, position, stop + 21)
    }
}
