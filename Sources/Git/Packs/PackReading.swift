import Clibgit2
import Copenssl
import Glibc
import Synchronization

/// Reads from packs, and verifies the hash of each object.
///
/// libgit2 can do the same, at a third of the speed. Without verification it trusts the data: a
/// flipped bit in a delta's base yields a different object than the requested one.
enum PackReading {
    private typealias Read =
        @convention(c) (
            UnsafeMutablePointer<UnsafeMutableRawPointer?>?, UnsafeMutablePointer<Int>?,
            UnsafeMutablePointer<git_object_t>?, UnsafeMutablePointer<git_odb_backend>?,
            UnsafePointer<git_oid>?
        ) -> Int32

    /// libgit2's own function, the same for all packs: the bits of a `Read`; 0 until it is known.
    private static let original = Atomic<Int>(0)

    /// Installs itself between libgit2 and its pack reader.
    ///
    /// - Parameter trees: True if trees, and not only commits, are made readable for libgit2.
    static func install(in backend: UnsafeMutablePointer<git_odb_backend>, trees: Bool) {
        guard let read = backend.pointee.read else { return }
        _ = original.compareExchange(
            expected: 0, desired: unsafeBitCast(read, to: Int.self), ordering: .relaxed)
        if trees {
            backend.pointee.read = { PackReading.read($0, $1, $2, $3, $4, trees: true) }
        } else {
            backend.pointee.read = { PackReading.read($0, $1, $2, $3, $4, trees: false) }
        }
    }

    private static func read(
        _ bytes: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
        _ size: UnsafeMutablePointer<Int>?,
        _ kind: UnsafeMutablePointer<git_object_t>?, _ backend: ReadableObject.Backend?,
        _ id: UnsafePointer<git_oid>?, trees: Bool
    ) -> Int32 {
        guard let bytes, let size, let kind, let backend, let id,
            let read = unsafeBitCast(original.load(ordering: .relaxed), to: Read?.self)
        else { return GIT_ERROR.rawValue }
        let code = read(bytes, size, kind, backend, id)
        let asked = ObjectID(id.pointee)
        guard code == 0 else { return status(code, asked) }
        guard hash(bytes.pointee, size.pointee, kind.pointee) == asked else {
            git_odb_backend_data_free(backend, bytes.pointee)
            bytes.pointee = nil
            return passOn(asked, "hash mismatch")
        }
        ReadableObject.replace(&bytes.pointee, &size.pointee, kind.pointee, backend, trees: trees)
        return 0
    }

    /// Returns the status to report if libgit2 read nothing.
    private static func status(_ code: Int32, _ id: ObjectID) -> Int32 {
        if [GIT_ENOTFOUND.rawValue, GIT_PASSTHROUGH.rawValue].contains(code) { return code }
        let error = pmd_git_error_last()
        // System failures have their own error.
        if error?.pointee.klass == Int32(GIT_ERROR_OS.rawValue) { return code }
        let words = error.flatMap { $0.pointee.message }.map { String(cString: $0) }
        return passOn(id, words ?? "it cannot be unpacked")
    }

    /// Lets libgit2 try its other readers, the last of which is ``LooseBackend``.
    private static func passOn(_ id: ObjectID, _ words: String) -> Int32 {
        PackDamage.note(id, words)
        return GIT_PASSTHROUGH.rawValue
    }

    private static func hash(
        _ bytes: UnsafeRawPointer?, _ size: Int, _ kind: git_object_t
    ) -> ObjectID {
        let name = git_object_type2string(kind).map { String(cString: $0) } ?? ""
        let header = Array("\(name) \(size)".utf8) + [0]
        var hash = git_oid()
        withUnsafeMutableBytes(of: &hash.id) { output in
            pmd_sha1_of_object(
                header, header.count, bytes, size,
                output.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
        return ObjectID(hash)
    }
}
