import Clibgit2
import Glibc

/// The part of an object database that reads loose objects instead of libgit2, whose own reader
/// never returns from a truncated file.
///
/// It is queried after the packs, so that an object that is damaged here but intact in a pack is
/// found. libgit2 still writes objects and checks whether files exist.
enum LooseBackend {
    private typealias Backend = UnsafeMutablePointer<git_odb_backend>

    /// Installs this reader of loose objects in a database.
    ///
    /// - Parameter folders: The repository's object folder, and those of its alternates.
    /// - Parameter isForTransfer: True if trees are also made readable, because libgit2 parses the
    ///   ones that it sends.
    static func install(
        in database: borrowing Handle<DatabaseKind>, folders: [String], isForTransfer: Bool = false
    ) throws(GitError) {
        let operation = "open \(folders[0])"
        try silenceOthers(database.pointer, isForTransfer)
        let context = try LooseObjects(in: folders)
        let memory = UnsafeMutablePointer<pmd_backend>.allocate(capacity: 1)
        memory.initialize(to: pmd_backend())
        memory.pointee.context = Unmanaged.passRetained(context).toOpaque()
        let backend = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: git_odb_backend.self)
        do throws(GitError) {
            try check(
                operation, git_odb_init_backend(backend, UInt32(GIT_ODB_BACKEND_VERSION)))
            setCallbacks(backend, isForTransfer)
            // An alternate is queried last and never written to.
            try check(operation, git_odb_add_alternate(database.pointer, backend, 0))
        } catch {
            release(backend)
            throw error
        }
    }

    /// Disables libgit2's own readers of loose objects, and verifies objects read from packs.
    private static func silenceOthers(
        _ database: OpaquePointer, _ isForTransfer: Bool
    ) throws(GitError) {
        for position in 0..<git_odb_num_backends(database) {
            var found: Backend?
            try check("open the objects", git_odb_get_backend(&found, database, position))
            guard let found else { continue }
            found.pointee.read_prefix = nil
            if found.pointee.writepack != nil {
                PackReading.install(in: found, trees: isForTransfer)
            }
            // Objects in memory and in packs are not written as a stream.
            guard found.pointee.writestream != nil, found.pointee.writepack == nil else { continue }
            found.pointee.read = nil
            found.pointee.read_header = { _, _, _, _ in GIT_ENOTFOUND.rawValue }
            found.pointee.readstream = nil
            found.pointee.freshen = { _, _ in GIT_ENOTFOUND.rawValue }
        }
    }

    private static func setCallbacks(_ backend: Backend, _ isForTransfer: Bool) {
        if isForTransfer {
            backend.pointee.read = { LooseBackend.read($0, $1, $2, $3, $4, trees: true) }
        } else {
            backend.pointee.read = { LooseBackend.read($0, $1, $2, $3, $4, trees: false) }
        }
        backend.pointee.read_header = { size, kind, backend, id in
            guard let size, let kind, let backend, let id else { return -1 }
            return LooseBackend.answer(ObjectID(id.pointee)) { id throws(ObjectFault) in
                guard let header = try LooseBackend.objects(backend).header(of: id) else {
                    return false
                }
                (size.pointee, kind.pointee) = (header.size, header.kind)
                return true
            }
        }
        // A damaged file counts as missing, so that the object can be stored again.
        backend.pointee.freshen = { backend, id in
            guard let backend, let id else { return -1 }
            return LooseBackend.answer(ObjectID(id.pointee)) { id throws(ObjectFault) in
                try LooseBackend.objects(backend).freshen(id)
            }
        }
        backend.pointee.free = { backend in
            if let backend { LooseBackend.release(backend) }
        }
    }

    /// Reads an object, and makes it readable for libgit2.
    private static func read(
        _ bytes: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
        _ size: UnsafeMutablePointer<Int>?,
        _ kind: UnsafeMutablePointer<git_object_t>?, _ backend: Backend?,
        _ id: UnsafePointer<git_oid>?, trees: Bool
    ) -> Int32 {
        guard let bytes, let size, let kind, let backend, let id else { return -1 }
        let code = read(ObjectID(id.pointee), bytes, size, kind, backend)
        let damage = PackDamage.take(ObjectID(id.pointee), in: objects(backend).folders)
        if code == GIT_ENOTFOUND.rawValue, let damage {
            git_error_set_str(Int32(GIT_ERROR_ODB.rawValue), damage)
            return GIT_EMISMATCH.rawValue
        }
        if code == 0 {
            ReadableObject.replace(
                &bytes.pointee, &size.pointee, kind.pointee, backend, trees: trees)
        }
        return code
    }

    private static func read(
        _ id: ObjectID, _ bytes: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
        _ size: UnsafeMutablePointer<Int>, _ kind: UnsafeMutablePointer<git_object_t>,
        _ backend: Backend
    ) -> Int32 {
        answer(id) { id throws(ObjectFault) in
            let content = try objects(backend).read(
                id, allocate: { git_odb_backend_data_alloc(backend, $0) },
                release: { git_odb_backend_data_free(backend, $0) })
            guard let content else { return false }
            (bytes.pointee, size.pointee) = (content.bytes, content.header.size)
            kind.pointee = content.header.kind
            return true
        }
    }

    /// Returns libgit2's status for a result.
    private static func answer(
        _ id: ObjectID, _ look: (ObjectID) throws(ObjectFault) -> Bool
    ) -> Int32 {
        do throws(ObjectFault) {
            return try look(id) ? 0 : GIT_ENOTFOUND.rawValue
        } catch {
            return error.report(id)
        }
    }

    private static func objects(_ backend: Backend) -> LooseObjects {
        let own = UnsafeMutableRawPointer(backend).assumingMemoryBound(to: pmd_backend.self)
        return Unmanaged<LooseObjects>.fromOpaque(own.pointee.context).takeUnretainedValue()
    }

    private static func release(_ backend: Backend) {
        let own = UnsafeMutableRawPointer(backend).assumingMemoryBound(to: pmd_backend.self)
        Unmanaged<LooseObjects>.fromOpaque(own.pointee.context).release()
        own.deallocate()
    }
}
