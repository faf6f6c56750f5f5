import Cical
package import MarkdownDocument
package import TaskBoard

/// The installed version of libical, nil if there is none, and the version that pmd was built
/// with, such as "3.0.16".
package var calendarLibraryVersions: (running: String?, built: String) {
    (cical_version().map { String(cString: $0) }, String(cString: cical_built_version()))
}

// iCalendar (RFC 5545): tasks become VTODOs, or VEVENTs at their due dates.

extension ExchangeFormat {
    func writeICS(_ tasks: [TaskItem], _ context: ExportContext) -> Writing {
        var losses = Tally()
        var zones: Set<Int> = []
        var firstLocal: Day?
        var entries: [Text] = []
        for task in tasks {
            let entry = CalendarEntry(task, context)
            if context.calendar.hasEvents, task.due == nil {
                losses.add("tasks without due")
                continue
            }
            entries += entry.lines
            if let zone = entry.zone { zones.insert(zone) }
            firstLocal = (entry.localDays + [firstLocal].compactMap(\.self)).min()
            if context.calendar.reportsLosses {
                task.reportUnread(in: &losses)
                losses.add(entry.losses)
            }
        }
        let lines =
            Self.head(context.calendar.name)
            + (firstLocal.map { context.localZone.lines(from: $0) } ?? [])
            + zones.sorted().flatMap(CalendarEntry.zoneLines)
            + entries + [Text("END:VCALENDAR")]
        return Writing(
            files: .text(lines.flatMap { CalendarText.folded($0.utf8) }), losses: losses)
    }

    static func head(_ name: Text? = nil) -> [Text] {
        let lines = [
            Text("BEGIN:VCALENDAR"), Text("VERSION:2.0"),
            Text("PRODID:\(CalendarReader.ownProduct)"),
        ]
        guard let name else { return lines }
        let shown = CalendarText.escaped(name.utf8).utf8
        return lines + [Text(Array("X-WR-CALNAME:".utf8) + shown)]
    }

    /// Throws if libical is not installed.
    ///
    /// It is loaded only when a calendar is read, so that other commands do not wait for it.
    package static func requireCalendars() throws(BoardError) {
        guard cical_load() else { throw .exchange(.noLibical) }
    }

    func readICS(_ bytes: [UInt8], _ context: ExchangeContext) throws(BoardError) -> Reading {
        try Self.requireCalendars()
        var reading = Reading()
        for calendar in try CalendarFile(bytes.withoutMark).calendars {
            var reader = CalendarReader(calendar, context)
            reader.read(into: &reading)
        }
        return reading
    }
}

/// The form of an exported calendar.
package struct CalendarForm: Sendable {
    /// True for a calendar of events at the due dates; false for a calendar of all tasks.
    package var hasEvents = false
    /// The display name of the calendar.
    package var name: Text?
    /// The system's name for the zone of local times.
    package var zone: Text?
    /// False to suppress the report of content that the calendar leaves out.
    package var reportsLosses = true

    package init() {}
}
