import Git
import Glibc
import TaskBoard
import TestSupport
import Testing

@testable import BoardStorage

/// An `init` or `clone` that was killed: repeating the command completes it.
struct InterruptedInitTests {
    let sandbox: BoardSandbox

    init() throws { sandbox = try BoardSandbox() }

    private func initialise(_ folder: String, isGuest: Bool = false) throws -> MadeBoard {
        try BoardCreation.initialise(
            InitRequest(
                folder: "\(sandbox.path)/\(folder)", isNamed: true, isGuest: isGuest,
                transfer: TransferSettings(executable: binaryFolder + "/pmd")),
            clock: sandbox.clock)
    }

    private func clone(_ name: String = "clone") throws -> MadeBoard {
        try BoardCreation.clone(
            CloneRequest(
                url: "\(sandbox.path)/hub.git", folder: "\(sandbox.path)/\(name)",
                transfer: TransferSettings(executable: binaryFolder + "/pmd")),
            clock: sandbox.clock)
    }

    private func code() throws {
        try sandbox.sh(
            """
            git init -q -b main code && cd code && echo 'int main;' >main.c && git add .
            git -c user.name=Ann -c user.email=ann@example.org commit -qm code
            """, in: "")
    }

    private func hub() async throws {
        let workspace = try sandbox.board()
        try await workspace.put("todo/a.md", "a\n")
        try sandbox.sh("git clone -q --bare board hub.git", in: "")
    }

    @Test func `an unfinished repository does not count as a repository`() throws {
        try sandbox.sh(
            """
            for name in x0123456789abcdef 999999999; do
                mkdir -p a/.pmd-new-$name/.git; touch a/.pmd-new-$name/.git/HEAD
            done
            touch -d '2 days ago' a/.pmd-new-999999999
            """, in: "")
        #expect(try initialise("a").kind == .own(newRepository: true))
        #expect(try sandbox.sh("ls -A", in: "a").hasPrefix(".git\n.gitattributes"))
        try sandbox.expectClean("a")
    }

    @Test func `a repository that another process is creating stays`() throws {
        try sandbox.sh("mkdir a", in: "")
        let folder = try LockedFolder(
            in: "\(sandbox.path)/a", Repository.temporaryPrefix, for: "test")
        try Unfinished.removeTemporaries(in: "\(sandbox.path)/a")
        #expect(access(folder.path, F_OK) == 0)
    }

    @Test func `a guest's init that was killed before the first commit resumes`() throws {
        try sandbox.sh("git init -q -b main code", in: "")
        _ = try initialise("code/tasks", isGuest: true)
        try sandbox.sh(
            """
            echo "- $(git rev-parse HEAD)" >.git/pmd/at/tasks/pending
            rm -r tasks .git/logs .git/refs/heads/main
            """, in: "code")
        _ = try initialise("code/tasks", isGuest: true)
        #expect(try sandbox.sh("git log --format=%s; ls tasks", in: "code").contains("pmd.yml"))
        try sandbox.expectClean("code")
    }

    @Test func `an init that was killed before the files were in place resumes`() throws {
        _ = try initialise("a")
        try sandbox.sh(
            """
            echo "- $(git rev-parse HEAD)" >.git/pmd/pending; rm -r pmd.yml todo .git/index
            git config --unset pmd.branch
            """, in: "a")
        _ = try initialise("a")
        #expect(
            try sandbox.sh("git log --format=%s; git config pmd.branch", in: "a")
                == "Make a board\nmain\n")
        try sandbox.expectClean("a")
    }

    @Test func `an unfinished branch beside code is completed`() throws {
        try code()
        try sandbox.sh(
            """
            mkdir .git/pmd; printf 'process 1' >.git/pmd/lock; touch .git/refs/heads/tasks.lock
            mkdir -p .git/worktrees/tasks; echo ../.. >.git/worktrees/tasks/commondir
            """, in: "code")
        #expect(try initialise("code/tasks").kind == .linked(isJoined: false))
        try sandbox.sh("git fsck --strict", in: "code")
        #expect(try sandbox.sh("git status --porcelain", in: "code/tasks") == "")
    }

    @Test(arguments: ["rm -r * .gitattributes .gitignore", "rm -r pmd.yml todo"])
    func `a work tree beside code with missing files is completed`(_ loss: String) throws {
        try code()
        _ = try initialise("code/tasks")
        try sandbox.sh(
            """
            printf 'process 1' >../.git/pmd/lock; own=$(git rev-parse --git-dir); rm "$own/index"
            \(loss)
            [ ! -e done ] || echo "- $(git rev-parse HEAD)" >"$own/pmd/pending"
            """, in: "code/tasks")
        #expect(try initialise("code/tasks").kind == .linked(isJoined: false))
        #expect(
            try sandbox.sh("git status --porcelain; ls -d pmd.yml", in: "code/tasks") == "pmd.yml\n"
        )
        #expect(try sandbox.sh("git worktree list | wc -l", in: "code") == "2\n")
    }

    @Test func `an empty work tree that pmd did not make is left alone`() throws {
        try code()
        try sandbox.sh("git worktree add -q --no-checkout tasks", in: "code")
        #expect(throws: (any Error).self) { try initialise("code/tasks") }
        #expect(try sandbox.sh("git worktree list | wc -l", in: "code") == "2\n")
    }

    @Test func `a clone that was killed before it had files starts over`() async throws {
        try await hub()
        try sandbox.sh(
            """
            git init -q -b main clone; cd clone; git remote add origin elsewhere
            mkdir .git/pmd; printf %s "\(sandbox.path)/hub.git" >.git/pmd/cloning
            """, in: "")
        _ = try clone()
        #expect(
            try sandbox.sh("cat todo/a.md; ls -A .git/pmd | grep cloning || :", in: "clone")
                == "a\n")
        try sandbox.expectClean("clone")
    }

    @Test func `a clone that was killed while it wrote files resumes`() async throws {
        try await hub()
        _ = try clone()
        try sandbox.sh(
            """
            echo "- $(git rev-parse HEAD)" >.git/pmd/pending; rm -r todo pmd.yml .git/index
            printf %s "\(sandbox.path)/hub.git" >.git/pmd/cloning
            """, in: "clone")
        _ = try clone()
        #expect(try sandbox.sh("cat todo/a.md", in: "clone") == "a\n")
        try sandbox.expectClean("clone")
    }

    @Test func `a clone that another process is making is left alone`() async throws {
        try await hub()
        try sandbox.sh(
            """
            git init -q -b main clone
            mkdir clone/.git/pmd; printf %s "\(sandbox.path)/hub.git" >clone/.git/pmd/cloning
            """, in: "")
        let mark = open("\(sandbox.path)/clone/.git/pmd/cloning", O_RDONLY | O_CLOEXEC)
        #expect(flock(mark, LOCK_EX | LOCK_NB) == 0)
        #expect(throws: (any Error).self) { try clone() }
        close(mark)
        _ = try clone()
    }

    @Test func `a clone's mark contains no password, and is found again`() throws {
        let url = "https://ann:secret@example.org/x"
        try sandbox.sh("mkdir -p clone/.git", in: "")
        try CloneMark.set(in: "\(sandbox.path)/clone/.git", url: url, .ofProcess())
        #expect(try sandbox.sh("grep -r secret clone || echo none", in: "") == "none\n")
        let folder = "\(sandbox.path)/clone"
        #expect(try CloneMark.take(at: folder, url: url, .ofProcess()) != nil)
        let other = "https://ann:other@example.org/x"
        #expect(try CloneMark.take(at: folder, url: other, .ofProcess()) == nil)
    }

    @Test(arguments: ["", " .git/logs/refs"])
    func `an init that was killed between the logs and the branch starts over`(
        _ log: String
    ) throws {
        let made = try initialise("new")
        try sandbox.sh(
            "rm -r .git/refs/heads/main .git/index .git/pmd * .gitattributes .gitignore\(log)",
            in: "new")
        #expect(try initialise("new").kind == made.kind || made.kind == .own(newRepository: true))
        #expect(try sandbox.sh("git status --porcelain; ls -d pmd.yml", in: "new") == "pmd.yml\n")
    }

    @Test(arguments: ["", "rm .git/logs/HEAD", "rm -r .git/logs"])
    func `an init that was killed between the index and the branch starts over`(
        _ logs: String
    ) throws {
        let made = try initialise("new")
        try sandbox.sh(
            """
            echo "- $(git rev-parse HEAD)" >.git/pmd/pending
            rm -r .git/refs/heads/main *
            \(logs)
            """, in: "new")
        #expect(try initialise("new").kind == made.kind || made.kind == .own(newRepository: true))
        #expect(
            try sandbox.sh("git status --porcelain; git fsck --strict; ls -d pmd.yml", in: "new")
                .hasSuffix("pmd.yml\n"))
    }
}
