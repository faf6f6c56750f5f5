import Git
import MarkdownDocument
import TaskBoard

/// A head without entries that git refuses.
struct CleanHead {
    /// The head itself, or a commit of this user on top of it.
    var commit: ObjectID
    /// A note on each change.
    var notes = PathNotes()
}

extension BoardRepository {
    /// Returns a head whose tree lacks the entries that git refuses in an index, such as
    /// `.git/hooks/post-commit`.
    ///
    /// They never reach the index or the working tree. They are removed by an ordinary commit of
    /// the user, never by a merge, since a merge of two heads is the same in every version of pmd.
    ///
    /// - Parameter known: A commit without such entries.
    func withoutRefusedEntries(_ head: ObjectID, known: ObjectID?) throws -> CleanHead {
        let tree = try git.commit(head).tree
        let accepted = try git.withoutRefusedEntries(
            tree, below: Array(location.prefix.dropLast()), known: try self.tree(of: known))
        let blocked =
            try filesInPlaceOfColumns(accepted.tree) + filesInPlaceOfSettings(accepted.tree)
        let clean =
            blocked.isEmpty
            ? accepted.tree
            : try git.writeTree(
                from: accepted.tree,
                changes: Dictionary(uniqueKeysWithValues: blocked.map { ($0.path, nil) }))
        guard clean != tree else { return CleanHead(commit: head) }
        let removals = Removals(
            named: try removals(of: accepted.refused, in: head, known: known)
                + blocked.prefix(100).map { Removal(words: quoted($0), reason: $0.reason) },
            count: accepted.refusedCount + blocked.count)
        let change = Self.message(removals, sortedFolders: accepted.sortedFolders)
        return CleanHead(
            commit: try writeUserCommit(tree: clean, parent: head, message: change.message),
            notes: change.notes)
    }

    /// Returns the message of the commit, and a note on each change.
    private static func message(
        _ removals: Removals, sortedFolders: Int
    ) -> (message: String, notes: PathNotes) {
        var notes = PathNotes()
        for removal in removals.named {
            notes.add(.removed(entry: removal.words, reason: removal.reason.words))
        }
        notes.add(unnamed: removals.unnamed)
        if sortedFolders > 0 { notes.add(.sorted(folders: sortedFolders)) }
        let folders = "the entries of \(sortedFolders) folder\(sortedFolders == 1 ? "" : "s")"
        let message =
            switch removals.count {
            case 0: "Sort \(folders)\n\nThey were not in git's order.\n"
            case 1:
                "Remove \(removals.named[0].words)\n\n"
                    + "The path \(removals.named[0].reason.english).\n"
            case let count:
                "Remove \(count) paths that git refuses\n\n"
                    + removals.named.map { "\($0.words): \($0.reason.english)\n" }.joined()
                    + (removals.unnamed > 0 ? "and \(removals.unnamed) more\n" : "")
            }
        return (message, notes)
    }

    /// Removes the entries from HEAD that git refuses: they may come from an older pmd, or from a
    /// git without these rules.
    ///
    /// - Returns: A note on each.
    func removeRefusedEntries(_ settings: BoardSettings) throws -> PathNotes {
        let examined = Examined(.paths, folder: localState.folder)
        guard let head = try branch().head, try examined.head() != head else { return PathNotes() }
        let known = try examined.head().flatMap { git.contains($0) ? $0 : nil }
        let clean = try withoutRefusedEntries(head, known: known)
        if clean.commit != head {
            let (writes, index) = try checkout(from: head, to: clean.commit)
            let move = try withSuccessions(
                BranchUpdate(
                    old: head, new: clean.commit, writes: writes, index: index,
                    mark: .removeRefusedPaths))
            try advance(move, recoveringWith: settings)
        }
        try examined.note(clean.commit)
        return clean.notes
    }

    /// A removed entry, for a commit message.
    private struct Removal {
        /// `'todo/git~1', added by Eve in 1a2b3c4d5e`.
        var words: String
        var reason: RefusalReason
    }

    /// The removed entries, of which the first are listed.
    private struct Removals {
        var named: [Removal]
        var count: Int
        var unnamed: Int { count - named.count }
    }

    /// Returns the entries that are not a folder but have a column's name: no task could be added
    /// there.
    private func filesInPlaceOfColumns(_ tree: ObjectID) throws -> [RefusedEntry] {
        let settings = location.settingsPath
        var states = BoardSettings.standard.states
        if let entry = try git.entry(inTree: tree, path: settings), entry.isRegularFile,
            try git.blobSize(entry.id) <= Document.sizeLimit
        {
            do {
                states = try BoardSettings(Document(git.blob(entry.id), kind: .yaml)).states
            } catch is SettingsError {
                // The columns of a new board are sufficient for these.
            }
        }
        return try states.compactMap { state in
            let path = location.prefix + state.utf8
            guard let entry = try git.entry(inTree: tree, path: path), !entry.isFolder else {
                return nil
            }
            return RefusedEntry(path: path, reason: .inPlaceOfColumn)
        }
    }

    /// Returns the files of a folder that has the name of the settings.
    private func filesInPlaceOfSettings(_ tree: ObjectID) throws -> [RefusedEntry] {
        let settings = location.settingsPath
        return try git.files(ofTree: tree, below: settings).keys
            .sorted { $0.lexicographicallyPrecedes($1) }
            .map { RefusedEntry(path: $0, reason: .inPlaceOfSettings) }
    }

    private func quoted(_ entry: RefusedEntry) -> String {
        "'\(plainWords(Text(Array(entry.path.prefix(200)))))'"
    }

    private func removals(
        of refused: [RefusedEntry], in head: ObjectID, known: ObjectID?
    ) throws -> [Removal] {
        let authors = try authors(of: Set(refused), in: head, known: known)
        return refused.map { entry in
            let path = quoted(entry)
            guard let commit = authors[entry] else {
                return Removal(words: path, reason: entry.reason)
            }
            let author = plainWords(String(commit.author.name.prefix(80)))
            return Removal(
                words: "\(path), added by \(author) in \(commit.id.hex.prefix(10))",
                reason: entry.reason)
        }
    }

    /// Returns the newest commit that added each entry.
    private func authors(
        of refused: Set<RefusedEntry>, in head: ObjectID, known: ObjectID?
    ) throws -> [RefusedEntry: Commit] {
        let folder = Array(location.prefix.dropLast())
        var missing = refused
        var found: [RefusedEntry: Commit] = [:]
        try git.walk(from: [head], hiding: known.map { [$0] } ?? []) { id throws(GitError) in
            let commit = try git.commit(id)
            var added = try git.refused(in: commit, below: folder).intersection(missing)
            for parent in commit.parents where !added.isEmpty {
                added.subtract(try git.refused(in: git.commit(parent), below: folder))
            }
            for entry in added { found[entry] = commit }
            missing.subtract(added)
            return !missing.isEmpty
        }
        return found
    }
}

extension Repository {
    fileprivate func refused(
        in commit: Commit, below folder: [UInt8]
    ) throws(GitError) -> Set<RefusedEntry> {
        Set(try withoutRefusedEntries(commit.tree, below: folder).refused)
    }
}
