import MarkdownDocument

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
        if fields.hasExtra { flags.insert(.hasExtra) }
        if fields.mayHoldCallout { flags.insert(.mayHoldCallout) }
        if !fields.conflicts.isEmpty { flags.insert(.hasConflicts) }
        if !fields.problems.isEmpty { flags.insert(.hasProblems) }
        if !fields.blockedBy.isEmpty { flags.insert(.isBlocked) }
        if fields.rank != nil { flags.insert(.hasRank) }
        if fields.others[Field.remind.key] != nil { times.insert(.hasReminders) }
        // A rule that cannot be read has no value.
        if fields.others[Field.repeat.key]?.isEmpty == false { times.insert(.repeats) }
        if fields.others[Field.finished.key]?.isEmpty == false { times.insert(.statesFinish) }
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
        blockedBy = try record.texts().map { TaskID(stored: $0.utf8) }
        conflicts = try record.elements { r throws(DamagedRecord) in try r.conflict() }
        problems = try record.elements { r throws(DamagedRecord) in try r.problem() }
        rank = head.flags.contains(.hasRank) ? order : nil
        wait = head.wait.map { Day(number: Int($0)) }
        (priority, titleSource) = (head.priority, head.titleSource)
        isMalformed = head.flags.contains(.isMalformed)
        hasExtra = head.flags.contains(.hasExtra)
        mayHoldCallout = head.flags.contains(.mayHoldCallout)
        bodyStart = head.bodyStart
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
