package import MarkdownDocument

/// The result of an import, before or after it is carried out.
package struct ImportReport: Sendable {
    package let plan: Plan
    /// The new tasks, in the order of the import.
    package let added: [TaskItem]
    /// The number of tasks that are on the board already.
    package let known: Int
    /// The number of tasks that were deleted here.
    package let deleted: Int
    /// The records that cannot become tasks.
    package let refused: [RefusedRecord]
    package let notes: [ImportNote]
}

extension Board {
    /// Adds tasks from another tool, each in a file of its own.
    ///
    /// A task that is already on the board, or was deleted from it, is skipped and never updated.
    /// A task's code is derived from its source, so two clones that import the same task create
    /// the same file.
    ///
    /// - Parameters:
    ///   - format: The name of the format, for the message.
    ///   - deleted: The tasks that were deleted.
    ///   - declarations: The fields to declare, unless no task is new.
    /// - Throws: ``BoardError`` with the place of the first record if none becomes a task.
    package func importing(
        _ tasks: [ForeignTask], from format: String, deleted: [TaskItem],
        declaring declarations: NewFields = NewFields(), hash: @escaping ContentHash
    ) throws(BoardError) -> ImportReport {
        var run = ImportRun(self, deleted: deleted, hash: hash)
        let new = tasks.filter { run.isNew($0) }
        run.name(new)
        for task in new { run.add(task) }
        run.reportCycles()
        run.declare(declarations)
        let report = run.report(from: format)
        let isNothing = report.added.isEmpty && report.known + report.deleted == 0
        if isNothing, let refused = report.refused.first { throw refused.error }
        return report
    }
}

/// The state of one import.
private struct ImportRun {
    private let board: Board
    private let hash: ContentHash
    private let deletedSources: Set<Text>
    private let deletedIDs: Set<TaskID>
    private var used: Set<TaskID>
    /// The IDs of the board's tasks and of the new ones, by source.
    private var sources: [Text: TaskID]
    private var names: [ForeignTask.Origin: [UInt8]] = [:]
    private var seen: Set<ForeignTask.Origin> = []
    private var newIDs: Set<TaskID> = []
    private var free: FreePath
    private var lastRanks: [Text: Rank] = [:]
    private var added: [TaskItem] = []
    private var changes: [FileChange] = []
    private var refused: [RefusedRecord] = []
    private var notes: [ImportNote] = []
    private var counts = (known: 0, deleted: 0)
    /// The projects with slashes that are reported.
    private var respelled: Set<Text> = []
    /// The lines of the commit about the fields that it declares.
    private var declared: [String] = []

    init(_ board: Board, deleted: [TaskItem], hash: @escaping ContentHash) {
        self.board = board
        self.hash = hash
        sources = [:]
        for task in board.tasks {
            if let source = task.source { sources[source] = task.id }
        }
        deletedSources = Set(deleted.compactMap(\.source))
        deletedIDs = Set(deleted.map(\.id))
        used = deletedIDs.union(board.tasks.map(\.id))
        free = FreePath(taken: Set(board.tasks.map(\.path)), hash: hash)
    }

    /// Returns false, and counts the task, if the board has it or had it.
    mutating func isNew(_ task: ForeignTask) -> Bool {
        let isOnBoard: Bool
        let isDeleted: Bool
        switch task.origin {
        case .source(let source):
            isOnBoard = sources[source] != nil
            isDeleted = deletedSources.contains(source)
        case .path(let path):
            let id = TaskID(fileName: path.fileName)
            let source = task.scalar(ForeignTask.sourceKey)
            isOnBoard = board[id] != nil || source.map { sources[$0] != nil } == true
            if !isOnBoard, !newIDs.insert(id).inserted {
                let problem = RecordProblem.takenID(id.text, task: task.title)
                refused.append(RefusedRecord(problem, at: task.place))
                return false
            }
            if isOnBoard, let alias = task.alias { sources[alias] = id }
            isDeleted = deletedIDs.contains(id) || source.map(deletedSources.contains) == true
        }
        if isOnBoard || !seen.insert(task.origin).inserted {
            counts.known += 1
            return false
        }
        if isDeleted { counts.deleted += 1 }
        return !isDeleted
    }

    /// Gives each task its file name, before any is written: tasks refer to each other.
    mutating func name(_ tasks: [ForeignTask]) {
        for task in tasks {
            let name = fileName(of: task)
            names[task.origin] = name
            let id = TaskID(fileName: name)
            used.insert(id)
            if let alias = task.alias { sources[alias] = id }
            switch task.origin {
            case .source(let source): sources[source] = id
            case .path: if let source = task.scalar(ForeignTask.sourceKey) { sources[source] = id }
            }
        }
    }

    private func fileName(of task: ForeignTask) -> [UInt8] {
        switch task.origin {
        case .path(let path): return path.fileName
        case .source(let source):
            let code = TaskCode.derived(from: hash(source.utf8), excluding: used)
            let ending = [UInt8.dash] + code.utf8 + Array(".md".utf8)
            guard let name = task.original?.fileName else {
                return slug(of: task.title).utf8 + ending
            }
            let isFree = !used.contains(TaskID(fileName: name))
            if isFree, isUsable(name) { return name }
            return slug(of: BoardPath(name).name).utf8 + ending
        }
    }

    /// Returns true if all file systems accept the name, and a task may have it.
    private func isUsable(_ name: [UInt8]) -> Bool {
        let path = BoardPath(board.settings.first.utf8).appending(name)
        let refused = Set("<>:\"|?*\\".utf8)
        return board.settings.isTaskPath(path) && name.count <= 200
            && name.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !refused.contains($0) }
            && String(validating: name, as: UTF8.self) != nil
            && !name.dropLast(3).allSatisfy { $0 == 0x20 }
    }

    /// Adds a task, or refuses its record.
    mutating func add(_ task: ForeignTask) {
        do throws(ActionError) {
            let state = try state(of: task)
            var task = task
            keepUnreadable(in: &task)
            // The other tool has already repeated it, and its next occurrence is a separate task.
            if board.settings.isFinished(state) { task[.repeat] = [] }
            let blockers = match(&task)
            matchParent(of: &task)
            let rank = needsRank(task, in: state) ? nextRank(in: state) : nil
            let document = try task.document(blockers: blockers, rank: rank)
            let path = free.claim(path(of: task, in: state), for: document.bytes)
            changes.append(.create(path, document.bytes))
            added.append(TaskItem(path: path, document: document, settings: board.settings))
        } catch {
            refused.append(RefusedRecord(.refused(error), at: task.place))
        }
    }

    /// Moves values that their fields do not accept to keys of the import, and reports them: a
    /// task is not refused because of one bad date.
    private mutating func keepUnreadable(in task: inout ForeignTask) {
        respellProject(of: &task)
        for field in Field.keys where field != .title {
            let texts = task[field]
            let wrong = texts.filter { !field.canHold($0) }
            guard !wrong.isEmpty else { continue }
            task[field] = texts.filter(field.canHold)
            let kept = wrong.filter { !$0.isEmpty }
            guard !kept.isEmpty else { continue }
            let key = Text("imported-\(field.key)")
            if task.original == nil {
                task[extra: key] = kept.count == 1 ? .scalar(kept[0]) : .list(kept)
            }
            notes.append(
                .wrongValues(
                    kept, of: field.key, task: task.title,
                    keptIn: task.original == nil ? key : field.key))
        }
    }

    /// Writes a project of another tool, such as `work/code`, with dots.
    private mutating func respellProject(of task: inout ForeignTask) {
        guard let name = task[.project].first, !Field.project.canHold(name),
            let path = respelledHierarchy(name)
        else { return }
        task[.project] = [path]
        if respelled.insert(name).inserted { notes.append(.respelledPath(name, as: path)) }
    }

    private func state(of task: ForeignTask) throws(ActionError) -> Text {
        switch task.stage {
        case .first: return board.settings.first
        case .started: return try board.known(board.settings.start)
        case .finished:
            guard let state = board.settings.finished.first else {
                throw ActionError(.noFinishedState)
            }
            return state
        case .state(let name): return try board.known(name)
        }
    }

    private func path(of task: ForeignTask, in state: Text) -> BoardPath {
        if case .path(let path) = task.origin, board.settings.isTaskPath(path),
            path.folder.nfc == state
        {
            return path
        }
        return BoardPath(state.utf8).appending(names[task.origin] ?? [])
    }

    /// Returns true if a task needs a rank: a finished column has its own order, and a task from
    /// another board may lack a rank.
    private func needsRank(_ task: ForeignTask, in state: Text) -> Bool {
        guard case .source = task.origin else { return false }
        return !board.settings.isFinished(state) && task[.rank].isEmpty
    }

    private mutating func nextRank(in state: Text) -> Rank {
        let last = lastRanks[state] ?? board.tasks(in: state).last?.order
        let rank = Rank.after(last)
        lastRanks[state] = rank
        return rank
    }

    /// Returns the IDs of the tasks that block a task. Keeps and reports the others.
    private mutating func match(_ task: inout ForeignTask) -> [Text] {
        var ids: [Text] = []
        var others: [Text] = []
        for dependency in task.dependencies {
            if let id = sources[dependency.source] {
                ids.append(id.text)
            } else {
                others.append(dependency.name)
            }
        }
        guard !others.isEmpty else { return ids }
        notes.append(
            .unknownBlockers(
                others, task: task.title, keptIn: task.dependencyKey ?? "dependencies"))
        if let key = task.dependencyKey { task[extra: key] = .list(others) }
        return ids
    }

    /// Sets the ID of a task's parent. Keeps and reports one that no task has.
    private mutating func matchParent(of task: inout ForeignTask) {
        guard let parent = task.parent else { return }
        if let id = sources[parent.source] {
            task[.parent] = [id.text]
            return
        }
        let key = task.parentKey
        notes.append(.unknownParent(parent.name, task: task.title, keptIn: key ?? "parent"))
        if let key { task[extra: key] = .scalar(parent.name) }
    }

    /// Reports a cycle of blockers, and one of parents, among the new tasks. They stay, for the
    /// user to resolve.
    mutating func reportCycles() {
        if let task = taskInCycle { notes.append(.blocksItself(task: task.title)) }
        guard added.contains(where: \.namesParent) else { return }
        let cyclic = allTasks.family.cyclic
        if let task = added.first(where: { cyclic.contains($0.id) }) {
            notes.append(.isItsOwnParent(task: task.title))
        }
    }

    /// The board with the new tasks.
    private var allTasks: Board { Board(settings: board.settings, tasks: board.tasks + added) }

    /// Declares fields in `pmd.yml`, in the same commit.
    mutating func declare(_ new: NewFields) {
        guard !added.isEmpty, !new.fields.isEmpty else { return }
        do throws(ActionError) {
            changes.append(try board.declaring(new.fields, in: new.document))
            declared = new.fields.map { field in
                "Declare \(plainWords(field.key)): \(plainWords(Text(field.declarationText)))"
            }
            let all = allTasks
            // Notes about single tasks may be too many to be shown.
            notes.insert(
                contentsOf: new.fields.map { field in
                    let (fitting, total) = all.fit(of: field)
                    let type = FieldType(of: field)?.rawValue ?? ""
                    return .declaredField(field.key, type: type, fitting: fitting, of: total)
                }, at: 0)
        } catch {
            notes.append(.undeclarableKeys(new.fields.map(\.key)))
        }
    }

    /// A new task that blocks itself through new tasks. Tasks without open blockers are removed
    /// until none is left (Kahn's algorithm); from any remaining task, following its blockers
    /// leads into a cycle.
    private var taskInCycle: TaskItem? {
        let tasks = Dictionary(added.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var blockers = tasks.mapValues { $0.blockedBy.filter { tasks[$0] != nil } }
        var blocked: [TaskID: [TaskID]] = [:]
        for (id, names) in blockers { for name in names { blocked[name, default: []].append(id) } }
        var left = blockers.mapValues(\.count)
        var free = left.filter { $0.value == 0 }.map(\.key)
        while let id = free.popLast() {
            blockers[id] = nil
            for other in blocked[id] ?? [] {
                left[other, default: 0] -= 1
                if left[other] == 0 { free.append(other) }
            }
        }
        guard var id = added.first(where: { blockers[$0.id] != nil })?.id else { return nil }
        var passed: Set<TaskID> = []
        while passed.insert(id).inserted,
            let next = blockers[id]?.first(where: { blockers[$0] != nil })
        {
            id = next
        }
        return tasks[id]
    }

    func report(from format: String) -> ImportReport {
        let count = added.count
        let subject = "Import \(count) task\(count == 1 ? "" : "s") from \(format)"
        let shown = 50
        var body = declared + added.prefix(shown).map { "Add \(quoted($0.title))" }
        if count > shown { body.append("and \(count - shown) more") }
        return ImportReport(
            plan: Plan(
                changes: changes, subject: subject, body: body, tasks: added.map(\.id)),
            added: added, known: counts.known, deleted: counts.deleted, refused: refused,
            notes: notes)
    }
}

extension TaskItem {
    /// The identity of an imported task in its tool: `FORMAT:ID`.
    package var source: Text? {
        let entry = extra.first { $0.key == ForeignTask.sourceKey }
        guard case .scalar(let text)? = entry?.value, !text.isEmpty else { return nil }
        return text
    }
}
