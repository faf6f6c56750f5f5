import MarkdownDocument
import TaskBoard

// iCalendar (RFC 5545): each task is a VTODO.

extension ExchangeFormat {
    func writeICS(_ tasks: [TaskItem], _ context: ExportContext) -> Writing {
        var losses = Tally()
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//pmd//pmd//EN"].map { Text($0) }
        for task in tasks {
            task.reportUnread(in: &losses)
            let todo = CalendarTask(task, context)
            lines += todo.lines
            for field in todo.lost { losses.add(field) }
        }
        lines.append("END:VCALENDAR")
        return Writing(files: .text(lines.flatMap { folded($0.utf8) }), losses: losses)
    }

    /// Returns a line in pieces of at most 75 bytes, none of which ends within a character.
    private func folded(_ line: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = line[...]
        var room = 75
        while rest.count > room {
            var end = rest.startIndex + room
            while rest[end] & 0xC0 == 0x80, end > rest.startIndex + 1 { end -= 1 }
            result += rest[..<end] + [0x0D, 0x0A, 0x20]
            rest = rest[end...]
            room = 74
        }
        return result + rest + [0x0D, 0x0A]
    }
}

/// One task as a VTODO.
private struct CalendarTask {
    private let task: TaskItem
    private let context: ExportContext

    init(_ task: TaskItem, _ context: ExportContext) { (self.task, self.context) = (task, context) }

    var lines: [Text] {
        [Text("BEGIN:VTODO"), line("UID", uid(of: task))] + dates
            + [line("SUMMARY", escaped(task.title.utf8)), status] + others + [Text("END:VTODO")]
    }

    private func line(_ name: String, _ value: Text) -> Text {
        Text(Array(name.utf8) + [0x3A] + value.utf8)
    }

    private func uid(of task: TaskItem) -> Text {
        Text(escaped(task.id.text.utf8).utf8 + "@pmd".utf8)
    }

    private var dates: [Text] {
        let created = task.created.map { $0.seconds(context.now) }
        let updated = context.times.updated[task.id]
        var lines = [
            line("DTSTAMP", Moment.compactStamp(updated ?? created ?? context.now.seconds))
        ]
        if let created { lines.append(line("CREATED", Moment.compactStamp(created))) }
        if let updated { lines.append(line("LAST-MODIFIED", Moment.compactStamp(updated))) }
        if let finished = context.finished(task) {
            lines.append(line("COMPLETED", Moment.compactStamp(finished)))
        }
        if let due = task.due { lines += dueLines(due) }
        return lines
    }

    /// A rule needs a start, which is the due date.
    private func dueLines(_ due: DueDate) -> [Text] {
        let value: Text
        if due.secondOfDay == nil {
            value = Text(";VALUE=DATE:" + due.day.text.string.filter { $0 != "-" })
        } else if due.offset != nil {
            value = Text(Array(":".utf8) + Moment.compactStamp(due.seconds(context.now)).utf8)
        } else {
            let digits = due.text.utf8.filter { (0x30...0x39).contains($0) }.prefix(14)
            let full = Array(digits) + [UInt8](repeating: 0x30, count: 14 - digits.count)
            value = Text([0x3A] + full[..<8] + [0x54] + full[8...])
        }
        guard let rule else { return [Text(Array("DUE".utf8) + value.utf8)] }
        return [Text(Array("DTSTART".utf8) + value.utf8), line("RRULE", rule)]
    }

    private var rule: Text? {
        guard task.due != nil, let text = task.texts(of: .repeat).first else { return nil }
        if text.string.lowercased().hasPrefix("freq=") {
            // The value is not escaped, so it must be a rule and nothing else.
            let isRule = text.string.wholeMatch(of: /[A-Za-z0-9=;,+-]+/) != nil
            return isRule ? text : nil
        }
        let words = text.words
        guard words.count == 2 || words.count == 3, words[0] == "every",
            let unit = words.last?.string, let count = words.count == 2 ? 1 : Int(words[1].string)
        else { return nil }
        let units = ["day": "DAILY", "week": "WEEKLY", "month": "MONTHLY", "year": "YEARLY"]
        let name = unit.hasSuffix("s") ? String(unit.dropLast()) : unit
        return units[name].map { Text("FREQ=\($0)" + (count == 1 ? "" : ";INTERVAL=\(count)")) }
    }

    private var status: Text {
        let word =
            task.isFinished
            ? "COMPLETED" : context.isStarted(task) ? "IN-PROCESS" : "NEEDS-ACTION"
        return Text("STATUS:\(word)")
    }

    private var others: [Text] {
        var lines: [Text] = []
        let priorities = ["high": "1", "medium": "5", "low": "9"]
        if let priority = task.priority.flatMap({ priorities[$0.rawValue] }) {
            lines.append(line("PRIORITY", Text(priority)))
        }
        if !task.tags.isEmpty {
            let tags = task.tags.map { escaped($0.utf8) }
            lines.append(line("CATEGORIES", Text(joining: tags, by: ",")))
        }
        if !task.body.isEmpty { lines.append(line("DESCRIPTION", escaped(task.body))) }
        for blocker in task.blockedBy.compactMap({ context.board[$0] }) {
            lines.append(line("RELATED-TO;RELTYPE=DEPENDS-ON", uid(of: blocker)))
        }
        return lines
    }

    /// The fields that the entry does not hold.
    var lost: [String] {
        var lost: [String] = []
        if !task.assignees.isEmpty { lost.append("assignees") }
        if task.wait != nil { lost.append("wait") }
        if !task.texts(of: .remind).isEmpty { lost.append("remind") }
        if !task.texts(of: .repeat).isEmpty, rule == nil { lost.append("repeat") }
        if task.blockedBy.contains(where: { context.board[$0] == nil }) { lost.append("blockedBy") }
        if !task.conflicts.isEmpty { lost.append("conflicts") }
        lost += task.extra.map(\.key).filter { $0 != ForeignTask.sourceKey && $0 != "completed" }
            .map { plainWords($0) }
        return lost
    }

    /// Escapes a text. Control characters, which the format does not allow, are omitted.
    private func escaped(_ text: some Sequence<UInt8>) -> Text {
        var result: [UInt8] = []
        for byte in text {
            switch byte {
            case 0x0A: result += Array("\\n".utf8)
            case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","): result += [0x5C, byte]
            case 0..<0x09, 0x0B..<0x20, 0x7F: break
            default: result.append(byte)
            }
        }
        return Text(result)
    }
}
