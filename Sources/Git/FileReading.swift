import Glibc

/// A file of the git directory, read as a whole.
struct FileReading {
    let bytes: [UInt8]
    let status: stat

    /// - Returns: nil where there is none.
    init?(_ path: String) throws(GitError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw GitError(errno: errno, "read \(path)")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw GitError(errno: errno, "read \(path)") }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
        var filled = 0
        while true {
            let count = bytes.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress.unsafelyUnwrapped + filled, $0.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw GitError(errno: errno, "read \(path)") }
            if count == 0 { break }
            filled += count
            if filled == bytes.count { bytes += [UInt8](repeating: 0, count: filled) }
        }
        bytes.removeLast(bytes.count - filled)
        self.bytes = bytes
        self.status = status
    }
}
