import BoardView
import MarkdownDocument
import TaskBoard
import Words

// Taskwarrior's JSON, as printed by 'task export'.

extension ExchangeFormat {
    func readTaskwarrior(
        _ bytes: [UInt8], _ context: ExchangeContext
    ) throws(BoardError) -> Reading {
        var reading = Reading()
        let records = try records(bytes, &reading)
        let series = RecurringTasks(records.map(\.value), context.now)
        for (place, record) in records {
            do throws(RecordProblem) {
                if let reason = try series.reasonToSkip(record) {
                    reading.skipped.add(reason)
                    continue
                }
                var reader = TaskwarriorRecord(record, context, at: place)
                let (period, until) = series.rule(of: record)
                try reader.read(repeating: period, until: until)
                reading.tasks.append(reader.task)
                for field in reader.lost { reading.losses.add(field) }
                reading.notes += reader.notes
            } catch {
                reading.refuse(error, at: place)
            }
        }
        return reading
    }
}

/// The recurring tasks of an export. The newest task of a series repeats; its template and older
/// overdue tasks are skipped.
private struct RecurringTasks {
    /// The template of a series.
    private struct Template {
        var period: Text?
        var until: JSONValue?
    }

    /// A task of a series.
    private struct Instance {
        let uuid: Text
        let period: Text?
        let due: Int64
        let isOpen: Bool
    }

    private var templates: [Text: Template] = [:]
    private var parents: Set<Text> = []
    /// The UUIDs of repeating tasks, with their period and its end.
    private var rules: [Text: Template] = [:]
    /// The UUIDs of overdue tasks superseded by a newer overdue one.
    private var superseded: Set<Text> = []

    init(_ records: [JSONValue], _ now: Moment) {
        var instances: [Text: [Instance]] = [:]
        for record in records {
            guard let uuid = record["uuid"]?.text else { continue }
            let status = record["status"]?.text?.string ?? ""
            let period = record["recur"]?.text
            let template = Template(period: period, until: record["until"])
            if status == "recurring" { templates[uuid] = template }
            guard let parent = record["parent"]?.text else {
                // A repeating task without a template, as written by other programs.
                if ["pending", "waiting"].contains(status), period != nil {
                    rules[uuid] = template
                }
                continue
            }
            guard status != "deleted" else { continue }
            let due = record["due"]?.text.flatMap(now.seconds(ofForeign:)) ?? .min
            instances[parent, default: []].append(
                Instance(uuid: uuid, period: period, due: due, isOpen: status != "completed"))
        }
        parents = Set(instances.keys)
        for (parent, instances) in instances { add(instances, of: parent, now.seconds) }
        for (parent, template) in templates where !parents.contains(parent) {
            rules[parent] = template
        }
    }

    private mutating func add(_ instances: [Instance], of parent: Text, _ now: Int64) {
        let newest = instances.max { a, b in
            (a.isOpen ? 1 : 0, a.due) < (b.isOpen ? 1 : 0, b.due)
        }
        let template = templates[parent]
        if let newest, let period = newest.period ?? template?.period {
            rules[newest.uuid] = Template(period: period, until: template?.until)
        }
        let overdue = instances.filter { $0.isOpen && $0.due != .min && $0.due <= now }
        let last = overdue.max { $0.due < $1.due }
        superseded.formUnion(overdue.map(\.uuid).filter { $0 != last?.uuid })
    }

    func reasonToSkip(_ record: JSONValue) throws(RecordProblem) -> String? {
        guard case .object = record else { throw RecordProblem.notAnObject }
        let uuid = record["uuid"]?.text
        switch record["status"]?.text?.string {
        case "deleted": return "deleted in Taskwarrior"
        case "recurring":
            let hasChild = uuid.map(parents.contains) ?? false
            return hasChild ? "template of a recurring task" : nil
        default:
            return uuid.map(superseded.contains) == true
                ? "older overdue task of a recurring one" : nil
        }
    }

    /// Returns the period of a repeating task, and the end of its template.
    func rule(of record: JSONValue) -> (period: Text?, until: JSONValue?) {
        let rule = record["uuid"]?.text.flatMap { rules[$0] }
        return (rule?.period, rule?.until ?? record["until"])
    }
}

/// One task of a Taskwarrior export.
struct TaskwarriorRecord {
    private let record: JSONValue
    private let context: ExchangeContext
    private(set) var task: ForeignTask
    /// The attributes that a pmd task cannot hold.
    private(set) var lost: [String] = []
    private(set) var notes: [ImportNote] = []

    init(_ record: JSONValue, _ context: ExchangeContext, at place: RecordPlace) {
        (self.record, self.context) = (record, context)
        task = ForeignTask(.source(""), title: "", at: place)
        task.dependencyKey = "depends"
    }

    /// - Parameters:
    ///   - period: The period of the series, if this is its newest task.
    ///   - until: The end of the series.
    mutating func read(
        repeating period: Text?, until: JSONValue? = nil
    ) throws(RecordProblem) {
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
        for member in members { read(member) }
        readPeriod(period, until: until)
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

    private mutating func read(_ member: JSONValue.Member) {
        let (key, value) = (member.key, member.value)
        switch key {
        case "uuid", "description", "status", "recur", "pmd": break
        case "due": task[.due] = date(value, context.now.localDate)
        case "entry": task[.created] = date(value) { context.now.at($0).stamp }
        case "wait": readWait(value)
        case "end":
            if task.stage == .finished { task[.finished] = date(value, context.now.finishDate) }
        case "scheduled", "until", "start":
            let date = date(value, context.now.localDate)
            if let date = date.first { task[extra: Text(key)] = .scalar(date) }
        case "priority": readPriority(value)
        case "tags": task[.tags] = texts(value)
        case "project": task[.project] = texts(of: value)
        case "annotations": readAnnotations(value)
        case "depends":
            task.dependencies = texts(value).map {
                ForeignTask.Dependency(source: Text("taskwarrior:\($0)"), name: $0)
            }
        case "id", "urgency", "modified", "parent", "mask", "imask", "last", "rtype",
            "template":
            lost.append(key)
        default: readOther(key, value)
        }
    }

    /// Returns a date in the file's spelling, or the original text if it cannot be read.
    private func date(_ json: JSONValue, _ spelling: (Int64) -> Text) -> [Text] {
        if json == .null { return [] }
        guard let text = json.text else { return [Text(json.encoded())] }
        return text.isEmpty ? [] : [context.now.seconds(ofForeign: text).map(spelling) ?? text]
    }

    private mutating func readWait(_ value: JSONValue) {
        task[.wait] = date(value) { Text(context.now.localDate($0).utf8.prefix(10)) }
        let time = value.text.flatMap(context.now.seconds(ofForeign:)).map(context.now.localDate)
        if let time, time.utf8.count > 10 { lost.append("time of wait") }
    }

    private mutating func readPriority(_ value: JSONValue) {
        if let priority = value.text.flatMap(TaskExchange.priority) {
            task[.priority] = [priority]
        } else {
            readOther("priority", value)
        }
    }

    /// Returns the elements of a list, or of comma-separated text.
    private func texts(_ json: JSONValue) -> [Text] {
        let elements: [Text]
        switch json {
        case .null: elements = []
        case .string(let text):
            elements = text.utf8.split(separator: UInt8(ascii: ",")).map { Text($0.trimmed) }
        case .array(let values): elements = values.map { $0.text ?? Text($0.encoded()) }
        default: elements = [Text(json.encoded())]
        }
        var seen: Set<Text> = []
        return elements.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// Returns a text, or the encoding of another value; none for an empty one.
    private func texts(of json: JSONValue) -> [Text] {
        let text = json == .null ? "" : json.text ?? Text(json.encoded())
        return text.isEmpty ? [] : [text]
    }

    /// Adds a dated line for each annotation, with its time of day unless that is midnight. If the
    /// date or the text is missing, keeps the rest.
    private mutating func readAnnotations(_ value: JSONValue) {
        guard case .array(let annotations) = value else {
            return readOther("annotations", value)
        }
        for annotation in annotations {
            let text = annotation["description"]?.text ?? Text(annotation.encoded())
            let seconds = annotation["entry"]?.text.flatMap(context.now.seconds(ofForeign:))
            if let seconds {
                let time = AnnotationTime.text(
                    of: context.now.at(seconds), isOwn: record["pmd"] != nil)
                let note = time.map { Text($0.utf8 + [0x20] + text.utf8) } ?? text
                task.body += datedLine(context.now.at(seconds).today.text, note)
            } else {
                task.body += Array("- ".utf8) + oneLine(text).utf8 + [0x0A]
            }
        }
    }

    /// Keeps an attribute unknown to pmd under its own name, unless that is a pmd field.
    private mutating func readOther(_ key: String, _ value: JSONValue) {
        let isTaken = Field.named(Text(key)) != nil || Text(key) == ForeignTask.sourceKey
        let name = Text(isTaken ? ForeignTask.taskwarriorPrefix + key : key)
        switch value {
        case .null: break
        case .string(let text):
            if !text.isEmpty { task[extra: name] = .scalar(withoutZeros(text)) }
        case .array(let elements) where elements.allSatisfy({ $0.text != nil }):
            task[extra: name] = .list(elements.compactMap(\.text))
        default: task[extra: name] = .scalar(Text(value.encoded()))
        }
    }

    /// Returns a number as people write it: Taskwarrior prints six digits after each point.
    private func withoutZeros(_ text: Text) -> Text {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let sign = text.utf8.first == UInt8(ascii: "-") ? 1 : 0
        guard parts.count == 2, parts[1].count == 6, parts[0].count > sign,
            (parts[0].dropFirst(sign) + parts[1]).allSatisfy({ (0x30...0x39).contains($0) })
        else { return text }
        let digits = Array(text.utf8.reversed().drop { $0 == 0x30 }.reversed())
        return Text(digits.last == UInt8(ascii: ".") ? digits.dropLast() : digits[...])
    }

    private mutating func readPeriod(_ period: Text?, until: JSONValue?) {
        guard let period else { return }
        let end = until?.text.flatMap(context.now.seconds(ofForeign:))
        guard task.stage != .finished else {
            // All tasks of the series are finished. Keep its period, but add no open task.
            if let end, end < context.now.seconds { return }
            task[extra: "recur"] = .scalar(period)
            notes.append(.finishedSeries(period, task: task.title))
            return
        }
        if let repetition = repetition(ofPeriod: period, until: end, context.now) {
            task[.repeat] = [repetition]
            if end != nil { task[extra: "until"] = nil }
        } else {
            task[extra: "recur"] = .scalar(period)
            notes.append(.unknownPeriod(period, task: task.title))
        }
    }

    /// Applies the pmd-only values. The tool may have changed the others since.
    private mutating func apply(_ patch: JSONValue) throws(RecordProblem) {
        let read = task
        try set(patch)
        if read.stage == .finished, isOpen(task.stage) { task.stage = .finished }
        if let due = read[.due].first, !isSameMoment(due, task[.due].first) {
            task[.due] = [due]
        }
        for extra in read.extra {
            guard case .scalar(let text) = extra.value, let kept = task.scalar(extra.key),
                kept != text, !isSame(text, kept)
            else { continue }
            let field = context.settings.fields.declared.first { $0.key == extra.key }
            task[extra: extra.key] = .scalar(field?.converted(text, context.now) ?? text)
        }
        if !task.body.elementsEqual(read.body) {
            let lines = Set(task.body.lines.map { Text($0) })
            for line in read.body.lines where !lines.contains(Text(line)) {
                if let last = task.body.last, last != 0x0A { task.body.append(0x0A) }
                task.body += line + [0x0A]
            }
        }
    }

    private mutating func set(_ patch: JSONValue) throws(RecordProblem) {
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(parsing: patch.text?.utf8 ?? [])
        } catch {
            throw RecordProblem.foreignPatch(problem: error.words)
        }
        let path = try ForeignTask.path(
            path: json["path"]?.text, id: json["id"]?.text, title: task.title)
        if let path, case .source(let source) = task.origin {
            task.origin = .path(path)
            task.alias = source
            task[extra: ForeignTask.sourceKey] = .scalar(source)
        }
        try task.set(json, context.settings.fields)
    }

    private func isOpen(_ stage: ForeignTask.Stage) -> Bool {
        guard case .state(let state) = stage else { return stage != .finished }
        return !context.settings.isFinished(state)
    }

    /// Returns true for two spellings of a duration, a number or a moment.
    private func isSame(_ a: Text, _ b: Text) -> Bool {
        if let a = ForeignDuration(a)?.duration { return a == TaskDuration(b) }
        if let a = Double(a.string) { return a == Double(b.string) }
        guard let seconds = context.now.seconds(ofForeign: a) ?? DueDate(a)?.seconds(context.now)
        else { return false }
        return DueDate(b)?.seconds(context.now) == seconds
    }

    private func isSameMoment(_ a: Text, _ b: Text?) -> Bool {
        guard let a = DueDate(a), let b = b.flatMap({ DueDate($0) }) else { return false }
        return a.seconds(context.now) == b.seconds(context.now)
    }
}

/// The time of day of an annotation, which a dated note has in front of its text: `22:10 Called Jo`.
private enum AnnotationTime {
    /// The time of an export's note without one: as many seconds after midnight as there are others.
    static let untimedSeconds = 3_600

    /// Returns the time of an annotation; nil if it has none.
    ///
    /// - Parameter isOwn: True for an annotation that pmd may have exported.
    static func text(of moment: Moment, isOwn: Bool) -> Text? {
        let second = Int(moment.seconds - moment.seconds(of: moment.today, secondOfDay: 0))
        let isUntimed = second == 0 || isOwn && second < untimedSeconds
        return isUntimed ? nil : timeOfDay(moment.minuteOfDay)
    }

    /// Returns the minute of the time at the start of a note; nil if an import would not read it.
    static func minute(of note: ArraySlice<UInt8>, on day: Day, _ now: Moment) -> Int? {
        guard note.count > 6, note.dropFirst(5).first == 0x20,
            let minute = minuteOfDay(Text(note.prefix(5))), minute * 60 >= untimedSeconds,
            // A clock that is set forward skips some times.
            now.at(now.seconds(of: day, secondOfDay: minute * 60)).minuteOfDay == minute
        else { return nil }
        return minute
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

extension ExchangeFormat {
    func writeTaskwarrior(_ tasks: [TaskItem], _ context: ExportContext) -> Writing {
        var losses = Tally()
        let records = tasks.map { task in
            task.reportUnread(in: &losses)
            let (record, unsupported) = TaskwarriorWriter(task, context).written
            for name in unsupported { losses.add(name) }
            return record.encoded()
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

    /// The attributes known to Taskwarrior, with the values they cannot hold under `pmd`; and the
    /// names of these fields, which only pmd reads back.
    var written: (record: JSONValue, unsupported: [String]) {
        let own = JSONValue.object(attributes)
        guard let others = differences(from: own) else { return (own, []) }
        let patch = JSONValue.object(
            [
                .init("id", .string(task.id.text)), .init("path", .string(Text(task.path.bytes))),
            ] + created + others)
        return (
            own.adding([.init("pmd", .string(Text(patch.encoded())))]),
            others.map(\.key).filter { !["extra", Field.rank.jsonKey].contains($0) }
        )
    }

    /// Returns the values that the attributes do not hold; nil if they are no task.
    private func differences(from own: JSONValue) -> [JSONValue.Member]? {
        var reader = TaskwarriorRecord(own, context.exchange, at: .record(1))
        do throws(RecordProblem) {
            try reader.read(repeating: nil)
        } catch {
            return nil
        }
        let ids = reader.task.dependencies.compactMap { dependency in
            blockers.first { dependency.name == $0.uuid }?.id
        }
        // A finish time that is only in the history is kept in the task's 'end'.
        let keepsEnd = context.finished(task) != nil
        return reader.task.differences(of: task, blockers: ids, context.exchange).filter {
            !(keepsEnd && $0.key == Field.finished.jsonKey && $0.value == .null)
        }
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
        if let project = task.texts(of: .project).first {
            members.append(member("project", project))
        }
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
        if context.isStarted(task) {
            members.append(member("start", started ?? entry ?? present))
        }
        if task.isFinished {
            let finished = context.finished(task).map(Moment.compactStamp)
            members.append(member("end", finished ?? present))
        }
        return members
    }

    /// The time in the key of an imported task.
    private var started: Text? {
        guard case .scalar(let text)? = task.extra.first(where: { $0.key == "start" })?.value
        else { return nil }
        return DueDate(text).flatMap(now.compactStamp)
    }

    /// The dated lines of the body. Taskwarrior distinguishes annotations by their second.
    private var annotations: [JSONValue] {
        var annotations: [JSONValue] = []
        for line in Array(task.body).lines where line.hasPrefix("- ") && line.count > 14 {
            let day = Day(Text(line.dropFirst(2).prefix(10)))
            guard let day, line.dropFirst(12).hasPrefix(": ") else { continue }
            let (note, count) = (line.dropFirst(14), annotations.count)
            let minute = AnnotationTime.minute(of: note, on: day, now)
            let second =
                minute.map { $0 * 60 + count % 60 } ?? count % AnnotationTime.untimedSeconds
            annotations.append([
                "entry": .string(Moment.compactStamp(now.seconds(of: day, secondOfDay: second))),
                "description": .string(Text(minute == nil ? note : note.dropFirst(6))),
            ])
        }
        return annotations
    }

    /// The user's own keys whose names Taskwarrior accepts.
    private var others: [JSONValue.Member] {
        let prefix = ForeignTask.taskwarriorPrefix
        return task.extra.compactMap { entry in
            guard case .scalar(let text) = entry.value, !text.isEmpty else { return nil }
            let key = entry.key.string
            if ["scheduled", "until"].contains(key) {
                return DueDate(text).flatMap(now.compactStamp).map { member(key, $0) }
            }
            let name = key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : key
            guard isName(name), !Self.ownNames.contains(name) else { return nil }
            let field = context.settings.fields.declared.first { $0.key == entry.key }
            return .init(name, field.flatMap { json($0, text) } ?? .string(text))
        }
    }

    /// Returns the value of a declared field as the attribute of a type has it; nil for text.
    private func json(_ field: Field, _ text: Text) -> JSONValue? {
        guard field.accepts(text), !field.isList else { return nil }
        switch field.kind {
        case .duration: return TaskDuration(text).map { .string($0.iso) }
        case .date: return DueDate(text).flatMap(now.compactStamp).map { .string($0) }
        case .number:
            // Other numbers, such as '007', are not JSON.
            let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
            let isCode =
                digits.first == 0x30 && digits.count > 1 && digits.dropFirst().first != 0x2E
            return isCode ? nil : .encoded(text.utf8)
        default: return nil
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
        "project", "annotations", "recur", "parent", "id", "urgency", "modified", "mask", "imask",
        "last",
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
