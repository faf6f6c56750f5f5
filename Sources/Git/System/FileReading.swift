import Glibc

/// Returns the first line of a short file, without its end; nil if the file is empty or cannot
/// be read.
func firstLine(of file: String) -> String? {
    // A pipe must not make the caller wait for its writer.
    let descriptor = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 4_200)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].prefix { $0 != 10 }, as: UTF8.self)
}

/// The bytes of a file of the git directory, or only those at its end.
struct FileReading {
    let bytes: [UInt8]
    let status: stat

    /// - Returns: Nil if there is no such file.
    init?(_ path: String, last count: Int = .max) throws(GitError) {
        // A pipe must not make the caller wait for its writer.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw GitError(errno: errno, "read \(path)")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw GitError(errno: errno, "read \(path)") }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw GitError(.notRegularFile, "read \(path)")
        }
        let size = min(count, Int(status.st_size))
        guard size == status.st_size || lseek(descriptor, -size, SEEK_END) >= 0 else {
            throw GitError(errno: errno, "read \(path)")
        }
        var (bytes, room) = ([UInt8](), size + 1)
        while true {
            let part = try Self.part(of: descriptor, room, path)
            bytes = bytes.isEmpty ? part : bytes + part
            // A short read means the end of the file.
            if part.count < room { break }
            room = max(4_096, bytes.count)
        }
        self.bytes = bytes
        self.status = status
    }

    private static func part(
        of descriptor: Int32, _ room: Int, _ path: String
    ) throws(GitError) -> [UInt8] {
        var number: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
            while filled < room, let start = buffer.baseAddress {
                let count = read(descriptor, start + filled, room - filled)
                if count < 0, errno == EINTR { continue }
                if count < 0 { number = errno }
                if count <= 0 { return }
                filled += count
            }
        }
        guard number == 0 else { throw GitError(errno: number, "read \(path)") }
        return bytes
    }
}

/// The identity of a file, which does not depend on its name.
struct FileIdentity: Hashable {
    private let device: UInt64
    private let inode: UInt64

    init?(at path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}
