import Git
import MarkdownDocument
import TaskBoard

/// The result of committing uncommitted edits.
struct UncommittedEditReport {
    /// The new commits, oldest first.
    var commits: [ObjectID] = []
    /// Paths that are still being written and wait for the next run.
    var waiting: [[UInt8]] = []
    var skipped: [(path: [UInt8], reason: LeftOutReason)] = []
    var ignoredTasks: [[UInt8]] = []
    /// The saves that overwrote newer values.
    var takenBack: [TakenBackReport] = []
    /// True if a file changed after it was read.
    var changedFiles = false
}

extension BoardRepository {
    /// Commits all uncommitted edits, as `sync` does.
    func commitEdits(_ settings: BoardSettings) throws -> UncommittedEditReport {
        self.settings = settings
        let (_, head) = try branch()
        let scan = try WorkTreeScanner.all(self, tree: try tree(of: head), settings: settings)
        refreshIndex(with: scan)
        return try commit(scan, onto: head, by: settings)
    }

    /// Updates the index with the stat data of files whose content did not change, like `git
    /// status`, if there are many: a clone writes all files within the second in which it writes
    /// the index. An index that is missing or damaged is rebuilt.
    func refreshIndex(with scan: WorkTreeScan) {
        let files = scan.outdatedInIndex
        guard files.count > 16 || scan.isIndexLost else { return }
        do {
            try git.withIndexLock(ownedBy: localState.indexLockOwner, waiting: 0) { editor in
                for (path, entry) in files {
                    guard let status = try statusOfFile(path, with: entry) else { continue }
                    editor.refresh(path, entry, status: status)
                }
            }
        } catch {
            // They are read again the next time.
        }
    }

    /// Commits the uncommitted edits at some paths, before a command changes the same tasks.
    func commitEdits(
        at paths: [[UInt8]], _ settings: BoardSettings
    ) throws -> UncommittedEditReport {
        self.settings = settings
        let (_, head) = try branch()
        let scan = try WorkTreeScanner.only(
            paths, self, tree: try tree(of: head), settings: settings)
        return try commit(scan, onto: head, by: settings)
    }

    private func commit(
        _ scan: WorkTreeScan, onto head: ObjectID?, by settings: BoardSettings
    ) throws -> UncommittedEditReport {
        var report = UncommittedEditReport(skipped: scan.skipped, ignoredTasks: scan.ignoredTasks)
        report.waiting = try scan.edits.filter { try isBeingWritten($0, settings) }.map(\.path)
        let written = scan.edits.filter { !report.waiting.contains($0.path) }
        let (plain, stale) = try findBases(of: written, below: head, by: settings)
        report.changedFiles = !stale.isEmpty
        let (edits, halfMoves) = try completingMoves(plain, since: head, by: settings)
        if !edits.isEmpty {
            let suspects = try suspects(among: edits, over: head, by: settings)
            report.commits += try commitPlain(
                edits, finishing: halfMoves, keeping: suspects, onto: head, by: settings)
            report.takenBack = suspects.map(\.report)
            report.changedFiles =
                report.changedFiles || !halfMoves.isEmpty
                || suspects.contains { $0.recorded != nil }
        }
        report.commits += try merge(stale, settings)
        return report
    }

    /// Separates the edits that were made from an older version than HEAD's.
    private func findBases(
        of edits: [UncommittedEdit], below head: ObjectID?, by settings: BoardSettings
    ) throws -> (plain: [UncommittedEdit], stale: [StaleEdit]) {
        guard let head else { return (edits, []) }
        var search = BaseSearch(self, over: head, settings)
        var (plain, stale) = ([UncommittedEdit](), [StaleEdit]())
        for edit in edits {
            if let base = try search.base(of: edit.bytes, at: edit.path) {
                stale.append(StaleEdit(path: edit.path, bytes: edit.bytes, base: base))
            } else {
                plain.append(edit)
            }
        }
        return (plain, stale)
    }

    /// The number of tasks beyond which the edits of all tasks become one commit.
    static let mostCommits = 20

    /// Makes one commit per task and one for all other files. The edits of more than twenty tasks
    /// become one commit.
    private func commitPlain(
        _ edits: [UncommittedEdit], finishing halfMoves: [FileWrite],
        keeping suspects: [SuspectSave], onto head: ObjectID?, by settings: BoardSettings
    ) throws -> [ObjectID] {
        var groups = grouped(edits, settings)
        if groups.count(where: { $0.isTask }) > Self.mostCommits {
            groups = [UncommittedEditGroup(isTask: false, edits: edits)]
        }
        var parent = head
        var actions: [Actions.Line] = []
        var index: [[UInt8]: TreeEntry?] = [:]
        var holders: [[UInt8]: ObjectID] = [:]
        for group in groups {
            let commit = try git.gathering {
                let entries = try treeEntries(group.edits)
                index.merge(entries) { $1 }
                return try writeUserCommit(
                    changes: entries, parent: parent,
                    message: try message(for: group.edits, settings))
            }
            actions.append(.did(commit, at: try time(of: group.edits)))
            let paths = Set(group.edits.map(\.path))
            for path in paths { holders[path] = commit }
            let kept = try recordEntries(suspects.filter { paths.contains($0.path) })
            index.merge(kept) { $1 }
            parent = try writeRecordCommit(kept, onto: commit)
        }
        guard let parent else { return [] }
        let records = try suspects.compactMap { try $0.write(over: holders[$0.path]) }
        let move = try withSuccessions(
            BranchUpdate(
                old: head, new: parent, writes: halfMoves + records, unchanged: contents(of: edits),
                index: index, mark: .uncommittedEdits, actions: actions))
        try advance(move, recoveringWith: settings)
        for edit in edits { try settleEditors(of: edit.path) }
        try noteTakenBack(suspects.map(\.report))
        return actions.compactMap(\.commit)
    }

    private func contents(of edits: [UncommittedEdit]) -> [[UInt8]: [UInt8]?] {
        var contents: [[UInt8]: [UInt8]?] = [:]
        for edit in edits { contents[edit.path] = .some(edit.bytes) }
        return contents
    }

    /// Returns the time of these edits: that of the files, or of the folders if all are deletions.
    ///
    /// A move by hand has the time of the new file. Later writes into the old folder change the
    /// folder's time.
    func time(of edits: [UncommittedEdit]) throws -> Int64 {
        if let newest = edits.compactMap({ $0.statData?.changed }).max() { return newest }
        let times = try edits.map { edit in
            let folder = try root.existingFolder(splitPath(edit.path).folder)
            return try folder?.statData(Array(".".utf8))?.changed ?? clock.coarseNanoseconds
        }
        return times.max() ?? clock.coarseNanoseconds
    }

    func treeEntries(_ edits: [UncommittedEdit]) throws -> [[UInt8]: TreeEntry?] {
        try git.gathering {
            var entries: [[UInt8]: TreeEntry?] = [:]
            for (number, edit) in edits.enumerated() {
                tell?(.storing(number + 1, of: edits.count))
                entries[edit.path] = .some(
                    try edit.stored.map { TreeEntry(mode: edit.mode, id: try git.writeBlob($0)) })
            }
            return entries
        }
    }

    func grouped(_ edits: [UncommittedEdit], _ settings: BoardSettings) -> [UncommittedEditGroup] {
        var tasks: [TaskID: [UncommittedEdit]] = [:]
        var others: [UncommittedEdit] = []
        for edit in edits {
            if let path = boardPath(edit.path), settings.isTaskPath(path) {
                tasks[TaskID(fileName: path.fileName), default: []].append(edit)
            } else {
                others.append(edit)
            }
        }
        let groups = tasks.sorted { $0.key < $1.key }.map {
            UncommittedEditGroup(isTask: true, edits: $0.value)
        }
        return others.isEmpty
            ? groups : groups + [UncommittedEditGroup(isTask: false, edits: others)]
    }

    /// Returns the commit message: the change of each task, as a sentence. Only the files of the
    /// tasks in the message are read.
    func message(for edits: [UncommittedEdit], _ settings: BoardSettings) throws -> String {
        var tasks: [TaskID: [(path: BoardPath, edit: UncommittedEdit)]] = [:]
        var others: [Text] = []
        for edit in edits {
            if let path = boardPath(edit.path), settings.isTaskPath(path) {
                tasks[TaskID(fileName: path.fileName), default: []].append((path, edit))
            } else {
                others.append(Text(edit.path))
            }
        }
        var ids = tasks.keys.sorted()[...]
        var changes: [TaskChange] = []
        while changes.count < CommitMessage.mostNamed, let id = ids.popFirst() {
            if let change = try change(of: tasks[id] ?? []) { changes.append(change) }
        }
        return commitMessage(for: changes, unlisted: ids.count, otherFiles: others)
    }

    /// Returns the change of a task that results from the edits of its files.
    private func change(
        of edits: [(path: BoardPath, edit: UncommittedEdit)]
    ) throws -> TaskChange? {
        var old: TaskVersion?
        var new: TaskVersion?
        for (path, edit) in edits {
            if let entry = edit.old, entry.isRegularFile {
                old = TaskVersion(path: path, document: Document(try git.blob(entry.id)))
            }
            if let bytes = edit.bytes {
                new = TaskVersion(path: path, document: Document(bytes))
            }
        }
        return TaskChange(from: old, to: new)
    }
}

struct UncommittedEditGroup {
    var isTask: Bool
    var edits: [UncommittedEdit]
}

/// A file of the working tree that differs from HEAD.
struct UncommittedEdit: Equatable {
    /// The path from the root of the working tree.
    var path: [UInt8]
    var old: TreeEntry?
    /// The content; nil for a deleted file.
    var bytes: [UInt8]?
    var mode: UInt32
    var statData: StatData?
    /// The content that git stores, if it converts the file's.
    var converted: [UInt8]?

    /// The content that is committed; nil for a deleted file.
    var stored: [UInt8]? { converted ?? bytes }
}

/// The differences between the working tree and HEAD.
struct WorkTreeScan {
    var edits: [UncommittedEdit] = []
    /// Files that could not be read or are not committed, with the reason.
    var skipped: [(path: [UInt8], reason: LeftOutReason)] = []
    /// Task files that git ignores: they stay local and are not synced.
    var ignoredTasks: [[UInt8]] = []
    /// The files whose stat data in the index is outdated. They had to be read, and their content
    /// equals HEAD and the index.
    var outdatedInIndex: [[UInt8]: TreeEntry] = [:]
    /// True if the index is missing or damaged.
    var isIndexLost = false
}

extension BoardRepository {
    /// Completes half-done moves: removes their old files. See
    /// ``BoardSettings/oldFilesOfHalfDoneMoves(new:head:isUnchanged:)``.
    ///
    /// - Returns: The edits with the old files as deletions, and the files to remove from the
    ///   working tree.
    func completingMoves(
        _ edits: [UncommittedEdit], since head: ObjectID?, by settings: BoardSettings
    ) throws -> ([UncommittedEdit], [FileWrite]) {
        guard let tree = try tree(of: head) else { return (edits, []) }
        let added = edits.filter { $0.old == nil && $0.bytes != nil }.compactMap {
            boardPath($0.path)
        }
        guard added.contains(where: settings.isCodedTaskPath) else { return (edits, []) }
        let changed = Set(edits.map(\.path))
        let files = try git.boardFiles(ofTree: tree, location.prefix)
        let old = settings.oldFilesOfHalfDoneMoves(new: added, head: files.keys) {
            !changed.contains(repositoryPath($0))
        }
        var (settled, writes) = (edits, [FileWrite]())
        for file in old.sorted() {
            guard let entry = files[file] else { continue }
            let path = repositoryPath(file)
            let bytes = try git.blob(entry.id)
            settled.append(
                UncommittedEdit(path: path, old: entry, bytes: nil, mode: entry.mode, statData: nil)
            )
            writes.append(try FileWrite(path: path, expected: .bytes(bytes), result: nil))
        }
        return (settled, writes)
    }
}

extension BoardRepository {
    /// The time during which a file that may be an unfinished save counts as still being
    /// written.
    private static let quietNanoseconds: Int64 = 5_000_000_000
    /// The block size in which editors and the system write large files: a file that is read
    /// in between ends with a whole block.
    private static let block = 4096

    func isBeingWritten(_ edit: UncommittedEdit, _ settings: BoardSettings) throws -> Bool {
        guard let bytes = edit.bytes, let statData = edit.statData else { return false }
        return try isBeingWritten(
            bytes, statData: statData, at: edit.path, over: edit.old, by: settings)
    }

    /// Returns true if an editor may still be writing a task: the file changed just now, and it
    /// ends at a block boundary, or is empty or lost its front matter, and was neither before.
    ///
    /// - Parameter old: The content before; nil for no file.
    func isBeingWritten(
        _ bytes: [UInt8], statData: StatData, at path: [UInt8], over old: TreeEntry?,
        by settings: BoardSettings
    ) throws -> Bool {
        // Ignores timestamps in the future: another machine's clock may be wrong.
        let age = clock.nanoseconds().subtractingReportingOverflow(statData.modified)
        guard !age.overflow, age.partialValue.magnitude < Self.quietNanoseconds,
            let path = boardPath(path), settings.isTaskPath(path)
        else { return false }
        if !bytes.isEmpty, bytes.count % Self.block == 0 { return true }
        guard let old, old.isRegularFile else { return false }
        let before = Document(try git.blob(old.id))
        if bytes.isEmpty { return !before.bytes.isEmpty }
        return before.hasFrontMatter && !Document(bytes).hasFrontMatter
    }
}
