import MarkdownDocument
import TaskBoard
import Words

/// Reads the tasks of one calendar.
struct CalendarReader {
    /// The value of `PRODID` that identifies pmd's own calendars.
    static let ownProduct = "-//pmd//pmd//EN"

    private let calendar: CalendarComponent
    private let context: ExchangeContext
    private let isOwn: Bool
    private let zoneParts: [Text: CalendarComponent]
    /// The zones looked up so far, by name; nil for an unknown zone.
    private var zones: [Text: CalendarZone?] = [:]
    private var zoneBudget = 128
    /// The remaining number of rule dates that may be counted to find the current one.
    var dateBudget = 100_000
    private var occurrences = Occurrences(.ics)
    /// The entries for each `UID`. Concatenated files may have several.
    private var namesakes: [Text: [CalendarComponent]] = [:]

    /// The maximum number of entries with the same `UID` to compare an entry with.
    private static let compared = 64

    init(_ calendar: CalendarComponent, _ context: ExchangeContext) {
        (self.calendar, self.context) = (calendar, context)
        isOwn = calendar["PRODID"]?.value == Text(Self.ownProduct)
        let parts = calendar.children.filter { $0.name == "VTIMEZONE" && $0.fault == nil }
            .compactMap { part in part["TZID"].map { ($0.text, part) } }
        zoneParts = Dictionary(parts, uniquingKeysWith: { first, _ in first })
    }

    mutating func read(into reading: inout Reading) {
        var changed: [Text: [CalendarComponent]] = [:]
        var masters: Set<Text> = []
        var entries: [CalendarComponent] = []
        for problem in calendar.problems { reading.noteCalendar(problem, leavesOutEntry: false) }
        for part in calendar.children where part.isEntry {
            if skip(part, &reading) { continue }
            entries.append(part)
            guard let uid = part["UID"]?.text else { continue }
            if part["RECURRENCE-ID"] == nil {
                masters.insert(uid)
            } else {
                changed[uid, default: []].append(part)
            }
        }
        for entry in entries {
            let uid = entry["UID"]?.text
            // A changed date belongs to its series, unless only the date was exported.
            if entry["RECURRENCE-ID"] != nil, let uid, masters.contains(uid) {
                reading.skipped.add("changes of one date of a series")
                continue
            }
            // Of several entries with one `UID`, the first gets the changed dates.
            let isSeries = entry["RECURRENCE-ID"] == nil
            let own = uid.flatMap { isSeries ? changed.removeValue(forKey: $0) : nil }
            add(entry, changed: own ?? [], to: &reading)
        }
    }

    /// Reports the unreadable lines of an entry, and whether the whole entry is unusable.
    private func skip(_ part: CalendarComponent, _ reading: inout Reading) -> Bool {
        if let fault = part.fault {
            reading.skipped.add("entries that cannot be read")
            reading.noteCalendar(fault, leavesOutEntry: true)
            return true
        }
        for problem in part.problems { reading.noteCalendar(problem, leavesOutEntry: false) }
        guard part.name == "VTODO" || part.name == "VEVENT" else {
            reading.skipped.add(plainWords(Text(part.name)))
            return true
        }
        return false
    }

    private mutating func add(
        _ entry: CalendarComponent, changed: [CalendarComponent], to reading: inout Reading
    ) {
        var task = CalendarTask(entry, context, isOwn: isOwn)
        do throws(RecordProblem) {
            try task.read(changed: changed, from: &self)
        } catch {
            reading.skipped.add("entries that cannot be read")
            reading.noteCalendar(
                CalendarComponent.Problem(line: entry.line, problem: error), leavesOutEntry: true)
            return
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

extension CalendarComponent {
    /// True for a component that counts as an entry.
    fileprivate var isEntry: Bool {
        ["VTODO", "VEVENT", "VJOURNAL", "VFREEBUSY"].contains(name)
    }
}

extension Reading {
    /// The maximum number of lines reported by an import.
    private static let mostNotes = 50

    fileprivate mutating func noteCalendar(
        _ problem: CalendarComponent.Problem, leavesOutEntry: Bool
    ) {
        guard notes.count <= Self.mostNotes else { return }
        notes.append(
            notes.count < Self.mostNotes
                ? .unreadLine(problem.line, problem.problem, skipsEntry: leavesOutEntry)
                : .furtherLines)
    }
}

extension CalendarReader {
    /// Returns the zone of a line's time; nil if the line does not specify one.
    ///
    /// If the system has a zone with that name, it takes precedence: many files describe only one
    /// year of the zone, or none.
    ///
    /// - Parameter unknown: The names of unknown zones so far; an unknown one is added.
    mutating func zone(of line: ContentLine, unknown: inout Set<String>) -> CalendarZone? {
        guard let date = line.date, date.secondOfDay != nil else { return nil }
        if date.offset != nil { return zone(named: "UTC") }
        guard let name = line["TZID"], !name.isEmpty else { return nil }
        if let zone = zone(named: name) { return zone }
        unknown.insert("time zone \(plainWords(name))")
        return nil
    }

    private mutating func zone(named name: Text) -> CalendarZone? {
        if let known = zones[name] { return known }
        let zone =
            Self.universal.contains(name)
            ? CalendarZone()
            : CalendarZone(named: name.string)
                ?? zoneParts[name].flatMap { CalendarZone($0, budget: &zoneBudget) }
                ?? CalendarZone.similar(to: name.string)
        zones[name] = .some(zone)
        return zone
    }

    private static let universal: Set<Text> = ["UTC", "Etc/UTC", "GMT", "Etc/GMT", "Z"]
}
