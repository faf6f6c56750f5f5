import MarkdownDocument
import TaskBoard

/// A part of an iCalendar file between `BEGIN` and `END`, with the properties that pmd reads.
struct CalendarComponent: Sendable {
    let name: String
    /// The line of its `BEGIN`, counted from one.
    let line: Int
    private(set) var properties: [ContentLine] = []
    private(set) var children: [CalendarComponent] = []
    /// The names of properties that hold what a task of pmd does not.
    private(set) var lost: Set<String> = []

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
    private static let known: Set<String> = [
        "UID", "SUMMARY", "DESCRIPTION", "DUE", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE",
        "RECURRENCE-ID", "CATEGORIES", "PRIORITY", "STATUS", "PERCENT-COMPLETE", "COMPLETED",
        "CREATED", "RELATED-TO", "TRIGGER", "ACTION", "TZID", "TZOFFSETFROM", "TZOFFSETTO",
        "PRODID",
    ]

    /// Properties about the entry itself, which are made anew.
    private static let ignored: Set<String> = [
        "DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "CLASS", "TRANSP", "VERSION", "CALSCALE", "METHOD",
        "ACKNOWLEDGED", "TZNAME", "TZURL",
    ]

    /// The greatest depth of parts within each other, and the most properties of one.
    private static let (deepest, most) = (16, 10_000)

    private mutating func add(_ property: ContentLine) throws(RecordProblem) {
        if Self.known.contains(property.name) {
            guard properties.count < Self.most else { throw .tooManyProperties(Self.most) }
            properties.append(property)
        } else if !Self.ignored.contains(property.name), !property.name.hasPrefix("X-") {
            lost.insert(property.name)
        }
    }

    /// Reads the calendars of a file.
    ///
    /// - Throws: ``BoardError`` with the line that cannot be read.
    static func calendars(
        in bytes: [UInt8]
    ) throws(BoardError) -> [CalendarComponent] {
        var lines = UnfoldedLines(bytes)
        var open: [CalendarComponent] = []
        var calendars: [CalendarComponent] = []
        while let (bytes, number) = lines.next() {
            do throws(RecordProblem) {
                try bytes.checkText()
                let line = try ContentLine(bytes, number: number)
                try take(line, &open, &calendars)
            } catch {
                if case .notACalendar = error { throw error.of(format: "ics") }
                // Another file fails at its first line.
                if open.isEmpty, calendars.isEmpty {
                    throw RecordProblem.notACalendar.of(format: "ics")
                }
                throw error.at(.line(number))
            }
        }
        if let unclosed = open.last {
            throw RecordProblem.unclosedComponent(unclosed.name).at(.line(unclosed.line))
        }
        guard !calendars.isEmpty else { throw RecordProblem.notACalendar.of(format: "ics") }
        return calendars
    }

    private static func take(
        _ line: ContentLine, _ open: inout [CalendarComponent],
        _ calendars: inout [CalendarComponent]
    ) throws(RecordProblem) {
        let name = line.value.string.uppercased()
        switch line.name {
        case "BEGIN":
            guard !open.isEmpty || name == "VCALENDAR" else { throw .notACalendar }
            guard open.count < deepest else { throw .tooDeep(deepest) }
            open.append(CalendarComponent(name, line: line.number))
        case "END":
            guard let component = open.popLast(), component.name == name else {
                throw .unexpectedEnd(name)
            }
            if open.isEmpty {
                calendars.append(component)
            } else if component.isRead {
                open[open.count - 1].children.append(component)
            }
        default:
            guard !open.isEmpty else { throw .notACalendar }
            try open[open.count - 1].add(line)
        }
    }

    private var isRead: Bool {
        ["VTODO", "VEVENT", "VALARM", "VTIMEZONE", "STANDARD", "DAYLIGHT"].contains(name)
    }
}
