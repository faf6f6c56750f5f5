import BoardView
import MarkdownDocument
import TaskBoard
import Words

// dstask: a folder of YAML files, one per task, by status; or its JSON output.

extension ExchangeFormat {
    func readDstask(
        _ bytes: [UInt8], _ context: ExchangeContext
    ) throws(BoardError) -> Reading {
        var reading = Reading()
        for (place, record) in try records(bytes, &reading) {
            do throws(RecordProblem) {
                guard case .object(let members) = record else {
                    throw RecordProblem.notAnObject
                }
                let values = members.map { ForeignTask.Extra(Text($0.key), $0.value.asValue) }
                try reading.add(DstaskRecord(values, context), at: place)
            } catch {
                reading.refuse(error, at: place)
            }
        }
        return reading
    }

    func readDstask(
        _ files: [ForeignFile], _ context: ExchangeContext
    ) throws(BoardError) -> Reading {
        var reading = Reading()
        for file in files where file.path.hasSuffix(".yml") && !reading.refusesUnread(file) {
            let document = Document(file.bytes, kind: .yaml)
            if let malformation = document.malformation {
                reading.refuse(malformation, in: file)
                continue
            }
            let name = BoardPath(file.path).fileName.dropLast(4)
            var values = document.entries.map { ForeignTask.Extra($0.key, $0.value) }
            values.removeAll { $0.key == "uuid" || $0.key == "status" }
            values.append(.init("uuid", .scalar(Text(name))))
            values.append(.init("status", .scalar(Text(file.folder))))
            let place = RecordPlace.file(file.path)
            do throws(RecordProblem) {
                try reading.add(DstaskRecord(values, context), at: place)
            } catch {
                reading.refuse(error, at: place)
            }
        }
        return reading
    }
}

extension Reading {
    /// Refuses a file that cannot be read as YAML.
    mutating func refuse(_ malformation: Malformation, in file: ForeignFile) {
        let place = RecordPlace.file(
            file.path, line: malformation.line, column: malformation.column)
        refused.append(RefusedRecord(.malformed(malformation.reason), at: place))
    }

    fileprivate mutating func add(
        _ record: DstaskRecord, at place: RecordPlace
    ) throws(RecordProblem) {
        if let status = record.statusToSkip { return skipped.add("'\(status)' in dstask") }
        tasks.append(try record.task(at: place))
        for field in record.lost { losses.add(field) }
    }
}

/// The values of one task of dstask.
private struct DstaskRecord {
    private let values: [ForeignTask.Extra]
    private let context: ExchangeContext

    init(_ values: [ForeignTask.Extra], _ context: ExchangeContext) {
        (self.values, self.context) = (values, context)
    }

    private func text(_ key: Text) -> Text? {
        guard case .scalar(let text)? = values.first(where: { $0.key == key })?.value,
            !text.isEmpty
        else { return nil }
        return text
    }

    private func list(_ key: Text) -> [Text] {
        switch values.first(where: { $0.key == key })?.value {
        case .list(let elements)?: elements.filter { !$0.isEmpty }
        case .scalar(let text)? where !text.isEmpty && text != "null": [text]
        default: []
        }
    }

    /// The status of an item that is not a task on a board, such as a template.
    var statusToSkip: String? {
        guard let status = text("status") else { return nil }
        let known = ["pending", "paused", "delegated", "deferred", "active", "resolved"]
        return known.contains(status.string) ? nil : plainWords(status)
    }

    /// The values that a pmd task cannot hold.
    var lost: [String] {
        values.map(\.key).filter { !Self.known.contains($0.string) }.map { plainWords($0) }
    }

    private static let known: Set<String> = [
        "uuid", "status", "id", "summary", "notes", "tags", "project", "priority",
        "delegatedto", "subtasks", "dependencies", "created", "resolved", "due",
    ]

    func task(at place: RecordPlace) throws(RecordProblem) -> ForeignTask {
        guard let uuid = text("uuid"), isUUID(uuid) else {
            throw RecordProblem.nameIsNotUUID
        }
        guard let summary = text("summary") else { throw RecordProblem.missing("summary") }
        var task = ForeignTask(
            .source(Text("dstask:\(uuid)")), title: oneLine(summary), at: place)
        task.stage = stage
        task[.created] = date("created") { context.now.at($0).stamp }
        task[.due] = due
        task[.tags] = list("tags")
        task[.assignees] = text("delegatedto").map { [$0] } ?? []
        setPriority(of: &task)
        task[.project] = text("project").map { [$0] } ?? []
        if task.stage == .finished {
            task[.finished] = date("resolved", context.now.finishDate)
        }
        task.dependencies = list("dependencies").map {
            ForeignTask.Dependency(source: Text("dstask:\($0)"), name: $0)
        }
        task.dependencyKey = "dependencies"
        task.body = endingInNewline(text("notes")?.utf8 ?? []) + checklist
        return task
    }

    private var stage: ForeignTask.Stage {
        switch text("status")?.string {
        case "active": .started
        case "resolved": .finished
        default: .first
        }
    }

    private func setPriority(of task: inout ForeignTask) {
        switch text("priority")?.string {
        case "P0":
            task[.priority] = ["high"]
            task[extra: "dstask-priority"] = .scalar("P0")
        case "P1": task[.priority] = ["high"]
        case "P3": task[.priority] = ["low"]
        case nil, "P2": break
        case let other?:
            task[.priority] = TaskExchange.priority(named: Text(other)).map { [$0] } ?? []
            task[extra: "dstask-priority"] = .scalar(Text(other))
        }
    }

    /// Returns a date in the file's spelling, or the original text if it cannot be read; empty for
    /// Go's zero time.
    private func date(_ key: Text, _ spelling: (Int64) -> Text) -> [Text] {
        guard let text = text(key), !text.hasPrefix("0001-01-01") else { return [] }
        return [context.now.seconds(ofForeign: text).map(spelling) ?? text]
    }

    /// The due date. dstask stores midnight in the zone in which the date was typed.
    private var due: [Text] {
        date("due") { seconds in
            guard let text = text("due"), DueDate(text)?.secondOfDay == 0 else {
                return context.now.localDate(seconds)
            }
            return Text(text.utf8.prefix(10))
        }
    }

    private var checklist: [UInt8] {
        guard case .records(let records)? = values.first(where: { $0.key == "subtasks" })?.value
        else { return [] }
        return records.flatMap { pairs -> [UInt8] in
            func part(_ key: Text) -> Text { pairs.first { $0.key == key }?.value ?? "" }
            let box = part("resolved") == "true" ? "- [x] " : "- [ ] "
            return Array(box.utf8) + oneLine(part("summary")).utf8 + [0x0A]
        }
    }
}

extension JSONValue {
    /// The value as a document value: scalars and lists of scalars.
    fileprivate var asValue: MarkdownDocument.Value {
        switch self {
        case .null: .scalar("")
        case .string(let text): .scalar(text)
        case .array(let elements): .list(elements.compactMap(\.text))
        case .object: .other
        default: .scalar(Text(encoded()))
        }
    }
}

// MARK: Writing

extension ExchangeFormat {
    func writeDstask(_ tasks: [TaskItem], _ context: ExportContext) -> Writing {
        var losses = Tally()
        let records = tasks.map { task in
            task.reportUnread(in: &losses)
            let values = DstaskWriter(task, context).values
            let reader = DstaskRecord(values, context.exchange)
            do throws(RecordProblem) {
                let read = try reader.task(at: .record(1))
                let blockers = task.blockedBy.filter { context.board[$0] != nil }.map(\.text)
                losses.add(read.differences(of: task, blockers: blockers, context.exchange))
            } catch {
                losses.add("tasks that cannot be read again")
            }
            return values
        }
        return Writing(files: .text(json(of: records)), losses: losses)
    }

    private func json(of records: [[ForeignTask.Extra]]) -> [UInt8] {
        let objects = records.map { values in
            JSONValue.object(
                values.map { value in
                    switch value.value {
                    case .list(let elements): .init(value.key.string, .strings(elements))
                    case .scalar(let text): .init(value.key.string, .string(text))
                    case .map, .records, .other: .init(value.key.string, .null)
                    }
                }
            ).encoded()
        }
        return Array("[\n".utf8) + objects.joined(separator: ",\n".utf8) + "\n]\n".utf8
    }
}

extension Writing {
    /// The folder format of dstask, made from the output of ``ExchangeFormat/writeDstask(_:_:)``.
    package var asDstaskFolder: Writing {
        guard case .text(let bytes) = files else { return self }
        var folder: [ForeignFile] = []
        do {
            var reading = Reading()
            for (_, record) in try ExchangeFormat.dstask.records(bytes, &reading) {
                guard case .object(let members) = record, let uuid = record["uuid"]?.text,
                    let status = record["status"]?.text
                else { continue }
                let entries = members.filter { $0.key != "uuid" && $0.key != "status" }.map {
                    (key: Text($0.key), value: $0.value.asValue)
                }
                let document = try Document(composing: entries, body: [], kind: .yaml)
                folder.append(
                    ForeignFile(path: "\(status)/\(uuid).yml", bytes: document.bytes))
            }
        } catch {
            preconditionFailure("an export reads back: \(error)")
        }
        return Writing(files: .folder(folder), losses: losses)
    }
}

/// Writes a pmd task as a dstask task.
private struct DstaskWriter {
    private let task: TaskItem
    private let context: ExportContext

    init(_ task: TaskItem, _ context: ExportContext) { (self.task, self.context) = (task, context) }

    var values: [ForeignTask.Extra] {
        func scalar(_ key: Text, _ text: Text?) -> ForeignTask.Extra {
            .init(key, .scalar(text ?? ""))
        }
        return [
            scalar("uuid", uuid(of: task)),
            scalar("status", status), scalar("summary", task.title),
            scalar("notes", Text(task.body)), .init("tags", .list(task.tags)),
            scalar("project", task.texts(of: .project).first), scalar("priority", priority),
            scalar("delegatedto", task.assignees.first),
            .init(
                "dependencies",
                .list(task.blockedBy.compactMap { context.board[$0] }.map(uuid))),
            scalar(
                "created", task.created.map { Moment.utcStamp($0.seconds(context.now)) } ?? zero),
            scalar("resolved", context.finished(task).map(Moment.utcStamp) ?? zero),
            scalar("due", due ?? zero),
        ]
    }

    private var zero: Text { "0001-01-01T00:00:00Z" }

    private func uuid(of task: TaskItem) -> Text {
        // The ID becomes a file name, and a teammate may have written anything into 'source'.
        if let id = context.id(task, in: .dstask), isUUID(id) { return id }
        return madeUUID(of: task)
    }

    private var status: Text {
        task.isFinished ? "resolved" : context.isStarted(task) ? "active" : "pending"
    }

    private var priority: Text {
        switch task.priority?.rawValue {
        case "high": task.scalar("dstask-priority") == "P0" ? "P0" : "P1"
        case "low": "P3"
        default: "P2"
        }
    }

    private var due: Text? {
        guard let due = task.due else { return nil }
        if due.secondOfDay == nil { return Text(due.day.text.utf8 + "T00:00:00Z".utf8) }
        return Moment.utcStamp(due.seconds(context.now))
    }
}
