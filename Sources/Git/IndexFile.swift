import Glibc

/// The index's file as it was read.
struct IndexFile {
    /// Empty where there is none.
    private(set) var bytes: [UInt8] = []
    /// The second in which it was written.
    private(set) var seconds = 0
    private let path: String

    init(_ path: String) throws(GitError) {
        self.path = path
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return }
            throw GitError(errno: errno, "read \(path)")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw GitError(errno: errno, "read \(path)") }
        seconds = status.st_mtim.tv_sec
        // It is never written in place: what is read is one index.
        bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress.unsafelyUnwrapped + filled, $0.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw GitError(errno: errno, "read \(path)") }
            if count == 0 { break }
            filled += count
        }
        bytes.removeLast(bytes.count - filled)
    }

    /// Its entries; nil where there is none, or what there is does not hold together:
    /// it is to be made anew from HEAD.
    ///
    /// - Throws: ``GitError/Kind/unsupported`` for an index that git can read and pmd
    ///   cannot: it must not be taken for a damaged one.
    func table() throws(GitError) -> IndexTable? {
        guard bytes.count >= 32, bytes.starts(with: Array("DIRC".utf8)) else { return nil }
        let version = bigEndian(bytes, 4)
        guard version <= 4 || version >= 100 else {
            throw GitError(
                .unsupported, "read \(path)",
                "its format \(version) is newer than this program",
                advice: "Have git write an older one: git update-index --index-version 4")
        }
        guard bytes.suffix(20).contains(where: { $0 != 0 }) else {
            throw GitError(
                .unsupported, "read \(path)", "it has no checksum",
                advice: "Have git write one: git config index.skipHash false && "
                    + "git update-index --force-write-index")
        }
        guard (2...4).contains(version) else { return nil }
        return try IndexTable(bytes)
    }
}
