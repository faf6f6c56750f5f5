import Glibc
import Testing

@testable import Git

/// The steps of a commit: lock, index, files and branch.
struct CommitProtocolTests {
    let sandbox: RepositorySandbox

    init() throws { sandbox = try RepositorySandbox() }

    private func owner(in repository: Repository) -> LockOwner {
        let path = repository.gitDirectory + "owner"
        return LockOwner(in: AT_FDCWD, name: path, path: path)
    }

    @Test func `git finds a first commit valid and the tree clean`() throws {
        let repository = try sandbox.repository()
        let commit = try repository.commitFiles(["todo/a.md": "a\n", "b.md": "b\n"])
        #expect(try sandbox.git("rev-parse", "HEAD") == "\(commit)\n")
        #expect(try sandbox.git("status", "--porcelain") == "")
        #expect(try sandbox.git("fsck", "--strict", "--full") == "")
        #expect(
            try sandbox.git("log", "--format=%an %ae %ad %s", "--date=iso")
                == "Ann ann@example.org 2026-11-18 20:06:40 +0900 Change\n")
        #expect(try sandbox.git("reflog", "--format=%gs") == "commit: Change\n")
    }

    @Test func `staged changes stay staged`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a.md": "a\n", "gone.md": "g\n", "edited.md": "e\n"])
        try sandbox.sh(
            """
            echo new > new.txt; git add new.txt; git rm -q gone.md
            echo more >> edited.md; git add edited.md; echo unstaged >> edited.md
            """)
        let before = try sandbox.git("status", "--porcelain")
        try repository.commitFiles(["a.md": "changed\n"])
        #expect(try sandbox.git("status", "--porcelain") == before)
        #expect(before == "MM edited.md\nD  gone.md\nA  new.txt\n")
        #expect(try sandbox.git("show", "--name-only", "--format=") == "a.md\n")
    }

    @Test func `an edit in the same second as an index write is not hidden`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a.md": "a\n"])
        // With the same size and times, only the index's own time shows the edit.
        try sandbox.sh(
            """
            git config core.trustctime false
            echo x > f; touch -d @1700000000 f; git add f
            echo y > f; touch -d @1700000000 f .git/index
            """)
        try repository.commitFiles(["a.md": "b\n"])
        #expect(try sandbox.git("status", "--porcelain") == "AM f\n")
    }

    @Test func `a lock that remains is reported by name and not removed`() throws {
        let repository = try sandbox.repository()
        let lock = repository.gitDirectory + "index.lock"
        try sandbox.sh("touch .git/index.lock")
        let error = #expect(throws: GitError.self) {
            try repository.withIndexLock(waiting: 0.02) { _ in Issue.record("not locked") }
        }
        #expect(error?.kind == .locked)
        #expect(error?.description.contains(lock) == true)
        #expect(access(lock, F_OK) == 0)
    }

    @Test func `a lock of a killed owner is taken over, and a stranger's is not`() throws {
        let repository = try sandbox.repository()
        let owner = owner(in: repository)
        try sandbox.sh("touch .git/owner; ln .git/owner .git/index.lock")
        try repository.withIndexLock(ownedBy: owner, waiting: 0) { _ in }
        #expect(try sandbox.sh("ls .git | grep -E 'owner|lock|pmd-' || true") == "")
        try sandbox.sh("touch .git/owner .git/index.lock")
        #expect(throws: GitError.self) {
            try repository.withIndexLock(ownedBy: owner, waiting: 0) { _ in }
        }
        #expect(try sandbox.sh("ls .git | grep -E 'owner|lock|pmd-' || true") == "index.lock\n")
    }

    @Test func `a lock that another process took stays, and so does the index`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a.md": "a\n"])
        let before = try sandbox.sh("sha1sum .git/index")
        let error = #expect(throws: GitError.self) {
            try repository.withIndexLock(ownedBy: owner(in: repository)) { index in
                index.remove(Array("a.md".utf8))
                try sandbox.sh("rm .git/index.lock; echo theirs > .git/index.lock")
            }
        }
        #expect(error?.kind == .changedMeanwhile)
        #expect(try sandbox.sh("sha1sum .git/index") == before)
        #expect(try sandbox.sh("cat .git/index.lock") == "theirs\n")
    }

    @Test func `stat data is not recorded for a staged entry`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a.md": "a\n"])
        try sandbox.sh("echo staged > a.md; git add a.md; echo a > a.md")
        let entry = TreeEntry(
            mode: TreeEntry.regularMode, id: try repository.writeBlob(Array("a\n".utf8)))
        try repository.withIndexLock { index in
            var status = Glibc.stat()
            lstat(repository.workTree + "a.md", &status)
            index.refresh(Array("a.md".utf8), entry, status: FileStatus(status))
        }
        #expect(try sandbox.git("show", ":a.md") == "staged\n")
    }

    @Test func `git waits for the lock, then sees a consistent branch and index`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a.md": "a\n"])
        try repository.withIndexLock { _ in
            #expect(throws: Failure.self) { try sandbox.sh("echo n > n; git add n") }
        }
        try sandbox.sh("git add n")
        #expect(try sandbox.git("status", "--porcelain") == "A  n\n")
    }

    /// `git commit` reads HEAD, then the index, and only then takes the lock. With an old index and
    /// a new HEAD, it would revert HEAD's changes.
    @Test func `the index is in place when the branch moves`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a.md": "a\n"])
        let entry = TreeEntry(
            mode: TreeEntry.regularMode, id: try repository.writeBlob(Array("b\n".utf8)))
        try repository.withIndexLock(ownedBy: owner(in: repository)) { index in
            index.add(try VerifiedPath(verifying: Array("a.md".utf8)), entry)
        } moving: {
            let staged = try sandbox.git("diff", "--cached", "--name-only")
            #expect(staged == "a.md\n")
        } _: { _ in
            #expect(throws: Failure.self) { try sandbox.sh("git add n") }
        }
        #expect(try sandbox.git("diff", "--cached", "--name-only") == "a.md\n")
        #expect(try sandbox.sh("ls .git | grep -E 'owner|lock|pmd-' || true") == "")
    }

    @Test func `a branch that does not move leaves the index as it was`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a.md": "a\n"])
        let look = "sha1sum .git/index; stat -c '%i %.Y' .git/index; ls -a .git"
        let before = try sandbox.sh(look)
        #expect(throws: Failure.self) {
            try repository.withIndexLock(ownedBy: owner(in: repository)) { index in
                index.remove(Array("a.md".utf8))
            } moving: {
                throw Failure("on purpose")
            } _: { _ in
                Issue.record("moved")
            }
        }
        #expect(try sandbox.sh(look) == before)
    }

    @Test func `a block that throws leaves the index as it was`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a.md": "a\n"])
        let before = try sandbox.sh("sha1sum .git/index; ls -a .git")
        #expect(throws: Failure.self) {
            try repository.withIndexLock { index in
                index.remove(Array("a.md".utf8))
                throw Failure("on purpose")
            }
        }
        #expect(try sandbox.sh("sha1sum .git/index; ls -a .git") == before)
    }

    @Test(arguments: [
        ": > .git/index", "truncate -s 40 .git/index", "truncate -s 5 .git/index",
        "printf x | dd of=.git/index bs=1 seek=30 conv=notrunc status=none", "rm .git/index",
        "echo nonsense > .git/index",
    ])
    func `an unreadable index is rebuilt`(damage: String) throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a.md": "a\n", "b/c.md": "c\n"])
        try sandbox.sh(damage)
        try repository.commitFiles(["a.md": "changed\n", "d.md": "d\n"])
        #expect(try sandbox.git("status", "--porcelain") == "")
        #expect(try sandbox.git("ls-files") == "a.md\nb/c.md\nd.md\n")
        let kept = access(repository.gitDirectory + "index.damaged", F_OK) == 0
        #expect(kept == !(damage.hasPrefix("rm") || damage.hasPrefix(":")))
    }

    @Test(arguments: [
        ("git update-index --split-index", "--no-split-index"),
        (
            "git config index.sparse true; git sparse-checkout set --cone --sparse-index x",
            "--no-sparse-index"
        ),
        ("truncate -s -20 .git/index; head -c 20 /dev/zero >> .git/index", "index.skipHash"),
    ])
    func `an index only git reads is refused with the git command to run`(
        change: String, advice: String
    ) throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a/a.md": "a\n", "b/c.md": "c\n", "x/x.md": "x\n"])
        try sandbox.sh(change)
        let before = try sandbox.sh("sha1sum .git/index")
        let error = #expect(throws: GitError.self) { try repository.withIndexLock { _ in } }
        #expect(error?.kind == .unsupported)
        #expect(error?.advice?.contains(advice) == true)
        #expect(try sandbox.sh("sha1sum .git/index") == before)
    }

    @Test(arguments: [2, 3, 4])
    func `the index keeps its version`(version: Int) throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a.md": "a\n", "b.md": "b\n"])
        try sandbox.sh(
            """
            git update-index --index-version \(version)
            git update-index --assume-unchanged b.md
            echo i > intent; git add -N intent
            """)
        try repository.commitFiles(["a.md": "c\n"])
        #expect(try sandbox.git("status", "--porcelain") == " A intent\n")
        #expect(try sandbox.git("ls-files", "-v", "b.md") == "h b.md\n")
        #expect(try sandbox.git("fsck", "--strict") == "")
    }
}
