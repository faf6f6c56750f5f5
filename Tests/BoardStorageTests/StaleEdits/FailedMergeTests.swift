import Git
import TaskBoard
import Testing

@testable import BoardStorage

/// Tasks that `git merge` or `git stash` leaves deleted or outdated when it fails.
struct FailedMergeTests {
    let sandbox: BoardSandbox
    let workspace: Workspace

    init() throws {
        sandbox = try BoardSandbox()
        workspace = try sandbox.board()
        try sandbox.sh(
            """
            git config user.name A; git config user.email a@example.org
            echo notes > notes.txt; git add notes.txt; git commit -qm notes
            git checkout -qb side; echo side >> notes.txt; git commit -qam side
            git checkout -q main
            """)
    }

    /// A filter that git runs for the stash with which a merge begins stops it there
    /// until it may go on.
    private static let waitingMerge = """
        cat > .git/waits <<'END'
        #!/bin/sh
        if grep -q update-index /proc/$PPID/cmdline && [ ! -e .git/began ]; then
            touch .git/began
            for i in $(seq 60000); do [ -e .git/goes-on ] && break; sleep 0.01; done
        fi
        cat
        END
        chmod +x .git/waits; git config filter.waits.clean .git/waits
        echo 'notes.txt filter=waits' >> .git/info/attributes
        echo mine >> notes.txt
        # Git writes the index anew where its statData are as young as itself.
        find . -name .git -prune -o -type f -exec touch -d '1 minute ago' {} +
        git status > /dev/null
        (git merge side; touch .git/over) > .git/merged 2>&1 < /dev/null &
        for i in $(seq 60000); do [ -e .git/began ] && break; sleep 0.01; done
        """

    private static let goingOn = """
        touch .git/goes-on
        for i in $(seq 60000); do [ -e .git/over ] && break; sleep 0.01; done
        rm .git/info/attributes; git checkout -q notes.txt; git status --porcelain; cat .git/merged
        """

    @Test func `a file that a failed git merge removes is restored`() async throws {
        try await workspace.put("todo/a-k3f9m2.md", RecoveryTests.old, subject: "Add")
        try sandbox.sh(Self.waitingMerge)
        try await workspace.perform { _ in
            Plan(
                changes: [
                    .move(
                        "todo/a-k3f9m2.md", to: "doing/a-k3f9m2.md", Array(RecoveryTests.new.utf8))
                ], subject: "Move", tasks: [])
        }
        try await workspace.put("todo/new.md", "new\n")
        let merge = try sandbox.sh(Self.goingOn)
        #expect(merge.hasPrefix("R  doing/a-k3f9m2.md -> todo/a-k3f9m2.md\nD  todo/new.md\nerror:"))
        #expect(merge.contains("would be overwritten by merge"))
        _ = try await workspace.sync(sandbox.transfer)
        #expect(try sandbox.sh("ls doing todo") == "doing:\na-k3f9m2.md\n\ntodo:\nnew.md\n")
        #expect(try sandbox.text("doing/a-k3f9m2.md") == RecoveryTests.new)
        try sandbox.expectClean()
    }

    @Test func `an old text that a failed git merge restores becomes HEAD's again`() async throws {
        try await workspace.put("todo/new.md", "old\n")
        try sandbox.sh(Self.waitingMerge)
        try await workspace.put("todo/new.md", "new\n")
        let merge = try sandbox.sh(Self.goingOn)
        #expect(merge.hasPrefix("M  todo/new.md\nerror:"))
        #expect(try sandbox.text("todo/new.md") == "old\n")
        _ = try await workspace.sync(sandbox.transfer)
        #expect(try sandbox.text("todo/new.md") == "new\n")
        try sandbox.expectClean()
    }

    @Test func `an old text that a user restores after a merge is their edit`() async throws {
        try await workspace.put("todo/a.md", "old\n")
        try sandbox.sh("git merge -q main")
        try await workspace.put("todo/a.md", "new\n")
        try sandbox.sh("echo old > todo/a.md")
        _ = try await workspace.sync(sandbox.transfer)
        #expect(try sandbox.text("todo/a.md") == "old\n")
        try sandbox.expectClean()
    }

    @Test(arguments: [
        "git merge -q side -m side; git rm -q todo/a.md",
        "git rm -q todo/a.md", "git merge -q main; rm todo/a.md",
    ])
    func `a file that a user removes after a merge is removed`(commands: String) async throws {
        try await workspace.put("todo/a.md", "a\n")
        try sandbox.sh(commands)
        _ = try await workspace.sync(sandbox.transfer)
        #expect(try sandbox.sh("ls todo") == "")
        try sandbox.expectClean()
    }

    @Test func `a file that a failed git stash removes is restored`() async throws {
        for text in ["one\n", "two\n", "three\n"] { try await workspace.put("todo/a.md", text) }
        // Its reset read HEAD twice, and somebody committed after each.
        try sandbox.sh("git read-tree --reset -u HEAD~2")
        waitForTick()
        try sandbox.sh("git update-ref ORIG_HEAD HEAD~1")
        #expect(try sandbox.text("todo/a.md") == "one\n")
        _ = try await workspace.sync(sandbox.transfer)
        #expect(try sandbox.text("todo/a.md") == "three\n")
        try sandbox.expectClean()
    }

    /// A merge that fails when the text that it began with is no longer HEAD's.
    private func failedMerge() async throws {
        try await workspace.put("todo/new.md", "old\n")
        try sandbox.sh(Self.waitingMerge)
        try await workspace.put("todo/new.md", "new\n")
        #expect(try sandbox.sh(Self.goingOn).hasPrefix("M  todo/new.md\nerror:"))
    }

    @Test func `any command that writes restores what git removed`() async throws {
        try await failedMerge()
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.text("todo/new.md") == "new\n")
        try sandbox.expectClean()
    }

    @Test func `a file that a user removes after that stays removed`() async throws {
        try await failedMerge()
        try await workspace.put("todo/b.md", "b\n")
        try sandbox.sh("git checkout -q ORIG_HEAD -- todo/new.md")
        _ = try await workspace.sync(sandbox.transfer)
        #expect(try sandbox.text("todo/new.md") == "old\n")
        try sandbox.expectClean()
    }

    @Test(arguments: ["git rm -q todo/new.md", "git checkout -q ORIG_HEAD -- todo"])
    func `files that a user removes after a completed git command stay removed`(
        command: String
    ) async throws {
        try await workspace.put("todo/a.md", "old\n")
        try sandbox.sh("git merge -q main")
        let name = command.contains("rm") ? "new" : "a"
        try await workspace.put(BoardPath(Array("todo/\(name).md".utf8)), "new\n")
        try sandbox.sh(command)
        _ = try await workspace.sync(sandbox.transfer)
        #expect(try sandbox.sh("ls todo; cat todo/*.md") == "a.md\nold\n")
        try sandbox.expectClean()
    }

    @Test(arguments: ["rm $f", "head -c 5000 /dev/urandom > $f", "sed -i 's/./x/' $f"])
    func `without pmd's list of heads every difference is an edit`(damage: String) async throws {
        try await failedMerge()
        try sandbox.sh("f=.git/pmd/heads; \(damage)")
        _ = try await workspace.sync(sandbox.transfer)
        #expect(try sandbox.text("todo/new.md") == "old\n")
        try sandbox.expectClean()
    }

    @Test func `an old text that is merely saved while git runs is an edit`()
        async throws
    {
        try await workspace.put("todo/a.md", "old\n")
        try await workspace.put("todo/a.md", "new\n")
        // As after a git command that read HEAD before the second command.
        try sandbox.sh("git update-ref ORIG_HEAD HEAD~1; echo old > todo/a.md")
        _ = try await workspace.sync(sandbox.transfer)
        #expect(try sandbox.text("todo/a.md") == "old\n")
        try sandbox.expectClean()
    }

    @Test func `pmd's list of heads is short`() async throws {
        let heads = CheckoutLog(folder: try Folder(sandbox.path))
        func id(_ number: Int) throws -> ObjectID {
            let digits = String(number, radix: 16)
            return try #require(
                ObjectID(hex: String(repeating: "0", count: 40 - digits.count) + digits))
        }
        for number in 1...60 {
            try heads.note(CheckoutLog.Entry(old: try id(number), new: try id(number + 1)))
        }
        try heads.markFinal(try id(60))
        #expect(try heads.moves().count == CheckoutLog.most)
        let last = try heads.moves(to: try id(61))
        #expect(last.count == CheckoutLog.most && last.filter(\.isFinal) == [last[0]])
        #expect(try heads.moves(to: try id(5)) == [])
    }
}
