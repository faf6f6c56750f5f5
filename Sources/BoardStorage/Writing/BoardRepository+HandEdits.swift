import Git
import MarkdownDocument
import TaskBoard

/// What became of edits made by hand.
struct HandEditReport {
    /// The commits that were made, in their order.
    var commits: [ObjectID] = []
    /// Paths that are still being written and wait for the next run.
    var waiting: [[UInt8]] = []
    var skipped: [(path: [UInt8], reason: String)] = []
    var ignoredTasks: [[UInt8]] = []
    /// Whether a file is not as it was read before.
    var changedFiles = false
}

extension BoardRepository {
    /// Commits everything that was edited by hand, as `sync` does.
    func commitHandEdits(_ settings: BoardSettings) throws -> HandEditReport {
        let (_, head) = try branch()
        let scan = try WorkTreeScanner.all(self, tree: try tree(of: head), settings: settings)
        stamp(scan)
        return try commit(scan, head, settings)
    }

    /// Notes in the index the stamps of files that were read to no avail, as `git
    /// status` does, where they are many: a clone writes all files within the second in
    /// which it writes the index. An index that is missing or damaged is rebuilt.
    func stamp(_ scan: WorkTreeScan) {
        let files = scan.unstamped
        guard files.count > 16 || scan.isIndexLost else { return }
        do {
            try git.withIndexLock(ownedBy: privateFolder.indexLockOwner, waiting: 0) { editor in
                for (path, entry) in files {
                    guard let status = try statusOfFile(path, with: entry) else { continue }
                    editor.refresh(path, entry, status)
                }
            }
        } catch {
            // They are read again the next time.
        }
    }

    /// Commits what was edited by hand at some paths, before a command changes
    /// the same tasks.
    func commitHandEdits(
        at paths: [[UInt8]], _ settings: BoardSettings
    ) throws -> HandEditReport {
        let (_, head) = try branch()
        let scan = try WorkTreeScanner.only(
            paths, self, tree: try tree(of: head), settings: settings)
        return try commit(scan, head, settings)
    }

    private func commit(
        _ scan: WorkTreeScan, _ head: ObjectID?, _ settings: BoardSettings
    ) throws -> HandEditReport {
        var report = HandEditReport(skipped: scan.skipped, ignoredTasks: scan.ignoredTasks)
        report.waiting = try scan.edits.filter { try isBeingWritten($0, settings) }.map(\.path)
        let written = scan.edits.filter { !report.waiting.contains($0.path) }
        let (plain, stale) = try findBases(written, head, settings)
        report.changedFiles = !stale.isEmpty
        let (edits, halfMoves) = try completingMoves(plain, head, settings)
        if !edits.isEmpty {
            report.commits += try commitPlain(edits, halfMoves, head, settings)
            report.changedFiles = report.changedFiles || !halfMoves.isEmpty
        }
        report.commits += try merge(stale, settings)
        return report
    }

    /// Separates the edits that were made from an older version than HEAD's.
    private func findBases(
        _ edits: [HandEdit], _ head: ObjectID?, _ settings: BoardSettings
    ) throws -> (plain: [HandEdit], stale: [StaleEdit]) {
        guard let head else { return (edits, []) }
        var search = BaseSearch(self, over: head, settings)
        var (plain, stale) = ([HandEdit](), [StaleEdit]())
        for edit in edits {
            if let base = try search.base(of: edit.bytes, at: edit.path) {
                stale.append(StaleEdit(path: edit.path, bytes: edit.bytes, base: base))
            } else {
                plain.append(edit)
            }
        }
        return (plain, stale)
    }

    /// The number of tasks beyond which the edits of all tasks are one commit.
    static let mostCommits = 20

    /// One commit a task, one for all other files; more than twenty tasks are
    /// one commit.
    private func commitPlain(
        _ edits: [HandEdit], _ halfMoves: [FileWrite], _ head: ObjectID?, _ settings: BoardSettings
    ) throws -> [ObjectID] {
        var groups = grouped(edits, settings)
        if groups.count(where: { $0.isTask }) > Self.mostCommits {
            groups = [HandEditGroup(isTask: false, edits: edits)]
        }
        var parent = head
        var actions: [Actions.Line] = []
        var index: [[UInt8]: TreeEntry?] = [:]
        for group in groups {
            let commit = try git.gathering {
                let entries = try treeEntries(group.edits)
                index.merge(entries) { $1 }
                return try writeUserCommit(
                    changes: entries, parent: parent,
                    message: try message(for: group.edits, settings))
            }
            actions.append(.did(commit, at: try time(of: group.edits)))
            parent = commit
        }
        guard let parent else { return [] }
        try advance(
            Advance(
                old: head, new: parent, writes: halfMoves, standing: contents(of: edits),
                index: index, message: "pmd: edits by hand", actions: actions), settling: settings)
        return actions.compactMap(\.commit)
    }

    private func contents(of edits: [HandEdit]) -> [[UInt8]: [UInt8]?] {
        var contents: [[UInt8]: [UInt8]?] = [:]
        for edit in edits { contents[edit.path] = .some(edit.bytes) }
        return contents
    }

    /// When a person made these edits, by the files; of a deletion its folder knows.
    func time(of edits: [HandEdit]) throws -> Int64 {
        let times = try edits.map { edit in
            if let stamp = edit.stamp { return stamp.changed }
            let folder = try root.existingFolder(splitPath(edit.path).folder)
            return try folder?.stamp(Array(".".utf8))?.changed ?? clock.coarseNanoseconds
        }
        return times.max() ?? clock.coarseNanoseconds
    }

    func treeEntries(_ edits: [HandEdit]) throws -> [[UInt8]: TreeEntry?] {
        try git.gathering {
            var entries: [[UInt8]: TreeEntry?] = [:]
            for (number, edit) in edits.enumerated() {
                tell?(.storing(number + 1, of: edits.count))
                entries[edit.path] = .some(
                    try edit.bytes.map { TreeEntry(mode: edit.mode, id: try git.writeBlob($0)) })
            }
            return entries
        }
    }

    func grouped(_ edits: [HandEdit], _ settings: BoardSettings) -> [HandEditGroup] {
        var tasks: [TaskID: [HandEdit]] = [:]
        var others: [HandEdit] = []
        for edit in edits {
            if let path = boardPath(edit.path), settings.isTaskPath(path) {
                tasks[TaskID(fileName: path.fileName), default: []].append(edit)
            } else {
                others.append(edit)
            }
        }
        let groups = tasks.sorted { $0.key < $1.key }.map {
            HandEditGroup(isTask: true, edits: $0.value)
        }
        return others.isEmpty ? groups : groups + [HandEditGroup(isTask: false, edits: others)]
    }

    /// The commit message: what happened to each task, in words.
    func message(for edits: [HandEdit], _ settings: BoardSettings) throws -> String {
        var olds: [TaskID: TaskVersion] = [:]
        var news: [TaskID: TaskVersion] = [:]
        var others: [Text] = []
        for edit in edits {
            guard let path = boardPath(edit.path), settings.isTaskPath(path) else {
                others.append(Text(edit.path))
                continue
            }
            let id = TaskID(fileName: path.fileName)
            if let old = edit.old, old.isRegularFile {
                olds[id] = TaskVersion(path: path, document: Document(try git.blob(old.id)))
            }
            if let bytes = edit.bytes {
                news[id] = TaskVersion(path: path, document: Document(bytes))
            }
        }
        let ids = Set(olds.keys).union(news.keys).sorted()
        return commitMessage(
            for: ids.compactMap { TaskChange(from: olds[$0], to: news[$0]) }, otherFiles: others)
    }
}

struct HandEditGroup {
    var isTask: Bool
    var edits: [HandEdit]
}
