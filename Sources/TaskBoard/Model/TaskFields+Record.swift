import MarkdownDocument

// What is stored of a task's fields. Whatever changes here or in the meaning of
// a field is another format: `TaskItem.recordFormat` goes up.

extension TaskFields {
    func write(to record: inout RecordWriter) {
        record.write(title.utf8)
        record.write(titleSource.number)
        record.write(due) { $0.write($1) }
        record.write(wait) { $0.write(Int64($1.number)) }
        record.write(priority) { $0.write(Priority.stored($1)) }
        record.write(tags) { $0.write($1.utf8) }
        record.write(assignees) { $0.write($1.utf8) }
        record.write(rank) { $0.write($1.text.utf8) }
        record.write(created) { $0.write($1) }
        record.write(remind) { $0.write($1.utf8) }
        record.write(`repeat`) { $0.write($1.utf8) }
        record.write(blockedBy) { $0.write($1.text.utf8) }
        record.write(conflicts) { $0.write($1) }
        record.write(problems) { $0.write($1) }
        record.write(
            UInt8((isMalformed ? 1 : 0) | (hasExtra ? 2 : 0) | (mayHoldCallout ? 4 : 0)))
        record.write(Int64(bodyStart))
    }

    init(_ record: inout RecordReader) throws(DamagedRecord) {
        title = try record.text()
        titleSource = try TaskItem.TitleSource(number: record.number())
        due = try record.optional { r throws(DamagedRecord) in try r.date() }
        wait = try record.optional { r throws(DamagedRecord) in Day(number: try r.int()) }
        priority = try record.optional { r throws(DamagedRecord) in try r.priority() }
        tags = try record.texts()
        assignees = try record.texts()
        rank = try record.optional { r throws(DamagedRecord) in try r.rank() }
        created = try record.optional { r throws(DamagedRecord) in try r.date() }
        remind = try record.texts()
        `repeat` = try record.optional { r throws(DamagedRecord) in try r.text() }
        blockedBy = try record.texts().map(TaskID.init(stored:))
        conflicts = try record.elements { r throws(DamagedRecord) in try r.conflict() }
        problems = try record.elements { r throws(DamagedRecord) in try r.problem() }
        let flags = try record.number(UInt8.self)
        (isMalformed, hasExtra) = (flags & 1 != 0, flags & 2 != 0)
        mayHoldCallout = flags & 4 != 0
        bodyStart = try record.int()
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

    fileprivate mutating func write(_ problem: Problem) {
        write(Array(problem.kind.rawValue.utf8))
        write(problem.key) { $0.write($1.utf8) }
        write(Array(problem.message.utf8))
        write(Int64(problem.line))
        write(Int64(problem.column))
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

    fileprivate mutating func priority() throws(DamagedRecord) -> Priority {
        guard let priority = Priority.stored(try number()) else { throw DamagedRecord() }
        return priority
    }

    fileprivate mutating func date() throws(DamagedRecord) -> DueDate {
        let text = try text()
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

    fileprivate mutating func problem() throws(DamagedRecord) -> Problem {
        guard let kind = Problem.Kind(rawValue: try text().string) else { throw DamagedRecord() }
        let key = try optional { r throws(DamagedRecord) in try r.text() }
        return Problem(
            kind: kind, key: key, message: try text().string, line: try int(), column: try int())
    }
}

extension Priority {
    fileprivate static func stored(_ priority: Priority) -> UInt8 {
        switch priority {
        case .high: 1
        case .medium: 2
        case .low: 3
        }
    }

    fileprivate static func stored(_ number: UInt8) -> Priority? {
        switch number {
        case 1: .high
        case 2: .medium
        case 3: .low
        default: nil
        }
    }
}

extension TaskItem.TitleSource {
    fileprivate var number: UInt8 {
        switch self {
        case .key: 1
        case .heading: 2
        case .fileName: 3
        }
    }

    fileprivate init(number: UInt8) throws(DamagedRecord) {
        switch number {
        case 1: self = .key
        case 2: self = .heading
        case 3: self = .fileName
        default: throw DamagedRecord()
        }
    }
}

extension DueDate {
    fileprivate init(text: Text, day: Day, secondOfDay: Int?, offset: Int?) {
        (self.text, self.day, self.secondOfDay, self.offset) = (text, day, secondOfDay, offset)
    }
}
