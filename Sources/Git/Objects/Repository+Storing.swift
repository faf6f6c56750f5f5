import Clibgit2
import Glibc

extension Repository {
    /// Collects the objects that `body` stores, and writes them together when `body` ends: an
    /// object that is written alone costs two disk syncs.
    ///
    /// Until then, only this repository can find the objects. If there are many, they are also
    /// written in between. If `body` fails, the remaining ones are dropped: libgit2 would consider
    /// them stored, and not write them the next time.
    package func gathering<Result>(_ body: () throws -> Result) throws -> Result {
        gatherings += 1
        defer { gatherings -= 1 }
        do {
            let result = try body()
            if gatherings == 1 { try storeGathered() }
            return result
        } catch {
            if gatherings == 1 { newObjects?.forget() }
            throw error
        }
    }

    /// Writes all collected objects to the disk.
    func storeGathered() throws(GitError) {
        let isPack = newObjects?.areMany == true
        try newObjects?.write(to: ObjectFolder(path: commonDirectory + "objects"))
        // The database finds the new pack once it has listed the packs again.
        if isPack { git_odb_refresh(database.pointer) }
    }

    /// Stores an object, or collects it.
    func store(
        _ bytes: [UInt8], kind: git_object_t, operation: @autoclosure () -> String
    ) throws(GitError) -> ObjectID {
        if gatherings > 0 {
            let id = try objectID(of: bytes, kind)
            if try gather(ObjectID(id), bytes, kind: kind) { return stored(id) }
        }
        var id = git_oid()
        var code: Int32 = 0
        // `git gc` may remove the object's folder before the object is in it.
        for _ in 0..<100 {
            code = bytes.withUnsafeBytes {
                git_odb_write(&id, database.pointer, $0.baseAddress ?? emptyBytes, $0.count, kind)
            }
            if code == 0, isKept(ObjectID(id)) { break }
            if code == 0 { continue }
            // libgit2 does not keep errno, only its message.
            let words = pmd_git_error_last().map { String(cString: $0.pointee.message) } ?? ""
            if !words.hasSuffix(String(cString: strerror(ENOENT))) { break }
        }
        try check(operation(), code)
        return stored(id)
    }

    /// Links an object in case `git prune` removes it.
    ///
    /// - Returns: False if it was already removed.
    private func isKept(_ id: ObjectID) -> Bool {
        objectLinks.keep(id, after: storedObjects.count) || contains(id)
    }

    /// - Returns: False for an object that is already stored: git must be notified that it is used
    ///   again.
    private func gather(
        _ id: ObjectID, _ bytes: [UInt8], kind: git_object_t
    ) throws(GitError) -> Bool {
        var oid = id.oid
        let isGathered = newObjects?.contains(id) == true
        if !isGathered,
            git_odb_exists_ext(database.pointer, &oid, GIT_ODB_LOOKUP_NO_REFRESH.rawValue) == 1
        {
            return false
        }
        if newObjects == nil { newObjects = try NewObjects(in: database) }
        try newObjects?.add(id, bytes, kind: kind)
        if newObjects?.isLarge == true { try storeGathered() }
        return true
    }
}
