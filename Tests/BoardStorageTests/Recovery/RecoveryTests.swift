import Git
import MarkdownDocument
import TaskBoard
import Testing
import Words

@testable import BoardStorage

/// The next command completes or cleans up what a killed process left.
struct RecoveryTests {
    let sandbox: BoardSandbox
    let workspace: Workspace

    static let old = "---\ntitle: Roof\ndue: 2026-12-01\n---\none\ntwo\nthree\n"
    static let new = "---\ntitle: Roof\ndue: 2026-12-24\n---\none\ntwo\nthree\n"

    init() throws {
        sandbox = try BoardSandbox()
        workspace = try sandbox.board()
    }

    /// The branch has moved from the old to the new text and the journal says so,
    /// but the file was not yet put in place.
    private func killedBeforeTheFiles() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        try sandbox.sh("echo \"$(git rev-parse HEAD~1) $(git rev-parse HEAD)\" > .git/pmd/pending")
        try sandbox.sh("rm -r .git/pmd/replaced")
        try sandbox.write(Self.old, "todo/a.md")
    }

    @Test func `the next command puts the files in place`() async throws {
        try await killedBeforeTheFiles()
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.text("todo/a.md") == Self.new)
        #expect(try sandbox.sh("git log --format=%s") == "Edit\nChange\nAdd\nMake a board\n")
        try sandbox.expectClean()
    }

    @Test func `an edit on top of a killed change is an edit of the old text`() async throws {
        try await killedBeforeTheFiles()
        let byHand = Self.old.replacing("three", with: "three and four")
        try sandbox.write(byHand, "todo/a.md")
        try await workspace.put("todo/b.md", "b\n")
        #expect(
            try sandbox.text("todo/a.md") == Self.new.replacing("three", with: "three and four"))
        try sandbox.expectClean()
    }

    /// A `git commit --amend` that waits for the index can run before the files are in place.
    @Test(
        arguments: ["commit -q --amend -m Amended", "rebase -q --force-rebase HEAD~1"],
        ["three", "three and four"])
    func `a change that git rewrites is put in place, and a save is an edit of the old text`(
        command: String, saved: String
    ) async throws {
        try await killedBeforeTheFiles()
        try sandbox.write(Self.new, "todo/a.md")
        try sandbox.sh(
            "git config user.name A; git config user.email a@example.org; git \(command)")
        try sandbox.write(Self.old.replacing("three", with: saved), "todo/a.md")
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.text("todo/a.md") == Self.new.replacing("three", with: saved))
        try sandbox.expectClean()
    }

    /// Recovery merges the save, which brings back the rule of a finished task. The next task gets
    /// the rule when its own edit is committed.
    @Test func `recovery does not stop at an uncommitted edit of a next task`() async throws {
        let old = "---\ntitle: Rent\ndue: 2026-11-30\n---\none\ntwo\nthree\n"
        let repeating = old.replacing("---\no", with: "repeat: every month\n---\no")
        try await workspace.put("todo/rent-k3f9m2.md", repeating)
        _ = try await workspace.finish([TaskReference(Array("k3f9m2".utf8))])
        let next = try sandbox.sh("ls todo").dropLast()
        try sandbox.sh(
            """
            sed -i '/^repeat/d' todo/\(next)
            git -c user.name=A -c user.email=a@b commit -qam 'Take the rule off'
            """)
        let new = old.replacing("three", with: "four")
        try await workspace.put("done/rent-k3f9m2.md", new)
        try sandbox.sh(
            """
            echo "$(git rev-parse HEAD~1) $(git rev-parse HEAD)" > .git/pmd/pending
            rm -r .git/pmd/replaced; sed -i 's/^title:.*/title: Mine/' todo/\(next)
            """)
        try sandbox.write(repeating, "done/rent-k3f9m2.md")
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.text("done/rent-k3f9m2.md") == new)
        let text = try sandbox.text("todo/\(next)")
        #expect(text.contains("title: Mine\n") && text.contains("repeat: every"), "\(text)")
        try sandbox.expectClean()
    }

    @Test func `a change that git reset drops from the branch is not put in place`() async throws {
        try await killedBeforeTheFiles()
        try sandbox.sh("git reset -q HEAD~2")
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.text("todo/a.md") == Self.old)
        #expect(try sandbox.sh("git status --porcelain") == "?? todo/a.md\n")
    }

    @Test(arguments: ["", "by:web-0123456789abcdef "])
    func `a branch move that never happened is forgotten`(client: String) async throws {
        try await workspace.put("todo/a.md", Self.old)
        try sandbox.sh(
            "echo \"$(git rev-parse HEAD) $(git -c user.name=A -c user.email=a@b commit-tree -m x HEAD^{tree})\" > .git/pmd/pending"
        )
        try sandbox.sh(
            "printf 'do %s \(client)1\\n' $(cut -d' ' -f2 .git/pmd/pending) >> .git/pmd/actions")
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.text("todo/a.md") == Self.old)
        try sandbox.expectClean()
        // It is not an action, either: this clone has only the two remaining ones.
        #expect(try sandbox.sh("wc -l < .git/pmd/actions") == "2\n")
    }

    @Test func `temporary files are removed`() async throws {
        try await workspace.put("todo/a.md", Self.old)
        try sandbox.sh("printf torn > todo/.pmd-new-1-0; printf 'todo\\0' > .git/pmd/temporary")
        try await workspace.put("todo/b.md", "b\n")
        try sandbox.expectClean()
    }

    @Test func `a temporary file beside the settings is removed too`() async throws {
        try sandbox.sh(
            "printf torn > .pmd-new-1-0; printf 'todo\\0\\0' > .git/pmd/temporary")
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.sh("ls -A | grep pmd-new || :") == "")
    }

    @Test func `the next command removes what a killed command left in the git directory`()
        async throws
    {
        let junk = ".git/objects/tmp_object_git2_1 .git/pmd/cache.new .git/config.lock"
        try sandbox.sh("printf 'process 1' > .git/pmd/lock; touch \(junk)")
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.sh("ls \(junk) 2>/dev/null || :") == "")
        #expect(try sandbox.sh("cat .git/pmd/lock") == "")
    }

    @Test func `the next command removes a push lock that a power cut left`() throws {
        try sandbox.sh(
            """
            mkdir -p .git/refs/pmd .git/pmd/outgoing-x00000000000000aa; cd .git/refs/pmd
            touch outgoing-x00000000000000aa-0a.lock outgoing-x00000000000000bb-0a.lock
            touch outgoing-1-0a.lock other.lock; touch -d '2 days ago' outgoing-2-0a.lock
            """)
        let repository = try BoardRepository(workspace.location, clock: sandbox.clock, waiting: 5)
        try repository.recover(.standard)
        repository.markReleased()
        #expect(try sandbox.sh("ls .git/refs/pmd") == "other.lock\noutgoing-1-0a.lock\n")
        #expect(try sandbox.sh("ls .git/pmd | grep -c outgoing || :") == "0\n")
    }

    @Test func `the next command that writes removes a temporary cache file`() throws {
        try sandbox.sh("touch .git/pmd/cache.new")
        let repository = try BoardRepository(workspace.location, clock: sandbox.clock, waiting: 5)
        try repository.recover(.standard)
        repository.markReleased()
        #expect(try sandbox.sh("ls .git/pmd").contains("cache.new") == false)
    }

    @Test func `a lock that could not be acquired again keeps its holder's record`() throws {
        let state = try LocalState(of: workspace.location)
        let first = try BoardLock(in: state, waiting: 1)
        first.release()
        var second: BoardLock? = try BoardLock(in: state, waiting: 1)
        #expect(throws: BoardError.self) { try first.take(waiting: 0) }
        first.markReleased()
        // As in a killed process.
        second = nil
        #expect(second == nil)
        #expect(try BoardLock(in: state, waiting: 1).wasLeft)
    }

    /// A process ID is meaningful only in its own PID namespace.
    @Test(arguments: [
        ("process 1\npid:[1]\n", "a process of another container, for "),
        ("process 4711\n\(pidNamespace)\n", "process 4711, for "),
        ("process 4711\n", "process 4711, for "),
    ])
    func `a holder is identified by process ID in its own container only`(
        text: String, name: String
    ) throws {
        let state = try LocalState(of: workspace.location)
        let lock = try BoardLock(in: state, waiting: 1)
        try sandbox.sh("printf '\(text)' > .git/pmd/lock")
        let error = #expect(throws: BoardError.self) { try BoardLock(in: state, waiting: 0) }
        #expect(error?.words.english.contains("(\(name)") == true, "\(error?.words.english ?? "")")
        lock.markReleased()
    }

    @Test func `after a command completes, any lock belongs to another process`() async throws {
        try await workspace.put("todo/a.md", "a\n")
        try sandbox.sh("touch .git/config.lock")
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.sh("ls .git/config.lock") == ".git/config.lock\n")
    }

    @Test func `a temporary file is removed before its move's files are put in place`() async throws
    {
        try await killedBeforeTheFiles()
        try sandbox.sh(
            "git show HEAD:todo/a.md > todo/.pmd-new-1-0; printf 'todo\\0' > .git/pmd/temporary")
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.text("todo/a.md") == Self.new)
        try sandbox.expectClean()
    }

    @Test func `half of a temporary file is not anyone's save`() async throws {
        try await killedBeforeTheFiles()
        try sandbox.sh(
            "printf half > todo/.pmd-new-1-0.half; printf 'todo\\0' > .git/pmd/temporary")
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.sh("find . -name '*.half' -o -name 'saved-*'") == "")
        try sandbox.expectClean()
    }

    @Test func `a save at the moment of an exchange is kept`() async throws {
        try await killedBeforeTheFiles()
        try sandbox.sh("printf mine > todo/.pmd-new-1-0; printf 'todo\\0' > .git/pmd/temporary")
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.sh("cat conflicts/saved-*.md") == "mine")
    }

    @Test func `a process that died before the branch moved leaves nothing staged`() async throws {
        try await workspace.put("todo/a.md", Self.old)
        try await workspace.put("todo/b.md", "b\n")
        try sandbox.sh(
            """
            git config user.name A; git config user.email a@b
            echo new > todo/a.md; git rm -q --cached todo/b.md; echo c > todo/c.md
            git add todo/a.md todo/c.md
            echo "$(git rev-parse HEAD) $(git commit-tree -m x -p HEAD $(git write-tree))" \
                > .git/pmd/pending
            git show HEAD:todo/a.md > todo/a.md; rm todo/c.md
            """)
        try await workspace.put("todo/d.md", "d\n")
        try sandbox.expectClean()
        #expect(try sandbox.sh("ls todo") == "a.md\nb.md\nd.md\n")
    }

    @Test func `a lock that a killed process left is removed`() async throws {
        try await workspace.put("todo/a.md", Self.old)
        try sandbox.sh("touch .git/pmd/index; ln .git/pmd/index .git/index.lock")
        try await workspace.put("todo/b.md", "b\n")
        try sandbox.expectClean()
    }

    @Test func `a branch lock is removed if a killed pmd process left it, and kept otherwise`()
        async throws
    {
        try await workspace.put("todo/a.md", Self.old)
        try sandbox.sh(
            "echo \"$(git rev-parse HEAD) $(git -c user.name=A -c user.email=a@b commit-tree -m x HEAD^{tree})\" > .git/pmd/pending; cut -d' ' -f2 .git/pmd/pending | head -c 10 > .git/refs/heads/main.lock"
        )
        try await workspace.put("todo/b.md", "b\n")
        try sandbox.expectClean()
        try sandbox.sh(
            "echo \"$(git rev-parse HEAD) $(git -c user.name=A -c user.email=a@b commit-tree -m x HEAD^{tree})\" > .git/pmd/pending; git rev-parse HEAD > .git/refs/heads/main.lock"
        )
        await #expect(throws: (any Error).self) { try await workspace.put("todo/c.md", "c\n") }
        #expect(try sandbox.sh("ls .git/refs/heads") == "main\nmain.lock\n")
    }

    @Test func `a truncated index is rebuilt`() async throws {
        try await workspace.put("todo/a.md", Self.old)
        try sandbox.sh(": > .git/index")
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.sh("git ls-files todo") == "todo/.gitkeep\ntodo/a.md\ntodo/b.md\n")
        try sandbox.sh("git fsck --strict")
    }

    @Test func `an old file that git restores beside a moved task is removed again`()
        async throws
    {
        try await workspace.put("doing/a-k3f9m2.md", Self.old, subject: "Add")
        try await workspace.perform { _ in
            Plan(
                changes: [.move("doing/a-k3f9m2.md", to: "todo/a-k3f9m2.md", Array(Self.new.utf8))],
                subject: "Move", tasks: [])
        }
        // As 'git stash pop' does after 'git stash' ran while the task was moved.
        try sandbox.write(Self.old, "doing/a-k3f9m2.md")
        try sandbox.sh("git add doing/a-k3f9m2.md")
        try await workspace.put("todo/b.md", "b\n")
        try await workspace.commitEdits(of: [TaskID(fileName: Array("a-k3f9m2.md".utf8))])
        #expect(try sandbox.sh("ls todo doing") == "doing:\n\ntodo:\na-k3f9m2.md\nb.md\n")
        #expect(try sandbox.text("todo/a-k3f9m2.md") == Self.new)
        try sandbox.expectClean()
    }

    @Test func `a half-completed manual move is a move`() async throws {
        try await workspace.put("todo/a-k3f9m2.md", Self.old, subject: "Add")
        try sandbox.sh("cp todo/a-k3f9m2.md doing/")
        let board = try await workspace.board()
        #expect(board.tasks.map(\.path) == ["doing/a-k3f9m2.md"])
        try await workspace.commitEdits(of: [TaskID(fileName: Array("a-k3f9m2.md".utf8))])
        #expect(try sandbox.sh("ls todo doing") == "doing:\na-k3f9m2.md\n\ntodo:\n")
        try sandbox.expectClean()
    }

    @Test(arguments: [
        // The old file was edited.
        ("cp todo/a-k3f9m2.md doing/; echo four >> todo/a-k3f9m2.md", ["doing", "todo"]),
        // There are two new files.
        ("cp todo/a-k3f9m2.md doing/; cp todo/a-k3f9m2.md done/", ["doing", "done"]),
        // The move is over.
        ("mv todo/a-k3f9m2.md doing/", ["doing"]),
    ])
    func `a board shows a move's files as the next commit will have them`(
        move: String, folders: [String]
    ) async throws {
        try await workspace.put("todo/a-k3f9m2.md", Self.old, subject: "Add")
        try sandbox.sh("mkdir -p done; \(move)")
        let paths = folders.map { BoardPath("\($0)/a-k3f9m2.md") }
        #expect(try await workspace.board().tasks.map(\.path).sorted() == paths)
        try await workspace.commitEdits(of: [TaskID(fileName: Array("a-k3f9m2.md".utf8))])
        #expect(
            try sandbox.sh("git ls-files '*a-k3f9m2.md'")
                == paths.map { "\($0)\n" }.joined())
        try sandbox.expectClean()
    }
}

/// A clone that was killed while it wrote its files.
struct InterruptedCloneTests {
    @Test func `files that a killed clone never wrote are not deletions`() async throws {
        let sandbox = try BoardSandbox()
        let workspace = try sandbox.board()
        try await workspace.put("todo/a.md", "a\n")
        try await workspace.put("todo/b.md", "b\n")
        try sandbox.sh(
            "echo \"- $(git rev-parse HEAD)\" > .git/pmd/pending; rm todo/*.md .git/index")
        #expect(try await workspace.sync(sandbox.transfer).committed == 0)
        #expect(try sandbox.sh("cat todo/*.md") == "a\nb\n")
        try sandbox.expectClean()
    }
}
