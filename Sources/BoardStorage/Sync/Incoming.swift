import Git
import MarkdownDocument
import TaskBoard

/// Looks at what came from a remote before the branch moves onto it.
struct Incoming {
    let repository: BoardRepository
    let head: ObjectID?
    let incoming: ObjectID

    /// - Throws: ``SettingsError`` where the remote's board has a newer format.
    func refuseNewerFormat() throws {
        let git = repository.git
        let path = repository.location.prefix + Array(Location.settingsName.utf8)
        guard let entry = try git.entry(inTree: try git.commit(incoming).tree, path: path) else {
            return
        }
        do {
            _ = try BoardSettings(Document(try git.blob(entry.id, limit: 1 << 20), kind: .yaml))
        } catch let error as SettingsError where error.reason == .newerFormat {
            throw error
        } catch is SettingsError {
            // One person's slip: the newest valid settings do.
        }
    }

    /// Paths that came and are not written to the work tree, each in a sentence.
    func notes() throws -> [String] {
        let old = try repository.tree(of: head)
        let new = try repository.git.commit(incoming).tree
        return try repository.git.diff(old, new, below: []).compactMap { change in
            guard let entry = change.new else { return nil }
            let path = String(decoding: change.path, as: UTF8.self)
            if !entry.isRegularFile {
                return "\(path) is a link or a repository of its own: it is kept but not written"
            }
            return WritablePath.problem(change.path).map {
                "\(path) is kept but not written: \($0)"
            }
        }
    }

    /// How many commits on one side change files that are not the board's.
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
