import MarkdownDocument
import TaskBoard

/// One task that is read from an entry of a calendar.
struct CalendarTask {
    private let entry: CalendarComponent
    private let context: ExchangeContext
    /// True for a calendar that pmd wrote.
    private let isOwn: Bool
    var task: ForeignTask
    /// The names of what the task does not hold.
    private(set) var lost: Set<String>
    private(set) var notes: [Bilingual] = []
    private(set) var reasonToSkip: String?
    private var due: DueDate?
    /// The time from the start to the end, in seconds; nil where it cannot be told.
    private var length: Int?

    init(_ entry: CalendarComponent, _ context: ExchangeContext, isOwn: Bool) {
        (self.entry, self.context, self.isOwn) = (entry, context, isOwn)
        task = ForeignTask(.source(""), title: "", at: .line(entry.line))
        task.dependencyKey = "related-to"
        lost = entry.lost
    }

    private var isEvent: Bool { entry.name == "VEVENT" }

    /// - Parameter changed: The entries of single dates of the same series.
    mutating func read(
        changed: [CalendarComponent], from reader: inout CalendarReader
    ) throws(RecordProblem) {
        try readIdentity()
        readTexts()
        try readDates(&reader)
        try readStatus(&reader)
        readRule()
        try readChanged(changed, &reader)
        for alarm in entry.children where alarm.name == "VALARM" { readAlarm(alarm) }
        finishReminders()
        skipPastEvent(&reader.dateBudget)
    }

    private mutating func readIdentity() throws(RecordProblem) {
        guard let uid = entry["UID"]?.text, !uid.isEmpty else { return }
        let source = Self.source(uid)
        task.origin = .source(source)
        let ending = Array("@pmd".utf8)
        guard uid.utf8.suffix(ending.count).elementsEqual(ending) else { return }
        let id = Text(uid.utf8.dropLast(ending.count))
        if let path = try ForeignTask.path(path: nil, id: id, title: title) {
            task.origin = .path(path)
            task.alias = source
        }
    }

    private static func source(_ uid: Text) -> Text { Text(Array("ics:".utf8) + uid.utf8) }

    /// The summary, else the first line of the description.
    private var title: Text {
        let lines = [entry["SUMMARY"]?.text, entry["DESCRIPTION"]?.text].compactMap(\.self)
            .flatMap { $0.utf8.split(separator: 0x0A) }
        return oneLine(lines.lazy.map { Text($0) }.first { !plainWords($0).isEmpty } ?? "")
    }

    private mutating func readTexts() {
        let summary = entry["SUMMARY"]?.text
        task.title =
            summary.map { oneLine($0) }.flatMap { plainWords($0).isEmpty ? nil : $0 } ?? title
        if plainWords(task.title).isEmpty { reasonToSkip = "without a title" }
        if let body = entry["DESCRIPTION"]?.text, !body.isEmpty {
            task.body = isOwn ? body.utf8 : endingInNewline(body.utf8)
        }
        var tags: Set<Text> = []
        for line in entry.properties {
            switch line.name {
            case "CATEGORIES":
                for tag in line.texts.map({ Text($0.utf8.trimmed) })
                where !tag.isEmpty && tags.insert(tag).inserted {
                    task[.tags].append(tag)
                }
            case "RELATED-TO":
                if line["RELTYPE"]?.string.uppercased() == "DEPENDS-ON" {
                    task.dependencies.append(.init(source: Self.source(line.text), name: line.text))
                } else {
                    lost.insert(line.name)
                }
            default: break
            }
        }
        readPriority()
    }

    private mutating func readPriority() {
        guard let line = entry["PRIORITY"] else { return }
        switch Int(line.value.string) {
        case 0: break
        case (1...4)?: task[.priority] = ["high"]
        case 5: task[.priority] = ["medium"]
        case (6...9)?: task[.priority] = ["low"]
        default: lost.insert(line.name)
        }
    }

    private mutating func readStatus(_ reader: inout CalendarReader) throws(RecordProblem) {
        let status = entry["STATUS"]?.value.string.uppercased()
        if status == "CANCELLED" { reasonToSkip = "cancelled" }
        guard !isEvent else { return }
        let isComplete = entry["COMPLETED"] != nil || entry["PERCENT-COMPLETE"]?.value == "100"
        switch status {
        case "COMPLETED": task.stage = .finished
        case "IN-PROCESS": task.stage = .started
        case nil: task.stage = isComplete ? .finished : .first
        default: break
        }
        if let line = entry["COMPLETED"], task.stage == .finished {
            let seconds = try reader.date(line).date.seconds(context.now)
            task[extra: "completed"] = .scalar(context.now.localDate(seconds))
        }
        if let percent = entry["PERCENT-COMPLETE"]?.value, percent != "0", percent != "100" {
            lost.insert("PERCENT-COMPLETE")
        }
    }
}

// Dates and rules.
extension CalendarTask {
    private mutating func readDates(_ reader: inout CalendarReader) throws(RecordProblem) {
        if let line = entry["CREATED"] {
            let seconds = try reader.date(line).date.seconds(context.now)
            task[.created] = [context.now.at(seconds).stamp]
        }
        let start = try entry["DTSTART"].map { (line) throws(RecordProblem) in
            try date(line, &reader)
        }
        let end = try entry["DUE"].map { (line) throws(RecordProblem) in
            try date(line, &reader)
        }
        due = isEvent ? start : end ?? start
        length = try readLength(&reader)
        if let due { task[.due] = [due.text] }
        if !isEvent, let start, let end, start.day < end.day {
            task[.wait] = [start.day.text]
        }
        if isEvent {
            try readEnd(of: start, &reader)
        } else if entry["DURATION"] != nil {
            lost.insert("DURATION")
        }
    }

    private func readLength(_ reader: inout CalendarReader) throws(RecordProblem) -> Int? {
        guard
            let start = try entry["DTSTART"].map({ (line) throws(RecordProblem) in
                try reader.date(line).date
            })
        else { return nil }
        guard let line = entry[isEvent ? "DTEND" : "DUE"] else {
            // RFC 5545, 3.6.1: an event of a day without an end lasts that day.
            let day = start.secondOfDay == nil ? 86_400 : nil
            let duration = entry["DURATION"].flatMap {
                CalendarAlarm.seconds(ofDuration: $0.value)
            }
            return isEvent ? duration ?? day : nil
        }
        let end = try reader.date(line).date
        guard (start.secondOfDay == nil) == (end.secondOfDay == nil),
            (start.offset == nil) == (end.offset == nil)
        else { return nil }
        return Int(end.universalSeconds - start.universalSeconds)
    }

    /// An event of one day has no end to be lost.
    private mutating func readEnd(
        of start: DueDate?, _ reader: inout CalendarReader
    ) throws(RecordProblem) {
        if let line = entry["DTEND"] {
            let end = try date(line, &reader)
            let isOneDay =
                start?.secondOfDay == nil && end.day == start?.day.adding(days: 1)
            if !isOneDay, end != start { lost.insert("DTEND") }
        }
        if let duration = entry["DURATION"], duration.value != "P1D" { lost.insert("DURATION") }
    }

    /// Reads a date. A repeating time of a zone whose clocks change is a local time where the
    /// reader's clocks show the same, so that it stays at its hour.
    private mutating func date(
        _ line: ContentLine, _ reader: inout CalendarReader
    ) throws(RecordProblem) -> DueDate {
        let read = try reader.date(line)
        if let name = read.unknownZone { lost.insert("time zone \(plainWords(name))") }
        guard entry["RRULE"] != nil, let zone = read.zone, !zone.isFixed,
            context.now.offset(read.date.seconds(context.now)) == read.date.offset,
            let local = DueDate(compact: line.value)
        else { return read.date }
        return local
    }

    private mutating func readRule() {
        if entry.properties.contains(where: { $0.name == "RDATE" && !isStart($0) }) {
            lost.insert("RDATE")
        }
        guard let line = entry["RRULE"], task.stage != .finished else { return }
        guard let due, let rule = RecurrenceRule(calendar: line.value, from: due),
            task[.wait].isEmpty || isSimple(rule)
        else {
            let rule = plainWords(line.value)
            notes.append(
                Bilingual(
                    "\(quoted(task.title)) repeats by '\(rule)', which pmd cannot repeat by; "
                        + "it is imported without a rule",
                    "\(quoted(task.title)): pmd가 되풀이할 수 없는 '\(rule)' 규칙을 빼고 가져옴"))
            return
        }
        task[.repeat] = [rule.text]
    }

    /// A rule counts from the start of a task, and in pmd from its due date.
    private func isSimple(_ rule: RecurrenceRule) -> Bool {
        if case .every = rule { true } else { false }
    }

    /// A date beside the rule that is the start is pmd's own: the rule does not choose it.
    private func isStart(_ line: ContentLine) -> Bool { line.value == entry["DTSTART"]?.value }

    /// Reads the change of the first date of a series, and reports those of others.
    private mutating func readChanged(
        _ changed: [CalendarComponent], _ reader: inout CalendarReader
    ) throws(RecordProblem) {
        guard let first = due, entry["RECURRENCE-ID"] == nil else { return }
        for change in changed {
            guard let id = change["RECURRENCE-ID"], !task[.repeat].isEmpty,
                try date(id, &reader) == first,
                let line = change[isEvent ? "DTSTART" : "DUE"] ?? change["DTSTART"]
            else {
                lost.insert("RECURRENCE-ID")
                continue
            }
            let date = try date(line, &reader)
            guard date != first else { continue }
            task[.due] = [date.text]
            task[extra: Succession.occurrenceKey] = .scalar(first.text)
            due = date
        }
    }

    /// Skips an event that is over. Of one that repeats, the next date counts.
    ///
    /// - Parameter budget: How many dates may be counted, so that a file of rules that began long
    ///   ago is read in seconds.
    private mutating func skipPastEvent(_ budget: inout Int) {
        guard isEvent, let due, due.day(context.now) < context.now.today else { return }
        guard task.stage == .first, let text = task[.repeat].first else {
            reasonToSkip = reasonToSkip ?? "events that are over"
            return
        }
        do throws(RecurrenceError) {
            var rule = try RecurrenceRule(text)
            var date = task.scalar(Succession.occurrenceKey).flatMap { DueDate($0) } ?? due
            while budget > 0 {
                budget -= 1
                guard let next = rule.next(after: date, finishedOn: date.day) else { break }
                (date, rule) = (next.date, next.rule)
                guard date.day(context.now) < context.now.today else {
                    task[.due] = [date.text]
                    task[.repeat] = [rule.text]
                    task[extra: Succession.occurrenceKey] = nil
                    return
                }
            }
            reasonToSkip = reasonToSkip ?? "events that are over"
        } catch {
            preconditionFailure("\(text) was read as a rule before")
        }
    }
}

// Alarms.
extension CalendarTask {
    private mutating func readAlarm(_ part: CalendarComponent) {
        // Programs write such an alarm to say that there is none.
        guard part["ACTION"]?.value.string.uppercased() != "NONE", task.stage != .finished else {
            return
        }
        guard let reminder = alarm(part)?.reminder(due: due, context.settings) else {
            lost.insert("VALARM")
            return
        }
        if !task[.remind].contains(reminder) { task[.remind].append(reminder) }
    }

    private func alarm(_ part: CalendarComponent) -> CalendarAlarm? {
        guard let line = part["TRIGGER"] else { return nil }
        if let date = DueDate(compact: line.value) {
            return date.offset == 0 ? .moment(date.seconds(context.now)) : nil
        }
        guard let seconds = CalendarAlarm.seconds(ofDuration: line.value), due != nil else {
            return nil
        }
        // The task has one of the two dates, and the alarm may count from the other one.
        let isAtEnd = line["RELATED"]?.string.uppercased() == "END"
        let more = isAtEnd == isEvent ? length ?? 0 : 0
        return .distance(days: 0, seconds: seconds + (isEvent ? more : -more))
    }

    /// A task has the usual reminder without the key. In a calendar of pmd, no alarm means none.
    private mutating func finishReminders() {
        guard let due, task.stage != .finished else { return }
        let read = task[.remind].compactMap {
            CalendarAlarm($0, due: due, context.settings, context.now)
        }
        if read == [CalendarAlarm.standard(for: due, context.settings)] {
            task[.remind] = []
        } else if read.isEmpty, isOwn {
            task[.remind] = ["none"]
        }
    }
}
