import BoardStorage
import Glibc
import MarkdownDocument
import TaskBoard
import Testing
import Words

/// Sync between two clones and a bare repository, with the real transfer process.
struct SyncTests {
    let sandbox: BoardSandbox
    let ann: Workspace
    let bob: Workspace

    static let task = """
        ---
        title: Roof
        due: 2026-12-01
        tags: [house]
        ---
        Call before noon.

        - [ ] measure
        - [ ] order tiles

        """

    init() async throws {
        sandbox = try BoardSandbox()
        try sandbox.sh("git init -q --bare -b main remote.git", in: "")
        ann = try sandbox.board("ann", remote: "\(sandbox.path)/remote.git")
        try await ann.put("todo/roof-k3f9m2.md", Self.task, subject: "Add")
        _ = try await ann.sync(sandbox.transfer)
        let made = try BoardCreation.clone(
            CloneRequest(
                url: "\(sandbox.path)/remote.git", folder: "\(sandbox.path)/bob",
                transfer: sandbox.transfer), clock: sandbox.clock)
        bob = try Workspace(made.location, clock: sandbox.clock, timeout: 5)
    }

    private func change(
        _ workspace: Workspace, _ old: String, _ new: String,
        _ path: BoardPath = "todo/roof-k3f9m2.md"
    ) async throws {
        try await workspace.perform { board in
            guard let task = board[path] else { throw Failure("no \(path)") }
            let text = String(decoding: task.document.bytes, as: UTF8.self)
            guard text.contains(old) else { throw Failure("no \(old)") }
            return Plan(
                changes: [.write(path, Array(text.replacing(old, with: new).utf8))],
                subject: "Change", tasks: [])
        }
    }

    private func move(_ workspace: Workspace, _ old: BoardPath, _ new: BoardPath) async throws {
        try await workspace.perform { board in
            Plan(
                changes: [.move(old, to: new, board[old]?.document.bytes ?? [])], subject: "Move",
                tasks: [])
        }
    }

    @Test func `wrong settings are reported when they arrive, and no longer once corrected`()
        async throws
    {
        let valid = try sandbox.text("pmd.yml", in: "ann")
        try sandbox.write("format: 1\nstates: [todo, doing\n", "pmd.yml", in: "ann")
        #expect(try await ann.sync(sandbox.transfer).notes.count == 1)
        #expect(try await bob.sync(sandbox.transfer).notes.count == 1)
        try sandbox.write(valid, "pmd.yml", in: "ann")
        #expect(try await ann.sync(sandbox.transfer).notes.isEmpty)
        #expect(try await bob.sync(sandbox.transfer).notes.isEmpty)
    }

    private func syncAll() async throws {
        for workspace in [ann, bob, ann] {
            let report = try await workspace.sync(sandbox.transfer)
            #expect(report.failure == nil)
        }
    }

    private func expectSame() throws {
        #expect(try sandbox.sh("diff -r --exclude=.git ann bob || true", in: "") == "")
        let heads = try sandbox.sh(
            """
            git -C remote.git rev-parse main
            for clone in ann bob; do git -C $clone rev-parse HEAD refs/remotes/origin/main; done
            """, in: "")
        #expect(Set(heads.split(separator: "\n")).count == 1)
        try sandbox.expectClean("ann")
        try sandbox.expectClean("bob")
        try sandbox.sh("git fsck --strict", in: "remote.git")
    }

    @Test func `a clone is the same clean board, and syncs without configuration`() async throws {
        try expectSame()
        #expect(try await bob.board().tasks.map(\.title) == ["Roof"])
        let report = try await bob.sync(sandbox.transfer)
        #expect(report.failure == nil && report.pushed == 0 && report.received == 0)
    }

    @Test func `two users change one task: a body, a date, a box and a move are all kept`()
        async throws
    {
        try sandbox.write(
            Self.task.replacing("Call before noon.", with: "Call before ten."),
            "todo/roof-k3f9m2.md", in: "ann")
        try await change(bob, "2026-12-01", "2026-12-24")
        try await change(bob, "[ ] measure", "[x] measure")
        try await ann.commitEdits(of: [TaskID(fileName: Array("roof-k3f9m2.md".utf8))])
        try await move(ann, "todo/roof-k3f9m2.md", "doing/roof-k3f9m2.md")
        try await syncAll()
        let expected = Self.task.replacing("Call before noon.", with: "Call before ten.")
            .replacing("2026-12-01", with: "2026-12-24").replacing(
                "[ ] measure", with: "[x] measure")
        #expect(try sandbox.text("doing/roof-k3f9m2.md", in: "bob") == expected)
        try expectSame()
    }

    @Test func `two dates for one task: the later one is current, the other is kept`() async throws
    {
        try await change(ann, "2026-12-01", "2026-12-10")
        try await change(bob, "2026-12-01", "2026-12-20")
        try await syncAll()
        let task = try #require(try await ann.board().tasks.first)
        #expect(task.due?.text == "2026-12-20")
        #expect(task.conflicts.map(\.value) == ["2026-12-10"])
        try expectSame()
    }

    @Test func `uncommitted edits are committed one by one, with a message`() async throws {
        try sandbox.write("# Fence\n", "todo/fence.md", in: "ann")
        try sandbox.sh(
            "mv todo/roof-k3f9m2.md done/; mkdir attachments; printf x > attachments/a.png",
            in: "ann")
        let report = try await ann.sync(sandbox.transfer)
        #expect(report.committed == 3)
        #expect(report.pushed == 3)
        #expect(
            try sandbox.sh("git log -3 --format=%s", in: "ann")
                == """
                Edit attachments/a.png
                Move "Roof" from todo to done
                Add "fence"

                """.replacing("\"fence\"", with: "\"Fence\""))
        try await syncAll()
        try expectSame()
    }

    @Test func `an edit of the same size is committed even if it sets the file's time back`()
        async throws
    {
        try sandbox.sh(
            """
            touch -d 2026-01-01 todo/*.md time; git status
            sed 's/Roof/Root/' todo/roof-k3f9m2.md > ../new; cat ../new > todo/roof-k3f9m2.md
            touch -r time todo/roof-k3f9m2.md; rm time
            """, in: "ann")
        #expect(try await ann.status().uncommitted == ["todo/roof-k3f9m2.md"])
        let report = try await ann.sync(sandbox.transfer)
        #expect(report.committed == 1)
        #expect(try sandbox.sh("git log -1 --format=%s", in: "ann").contains("Root"))
    }

    @Test func `a task that one side deleted and the other edited stays, with a conflict`()
        async throws
    {
        try await ann.perform { _ in
            Plan(changes: [.remove("todo/roof-k3f9m2.md")], subject: "Delete", tasks: [])
        }
        try await change(bob, "2026-12-01", "2026-12-20")
        try await syncAll()
        let task = try #require(try await ann.board().tasks.first)
        #expect(task.conflicts.map(\.key) == [".deleted"])
        try expectSame()
    }

    @Test func `a push that lost a race is retried`() async throws {
        // A hook of Ann's remote pushes Bob's commits between her fetch and her push.
        try await change(bob, "2026-12-01", "2026-12-24")
        try sandbox.sh(
            """
            git clone -q remote.git other; cd other; git config user.name O; git config user.email o@e
            echo x > note.txt; git add .; git commit -qm other
            printf '%s\\n' '#!/bin/sh' 'test -f done-once && exit 0' 'touch done-once' \
                'unset GIT_DIR GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY' \
                'cd ../other && git push -q' > ../remote.git/hooks/pre-receive
            chmod +x ../remote.git/hooks/pre-receive
            """, in: "")
        let report = try await bob.sync(sandbox.transfer)
        #expect(report.failure == nil)
        #expect(try sandbox.text("note.txt", in: "bob") == "x\n")
        try await syncAll()
        try expectSame()
    }

    @Test func `a hook's refusal is reported with its output`() async throws {
        try sandbox.sh(
            "printf '#!/bin/sh\\necho not on Sundays; exit 1\\n' > hooks/pre-receive; chmod +x hooks/pre-receive",
            in: "remote.git")
        try await change(bob, "2026-12-01", "2026-12-24")
        let report = try await bob.sync(sandbox.transfer)
        #expect(report.failure?.exit == .notAllowed)
        #expect(
            report.failure?.message.english.contains("not on Sundays") == true
                || report.failure?.message.english.contains("hook declined") == true)
        #expect(report.pushed == 0)
    }

    @Test func `a missing remote is a temporary outage`() async throws {
        try sandbox.sh("mv remote.git gone.git", in: "")
        try await change(bob, "2026-12-01", "2026-12-24")
        let report = try await bob.sync(sandbox.transfer)
        #expect(report.failure != nil)
        #expect(report.pushed == 0)
        try sandbox.sh("mv gone.git remote.git", in: "")
        try await syncAll()
        try expectSame()
    }

    @Test func `a tracking reference's lock that a killed sync left is removed`() async throws {
        try await change(bob, "2026-12-01", "2026-12-24")
        try sandbox.sh(
            "touch .git/pmd/syncing; git rev-parse HEAD > .git/refs/remotes/origin/main.lock",
            in: "bob")
        #expect(try await bob.sync(sandbox.transfer).failure == nil)
        #expect(
            try sandbox.sh(
                "ls .git/pmd/syncing .git/refs/remotes/origin 2>/dev/null || true", in: "bob")
                == ".git/refs/remotes/origin:\nmain\n")
    }

    @Test func `ignored files in a folder that becomes a file stop the sync, and stay`()
        async throws
    {
        try sandbox.sh("echo '*.tmp' >> .gitignore", in: "ann")
        try await syncAll()
        try sandbox.sh("mkdir notes; echo mine > notes/a.tmp", in: "bob")
        try sandbox.sh("echo list > notes", in: "ann")
        _ = try await ann.sync(sandbox.transfer)
        #expect(try await bob.sync(sandbox.transfer).failure?.code == "in-the-way")
        #expect(try sandbox.text("notes/a.tmp", in: "bob") == "mine\n")
        try sandbox.sh("rm -r notes", in: "bob")
        try await syncAll()
        #expect(try sandbox.text("notes", in: "bob") == "list\n")
    }

    @Test func `a deleted branch is not created again`() async throws {
        try sandbox.sh("git update-ref -d refs/heads/main", in: "remote.git")
        let report = try await bob.sync(sandbox.transfer)
        #expect(report.failure?.exit == .unsupported)
        #expect(report.failure?.code == "branch-gone")
    }

    @Test func `unrelated histories are refused`() async throws {
        try sandbox.sh(
            """
            rm -rf remote.git; git init -q --bare -b main remote.git; git clone -q remote.git x; cd x
            git config user.name O; git config user.email o@e; echo x > x; git add .; git commit -qm x; git push -q
            """, in: "")
        let before = try sandbox.sh("git rev-parse HEAD", in: "bob")
        let report = try await bob.sync(sandbox.transfer)
        #expect(report.failure?.exit == .unsupported)
        #expect(try sandbox.sh("git rev-parse HEAD", in: "bob") == before)
    }

    @Test func `a newer format is refused before any of it is merged`() async throws {
        try sandbox.sh(
            """
            git clone -q remote.git new; cd new; git config user.name O; git config user.email o@e
            sed -i 's/^format: 1$/format: 2/' pmd.yml; echo x > todo/new.md; git add .; git commit -qm new; git push -q
            """, in: "")
        let before = try sandbox.sh("git rev-parse HEAD", in: "bob")
        let report = try await bob.sync(sandbox.transfer)
        #expect(report.failure?.exit == .unsupported && report.failure?.code == "newer-format")
        #expect(report.received == 0)
        #expect(
            try sandbox.sh("git rev-parse HEAD; ls todo", in: "bob") == before + "roof-k3f9m2.md\n")
        try sandbox.expectClean("bob")
    }

    /// Neither has a commit yet, and git must not touch existing files.
    private func emptyClone() throws -> Workspace {
        try sandbox.sh(
            """
            git init -q -b main empty; cd empty; git remote add origin ../remote.git
            cp ../ann/pmd.yml .; echo '*' > .git/info/exclude
            """, in: "")
        let location = try Location(root: "\(sandbox.path)/empty")
        return try Workspace(location, clock: sandbox.clock, timeout: 5)
    }

    @Test func `a name too long for the file system stays in the tree`() async throws {
        let name = String(repeating: "x", count: 300)
        try sandbox.sh(
            """
            git config user.name A; git config user.email a@example.org
            file=$(git rev-parse HEAD:todo/roof-k3f9m2.md)
            todo=$( (git ls-tree HEAD:todo; printf '100644 blob %s\\t%s\\n' $file \(name).md) | git mktree)
            tree=$( (git ls-tree HEAD | grep -v todo; printf '040000 tree %s\\ttodo\\n' $todo) | git mktree)
            git push -q origin $(git commit-tree -m long -p HEAD $tree):main
            """, in: "bob")
        let report = try await ann.sync(sandbox.transfer)
        #expect(report.notWritten.sentences.contains { $0.english.contains("more than 255 bytes") })
        try await ann.put("todo/b.md", "b\n")
        _ = try await ann.sync(sandbox.transfer)
        #expect(try sandbox.sh("git ls-tree --name-only HEAD todo/", in: "ann").contains(name))
    }

    @Test func `a clone without a commit receives the remote's commits`() async throws {
        let empty = try emptyClone()
        let report = try await empty.sync(sandbox.transfer)
        #expect(report.failure == nil && report.received == 2 && report.pushed == 0)
        #expect(
            try sandbox.sh(
                "git rev-parse HEAD; cat todo/roof-k3f9m2.md; git status --short", in: "empty")
                == sandbox.sh("git rev-parse HEAD; cat todo/roof-k3f9m2.md", in: "ann"))
    }

    @Test func `a clone without a commit keeps files that are in the way`() async throws {
        let empty = try emptyClone()
        try sandbox.sh("mkdir todo; echo mine > todo/roof-k3f9m2.md", in: "empty")
        let report = try await empty.sync(sandbox.transfer)
        #expect(report.failure?.exit == .unsupported)
        #expect(
            report.failure?.message.english.contains("todo/roof-k3f9m2.md is ignored by git")
                == true)
        #expect(try sandbox.text("todo/roof-k3f9m2.md", in: "empty") == "mine\n")
        try sandbox.sh("rm todo/roof-k3f9m2.md", in: "empty")
        #expect(try await empty.sync(sandbox.transfer).failure == nil)
    }

    @Test func `a clone without a commit refuses a newer format, too`() async throws {
        let empty = try emptyClone()
        try sandbox.sh(
            """
            git clone -q remote.git new; cd new; git config user.name O; git config user.email o@e
            sed -i 's/^format: 1$/format: 2/' pmd.yml; git commit -qam new; git push -q
            """, in: "")
        let report = try await empty.sync(sandbox.transfer)
        #expect(report.failure?.code == "newer-format" && report.received == 0)
        #expect(try sandbox.sh("git rev-parse -q --verify HEAD || ls", in: "empty") == "pmd.yml\n")
    }

    @Test func `a leftover lock at the remote is reported`() async throws {
        try await change(bob, "2026-12-01", "2026-12-24")
        try sandbox.sh("touch remote.git/refs/heads/main.lock", in: "")
        let failure = try #require(try await bob.sync(sandbox.transfer).failure)
        #expect(failure.exit == .tryLater)
        #expect(
            failure.message.english.contains("refs/heads/main.lock"), "\(failure.message.english)")
        try sandbox.sh("rm remote.git/refs/heads/main.lock", in: "")
        #expect(try await bob.sync(sandbox.transfer).failure == nil)
    }

    @Test func `links and odd names stay in the tree and are never written`() async throws {
        try sandbox.sh(
            """
            git clone -q remote.git evil; cd evil; git config user.name O; git config user.email o@e
            ln -s /etc/passwd todo/link.md; printf x > "$(printf 'todo/esc\\033.md')"; git add .
            git commit -qm evil; git push -q
            """, in: "")
        let report = try await bob.sync(sandbox.transfer)
        #expect(report.failure == nil)
        #expect(report.notWritten.count == 2)
        #expect(report.lineForCron(.english)?.contains("(and 1 more like it)") == true)
        #expect(try sandbox.sh("ls -A todo", in: "bob") == ".gitkeep\nroof-k3f9m2.md\n")
        try await change(bob, "2026-12-01", "2026-12-24")
        #expect(try await bob.sync(sandbox.transfer).failure == nil)
        #expect(try sandbox.sh("git ls-tree -r HEAD todo | wc -l", in: "bob") == "4\n")
    }
}

extension BoardSandbox {
    /// pmd itself, as it was built for the tests.
    var transfer: TransferSettings {
        TransferSettings(executable: BoardSandbox.builtProgram("pmd"), total: 120)
    }

    /// A program of this package, beside the tests.
    static func builtProgram(_ name: String) -> String {
        let tests = realPath("/proc/self/exe") ?? ""
        return tests.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/" + name
    }
}
