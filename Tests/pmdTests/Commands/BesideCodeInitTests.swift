import TestSupport
import Testing

/// `init` in a repository with code.
struct BesideCodeInitTests {
    /// A repository of code with one file of notes.
    private func code() throws -> ProgramSandbox {
        let sandbox = try ProgramSandbox()
        try sandbox.shell(
            """
            git init -q; mkdir notes src; echo n > notes/n.md; echo s > src/s.c
            git add src; git commit -qm code; git branch code; ln -s /nowhere/at/all link
            """)
        return sandbox
    }

    private func traces(_ sandbox: ProgramSandbox) throws -> String {
        try sandbox.shell(
            """
            git config -l --local | grep -v '^merge.pmd\\|^diff.pmd' | sort; git for-each-ref; cat .git/info/exclude 2>/dev/null; git remote -v
            git worktree list --porcelain; git status --porcelain -uall; cat notes/n.md
            """
        ).output
    }

    @Test(arguments: [
        ("init notes", 65, "not empty"), ("init src/s.c", 65, "is a file"),
        ("init tasks --states a,a", 64, "listed twice"),
        ("init tasks --branch a..b", 64, "is not a valid branch name"),
        ("init tasks --remote /nowhere/at/all", 65, "/nowhere/at/all"),
        ("init link", 65, ""), ("init tasks --branch code", 65, "has no board"),
    ])
    func `an init that is refused leaves nothing`(
        _ c: (words: String, status: Int32, said: String)
    ) throws {
        let code = try code()
        let before = try traces(code)
        let run = try code.shell("pmd \(c.words) || exit $?")
        #expect(run.status == c.status, "\(run.error)")
        #expect(run.error.contains(c.said), "\(run.error)")
        #expect(try traces(code) == before)
        // The right command then works.
        #expect(try code.pmd("init", "tasks").status == 0)
    }

    @Test func `states are refused for a board that has others`() throws {
        let code = try code()
        #expect(try code.pmd("init", "tasks").error.contains("Created a board"))
        for words in ["init tasks --states a,b", "-C tasks init --states a,b"] {
            let run = try code.shell("pmd \(words) || exit $?")
            #expect(run.status == 64, "\(run.error)")
            #expect(run.error.contains("todo, doing, done"), "\(run.error)")
        }
        #expect(try code.pmd("init", "tasks", "--states", "todo,doing,done").status == 0)
        // The branch stays when its working tree is removed.
        try code.shell("git worktree remove --force tasks")
        let run = try code.pmd("init", "again", "--states", "a,b")
        #expect(run.status == 64 && run.error.contains("omit '--states'"), "\(run.error)")
        #expect(try code.pmd("init", "again").error.contains("Joined the board"))
    }

    @Test func `in a second working tree an error says where the board is`() throws {
        let code = try code()
        #expect(try code.pmd("init", "tasks").status == 0)
        try code.shell("git worktree add -q \"$HOME/second\"")
        let run = try code.shell("cd \"$HOME/second\"; pmd init tasks || exit $?")
        #expect(run.status == 65, "\(run.error)")
        #expect(run.error.contains("\(code.here)/tasks"), "\(run.error)")
        try code.shell("git worktree remove --force \"$HOME/second\"")
    }

    @Test func `the board is found from the code, and from each of its working trees`() throws {
        let code = try code()
        #expect(try code.pmd("init", "tasks").status == 0)
        #expect(
            try code.shell("pmd add One; cd src; pmd add Two; pmd count").output.hasSuffix("2\n"))
        try code.shell("git worktree add -q elsewhere")
        #expect(try code.shell("cd elsewhere/src; pmd count").output == "2\n")
        #expect(try code.onTerminal("cd src; pmd count").contains("Board: \(code.here)/tasks"))
        #expect(!(try code.onTerminal("cd tasks; pmd count")).contains("Board:"))
        // Another repository does not inherit it.
        let run = try code.shell("mkdir x; cd x; git init -q; pmd count || exit $?")
        #expect(run.status == 65)
    }

    @Test func `a colleague's board is joined`() throws {
        let code = try code()
        try code.shell(
            """
            git clone -q --bare . hub.git; git remote add origin "$PWD/hub.git"
            pmd init tasks; pmd -C tasks add Shared; pmd -C tasks sync
            git clone -q hub.git ann
            """)
        let run = try code.shell("cd ann; pmd init board; pmd count")
        #expect(run.error.contains("Joined the board on the branch 'tasks'"), "\(run.error)")
        #expect(run.output == "1\n")
        let refused = try code.shell(
            "git clone -q hub.git bob; cd bob; pmd init b --states x || exit $?")
        #expect(refused.status == 64, "\(refused.error)")
    }

    @Test(arguments: ["inner", "todo/inner", "todo"])
    func `a board inside another board is refused`(_ folder: String) throws {
        let board = try ProgramSandbox.board()
        try board.expectRefusal(["init", folder], 65, "boards cannot be nested")
    }
}
