import MarkdownDocument
import TaskBoard

/// A part of an iCalendar file between `BEGIN` and `END`, with the properties that pmd reads.
struct CalendarComponent: Sendable {
    /// A line that is left out.
    struct Problem: Sendable {
        let line: Int
        let problem: RecordProblem
    }

    let name: String
    /// The line of its `BEGIN`, counted from one.
    let line: Int
    fileprivate(set) var properties: [ContentLine] = []
    fileprivate(set) var children: [CalendarComponent] = []
    /// The names of properties that hold what a task of pmd does not.
    fileprivate(set) var lost: Set<String> = []
    /// The lines that cannot be read, the first ones of many.
    fileprivate(set) var problems: [Problem] = []
    /// Why nothing of the part can be used.
    fileprivate(set) var fault: Problem?

    init(_ name: String, line: Int) { (self.name, self.line) = (name, line) }

    /// The first property of a name.
    subscript(name: String) -> ContentLine? { properties.first { $0.name == name } }

    /// True if another part says the same.
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
    /// Properties about the entry itself, which are made anew.
    private static let ignored: Set<String> = [
        "DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "CLASS", "TRANSP", "VERSION", "CALSCALE", "METHOD",
        "ACKNOWLEDGED", "TZNAME", "TZURL",
    ]

    /// The greatest depth of parts within each other, the most properties of one, the most bytes of
    /// a line, and the most problems that are kept of one.
    fileprivate static let (deepest, most, longest, mostProblems) = (16, 10_000, 960 << 10, 50)

    /// Adds a line, unless it cannot be read: then it is a problem.
    fileprivate mutating func add(_ bytes: [UInt8], number: Int) {
        let raw = RawLine(bytes, number: number)
        do throws(RecordProblem) {
            guard let raw else { throw .notAContentLine }
            try add(raw)
        } catch {
            note(error, at: number)
            // Without it, the change of one date would be a task of its own.
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
            // Programs write empty texts; an empty date was meant to be one.
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
/// libical counts no lines, follows parts of any depth by recursion, and does not look at what an
/// `END` closes. So the parts of a file are found here, and libical reads their lines and zones. A
/// part that is cut off or that nothing closes takes no other part with it.
struct CalendarFile {
    private(set) var calendars: [CalendarComponent] = []
    private var open: [CalendarComponent] = []
    /// How many parts within a part that is too deep are still open.
    private var ignored = 0

    /// The parts that are no part of another one, but of a calendar.
    private static let entries: Set<String> = [
        "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE", "VCALENDAR",
    ]

    /// - Throws: ``BoardError`` for a text that does not begin as a calendar does.
    init(_ bytes: [UInt8]) throws(BoardError) {
        var lines = UnfoldedLines(bytes)
        while let (line, number) = lines.next() {
            let edge = Self.edge(line)
            if calendars.isEmpty, open.isEmpty {
                guard let edge, !edge.isEnd, Self.entries.contains(edge.name) else {
                    throw RecordProblem.notACalendar.of(format: "ics")
                }
                // Programs copy an entry without a calendar around it.
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

    /// The name of a part that a line begins or ends.
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

    /// Reopens the last calendar: lines after its END are added to it.
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
            // Nothing closed the entry before it.
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

    /// Closes parts that have no `END`.
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
        // What is wrong within an entry is wrong with it.
        if index > 0 {
            for each in part.problems { open[index].note(each.problem, at: each.line) }
            if let fault = part.fault { open[index].fail(fault.problem, at: fault.line) }
        }
        open[index].children.append(part)
    }
}
