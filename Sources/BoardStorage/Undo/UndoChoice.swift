import Git
import MarkdownDocument
import TaskBoard

/// What an undo or redo is about to take back.
struct UndoChoice {
    enum Kind { case undo, redo }

    var kind = Kind.undo
    /// In the order in which they are taken back.
    var commits: [Commit] = []
    /// Edits by hand that come before these; only a dry run leaves them so.
    var edits: [UncommittedEditGroup] = []
    /// Whether the commits are the last actions of this clone; what takes back any
    /// other is a new action.
    var isOwn = true
}

extension UndoRun {
    /// This clone's last actions; edits by hand that came later are committed.
    mutating func chooseLast(_ count: Int) throws {
        var entries = try stack().done[...]
        var edits = try newestEdits()[...]
        var chosen: [UncommittedEditGroup] = []
        while choice.commits.count + chosen.count < count {
            let commit = try newest(&entries, below: edits.first?.time)
            if let commit {
                choice.commits.append(commit)
            } else if let edit = edits.popFirst() {
                chosen.append(edit.group)
            } else {
                break
            }
        }
        if !isDryRun, !chosen.isEmpty {
            let paths = chosen.flatMap(\.edits).map(\.path)
            let made = try repository.commitFinishedEdits(at: paths, settings).commits
            choice.commits = try made.reversed().map(repository.git.commit) + choice.commits
        } else {
            choice.edits = chosen
        }
        guard !choice.commits.isEmpty || !choice.edits.isEmpty else {
            throw BoardError.history(
                .nothingToUndo(isRecordLost: try repository.actions.isLost))
        }
    }

    /// The newest action that HEAD's history has, unless an edit is newer.
    private mutating func newest(
        _ entries: inout ArraySlice<ActionStack.Entry>, below time: Int64?
    ) throws -> Commit? {
        while let entry = entries.last {
            if let time, time > entry.time { return nil }
            entries.removeLast()
            if let commit = try standing(entry.commit) { return commit }
        }
        return nil
    }

    /// The commits that took something back and were not taken back themselves.
    mutating func chooseUndone(_ count: Int) throws {
        choice.kind = .redo
        for commit in try stack().undone.reversed() {
            guard choice.commits.count < count else { break }
            if let commit = try standing(commit) { choice.commits.append(commit) }
        }
        if choice.commits.isEmpty {
            throw BoardError.history(.nothingToRedo)
        }
    }

    /// One entry of the log.
    mutating func choose(_ digits: String) throws {
        guard let id = try repository.git.commit(beginningWith: digits),
            let head = try repository.git.head().commit,
            try repository.git.isAncestor(id, of: head)
        else {
            throw BoardError.history(.notInLog(digits))
        }
        let commit = try repository.git.commit(id)
        try refuseWhole(commit)
        choice.commits = [commit]
        choice.isOwn = try stack().done.last?.commit == id
    }

    private func refuseWhole(_ commit: Commit) throws {
        let short = String(commit.id.hex.prefix(7))
        if commit.parents.isEmpty {
            throw BoardError.history(.firstCommit(short))
        }
        guard commit.parents.count > 1 else { return }
        throw BoardError.history(.mergeCommit(short))
    }

    /// What this clone did, without the last of it that a person took out of the
    /// branch with git.
    private mutating func stack() throws -> ActionStack {
        var lines = try repository.actionLines()
        while let commit = lines.last?.commit, misses < Self.mostMisses, try standing(commit) == nil
        {
            lines.removeLast()
        }
        return ActionStack(lines)
    }

    /// On another branch none of what was done may be found: not all is looked for.
    private static var mostMisses: Int { 100 }

    /// A commit as HEAD's history has it; where the branch was rewritten, the one
    /// that took its place. Nil where there is none.
    private mutating func standing(_ id: ObjectID) throws -> Commit? {
        let git = repository.git
        guard misses < Self.mostMisses, git.contains(id), let head = try git.head().commit else {
            return nil
        }
        let commit = try git.commit(id)
        if try git.isAncestor(id, of: head) { return commit }
        let recent = try recent ?? git.walk(from: [head], limit: 1_000).map(git.commit)
        self.recent = recent
        let twin = recent.first { twin in
            twin.author == commit.author && twin.parents.count == 1
                && (twin.subject == commit.subject || twin.parents == commit.parents)
        }
        if twin == nil { misses += 1 }
        return twin
    }

    /// Tasks that were edited by hand and not committed, the newest edit first.
    private mutating func newestEdits() throws -> [(group: UncommittedEditGroup, time: Int64)] {
        let (_, head) = try repository.branch()
        let scan = try WorkTreeScanner.all(
            repository, tree: try repository.tree(of: head), settings: settings)
        repository.refreshIndex(with: scan)
        // A guest looks at its own places only.
        standsAsHead =
            !repository.location.isGuest && scan.edits.isEmpty && scan.skipped.isEmpty
            && scan.ignoredTasks.isEmpty
        let groups = repository.grouped(scan.edits, settings).filter { group in
            group.isTask || isSettings(group)
        }
        return try groups.map { ($0, try repository.time(of: $0.edits)) }
            .sorted { $0.time > $1.time }
    }

    private func isSettings(_ group: UncommittedEditGroup) -> Bool {
        group.edits.allSatisfy {
            repository.boardPath($0.path) == Board.settingsPath
        }
    }
}
