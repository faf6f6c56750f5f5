import BoardView
import MarkdownDocument
import TaskBoard
import Words

// pmd boards as JSON, in the format of 'pmd list --json'.

extension ExchangeFormat {
    func readBoardJSON(
        _ bytes: [UInt8], _ context: ExchangeContext
    ) throws(BoardError) -> Reading {
        var reading = Reading()
        var occurrences = Occurrences(self)
        for (place, record) in try records(bytes, &reading) {
            do throws(RecordProblem) {
                var task = ForeignTask(.source(""), title: "", at: place)
                try task.set(record, context.settings.fields)
                task.origin =
                    try origin(of: record, task, context)
                    ?? occurrences.origin(title: task.title, created: task[.created].first)
                reading.tasks.append(task)
            } catch {
                reading.refuse(error, at: place)
            }
        }
        return reading
    }

    /// A value in a JSON text, and its position.
    typealias JSONRecord = (place: RecordPlace, value: JSONValue)

    /// Returns the objects in a text: the elements of an array, or a sequence of values. If a text
    /// with one object per line has an error, the lines are read one by one.
    func records(
        _ bytes: [UInt8], _ reading: inout Reading
    ) throws(BoardError) -> [JSONRecord] {
        let text = bytes.withoutMark
        do throws(JSONError) {
            var values = try JSONValue.sequence(parsing: text)
            if values.count == 1, case .array(let elements) = values[0] { values = elements }
            return values.enumerated().map { (.record($0.offset + 1), $0.element) }
        } catch {
            if let records = recordsOfLines(text, &reading) { return records }
            let place = JSONErrorPlace(of: error.offset, in: text)
            throw RecordProblem.json(
                line: place.line, column: place.column, problem: error.words
            ).of(format: name)
        }
    }

    /// Returns nil if the first record is not an object on a line of its own.
    private func recordsOfLines(_ text: [UInt8], _ reading: inout Reading) -> [JSONRecord]? {
        var records: [JSONRecord] = []
        for (index, line) in text.withLineFeeds.lines.enumerated() {
            let number = index + 1
            var line = Array(line).trimmed
            if line.last == UInt8(ascii: ",") { line.removeLast() }
            if records.isEmpty, reading.refused.isEmpty, line.first == UInt8(ascii: "[") {
                line.removeFirst()
            }
            if line.isEmpty || line == Array("]".utf8) { continue }
            guard line.first == UInt8(ascii: "{") else {
                if records.isEmpty, reading.refused.isEmpty { return nil }
                reading.refuse(.notAnObject, at: .line(number))
                continue
            }
            do throws(JSONError) {
                records.append((.line(number), try JSONValue(parsing: line)))
            } catch {
                if records.isEmpty, line.last != UInt8(ascii: "}") { return nil }
                let place = JSONErrorPlace(of: error.offset, in: line)
                let problem = RecordProblem.json(
                    line: number, column: place.column, problem: error.words)
                reading.refuse(problem, at: .line(number))
            }
        }
        // An error outside any record applies to the whole text.
        return records.isEmpty && reading.refused.isEmpty ? nil : records
    }

    /// Returns the identity of a board's task; nil for a record without an ID.
    private func origin(
        of record: JSONValue, _ task: ForeignTask, _ context: ExchangeContext
    ) throws(RecordProblem) -> ForeignTask.Origin? {
        guard
            let path = try ForeignTask.path(
                path: record["path"]?.text, id: record["id"]?.text, title: task.title)
        else { return nil }
        return .path(path)
    }

    func writeBoardJSON(_ tasks: [TaskItem], _ context: ExportContext) -> Writing {
        var losses = Tally()
        var bytes: [UInt8] = [UInt8(ascii: "[")]
        for (index, task) in tasks.enumerated() {
            bytes += (index == 0 ? "\n" : ",\n").utf8
            var json = task.json(
                ref: context.references[task], overdue: context.now,
                fields: context.references.fields)
            if let finished = context.finished(task), task.texts(of: .finished).isEmpty {
                let date = context.now.finishDate(finished)
                json = json.adding([.init(Field.finished.jsonKey, .string(date))])
            }
            bytes += json.encoded(isVersioned: true)
            task.reportUnread(in: &losses)
            if task.conflicts.contains(where: { $0.key == ".file" }) {
                losses.add("files below conflicts/")
            }
        }
        bytes += "\n]\n".utf8
        return Writing(files: .text(bytes), losses: losses)
    }
}

extension ForeignTask {
    /// Returns the path for a task that keeps its ID; nil if there is none.
    static func path(
        path: Text?, id: Text?, title: Text
    ) throws(RecordProblem) -> BoardPath? {
        guard let id, !id.isEmpty else {
            guard let path, !path.isEmpty else { return nil }
            return try checked(BoardPath(path.utf8))
        }
        if let path, !path.isEmpty {
            guard TaskID(fileName: BoardPath(path.utf8).fileName) == TaskID(id) else {
                throw RecordProblem.idOfAnotherPath(id: "\(id)", path: "\(path)")
            }
            return try checked(BoardPath(path.utf8))
        }
        let slug = TaskCode.isValid(id.utf8) ? TaskBoard.slug(of: title).utf8 + [0x2D] : []
        return try checked(BoardPath(slug + id.utf8 + Array(".md".utf8)))
    }

    /// Refuses a path that is not a task path.
    private static func checked(_ path: BoardPath) throws(RecordProblem) -> BoardPath {
        let name = path.fileName
        let isName =
            name.count > 3 && name.count <= 255 && name.suffix(3).elementsEqual(".md".utf8)
            && name.first != UInt8(ascii: ".") && !name.elementsEqual("README.md".utf8)
            && name.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
        let isHidden = path.components.contains {
            $0.isEmpty || $0.utf8.first == UInt8(ascii: ".")
        }
        guard isName, !isHidden else {
            throw RecordProblem.notATaskPath(visible(path))
        }
        return path
    }
}

extension ForeignTask {
    /// Sets the values in a JSON object; `null` removes a value.
    mutating func set(_ json: JSONValue, _ fields: FieldTable) throws(RecordProblem) {
        guard case .object(let members) = json else { throw RecordProblem.notAnObject }
        for member in members { try set(member) }
        guard let own = json["fields"] else { return }
        guard case .object(let members) = own else {
            throw RecordProblem.notAnObjectAt("fields")
        }
        // A board's own export has the text of each value in 'extra'.
        for member in members where self[extra: Text(member.key)] == nil {
            let field = fields.declared.first { $0.key == Text(member.key) }
            self[extra: Text(member.key)] = try ownValue(member.value, field, member.key)
        }
    }

    /// Returns the value of a declared field; a number for a duration is in minutes.
    private func ownValue(
        _ json: JSONValue, _ field: Field?, _ key: String
    ) throws(RecordProblem) -> Value? {
        // Numbers that are not integers are read as text.
        switch (field?.kind, json) {
        case (.duration?, .number(let minutes)):
            if let duration = TaskDuration(minutes: minutes) { return .scalar(duration.text) }
        case (.duration?, .string(let text)):
            let minutes = TaskDuration(text) == nil ? plainDecimal(text) : nil
            let whole = minutes.flatMap { Int($0.string) }
            if let duration = whole.flatMap(TaskDuration.init(minutes:)) {
                return .scalar(duration.text)
            }
        case (.number?, .string(let text)):
            if let number = plainDecimal(text) { return .scalar(number) }
        default: break
        }
        guard case .array(let elements) = json else { return try extraValue(json, key) }
        var texts: [Text] = []
        for element in elements {
            guard case .scalar(let text)? = try ownValue(element, field, key) else {
                throw RecordProblem.notStrings("\(key)")
            }
            texts.append(text)
        }
        return texts.isEmpty ? nil : .list(texts)
    }

    private mutating func set(_ member: JSONValue.Member) throws(RecordProblem) {
        let (key, value) = (member.key, member.value)
        if Self.computed.contains(key) { return }
        if key == JSONValue.schemaKey { return try Self.refuseNewerSchema(value) }
        if key == "extra" { return try setExtra(value) }
        if key == "fields" { return }
        guard let field = (Field.inJSON + [.finished]).first(where: { $0.jsonKey == key }) else {
            throw RecordProblem.unknownKey("\(key)")
        }
        switch field.kind {
        case .id, .path, .checklist: break
        case .conflicts: conflicts = try records(value)
        case .body: body = try one(value, key)?.utf8 ?? []
        case .state: if let state = try one(value, key) { stage = .state(state) }
        default:
            if field == .title {
                title = oneLine(try one(value, key) ?? Text(""))
            } else {
                self[field] = try texts(value, of: field)
            }
        }
    }

    private static func refuseNewerSchema(_ value: JSONValue) throws(RecordProblem) {
        guard case .number(let version) = value, version <= JSONValue.schemaVersion else {
            throw RecordProblem.newerSchema(
                String(decoding: value.encoded(), as: UTF8.self), known: JSONValue.schemaVersion)
        }
    }

    /// Keys that are derived from others or from the history.
    private static let computed: Set<String> = [
        "ref", "name", "overdue", "problems", "history", "updated", "urgency",
    ]

    private func one(_ json: JSONValue, _ key: String) throws(RecordProblem) -> Text? {
        switch json {
        case .string(let text): text
        case .null: nil
        default: throw RecordProblem.notAString("\(key)")
        }
    }

    private func texts(_ json: JSONValue, of field: Field) throws(RecordProblem) -> [Text] {
        guard field.isList else {
            let text = try one(json, field.jsonKey)
            return text.map { [$0] } ?? []
        }
        guard case .array(let elements) = json else {
            if json == .null { return [] }
            throw RecordProblem.notStrings("\(field.jsonKey)")
        }
        var texts: [Text] = []
        for element in elements {
            if let text = try one(element, field.jsonKey), !text.isEmpty { texts.append(text) }
        }
        return texts
    }

    private mutating func setExtra(_ json: JSONValue) throws(RecordProblem) {
        guard case .object(let members) = json else {
            throw RecordProblem.notAnObjectAt("extra")
        }
        for member in members {
            self[extra: Text(member.key)] = try extraValue(member.value, member.key)
        }
    }

    private func extraValue(_ json: JSONValue, _ key: String) throws(RecordProblem) -> Value? {
        switch json {
        case .null: return nil
        case .string(let text): return .scalar(text)
        case .array(let elements):
            var texts: [Text] = []
            for element in elements { texts.append(try one(element, key) ?? Text("")) }
            return .list(texts)
        default: return .scalar(Text(json.encoded()))
        }
    }

    /// Returns the conflicts in front matter; conflicts in the body are part of the body.
    private func records(_ json: JSONValue) throws(RecordProblem) -> [ConflictRecord] {
        guard case .array(let elements) = json else {
            throw RecordProblem.notAnArray("conflicts")
        }
        var records: [ConflictRecord] = []
        for element in elements {
            func part(_ key: String) -> Text { element[key]?.text ?? Text("") }
            guard !part("key").isEmpty else { throw RecordProblem.conflictWithoutKey }
            if part("key") == "body" { continue }
            records.append(
                ConflictRecord(
                    key: part("key"), value: part("value"), by: part("by"), at: part("at")))
        }
        return records
    }
}

extension JSONValue {
    /// The text of a string; nil for any other value.
    var text: Text? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}
