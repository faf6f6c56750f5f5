import Git
import MarkdownDocument
import TaskBoard

/// Checks the commits of a remote before the branch moves onto them.
struct IncomingCommits {
    let repository: BoardRepository
    let head: ObjectID?
    let incoming: ObjectID

    /// - Throws: ``SettingsError`` if the remote's board has a newer format.
    func refuseNewerFormat() throws {
        let git = repository.git
        let path = repository.location.settingsPath
        guard let entry = try git.entry(inTree: try git.commit(incoming).tree, path: path) else {
            return
        }
        do {
            // A file of another kind or size is one user's mistake, like a wrong setting.
            guard try git.disposition(of: path, entry) == .file,
                try git.blobSize(entry.id) <= Document.sizeLimit
            else { return }
            _ = try BoardSettings(Document(try git.blob(entry.id), kind: .yaml))
        } catch let error as SettingsError where error.reason == .newerFormat {
            throw error
        } catch is SettingsError {
            // One user's mistake: the newest valid settings apply.
        }
    }

    /// Returns a note on each path that is new in a commit, compared with HEAD, and is not written
    /// to the working tree.
    func notes(on commit: ObjectID) throws -> PathNotes {
        let old = try repository.tree(of: head)
        let new = try repository.git.commit(commit).tree
        var notes = PathNotes()
        for change in try repository.git.diff(old, new, below: []) {
            guard let entry = change.new,
                case .leftOut(let problem) = try repository.git.disposition(of: change.path, entry)
            else { continue }
            notes.add(.notWritten(path: visible(change.path), problem: problem.words))
        }
        return notes
    }

    /// Counts the commits on one side that change files outside the board.
    static func foreignCommits(
        _ repository: BoardRepository, from head: ObjectID, hiding: ObjectID?
    ) throws -> Int {
        let git = repository.git
        let prefix = repository.location.prefix
        let ids = try git.walk(from: [head], hiding: hiding.map { [$0] } ?? [])
        return try ids.count { id in
            let commit = try git.commit(id)
            let parent = try commit.parents.first.map { try git.commit($0).tree }
            return try git.diff(parent, commit.tree, below: []).contains {
                !$0.path.starts(with: prefix)
            }
        }
    }
}

extension Workspace {
    /// Merges two commits as a sync does, but only into the repository's objects: no reference
    /// moves, and no file is written.
    ///
    /// - Parameters: The commits, by their 40 hexadecimal digits.
    /// - Returns: The commit that contains both, in hexadecimal digits.
    /// - Throws: ``BoardError`` if a commit is missing.
    package nonisolated func merged(_ one: String, _ other: String) throws -> String {
        let repository = try BoardRepository(location, clock: clock, waiting: nil)
        let heads = try [one, other].map { digits in
            guard let id = ObjectID(hex: digits) else {
                throw BoardError.history(.noSuchCommit(digits))
            }
            return id
        }
        return try repository.merge(heads[0], heads[1]).commit.hex
    }
}
