import MarkdownDocument
import TaskBoard

/// A component of an iCalendar file, between `BEGIN` and `END`, with the properties that pmd
/// reads.
struct CalendarComponent: Sendable {
    /// A skipped line.
    struct Problem: Sendable {
        let line: Int
        let problem: RecordProblem
    }

    let name: String
    /// The line number of its `BEGIN`, counted from one.
    let line: Int
    fileprivate(set) var properties: [ContentLine] = []
    fileprivate(set) var children: [CalendarComponent] = []
    /// The names of properties whose content a pmd task cannot hold.
    fileprivate(set) var lost: Set<String> = []
    /// The unreadable lines, up to a limit.
    fileprivate(set) var problems: [Problem] = []
    /// The reason the component cannot be used at all.
    fileprivate(set) var fault: Problem?

    init(_ name: String, line: Int) { (self.name, self.line) = (name, line) }

    /// The first property with a name.
    subscript(name: String) -> ContentLine? { properties.first { $0.name == name } }

    /// Returns true if another component has the same content.
    func isSame(as other: CalendarComponent) -> Bool {
        name == other.name && properties.count == other.properties.count
            && children.count == other.children.count
            && zip(properties, other.properties).allSatisfy { $0.isSame(as: $1) }
            && zip(children, other.children).allSatisfy { $0.isSame(as: $1) }
    }
}

extension CalendarComponent {
    private static let dates: Set<String> = [
        "DUE", "DTSTART", "DTEND", "RDATE", "EXDATE", "RECURRENCE-ID", "COMPLETED", "CREATED",
    ]
    private static let known: Set<String> = dates.union([
        "UID", "SUMMARY", "DESCRIPTION", "DURATION", "RRULE", "CATEGORIES", "PRIORITY", "STATUS",
        "PERCENT-COMPLETE", "RELATED-TO", "TRIGGER", "ACTION", "TZID", "TZOFFSETFROM",
        "TZOFFSETTO", "PRODID",
    ])
    /// Properties about the entry itself, which exports generate again.
    private static let ignored: Set<String> = [
        "DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "CLASS", "TRANSP", "VERSION", "CALSCALE", "METHOD",
        "ACKNOWLEDGED", "TZNAME", "TZURL",
    ]

    /// The maximum nesting depth of components, number of properties per component, bytes per
    /// line, and reported problems per component.
    fileprivate static let (deepest, most, longest, mostProblems) = (16, 10_000, 960 << 10, 50)

    /// Adds a line, or a problem if it cannot be read.
    fileprivate mutating func add(_ bytes: [UInt8], number: Int) {
        let raw = RawLine(bytes, number: number)
        do throws(RecordProblem) {
            guard let raw else { throw .notAContentLine }
            try add(raw)
        } catch {
            note(error, at: number)
            // Otherwise, the change of a single date would become a task of its own.
            if raw?.name == "RECURRENCE-ID" { fail(error, at: number) }
        }
    }

    private mutating func add(_ raw: RawLine) throws(RecordProblem) {
        guard Self.known.contains(raw.name) else {
            let isLost = !Self.ignored.contains(raw.name) && !raw.name.hasPrefix("X-")
            if isLost, !raw.value.trimmed.isEmpty { lost.insert(raw.name) }
            return
        }
        let isDate = Self.dates.contains(raw.name)
        guard !raw.value.trimmed.isEmpty else {
            // Programs write empty texts, but an empty date is an error.
            if isDate { throw .notADate(raw.name, expected: .calendar) }
            return
        }
        guard raw.value.count <= Self.longest else { throw .tooLong(Self.longest >> 10) }
        try raw.value.checkText()
        for each in ["RDATE", "EXDATE"].contains(raw.name) ? raw.ofEachDate : [raw] {
            let line: ContentLine
            do throws(RecordProblem) {
                line = try ContentLine(each)
            } catch {
                throw isDate ? .notADate(raw.name, expected: .calendar) : error
            }
            if isDate, line.date == nil { throw .notADate(raw.name, expected: .calendar) }
            guard properties.count < Self.most else {
                fail(.tooManyProperties(Self.most), at: raw.number)
                return
            }
            properties.append(line)
        }
    }

    fileprivate mutating func note(_ problem: RecordProblem, at line: Int) {
        guard problems.count < Self.mostProblems else { return }
        problems.append(Problem(line: line, problem: problem))
    }

    fileprivate mutating func fail(_ problem: RecordProblem, at line: Int) {
        fault = fault ?? Problem(line: line, problem: problem)
    }
}

/// The calendars of a file.
///
/// libical does not count lines, recurses to any depth, and does not check what an `END` closes.
/// Therefore this type finds the components of a file, and libical parses their lines and zones. A
/// truncated or unclosed component does not affect others.
struct CalendarFile {
    private(set) var calendars: [CalendarComponent] = []
    private var open: [CalendarComponent] = []
    /// The number of open components within one that is nested too deeply.
    private var ignored = 0

    /// The components directly in a calendar.
    private static let entries: Set<String> = [
        "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE", "VCALENDAR",
    ]

    /// - Throws: ``BoardError`` for text that does not start like a calendar.
    init(_ bytes: [UInt8]) throws(BoardError) {
        var lines = UnfoldedLines(bytes)
        while let (line, number) = lines.next() {
            let edge = Self.edge(line)
            if calendars.isEmpty, open.isEmpty {
                guard let edge, !edge.isEnd, Self.entries.contains(edge.name) else {
                    throw RecordProblem.notACalendar.of(format: "ics")
                }
                // Some programs copy an entry without its calendar.
                if edge.name != "VCALENDAR" {
                    calendars.append(CalendarComponent("VCALENDAR", line: number))
                }
            }
            if let edge {
                edge.isEnd ? end(edge.name, at: number) : begin(edge.name, at: number)
            } else if ignored == 0 {
                add(line, at: number)
            }
        }
        guard !open.isEmpty || !calendars.isEmpty else {
            throw RecordProblem.notACalendar.of(format: "ics")
        }
        closeAll(downTo: 0)
    }

    /// Returns the name of the component that a line begins or ends.
    private static func edge(_ line: [UInt8]) -> (isEnd: Bool, name: String)? {
        let isBegin = line.prefix(6).elementsEqual("BEGIN:".utf8) { $0 & 0xDF == $1 & 0xDF }
        guard isBegin || line.prefix(4).elementsEqual("END:".utf8, by: { $0 & 0xDF == $1 & 0xDF })
        else { return nil }
        let name = line.dropFirst(isBegin ? 6 : 4).trimmed.prefix(64)
        return (!isBegin, String(decoding: name, as: UTF8.self).uppercased())
    }

    private mutating func add(_ line: [UInt8], at number: Int) {
        reopen()
        open[open.count - 1].add(line, number: number)
    }

    /// Reopens the last calendar, so that lines after its END are added to it.
    private mutating func reopen() {
        if open.isEmpty { open.append(calendars.removeLast()) }
    }

    private mutating func begin(_ name: String, at number: Int) {
        guard ignored == 0 || Self.entries.contains(name) else {
            ignored += 1
            return
        }
        if name == "VCALENDAR" {
            closeAll(downTo: 0)
        } else {
            reopen()
            // The previous entry was not closed.
            if Self.entries.contains(name) { closeAll(downTo: 1) }
            guard open.count < CalendarComponent.deepest else {
                open[1].fail(.tooDeep(CalendarComponent.deepest), at: number)
                ignored = 1
                return
            }
        }
        open.append(CalendarComponent(name, line: number))
    }

    private mutating func end(_ name: String, at number: Int) {
        if ignored > 0, !Self.entries.contains(name) {
            ignored -= 1
            return
        }
        guard let index = open.lastIndex(where: { $0.name == name }) else {
            if !open.isEmpty { open[open.count - 1].fail(.unexpectedEnd(name), at: number) }
            return
        }
        closeAll(downTo: index + 1)
        close()
    }

    /// Closes components without an `END`.
    private mutating func closeAll(downTo count: Int) {
        ignored = 0
        while open.count > count {
            let last = open[open.count - 1]
            open[open.count - 1].fail(.unclosedComponent(last.name), at: last.line)
            close()
        }
    }

    private mutating func close() {
        let part = open.removeLast()
        guard let index = open.indices.last else { return calendars.append(part) }
        // A problem within a component of an entry is a problem with the entry.
        if index > 0 {
            for each in part.problems { open[index].note(each.problem, at: each.line) }
            if let fault = part.fault { open[index].fail(fault.problem, at: fault.line) }
        }
        open[index].children.append(part)
    }
}
