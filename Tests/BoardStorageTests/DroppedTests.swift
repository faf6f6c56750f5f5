import Git
import TaskBoard
import Testing

@testable import BoardStorage

/// Commits that git takes off the branch though nobody told it to.
struct DroppedTests {
    let sandbox: Sandbox
    let workspace: Workspace

    init() throws {
        sandbox = try Sandbox()
        workspace = try sandbox.board()
        try sandbox.sh(
            """
            git config user.name A; git config user.email a@example.org
            echo notes > notes.txt; git add notes.txt; git commit -qm notes
            """)
    }

    /// Git waits where it has put back the files and not yet the branch.
    private static let waitingStash = """
        cat > .git/hooks/post-index-change <<'END'
        #!/bin/sh
        grep -q reset /proc/$PPID/cmdline && [ ! -e .git/began ] || exit 0
        touch .git/began
        for i in $(seq 1000); do [ -e .git/goes-on ] && break; sleep 0.01; done
        END
        chmod +x .git/hooks/post-index-change
        echo mine >> notes.txt
        (git stash; touch .git/over) > .git/stashed 2>&1 < /dev/null &
        for i in $(seq 1000); do [ -e .git/began ] && break; sleep 0.01; done
        """

    private static let goingOn = """
        touch .git/goes-on
        for i in $(seq 1000); do [ -e .git/over ] && break; sleep 0.01; done
        rm .git/hooks/post-index-change; cat .git/stashed
        """

    /// What a reset leaves that began before the last commit.
    private static let lateReset =
        "git update-ref -m 'reset: moving to HEAD' HEAD HEAD~1; git reset -q --hard"

    @Test func `what git stash drops from the branch is brought back`() async throws {
        try await workspace.put("todo/a.md", "one\n")
        try sandbox.sh(Self.waitingStash)
        try await workspace.put("todo/a.md", "two\n")
        let made = try sandbox.sh("git rev-parse HEAD").dropLast()
        #expect(try sandbox.sh(Self.goingOn).contains("Saved working directory"))
        #expect(try sandbox.sh("git rev-parse HEAD").dropLast() != made)
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.sh("git merge-base --is-ancestor \(made) HEAD; echo $?") == "0\n")
        #expect(try sandbox.text("todo/a.md") == "two\n")
        try sandbox.expectClean()
    }

    @Test func `what went with its files comes back with them`() async throws {
        try await workspace.put("todo/a.md", "one\n")
        try await workspace.put("todo/a.md", "two\n")
        try sandbox.sh(Self.lateReset + "; echo mine > todo/b.md")
        try await workspace.put("todo/c.md", "c\n")
        #expect(try sandbox.text("todo/a.md") == "two\n")
        #expect(try sandbox.text("todo/b.md") == "mine\n")
        let head = try sandbox.sh("git log --format=%s -2")
        #expect(try sandbox.sh("git reset -q --hard HEAD~1; git log --format=%s -1") != head)
        try await workspace.put("todo/d.md", "d\n")
        #expect(try sandbox.sh("ls todo/c.md 2>&1 || :").contains("No such file"))
    }

    @Test func `what git rebase drops when it is aborted is brought back`() async throws {
        for name in ["a", "b"] {
            try await workspace.put(BoardPath(Array("todo/\(name).md".utf8)), "\(name)\n")
        }
        let head = try sandbox.sh("git rev-parse HEAD").dropLast()
        try await workspace.put("todo/c.md", "c\n")
        let made = try sandbox.sh("git rev-parse HEAD").dropLast()
        // As if the commit had come when git had read where the branch is.
        try sandbox.sh(
            """
            git reset -q --hard \(head); git rebase -q --exec false HEAD~1 2> /dev/null || :
            git update-ref -m 'pmd: Add' refs/heads/main \(made); git rebase --abort
            """)
        #expect(try sandbox.sh("git rev-parse HEAD").dropLast() == head)
        try await workspace.put("todo/d.md", "d\n")
        #expect(try sandbox.text("todo/c.md") == "c\n")
        try sandbox.expectClean()
    }

    @Test(arguments: ["git reset -q --hard HEAD~1", "git reset -q --hard HEAD~1; git stash"])
    func `what a person takes off the branch stays off`(command: String) async throws {
        try await workspace.put("todo/a.md", "one\n")
        try await workspace.put("todo/a.md", "two\n")
        try sandbox.sh(command)
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.text("todo/a.md") == "one\n")
        try sandbox.expectClean()
    }

    @Test func `what was brought back and then taken off stays off`() async throws {
        try await workspace.put("todo/a.md", "one\n")
        try await workspace.put("todo/a.md", "two\n")
        try sandbox.sh(Self.lateReset)
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.text("todo/a.md") == "two\n")
        try sandbox.sh("git reset -q --hard HEAD~2")
        try await workspace.put("todo/c.md", "c\n")
        #expect(try sandbox.text("todo/a.md") == "one\n")
        try sandbox.expectClean()
    }
}
