import TestSupport
import Testing

/// Calendars exported by the program, read by the real khal.
struct CalendarTests {
    /// A board with khal's configuration next to it, both in one zone.
    private static func board(zone: String) throws -> ProgramSandbox {
        var board = try ProgramSandbox.board()
        board.environment["TZ"] = zone
        board.environment["HOME"] = board.here + "/../home"
        board.environment["LC_ALL"] = "C.UTF-8"
        try board.shell(
            """
            mkdir -p ../home ../vdir
            cat >../khal.conf <<END
            [calendars]
            [[private]]
            path = $PWD/../vdir
            [locale]
            local_timezone = \(zone)
            default_timezone = \(zone)
            timeformat = %H:%M
            dateformat = %Y-%m-%d
            longdateformat = %Y-%m-%d
            datetimeformat = %Y-%m-%d %H:%M
            longdatetimeformat = %Y-%m-%d %H:%M
            [sqlite]
            path = $PWD/../khal.db
            END
            """)
        return board
    }

    private static func hasKhal(_ board: ProgramSandbox) throws -> Bool {
        if try board.run(["/bin/sh", "-c", "command -v khal"]).status == 0 { return true }
        noteNotRun("khal is not installed")
        return false
    }

    /// The events that khal lists from a day on, each with its day, time and title.
    private static func listed(_ board: ProgramSandbox, _ range: String) throws -> [String] {
        let run = try board.shell(
            """
            pmd export ics --events >../events.ics 2>/dev/null
            khal -c ../khal.conf import --batch -a private ../events.ics >&2
            khal -c ../khal.conf list --day-format '' \
                --format '{start-date} {start-time} {title}' \(range)
            """)
        #expect(run.status == 0, "\(run)")
        return run.output.split(separator: "\n").map {
            String($0).split(separator: " ").joined(separator: " ")
        }
    }

    private static let zones = [
        "Asia/Seoul", "Etc/GMT-14", "Etc/GMT+12", "Pacific/Kiritimati", "America/New_York",
    ]

    @Test(arguments: zones)
    func `khal shows days and local times unchanged, and moments in its zone`(
        zone: String
    ) throws {
        let board = try Self.board(zone: zone)
        guard try Self.hasKhal(board) else { return }
        try board.add("Day", "due:2027-03-01")
        try board.add("Local", "due:2027-03-01T15:00")
        try board.add("Moment", "due:2027-03-02T12:00+00:00")
        let moment = try board.shell("date -d 2027-03-02T12:00Z '+%Y-%m-%d %H:%M'").output
        #expect(
            try Self.listed(board, "2027-02-27 8d") == [
                "2027-03-01 Day", "2027-03-01 15:00 Local", "\(moment.dropLast()) Moment",
            ])
    }

    @Test func `khal shows a rule's dates, and an alarm before each`() throws {
        let board = try Self.board(zone: "Asia/Seoul")
        guard try Self.hasKhal(board) else { return }
        try board.add("Rent", "due:2027-01-31", "repeat:every-month")
        try board.add("Stand-up", "due:2027-01-29T09:00", "repeat:every-weekday")
        let days = try Self.listed(board, "2027-01-30 30d")
        #expect(days.filter { $0.hasSuffix("Rent") } == ["2027-01-31 Rent", "2027-02-28 Rent"])
        #expect(days.filter { $0.hasSuffix("Stand-up") }.count == 20, "\(days)")
        let alarms = try board.shell(
            "khal -c ../khal.conf list --day-format '' --format '{title}{alarm-symbol}' 2027-01-31 1d"
        )
        #expect(alarms.output.contains("⏰"), "\(alarms)")
    }

    @Test func `no title of a task adds a separate event or alarm`() throws {
        let board = try Self.board(zone: "Asia/Seoul")
        guard try Self.hasKhal(board) else { return }
        try board.write(
            "todo/h.md",
            "---\ntitle: \"x\\r\\nEND:VEVENT\\r\\nBEGIN:VEVENT\\u2028SUMMARY:y\"\n"
                + "due: 2027-03-01\n---\nBEGIN:VEVENT\r\nUID:z\r\nDTSTART:20270301T000000\r\n")
        #expect(try Self.listed(board, "2027-02-27 8d").count == 1)
    }

    @Test(arguments: [("Etc/GMT-14", "Etc/GMT+12"), ("Etc/GMT+12", "Pacific/Kiritimati")])
    func `changing the machine's zone moves no day, and keeps each moment`(
        before: String, after: String
    ) throws {
        var board = try ProgramSandbox.board()
        board.environment["TZ"] = before
        try board.add("Day", "due:2027-03-01")
        try board.add("Local", "due:2027-03-01T15:00")
        try board.add("Moment", "due:2027-03-02T12:00+09:00")
        let dates = "grep -aE '^(DUE|SUMMARY)' | sed 's/;TZID=[^:]*//' | sort"
        let first = try board.shell("pmd export ics | \(dates)").output
        let days = try board.shell("pmd list --json | jq -c '[.[].due]'").output
        try board.shell("pmd export ics >../before.ics")
        board.environment["TZ"] = after
        #expect(try board.shell("pmd export ics | \(dates)").output == first)
        #expect(try board.shell("pmd list --json | jq -c '[.[].due]'").output == days)
        #expect(first.contains("DUE:20270302T030000Z") && first.contains("DUE;VALUE=DATE:20270301"))
        var other = try ProgramSandbox.board()
        other.environment["TZ"] = after
        #expect(try other.shell("pmd import ics '\(board.here)/../before.ics'").status == 0)
        // There, a local time is the moment that it was in this zone.
        let moment = try board.shell("TZ=\(before) date -d 2027-03-01T15:00 +%s").output
        let read = try other.shell(
            "for d in $(pmd list --json | jq -r '.[].due'); do date -d $d +%s; done"
        ).output
        #expect(read.split(separator: "\n").contains(moment.dropLast()), "\(read)")
    }

    @Test func `a calendar is imported once, in one commit, with its losses reported`() throws {
        let board = try ProgramSandbox.board()
        let text = """
            BEGIN:VCALENDAR
            BEGIN:VTODO
            UID:1@example.org
            SUMMARY:Fix the roof
            DUE;VALUE=DATE:20270301
            LOCATION:Home
            RRULE:FREQ=WEEKLY
            END:VTODO
            END:VCALENDAR

            """
        let run = try board.pmd("import", "ics", input: text)
        #expect(run.status == 0 && run.error.hasPrefix("pmd: not imported: LOCATION (1 task)\n"))
        let roof = try board.json("show", "roof")
        #expect(roof["due"] == "2027-03-01" && roof["repeat"] == "every week")
        #expect(roof["extra"]?["source"] == "ics:1@example.org")
        let again = try board.pmd("import", "ics", input: text)
        #expect(again.error == "No new tasks; skipped 1 (on the board)\n")
        let own = try board.pmd("export", "ics").output
        #expect(own.contains("UID:1@example.org\r\n"))
        #expect(try board.pmd("import", "ics", input: own).error.hasPrefix("No new tasks"))
        try board.expectRefusal(
            ["export", "csv", "--events"], 64, "'--events' works only with ics")
    }
}
