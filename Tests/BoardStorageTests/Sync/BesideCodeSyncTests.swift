import BoardStorage
import MarkdownDocument
import TaskBoard
import Testing
import Words

/// Sync of boards that share a repository with code.
struct BesideCodeSyncTests {
    let sandbox: BoardSandbox

    init() throws {
        sandbox = try BoardSandbox()
        try sandbox.sh(
            """
            git init -q --bare -b main remote.git; git clone -q remote.git ann
            cd ann; git config user.name Ann; git config user.email ann@example.org
            mkdir src; echo 'int main;' > src/main.c; git add .; git commit -qm code; git push -q
            cd ..; git clone -q remote.git bob
            cd bob; git config user.name Bob; git config user.email bob@example.org
            """, in: "")
    }

    private func initialise(_ folder: String, isGuest: Bool) throws -> Workspace {
        let made = try BoardCreation.initialise(
            InitRequest(
                folder: "\(sandbox.path)/\(folder)", isNamed: true, isGuest: isGuest,
                transfer: sandbox.transfer), clock: sandbox.clock)
        return try Workspace(made.location, clock: sandbox.clock)
    }

    @Test func `two users who make a linked board at once share one branch`() async throws {
        let ann = try initialise("ann/tasks", isGuest: false)
        #expect(try await ann.sync(sandbox.transfer).failure == nil)
        let bob = try initialise("bob/tasks", isGuest: false)
        try await ann.put("todo/a.md", "a\n")
        try await bob.put("todo/b.md", "b\n")
        try sandbox.sh("echo more >> src/main.c; git commit -qam more", in: "bob")
        for workspace in [ann, bob, ann] {
            #expect(try await workspace.sync(sandbox.transfer).failure == nil)
        }
        #expect(try sandbox.sh("ls todo", in: "ann/tasks") == "a.md\nb.md\n")
        #expect(try sandbox.sh("diff -r --exclude=.git ann/tasks bob/tasks", in: "") == "")
        #expect(try sandbox.sh("git status --porcelain", in: "ann") == "")
        #expect(try sandbox.sh("git rev-list --count origin/main", in: "bob") == "1\n")
    }

    @Test func `two linked boards that were started apart become one`() async throws {
        let ann = try initialise("ann/tasks", isGuest: false)
        let bob = try initialise("bob/tasks", isGuest: false)
        try await ann.put("todo/a.md", "a\n")
        try await bob.put("todo/b.md", "b\n")
        for workspace in [ann, bob, ann] {
            #expect(try await workspace.sync(sandbox.transfer).failure == nil)
        }
        #expect(try sandbox.sh("diff -r --exclude=.git ann/tasks bob/tasks", in: "") == "")
        #expect(try sandbox.sh("ls todo", in: "bob/tasks") == "a.md\nb.md\n")
    }

    @Test func `a guest beside a linked board leaves that board's branch alone`() async throws {
        let linked = try initialise("ann/tasks", isGuest: false)
        _ = try initialise("ann/notes", isGuest: true)
        try await linked.put("todo/a.md", "a\n")
        #expect(try await linked.sync(sandbox.transfer).failure == nil)
        #expect(try sandbox.sh("git config pmd.branch", in: "ann") == "tasks\n")
    }

    @Test func `a branch that is switched to during a slow transfer gets no commits`() async throws
    {
        let ann = try initialise("ann/tasks", isGuest: true)
        #expect(try await ann.sync(sandbox.transfer).failure == nil)
        try sandbox.sh(
            """
            git pull -q; mkdir -p tasks/todo; echo '# B' > tasks/todo/b.md
            git add .; git commit -qm b; git push -q
            """, in: "bob")
        let before = try sandbox.sh("git rev-parse main main~1", in: "ann")
        // A transfer during which the user switches to another branch, once. While pmd holds the
        // lock of the index, git refuses.
        try sandbox.write(
            """
            #!/bin/sh
            until git -C '\(sandbox.path)/ann' rev-parse -q --verify code > /dev/null ||
                git -C '\(sandbox.path)/ann' checkout -q -b code main~1 2> /dev/null
            do sleep 0.05; done
            exec '\(sandbox.transfer.executable)' "$@"

            """, "switching", in: "")
        try sandbox.sh("chmod +x switching", in: "")
        let report = try await ann.sync(
            TransferSettings(executable: "\(sandbox.path)/switching"))
        // If noticed at the end, the sync is postponed; if noticed before, the other branch syncs.
        #expect(
            [nil, .tryLater].contains(report.failure?.exit), "\(String(describing: report.failure))"
        )
        #expect(try sandbox.sh("git rev-parse main code", in: "ann") == before)
        #expect(try sandbox.sh("git status --porcelain", in: "ann") == "")
    }

    @Test func `a guest syncs the board's commits and leaves the code's to git`() async throws {
        let ann = try initialise("ann/tasks", isGuest: true)
        try await ann.put("todo/a.md", "---\ntitle: A\n---\n")
        #expect(try await ann.sync(sandbox.transfer).failure == nil)
        try sandbox.sh("git pull -q", in: "bob")
        let bob = try Workspace(
            try Location(from: "\(sandbox.path)/bob/tasks"), clock: sandbox.clock)
        try await bob.put("todo/b.md", "b\n")
        try sandbox.write("---\ntitle: AA\n---\n", "tasks/todo/a.md", in: "ann")
        try sandbox.write("int other;", "src/other.c", in: "ann")
        for workspace in [ann, bob, ann] {
            #expect(try await workspace.sync(sandbox.transfer).failure == nil)
        }
        #expect(try sandbox.sh("diff -r ann/tasks bob/tasks", in: "") == "")
        #expect(try sandbox.sh("git status --porcelain", in: "ann") == "?? src/other.c\n")
        try sandbox.sh("git add .; git commit -qm other; git push -q", in: "ann")
        try await bob.put("todo/c.md", "c\n")
        let report = try await bob.sync(sandbox.transfer)
        #expect(
            report.failure?.message.english
                == "1 incoming commit also changes other files: run git pull")
        try sandbox.sh("git pull -q --no-rebase --no-edit", in: "bob")
        #expect(try await bob.sync(sandbox.transfer).failure == nil)
    }

    @Test func `a code commit is not pushed with the board's`() async throws {
        let ann = try initialise("ann/tasks", isGuest: true)
        #expect(try await ann.sync(sandbox.transfer).failure == nil)
        let before = try sandbox.sh("git rev-parse @{upstream}", in: "ann")
        try sandbox.write("int own;", "src/own.c", in: "ann")
        try sandbox.sh("git add .; git commit -qm code", in: "ann")
        try await ann.put("todo/a.md", "a\n")
        let report = try await ann.sync(sandbox.transfer)
        #expect(report.failure == nil && report.pushed == 0)
        #expect(report.notes.first == .notPushed(commits: 1))
        #expect(try sandbox.sh("git fetch -q; git rev-parse @{upstream}", in: "ann") == before)
    }
}
