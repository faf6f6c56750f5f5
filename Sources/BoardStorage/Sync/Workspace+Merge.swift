import Git
import TaskBoard

extension Workspace {
    /// Merges two commits as a sync does, into the repository's objects and no
    /// further: no reference moves, and no file is written.
    ///
    /// - Parameters: the commits, by their 40 hexadecimal digits.
    /// - Returns: the commit that has both, in hexadecimal digits.
    /// - Throws: ``BoardError`` where a commit is not there.
    package nonisolated func merged(_ one: String, _ other: String) throws -> String {
        let repository = try BoardRepository(location, clock: clock, waiting: nil)
        let heads = try [one, other].map { digits in
            guard let id = ObjectID(hex: digits) else {
                throw BoardError(.data, "no-commit", "'\(digits)' is no commit")
            }
            return id
        }
        return try repository.merge(heads[0], heads[1]).commit.hex
    }
}
