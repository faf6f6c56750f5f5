import Clibgit2

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
