import Glibc

/// The offsets of the parts of an index entry from its first byte. An entry has eleven numbers of
/// 32 bits, of which the mode is the seventh, the ID of the blob, the flags (two of them in format
/// 3 if the first ones say so), the path, and zero bytes up to a multiple of eight.
enum IndexLayout {
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
