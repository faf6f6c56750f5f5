import Clibgit2
import Glibc
import Synchronization

/// The part of an object database that reads packs: libgit2's own, with commits and trees
/// made readable that it cannot parse.
enum PackedObjects {
    typealias Backend = UnsafeMutablePointer<git_odb_backend>
    private typealias Read = @convention(c) (
        UnsafeMutablePointer<UnsafeMutableRawPointer?>?, UnsafeMutablePointer<Int>?,
        UnsafeMutablePointer<git_object_t>?, Backend?, UnsafePointer<git_oid>?
    ) -> Int32

    /// libgit2's reader of packs, one function for all of them.
    private static let original = Mutex<Read?>(nil)

    /// Puts a step behind the reading of a backend, if the backend is one of packs.
    ///
    /// - Parameter trees: Whether trees are made readable too, and not only commits.
    static func makeReadable(_ backend: Backend, trees: Bool) {
        guard backend.pointee.writepack != nil, let read = backend.pointee.read else { return }
        original.withLock { if $0 == nil { $0 = read } }
        if trees {
            backend.pointee.read = { PackedObjects.read($0, $1, $2, $3, $4, trees: true) }
        } else {
            backend.pointee.read = { PackedObjects.read($0, $1, $2, $3, $4, trees: false) }
        }
    }

    private static func read(
        _ bytes: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ size: UnsafeMutablePointer<Int>?,
        _ kind: UnsafeMutablePointer<git_object_t>?, _ backend: Backend?,
        _ id: UnsafePointer<git_oid>?, trees: Bool
    ) -> Int32 {
        guard let read = original.withLock({ $0 }), let bytes, let size, let kind, let backend
        else { return GIT_ERROR.rawValue }
        let code = read(bytes, size, kind, backend, id)
        if code == 0 {
            ReadableObject.replace(&bytes.pointee, &size.pointee, kind.pointee, backend, trees: trees)
        }
        return code
    }
}

extension ReadableObject {
    /// Replaces the content that a backend has read, where libgit2 could not parse it.
    static func replace(
        _ bytes: inout UnsafeMutableRawPointer?, _ size: inout Int, _ kind: git_object_t,
        _ backend: PackedObjects.Backend, trees: Bool
    ) {
        let content = UnsafeRawBufferPointer(start: bytes, count: size)
        let readable: [UInt8]? =
            switch kind {
            case GIT_OBJECT_COMMIT: commit(content)
            case GIT_OBJECT_TREE: trees ? tree(content) : nil
            default: nil
            }
        // libgit2 reads a NUL behind the content.
        guard let readable, let memory = git_odb_backend_data_alloc(backend, readable.count + 1)
        else { return }
        UnsafeMutableRawBufferPointer(start: memory, count: readable.count).copyBytes(from: readable)
        memory.storeBytes(of: 0, toByteOffset: readable.count, as: UInt8.self)
        git_odb_backend_data_free(backend, bytes)
        (bytes, size) = (memory, readable.count)
    }
}
