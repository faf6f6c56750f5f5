import Git
import TaskBoard
import Testing

@testable import BoardStorage

/// Commits of this clone that git removes from the branch: kept, reported and restored.
struct DroppedCommitTests {
    let sandbox: BoardSandbox
    let workspace: Workspace

    init() throws {
        sandbox = try BoardSandbox()
        workspace = try sandbox.board()
        try sandbox.sh(
            """
            git config user.name A; git config user.email a@example.org
            echo notes > notes.txt; git add notes.txt; git commit -qm notes
            """)
    }

    /// Git waits after it has reset the files and before it resets the branch.
    private static let waitingStash = """
        cat > .git/hooks/post-index-change <<'END'
        #!/bin/sh
        grep -q reset /proc/$PPID/cmdline && [ ! -e .git/began ] || exit 0
        touch .git/began
        for i in $(seq 6000); do [ -e .git/goes-on ] && break; sleep 0.01; done
        END
        chmod +x .git/hooks/post-index-change
        echo mine >> notes.txt
        (git stash; touch .git/over) > .git/stashed 2>&1 < /dev/null &
        for i in $(seq 6000); do [ -e .git/began ] && break; sleep 0.01; done
        """

    private static let goingOn = """
        touch .git/goes-on
        for i in $(seq 6000); do [ -e .git/over ] && break; sleep 0.01; done
        rm .git/hooks/post-index-change; cat .git/stashed
        """

    private func dropped() throws -> String {
        try sandbox.sh("git for-each-ref --format='%(objectname)' refs/pmd/dropped")
    }

    @Test func `a commit that git stash drops from the branch is kept`() async throws {
        try await workspace.put("todo/a.md", "one\n")
        try sandbox.sh(Self.waitingStash)
        try await workspace.put("todo/a.md", "two\n", subject: "Change a")
        let made = try sandbox.sh("git rev-parse HEAD")
        #expect(try sandbox.sh(Self.goingOn).contains("Saved working directory"))
        #expect(try sandbox.sh("git rev-parse HEAD") != made)
        try await workspace.put("todo/b.md", "b\n")
        #expect(try dropped() == made)
        #expect(try await workspace.status().dropped.map(\.subject) == ["Change a"])
        // Git reset the branch but not the file, which is now an uncommitted edit.
        let report = try await workspace.sync(sandbox.transfer)
        #expect(report.committed == 1 && report.dropped == [])
        #expect(try sandbox.text("todo/a.md") == "two\n")
        #expect(try await workspace.status().dropped == [])
        try sandbox.expectClean()
    }

    @Test func `a commit that git reset drops is reported once, and restored on request`()
        async throws
    {
        try await workspace.put("todo/a.md", "one\n")
        try await workspace.put("todo/a.md", "two\n")
        try await workspace.put("todo/b.md", "b\n", subject: "Add b")
        let made = try sandbox.sh("git rev-parse HEAD").dropLast()
        try sandbox.sh("git reset -q --hard HEAD~2; echo mine > todo/c.md")
        let named = try await workspace.sync(sandbox.transfer).dropped
        #expect(named.map(\.newest) == [String(made)])
        #expect(named.map(\.count) == [2])
        #expect(named.map(\.subject) == ["Add b"])
        #expect(try await workspace.sync(sandbox.transfer).dropped == [])
        #expect(try await workspace.status().dropped == named)
        let found = await workspace.diagnose([.repository], sandbox.transfer, version: "")
        #expect(found.map(\.fact) == named.map { .clone(.dropped($0)) })
        try await workspace.put("todo/d.md", "d\n")
        try sandbox.sh("echo more >> todo/d.md")
        try sandbox.sh("git reflog expire --expire=now --all; git gc -q --prune=now")
        #expect(try await workspace.restoreDropped() == named)
        #expect(try sandbox.text("todo/a.md") == "two\n")
        #expect(try sandbox.sh("cat todo/b.md todo/c.md todo/d.md") == "b\nmine\nd\nmore\n")
        #expect(try dropped() == "")
        #expect(try await workspace.status().dropped == [])
        #expect(try await workspace.restoreDropped() == [])
    }

    @Test func `a later edit of the same task does not hide dropped commits`()
        async throws
    {
        try await workspace.put("todo/a.md", RecoveryTests.old)
        try await workspace.put(
            "todo/a.md", RecoveryTests.old.replacing("three", with: "three and four"))
        try sandbox.sh("git reset -q --hard HEAD~1")
        try await workspace.put("todo/a.md", RecoveryTests.new)
        #expect(try await workspace.status().dropped.map(\.count) == [1])
        #expect(try await workspace.restoreDropped().map(\.count) == [1])
        #expect(
            try sandbox.text("todo/a.md")
                == RecoveryTests.new.replacing(
                    "three", with: "three and four"))
        #expect(try dropped() == "")
        try sandbox.expectClean()
    }

    /// The branch has changed the same task, so that no file has its old contents.
    @Test(arguments: [
        "git reset -q --hard side", "git reset -q --hard HEAD~1; git merge -q side",
        "git reset -q --hard HEAD~1; sed -i 's/two/2/' todo/a.md; git commit -qam own",
        "git reset -q --hard HEAD~1; sed -i 's/two/2/' todo/a.md",
    ])
    func `a commit is kept alongside another change of the same task`(command: String) async throws
    {
        try await workspace.put("todo/a.md", RecoveryTests.old)
        try sandbox.sh(
            """
            git switch -qc side; sed -i 's/one/1/' todo/a.md; git commit -qam side
            git switch -q main
            """)
        try await workspace.put(
            "todo/a.md", RecoveryTests.old.replacing("three", with: "secret"), subject: "Mine")
        let made = try sandbox.sh("git rev-parse HEAD")
        try sandbox.sh(command)
        try await workspace.put("todo/b.md", "b\n")
        #expect(try dropped() == made)
        #expect(try await workspace.status().dropped.map(\.subject) == ["Mine"])
        _ = try await workspace.restoreDropped()
        #expect(try sandbox.text("todo/a.md").contains("secret"))
        _ = try await workspace.sync(sandbox.transfer)
        try sandbox.expectClean()
    }

    @Test func `a process that was killed while keeping a commit leaves no lock`() async throws {
        try await workspace.put("todo/a.md", "one\n")
        let made = try sandbox.sh("git rev-parse HEAD").dropLast()
        try sandbox.sh(
            """
            git reset -q --hard HEAD~1; mkdir -p .git/refs/pmd/dropped
            touch .git/refs/pmd/dropped/\(made).lock; printf 'process 1' > .git/pmd/lock
            """)
        try await workspace.put("todo/b.md", "b\n")
        #expect(try dropped().dropLast() == made)
    }

    @Test func `a commit on another branch was not dropped`() async throws {
        try sandbox.sh("git switch -qc side")
        try await workspace.put("todo/a.md", "one\n")
        try sandbox.sh("git switch -q main")
        try await workspace.put("todo/b.md", "b\n")
        #expect(try dropped() == "")
    }

    @Test func `a commit that an aborted git rebase drops from the branch is kept`() async throws {
        for name in ["a", "b"] {
            try await workspace.put(BoardPath(Array("todo/\(name).md".utf8)), "\(name)\n")
        }
        let head = try sandbox.sh("git rev-parse HEAD").dropLast()
        try await workspace.put("todo/c.md", "c\n")
        let made = try sandbox.sh("git rev-parse HEAD").dropLast()
        // As if the commit had been made after git read the branch.
        try sandbox.sh(
            """
            git reset -q --hard \(head); git rebase -q --exec false HEAD~1 2> /dev/null || :
            git update-ref -m 'pmd: Add' refs/heads/main \(made); git rebase --abort
            """)
        #expect(try sandbox.sh("git rev-parse HEAD").dropLast() == head)
        try await workspace.put("todo/d.md", "d\n")
        #expect(try dropped().dropLast() == made)
        _ = try await workspace.restoreDropped()
        #expect(try sandbox.text("todo/c.md") == "c\n")
        try sandbox.expectClean()
    }

    @Test(arguments: [
        "git commit -q --amend -m other", "git rebase -q --force-rebase HEAD~2",
        "echo three > todo/a.md; git commit -q --amend -a -m other",
    ])
    func `a commit that git replaced by another was not dropped`(command: String) async throws {
        try await workspace.put("todo/a.md", "one\n")
        try await workspace.put("todo/a.md", "two\n")
        try sandbox.sh(command)
        let text = try sandbox.text("todo/a.md")
        try await workspace.put("todo/b.md", "b\n")
        #expect(try dropped() == "")
        #expect(try sandbox.text("todo/a.md") == text)
        try sandbox.expectClean()
    }

    @Test func `dropped commits that were dismissed stay dismissed`() async throws {
        try await workspace.put("todo/a.md", "one\n")
        try await workspace.put("todo/a.md", "two\n")
        try sandbox.sh("git reset -q --hard HEAD~1")
        try await workspace.put("todo/b.md", "b\n")
        try sandbox.sh(
            "git reset -q --hard HEAD~1; git update-ref -d refs/pmd/dropped/$(git for-each-ref --format='%(objectname)' refs/pmd/dropped)"
        )
        try await workspace.put("todo/c.md", "c\n")
        // Only commits dropped since then.
        let named = try await workspace.sync(sandbox.transfer).dropped
        #expect(named.map(\.count) == [1])
        #expect(try sandbox.text("todo/a.md") == "one\n")
    }

    @Test func `the record of dropped commits keeps the newest 200`() throws {
        let repository = try BoardRepository(workspace.location, clock: sandbox.clock, waiting: 5)
        let record = DroppedRecord(folder: repository.localState.folder)
        let commits = try (0..<205).map { try ObjectID.ofBlob(Array("\($0)".utf8)) }
        for commit in commits { try record.note(commit, isReported: false) }
        #expect(try record.read().map(\.commit) == Array(commits.suffix(200)))
        #expect(try !record.contains(commits[4]) && record.contains(commits[5]))
        // Reporting a commit makes it the newest and removes no other.
        try record.note(commits[100], isReported: true)
        let read = try record.read()
        #expect(read.count == 200 && read.filter(\.isReported).map(\.commit) == [commits[100]])
        #expect(read.first?.commit == commits[5] && read.last?.commit == commits[100])
    }
}
