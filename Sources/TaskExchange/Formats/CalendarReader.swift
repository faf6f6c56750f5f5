import MarkdownDocument
import TaskBoard

/// Reads the tasks of one calendar.
struct CalendarReader {
    /// The value of `PRODID` by which pmd knows its own calendars.
    static let ownProduct = "-//pmd//pmd//EN"

    private let calendar: CalendarComponent
    private let context: ExchangeContext
    private let isOwn: Bool
    private let zoneParts: [Text: CalendarComponent]
    /// The zones that were asked for; nil for one that the calendar does not define.
    private var zones: [Text: CalendarZone?] = ["UTC": CalendarZone(offset: 0)]
    private var zoneBudget = 2_000
    /// How many dates of rules may still be counted to find the one of today.
    var dateBudget = 100_000
    private var occurrences = Occurrences(.ics)
    /// The entries with each `UID`. Concatenated files may have more than one.
    private var namesakes: [Text: [CalendarComponent]] = [:]

    /// The number of entries with the same `UID` that an entry is compared with.
    private static let compared = 64

    init(_ calendar: CalendarComponent, _ context: ExchangeContext) {
        (self.calendar, self.context) = (calendar, context)
        isOwn = calendar["PRODID"]?.value == Text(Self.ownProduct)
        let parts = calendar.children.filter { $0.name == "VTIMEZONE" }.compactMap { part in
            part["TZID"].map { ($0.value, part) }
        }
        zoneParts = Dictionary(parts, uniquingKeysWith: { first, _ in first })
        for name in ["Etc/UTC", "GMT", "Z"] { zones[Text(name)] = CalendarZone(offset: 0) }
    }

    mutating func read(into reading: inout Reading) throws(BoardError) {
        let entries = calendar.children.filter { $0.name == "VTODO" || $0.name == "VEVENT" }
        var changed: [Text: [CalendarComponent]] = [:]
        var masters: Set<Text> = []
        for entry in entries {
            guard let uid = entry["UID"]?.text else { continue }
            if entry["RECURRENCE-ID"] == nil {
                masters.insert(uid)
            } else {
                changed[uid, default: []].append(entry)
            }
        }
        for entry in entries {
            let uid = entry["UID"]?.text
            // A changed date belongs to its series, unless only that date was exported.
            if entry["RECURRENCE-ID"] != nil, let uid, masters.contains(uid) { continue }
            // Of several entries with one `UID`, the first gets the changed dates.
            let isSeries = entry["RECURRENCE-ID"] == nil
            let own = uid.flatMap { isSeries ? changed.removeValue(forKey: $0) : nil }
            try add(entry, changed: own ?? [], to: &reading)
        }
    }

    private mutating func add(
        _ entry: CalendarComponent, changed: [CalendarComponent], to reading: inout Reading
    ) throws(BoardError) {
        var task = CalendarTask(entry, context, isOwn: isOwn)
        do throws(RecordProblem) {
            try task.read(changed: changed, from: &self)
        } catch {
            throw error.at(.line(entry.line))
        }
        if let reason = task.reasonToSkip { return reading.skipped.add(reason) }
        if let uid = entry["UID"]?.text, !uid.isEmpty {
            if namesakes[uid]?.suffix(Self.compared).contains(where: entry.isSame) == true {
                return reading.skipped.add("twice in the file")
            }
            namesakes[uid, default: []].append(entry)
            if case .source = task.task.origin {
                task.task.origin = .source(occurrences.source(uid))
            }
        } else {
            task.task.origin = occurrences.origin(
                title: task.task.title, created: task.task[.created].first)
        }
        reading.tasks.append(task.task)
        for name in task.lost.sorted() { reading.losses.add(name) }
        reading.notes += task.notes
    }
}

extension CalendarReader {
    /// A date, and its zone if the calendar names one that it defines.
    struct ZonedDate {
        var date: DueDate
        var zone: CalendarZone?
        /// The name of a zone that the calendar does not define. The date is a local time then.
        var unknownZone: Text?
    }

    /// - Throws: ``RecordProblem`` for a value that is not a date.
    mutating func date(_ line: ContentLine) throws(RecordProblem) -> ZonedDate {
        guard let date = DueDate(compact: line.value) else {
            throw .notADate(line.name, expected: .calendar)
        }
        guard let name = line["TZID"], date.secondOfDay != nil, date.offset == nil else {
            return ZonedDate(date: date)
        }
        guard let zone = zone(name), let moved = date.ahead(ofUTC: zone.offset(at: date)) else {
            return ZonedDate(date: date, unknownZone: name)
        }
        return ZonedDate(date: moved, zone: zone)
    }

    private mutating func zone(_ name: Text) -> CalendarZone? {
        if let known = zones[name] { return known }
        let zone = zoneParts[name].flatMap { CalendarZone($0, budget: &zoneBudget) }
        zones[name] = .some(zone)
        return zone
    }
}
