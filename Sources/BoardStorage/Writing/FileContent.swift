import Git

/// The content of a file before or after a change.
enum FileContent {
    case bytes([UInt8])
    /// A large file, read when it is needed: a sync may bring more than the memory holds.
    case blob(ObjectID, Repository)

    /// The size in bytes from which a file is not held in memory.
    static let limit = 1 << 20

    /// - Throws: ``GitError`` where the blob cannot be read.
    func bytes() throws(GitError) -> [UInt8] {
        switch self {
        case .bytes(let bytes): bytes
        case .blob(let id, let git): try git.blob(id)
        }
    }

    /// Whether a file's bytes are this content.
    func isSame(as bytes: [UInt8]) throws(GitError) -> Bool {
        switch self {
        case .bytes(let own): own == bytes
        case .blob(let id, _): try ObjectID.ofBlob(bytes) == id
        }
    }
}

extension FileContent: Equatable {
    /// Content in memory counts as different from a blob, which is not read for this.
    static func == (a: FileContent, b: FileContent) -> Bool {
        switch (a, b) {
        case (.bytes(let a), .bytes(let b)): a == b
        case (.blob(let a, _), .blob(let b, _)): a == b
        default: false
        }
    }
}

extension FileContent? {
    /// Whether a file's bytes, or its absence (nil), are this content.
    func isSame(as bytes: [UInt8]?) throws(GitError) -> Bool {
        guard let self, let bytes else { return self == nil && bytes == nil }
        return try self.isSame(as: bytes)
    }
}
