import TestSupport
import Testing

/// Hostile names in commands that pmd suggests: pasting one runs nothing else.
struct HostileAdviceTests {
    @Test(arguments: ["z$(touch PWNED)", "a';touch PWNED;'", "b `touch PWNED`"])
    func `a file name is quoted in the command that resolves its conflict`(
        _ name: String
    ) throws {
        let board = try ProgramSandbox.board()
        try board.write(
            "todo/\(name).md",
            """
            ---
            title: Roof
            due: 2026-12-01
            conflicts:
              - {key: due, value: 2026-12-03, by: Bob, at: 2026-11-21T00:14:00Z}
            ---

            """)
        try board.pmd("sync")
        let shown = try board.pmd("show", "roof").output
        let heading = try #require(shown.split(separator: "\n").first { $0.hasPrefix("Conflicts") })
        let command = try #require(
            heading.firstRange(of: "pmd resolve").flatMap { start in
                heading.firstRange(of: " --keep").map { heading[start.lowerBound..<$0.upperBound] }
            })
        #expect(try board.shell(String(command)).status == 0, "\(command)")
        #expect(try board.shell("ls -a; ls todo").output.contains("PWNED\n") == false)
        #expect(try board.json("conflicts") == [])
    }

    @Test func `a bare repository's path is quoted in the command that creates a board`() throws {
        let sandbox = try ProgramSandbox()
        let name = "ba';touch PWNED;'re.git"
        _ = try sandbox.run(["/usr/bin/git", "init", "-q", "--bare", name])
        let run = try sandbox.run([binaryFolder + "/pmd", "init", name])
        #expect(run.status == 78, "\(run)")
        let start = try #require(run.error.firstRange(of: "pmd init DIR"))
        try sandbox.shell(String(run.error[start.lowerBound...].prefix { $0 != "\n" }) + " || true")
        #expect(try sandbox.shell("ls -d PWNED* || true").output.isEmpty)
    }

    @Test func `a branch that git would parse as an option is never joined`() throws {
        let board = try ProgramSandbox.board()
        try board.shell(
            """
            git init -q --bare ../odd.git; git remote add origin ../odd.git
            git push -q origin HEAD:refs/heads/main HEAD:refs/heads/--exec=x
            git -C ../odd.git symbolic-ref HEAD refs/heads/--exec=x
            """)
        let run = try board.shell("pmd clone ../odd.git ../joined; git -C ../joined branch")
        #expect(run.status == 0 && run.output == "* main\n", "\(run)")
    }

    @Test func `a branch that git would parse as an option does not sync`() throws {
        let board = try ProgramSandbox.board()
        try board.shell(
            """
            git init -q --bare ../odd.git; git remote add origin ../odd.git
            git update-ref refs/heads/--exec=x HEAD; git symbolic-ref HEAD refs/heads/--exec=x
            """)
        let run = try board.pmd("sync")
        #expect(run.status == 78 && run.error.contains("as an option: rename it"), "\(run)")
    }
}
