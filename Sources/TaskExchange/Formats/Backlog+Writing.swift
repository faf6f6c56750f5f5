import MarkdownDocument
import TaskBoard
import Words

extension ExchangeFormat {
    func writeBacklog(_ tasks: [TaskItem], _ context: ExportContext) -> Writing {
        var losses = Tally()
        let ids = backlogIDs(of: tasks, context)
        var files = [ForeignFile(path: "config.yml", bytes: backlogConfiguration(context))]
        for task in tasks {
            task.reportUnread(in: &losses)
            let writer = BacklogWriter(task, ids, context)
            do throws(EditError) {
                files.append(ForeignFile(path: writer.path, bytes: try writer.document().bytes))
            } catch {
                losses.add("tasks that cannot be written")
                files.append(ForeignFile(path: writer.path, bytes: task.document.bytes))
            }
        }
        addLosses(of: tasks, files, context, to: &losses)
        return Writing(files: .folder(files), losses: losses)
    }

    /// Records what would be lost on reading the folder again.
    private func addLosses(
        of tasks: [TaskItem], _ files: [ForeignFile], _ context: ExportContext,
        to losses: inout Tally
    ) {
        let exported = Set(tasks.map(\.id))
        let written = Dictionary(zip(tasks.map(\.path), files.dropFirst())) { first, _ in first }
        for task in tasks {
            guard let file = written[task.path] else { continue }
            do {
                let config = files[0]
                let read = try readBacklog([config, file], context.exchange).tasks
                guard let copy = try read.first?.item(in: context.settings) else { continue }
                let blockers = task.blockedBy.filter(exported.contains).map(\.text)
                var foreign = ForeignTask(copy)
                foreign[.blockedBy] = []
                // The keys for the state, the tags, the people and the dependencies.
                for key: Text in ["status", "labels", "assignee", "dependencies"] {
                    foreign[extra: key] = ForeignTask(task)[extra: key]
                }
                losses.add(foreign.differences(of: task, blockers: blockers, context.exchange))
            } catch {
                losses.add("tasks that cannot be read again")
            }
        }
    }

    private func isFromBacklog(_ task: TaskItem, _ context: ExportContext) -> Bool {
        context.id(task, in: .backlog) != nil && task.scalar("id") != nil
    }

    /// Returns the ID of each task: its own, or the next number.
    private func backlogIDs(of tasks: [TaskItem], _ context: ExportContext) -> [TaskID: Text] {
        var ids: [TaskID: Text] = [:]
        var last = 0
        for task in context.board.tasks where isFromBacklog(task, context) {
            guard let id = task.scalar("id") else { continue }
            ids[task.id] = id
            let number = backlogNumber(id)?.utf8.split(separator: 0x2E).first
            last = max(last, number.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0)
        }
        for task in tasks where ids[task.id] == nil {
            last &+= 1
            ids[task.id] = Text("task-\(last)")
        }
        return ids
    }

    private func backlogConfiguration(_ context: ExportContext) -> [UInt8] {
        let statuses = context.settings.states.map { backlogStatus(of: $0, context) }
        let entries: [(key: Text, value: Value)] = [
            ("project_name", .scalar("pmd")), ("default_status", .scalar(statuses[0])),
            ("statuses", .list(statuses)), ("labels", .list([])),
            ("date_format", .scalar("yyyy-mm-dd")),
        ]
        do {
            return try Document(composing: entries, body: [], kind: .yaml).bytes
        } catch {
            preconditionFailure("the names of states can be written: \(error.words.english)")
        }
    }
}

/// Returns the Backlog.md status for a state.
private func backlogStatus(of state: Text, _ context: ExportContext) -> Text {
    switch context.exchange.stage(of: state) {
    case .first: "To Do"
    case .started: "In Progress"
    case .finished: "Done"
    case .state(let name): name
    }
}

/// Writes a task as a Backlog.md file.
private struct BacklogWriter {
    private let task: TaskItem
    private let ids: [TaskID: Text]
    private let context: ExportContext

    init(_ task: TaskItem, _ ids: [TaskID: Text], _ context: ExportContext) {
        (self.task, self.ids, self.context) = (task, ids, context)
    }

    private var id: Text { ids[task.id] ?? task.id.text }

    private var isKept: Bool { task.scalar("id") == id && !task.isMalformed }

    var path: String {
        if isKept { return "tasks/" + String(decoding: task.path.fileName, as: UTF8.self) }
        return "tasks/\(id) - \(slug(of: task.title)).md"
    }

    private var status: Text { backlogStatus(of: task.state, context) }

    func document() throws(EditError) -> Document {
        isKept ? try keptDocument() : try newDocument()
    }

    /// Returns the original file with the values of Backlog.md's own keys that differ from pmd's.
    private func keptDocument() throws(EditError) -> Document {
        var document = task.document
        let known = BacklogStatuses([], context.exchange)
        let stage = task.scalar("status").flatMap { known.stage(of: $0) }
        if stage != context.exchange.stage(of: task.state) {
            document = try document.setting("status", to: status)
        }
        document = try setting("labels", to: task.tags, in: document)
        document = try setting("dependencies", to: dependencies, in: document)
        let names = task.list("assignee").map { $0.hasPrefix("@") ? $0.dropping(1) : $0 }
        if names != task.assignees {
            document = try document.setting("assignee", toList: task.assignees.map(withSign))
        }
        return document
    }

    /// The dependencies in the file, in their own spelling, if they are still blockers or do not
    /// match a task; then the other blockers.
    private var dependencies: [Text] {
        let own = task.list("dependencies")
        let blockers = task.blockedBy.compactMap { ids[$0] }
        if own.isEmpty { return blockers }
        let wanted = Set(blockers.compactMap(backlogNumber))
        let known = Set(ids.values.compactMap(backlogNumber))
        let kept = own.filter { name in
            guard let number = backlogNumber(name), known.contains(number) else { return true }
            return wanted.contains(number)
        }
        let held = Set(kept.compactMap(backlogNumber))
        return kept
            + blockers.filter { backlogNumber($0).map { !held.contains($0) } ?? true }
    }

    private func setting(
        _ key: Text, to list: [Text], in document: Document
    ) throws(EditError) -> Document {
        guard task.list(key) != list, !(list.isEmpty && task.list(key).isEmpty) else {
            return document
        }
        return try document.setting(key, toList: list)
    }

    private func withSign(_ name: Text) -> Text { Text([0x40] + name.utf8) }

    private func newDocument() throws(EditError) -> Document {
        var entries: [(key: Text, value: Value)] = [
            ("id", .scalar(id)), ("title", .scalar(task.title)), ("status", .scalar(status)),
            ("assignee", .list(task.assignees.map(withSign))),
        ]
        if let created = task.created {
            let stamp = Moment.utcStamp(created.seconds(context.now)).utf8
            let time = Text(stamp[..<10] + [0x20] + stamp[11..<16])
            entries.append(
                ("created_date", .scalar(created.secondOfDay == nil ? created.day.text : time)))
        }
        if let due = task.due {
            let stamp = Moment.utcStamp(due.seconds(context.now)).utf8
            let time = Text(stamp[..<10] + [0x20] + stamp[11..<16])
            entries.append(("due_date", .scalar(due.secondOfDay == nil ? due.text : time)))
        }
        entries.append(("labels", .list(task.tags)))
        entries.append(("dependencies", .list(task.blockedBy.compactMap { ids[$0] })))
        if let priority = task.priority { entries.append(("priority", .scalar(priority.text))) }
        let taken = Set(entries.map(\.key)).union([ForeignTask.sourceKey])
        for entry in task.extra where !taken.contains(entry.key) {
            switch entry.value {
            case .scalar, .list: entries.append((entry.key, entry.value))
            case .map, .records, .other: break
            }
        }
        return try Document(composing: entries, body: Array(task.body))
    }
}
