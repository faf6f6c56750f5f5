import BoardView
import MarkdownDocument
import TaskBoard

/// One task as a VTODO, or as a VEVENT at its due date.
struct CalendarEntry {
    private let task: TaskItem
    private let context: ExportContext
    private let rule: RecurrenceRule.InCalendar?

    init(_ task: TaskItem, _ context: ExportContext) {
        (self.task, self.context) = (task, context)
        rule = Self.rule(of: task, context.now)
    }

    /// Returns the rule of an open task with a due date; nil if a calendar cannot represent it.
    private static func rule(of task: TaskItem, _ now: Moment) -> RecurrenceRule.InCalendar? {
        guard !task.isFinished, task.due != nil, let start = task.occurrence else { return nil }
        do throws(RecurrenceError) {
            return try task.recurrence()?.inCalendar(from: start, now: now)
        } catch {
            return nil
        }
    }

    private var isEvent: Bool { context.calendar.hasEvents }

    /// The entry. For a task that was postponed once, the entries of the series and of the changed
    /// date.
    var lines: [Text] {
        guard let rule, let start = task.occurrence else {
            return entry(task.due.map { [dateLine($0)] } ?? [])
        }
        var series = [property("DTSTART", start)]
        if !isEvent { series.append(dateLine(start)) }
        series.append(line("RRULE", rule.text))
        if !rule.includesStart { series.append(property("RDATE", start)) }
        guard let due = task.due, due != start else { return entry(series) }
        return entry(series) + entry([property("RECURRENCE-ID", start), dateLine(due)])
    }

    private func dateLine(_ date: DueDate) -> Text { property(isEvent ? "DTSTART" : "DUE", date) }

    private func entry(_ dates: [Text]) -> [Text] {
        let name = isEvent ? "VEVENT" : "VTODO"
        return [Text("BEGIN:\(name)"), line("UID", uid(of: task))] + times + dates
            + [line("SUMMARY", CalendarText.escaped(task.title.utf8))]
            + (isEvent ? [Text("TRANSP:TRANSPARENT")] : [status]) + others + alarms
            + [Text("END:\(name)")]
    }

    private func line(_ name: String, _ value: Text) -> Text {
        Text(Array(name.utf8) + [0x3A] + value.utf8)
    }

    private func uid(of task: TaskItem) -> Text {
        let own = context.id(task, in: .ics)
        return CalendarText.escaped(own?.utf8 ?? task.id.text.utf8 + "@pmd".utf8)
    }

    private var times: [Text] {
        let created = task.created.map { $0.seconds(context.now) }
        let updated = context.times.updated[task.id]
        var lines = [
            line("DTSTAMP", Moment.compactStamp(updated ?? created ?? context.now.seconds))
        ]
        if let created { lines.append(line("CREATED", Moment.compactStamp(created))) }
        if let updated {
            lines.append(line("LAST-MODIFIED", Moment.compactStamp(updated)))
            // Increases with each change, as far as a single file can tell.
            let sequence = min(max(0, updated - (created ?? updated)), Int64(Int32.max))
            lines.append(line("SEQUENCE", Text(String(sequence))))
        }
        if !isEvent, let finished = context.finished(task) {
            lines.append(line("COMPLETED", Moment.compactStamp(finished)))
        }
        return lines
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
            let tags = task.tags.map { CalendarText.escaped($0.utf8) }
            lines.append(line("CATEGORIES", Text(joining: tags, by: ",")))
        }
        if !task.body.isEmpty {
            lines.append(line("DESCRIPTION", CalendarText.escaped(task.body)))
        }
        for blocker in task.blockedBy.compactMap({ context.board[$0] }) {
            lines.append(line("RELATED-TO;RELTYPE=DEPENDS-ON", uid(of: blocker)))
        }
        return lines
    }

    /// A finished task does not have reminders.
    private var alarms: [Text] {
        guard !task.isFinished else { return [] }
        return CalendarAlarm.all(
            of: task.texts(of: .remind), due: task.due, context.settings, context.now
        ).flatMap { alarm in
            [
                Text("BEGIN:VALARM"), Text("ACTION:DISPLAY"),
                line("DESCRIPTION", CalendarText.escaped(task.title.utf8)),
                alarm.trigger(related: isEvent ? "START" : "END"), Text("END:VALARM"),
            ]
        }
    }
}

extension CalendarEntry {
    /// The offset of a time zone that the entry needs.
    ///
    /// A time with an offset is written in UTC. If its UTC day differs, a rule would count UTC
    /// days, so a repeating task keeps its offset.
    var zone: Int? {
        guard rule != nil, let start = task.occurrence else { return nil }
        return [start, task.due].compactMap(\.self).first { $0.day != $0.utcDay }?.offset
    }

    /// The days of the entry's local times in its zone.
    var localDays: [Day] {
        [task.due, rule == nil ? nil : task.occurrence].compactMap(\.self)
            .filter(isInLocalZone).map(\.day)
    }

    private func isInLocalZone(_ date: DueDate) -> Bool {
        date.secondOfDay != nil && date.offset == nil && LocalZone.covers(date.day)
    }

    /// Returns a date property: a day, a time in UTC, or a time in a zone. Some programs would
    /// interpret a time without a zone as UTC.
    private func property(_ name: String, _ date: DueDate) -> Text {
        guard date.secondOfDay != nil else { return Text("\(name);VALUE=DATE:" + date.compact) }
        if isInLocalZone(date) {
            return Text("\(name);TZID=\(context.localZone.name):" + date.compact)
        }
        if let offset = date.offset, offset == zone {
            return Text("\(name);TZID=\(Self.zoneName(offset)):" + date.compact)
        }
        return line(name, Moment.compactStamp(date.seconds(context.now)))
    }

    /// Returns the common zone name for an offset of whole hours. Its sign follows POSIX.
    private static func zoneName(_ offset: Int) -> String {
        let hours = offset / 3600
        guard offset % 3600 == 0, (-12...14).contains(hours) else {
            return "UTC" + offsetText(offset)
        }
        return "Etc/GMT" + (hours > 0 ? "-\(hours)" : "+\(-hours)")
    }

    static func offsetText(_ offset: Int) -> String {
        let (hours, minutes) = (abs(offset) / 3600, abs(offset) / 60 % 60)
        return (offset < 0 ? "-" : "+") + twoDigits(hours) + twoDigits(minutes)
    }

    /// Returns true for a name made by ``zoneName(_:)``, but not for a place.
    static func isOffsetZone(_ name: String) -> Bool {
        name.hasPrefix("Etc/GMT+") || name.hasPrefix("Etc/GMT-") || name.hasPrefix("UTC+")
            || name.hasPrefix("UTC-")
    }

    static func zoneLines(_ offset: Int) -> [Text] {
        let text = offsetText(offset)
        return [
            "BEGIN:VTIMEZONE", "TZID:\(zoneName(offset))", "BEGIN:STANDARD",
            "DTSTART:19700101T000000", "TZOFFSETFROM:\(text)", "TZOFFSETTO:\(text)",
            "END:STANDARD", "END:VTIMEZONE",
        ].map { Text($0) }
    }
}

extension DueDate {
    /// The date in the basic format, without an offset.
    var compact: String {
        let day = day.text.string.filter { $0 != "-" }
        guard let secondOfDay else { return day }
        let (hour, minute) = (secondOfDay / 3600, secondOfDay / 60 % 60)
        return day + "T" + twoDigits(hour) + twoDigits(minute) + twoDigits(secondOfDay % 60)
    }

    /// The day in UTC; for a date without an offset, its day.
    fileprivate var utcDay: Day { Day(localSeconds: universalSeconds) }
}

extension CalendarEntry {
    /// The values of the task that are lost when the entry is read back.
    var losses: [JSONValue.Member] {
        let all =
            ExchangeFormat.head() + (zone.map(Self.zoneLines) ?? []) + lines
            + [Text("END:VCALENDAR")]
        let bytes = Array(all.map(\.utf8).joined(separator: [0x0A]))
        do throws(BoardError) {
            let reading = try ExchangeFormat.ics.readICS(bytes, context.exchange)
            guard var read = reading.tasks.first else { return everything }
            takeEqualValues(to: &read)
            let blockers = task.blockedBy.filter { context.board[$0] != nil }.map(\.text)
            return read.differences(of: task, blockers: blockers, context.exchange)
        } catch {
            return everything
        }
    }

    /// The loss for a task whose entry cannot be read back.
    private var everything: [JSONValue.Member] { [.init("title", .string(task.title))] }

    /// Gives values with the same meaning the spelling in the task.
    private func takeEqualValues(to read: inout ForeignTask) {
        if isSame(read[.due].first, task.due?.text) { read[.due] = task.texts(of: .due) }
        if isSameMoment(read[.created].first, task.created?.text) {
            read[.created] = task.texts(of: .created)
        }
        if isSameMoment(read[.finished].first, task.texts(of: .finished).first) {
            read[.finished] = task.texts(of: .finished)
        }
        let key = Succession.occurrenceKey
        if let own = task.scalar(key), isSame(read.scalar(key), own) {
            read[extra: key] = .scalar(own)
        }
        if let start = task.occurrence, let rule, let text = read[.repeat].first,
            Self.rule(text, from: start, context.now) == rule
        {
            read[.repeat] = task.texts(of: .repeat)
        }
        if hasEqualAlarms(read[.remind]) { read[.remind] = task.texts(of: .remind) }
    }

    private func hasEqualAlarms(_ reminders: [Text]) -> Bool {
        let sets = [reminders, task.texts(of: .remind)].map { reminders in
            Set(reminders.map { CalendarAlarm($0, due: task.due, context.settings, context.now) })
        }
        let standard = task.due.map { CalendarAlarm.standard(for: $0, context.settings) }
        let filled = sets.map { $0.isEmpty && standard != nil ? [standard] : $0 }
        return !task.isFinished && filled[0] == filled[1]
    }

    /// Returns true for the same day, the same local time, or the same moment.
    private func isSame(_ a: Text?, _ b: Text?) -> Bool {
        guard let a = a.flatMap({ DueDate($0) }), let b = b.flatMap({ DueDate($0) }) else {
            return false
        }
        return (a.secondOfDay == nil) == (b.secondOfDay == nil)
            && (a.offset == nil) == (b.offset == nil) && a.universalSeconds == b.universalSeconds
    }

    private func isSameMoment(_ a: Text?, _ b: Text?) -> Bool {
        guard let a = a.flatMap({ DueDate($0) }), let b = b.flatMap({ DueDate($0) }) else {
            return false
        }
        return a.seconds(context.now) == b.seconds(context.now)
    }

    private static func rule(
        _ text: Text, from start: DueDate, _ now: Moment
    ) -> RecurrenceRule.InCalendar? {
        do throws(RecurrenceError) {
            return try RecurrenceRule(text).inCalendar(from: start, now: now)
        } catch {
            return nil
        }
    }
}
