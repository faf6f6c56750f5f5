import BoardView
import MarkdownDocument
import TaskBoard

extension ExchangeFormat {
    func writeTaskwarrior(_ tasks: [TaskItem], _ context: ExportContext) -> Writing {
        var losses = Tally()
        let records = tasks.map { task in
            task.reportUnread(in: &losses)
            return TaskwarriorWriter(task, context).record.encoded()
        }
        let bytes = Array("[\n".utf8) + records.joined(separator: ",\n".utf8) + "\n]\n".utf8
        return Writing(files: .text(bytes), losses: losses)
    }
}

/// Writes a pmd task as a Taskwarrior task.
private struct TaskwarriorWriter {
    private let task: TaskItem
    private let context: ExportContext
    private var now: Moment { context.now }

    init(_ task: TaskItem, _ context: ExportContext) { (self.task, self.context) = (task, context) }

    /// The attributes known to Taskwarrior, with the values they cannot hold under `pmd`.
    var record: JSONValue {
        let own = JSONValue.object(attributes)
        var reader = TaskwarriorRecord(own, context.exchange, at: .record(1))
        do throws(RecordProblem) {
            try reader.read(repeating: nil)
        } catch {
            return own
        }
        let ids = reader.task.dependencies.compactMap { dependency in
            blockers.first { dependency.name == $0.uuid }?.id
        }
        // A finish time that is only in the history is kept in the task's 'end'.
        let keepsEnd = context.finished(task) != nil
        let others = reader.task.differences(of: task, blockers: ids, context.exchange).filter {
            !(keepsEnd && $0.key == Field.finished.jsonKey && $0.value == .null)
        }
        let patch = JSONValue.object(
            [
                .init("id", .string(task.id.text)), .init("path", .string(Text(task.path.bytes))),
            ] + created + others)
        return own.adding([.init("pmd", .string(Text(patch.encoded())))])
    }

    /// Taskwarrior adds a date to each task without one.
    private var created: [JSONValue.Member] {
        task.created == nil ? [.init(Field.created.jsonKey, .null)] : []
    }

    private var blockers: [(id: Text, uuid: Text)] {
        task.blockedBy.compactMap { id in
            context.board[id].map { (id.text, uuid(of: $0, in: context)) }
        }
    }

    private var attributes: [JSONValue.Member] {
        var members = [
            member("uuid", uuid(of: task, in: context)), member("description", task.title),
            member("status", status),
        ]
        members += dates
        if let priority = task.priority {
            members.append(member("priority", Text(priority.rawValue.prefix(1).uppercased())))
        }
        if !task.tags.isEmpty { members.append(.init("tags", .strings(task.tags))) }
        if !blockers.isEmpty { members.append(.init("depends", .strings(blockers.map(\.uuid)))) }
        let annotations = annotations
        if !annotations.isEmpty { members.append(.init("annotations", .array(annotations))) }
        return members + others
    }

    private func member(_ key: String, _ value: Text) -> JSONValue.Member {
        .init(key, .string(value))
    }

    private var status: Text {
        if task.isFinished { return "completed" }
        return task.isWaiting(now) ? "waiting" : "pending"
    }

    private var dates: [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        let entry = task.created.flatMap(now.compactStamp)
        if let entry { members.append(member("entry", entry)) }
        if let due = task.due.flatMap(now.compactStamp) { members.append(member("due", due)) }
        if let wait = task.wait.flatMap({ now.compactStamp(DueDate($0)) }) {
            members.append(member("wait", wait))
        }
        let present = Moment.compactStamp(now.seconds)
        if context.isStarted(task) { members.append(member("start", entry ?? present)) }
        if task.isFinished {
            let finished = context.finished(task).map(Moment.compactStamp)
            members.append(member("end", finished ?? present))
        }
        return members
    }

    /// The dated lines of the body. Taskwarrior distinguishes annotations by their second.
    private var annotations: [JSONValue] {
        var annotations: [JSONValue] = []
        for line in Array(task.body).lines where line.hasPrefix("- ") && line.count > 14 {
            let day = Day(Text(line.dropFirst(2).prefix(10)))
            guard let day, line.dropFirst(12).hasPrefix(": ") else { continue }
            let seconds = now.seconds(of: day, secondOfDay: 0) + Int64(annotations.count % 3600)
            annotations.append([
                "entry": .string(Moment.compactStamp(seconds)),
                "description": .string(Text(line.dropFirst(14))),
            ])
        }
        return annotations
    }

    /// The user's own keys whose names Taskwarrior accepts.
    private var others: [JSONValue.Member] {
        let prefix = "taskwarrior-"
        return task.extra.compactMap { entry in
            guard case .scalar(let text) = entry.value, !text.isEmpty else { return nil }
            let key = entry.key.string
            if ["scheduled", "until"].contains(key) {
                return DueDate(text).flatMap(now.compactStamp).map { member(key, $0) }
            }
            let name = key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : key
            guard isName(name), !Self.ownNames.contains(name) else { return nil }
            return member(name, text)
        }
    }

    private func isName(_ name: String) -> Bool {
        name.utf8.first.map { (0x61...0x7A).contains($0 | 0x20) } == true
            && name.utf8.allSatisfy {
                (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x5F
            }
    }

    private static let ownNames: Set<String> = [
        "uuid", "description", "status", "entry", "due", "wait", "start", "end", "tags", "depends",
        "annotations", "recur", "parent", "id", "urgency", "modified", "mask", "imask", "last",
        "rtype", "template", "pmd", "source",
    ]
}

/// Returns the UUID of a task: its source's, or else one derived from its ID.
private func uuid(of task: TaskItem, in context: ExportContext) -> Text {
    if let id = context.id(task, in: .taskwarrior), isUUID(id) { return id }
    return madeUUID(of: task)
}

/// Returns a version 8 UUID derived from a task's ID and its creation time.
func madeUUID(of task: TaskItem) -> Text {
    let facts = task.id.text.utf8 + [0] + (task.created?.text.utf8 ?? [])
    let digits = Array((fingerprint(facts) + fingerprint(facts + [0])).utf8)
    let parts = [
        digits[..<8], digits[8..<12], "8".utf8 + digits[13..<16], "8".utf8 + digits[17..<20],
        digits[20...],
    ].map { Array($0) }
    return Text(parts.joined(separator: "-".utf8))
}
