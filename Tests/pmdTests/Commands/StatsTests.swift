import TestSupport
import Testing

/// The command `stats`.
struct StatsTests {
    /// A board with a task that was open for two weeks, one in progress, and one that waits.
    private static func board() throws -> ProgramSandbox {
        var board = try ProgramSandbox()
        let now: Int64 = 1_795_860_000  // Saturday, 2026-11-28, 10:00
        board.setClock(to: now - 40 * 86_400)
        try board.shell("pmd init -q board")
        board.here += "/board"
        try board.shell("pmd add Fix the roof +house; pmd add Call the bank +money +house")
        board.setClock(to: now - 33 * 86_400)
        try board.shell("pmd start roof; pmd add Buy milk")
        board.setClock(to: now - 26 * 86_400)
        try board.shell("pmd done roof; pmd start bank; pmd rm milk --yes; pmd add Oil the door")
        board.setClock(to: now)
        return board
    }

    @Test func `the weeks, the durations and the oldest tasks are printed`() throws {
        let output = try Self.board().pmd("stats").output
        let expected = """
            Week  Added  Finished  Deleted  Open
            2026-10-19  2  0  0  2
            2026-10-26  1  0  0  3
            2026-11-02  1  1  1  2
            2026-11-09  0  0  0  2
            2026-11-16  0  0  0  2
            2026-11-23  0  0  0  2

            Median  85% within  Tasks
            Lead time  14 days  14 days  1
            Cycle time  7 days  7 days  1

            Longest in progress

            """
        #expect(output.hasPrefix(expected), "\(output)")
        #expect(output.hasSuffix("  26 days  doing  Call the bank\n"), "\(output)")
    }

    @Test func `a query and a key select and group tasks, deleted ones included`() throws {
        let board = try Self.board()
        let some = try board.json("stats", "milk")
        #expect(some["weeks"]?[0]?["added"] == 1)
        #expect(some["weeks"]?[1]?["removed"] == 1)
        let groups = try board.json("stats", "--by", "tag")["groups"]
        let values = (0..<(groups?.count ?? 0)).map { groups?[$0]?["value"]?.text }
        #expect(values == ["house", "money", nil])
        try board.shell("pmd edit door stage=idea")
        let own = try board.pmd("stats", "--by", "stage").output
        #expect(own.contains("\nidea  1  0  1  -  -  -  -\n"), "\(own)")
        try board.expectRefusal(["stats", "--by", "stge"], 64, "did you mean 'stage'?")
    }

    @Test func `weeks begin on the first day of the locale's week`() throws {
        var board = try Self.board()
        board.environment["LC_TIME"] = "en_US.UTF-8"
        #expect(try board.json("stats")["weeks"]?[0]?["week"]?.text == "2026-10-18")
    }

    @Test func `a finish that is dated before the addition is counted`() throws {
        var board = try ProgramSandbox()
        board.setClock(to: 1_795_428_000)  // Monday, 2026-11-23, 10:00
        try board.shell("pmd init -q board")
        board.here += "/board"
        try board.shell("pmd add Roof; mkdir -p done; git mv todo/*.md done/")
        try board.shell("GIT_AUTHOR_DATE='@1795338000 +0000' git commit -qm 'Finish on Sunday'")
        let weeks = try board.json("stats")["weeks"]
        #expect(weeks?.count == 2)
        #expect(weeks?[0]?["week"] == "2026-11-16")
        #expect(weeks?[0]?["finished"] == 1)
        #expect(weeks?[1]?["added"] == 1)
    }

    @Test func `an uncommitted move counts as made now`() throws {
        let board = try Self.board()
        try board.shell("mv doing/*.md done/")
        let weeks = try board.json("stats")["weeks"]
        #expect(weeks?[5]?["finished"] == 1 && weeks?[4]?["open"] == 2)
        #expect(weeks?[5]?["open"] == 1)
    }

    @Test(arguments: [(44, "narrow"), (100, "wide")])
    func `a terminal has a picture that fits it and can be read without colours`(
        columns: Int, name: String
    ) throws {
        let board = try Self.board()
        let shown = try board.onTerminal("NO_COLOR=1 pmd stats", columns: columns)
        #expect(!shown.contains("\u{1B}"))
        let end = shown.split(separator: "Longest")[0]
        try expectSnapshot(String(end), "stats-" + name)
    }

    @Test func `the picture is written as SVG for light and dark viewers`() throws {
        let board = try Self.board()
        let picture = try board.pmd("stats", "--svg", "-").output
        #expect(picture.hasPrefix("<svg xmlns=") && picture.hasSuffix("</svg>\n"))
        #expect(picture.contains("prefers-color-scheme:dark"))
        let refused = try board.pmd("stats", "--svg", "no/folder/a.svg")
        #expect(refused.status == 74 && refused.error.contains("no/folder/a.svg"), "\(refused)")
        try board.shell("pmd stats --svg ../flow.svg")
        #expect(try board.shell("cat ../flow.svg").output == picture)
        // Only an earlier picture is replaced.
        try board.done("pmd stats --svg ../flow.svg && echo text >../text && mkfifo ../pipe")
        for other in ["../text", "../pipe", "pmd.yml"] {
            let refused = try board.pmd("stats", "--svg", other)
            let isExplained = refused.error.contains("choose another name")
            #expect(refused.status == 65 && isExplained, "\(refused)")
        }
        #expect(
            try board.shell("python3 -c 'import xml.dom.minidom as m; m.parse(\"../flow.svg\")'")
                .status == 0)
    }

    @Test func `a merge of several branches counts each move once, and a shallow clone is refused`()
        throws
    {
        let board = try ProgramSandbox.board()
        for number in 1...4 { _ = try board.add("Task", "\(number)") }
        try board.done(
            """
            set -e
            base=$(git rev-parse HEAD); main=$(git symbolic-ref --short HEAD)
            for n in 1 2 3; do
                git checkout -q -b b$n $base
                git mv todo/task-$n-*.md doing/ && git commit -qm "Move $n"
            done
            git checkout -q $main && git merge -q b1 b2 b3
            test $(git rev-list --parents -n 1 HEAD | wc -w) = 4
            pmd done 'task 1'
            """)
        let stats = try board.json("stats")
        let week = stats["weeks"]?[(stats["weeks"]?.count ?? 1) - 1]
        #expect(week?["states"]?["doing"] == 2 && week?["states"]?["done"] == 1, "\(stats)")
        #expect(week?["added"] == 4 && week?["finished"] == 1 && week?["open"] == 3)
        #expect(stats["inProgress"]?.count == 2 && stats["cycle"]?["count"] == 1)
        let shallow = try board.shell(
            "git clone -q --depth 2 file://$PWD ../shallow && cd ../shallow && pmd stats")
        #expect(
            shallow.status == 78 && shallow.error.contains("git fetch --unshallow"), "\(shallow)")
    }

    @Test func `a board without tasks or without commits has no numbers`() throws {
        let board = try ProgramSandbox.board()
        #expect(try board.json("stats")["lead"]?["count"] == 0)
        #expect(try board.onTerminal("pmd stats").contains("Week"))
        #expect(try board.pmd("stats", "+none", "--by", "tag").status == 0)
    }
}
