import Git
import MarkdownDocument
import TaskBoard

extension UndoRun {
    /// One of pmd's own commits, and the tasks in it that follow from one or more completions: the
    /// finished ones, and the next ones.
    struct Follower {
        let commit: Commit
        var ids: Set<TaskID>
    }

    /// Returns pmd's own commits that acted on the completions in a commit, the newest first.
    func successions(of commit: Commit, _ parent: ObjectID) throws -> [Follower] {
        guard !commit.isSuccession else { return [] }
        let history = History(repository, settings: settings)
        let completed = Set(
            try history.steps(from: parent, to: commit)
                .filter { try history.isCompletion($0) }.map(\.id))
        if completed.isEmpty { return [] }
        // The oldest one acted on this completion.
        var found: [TaskID: Commit] = [:]
        try history.walk(touching: completed) { later in
            guard later.id != commit.id else { return false }
            guard later.isSuccession else { return true }
            for id in try history.completions(before: later, of: completed) { found[id] = later }
            return true
        }
        var followers: [ObjectID: Follower] = [:]
        for (id, commit) in found {
            let ids: Set = [id, Succession.next(after: id, hash: contentHash)]
            followers[commit.id, default: Follower(commit: commit, ids: [])].ids.formUnion(ids)
        }
        return try repository.git.walk(from: Array(followers.keys), hiding: [commit.id])
            .compactMap { followers[$0] }
    }

    /// Returns pmd's own commit that keeps values reverted by a commit, if there is one.
    func records(of commit: Commit) throws -> [Commit] {
        let history = History(repository, settings: settings)
        var found: [Commit] = []
        try history.walk(hiding: [commit.id]) { later in
            if later.isRecord, later.parents == [commit.id] { found.append(later) }
            return found.isEmpty
        }
        return found
    }

    /// Returns the commits that finished the tasks on whose completions one of pmd's own commits
    /// acted, the newest first.
    func completions(of succession: Commit) throws -> [Commit] {
        let history = History(repository, settings: settings)
        var open = Set(try history.completions(before: succession))
        var (isBefore, found) = (false, [Commit]())
        try history.walk(touching: open) { commit in
            if commit.id == succession.id { isBefore = true }
            guard isBefore, commit.parents.count == 1, !commit.isSuccession else { return true }
            let done = try history.steps(of: commit, ids: open)
                .filter { try history.isCompletion($0) }.map(\.id)
            if !done.isEmpty { found.append(commit) }
            open.subtract(done)
            return !open.isEmpty
        }
        return found
    }

    /// Refuses to reopen a repeating task whose next one was changed since its creation, and
    /// therefore stays: both would be open.
    func requireNextUntouched(_ reversal: Reversal) throws {
        let kept = reversal.skipped.filter { $0.key == Skipped.added }
        guard !kept.isEmpty else { return }
        let tasks = reversal.files.keys.filter(settings.isTaskPath)
        let next = Set(
            tasks.map { Succession.next(after: TaskID(fileName: $0.fileName), hash: contentHash) })
        guard let task = kept.first(where: { $0.task.map(next.contains) ?? false }) else { return }
        throw BoardError.history(.nextTaskChanged(task.title, task.path))
    }
}

extension History {
    /// Returns true if a commit left a finished task with a rule, on which the next commit acts.
    fileprivate func isCompletion(_ step: Step) throws -> Bool {
        try isCompletion(item(step.new))
    }

    /// Returns the finished tasks with a rule that one of pmd's own commits found.
    fileprivate func completions(
        before succession: Commit, of ids: Set<TaskID> = []
    ) throws -> [TaskID] {
        try steps(of: succession, ids: ids).filter { try isCompletion(item($0.old)) }.map(\.id)
    }

    private func isCompletion(_ task: TaskItem?) -> Bool {
        guard let task, task.isFinished else { return false }
        do throws(RecurrenceError) {
            return try task.recurrence() != nil
        } catch {
            return false
        }
    }
}
