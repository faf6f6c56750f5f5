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
        // It is never written in place: what is read is one index.
        guard let file = try FileReading(path) else { return }
        bytes = file.bytes
        seconds = file.status.st_mtim.tv_sec
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
