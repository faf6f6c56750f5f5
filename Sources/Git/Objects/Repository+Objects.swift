import Clibgit2
import Glibc

extension Repository {
    /// The maximum size of a file that is accepted from a remote or from the working tree.
    package static let fileLimit = 100 << 20

    /// Stores bytes as a blob, and verifies that they can be read again.
    package func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
        try store(bytes, kind: GIT_OBJECT_BLOB, operation: "store a file of \(bytes.count) bytes")
    }

    /// Returns the bytes of a blob.
    ///
    /// - Parameter limit: The maximum size to read.
    /// - Throws: ``GitError/Kind/tooLarge`` for a larger blob.
    package func blob(_ id: ObjectID, limit: Int = .max) throws(GitError) -> [UInt8] {
        if limit < .max {
            let size = try blobSize(id)
            guard size <= limit else {
                throw GitError(.blobTooLarge(size: size, limit: limit), "read blob \(id)")
            }
        }
        let (kind, bytes) = try object(id)
        guard kind == GIT_OBJECT_BLOB else {
            throw GitError(.wrongType(expected: "file"), "read blob \(id)")
        }
        return bytes
    }

    /// Returns the size of a blob, from its header.
    package func blobSize(_ id: ObjectID) throws(GitError) -> Int {
        let (size, kind) = try size(of: id)
        guard kind == GIT_OBJECT_BLOB else {
            // A header is not verified: through a damaged index it may be another object's.
            _ = try object(id)
            throw GitError(.wrongType(expected: "file"), "read the size of blob \(id)")
        }
        return size
    }

    /// Returns the size and type of any object, from its header.
    func size(of id: ObjectID) throws(GitError) -> (size: Int, kind: git_object_t) {
        var (size, kind) = (0, GIT_OBJECT_INVALID)
        var oid = id.oid
        try check(
            "read the size of object \(id)",
            git_odb_read_header(&size, &kind, database.pointer, &oid))
        return (size, kind)
    }

    /// Repeats a lookup that found no object, and reports a pack that cannot be opened.
    ///
    /// libgit2 skips a pack that it cannot open, and reports its objects as missing.
    ///
    /// - Parameter look: Returns libgit2's status.
    func lookingAgain(_ look: () -> Int32) -> Int32 {
        let first = look()
        guard first == GIT_ENOTFOUND.rawValue else { return first }
        restoreLinkedObjects()
        git_odb_refresh(database.pointer)
        let second = look()
        guard second == GIT_ENOTFOUND.rawValue, let number = whyUnreadable() else { return second }
        git_error_set_str(Int32(GIT_ERROR_OS.rawValue), systemMessage(number))
        return -1
    }

    /// Returns the error number of a pack that cannot be opened.
    func whyUnreadable() -> Int32? {
        PackFolder(path: commonDirectory + "objects").whyUnreadable()
    }

    /// Returns true if the repository has the object.
    package func contains(_ id: ObjectID) -> Bool {
        var oid = id.oid
        return git_odb_exists(database.pointer, &oid) == 1
    }

    /// Returns true if the repository has an object that is most likely present.
    ///
    /// - Throws: An error if a pack cannot be opened that may have the object.
    func surelyContains(
        _ id: ObjectID, to operation: @autoclosure () -> String
    ) throws(GitError) -> Bool {
        let code = lookingAgain { contains(id) ? 0 : GIT_ENOTFOUND.rawValue }
        if code == GIT_ENOTFOUND.rawValue { return false }
        try check(operation(), code)
        return true
    }

    /// Returns an object's type and content as stored, with its hash verified.
    func object(_ id: ObjectID) throws(GitError) -> (kind: git_object_t, bytes: [UInt8]) {
        var oid = id.oid
        let object = try Handle<DatabaseObjectKind>("read object \(id)") { out in
            lookingAgain { git_odb_read(&out, database.pointer, &oid) }
        }
        let bytes = UnsafeRawBufferPointer(
            start: git_odb_object_data(object.pointer), count: git_odb_object_size(object.pointer))
        let kind = git_odb_object_type(object.pointer)
        var hash = git_oid()
        try check(
            "read object \(id)",
            git_odb_hash(&hash, bytes.baseAddress ?? emptyBytes, bytes.count, kind))
        guard ObjectID(hash) == id else {
            throw GitError(.hashMismatch, "read object \(id)")
        }
        return (kind, Array(bytes))
    }
}

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
