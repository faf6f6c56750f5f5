import TestSupport
import Testing

@testable import pmd

/// Dates printed and typed, with the clock at Tuesday, 2026-11-24, 14:00 UTC.
struct DateTests {
    private static let now: Int64 = 1_795_528_800

    private func board(_ environment: [String: String] = [:]) throws -> ProgramSandbox {
        var board = try ProgramSandbox.board()
        board.setClock(to: Self.now)
        board.environment["NO_COLOR"] = "1"
        board.environment["PMD_PAGER"] = ""
        board.environment.merge(environment) { $1 }
        return board
    }

    private static let dates = [
        "2026-11-22", "2026-11-24", "2026-11-25", "2026-11-27T15:00", "2026-12-05", "2027-11-27",
    ]

    private func fill(_ board: ProgramSandbox) throws {
        for (index, date) in Self.dates.enumerated() {
            try board.write("todo/t\(index).md", "---\ntitle: Task\ndue: \(date)\n---\n")
        }
    }

    @Test func `a date is shifted from a date of the task, and keeps its time`() throws {
        let board = try ProgramSandbox.board()
        let gym = try board.add("Gym", "due:2099-12-04", "13:00")
        let trip = try board.add("Trip", "due:2099-01-31")
        _ = try board.add("Open")
        try board.pmd("edit", gym, "due:due+1w", "wait:due-3d")
        #expect(try board.json("show", gym)["due"] == "2099-12-11T13:00")
        #expect(try board.json("show", gym)["wait"] == "2099-12-08")
        try board.pmd("edit", "where", "has:due", "is:any", "--yes", "--", "due:due+1m")
        #expect(try board.json("show", gym)["due"] == "2100-01-11T13:00")
        #expect(try board.json("show", trip)["due"] == "2099-02-28")
        try board.expectRefusal(["edit", "open", "due:due+1w"], 64, "\"Open\" has no 'due'")
        try board.expectRefusal(["add", "New", "due:due+1w"], 64, "is not a date")
        try board.expectRefusal(["edit", "open", "due:title+1w"], 64, "is not a date")
        try board.expectRefusal(["edit", "gym", "due:due+9999y"], 64, "is not a date")
    }

    @Test(arguments: [
        ("due:2099-12-10 wait:due-1d", "2099-12-10", "2099-12-09", "2099-11-21"),
        ("wait:due-1d due:2099-12-10", "2099-12-10", "2099-12-09", "2099-11-21"),
        ("planned:wait+1d wait:due-3d due:due+9d", "2099-12-10", "2099-12-07", "2099-12-08"),
        ("due:wait+1d wait:due-1d", "2099-12-01", "2099-11-20", "2099-11-21"),
    ])
    func `a distance counts from the date that the same edit sets`(
        _ words: String, _ due: String, _ wait: String, _ planned: String
    ) throws {
        let board = try ProgramSandbox.board()
        try board.pmd("config", "fields", "add", "planned", "date")
        let gym = try board.add("Gym", "due:2099-12-01", "wait:2099-11-20", "planned:2099-11-21")
        try board.shell("pmd edit \(gym) \(words)")
        let task = try board.json("show", gym)
        let dates = [task["due"], task["wait"], task["fields"]?["planned"]]
        #expect(dates == [.string(due), .string(wait), .string(planned)])
        try board.expectRefusal(["edit", gym, "wait:due-1d", "due:none"], 64, "has no 'due'")
    }

    @Test(
        arguments: [
            (
                [:],
                [
                    "2 days late", "today", "tomorrow", "Fri 15:00", "5 Dec", "27 Nov 2027",
                ]
            ),
            (
                ["LC_TIME": "ko_KR.UTF-8"],
                ["2일 지남", "오늘", "내일", "금요일 15:00", "12월 5일", "2027년 11월 27일"]
            ),
            (["LC_ALL": "en_US.UTF-8"], ["today", "Dec 5"]),
        ] as [([String: String], [String])])
    func `a terminal shows dates in the reader's words, and each finds its task`(
        environment: [String: String], words: [String]
    ) throws {
        let board = try board(environment)
        try fill(board)
        for command in ["pmd list", "pmd board"] {
            let shown = try board.onTerminal(command, columns: 100)
            for word in words { #expect(shown.contains(word), "\(command): \(shown)") }
            #expect(!shown.contains("2026-"), "\(shown)")
        }
        guard words.count == Self.dates.count else { return }
        for (index, word) in words.enumerated() {
            let found = try board.pmd("list", "--ids", "due:" + word)
            #expect(found.output == "t\(index)\n", "\(word): \(found.error)")
            let dashed = try board.pmd("list", "--ids", "due:" + word.replacing(" ", with: "-"))
            #expect(dashed.output == "t\(index)\n", "\(word): \(dashed.error)")
        }
    }

    @Test func `pipes and JSON have ISO dates`() throws {
        let board = try board(["LC_ALL": "ko_KR.UTF-8"])
        try fill(board)
        try board.shell("git config pmd.dates relative")
        for command in ["pmd list", "pmd board", "pmd show t3"] {
            for shown in [
                try board.shell(command).output, try board.onTerminal(command + " | cat"),
            ] {
                #expect(shown.contains("2026-11-27 15:00"), "\(shown)")
            }
        }
        #expect(try board.onTerminal("pmd list --json").contains("2026-11-27T15:00"))
    }

    @Test func `git's setting pmd.dates chooses the style`() throws {
        let board = try board()
        try fill(board)
        func list(_ style: String) throws -> String {
            try board.onTerminal("git config pmd.dates \(style); pmd list", columns: 100)
        }
        let iso = try list("iso")
        #expect(iso.contains("!  2026-11-22") && iso.contains("2026-11-27 15:00"), "\(iso)")
        let locale = try list("locale")
        for date in ["!  22 Nov 2026", "24 Nov ", "27 Nov 15:00", "27 Nov 2027"] {
            #expect(locale.contains(date), "\(locale)")
        }
        #expect(try list("relative").contains("2 days late"))
        let wrong = try list("German")
        #expect(
            wrong.contains(
                "pmd: git's setting pmd.dates is 'German'; choose one of iso, relative, locale"))
        #expect(wrong.contains("2 days late"))
    }

    @Test func `the output of add and a task's page show the weekday of the next days`() throws {
        let board = try board()
        let echo = try board.onTerminal("pmd add Roof due:fri 3pm wait:tomorrow", columns: 100)
        #expect(
            echo.hasSuffix("Roof · due Fri 27 Nov 15:00 · waits until tomorrow · todo\n"), "\(echo)"
        )
        let hours = try board.onTerminal("pmd add Tiles due:15h; pmd add Tea due:fri 15h")
        #expect(hours.contains("due tomorrow 05:00"), "\(hours)")
        #expect(hours.contains("due Fri 27 Nov 15:00"), "\(hours)")
        let korean = try board.onTerminal("LC_ALL=ko_KR pmd add Rent due:fri", columns: 100)
        #expect(korean.hasSuffix("Rent · 마감 11월 27일 (금) · todo\n"), "\(korean)")
        #expect(try board.onTerminal("pmd show Roof").contains("Fri 27 Nov 15:00"))
        try board.write("todo/late.md", "---\ntitle: Late\ndue: 2026-11-20\n---\n")
        let late = try board.onTerminal("pmd show late")
        #expect(late.contains("! 4 days late\n"), "\(late)")
        let piped = try board.pmd("show", "late").output
        #expect(piped.contains("! 2026-11-20 (overdue)\n"), "\(piped)")
    }

    @Test func `history times are in the reader's words`() throws {
        var board = try board()
        board.setClock(to: Self.now - 3 * 86_400)
        try board.add("Fix", "the", "roof")
        board.setClock(to: Self.now - 86_400)
        try board.add("Pay", "the", "rent", "due:fri")
        board.setClock(to: Self.now)
        try board.add("Call", "the", "bank")
        let log = try board.onTerminal("pmd log", columns: 100)
        let lines = log.split(separator: "\n").map { $0.prefix(19) }
        #expect(
            lines.prefix(3) == [
                "today 14:00        ", "yesterday 14:00    ", "21 Nov 2026 14:00  ",
            ], "\(log)")
        let piped = try board.pmd("log").output
        #expect(piped.hasPrefix("2026-11-24 14:00  "), "\(piped)")
        let edited = try board.onTerminal("pmd edit rent due:2027-11-27", columns: 100)
        #expect(edited.hasSuffix("Edited \"Pay the rent\": due Fri to 27 Nov 2027\n"), "\(edited)")
        let shown = try board.onTerminal("pmd log -n 1; pmd show rent", columns: 100)
        #expect(shown.contains("Ann edited \"Pay the rent\": due Fri to 27 Nov 2027\n"), "\(shown)")
        #expect(try board.pmd("log", "-n", "1").output.contains("due 2026-11-27 to 2027-11-27"))
        let blame = try board.onTerminal("pmd blame rent", columns: 100)
        #expect(blame.contains("yesterday 14:00") && blame.contains("27 Nov 2027"), "\(blame)")
        // The options for past dates accept what the log prints.
        let since = try board.pmd("log", "--since", "yesterday 14:00").output
        #expect(since.contains("rent") && !since.contains("roof"), "\(since)")
        #expect(try board.pmd("log", "--since", "2h").output.contains("bank"))
        #expect(try board.pmd("log", "--until", "21 Nov 2026 14:00").output.contains("roof"))
        #expect(try board.pmd("log", "--since", "mon").output.contains("rent"))
    }

    @Test func `a conflict from today shows its time`() throws {
        let board = try board()
        try board.write(
            "todo/roof.md",
            """
            ---
            title: Roof
            due: 2026-11-27
            conflicts:
              - {key: due, value: 2026-11-25, by: Ann, at: 2026-11-24T09:14:00Z}
              - {key: due, value: 2026-12-25, by: Bob, at: 2026-11-21T09:14:00Z}
            ---

            """)
        for command in ["conflicts", "show roof"] {
            let shown = try board.onTerminal("pmd \(command)", columns: 100)
            #expect(shown.contains("1  due  tomorrow  by Ann, today 09:14"), "\(shown)")
            #expect(shown.contains("2  due  25 Dec    by Bob, 21 Nov 2026"), "\(shown)")
            let piped = try board.shell("pmd \(command)").output
            #expect(piped.contains("1  due  2026-11-25  by Ann, 2026-11-24 09:14"), "\(piped)")
            #expect(piped.contains("2  due  2026-12-25  by Bob, 2026-11-21"), "\(piped)")
        }
        #expect(try board.onTerminal("pmd conflicts", columns: 100).contains("now Fri\n"))
    }

    @Test func `a date is read alike in a form, an option and a query`() throws {
        let board = try board()
        for (index, date) in [
            "27 nov", "27-nov", "next fri", "in 10 days", "내일", "3pm", "2h", "eod",
        ].enumerated() {
            try board.add("Option", "\(index)", "--due", date)
            let run = try board.pmd("add", "Word \(index)", "due:" + date)
            #expect(run.status == 0, "\(run.error)")
            let tasks = try board.json("list", "due:" + date)
            #expect(tasks.count ?? 0 >= 2, "\(date)")
        }
        let week = try board.json("list", "due:mon..fri")
        #expect(week.count == 12)
        try board.expectRefusal(
            ["add", "x", "due:tomorow"], 64,
            "'due:tomorow': 'tomorow' is not a date; try tomorrow")
        try board.expectRefusal(["add", "x", "--due", "11/24/2026"], 64, "is not a date; try ")
        try board.expectRefusal(
            ["log", "--since", "fridy"], 64, "'fridy' is not a date; try friday")
        try board.expectRefusal(
            ["log", "--since", "soon"], 64, "try yesterday, mon, 2w, 1-nov or 2026-11-01")
        try board.expectRefusal(["log", "--since", "tomorrow"], 64, "is in the future")
        try board.expectRefusal(
            ["log", "--since", "today", "--until", "yesterday"], 64, "after '--until'")
        try board.expectRefusal(["list", "due:fri..mno"], 64, "'mno' is not a date; try mon")
    }

    @Test func `an installed locale's own names are used`() throws {
        let board = try board()
        let locales = board.folder.path + "/locales"
        let build = try board.shell(
            """
            unset LD_PRELOAD; mkdir '\(locales)'
            for name in de_DE ja_JP fr_FR ar_EG; do
                localedef -i $name -f UTF-8 '\(locales)'/$name.UTF-8 || test -d \
                    '\(locales)'/$name.UTF-8
            done 2>&1
            """)
        guard build.status == 0 else {
            noteNotRun("localedef cannot build locales here: \(build.output)")
            return
        }
        try fill(board)
        for (name, words) in [
            ("de_DE.UTF-8", ["Fr 15:00", "5. Dez"]), ("de_DE", ["27. Nov 2027"]),
            ("fr_FR.UTF-8", ["ven. 15:00", "5 déc.", "27 nov. 2027"]),
            ("ar_EG.UTF-8", ["5 ديس", "27 نوف 2027"]),
            ("ja_JP.UTF-8", ["金曜日 15:00", "12月5日", "2027年11月27日"]),
        ] {
            let environment = "LOCPATH='\(locales)' LC_ALL=\(name)"
            let shown = try board.onTerminal("\(environment) pmd list", columns: 100)
            for word in words {
                #expect(shown.contains(word), "\(shown)")
                let found = try board.shell("\(environment) pmd list --ids 'due:\(word)'")
                #expect(found.output.hasPrefix("t"), "\(word): \(found.error)")
            }
        }
    }
}
