import Git
package import TaskBoard

extension BoardRepository {
    static let droppedPrefix = "refs/pmd/dropped/"

    private var record: DroppedRecord { DroppedRecord(folder: localState.folder) }

    /// Creates a reference to the commits of this clone that git dropped from the branch.
    ///
    /// `git stash` resets the branch to the HEAD that it began with, `git rebase --abort` to where
    /// the rebase began, regardless of commits made meanwhile, and `git reset` to any commit that
    /// the user chooses. With a reference, `git gc` never removes the commits.
    func recordDropped() throws {
        guard let head = try branch().head, let own = try actions.newestCommit(), own != head,
            git.contains(own), try !git.isAncestor(own, of: head), try !record.contains(own),
            try !isOnAnotherBranch(own)
        else { return }
        if try isLost(own, from: head) {
            let name = Self.droppedPrefix + own.hex
            if try git.reference(name) == nil {
                try git.move(
                    reference: name, from: nil, to: own, message: ReflogMark.keepDropped.message)
            }
        }
        try record.note(own, isReported: false)
    }

    /// Returns true if a commit is on a branch, here or at a remote, from which it can be restored.
    private func isOnAnotherBranch(_ commit: ObjectID) throws -> Bool {
        try ["refs/heads/*", "refs/remotes/*"].contains { pattern in
            try git.references(matching: pattern).values.contains {
                try git.contains($0) && git.isAncestor(commit, of: $0)
            }
        }
    }

    /// Returns true if a commit, or one before it, is gone from the branch with its changes.
    ///
    /// A commit that `git commit --amend` or `git rebase` replaced is not lost: its user has seen
    /// it. Neither is one whose changes are on the branch. A guest leaves commits of the code to
    /// git.
    private func isLost(_ commit: ObjectID, from head: ObjectID) throws -> Bool {
        guard let base = try git.mergeBases(commit, head).first else { return false }
        let changes = try git.diff(git.commit(base).tree, git.commit(commit).tree, below: [])
        if location.isGuest, !changes.allSatisfy({ boardPath($0.path) != nil }) { return false }
        let gone = try git.walk(from: [commit], hiding: [head]).map(git.commit)
            .filter { $0.parents.count == 1 }
        let here = try git.walk(from: [head], hiding: [commit]).map(git.commit)
        let isReplaced = gone.allSatisfy { old in here.contains { $0.replaces(old) } }
        return try !isReplaced && !isRepeated(commit, on: head)
    }

    /// Returns the heads that have a reference but are not on the branch, oldest first.
    private func droppedHeads() throws -> [ObjectID] {
        guard let head = try branch().head else { return [] }
        let commits = try git.references(matching: Self.droppedPrefix + "*").values.filter {
            try git.contains($0) && !git.isAncestor($0, of: head)
        }
        return try commits.map { ($0, try git.commit($0).committer.time) }
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
    }

    /// Returns true if merging a commit would change nothing, because its changes were repeated.
    private func isRepeated(_ commit: ObjectID, on head: ObjectID) throws -> Bool {
        try git.commit(merge(commit, head).commit).tree == git.commit(head).tree
    }

    func dropped() throws -> [DroppedCommits] {
        guard let head = try branch().head else { return [] }
        return try droppedHeads().filter { try !isRepeated($0, on: head) }.map { commit in
            DroppedCommits(
                newest: commit.hex, count: try git.walk(from: [commit], hiding: [head]).count,
                subject: String(try git.commit(commit).message.prefix { !$0.isNewline }))
        }
    }

    /// Returns the dropped commits that have not been reported yet.
    func newlyDropped() throws -> [DroppedCommits] {
        let reported = try record.read().filter(\.isReported).map(\.commit.hex)
        let new = try dropped().filter { !reported.contains($0.newest) }
        for commits in new {
            guard let id = ObjectID(hex: commits.newest) else { continue }
            try record.note(id, isReported: true)
        }
        return new
    }

    /// Merges all dropped commits into the branch, and removes their references.
    func restoreDropped(_ settings: BoardSettings) throws -> [DroppedCommits] {
        let dropped = try dropped()
        for head in try droppedHeads() { try restore(head, settings) }
        for (name, commit) in try git.references(matching: Self.droppedPrefix + "*") {
            try git.move(
                reference: name, from: commit, to: nil, message: ReflogMark.forgetDropped.message)
        }
        return dropped
    }

    private func restore(_ dropped: ObjectID, _ settings: BoardSettings) throws {
        guard var head = try branch().head else { return }
        var merged = try merge(dropped, head)
        let paths = try git.diff(try tree(of: head), git.commit(merged.commit).tree, below: [])
        _ = try commitEdits(at: paths.map(\.path), settings)
        if let edited = try branch().head, edited != head {
            head = edited
            merged = try merge(dropped, head)
        }
        let (writes, index) = try checkout(from: head, to: merged.commit)
        let move = try withSuccessions(
            BranchUpdate(
                old: head, new: merged.commit, writes: writes, index: index,
                mark: .restoreDropped))
        try advance(move, recoveringWith: settings)
    }
}

extension Commit {
    /// Returns true if git made the commit from an older one, whose author and time it keeps.
    ///
    /// A commit that only happens to have the same author and second has its own subject, and was
    /// not made later than its author's time.
    ///
    /// This rule only decides whether git rewrote the old commit at all. Unlike
    /// `UndoRun.commitInHead`, it cannot go by the parents: a commit made in the same second,
    /// after `git reset` dropped the old one, also has them, and would hide the loss.
    fileprivate func replaces(_ old: Commit) -> Bool {
        author == old.author && (subject == old.subject || committer.time > author.time)
    }
}

extension Workspace {
    /// Merges commits of this clone that git dropped back into the branch.
    ///
    /// - Returns: The commits; empty if there are none.
    package func restoreDropped() throws -> [DroppedCommits] {
        let restored = try writing(
            by: usableSettings, contended: .restoredFileOrBranch
        ) { repository, settings in
            try repository.restoreDropped(settings)
        }
        lookAfterAction()
        return restored
    }
}

/// The commits found to be dropped from the branch, so that each is recorded and reported once:
/// the file `dropped`, a line `COMMIT` or `COMMIT reported` each.
///
/// It can be lost without harm: the commits in `refs/pmd/dropped` are then reported once more.
struct DroppedRecord {
    private static let name = Array("dropped".utf8)
    /// The number of commits beyond which the oldest are removed.
    private static let most = 200
    let folder: Folder

    /// - Returns: For each recorded commit, whether it was reported.
    func read() throws(SystemError) -> [(commit: ObjectID, isReported: Bool)] {
        guard let bytes = try folder.read(Self.name, limit: 1 << 16).bytes else { return [] }
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let words = line.split(separator: UInt8(ascii: " "))
            let commit = words.first.flatMap { ObjectID(hex: String(decoding: $0, as: UTF8.self)) }
            return commit.map { ($0, words.count > 1) }
        }
    }

    func contains(_ commit: ObjectID) throws(SystemError) -> Bool {
        try read().contains { $0.commit == commit }
    }

    /// Adds a commit, or records that one was reported.
    func note(_ commit: ObjectID, isReported: Bool) throws(SystemError) {
        let others = try read().filter { $0.commit != commit }.suffix(Self.most - 1)
        let lines = (others + [(commit, isReported)]).map { commit, isReported in
            "\(commit)\(isReported ? " reported" : "")\n"
        }
        try folder.note(Self.name, Array(lines.joined().utf8))
    }
}
