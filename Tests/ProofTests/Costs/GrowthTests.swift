import Glibc
import TestSupport
import Testing

/// Four times the tasks and commits take at most five times the reads and allocations.
///
/// The counts are those of `Tests/Faults/work.c`: commits, objects, files, folders, opens of the
/// repository, and blocks of memory. The counts on a board of two tasks are subtracted, since they
/// do not grow.
struct GrowthTests {
    /// A command, and how its board is made.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        /// Shell lines that run before, with the number of tasks as `$N`.
        var setup = ""
        /// The arguments of the counted command.
        let words: String

        var testDescription: String { name }
    }

    enum Kind: Int, CaseIterable, Sendable {
        case commits, objects, files, folders, repositories, allocations

        /// The count up to which growth does not matter.
        var small: Int { self == .allocations ? 40_000 : 100 }
    }

    private static let reading = [
        Case(name: "list", words: "list"),
        Case(name: "board", words: "board"),
        Case(name: "next", words: "next"),
        Case(name: "status", words: "status"),
        Case(name: "show of many tasks", words: "show where is:any"),
        Case(name: "log", words: "log"),
        Case(name: "log of a task", words: "log task-1"),
        Case(name: "log of the newest changes", words: "log -n 20"),
        Case(name: "blame", words: "blame task-1"),
        Case(name: "statistics", words: "stats"),
        Case(name: "statistics by tag", words: "stats --by tag"),
        Case(name: "check", words: "check"),
        Case(
            name: "check of a chain of blockers",
            setup: """
                for i in $(seq $N); do
                    sed -i "s/^due:.*/&\\nblocked-by: [task-$((i + 1))]/" todo/task-$i.md
                done
                pmd sync -q
                """, words: "check"),
        Case(name: "export", words: "export json"),
    ]

    private static let changing = [
        Case(name: "add", words: "add Something"),
        Case(name: "edit", words: "edit task-1 +new"),
        Case(name: "move", words: "move task-1 doing"),
        Case(name: "done", words: "done task-1"),
        Case(name: "rm", words: "rm task-1"),
        Case(name: "restore", setup: "pmd rm -q task-1", words: "restore task-1"),
        Case(
            name: "restore of many tasks", setup: "pmd rm -q where is:any --yes",
            words: "restore where is:any"),
        Case(name: "tick of all items", setup: checklist, words: "tick task-1 all"),
        Case(name: "tick of numbers", setup: checklist, words: "tick task-1 $(seq $N)"),
        Case(name: "rename of a state", words: "config states rename todo later"),
        Case(
            name: "resolve where",
            setup: """
                record='  - {key: due, value: 2026-12-03, by: Bob, at: 2026-11-21T00:14:00Z}'
                sed -i "s/^due:.*/&\\nconflicts:\\n$record/" todo/task-*.md; pmd sync -q
                """, words: "resolve where is:any --keep --yes"),
    ]

    /// Changes of many tasks, each with its undo and redo.
    private static let undoing =
        undo("edit where", words: "edit where is:any --yes -- +new")
        + undo("done where", words: "done where is:any --yes")
        + undo("move where", words: "move where is:any doing --yes")
        + undo(
            "rm where", words: "rm where is:any --yes")
        + undo("archive", setup: "pmd done -q where is:any --yes", words: "archive")
        + undo(
            "import",
            setup: "pmd export json > ../tasks.json; sed -i 's/task-/item-/g' ../tasks.json",
            words: "import json ../tasks.json")

    private static let syncing = [
        Case(name: "sync of new files", setup: newFiles, words: "sync"),
        Case(
            name: "add after git's own commit", setup: newFiles + "git add .; git commit -qm all",
            words: "add Something"),
        Case(
            name: "sync of moved files",
            setup: "mkdir -p doing; mv $(ls todo/task-*.md | head -n $((N * 7 / 10))) doing",
            words: "sync"),
        Case(
            name: "sync of finished repeating tasks",
            setup: """
                sed -i 's/^due:.*/&\\nrepeat: every week/' todo/task-*.md; pmd sync -q
                mkdir -p done; mv todo/task-*.md done
                """, words: "sync"),
    ]

    private static let checklist = """
        for i in $(seq $N); do echo "- [ ] item $i"; done >> todo/task-1.md; pmd sync -q
        """

    private static let newFiles = """
        for i in $(seq $N); do printf -- '---\\ntitle: New %s\\n---\\n' $i > todo/new-$i.md; done

        """

    private static func undo(
        _ name: String, setup: String = "", words: String
    ) -> [Case] {
        let done = setup + "\npmd -q \(words)\n"
        return [
            Case(name: name, setup: setup, words: words),
            Case(name: "undo of \(name)", setup: done, words: "undo"),
            Case(name: "redo of \(name)", setup: done + "pmd undo -q", words: "redo"),
        ]
    }

    @Test(.exhaustive) func `reading four times as much takes at most five times the work`() throws
    {
        try check(Self.reading)
    }

    @Test(.exhaustive) func `changing four times as much takes at most five times the work`() throws
    {
        try check(Self.changing)
    }

    @Test(.exhaustive) func `undoing four times as much takes at most five times the work`() throws
    {
        try check(Self.undoing)
    }

    @Test(.exhaustive) func `syncing four times as much takes at most five times the work`() throws
    {
        try check(Self.syncing)
    }

    private func check(_ cases: [Case]) throws {
        let sizes = [2, 250, 1_000]
        let boards = try sizes.map { try board(of: $0) }
        guard try counts(of: cases[0], on: boards[0], 2) != nil else {
            return noteNotRun("no library can be preloaded here")
        }
        for row in cases {
            var counts: [[Int]] = []
            for (board, size) in zip(boards, sizes) {
                counts.append(
                    try #require(try self.counts(of: row, on: board, size), "\(row.name)"))
            }
            for kind in Kind.allCases {
                let few = counts[1][kind.rawValue] - counts[0][kind.rawValue]
                let many = counts[2][kind.rawValue] - counts[0][kind.rawValue]
                let grows = many > max(few, kind.small / 5) * 5
                #expect(!grows, "\(row.name): \(few) \(kind) for 250 tasks, \(many) for 1,000")
            }
        }
    }

    /// Returns a board with a task in each of this many commits.
    private func board(of count: Int) throws -> ProgramSandbox {
        var sandbox = try ProgramSandbox()
        let run = try sandbox.shell(
            """
            pmd init -q board; cd board
            awk -v n=\(count) 'BEGIN { for (i = 1; i <= n; i++) {
                message = "Add task " i
                text = "---\\ntitle: Task " i "\\ndue: 2026-12-01\\n---\\nText of " i "\\n"
                print "commit refs/heads/main"
                print "committer Ann <ann@example.org> " (1767225600 + i * 60) " +0000"
                print "data " length(message) "\\n" message
                if (i == 1) print "from refs/heads/main^0"
                print "M 100644 inline todo/task-" i ".md\\ndata " length(text) "\\n" text
            } }' | git fast-import --quiet
            git reset -q --hard; pmd sync -q || true; pmd add -q Last; git gc -q
            """)
        try #require(run.status == 0, "\(run)")
        sandbox.here += "/board"
        return sandbox
    }

    /// Returns the counts of a command on a copy of a board; nil if the library is not loaded.
    private func counts(
        of row: Case, on board: ProgramSandbox, _ size: Int
    ) throws -> [Int]? {
        let run = try board.shell(
            """
            export N=\(size); rm -rf ../copy ../counts; cp -a . ../copy; cd ../copy
            git status > ../out; pmd list > ../out
            ( :; \(row.setup)
            ) > ../out 2>&1
            LD_PRELOAD='\(try FaultLibrary.workPath())' WORK_LOG=../counts pmd \(row.words) > ../out 2>&1 \\
                || { cat ../out; exit 1; }
            cat ../counts
            """)
        try #require(run.status == 0, "\(row.name): \(run)")
        let counts = run.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        return counts.count == Kind.allCases.count ? counts : nil
    }
}
