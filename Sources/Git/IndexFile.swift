import Glibc

/// What the index file is, seen from outside, before libgit2 reads it.
enum IndexFile {
    /// What can be done with it.
    enum Condition: Equatable {
        /// It can be read; its size, and the second in which it was written.
        case readable(size: Int, seconds: Int)
        /// There is none, or what there is is no index: made anew from HEAD.
        case unreadable(size: Int)

        var size: Int {
            switch self {
            case .readable(let size, _): size
            case .unreadable(let size): size
            }
        }
    }

    /// Looks at the first and last bytes.
    ///
    /// - Throws: ``GitError/Kind/unsupported`` for an index that git can read and
    ///   libgit2 cannot: it must not be taken for a damaged one.
    static func condition(_ path: String) throws(GitError) -> Condition {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let number = errno
            guard number == ENOENT else { throw GitError(errno: number, "read \(path)") }
            return .unreadable(size: 0)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw GitError(errno: errno, "read \(path)") }
        let size = Int(status.st_size)
        let head = try read(descriptor, 12, at: 0, path)
        let tail = try read(descriptor, 20, at: size - 20, path)
        guard head.count == 12, tail.count == 20, size >= 32, head.starts(with: Array("DIRC".utf8))
        else { return .unreadable(size: size) }
        try refuseUnknown(version: head[4..<8], path)
        guard tail.contains(where: { $0 != 0 }) else {
            throw GitError(
                .unsupported, "read \(path)", "it has no checksum",
                advice: "Have git write one: git config index.skipHash false && "
                    + "git update-index --force-write-index")
        }
        return .readable(size: size, seconds: status.st_mtim.tv_sec)
    }

    /// The error for an index with an extension that only git itself reads.
    static func unsupported(_ error: GitError) -> GitError? {
        guard error.kind == .unsupported else { return nil }
        var result = error
        result.advice =
            error.message.contains("'sdir'")
            ? "Write it whole: git sparse-checkout reapply --no-sparse-index"
            : "Write it whole: git update-index --no-split-index"
        return result
    }

    private static func refuseUnknown(
        version: ArraySlice<UInt8>, _ path: String
    ) throws(GitError) {
        let number = version.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        guard number > 4, number < 100 else { return }
        throw GitError(
            .unsupported, "read \(path)", "its format \(number) is newer than this program",
            advice: "Have git write an older one: git update-index --index-version 4")
    }

    private static func read(
        _ descriptor: Int32, _ count: Int, at offset: Int, _ path: String
    ) throws(GitError) -> [UInt8] {
        guard offset >= 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        let got = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, count, offset) }
        guard got >= 0 else { throw GitError(errno: errno, "read \(path)") }
        return Array(bytes.prefix(got))
    }
}
