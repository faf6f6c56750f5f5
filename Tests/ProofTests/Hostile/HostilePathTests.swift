import TestSupport
import Testing

/// Hostile file names stay on one line wherever pmd prints them.
struct HostilePathTests {
    private static let forged = "FORGED: all is well"

    /// Writes files whose names contain a line break: tasks of every kind, other files, a folder
    /// and a link.
    private func writeOddFiles(_ board: ProgramSandbox) throws {
        try board.shell(
            """
            name=$(printf 'a\\n\(Self.forged)')
            mkdir "todo/$name" "$name"
            printf -- '---\\ndue: soon\\n---\\n- [ ] x\\n' >"todo/$name.md"
            printf -- '---\\ntitle: a: b\\n---\\n' >"todo/b$name.md"
            printf 'x\\n' >"todo/$name/c.md"
            printf 'x\\n' >"todo/$name-k3f9m2.md"
            printf 'x\\n' >"doing/other $name-k3f9m2.md"
            printf 'x\\n' >"$name/stray-x7q2bd.md"
            printf 'x\\n' >"$name.txt"
            printf 'x\\n' >"todo/$name.sync-conflict-1.md"
            ln -s /etc/passwd "todo/l$name.md"
            mkfifo "todo/p$name.md"
            """)
    }

    private func expectOneLine(
        _ run: Run, _ words: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for line in (run.output + run.error).split(separator: "\n") {
            #expect(
                !line.drop { $0 == " " }.hasPrefix("FORGED"), "\(words): \(run)",
                sourceLocation: sourceLocation)
        }
    }

    @Test func `no command prints a file name on two lines`() throws {
        let board = try ProgramSandbox.board()
        try writeOddFiles(board)
        let name = "a\n" + Self.forged
        let commands = [
            ["status"], ["check"], ["doctor", "files", "size"], ["list", "--all"], ["board"],
            ["show", "todo/\(name).md"], ["show", "todo/b\(name).md"], ["show", "k3f9m2"],
            ["done", "k3f9m2"], ["edit", "todo/b\(name).md", "due:fri"],
            ["blame", "todo/\(name).md"], ["list", "--ids"], ["sync", "--verbose"],
            ["check", "--fix"], ["check", "--fix", "todo/\(name).md"],
            ["rm", "todo/\(name)/c.md"], ["log"], ["undo", "--dry-run"], ["undo"],
            ["restore", "todo/\(name)/none.md"], ["rm", "\(name)/stray-x7q2bd.md"], ["undo"],
            ["conflicts"], ["move", "todo/\(name)-k3f9m2.md", "doing"], ["status"],
        ]
        for words in commands {
            expectOneLine(try board.run([binaryFolder + "/pmd"] + words), words)
        }
        let log = try board.shell("git log --format=%B%n%s")
        expectOneLine(log, ["git log"])
        #expect(log.output.contains("a^JFORGED"))
    }

    @Test func `sync reports a left-out entry on one line`() throws {
        let board = try ProgramSandbox.board()
        try writeOddFiles(board)
        try board.shell(
            """
            printf 'todo/ig*\\n' >>.gitignore
            printf 'x\\n' >"$(printf 'todo/ig\\n\(Self.forged).md')"
            """)
        let run = try board.pmd("sync", "--verbose")
        #expect(run.error.contains("todo/ig^J\(Self.forged).md is not synced"), "\(run)")
        expectOneLine(run, ["sync"])
        let status = try board.pmd("status")
        #expect(status.output.contains("a^JFORGED"), "\(status)")
    }

    @Test func `sync reports a received but unwritten entry on one line`() throws {
        let board = try ProgramSandbox.board()
        try board.shell(
            """
            git init -q --bare ../remote.git
            git remote add origin ../remote.git
            pmd sync --quiet
            git clone -q ../remote.git ../theirs
            cd ../theirs
            ln -s /etc/passwd "$(printf 'todo/l\\n\(Self.forged).md')"
            git add -A && git commit -qm link && git push -q
            """)
        let run = try board.pmd("sync", "--verbose")
        #expect(
            run.status == 0 && run.error.contains("todo/l^J\(Self.forged).md is a symbolic link"),
            "\(run)")
        expectOneLine(run, ["sync"])
    }

    @Test func `a remote's output cannot pass for a message of pmd`() throws {
        let board = try ProgramSandbox.board()
        try board.shell(
            """
            git init -q --bare ../remote.git
            printf '#!/bin/sh\\necho one >&2\\necho pmd: pushed >&2\\nexit 1\\n' \\
                >../remote.git/hooks/pre-receive
            chmod +x ../remote.git/hooks/pre-receive
            git remote add origin ../remote.git
            """)
        let run = try board.pmd("sync", "--verbose")
        #expect(run.status != 0)
        #expect(!run.error.split(separator: "\n").contains("pmd: pushed"), "\(run)")
    }
}
