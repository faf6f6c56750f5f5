import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard

extension TaskLayout {
    /// A task of a board, made safe to show.
    init(
        _ task: TaskItem, _ reference: String, _ board: Board, _ entries: [LogEntry],
        _ session: Session
    ) {
        self.init(
            title: safe(task.title.utf8), reference: safe(reference), path: safe(task.path.bytes),
            fields: Self.fields(of: task, board, session))
        problems = task.problems.map { problem in
            safe("\(task.path.string):\(problem.line):\(problem.column): \(problem.message)")
        }
        body = Self.bodyLines(of: task)
        conflicts = task.conflictViews
        history = entries.map { $0.line(now: session.now) }
    }

    private static func fields(
        of task: TaskItem, _ board: Board, _ session: Session
    ) -> [Field] {
        var fields = [Field(key: "state", value: safe(task.state.utf8))]
        func add(_ key: String, _ value: String?, _ style: Style = []) {
            if let value, !value.isEmpty {
                fields.append(Field(key: key, value: value, style: style))
            }
        }
        for field in MarkdownDocument.Field.keys {
            let value = value(of: field, task, board, session)
            if field == .due, task.isOverdue(session.now), let value {
                add("due", "! " + value + " (overdue)", .red)
            } else {
                add(field == .blockedBy ? "blocked by" : field.key.string, value)
            }
        }
        for entry in task.extra { add(safe(entry.key.utf8), value(of: entry)) }
        let checklist = task.checklist
        if checklist.total > 0 { add("checklist", "\(checklist.done)/\(checklist.total)") }
        return fields
    }

    /// The value of a field as people read it; nil for those that the page shows elsewhere
    /// or not at all.
    private static func value(
        of field: MarkdownDocument.Field, _ task: TaskItem, _ board: Board, _ session: Session
    ) -> String? {
        let texts = task.texts(of: field)
        let dates = session.dates
        let date = field.dateSense == nil ? nil : texts.first.flatMap { DueDate($0) }
        return switch field.kind {
        case .line where field == .title: nil
        case .rank, .conflicts: nil
        case .date:
            date.map { safe(dates.long(session.localText($0), thisYear: session.now.today.year)) }
        case .day: date.map { dates.short($0.text.string) }
        case .moment: date.map { safe(dates.short(session.localText($0))) }
        case .tags: texts.map { "+" + safe($0.utf8) }.joined(separator: " ")
        case .people: texts.map { "@" + safe($0.utf8) }.joined(separator: " ")
        case .references: task.blockedBy.map { blocker($0, board) }.joined(separator: ", ")
        default: texts.map { safe($0.utf8) }.joined(separator: ", ")
        }
    }

    private static func blocker(_ id: TaskID, _ board: Board) -> String {
        guard let task = board[id] else { return safe(id.text.utf8) }
        return safe(id.text.utf8) + " " + safe(task.title.utf8) + (task.isFinished ? " (done)" : "")
    }

    private static func value(of entry: Entry) -> String {
        switch entry.value {
        case .scalar(let text): safe(text.utf8)
        case .list(let elements): elements.map { safe($0.utf8) }.joined(separator: ", ")
        case .map, .records, .other: safe(entry.valueSource)
        }
    }

    /// The body's lines; a malformed file is shown whole.
    private static func bodyLines(of task: TaskItem) -> [BodyLine] {
        // What is no document may be of any size, and is only looked into.
        let bytes = task.isMalformed ? task.document.bytes.prefix(16_384) : task.body
        let start = task.document.bytes.count - bytes.count
        let before = task.document.bytes[..<start].count { $0 == UInt8(ascii: "\n") }
        let items = Dictionary(
            task.document.checklist.map { ($0.line, $0) }, uniquingKeysWith: { first, _ in first })
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        while lines.last?.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) == true { lines.removeLast() }
        return lines.drop { $0.isEmpty }.enumerated().map { index, line in
            let item = items[before + (lines.count - lines.drop { $0.isEmpty }.count) + index + 1]
            return BodyLine(
                text: shown(line), item: item?.number, isTicked: item?.isTicked ?? false)
        }
    }

    /// A line with its tabs as blanks, safe to show.
    private static func shown(_ line: ArraySlice<UInt8>) -> String {
        safe(line.filter { $0 != 0x0D }.flatMap { $0 == 0x09 ? [0x20, 0x20, 0x20, 0x20] : [$0] })
    }
}
