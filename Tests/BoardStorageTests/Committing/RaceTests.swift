import Git
import Glibc
import TaskBoard
import TestSupport
import Testing

@testable import BoardStorage

/// Board changes while another process acts between two of their steps.
struct RaceTests {
    let sandbox: BoardSandbox
    let repository: BoardRepository
    let head: ObjectID
    private let path = Array("todo/a.md".utf8)
    private let branch: String
    private let file: String

    init() throws {
        sandbox = try BoardSandbox()
        let workspace = try sandbox.board()
        try sandbox.sh(
            """
            echo one > todo/a.md; git add .
            git -c user.name=A -c user.email=a@example.org commit -qm Add
            """)
        repository = try BoardRepository(workspace.location, clock: sandbox.clock, waiting: 5)
        head = try #require(repository.branch().head)
        branch = sandbox.path + "/board/.git/" + (try repository.branch().name)
        file = sandbox.path + "/board/todo/a.md"
    }

    private func change(to text: String, over old: String = "one\n") throws -> BranchUpdate {
        let parent = try #require(repository.branch().head)
        let blob = try repository.git.writeBlob(Array(text.utf8))
        let entries = [path: TreeEntry?.some(TreeEntry(mode: TreeEntry.regularMode, id: blob))]
        let commit = try repository.writeUserCommit(
            changes: entries, parent: parent, message: "Ours")
        return BranchUpdate(
            old: parent, new: commit,
            writes: [
                try FileWrite(
                    path: path, expected: .bytes(Array(old.utf8)),
                    result: .bytes(Array(text.utf8)))
            ], index: entries, mark: .command("Ours"), actions: [.did(commit, at: 1)])
    }

    @Test func `actions of a failed move are removed from the list`() throws {
        let actions = try repository.actions.lines()
        try sandbox.sh("touch \(branch).lock")
        let error = #expect(throws: GitError.self) {
            try repository.advance(change(to: "two\n"))
        }
        #expect(error?.kind == .locked)
        #expect(try repository.actions.lines() == actions)
        #expect(
            try sandbox.sh("rm \(branch).lock; git status --porcelain; cat todo/a.md") == "one\n")
    }

    /// The other process moves the branch once the journal names the move, which is after the
    /// last look at the branch.
    @Test func `a branch that moves at the last moment is a race`() throws {
        try sandbox.sh(
            """
            git -c user.name=B -c user.email=b@c commit -q --allow-empty -m Theirs
            git rev-parse HEAD >../theirs; git update-ref \(try repository.branch().name) HEAD~1
            """)
        let (pending, branch) = (sandbox.path + "/board/.git/pmd/pending", branch)
        let theirs = sandbox.path + "/theirs"
        let moved = try sandbox.sh("cat ../theirs").prefix(40)
        // On a busy machine the other process may be too late: try again.
        for round in 0..<50 {
            let text = try sandbox.text("todo/a.md")
            let change = try change(to: "round \(round)\n", over: text)
            var other: SideWork? = SideWork {
                Self.spin { access(pending, F_OK) == 0 }
                rename(theirs, branch)
            }
            var error: (any Error)?
            do { _ = try repository.advance(change) } catch let failure { error = failure }
            withExtendedLifetime(other) {}
            other = nil
            guard error != nil else {
                try sandbox.sh(
                    "git update-ref \(repository.branch().name) \(change.new); echo \(moved) > ../theirs"
                )
                continue
            }
            #expect(error as? ConcurrentUpdate == .branchMoved)
            #expect(try sandbox.sh("git log -1 --format=%s") == "Theirs\n")
            #expect(try sandbox.text("todo/a.md") == text)
            return
        }
        Issue.record("the other process was never in time")
    }

    /// `git stash` resets the branch to the HEAD with which it began, here after `prepare`.
    @Test func `a commit that git drops after the command began is recorded`() throws {
        let dropped = try change(to: "two\n")
        try repository.advance(dropped)
        try sandbox.sh("git reset -q --hard HEAD~1")
        try repository.advance(change(to: "three\n"))
        #expect(
            try sandbox.sh("git for-each-ref --format='%(refname)' refs/pmd/dropped")
                == "refs/pmd/dropped/\(dropped.new)\n")
    }

    /// The other process saves when the branch has moved and the file is not yet in place.
    @Test func `a save while files are put in place leaves the move in the journal`() throws {
        var isSeen = false
        var old = "one\n"
        for round in 0..<100 where !isSeen {
            let change = try change(to: "ours \(round)\n", over: old)
            let (branch, file) = (branch, file)
            let new = Array((change.new.hex + "\n").utf8)
            var other: SideWork? = SideWork {
                Self.spin { Self.bytes(of: branch) == new }
                try? writeFile(file, "theirs \(round)\n")
            }
            isSeen = try !repository.advance(change).isComplete
            withExtendedLifetime(other) {}
            other = nil
            if isSeen {
                #expect(try repository.journal.moves() == [change.journalMove])
            } else {
                // The save happened before or after the exchange of the file.
                try repository.journal.forget(change.journalMove)
                try writeFile(file, "ours \(round)\n")
                old = "ours \(round)\n"
            }
        }
        #expect(isSeen)
        try repository.recover(.standard)
        #expect(try repository.journal.moves() == [])
        try sandbox.expectClean()
        #expect(try sandbox.text("todo/a.md").contains("theirs"))
    }

    /// The other process is a `git stash` that ends while the index is locked.
    @Test func `an edit that is gone when the branch moves is not committed`() throws {
        try sandbox.write("by hand\n", "todo/a.md")
        let (lock, file) = (sandbox.path + "/board/.git/index.lock", file)
        try sandbox.sh("touch \(lock)")
        let objects = sandbox.path + "/board/.git/objects"
        let count = Self.folders(objects)
        var other: SideWork? = SideWork {
            // The blob, the tree and the commit of the edit are stored before the lock is taken.
            Self.spin { Self.folders(objects) >= count + 3 }
            try? writeFile(file, "one\n")
            unlink(lock)
        }
        #expect(throws: ConcurrentUpdate.filesChanged([path])) {
            _ = try repository.commitEdits(at: [path], .standard)
        }
        withExtendedLifetime(other) {}
        other = nil
        #expect(try repository.branch().head == head)
        #expect(try sandbox.text("todo/a.md") == "one\n")
    }

    /// Busy-waits for at most ten seconds.
    private static func spin(until isDone: () -> Bool) {
        let deadline = monotonicSeconds() + 10
        while !isDone(), monotonicSeconds() < deadline {}
    }

    private static func bytes(of path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 64)
        return Array(buffer[..<max(0, read(descriptor, &buffer, 64))])
    }

    /// The number of files in a folder's subfolders.
    private static func folders(_ path: String) -> Int {
        var status = glob_t()
        defer { globfree(&status) }
        return glob(path + "/??/*", 0, nil, &status) == 0 ? Int(status.gl_pathc) : 0
    }
}
