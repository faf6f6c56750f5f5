import Clinux
import Git
import Glibc
import TaskBoard

/// A file of the working tree before and after a change.
struct FileWrite: Equatable {
    /// The path from the root of the working tree.
    var path: VerifiedPath
    /// The content before; nil for no file.
    var expected: FileContent?
    /// The content after; nil for no file.
    var result: FileContent?
    /// A commit that has the expected bytes at this path, under which `replaced` keeps them; nil
    /// for the old head.
    var holder: ObjectID?

    /// True if the file becomes executable; nil keeps its permissions.
    var isExecutable: Bool?

    /// - Throws: ``GitError`` for a path that git refuses.
    init(
        path: [UInt8], expected: FileContent?, result: FileContent?, holder: ObjectID? = nil
    ) throws(GitError) {
        self.path = try VerifiedPath(verifying: path)
        (self.expected, self.result, self.holder) = (expected, result, holder)
    }

    var isNothing: Bool { expected == result }
}

/// The content of a file before or after a change.
enum FileContent {
    case bytes([UInt8])
    /// A large file, read on demand: a sync may bring more than fits into memory.
    case blob(ObjectID, Repository, Conversion = .none)

    /// The size in bytes from which a file is not held in memory.
    static let limit = 1 << 20

    /// - Throws: ``GitError`` if the blob cannot be read.
    func bytes() throws(GitError) -> [UInt8] {
        switch self {
        case .bytes(let bytes): bytes
        case .blob(let id, let git, let conversion):
            conversion.written(try git.blob(id), id: id)
        }
    }

    /// Returns true if a file's bytes are this content.
    func isSame(as bytes: [UInt8]) throws(GitError) -> Bool {
        switch self {
        case .bytes(let own): own == bytes
        case .blob(let id, _, .none): try ObjectID.ofBlob(bytes) == id
        case .blob: try self.bytes() == bytes
        }
    }
}

extension FileContent: Equatable {
    /// Content in memory always differs from a blob, which is not read for the comparison.
    static func == (a: FileContent, b: FileContent) -> Bool {
        switch (a, b) {
        case (.bytes(let a), .bytes(let b)): a == b
        case (.blob(let a, _, let one), .blob(let b, _, let other)): a == b && one == other
        default: false
        }
    }
}

extension FileContent? {
    /// Returns true if a file's bytes, or its absence (nil), are this content.
    func isSame(as bytes: [UInt8]?) throws(GitError) -> Bool {
        guard let self, let bytes else { return self == nil && bytes == nil }
        return try self.isSame(as: bytes)
    }
}

extension Folder {
    /// Returns true if a regular file has the content of a blob, however large it is.
    func isBlob(_ name: [UInt8], _ id: ObjectID) throws -> Bool {
        let opened = withCString(name) {
            openat(descriptor, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        }
        if opened < 0, [ENOENT, ELOOP, EACCES].contains(errno) { return false }
        guard opened >= 0 else { throw SystemError(.read, fullPath(name)) }
        defer { close(opened) }
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return try ObjectID.ofBlob(inFile: opened) == id
    }
}
