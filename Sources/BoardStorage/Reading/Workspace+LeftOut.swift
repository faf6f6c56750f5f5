import Git
package import MarkdownDocument
import TaskBoard

extension BoardRepository {
    /// Returns the entries of HEAD that are in the index but not in the working tree, because
    /// no file can stand for them, and who put them there.
    ///
    /// - Parameter limit: No more than so many are looked up in the history.
    func leftOutEntries(limit: Int = 50) throws -> [LeftOutEntry] {
        guard let head = try git.head().commit else { return [] }
        var reasons: [[UInt8]: String] = [:]
        let tree = try git.commit(head).tree
        for (path, _) in try git.index().leftOut where location.boardPath(path) != nil {
            // The index has no odd modes. A sparse checkout of the user's leaves out files
            // that could be written.
            guard let entry = try git.entry(inTree: tree, path: path),
                case .leftOut(let reason) = try git.placement(of: path, entry)
            else { continue }
            reasons[path] = reason
            if reasons.count == limit { break }
        }
        let commits = try lastCommits(changing: Array(reasons.keys), in: head)
        return reasons.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { path, reason in
            LeftOutEntry(
                path: Text(path), reason: reason,
                author: commits[path].map { plainWords($0.author.name) } ?? "unknown",
                commit: commits[path]?.id.hex ?? head.hex)
        }
    }

    /// The newest commit that changed what is at each path.
    private func lastCommits(
        changing paths: [[UInt8]], in head: ObjectID
    ) throws -> [[UInt8]: Commit] {
        var found: [[UInt8]: Commit] = [:]
        guard !paths.isEmpty else { return found }
        try git.walk(from: [head], touching: paths) { commit throws(GitError) in
            for path in paths where found[path] == nil {
                let entry = try git.entry(inTree: commit.tree, path: path)
                var isChange = entry != nil
                for parent in commit.parents where isChange {
                    isChange = try git.entry(inTree: git.commit(parent).tree, path: path) != entry
                }
                if isChange { found[path] = commit }
            }
            return found.count < paths.count
        }
        return found
    }
}
