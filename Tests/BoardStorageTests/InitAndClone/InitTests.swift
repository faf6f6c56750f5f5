import BoardStorage
import MarkdownDocument
import TaskBoard
import Testing

/// `init` in new folders, existing repositories and repositories with code.
struct InitTests {
    let sandbox: BoardSandbox

    init() throws { sandbox = try BoardSandbox() }

    private func initialise(
        _ folder: String, isNamed: Bool = true, isGuest: Bool = false, branch: String? = nil
    ) throws -> MadeBoard {
        try BoardCreation.initialise(
            InitRequest(
                folder: "\(sandbox.path)/\(folder)", isNamed: isNamed, branch: branch,
                isGuest: isGuest, transfer: TransferSettings(executable: "/bin/false")),
            clock: sandbox.clock)
    }

    private func code(_ name: String = "code") throws {
        try sandbox.sh(
            """
            git init -q -b main \(name) && cd \(name)
            git config user.name Ann; git config user.email ann@example.org
            mkdir src; echo 'int main;' > src/main.c; echo '*.o' > .gitignore; git add .
            git commit -qm code; echo staged > staged.txt; git add staged.txt
            """, in: "")
    }

    @Test func `a new folder becomes its own repository`() throws {
        let made = try initialise("a/b")
        #expect(made.kind == .own(newRepository: true))
        #expect(made.branch == "main")
        #expect(try sandbox.sh("git config pmd.branch", in: "a/b") == "main\n")
        try sandbox.expectClean("a/b")
    }

    @Test func `a second init changes nothing`() throws {
        _ = try initialise("a")
        let before = try sandbox.sh("git rev-parse HEAD; git config -l --local", in: "a")
        #expect(try initialise("a").kind == .existing)
        #expect(try initialise("a/todo", isNamed: false).kind == .existing)
        #expect(try sandbox.sh("git rev-parse HEAD; git config -l --local", in: "a") == before)
    }

    @Test func `a repository that has only a README becomes a board`() throws {
        try sandbox.sh(
            "git init -q -b trunk r; cd r; echo hi > README.md; echo x > .gitignore; git add .; git -c user.name=A -c user.email=a@b commit -qm readme",
            in: "")
        let made = try initialise("r")
        #expect(made.kind == .own(newRepository: false))
        #expect(try sandbox.text(".gitignore", in: "r").hasPrefix("x\n.obsidian"))
        #expect(try sandbox.sh("git log --format=%s", in: "r") == "Make a board\nreadme\n")
        try sandbox.expectClean("r")
    }

    @Test func `beside code the board gets its own branch and folder`() throws {
        try code()
        let made = try initialise("code/tasks")
        #expect(made.kind == .linked(isJoined: false))
        #expect(
            try sandbox.sh(
                "git branch --show-current; ls; git status --porcelain", in: "code/tasks")
                == "tasks\ndoing\ndone\npmd.yml\ntodo\n")
        #expect(try sandbox.sh("git status --porcelain", in: "code") == "A  staged.txt\n")
        #expect(
            try sandbox.sh("git log --format=%s --all --graph", in: "code").contains("Make a board")
        )
        #expect(try sandbox.sh("git rev-list --max-parents=0 --all --count", in: "code") == "2\n")
        try sandbox.sh("git fsck --strict", in: "code")
    }

    @Test func `the name of a code folder may use any alphabet`() throws {
        try code()
        try sandbox.sh("cp -r code 코드; mv code 작업", in: "")
        let guest = try initialise("코드/tasks", isGuest: true)
        #expect(guest.location.prefix == Array("tasks/".utf8))
        #expect(try sandbox.sh("git ls-files tasks/pmd.yml", in: "코드") == "tasks/pmd.yml\n")
        _ = try initialise("작업/할일")
        #expect(try sandbox.sh("git config pmd.board", in: "작업") == "할일\n")
        #expect(try sandbox.sh("git status --porcelain", in: "작업") == "A  staged.txt\n")
    }

    @Test func `a guest cannot choose a branch, with or without commits`() throws {
        try code()
        try sandbox.sh("git init -q -b main new", in: "")
        for folder in ["code/tasks", "new/tasks"] {
            #expect { try initialise(folder, isGuest: true, branch: "other") } throws: {
                ($0 as? BoardError)?.exit == .usage
            }
        }
    }

    @Test func `a linked board works like any other board`() async throws {
        try code()
        let workspace = try Workspace(try initialise("code/tasks").location, clock: sandbox.clock)
        try await workspace.put("todo/a.md", "a\n", subject: "Add")
        #expect(
            try sandbox.sh("git log --format=%s; git status --porcelain", in: "code/tasks")
                == "Add\nMake a board\n")
        #expect(try sandbox.sh("git status --porcelain", in: "code") == "A  staged.txt\n")
    }

    @Test func `a guest commits only its own paths`() async throws {
        try code()
        let made = try initialise("code/tasks", isGuest: true)
        #expect(made.kind == .guest)
        let workspace = try Workspace(made.location, clock: sandbox.clock)
        try await workspace.put("todo/a.md", "a\n", subject: "Add")
        try sandbox.sh("echo by hand > tasks/todo/b.md; echo new > src/new.c", in: "code")
        #expect(try await workspace.status().uncommitted == ["todo/b.md"])
        #expect(
            try sandbox.sh("git status --porcelain", in: "code")
                == "A  staged.txt\n?? src/new.c\n?? tasks/todo/b.md\n")
        #expect(
            try sandbox.sh("git show --format= --name-only HEAD", in: "code") == "tasks/todo/a.md\n"
        )
    }

    @Test(arguments: [("code", true, false), ("code", false, false), ("code", true, true)])
    func `beside code init needs a folder name`(folder: String, isNamed: Bool, isGuest: Bool) throws
    {
        try code()
        #expect { try initialise(folder, isNamed: isNamed, isGuest: isGuest) } throws: {
            ($0 as? BoardError)?.exit == .usage
        }
        #expect(
            try sandbox.sh("git status --porcelain; ls", in: "code")
                == "A  staged.txt\nsrc\nstaged.txt\n")
    }
}
