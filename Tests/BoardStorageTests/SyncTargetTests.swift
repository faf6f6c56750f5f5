import BoardStorage
import TaskBoard
import Testing

/// Where a sync goes, what it leaves out, and what it merges.
struct SyncTargetTests {
    private let sandbox: Sandbox
    private let board: Workspace

    init() throws {
        sandbox = try Sandbox()
        try sandbox.sh("git init -q --bare -b main one.git; git init -q --bare two.git", in: "")
        board = try sandbox.board()
    }

    private func failure() async -> BoardError? {
        do { return try await board.sync(sandbox.transfer).failure } catch {
            return BoardError(error)
        }
    }

    @Test func `of several remotes one must be named, and be there`() async throws {
        try sandbox.sh("git remote add one ../one.git; git remote add two ../two.git")
        let several = await failure()
        #expect(several?.code == "no-remote" && several?.exit == .unsupported)
        #expect(several?.message.contains("several remotes (one, two)") == true)
        try sandbox.sh("git config pmd.remote three")
        let missing = await failure()
        #expect(missing?.code == "no-remote" && missing?.exit == .unsupported)
        #expect(missing?.message.contains("'git remote add three URL'") == true)
        try sandbox.sh("git config pmd.remote one")
        #expect(await failure() == nil)
        #expect(
            try sandbox.sh("git rev-parse main", in: "one.git") == sandbox.sh("git rev-parse main"))
        #expect(try sandbox.sh("git for-each-ref", in: "two.git") == "")
    }

    @Test func `a task that git ignores is told by every sync`() async throws {
        try sandbox.sh("git remote add one ../one.git; echo '*draft*' >>.git/info/exclude")
        try sandbox.write("# Draft\n", "todo/draft.md")
        for _ in 0..<2 {
            let report = try await board.sync(sandbox.transfer)
            #expect(report.notes.map(\.english) == ["todo/draft.md is not synced: git ignores it"])
        }
        #expect(try sandbox.sh("git ls-files todo/draft.md") == "")
    }

    @Test func `two commits merge as in a sync, and nothing moves`() async throws {
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
