import Glibc

/// The index's file as it was read.
struct IndexFile {
    /// Empty where there is none.
    private(set) var bytes: [UInt8] = []
    /// The second in which it was written.
    private(set) var seconds = 0

    init(_ path: String) throws(GitError) {
        // It is never written in place: what is read is one index.
        guard let file = try FileReading(path) else { return }
        bytes = file.bytes
        seconds = file.status.st_mtim.tv_sec
    }

    /// Its entries; nil where there is no file, or a damaged one, which is to be rebuilt
    /// from HEAD.
    ///
    /// - Throws: ``GitError/Kind/unsupported`` for an index that git can read and pmd
    ///   cannot. It is not damaged and may hold staged work.
    func table() throws(GitError) -> IndexTable? {
        guard bytes.count >= 32, bytes.starts(with: Array("DIRC".utf8)) else { return nil }
        return try IndexTable(bytes)
    }
}
