import BoardStorage
import Git
import MarkdownDocument
import TaskBoard
import Testing
import Words

/// The choice of remote and branch, and the files that a sync leaves out.
struct SyncTargetTests {
    private let sandbox: BoardSandbox
    private let board: Workspace

    init() throws {
        sandbox = try BoardSandbox()
        try sandbox.sh("git init -q --bare -b main one.git; git init -q --bare two.git", in: "")
        board = try sandbox.board()
    }

    private func failure() async -> BoardError? {
        do { return try await board.sync(sandbox.transfer).failure } catch {
            return BoardError(error)
        }
    }

    @Test func `if there are several remotes, an existing one must be chosen`() async throws {
        try sandbox.sh("git remote add one ../one.git; git remote add two ../two.git")
        let several = await failure()
        #expect(several?.code == "no-remote" && several?.exit == .unsupported)
        #expect(several?.message.english.contains("several remotes (one, two)") == true)
        try sandbox.sh("git config pmd.remote three")
        let missing = await failure()
        #expect(missing?.code == "no-remote" && missing?.exit == .unsupported)
        #expect(missing?.message.english.contains("'git remote add three URL'") == true)
        try sandbox.sh("git config pmd.remote one")
        #expect(await failure() == nil)
        #expect(
            try sandbox.sh("git rev-parse main", in: "one.git") == sandbox.sh("git rev-parse main"))
        #expect(try sandbox.sh("git for-each-ref", in: "two.git") == "")
    }

    private func heads() throws -> [String] {
        try ["one", "two"].map { try sandbox.sh("git rev-parse main", in: "\($0).git") }
    }

    @Test(arguments: [
        "git remote add o ../one.git; git remote set-url --add o ../two.git",
        """
        git remote add o ../one.git; git remote set-url --add --push o ../two.git
        git remote set-url --add --push o ../one.git
        """,
    ])
    func `every address of a remote is pushed to`(setting: String) async throws {
        try sandbox.sh("git -C ../two.git symbolic-ref HEAD refs/heads/main; \(setting)")
        for number in 1...2 {
            try await board.put(BoardPath("todo/a\(number).md"), "A\n")
            let report = try await board.sync(sandbox.transfer)
            #expect(report.failure == nil && report.pushed >= 1)
            let head = try sandbox.sh("git rev-parse main")
            #expect(try heads() == [head, head])
            #expect(try sandbox.sh("git rev-parse refs/remotes/o/main") == head)
        }
        let report = try await board.sync(sandbox.transfer)
        #expect(report.failure == nil && report.pushed == 0)
        // One that has fallen behind catches up, though the first has nothing to receive.
        try sandbox.sh("git -C ../two.git update-ref refs/heads/main main~1")
        #expect(try await board.sync(sandbox.transfer).failure == nil)
        #expect(try heads()[1] == sandbox.sh("git rev-parse main"))
    }

    @Test func `an address that fails is reported, and the others are pushed to`() async throws {
        try sandbox.sh(
            """
            git -C ../two.git symbolic-ref HEAD refs/heads/main
            git remote add o ../one.git; git remote set-url --add o ../gone.git
            git remote set-url --add o ../two.git
            """)
        let failure = await failure()
        #expect(
            failure?.message.english.contains("../gone.git") == true,
            "\(String(describing: failure))")
        let head = try sandbox.sh("git rev-parse main")
        #expect(try heads() == [head, head])
        // An address with commits of its own is a more serious failure, and keeps them.
        try sandbox.sh(
            """
            git clone -q two.git other; cd other; git config user.name B
            git config user.email b@example.org; git commit -q --allow-empty -m Other; git push -q
            """, in: "")
        let before = try heads()[1]
        try await board.put("todo/b.md", "B\n")
        let report = try await board.sync(sandbox.transfer)
        #expect(report.failure?.code == "diverged" && report.failure?.exit == .unsupported)
        #expect(
            report.failure?.message.english.contains("../two.git has commits that ../one.git lacks")
                == true
        )
        #expect(report.otherFailures.count == 1)
        let line = report.lineForCron(.english)
        #expect(line?.contains("../two.git has commits") == true)
        #expect(line?.contains("cannot reach ../gone.git") == true)
        #expect(try heads() == [sandbox.sh("git rev-parse main"), before])
    }

    @Test func `a push-only address moves no tracking reference`() async throws {
        try sandbox.sh(
            """
            git -C ../two.git symbolic-ref HEAD refs/heads/main
            git remote add o ../one.git; git push -q o main; git fetch -q o
            git remote set-url --push o ../two.git
            """)
        let before = try sandbox.sh("git rev-parse main", in: "one.git")
        try await board.put("todo/b.md", "B\n")
        #expect(try await board.sync(sandbox.transfer).pushed == 1)
        #expect(try heads() == [before, sandbox.sh("git rev-parse main")])
        #expect(try sandbox.sh("git rev-parse refs/remotes/o/main") == before)
        #expect(try await board.sync(sandbox.transfer).pushed == 0)
    }

    @Test func `a remote with another hash algorithm is refused permanently`() async throws {
        try sandbox.sh(
            """
            git init -q --object-format=sha256 -b main s; cd s; git config user.name B
            git config user.email b@example.org; git commit -q --allow-empty -m Other
            """, in: "")
        try sandbox.sh("git remote add o ../s")
        let failure = await failure()
        #expect(failure?.exit == .unsupported)
        #expect(
            failure?.message.english.contains("SHA-256") == true, "\(String(describing: failure))")
    }

    @Test func `a remote with another protocol is refused permanently`() async throws {
        try sandbox.sh(
            """
            printf '#!/bin/sh\\necho Welcome to this machine\\nexec git-upload-pack ../one.git\\n' > ../ssh
            chmod +x ../ssh; git config core.sshCommand "$PWD/../ssh"
            git remote add o ssh://example.org/one.git
            """)
        let failure = await failure()
        #expect(failure?.exit == .unsupported, "\(String(describing: failure))")
        #expect(failure?.message.english.contains("the login must print nothing") == true)
    }

    @Test func `a symbolic branch moves its target, as in git`() async throws {
        try sandbox.sh(
            """
            git branch trunk; git symbolic-ref refs/heads/main refs/heads/trunk
            git remote add o ../one.git
            """)
        try await board.put("todo/a.md", "A\n")
        #expect(await failure() == nil)
        #expect(try sandbox.sh("git symbolic-ref refs/heads/main") == "refs/heads/trunk\n")
        #expect(try sandbox.sh("git log -1 --format=%s trunk") == "Edit\n")
        #expect(try sandbox.sh("git reflog -1 --format=%gs HEAD") != "")
        try sandbox.expectClean()
    }

    @Test func `a bare repository's working tree is a board like any other`() async throws {
        try sandbox.sh(
            """
            git clone -q --bare board bare.git; git -C bare.git worktree add -q ../tree main
            """, in: "")
        let tree = try Workspace(
            Location.find(named: "\(sandbox.path)/tree", in: .ofProcess()), clock: sandbox.clock,
            timeout: 5)
        try await tree.put("todo/a.md", "A\n")
        #expect(try sandbox.sh("git log -1 --format=%s main", in: "bare.git") == "Edit\n")
        #expect(try sandbox.sh("git status --porcelain", in: "tree") == "")
    }

    @Test func `an edited ignored task stays local`() async throws {
        try sandbox.sh("echo 'secret*' >> .git/info/exclude")
        try sandbox.write("# Secret\n", "todo/secret.md")
        let head = try sandbox.sh("git rev-parse HEAD")
        let outcome = try await board.put("todo/secret.md", "# Secret\n\nMore.\n")
        #expect(try sandbox.text("todo/secret.md") == "# Secret\n\nMore.\n")
        #expect(try sandbox.sh("git rev-parse HEAD; git ls-files todo/secret.md") == head)
        #expect(outcome.notices == [.notSynced("todo/secret.md")])
        // A move counts at the task's new path.
        try sandbox.write("# Secret\n", "todo/secret2.md")
        let moved = try await board.move(["secret2"], to: "doing")
        #expect(moved.notices == [.notSynced("doing/secret2.md")])
        try await board.put("todo/new-secret.md", "New\n")
        #expect(try sandbox.sh("git status --porcelain") == "")
    }

    @Test func `an ignored task cannot be restored, so it is not deleted`() async throws {
        try sandbox.sh("echo 'secret*' >> .git/info/exclude")
        try sandbox.write("# Secret\n", "todo/secret.md")
        await #expect { _ = try await board.remove(["secret"]) } throws: {
            BoardError($0).code == "not-committed"
        }
        #expect(try sandbox.text("todo/secret.md") == "# Secret\n")
    }

    @Test func `every sync reports a task that git ignores`() async throws {
        try sandbox.sh("git remote add one ../one.git; echo '*draft*' >>.git/info/exclude")
        try sandbox.write("# Draft\n", "todo/draft.md")
        for _ in 0..<2 {
            let report = try await board.sync(sandbox.transfer)
            #expect(report.notes == [.notSynced(path: "todo/draft.md")])
        }
        #expect(try sandbox.sh("git ls-files todo/draft.md") == "")
    }

    @Test func `two commits merge as in a sync, without moving anything`() async throws {
        try sandbox.write("---\ntitle: A\n---\nOne.\n", "todo/a.md")
        try sandbox.sh(
            """
            git config user.name Ann && git config user.email ann@example.org
            git add . && git commit -qm Base
            sed -i 's/A/Ann/' todo/a.md && git commit -qam Ann && git branch ann
            git reset -q --hard HEAD^ && sed -i 's/One/Two/' todo/a.md && git commit -qam Bob
            """)
        let before = try sandbox.sh("git for-each-ref; git rev-parse HEAD; git status --short")
        let heads = try sandbox.sh("git rev-parse main ann").split(separator: "\n").map(String.init)
        let merged = try board.merged(heads[0], heads[1])
        #expect(try board.merged(heads[1], heads[0]) == merged)
        #expect(
            try sandbox.sh("git show \(merged):todo/a.md") == "---\ntitle: Ann\n---\nTwo.\n")
        #expect(
            try sandbox.sh("git for-each-ref; git rev-parse HEAD; git status --short") == before)
        #expect { try board.merged("main", heads[1]) } throws: {
            BoardError($0).code == "no-commit"
        }
    }
}
