package import MarkdownDocument

extension TaskItem {
    /// The version of the format of ``record``. It depends on the keys that pmd knows, since
    /// another release may treat a key as the user's own.
    package static let recordFormat = Field.keys.reduce(13) { version, field in
        field.key.utf8.reduce(version) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }

    /// The fields of the task's file, from which the same task can be created
    /// without parsing the bytes.
    package var record: [UInt8] { contents.record }

    /// Creates the record now, and releases everything that can be created
    /// again from it or from the file's bytes.
    package func condense() { contents.condense() }

    /// Creates a task whose file was read before.
    ///
    /// - Parameters:
    ///   - path: The range of its path among the records.
    ///   - record: The range of its ``record``.
    ///   - place: The key to its bytes.
    ///   - folder: The values that it shares with others.
    /// - Throws: ``DamagedRecord`` if the head of the record is malformed.
    package init(
        path: Range<Int>, record: Range<Int>, place: Int, in folder: StoredFolder
    ) throws(DamagedRecord) {
        self.init(try LazyTask(path, record: record, place: place, in: folder))
    }

    /// Creates a task like ``init(path:document:settings:)``, for the tasks of
    /// one folder, whose state is looked up once.
    package init(path: BoardPath, document: Document, state: Text, isFinished: Bool) {
        self.init(LazyTask(path, document: document, state: state, isFinished: isFinished))
    }
}

// The task's fields after the head of its record. A change here or in the
// meaning of a field is another format and requires a new
// `TaskItem.recordFormat`.

extension RecordHead {
    init(_ fields: TaskFields, order: Rank, checklist: (done: UInt32, total: UInt32)) {
        self.init()
        orderStart = order.start
        wait = fields.wait.map { Int64($0.number) }
        bodyStart = fields.bodyStart
        due = fields.due.map {
            (Int64($0.day.number), $0.secondOfDay.map(Int64.init), $0.offset.map(Int64.init))
        }
        self.checklist = checklist
        (priority, titleSource) = (fields.priority, fields.titleSource)
        if fields.isMalformed { flags.insert(.isMalformed) }
        if !fields.own.isEmpty { flags.insert(.hasExtra) }
        if fields.mayHoldCallout { flags.insert(.mayHoldCallout) }
        if !fields.conflicts.isEmpty { flags.insert(.hasConflicts) }
        if !fields.problems.isEmpty { flags.insert(.hasProblems) }
        if !fields.blockedBy.isEmpty { flags.insert(.isBlocked) }
        if fields.rank != nil { flags.insert(.hasRank) }
        if fields.others[Field.remind.key] != nil { times.insert(.hasReminders) }
        // A rule that cannot be read has no value.
        if fields.others[Field.repeat.key]?.isEmpty == false { times.insert(.repeats) }
        if fields.others[Field.finished.key]?.isEmpty == false { times.insert(.statesFinish) }
        if fields.others[Field.parent.key]?.isEmpty == false { times.insert(.isPart) }
        if fields.others[Field.project.key]?.isEmpty == false { times.insert(.hasProject) }
    }
}

extension TaskFields {
    func write(to record: inout RecordWriter) {
        record.write(title.utf8)
        record.write(due?.text.utf8 ?? [])
        record.write(tags) { $0.write($1.utf8) }
        record.write(assignees) { $0.write($1.utf8) }
        record.write(created) { $0.write($1) }
        record.write(others.sorted { $0.key < $1.key }) {
            $0.write($1.key.utf8)
            $0.write($1.value) { $0.write($1.utf8) }
        }
        record.write(own) {
            $0.write($1.key.utf8)
            $0.write($1.value.shape.rawValue)
            $0.write($1.value.texts) { $0.write($1.utf8) }
        }
        record.write(blockedBy) { $0.write($1.text.utf8) }
        record.write(conflicts) { $0.write($1) }
        record.write(problems) { $0.write($1) }
    }

    /// - Parameter order: The rank in the record, from the file or implied.
    init(_ head: RecordHead, order: Rank, _ record: inout RecordReader) throws(DamagedRecord) {
        title = try record.text()
        due = head.dueDate(try record.text())
        tags = try record.texts()
        assignees = try record.texts()
        created = try record.optional { r throws(DamagedRecord) in try r.date() }
        for _ in 0..<(try record.number(UInt32.self)) {
            let key = try record.text()
            others[key] = try record.texts()
        }
        for _ in 0..<(try record.number(UInt32.self)) {
            let key = try record.text()
            guard let shape = OwnValue.Shape(rawValue: try record.number(UInt8.self)) else {
                throw DamagedRecord()
            }
            let value = OwnValue(texts: try record.texts(), shape: shape)
            own.append(OwnEntry(key: key, value: value))
        }
        blockedBy = try record.texts().map { TaskID(stored: $0.utf8) }
        conflicts = try record.elements { r throws(DamagedRecord) in try r.conflict() }
        problems = try record.elements { r throws(DamagedRecord) in try r.problem() }
        rank = head.flags.contains(.hasRank) ? order : nil
        wait = head.wait.map { Day(number: Int($0)) }
        (priority, titleSource) = (head.priority, head.titleSource)
        isMalformed = head.flags.contains(.isMalformed)
        mayHoldCallout = head.flags.contains(.mayHoldCallout)
        bodyStart = head.bodyStart
    }
}

/// The fields of a task that its urgency depends on. Its dates lack their texts.
struct UrgencyFields {
    let priority: Priority?
    let due, created: DueDate?

    init(_ record: UnsafeRawBufferPointer) throws(DamagedRecord) {
        let head = try RecordHead(record)
        (priority, due) = (head.priority, head.dueDate(Text([])))
        var reader = RecordReader(record, from: RecordHead.size)
        // The ID, the rank, the title and the text of the due date; tags and assignees.
        for _ in 0..<4 { _ = try reader.lent() }
        for _ in 0..<2 { _ = try reader.lentElements() }
        created = try reader.optional { r throws(DamagedRecord) in
            _ = try r.lent()
            return try r.date(Text([]))
        }
    }
}

extension RecordWriter {
    fileprivate mutating func write(_ date: DueDate) {
        write(date.text.utf8)
        write(Int64(date.day.number))
        write(Int64(date.secondOfDay ?? .min))
        write(Int64(date.offset ?? .min))
    }

    fileprivate mutating func write(_ conflict: ConflictRecord) {
        for part in [conflict.key, conflict.value, conflict.by, conflict.at] { write(part.utf8) }
    }
}

extension RecordReader {
    mutating func text() throws(DamagedRecord) -> Text { Text(try content()) }

    mutating func rank() throws(DamagedRecord) -> Rank {
        guard let rank = Rank(try text()) else { throw DamagedRecord() }
        return rank
    }

    fileprivate mutating func int() throws(DamagedRecord) -> Int {
        Int(try number(Int64.self))
    }

    fileprivate mutating func texts() throws(DamagedRecord) -> [Text] {
        try elements { r throws(DamagedRecord) in try r.text() }
    }

    fileprivate mutating func date() throws(DamagedRecord) -> DueDate {
        let text = try text()
        return try date(text)
    }

    /// Reads the numbers of a date after its text.
    fileprivate mutating func date(_ text: Text) throws(DamagedRecord) -> DueDate {
        let day = Day(number: try int())
        let (second, offset) = (try int(), try int())
        guard second == .min || (0..<86_400).contains(second),
            offset == .min || (-86_400...86_400).contains(offset)
        else { throw DamagedRecord() }
        return DueDate(
            text: text, day: day, secondOfDay: second == .min ? nil : second,
            offset: offset == .min ? nil : offset)
    }

    fileprivate mutating func conflict() throws(DamagedRecord) -> ConflictRecord {
        ConflictRecord(key: try text(), value: try text(), by: try text(), at: try text())
    }
}

extension DueDate {
    /// Creates a date from its stored values.
    init(text: Text, day: Day, secondOfDay: Int?, offset: Int?) {
        (self.text, self.day, self.secondOfDay, self.offset) = (text, day, secondOfDay, offset)
    }
}

// The problems of a task's file in its record: a code for each case, then its facts. A change here
// requires a new `TaskItem.recordFormat`.

extension RecordWriter {
    mutating func write(_ problem: Problem) {
        write(problem.fault)
        write(Int64(problem.line))
        write(Int64(problem.column))
    }

    private mutating func write(_ fault: Problem.Fault) {
        write(fault.code)
        switch fault {
        case .malformed(let reason): write(reason)
        case .wrongValue(let key, let shape, let expected):
            write(key.utf8)
            write(shape)
            write(expected.rawValue)
        case .notARule(let key, let rule, let expected):
            write(key.utf8)
            write(rule.utf8)
            write(expected.rawValue)
        case .notAChoice(let key, let text, let known):
            write(key.utf8)
            write(text.utf8)
            write(known) { $0.write($1.utf8) }
        case .otherState(let state, let other), .renamedState(let state, let other):
            write(state.utf8)
            write(other.utf8)
        case .unknownState(let state, let isRetired, let known):
            write(state.utf8)
            write(UInt8(isRetired ? 1 : 0))
            write(known) { $0.write($1.utf8) }
        case .duplicateID(let id, let others):
            write(id.text.utf8)
            write(others) { $0.write($1.bytes) }
        }
    }

    private mutating func write(_ shape: ValueShape) {
        write(shape.code)
        if case .text(let text) = shape { write(text.utf8) }
    }

    private mutating func write(_ reason: Malformation.Reason) {
        write(reason.code)
        switch reason {
        case .duplicateKey(let key, let line):
            write(key.utf8)
            write(Int64(line))
        case .syntax(.unquotedStart(let character)): write(String(character))
        case .syntax(.other(let words)): write(words)
        default: break
        }
    }

    private mutating func write(_ text: String) { write(Array(text.utf8)) }
}

extension RecordReader {
    mutating func problem() throws(DamagedRecord) -> Problem {
        let fault = try fault()
        let line = Int(try number(Int64.self))
        return Problem(fault, line: line, column: Int(try number(Int64.self)))
    }

    private mutating func fault() throws(DamagedRecord) -> Problem.Fault {
        switch try text().string {
        case "malformed": .malformed(try reason())
        case "wrong-value":
            .wrongValue(key: try text(), try shape(), expected: try value(ExpectedValue.self))
        case "not-a-rule":
            .notARule(
                key: try text(), try text(),
                expected: try value(RecurrenceError.Expected.self))
        case "not-a-choice":
            .notAChoice(
                key: try text(), try text(),
                known: try elements { r throws(DamagedRecord) in try r.text() })
        case "other-state": .otherState(try text(), folder: try text())
        case "renamed-state": .renamedState(try text(), to: try text())
        case "unknown-state":
            .unknownState(
                try text(), isRetired: try number(UInt8.self) != 0,
                known: try elements { r throws(DamagedRecord) in try r.text() })
        case "duplicate-id":
            .duplicateID(
                TaskID(stored: try content()),
                others: try elements { r throws(DamagedRecord) in BoardPath(try r.content()) })
        default: throw DamagedRecord()
        }
    }

    private mutating func shape() throws(DamagedRecord) -> ValueShape {
        let code = try text().string
        if code == ValueShape.text("").code { return .text(try text()) }
        let shapes: [ValueShape] = [.empty, .list, .map, .records, .nested]
        guard let shape = shapes.first(where: { $0.code == code }) else { throw DamagedRecord() }
        return shape
    }

    private mutating func reason() throws(DamagedRecord) -> Malformation.Reason {
        let code = try text().string
        switch code {
        case "duplicate-key":
            return .duplicateKey(try text(), firstLine: Int(try number(Int64.self)))
        case "unquoted-start":
            guard let character = try text().string.first else { throw DamagedRecord() }
            return .syntax(.unquotedStart(character))
        case "other": return .syntax(.other(try text().string))
        default: break
        }
        let reasons: [Malformation.Reason] = [
            .notUTF8, .holdsNUL, .fileTooLarge, .frontMatterTooLarge, .tooManyKeys, .tooDeep,
            .unterminatedFrontMatter, .notKeysAndValues, .severalDocuments, .conflictMarker,
            .syntax(.noMemory), .syntax(.missingColon), .syntax(.unclosedQuote),
            .syntax(.unclosedList), .syntax(.unclosedMap), .syntax(.dashInList),
            .syntax(.unquotedColon), .syntax(.tab),
            .syntax(.misplacedKey),
        ]
        guard let reason = reasons.first(where: { $0.code == code }) else { throw DamagedRecord() }
        return reason
    }

    private mutating func value<Value: RawRepresentable<String>>(
        _ type: Value.Type
    ) throws(DamagedRecord) -> Value {
        guard let value = Value(rawValue: try text().string) else { throw DamagedRecord() }
        return value
    }
}

extension Problem.Fault {
    fileprivate var code: String {
        switch self {
        case .malformed: "malformed"
        case .wrongValue: "wrong-value"
        case .notARule: "not-a-rule"
        case .notAChoice: "not-a-choice"
        case .otherState: "other-state"
        case .renamedState: "renamed-state"
        case .unknownState: "unknown-state"
        case .duplicateID: "duplicate-id"
        }
    }
}

extension ValueShape {
    fileprivate var code: String {
        switch self {
        case .empty: "empty"
        case .text: "text"
        case .list: "list"
        case .map: "map"
        case .records: "records"
        case .nested: "nested"
        }
    }
}

extension Malformation.Reason {
    fileprivate var code: String {
        switch self {
        case .notUTF8: "not-utf8"
        case .holdsNUL: "nul"
        case .fileTooLarge: "file-too-large"
        case .frontMatterTooLarge: "front-matter-too-large"
        case .tooManyKeys: "too-many-keys"
        case .tooDeep: "too-deep"
        case .unterminatedFrontMatter: "unterminated"
        case .notKeysAndValues: "not-keys-and-values"
        case .severalDocuments: "several-documents"
        case .conflictMarker: "conflict-marker"
        case .duplicateKey: "duplicate-key"
        case .syntax(let fault): fault.code
        }
    }
}

extension SyntaxFault {
    fileprivate var code: String {
        switch self {
        case .noMemory: "no-memory"
        case .missingColon: "missing-colon"
        case .unclosedQuote: "unclosed-quote"
        case .unclosedList: "unclosed-list"
        case .unclosedMap: "unclosed-map"
        case .dashInList: "dash-in-list"
        case .unquotedColon: "unquoted-colon"
        case .tab: "tab"
        case .unquotedStart: "unquoted-start"
        case .misplacedKey: "misplaced-key"
        case .other: "other"
        }
    }
}
