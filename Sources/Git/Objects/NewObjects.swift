import Clibgit2
import Clinux
import Copenssl
import Glibc

/// Objects that will be stored together, and can be looked up here until they are on the disk.
struct NewObjects {
    private var objects: [(id: ObjectID, bytes: [UInt8], kind: git_object_t)] = []
    private var ids: Set<ObjectID> = []
    /// The approximate number of bytes in memory.
    private var size = 0
    /// The store in which libgit2 finds them; its own database frees it.
    private let memory: UnsafeMutablePointer<git_odb_backend>
    private let remember: Remember?

    /// The number of objects from which they are stored as one pack: separate files take ten times
    /// as long to write, and a disk block each.
    private static let packedCount = 1_000

    private typealias Remember =
        @convention(c) (
            UnsafeMutablePointer<git_odb_backend>?, UnsafePointer<git_oid>?, UnsafeRawPointer?, Int,
            git_object_t
        ) -> Int32

    init(in database: borrowing Handle<DatabaseKind>) throws(GitError) {
        var backend: UnsafeMutablePointer<git_odb_backend>?
        try check("gather objects", git_mempack_new(&backend))
        guard let backend else { throw GitError(.noMemory, "gather objects") }
        // Objects that libgit2 itself stores must not go here: libgit2 would use the memory if the
        // disk fails, and report success.
        remember = backend.pointee.write
        backend.pointee.write = nil
        try check("gather objects", git_odb_add_backend(database.pointer, backend, 0))
        memory = backend
    }

    func contains(_ id: ObjectID) -> Bool { ids.contains(id) }

    /// True if they take so much memory that it is better to write them now.
    var isLarge: Bool { size > 64 << 20 }

    mutating func add(
        _ id: ObjectID, _ bytes: [UInt8], kind: git_object_t
    ) throws(GitError) {
        guard ids.insert(id).inserted else { return }
        var oid = id.oid
        let code = bytes.withUnsafeBytes {
            remember?(memory, &oid, $0.baseAddress ?? emptyBytes, $0.count, kind) ?? -1
        }
        try check("gather objects", code)
        objects.append((id, bytes, kind))
        size += 2 * bytes.count
    }

    /// True if they are stored as a pack.
    var areMany: Bool { objects.count >= Self.packedCount }

    /// Writes all of them; those that cannot be written remain here.
    mutating func write(to folder: ObjectFolder) throws(GitError) {
        guard !objects.isEmpty else { return }
        if !areMany {
            try folder.write(
                objects.map { id, bytes, kind throws(GitError) in
                    (id, try compressed(bytes, kind))
                })
        } else {
            var pack = NewPack()
            for (_, bytes, kind) in objects {
                pack.add(kind, size: bytes.count, deflated: try deflated(bytes))
            }
            try PackFolder(path: folder.path).store(pack: pack.bytes())
        }
        (objects, ids, size) = ([], [], 0)
        try check("gather objects", git_mempack_reset(memory))
    }

    /// Drops the objects that were not written.
    mutating func forget() {
        (objects, ids, size) = ([], [], 0)
        if git_mempack_reset(memory) < 0 { git_error_clear() }
    }
}

/// Returns an object in the form of its file: `KIND LENGTH NUL BYTES`, compressed.
func compressed(_ bytes: [UInt8], _ kind: git_object_t) throws(GitError) -> [UInt8] {
    try deflated(header(of: bytes, kind) + bytes)
}

/// Returns bytes compressed by zlib.
private func deflated(_ bytes: [UInt8]) throws(GitError) -> [UInt8] {
    let room = Int(pmd_compressed_bound(UInt(bytes.count)))
    let result = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        count = Int(
            pmd_compress(bytes, UInt(bytes.count), buffer.baseAddress, UInt(buffer.count)))
    }
    guard !result.isEmpty else {
        throw GitError(.compressionFailed, "store an object")
    }
    return result
}

private func header(of bytes: [UInt8], _ kind: git_object_t) -> [UInt8] {
    let name = git_object_type2string(kind).map { String(cString: $0) } ?? ""
    return Array("\(name) \(bytes.count)".utf8) + [0]
}

/// Returns the ID of an object. A tree consists of other IDs and of names, which leave no room for
/// a hash collision, so the fast function is safe for it.
func objectID(of bytes: [UInt8], _ kind: git_object_t) throws(GitError) -> git_oid {
    var id = git_oid()
    guard kind == GIT_OBJECT_TREE else {
        let code = bytes.withUnsafeBytes {
            git_odb_hash(&id, $0.baseAddress ?? emptyBytes, $0.count, kind)
        }
        try check("store an object", code)
        return id
    }
    let header = header(of: bytes, kind)
    withUnsafeMutableBytes(of: &id.id) { output in
        pmd_sha1_of_object(
            header, header.count, bytes, bytes.count,
            output.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }
    return id
}
