import TestSupport
import Testing

/// `log` of settings, and `log --patch`.
struct LogTests {
    /// A board with a changed task and changed settings.
    private func board() throws -> ProgramSandbox {
        let board = try ProgramSandbox.board()
        try board.add("Fix", "the", "roof", "due:2026-12-01")
        try board.pmd("edit", "roof", "due:2026-12-03", "--append", "Call first.")
        try board.pmd("config", "limits.doing", "3")
        try board.pmd("config", "limits.doing", "2")
        return board
    }

    @Test func `settings changes are log entries`() throws {
        let board = try board()
        try board.pmd("config", "states", "rename", "doing", "working")
        try board.pmd("config", "states", "todo,working,review,done")
        let log = try board.pmd("log", "--action", "settings").output
        let sentences = log.split(separator: "\n").map { $0.dropFirst(27) }
        #expect(
            sentences == [
                "Ann changed settings: states +review",
                "Ann changed settings: states doing renamed to working, limits.working 2, "
                    + "no limits.doing, retired doing -> working",
                "Ann changed settings: limits.doing 3 to 2",
                "Ann changed settings: limits.doing 3",
            ], "\(log)")
        #expect(try board.json("log").count == 6)
        #expect(try board.json("log", "roof").count == 2)
        #expect(try board.json("log", "--action", "edited").count == 1)
        let entry = try board.json("log", "--action", "settings", "-n", "3")[2]
        #expect(
            entry?.keys == [
                "schemaVersion", "commit", "at", "by", "action", "id", "title", "changes", "undoes",
                "redoes",
            ])
        #expect(entry?["action"] == "settings" && entry?["id"] == .null)
        #expect(entry?["title"] == .null && entry?["undoes"] == .null)
        let change = entry?["changes"]?[0]
        #expect(change?["key"] == "limits.doing" && change?["from"] == "3" && change?["to"] == "2")
    }

    @Test func `an undo reports the settings that it reverted, and the log has the commit`() throws
    {
        let board = try board()
        let commit = try board.shell("git rev-parse HEAD").output.dropLast()
        let words = "changed settings: limits.doing 3 to 2\n"
        #expect(try board.pmd("undo", "--dry-run").error == "Would undo: " + words)
        #expect(try board.pmd("undo").error == "Undid: " + words)
        let undo = try board.shell("git rev-parse HEAD").output.dropLast()
        #expect(
            try board.shell("git log -1 --format=%b").output
                == "Change settings: limits.doing 2 to 3\n\nTakes back \(commit)\n\n")
        #expect(try board.pmd("redo").error == "Redid: " + words)
        let log = try board.json("log")
        #expect(log[0]?["action"] == "settings" && log[0]?["redoes"]?.text == String(undo))
        #expect(log[0]?["undoes"] == .null)
        #expect(log[1]?["action"] == "settings" && log[1]?["undoes"]?.text == String(commit))
        #expect(log[1]?["changes"]?[0]?["to"] == "3")
        #expect(try board.pmd("log", "-n", "1").output.hasSuffix("Ann redid: " + words))
        // An uncommitted edit, too.
        try board.write("pmd.yml", try board.read("pmd.yml") + "remind: 10:00\n")
        #expect(
            try board.pmd("undo", "--dry-run").error
                == "Would undo: changed settings: remind 10:00\n")
    }

    @Test func `unreadable settings are an entry like any other`() throws {
        let board = try board()
        let text = try board.read("pmd.yml")
        for slip in ["limits: [", "\u{0}\u{1B}[31m", "", "format: 99"] {
            try board.write("pmd.yml", slip)
            try board.shell("git commit -qam Slip")
        }
        try board.shell("git rm -q pmd.yml; git commit -qm Gone; ln -s x pmd.yml; git add pmd.yml")
        try board.shell("git commit -qm Link; rm pmd.yml")
        try board.write("pmd.yml", text)
        try board.shell("git add pmd.yml; git commit -qm Back")
        let run = try board.pmd("log", "-p")
        #expect(run.status == 0 && !run.output.contains("\u{1B}"), "\(run)")
        #expect(run.output.contains("format 99") && run.output.contains("^[[31m"), "\(run)")
        #expect(try board.json("log").count ?? 0 > 6)
    }

    @Test func `a patch shows each value below its entry`() throws {
        let board = try board()
        let log = try board.pmd("log", "-p", "-n", "3").output.split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(
            log.map { $0.first == "2" ? "entry" : String($0) } == [
                "entry", "    - limits.doing: 3", "    + limits.doing: 2", "",
                "entry", "    + limits.doing: 3", "",
                "entry", "    - due: 2026-12-01", "    + due: 2026-12-03", "    body:",
                "    + Call first.", "",
            ], "\(log)")
        let first = try board.pmd("log", "roof", "--patch", "--action", "added").output
        #expect(first.contains("\n    + state: todo\n    + title: Fix the roof\n"), "\(first)")
        let coloured = try board.pmd("log", "-p", "-n", "1", "--color", "always").output
        #expect(coloured.contains("    \u{1B}[35m- limits.doing: 3\u{1B}[0m\n"), "\(coloured)")
        let asJSON = try board.pmd("log", "-p", "--json")
        #expect(asJSON.status == 64 && asJSON.output.isEmpty)
        #expect(asJSON.error.contains("'--patch' has no effect with '--json'"), "\(asJSON)")
        #expect(try board.pmd("log", "-p", "--by", "nobody").error == "No entry matches\n")
    }

    @Test func `no line of a task imitates an entry or controls the terminal`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("One")
        let path = "todo/one-\(code).md"
        try board.write(
            path,
            try board.read(path) + "\u{1B}[2J\n2026-01-01 00:00  abcdef0  Eve\n\ta\u{202E}b\r\n")
        try board.pmd("sync")
        let run = try board.pmd("log", "-p", "-n", "1")
        #expect(
            run.output.split(separator: "\n").dropFirst().map(String.init) == [
                "    body:", "    + ^[[2J", "    + 2026-01-01 00:00  abcdef0  Eve",
                "    +     a<U+202E>b^M",
            ], "\(run)")
    }
}
