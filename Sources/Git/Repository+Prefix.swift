import Clibgit2

extension Repository {
    /// The commit whose ID begins with these hexadecimal digits; nil where there is
    /// none.
    ///
    /// - Throws: ``GitError/Kind/invalid`` where several begin so.
    package func commit(beginningWith digits: String) throws(GitError) -> ObjectID? {
        let padded = digits.lowercased() + String(repeating: "0", count: max(0, 40 - digits.count))
        guard digits.utf8.count >= 4, let start = ObjectID(hex: padded) else { return nil }
        var oid = start.oid
        var full = git_oid()
        let code = git_odb_exists_prefix(&full, database.pointer, &oid, digits.utf8.count)
        if code == GIT_ENOTFOUND.rawValue {
            git_error_clear()
            return nil
        }
        if code == GIT_EAMBIGUOUS.rawValue {
            git_error_clear()
            throw GitError(
                .invalid, "find the commit \(digits)", "several begin so",
                advice: "Give more of its digits.")
        }
        try check("find the commit \(digits)", code)
        let id = ObjectID(full)
        return try size(of: id).kind == GIT_OBJECT_COMMIT ? id : nil
    }
}
