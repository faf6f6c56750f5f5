import BoardView
import MarkdownDocument
import TaskBoard

// Taskwarrior's JSON, as 'task export' prints it.

extension ExchangeFormat {
    func readTaskwarrior(
        _ bytes: [UInt8], _ context: ExchangeContext
    ) throws(BoardError) -> Reading {
        let records = try records(bytes)
        let series = RecurringTasks(records, context.now)
        var reading = Reading()
        for (index, record) in records.enumerated() {
            let place = RecordPlace.record(index + 1)
            do throws(RecordProblem) {
                if let reason = try series.reasonToSkip(record) {
                    reading.skipped.add(reason)
                    continue
                }
                var reader = TaskwarriorRecord(record, context, at: place)
                try reader.read(repeating: series.period(of: record))
                reading.tasks.append(reader.task)
                for field in reader.lost { reading.losses.add(field) }
                reading.notes += reader.notes
            } catch {
                throw error.at(place)
            }
        }
        return reading
    }
}

/// The recurring tasks of an export: the newest one of a series repeats, and its template is
/// skipped.
private struct RecurringTasks {
    /// The UUIDs of the tasks that repeat, with their period.
    private var periods: [Text: Text] = [:]
    private var parents: Set<Text> = []

    init(_ records: [JSONValue], _ now: Moment) {
        var newest: [Text: (uuid: Text, isOpen: Bool, due: Int64)] = [:]
        var periodsOfParents: [Text: Text] = [:]
        // A task that repeats without a template, as other programs write it.
        var single: [Text: Text] = [:]
        for record in records {
            if record["status"]?.text == "recurring", let uuid = record["uuid"]?.text {
                periodsOfParents[uuid] = record["recur"]?.text
            }
            if record["parent"] == nil,
                ["pending", "waiting"].contains(record["status"]?.text?.string),
                let uuid = record["uuid"]?.text, let period = record["recur"]?.text
            {
                single[uuid] = period
            }
            guard let parent = record["parent"]?.text, let uuid = record["uuid"]?.text,
                let status = record["status"]?.text, status != "deleted"
            else { continue }
            let due = record["due"]?.text.flatMap(now.seconds(ofForeign:)) ?? .min
            let child = (uuid, status != "completed", due)
            if let other = newest[parent],
                (other.isOpen ? 1 : 0, other.due) > (child.1 ? 1 : 0, due)
            {
                continue
            }
            newest[parent] = child
            if let period = record["recur"]?.text { periods[uuid] = period }
        }
        parents = Set(newest.keys)
        let chosen = newest.mapValues(\.uuid)
        let own = periods
        periods = single
        for (parent, child) in chosen {
            periods[child] = own[child] ?? periodsOfParents[parent]
        }
        for (parent, period) in periodsOfParents where !parents.contains(parent) {
            periods[parent] = period
        }
    }

    func reasonToSkip(_ record: JSONValue) throws(RecordProblem) -> String? {
        guard case .object = record else { throw RecordProblem.notAnObject }
        switch record["status"]?.text?.string {
        case "deleted": return "deleted in Taskwarrior"
        case "recurring":
            let hasChild = record["uuid"]?.text.map(parents.contains) ?? false
            return hasChild ? "template of a recurring task" : nil
        default: return nil
        }
    }

    func period(of record: JSONValue) -> Text? {
        record["uuid"]?.text.flatMap { periods[$0] }
    }
}

/// One task of a Taskwarrior export.
struct TaskwarriorRecord {
    private let record: JSONValue
    private let context: ExchangeContext
    private(set) var task: ForeignTask
    /// The attributes that a task of pmd does not hold.
    private(set) var lost: [String] = []
    private(set) var notes: [Bilingual] = []

    init(_ record: JSONValue, _ context: ExchangeContext, at place: RecordPlace) {
        (self.record, self.context) = (record, context)
        task = ForeignTask(.source(""), title: "", at: place)
        task.dependencyKey = "depends"
    }

    /// - Parameter period: The period of the series of which this is the newest task.
    mutating func read(repeating period: Text?) throws(RecordProblem) {
        guard case .object(let members) = record else { throw RecordProblem.notAnObject }
        guard let uuid = record["uuid"]?.text, isUUID(uuid) else {
            throw RecordProblem.missingOrNotUUID("uuid")
        }
        guard let description = record["description"]?.text else {
            throw RecordProblem.missingOrNotText("description")
        }
        task.origin = .source(Text("taskwarrior:\(uuid)"))
        task.title = oneLine(description)
        try readStatus()
        for member in members { try read(member) }
        readPeriod(period)
        if let patch = record["pmd"] { try apply(patch) }
    }

    private mutating func readStatus() throws(RecordProblem) {
        switch record["status"]?.text?.string {
        case "completed": task.stage = .finished
        case "pending", "waiting", "recurring", nil:
            task.stage = record["start"] == nil ? .first : .started
        case let other?: throw RecordProblem.unknownStatus(other, tool: "Taskwarrior")
        }
    }

    private mutating func read(_ member: JSONValue.Member) throws(RecordProblem) {
        let (key, value) = (member.key, member.value)
        switch key {
        case "uuid", "description", "status", "recur", "pmd": break
        case "due": task[.due] = [context.now.localDate(try seconds(value, key))]
        case "entry": task[.created] = [context.now.at(try seconds(value, key)).stamp]
        case "wait": try readWait(value)
        case "end":
            task[extra: "completed"] = .scalar(context.now.localDate(try seconds(value, key)))
        case "scheduled", "until":
            task[extra: Text(key)] = .scalar(context.now.localDate(try seconds(value, key)))
        case "priority": readPriority(value)
        case "tags": task[.tags] = try texts(value, key)
        case "annotations": try readAnnotations(value)
        case "depends": try readDependencies(value)
        case "start": lost.append("time of start")
        case "id", "urgency", "modified", "parent", "mask", "imask", "last", "rtype",
            "template":
            lost.append(key)
        default: readOther(key, value)
        }
    }

    private func seconds(_ json: JSONValue, _ key: String) throws(RecordProblem) -> Int64 {
        guard let text = json.text, let seconds = context.now.seconds(ofForeign: text) else {
            throw RecordProblem.notADate(key, expected: .moment)
        }
        return seconds
    }

    private mutating func readWait(_ value: JSONValue) throws(RecordProblem) {
        let date = context.now.localDate(try seconds(value, "wait"))
        task[.wait] = [Text(date.utf8.prefix(10))]
        if date.utf8.count > 10 { lost.append("time of wait") }
    }

    private mutating func readPriority(_ value: JSONValue) {
        let letters = ["H": "high", "M": "medium", "L": "low"]
        if let priority = value.text.flatMap({ letters[$0.string] }) {
            task[.priority] = [Text(priority)]
        } else {
            readOther("priority", value)
        }
    }

    private func texts(_ json: JSONValue, _ key: String) throws(RecordProblem) -> [Text] {
        switch json {
        case .null: return []
        case .string(let text):
            return text.utf8.split(separator: UInt8(ascii: ",")).map { Text($0.trimmed) }
        case .array(let elements) where elements.allSatisfy({ $0.text != nil }):
            var texts: [Text] = []
            for text in elements.compactMap(\.text) where !text.isEmpty && !texts.contains(text) {
                texts.append(text)
            }
            return texts
        default: throw RecordProblem.notTexts(key)
        }
    }

    private mutating func readAnnotations(_ value: JSONValue) throws(RecordProblem) {
        guard case .array(let annotations) = value else {
            throw RecordProblem.notAList("annotations")
        }
        for annotation in annotations {
            guard let text = annotation["description"]?.text, let entry = annotation["entry"]
            else { throw RecordProblem.incompleteAnnotation }
            let date = context.now.localDate(try seconds(entry, "entry"))
            task.body += datedLine(Text(date.utf8.prefix(10)), text)
        }
    }

    private mutating func readDependencies(_ value: JSONValue) throws(RecordProblem) {
        task.dependencies = try texts(value, "depends").map {
            ForeignTask.Dependency(source: Text("taskwarrior:\($0)"), name: $0)
        }
    }

    /// Keeps an attribute that pmd does not know, under its own name unless that is a field of
    /// pmd.
    private mutating func readOther(_ key: String, _ value: JSONValue) {
        let isTaken = Field.named(Text(key)) != nil || Text(key) == ForeignTask.sourceKey
        let name = Text(isTaken ? "taskwarrior-\(key)" : key)
        switch value {
        case .null: break
        case .string(let text):
            if !text.isEmpty { task[extra: name] = .scalar(text) }
        case .array(let elements) where elements.allSatisfy({ $0.text != nil }):
            task[extra: name] = .list(elements.compactMap(\.text))
        default: task[extra: name] = .scalar(Text(value.encoded()))
        }
    }

    private mutating func readPeriod(_ period: Text?) {
        guard let period else { return }
        if let repetition = repetition(ofPeriod: period) {
            task[.repeat] = [repetition]
        } else {
            task[extra: "recur"] = .scalar(period)
            notes.append(
                Bilingual(
                    "\(quoted(task.title)) recurs '\(plainWords(period))', which pmd cannot repeat; "
                        + "kept in 'recur'",
                    "\(quoted(task.title)): pmd가 되풀이할 수 없는 '\(plainWords(period))' 값을 "
                        + "'recur' 키에 둠"))
        }
    }

    /// Applies the values that only pmd knows. The tool may have changed the others since.
    private mutating func apply(_ patch: JSONValue) throws(RecordProblem) {
        let read = task
        try set(patch)
        if read.stage == .finished, isOpen(task.stage) { task.stage = .finished }
        if let due = read[.due].first, !isSameMoment(due, task[.due].first) {
            task[.due] = [due]
        }
        if !task.body.elementsEqual(read.body) {
            let lines = Set(task.body.lines.map { Text($0) })
            for line in read.body.lines where !lines.contains(Text(line)) {
                task.body = endingInNewline(task.body) + line + [0x0A]
            }
        }
    }

    private mutating func set(_ patch: JSONValue) throws(RecordProblem) {
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(parsing: patch.text?.utf8 ?? [])
        } catch {
            throw RecordProblem.foreignPatch(problem: "\(error)")
        }
        let path = try ForeignTask.path(
            path: json["path"]?.text, id: json["id"]?.text, title: task.title)
        if let path, case .source(let source) = task.origin {
            task.origin = .path(path)
            task.alias = source
            task[extra: ForeignTask.sourceKey] = .scalar(source)
        }
        try task.set(json)
    }

    private func isOpen(_ stage: ForeignTask.Stage) -> Bool {
        guard case .state(let state) = stage else { return stage != .finished }
        return !context.settings.isFinished(state)
    }

    private func isSameMoment(_ a: Text, _ b: Text?) -> Bool {
        guard let a = DueDate(a), let b = b.flatMap({ DueDate($0) }) else { return false }
        return a.seconds(context.now) == b.seconds(context.now)
    }
}

/// Returns true for a UUID of hexadecimal digits.
func isUUID(_ text: Text) -> Bool {
    text.utf8.count == 36
        && text.utf8.enumerated().allSatisfy { index, byte in
            [8, 13, 18, 23].contains(index)
                ? byte == 0x2D : Unicode.Scalar(byte).properties.isASCIIHexDigit
        }
}
