import BoardStorage
import MarkdownDocument
import TaskBoard
import Testing

/// Plans carried out as commits: files, index, staged changes and the initial board.
struct PerformTests {
    let sandbox: BoardSandbox
    let workspace: Workspace

    init() throws {
        sandbox = try BoardSandbox()
        workspace = try sandbox.board()
    }

    @Test func `a new board is one commit and a clean repository`() async throws {
        #expect(try sandbox.sh("git log --format=%s") == "Make a board\n")
        let files = try sandbox.sh("git ls-files")
        #expect(
            files == """
                .gitattributes
                .gitignore
                doing/.gitkeep
                done/.gitkeep
                pmd.yml
                todo/.gitkeep

                """)
        try sandbox.expectClean()
    }

    @Test func `a command is one commit, on disk and clean`() async throws {
        let done = try await workspace.put("todo/roof-k3f9m2.md", "# Roof\n", subject: "Add it")
        #expect(try sandbox.text("todo/roof-k3f9m2.md") == "# Roof\n")
        #expect(try sandbox.sh("git log -1 --format='%H %s'") == "\(done.commit ?? "") Add it\n")
        #expect(try sandbox.sh("git show HEAD:todo/roof-k3f9m2.md") == "# Roof\n")
        try sandbox.expectClean()
    }

    @Test func `a change of many files is stored and put in place as one unit`() async throws {
        try sandbox.sh("for i in $(seq 100); do echo \"# $i\" > todo/t$i.md; done")
        let report = try await workspace.sync(sandbox.transfer)
        #expect(report.failure == nil && report.committed == 1)
        try await workspace.perform { board in
            Plan(
                changes: board.tasks.map { task in
                    .move(
                        task.path,
                        to: BoardPath(
                            "done/" + String(decoding: task.path.fileName, as: UTF8.self)),
                        task.document.bytes)
                },
                subject: "Move all", tasks: [])
        }
        #expect(try sandbox.sh("ls done/*.md | wc -l; ls todo") == "100\n")
        try sandbox.sh("git clone -q . ../copy && diff -r --exclude=.git . ../copy")
        try sandbox.expectClean()
    }

    @Test func `a move leaves one file, and keeps the old one in replaced for a day`() async throws
    {
        try await workspace.put("todo/roof-k3f9m2.md", "# Roof\n")
        try await workspace.perform { _ in
            Plan(
                changes: [
                    .move("todo/roof-k3f9m2.md", to: "doing/roof-k3f9m2.md", Array("# Roof\n".utf8))
                ],
                subject: "Move", tasks: [])
        }
        #expect(try sandbox.sh("ls todo doing") == "doing:\nroof-k3f9m2.md\n\ntodo:\n")
        #expect(try sandbox.sh("cat .git/pmd/replaced/*/*todo%2F*") == "# Roof\n")
        try sandbox.expectClean()
    }

    @Test func `staged work stays staged`() async throws {
        try sandbox.sh("printf x > notes.txt; git add notes.txt; printf y > other.txt")
        try await workspace.put("todo/a.md", "a\n")
        #expect(try sandbox.sh("git status --porcelain") == "A  notes.txt\n?? other.txt\n")
        #expect(try sandbox.sh("git ls-tree --name-only HEAD").contains("notes.txt") == false)
    }

    @Test func `uncommitted edits to the same task get their own commit first`() async throws {
        try await workspace.put("todo/a.md", "one\n", subject: "Add")
        try await workspace.put("todo/b.md", "one\n", subject: "Add")
        try sandbox.write("by hand\n", "todo/a.md")
        try sandbox.write("by hand\n", "todo/b.md")
        try await workspace.put("todo/a.md", "by command\n", subject: "Command")
        let log = try sandbox.sh("git log --format=%s -3 -- todo/a.md")
        #expect(log.hasPrefix("Command\n"))
        #expect(try sandbox.sh("git show HEAD~1:todo/a.md") == "by hand\n")
        #expect(try sandbox.sh("git status --porcelain") == " M todo/b.md\n")
    }

    @Test func `a plan without changes makes no commit`() async throws {
        let done = try await workspace.perform { _ in Plan(changes: [], subject: "", tasks: []) }
        #expect(done.commit == nil)
        #expect(try sandbox.sh("git rev-list --count HEAD") == "1\n")
    }

    @Test func `the committer's time never goes back`() async throws {
        try sandbox.sh(
            "GIT_COMMITTER_DATE='2038-01-01T00:00:00Z' git -c user.name=A -c user.email=a@b commit -q --allow-empty -m later"
        )
        try await workspace.put("todo/a.md", "a\n")
        let times = try sandbox.sh("git log --format=%ct -2").split(separator: "\n").compactMap {
            Int($0)
        }
        #expect(times[0] == times[1])
    }

    @Test func `many edits in one second do not run ahead of the clock`() async throws {
        let noon = Clock(nanoseconds: { 1_795_100_000_000_000_000 }, offset: { _ in 0 })
        let quick = try Workspace(workspace.location, clock: noon)
        for number in 0..<20 { try await quick.put("todo/a.md", "\(number)\n") }
        #expect(try sandbox.sh("git log -20 --format=%ct | sort -u") == "1795100000\n")
    }

    @Test func `a commit from the future is reported by sync and doctor`() async throws {
        #expect(try await workspace.sync(sandbox.transfer).notes == [])
        try sandbox.sh(
            "GIT_COMMITTER_DATE='2099-01-01T00:00:00Z' git -c user.name=A -c user.email=a@b commit -q --allow-empty -m later"
        )
        let notes = try await workspace.sync(sandbox.transfer).notes
        guard case .clock(let warning)? = notes.first, notes.count == 1 else {
            throw Failure("\(notes)")
        }
        #expect(warning.secondsAhead > 86_400)
        let found = await workspace.diagnose([.repository], sandbox.transfer, version: "")
        #expect(found.map(\.state) == [.advice])
        guard case .clone(.clock(let same))? = found.first?.fact else { throw Failure("\(found)") }
        #expect(same.commit == warning.commit)
    }

    @Test(arguments: [
        ("git checkout -q --detach", "detached-head"),
        ("touch .git/MERGE_HEAD; git rev-parse HEAD > .git/MERGE_HEAD", "operation-in-progress"),
    ])
    func `nothing is written while a git operation is in progress`(state: String, code: String)
        async throws
    {
        try sandbox.sh(state)
        let before = try sandbox.sh("git rev-parse HEAD; ls todo")
        await #expect { try await workspace.put("todo/a.md", "a\n") } throws: {
            ($0 as? BoardError)?.code == code && ($0 as? BoardError)?.exit == .tryLater
        }
        #expect(try sandbox.sh("git rev-parse HEAD; ls todo") == before)
        _ = try await workspace.board()
    }

    @Test func `a link in the tree does not redirect writes elsewhere`() async throws {
        try sandbox.sh("rm -r doing; mkdir ../elsewhere; ln -s ../elsewhere doing")
        await #expect(throws: (any Error).self) { try await workspace.put("doing/a.md", "a\n") }
        #expect(try sandbox.sh("ls ../elsewhere") == "")
    }
}
