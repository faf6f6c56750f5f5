import Git
import MarkdownDocument
package import TaskBoard

/// The filter of a log.
package struct LogFilter: Sendable {
    /// The tasks; empty for all tasks and the settings.
    package var ids: Set<TaskID>
    package var since: Int64?
    package var until: Int64?
    /// A part of the author's name or address, in any case.
    package var author: String?
    package var action: LogAction?
    package var limit: Int
    /// True if each entry includes its change as lines.
    package var wantsPatch: Bool

    package init(
        ids: Set<TaskID> = [], since: Int64? = nil, until: Int64? = nil, author: String? = nil,
        action: LogAction? = nil, limit: Int = .max, wantsPatch: Bool = false
    ) {
        self.ids = ids
        self.since = since
        self.until = until
        self.author = author
        self.action = action
        self.limit = limit
        self.wantsPatch = wantsPatch
    }
}

extension LogFilter {
    /// True if an entry about the settings may match.
    fileprivate var wantsSettings: Bool {
        ids.isEmpty && [nil, .settings, .merged].contains(action)
    }
}

extension History {
    /// Visits each entry as soon as it is found, until `visit` returns false.
    func log(_ filter: LogFilter, _ visit: (LogEntry) throws -> Bool) throws {
        var left = filter.limit
        guard left > 0 else { return }
        try walk(touching: filter.ids) { commit in
            if let until = filter.until, commit.author.time > until { return true }
            if let since = filter.since, commit.committer.time < since { return false }
            guard matches(filter.author, writer(of: commit)) else { return true }
            return try entries(of: commit, filter) { entry in
                if let action = filter.action, entry.change.action != action { return true }
                if let since = filter.since, commit.author.time < since { return true }
                left -= 1
                return try visit(entry) && left > 0
            }
        }
    }

    /// Visits the entries of a commit, beginning with the settings.
    ///
    /// - Returns: False if `visit` did.
    private func entries(
        of commit: Commit, _ filter: LogFilter, _ visit: (LogEntry) throws -> Bool
    ) throws -> Bool {
        if filter.wantsSettings, let entry = try settingsEntry(commit, filter),
            try !visit(entry)
        {
            return false
        }
        guard filter.action != .settings else { return true }
        for step in try steps(of: commit, ids: filter.ids) {
            guard filter.ids.isEmpty || filter.ids.contains(step.id),
                let entry = try entry(step, commit, filter)
            else { continue }
            guard try visit(entry) else { return false }
        }
        return true
    }

    private func matches(_ wanted: String?, _ author: Signature) -> Bool {
        guard let wanted else { return true }
        let folded = wanted.lowercased()
        return author.name.lowercased().contains(folded)
            || author.email.lowercased().contains(folded)
    }

    /// Returns the author to display; "pmd" for its own merges and next tasks.
    private func writer(of commit: Commit) -> Signature {
        var author = commit.author
        let isMerge = commit.parents.count > 1 && author.name == GeneratedCommit.merge.authorName
        if isMerge || commit.isSuccession || commit.isRecord { author.name = "pmd" }
        return author
    }

    private func entry(
        _ step: Step, _ commit: Commit, _ filter: LogFilter
    ) throws -> LogEntry? {
        let (old, new) = (try item(step.old), try item(step.new))
        let change = TaskChange(from: old, to: new, isReturn: commit.isReturn)
        guard let change, !commit.isSuccession || !change.isRuleTakenOff else { return nil }
        return entry(
            commit, .task(commit.parents.count > 1 ? change.merged : change),
            filter.wantsPatch ? Patch(from: old, to: new) : nil)
    }

    private func entry(_ commit: Commit, _ change: LogChange, _ patch: Patch?) -> LogEntry {
        LogEntry(
            commit: commit.id.hex, time: commit.author.time, offset: commit.author.offset,
            author: writer(of: commit).name, change: change,
            origin: commit.parents.count > 1 ? .action : LogEntry.Origin(message: commit.message),
            patch: patch)
    }
}

// MARK: Settings

extension History {
    private func settingsEntry(_ commit: Commit, _ filter: LogFilter) throws -> LogEntry? {
        guard let (old, new) = try settingsFiles(of: commit),
            let change = SettingsChange(from: old, to: new)
        else { return nil }
        return entry(
            commit, .settings(commit.parents.count > 1 ? change.merged : change),
            filter.wantsPatch ? Patch(change, from: old, to: new) : nil)
    }

    /// Returns the two versions of `pmd.yml` on either side of a commit; nil if a parent has the
    /// same version, and for the commit that creates the board.
    private func settingsFiles(of commit: Commit) throws -> (old: Document, new: Document)? {
        let path = prefix + Board.settingsPath.bytes
        let new = try git.entry(inTree: commit.tree, path: path)
        let olds = try commit.parents.map {
            try git.entry(inTree: git.commit($0).tree, path: path)
        }
        guard let old = olds.first, !olds.contains(new), old != nil || commit.isReturn else {
            return nil
        }
        return (try settingsDocument(old), try settingsDocument(new))
    }

    /// Returns a version of `pmd.yml`; an empty one if it cannot be read as a file.
    private func settingsDocument(_ entry: TreeEntry?) throws -> Document {
        guard let entry, entry.isRegularFile else { return Document([], kind: .yaml) }
        do {
            return Document(try git.blob(entry.id, limit: Document.sizeLimit), kind: .yaml)
        } catch  where error.kind == .tooLarge {
            return Document([], kind: .yaml)
        }
    }
}
