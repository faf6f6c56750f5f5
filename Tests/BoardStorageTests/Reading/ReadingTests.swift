import BoardStorage
import Glibc
import MarkdownDocument
import TaskBoard
import Testing

/// Task files as the board reads them from the working tree.
struct ReadingTests {
    let sandbox: BoardSandbox
    let workspace: Workspace

    init() throws {
        sandbox = try BoardSandbox()
        workspace = try sandbox.board()
    }

    private func titles() async throws -> [String] {
        try await workspace.board().tasks.map { "\($0.state)/\($0.title)" }.sorted()
    }

    @Test func `tasks are Markdown files in a state, and files with a code in any other folder`()
        async throws
    {
        try sandbox.sh(
            """
            mkdir -p done/2024 someday notes attachments conflicts .hidden todo/deep/er
            for f in todo/a done/2024/b someday/c-k3f9m2 someday/no notes/README todo/README \\
                attachments/d-k3f9m3 conflicts/e-k3f9m4 .hidden/f-k3f9m5 todo/.g todo/deep/er/h; do
              printf -- '---\\ntitle: %s\\n---\\n' "$f" > "$f.md"; done; echo x > todo/x.txt
            """)
        #expect(
            try await titles() == [
                "done/done/2024/b", "someday/someday/c-k3f9m2", "todo/todo/a",
                "todo/todo/deep/er/h",
            ])
    }

    @Test func `anything but a regular file is reported and never opened`() async throws {
        try sandbox.sh(
            """
            mkfifo todo/pipe.md; mkdir todo/folder.md; ln -s /etc/passwd todo/link.md
            ln -s /etc todo/etc; printf x > todo/real.md
            """)
        #expect(try await workspace.board().tasks.map(\.path) == ["todo/real.md"])
        #expect(
            try await workspace.unreadFiles().map(\.path).sorted()
                == ["todo/folder.md", "todo/link.md", "todo/pipe.md"])
        let report = try await workspace.sync(sandbox.transfer)
        #expect(report.failure == nil)
        #expect(try sandbox.sh("git ls-files todo") == "todo/.gitkeep\ntodo/real.md\n")
    }

    @Test func `odd files are tasks with a problem, and hide no others`() async throws {
        try sandbox.sh(
            """
            head -c 2097152 /dev/zero | tr '\\0' a > todo/large.md
            printf '\\377\\376' > todo/bytes.md; : > todo/empty.md
            printf -- '---\\ntitle: a: b\\n---\\n' > todo/colon.md
            printf x > "$(printf 'todo/line\\nbreak.md')"; printf x > 'todo/ -dash "quoted".md'
            printf x > "$(printf 'todo/bad\\377.md')"
            """)
        let board = try await workspace.board()
        #expect(board.tasks.count == 7)
        #expect(
            board.tasks.filter(\.isMalformed).map(\.path).sorted() == [
                "todo/bytes.md", "todo/colon.md", "todo/large.md",
            ])
    }

    @Test func `a malformed file is moved and deleted without changing a byte`() async throws {
        try sandbox.sh(
            "head -c 2097152 /dev/zero | tr '\\0' a > todo/large.md; cp todo/large.md ../copy")
        try await workspace.perform { board in
            guard let task = board["todo/large.md"] else { throw Failure("no task") }
            return Plan(
                changes: [.move(task.path, to: "doing/large.md", task.document.bytes)],
                subject: "Move", tasks: [])
        }
        try sandbox.sh("cmp doing/large.md ../copy")
        try sandbox.expectClean()
    }

    @Test func `a missing state folder is an empty column`() async throws {
        try sandbox.sh("rm -r doing")
        #expect(try await workspace.board().columns.map(\.count) == [0, 0, 0])
        try await workspace.put("doing/a.md", "a\n")
        #expect(try await titles() == ["doing/a"])
    }

    @Test func `names in both normal forms are two files and one reference`() async throws {
        try sandbox.sh("printf '# A\\n' > \"$(printf 'todo/\\355\\225\\234.md')\"")
        let board = try await workspace.board()
        #expect(try board.resolve("\u{1112}\u{1161}\u{11ab}").title == "A")
    }

    @Test
    func `wrong settings are reported with line and column, and sync uses the last valid ones`()
        async throws
    {
        try sandbox.sh(
            "printf 'format: 1\\nstates: [todo, doing, done]\\nlimits: 3\\n' > pmd.yml; printf x > todo/a.md"
        )
        await #expect { _ = try await workspace.board() } throws: { error in
            let error = BoardError(error)
            return error.exit == .data && error.line == 3 && error.file == "pmd.yml"
        }
        let report = try await workspace.sync(sandbox.transfer)
        #expect(report.failure == nil)
        #expect(report.committed == 2)
        #expect(report.notes.count == 1)
        #expect(
            try await workspace.log(LogFilter()).map(\.change.action) == [.settings, .added])
    }

    @Test func `settings that are not a regular file are an error`() async throws {
        try sandbox.sh("rm pmd.yml; mkdir pmd.yml")
        await #expect { _ = try await workspace.board() } throws: {
            BoardError($0).exit == .data && BoardError($0).file == "pmd.yml"
        }
    }

    @Test func `a newer format is refused`() async throws {
        try sandbox.sh("printf 'format: 2\\n' > pmd.yml")
        await #expect { _ = try await workspace.board() } throws: {
            BoardError($0).exit == .unsupported
        }
        #expect(try await workspace.sync(sandbox.transfer).failure?.exit == .unsupported)
    }

    @Test func `without a board or a repository an error says what to do`() throws {
        try sandbox.sh("mkdir empty; mkdir bare-board; touch bare-board/pmd.yml", in: "")
        #expect { try Location(from: "\(sandbox.path)/empty") } throws: {
            ($0 as? BoardError)?.exit == .data
        }
        #expect { try Location(from: "\(sandbox.path)/bare-board") } throws: {
            ($0 as? BoardError)?.exit == .unsupported
        }
    }
}

/// The log, finishing times and former versions of a board, read from commits.
struct HistoryTests {
    let sandbox: BoardSandbox
    let workspace: Workspace

    init() throws {
        sandbox = try BoardSandbox()
        workspace = try sandbox.board()
    }

    @Test func `the log treats commands and uncommitted edits alike, newest first`() async throws {
        try await workspace.put("todo/a-k3f9m2.md", "---\ntitle: A\n---\n", subject: "Add \"A\"")
        try sandbox.sh("mv todo/a-k3f9m2.md doing/")
        try await workspace.commitEdits(of: [TaskID(fileName: Array("a-k3f9m2.md".utf8))])
        try sandbox.sh(
            "git rm -q doing/a-k3f9m2.md; git -c user.name=Bob -c user.email=b@e commit -qm gone")
        let log = try await workspace.log(LogFilter())
        #expect(log.map(\.change.action) == [.deleted, .moved, .added])
        #expect(log.first?.author == "Bob")
        #expect(try await workspace.log(LogFilter(author: "bob")).count == 1)
        #expect(try await workspace.log(LogFilter(action: .moved)).count == 1)
        #expect(try await workspace.log(LogFilter(limit: 2)).count == 2)
        #expect(try await workspace.deletedTasks().map(\.task.title) == ["A"])
    }

    @Test func `finishing times come from history and follow new commits`() async throws {
        try await workspace.put("todo/a.md", "a\n")
        #expect(try await workspace.historyTimes().finished.isEmpty)
        try sandbox.sh(
            "git mv todo/a.md done/a.md; GIT_AUTHOR_DATE='2030-01-01T00:00:00Z' git -c user.name=B -c user.email=b@e commit -qm x"
        )
        let id = TaskID(fileName: Array("a.md".utf8))
        #expect(try await workspace.historyTimes().finished[id] == 1_893_456_000)
        try sandbox.sh("printf garbage > .git/pmd/times")
        #expect(try await workspace.historyTimes().finished[id] == 1_893_456_000)
    }

    @Test func `a board as of an earlier day`() async throws {
        try await workspace.put("todo/a.md", "a\n")
        let then = try #require(try await workspace.log(LogFilter()).first?.time)
        try await workspace.put("todo/b.md", "b\n")
        #expect(try await workspace.board(at: then).tasks.map(\.path) == ["todo/a.md"])
        await #expect(throws: BoardError.self) { _ = try await workspace.board(at: 0) }
    }

    @Test func `an earlier board has files that stayed, moved, were edited or are gone`()
        async throws
    {
        try await workspace.put("todo/stays.md", "---\ntitle: S\ndue: 2026-01-02\n---\nsame\n")
        try await workspace.put("todo/moves.md", "m\n")
        try await workspace.put("todo/edited.md", "old\n")
        try await workspace.put("todo/gone.md", "g\n")
        try sandbox.sh("printf '*.md text eol=crlf\\n' >> .gitattributes")
        func described(_ board: Board) -> [String] {
            board.tasks.map { "\($0.path) \($0.title) \($0.due as Any) \(Array($0.bytes))" }
        }
        let then = try #require(try await workspace.log(LogFilter()).first?.time)
        let before = described(try await workspace.board(at: then))
        try sandbox.sh(
            """
            git mv todo/moves.md done/; printf 'new\\n' > todo/edited.md; git rm -qf todo/gone.md
            GIT_COMMITTER_DATE='2038-01-01T00:00:00Z' GIT_AUTHOR_DATE='2038-01-01T00:00:00Z' \\
                git -c user.name=B -c user.email=b@e commit -qam x
            """)
        // Only files that were not written within the clock's last tick are cached.
        for _ in 0..<5000 {
            try sandbox.sh("rm -f .git/pmd/cache")
            _ = try await workspace.board()
            if try sandbox.sh("grep -c todo/edited .git/pmd/cache || true") != "0\n" { break }
        }
        #expect(try sandbox.sh("grep -c todo/edited .git/pmd/cache") != "0\n")
        #expect(described(try await workspace.board(at: then)) == before)
        try sandbox.sh("rm -f .git/pmd/cache")
        #expect(described(try await workspace.board(at: then)) == before)
    }
}
