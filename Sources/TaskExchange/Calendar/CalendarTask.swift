import MarkdownDocument
import TaskBoard

/// A task read from a calendar entry.
struct CalendarTask {
    private let entry: CalendarComponent
    private let context: ExchangeContext
    /// True for a calendar written by pmd.
    private let isOwn: Bool
    var task: ForeignTask
    /// The names of content that the task cannot hold.
    private(set) var lost: Set<String>
    private(set) var notes: [ImportNote] = []
    private(set) var reasonToSkip: String?
    private var due: DueDate?
    /// The time from the start to the end, in seconds; nil if it is unknown.
    private var length: Int?

    init(_ entry: CalendarComponent, _ context: ExchangeContext, isOwn: Bool) {
        (self.entry, self.context, self.isOwn) = (entry, context, isOwn)
        task = ForeignTask(.source(""), title: "", at: .line(entry.line))
        task.dependencyKey = "related-to"
        lost = entry.lost
    }

    private var isEvent: Bool { entry.name == "VEVENT" }

    /// - Parameter changed: The entries for single dates of the same series.
    mutating func read(
        changed: [CalendarComponent], from reader: inout CalendarReader
    ) throws(RecordProblem) {
        try readIdentity()
        readTexts()
        try checkSize()
        readStatus(&reader)
        try readDates(changed: changed, &reader)
        for alarm in entry.children where alarm.name == "VALARM" { readAlarm(alarm) }
        finishReminders()
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

    /// The summary, or else the first line of the description.
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
        var (tags, seen): ([Text], Set<Text>) = ([], [])
        for line in entry.properties {
            switch line.name {
            case "CATEGORIES":
                for tag in line.texts.map({ Text($0.utf8.trimmed) })
                where !tag.isEmpty && seen.insert(tag).inserted {
                    tags.append(tag)
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
        task[.tags] = tags
        readPriority()
    }

    /// Throws for an entry too large for a task.
    private func checkSize() throws(RecordProblem) {
        let texts = [task.title] + task[.tags] + [entry["UID"]?.text ?? ""]
        let size = texts.reduce(0) { $0 + $1.utf8.count + 4 }
        if size > Self.mostText { throw .tooLargeTexts(Self.mostText >> 10) }
    }

    /// The maximum total size of title, tags and UID in bytes; front matter is limited to 64 KiB.
    private static let mostText = 48 << 10

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

    private mutating func readStatus(_ reader: inout CalendarReader) {
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
        if let line = entry["COMPLETED"], task.stage == .finished,
            let seconds = seconds(line, &reader)
        {
            task[.finished] = [context.now.finishDate(seconds)]
        }
        if let percent = entry["PERCENT-COMPLETE"]?.value, percent != "0", percent != "100" {
            lost.insert("PERCENT-COMPLETE")
        }
    }
}

// Dates and rules.
extension CalendarTask {
    private mutating func readDates(
        changed: [CalendarComponent], _ reader: inout CalendarReader
    ) throws(RecordProblem) {
        if let line = entry["CREATED"], let seconds = seconds(line, &reader) {
            task[.created] = [context.now.at(seconds).stamp]
        }
        let end = entry[isEvent ? "DTEND" : "DUE"]
        guard let first = entry["DTSTART"] ?? (isEvent ? nil : end) else {
            if isEvent { reasonToSkip = reasonToSkip ?? "events without a start" }
            return
        }
        let zone = reader.zone(of: first, unknown: &lost)
        let clock = CalendarClock(
            first, zone, isOwn: isOwn, repeats: entry["RRULE"] != nil, now: context.now)
        guard let start = wall(first, clock, &reader) else { return }
        length = readLength(&reader)
        let due = isEvent ? start : end.flatMap { wall($0, clock, &reader) } ?? start
        if entry["DURATION"] != nil, isEvent ? length != 86_400 : true { lost.insert("DURATION") }
        if let end, isEvent { readEnd(end, of: start, clock, &reader) }
        guard task.stage != .finished, reasonToSkip == nil else {
            self.due = clock.date(at: due)
            task[.due] = [clock.date(at: due).text]
            return
        }
        readSeries(from: start, due: due, clock, changed: changed, &reader)
    }

    /// Returns the local time of a date on a clock.
    private mutating func wall(
        _ line: ContentLine, _ clock: CalendarClock, _ reader: inout CalendarReader
    ) -> DueDate? {
        line.date.map { clock.wall($0, in: reader.zone(of: line, unknown: &lost)) }
    }

    /// Returns a date in seconds since 1970; days and local times are in the reader's zone.
    private mutating func seconds(_ line: ContentLine, _ reader: inout CalendarReader) -> Int64? {
        guard let date = line.date else { return nil }
        guard let zone = reader.zone(of: line, unknown: &lost), date.offset == nil else {
            return date.seconds(context.now)
        }
        return date.universalSeconds - Int64(zone.offset(atLocal: date.universalSeconds))
    }

    /// Returns the seconds from the start of an entry to its end.
    private mutating func readLength(
        of part: CalendarComponent? = nil, _ reader: inout CalendarReader
    ) -> Int? {
        let part = part ?? entry
        guard let start = part["DTSTART"] else { return nil }
        let isDay = start.date?.secondOfDay == nil
        guard let end = part[isEvent ? "DTEND" : "DUE"] else {
            // RFC 5545, 3.6.1: an all-day event without an end lasts that day.
            let duration = part["DURATION"].flatMap { CalendarAlarm.seconds(ofDuration: $0.value) }
            return isEvent ? duration ?? (isDay ? 86_400 : nil) : nil
        }
        guard let first = start.date, let last = end.date,
            isDay == (last.secondOfDay == nil)
        else { return nil }
        if isDay { return (last.day.number - first.day.number) * 86_400 }
        guard let from = seconds(start, &reader), let to = seconds(end, &reader) else { return nil }
        return Int(to - from)
    }

    /// A one-day event does not have an end to lose.
    private mutating func readEnd(
        _ line: ContentLine, of start: DueDate, _ clock: CalendarClock,
        _ reader: inout CalendarReader
    ) {
        guard let end = wall(line, clock, &reader) else { return }
        let isOneDay = start.secondOfDay == nil && end.day == start.day.adding(days: 1)
        if !isOneDay, end != start { lost.insert("DTEND") }
    }
}

// The dates of a series.
extension CalendarTask {
    /// Takes the first relevant date: for an event, the first that is not over.
    ///
    /// - Parameters:
    ///   - start: The start date of the series.
    ///   - due: The due date for that start.
    private mutating func readSeries(
        from start: DueDate, due: DueDate, _ clock: CalendarClock,
        changed: [CalendarComponent], _ reader: inout CalendarReader
    ) {
        let delay = max(0, due.day.number - start.day.number)
        let rule = readRule(from: start, clock)
        var dates: [String: [DueDate]] = [:]
        for line in entry.properties where ["RDATE", "EXDATE"].contains(line.name) {
            guard let date = wall(line, clock, &reader) else { continue }
            dates[line.name, default: []].append(
                start.secondOfDay == nil ? DueDate(date.day) : date)
        }
        let series = CalendarSeries(
            from: start, by: rule, extras: dates["RDATE"] ?? [], excluded: dates["EXDATE"] ?? [],
            changes: changes(changed, clock, isOfDays: start.secondOfDay == nil, &reader))
        let choice = series.first(budget: &reader.dateBudget) { date, change in
            isEvent
                && isOver(
                    change?.moved ?? clock.date(at: date), length: change?.length ?? length)
        }
        guard let choice else {
            reasonToSkip = isEvent ? "events that are over" : "without a date that is left"
            return
        }
        lost.formUnion(series.lost(after: choice))
        let own = due.on(choice.date.day.adding(days: delay))
        let shown = choice.change?.moved ?? clock.date(at: own)
        self.due = shown
        task[.due] = [shown.text]
        if !isEvent, delay > 0 { task[.wait] = [choice.date.day.text] }
        if let rule = choice.rule {
            setRule(rule, of: choice, delay: delay, due: own, clock)
            reportChange(of: clock, for: rule, from: choice.ruleDate, &reader.dateBudget)
        } else if rule != nil {
            lost.insert("RRULE")
        }
    }

    /// Sets the rule of a task, which is based on its due date, while a calendar's is based on the
    /// start.
    private mutating func setRule(
        _ rule: RecurrenceRule, of choice: CalendarSeries.Choice, delay: Int, due: DueDate,
        _ clock: CalendarClock
    ) {
        let moved = rule.moved(byDays: delay)
        task[.repeat] = [(moved ?? rule).text]
        let counted = due.on(choice.ruleDate.day.adding(days: moved == nil ? 0 : delay))
        let occurrence = clock.date(at: counted)
        if occurrence != self.due {
            task[extra: Succession.occurrenceKey] = .scalar(occurrence.text)
        }
        if moved == nil { notes.append(.repeatsByStart(task: task.title)) }
    }

    /// Reports a clock change in another zone that the task's own dates do not follow.
    private mutating func reportChange(
        of clock: CalendarClock, for rule: RecurrenceRule, from first: DueDate,
        _ budget: inout Int
    ) {
        guard !rule.countsFromFinish, let change = due.flatMap({ clock.change(after: $0) }) else {
            return
        }
        var (date, left) = (first, rule)
        while date.day < change {
            guard budget > 0, let next = left.next(after: date, finishedOn: date.day) else {
                return
            }
            budget -= 1
            (date, left) = (next.date, next.rule)
        }
        notes.append(.clockChange(on: change, task: task.title))
    }

    /// Reads the changes of single dates.
    private mutating func changes(
        _ changed: [CalendarComponent], _ clock: CalendarClock, isOfDays: Bool,
        _ reader: inout CalendarReader
    ) -> [CalendarSeries.Change] {
        var changes: [CalendarSeries.Change] = []
        for part in changed {
            guard let id = part["RECURRENCE-ID"], id["RANGE"] == nil,
                let date = wall(id, clock, &reader)
            else {
                lost.insert("RECURRENCE-ID")
                continue
            }
            let line = part[isEvent ? "DTSTART" : "DUE"] ?? part["DTSTART"]
            let moved = line.flatMap { (line) -> DueDate? in
                let zone = reader.zone(of: line, unknown: &lost)
                // In a calendar written by pmd, a date may be of another kind than its series.
                let clock =
                    isOwn || isOfDays
                    ? CalendarClock(line, zone, isOwn: isOwn, repeats: true, now: context.now)
                    : clock
                return line.date.map { clock.date(at: clock.wall($0, in: zone)) }
            }
            let status = part["STATUS"]?.value.string.uppercased()
            let isDone = !isEvent && (status == "COMPLETED" || part["COMPLETED"] != nil)
            changes.append(
                CalendarSeries.Change(
                    date: isOfDays ? DueDate(date.day) : date, moved: moved,
                    length: readLength(of: part, &reader),
                    isGone: status == "CANCELLED" || isDone))
        }
        return changes
    }

    private mutating func readRule(
        from start: DueDate, _ clock: CalendarClock
    ) -> RecurrenceRule? {
        guard let line = entry["RRULE"] else { return nil }
        let rule = RecurrenceRule(calendar: line.value, from: start) { end in
            clock.wall(end, isDay: start.secondOfDay == nil)
        }
        guard let rule else {
            notes.append(.unknownRule(line.value, task: task.title))
            return nil
        }
        return rule
    }

    /// Returns true if the last day of an event is past.
    private func isOver(_ date: DueDate, length: Int?) -> Bool {
        guard date.secondOfDay != nil else {
            let days = max(1, (length ?? 0) / 86_400)
            return date.day.adding(days: days - 1) < context.now.today
        }
        let last = date.seconds(context.now) + Int64(max(0, (length ?? 0) - 1))
        return context.now.at(last).today < context.now.today
    }
}

// Alarms.
extension CalendarTask {
    private mutating func readAlarm(_ part: CalendarComponent) {
        // Some programs write such an alarm to say that there is none.
        guard part["ACTION"]?.value.string.uppercased() != "NONE", task.stage != .finished else {
            return
        }
        guard let reminder = alarm(part)?.reminder(due: due, context.settings) else {
            lost.insert("VALARM")
            return
        }
        guard !task[.remind].contains(reminder) else { return }
        // The maximum number of reminders per task.
        if task[.remind].count < 32 {
            task[.remind].append(reminder)
        } else {
            lost.insert("VALARM")
        }
    }

    private func alarm(_ part: CalendarComponent) -> CalendarAlarm? {
        guard let line = part["TRIGGER"] else { return nil }
        if let date = line.date {
            return date.offset == 0 ? .moment(date.seconds(context.now)) : nil
        }
        guard let seconds = CalendarAlarm.seconds(ofDuration: line.value), due != nil else {
            return nil
        }
        // The task has only one of the two dates, and the alarm may be relative to the other.
        let isAtEnd = line["RELATED"]?.string.uppercased() == "END"
        let more = isAtEnd == isEvent ? length ?? 0 : 0
        return .distance(days: 0, seconds: seconds + (isEvent ? more : -more))
    }

    /// A task without the key has the default reminder, whereas in a calendar written by pmd, no
    /// alarm means none.
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
