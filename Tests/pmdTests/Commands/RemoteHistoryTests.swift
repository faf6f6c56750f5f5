import TestSupport
import Testing

/// `init` and `clone` with a remote that already has a history.
struct RemoteHistoryTests {
    /// A sandbox with the remotes `readme.git`, `code.git` and `empty.git`.
    private func remotes() throws -> ProgramSandbox {
        let sandbox = try ProgramSandbox()
        let run = try sandbox.shell(
            """
            git init -q source; cd source; echo hi > README.md; printf 'x.tmp' > .gitignore
            mkdir .github; echo a > .github/a.yml; cp README.md LICENSE
            echo '*.png binary' > .gitattributes; git add .; git commit -qm readme
            git clone -q --bare . ../readme.git; echo x > main.c; git add .; git commit -qm code
            git clone -q --bare . ../code.git; cd ..; git init -q --bare empty.git
            """)
        try #require(run.status == 0, "\(run.error)")
        return sandbox
    }

    /// Runs a shell line that must succeed, and returns its output.
    @discardableResult
    private func must(_ sandbox: ProgramSandbox, _ line: String) throws -> String {
        let run = try sandbox.shell(line)
        try #require(run.status == 0, "\(line): \(run.error)")
        return run.output
    }

    /// Returns the rest of a message after some words, without its quotation marks.
    private func command(in message: String, after words: String, upTo end: String) throws -> String
    {
        let start = try #require(message.firstRange(of: words), "\(message)")
        let rest = message[start.upperBound...]
        let stop = try #require(rest.firstRange(of: end), "\(message)")
        let found = rest[..<stop.lowerBound]
        let isQuoted = found.hasPrefix("'") && found.hasSuffix("'")
        return String(isQuoted ? found.dropFirst().dropLast() : found)
    }

    @Test(arguments: ["readme.git", "code.git", "empty.git"], ["", "'my board'", "-C . clone"])
    func `a clone without a board suggests the init that creates one`(
        remote: String, form: String
    ) throws {
        let sandbox = try remotes()
        let clone = form.hasPrefix("-C") ? "\(form) \(remote)" : "clone \(remote) \(form)"
        let run = try sandbox.shell("pmd \(clone) || exit $?")
        #expect(run.status == 65, "\(run)")
        let line = try command(in: run.error, after: "create one there with ", upTo: "\n")
        #expect(line.hasSuffix(" --remote \(remote)"), "\(line)")
        try must(sandbox, "\(line) 2>&1")
        let folder = form == "'my board'" ? form : String(remote.dropLast(4))
        try must(sandbox, "pmd add -C \(folder) One; pmd sync -C \(folder)")
        #expect(try must(sandbox, "pmd clone -q \(remote) other; pmd count -C other") == "1\n")
    }

    @Test func `a README at the remote is kept, and the first sync is a fast-forward`() throws {
        let sandbox = try remotes()
        try must(sandbox, "git clone -q readme.git plain")
        let made = try sandbox.pmd("init", "board", "--remote", "readme.git")
        #expect(made.error.contains("on top of the remote branch 'main'"), "\(made)")
        #expect(
            try must(sandbox, "cd board; git log --format='%s %P' | cut -c1-20; git status --short")
                == must(
                    sandbox,
                    "echo \"Make a board $(git -C readme.git rev-parse main)\" "
                        + "| cut -c1-20; echo 'readme '"))
        try must(sandbox, "pmd sync -C board; git -C plain pull -q --ff-only")
        let files = try must(sandbox, "cd plain; cat README.md .gitattributes .gitignore")
        #expect(files.hasPrefix("hi\n*.png binary\n*.md merge=pmd"), "\(files)")
        #expect(files.contains("\nx.tmp\n.obsidian"), "\(files)")
        #expect(try must(sandbox, "ls -A board") == must(sandbox, "ls -A plain"))
    }

    @Test func `code at the remote is left alone, and the board gets the branch tasks`() throws {
        let sandbox = try remotes()
        let before = try must(sandbox, "git -C code.git rev-parse main")
        let made = try sandbox.pmd("init", "board", "--remote", "code.git")
        #expect(made.error.contains("the remote branch 'main' has other files"), "\(made)")
        #expect(made.error.contains("a remote branch of its own: 'tasks'"), "\(made)")
        try must(sandbox, "pmd add -C board One; pmd sync -C board")
        #expect(try must(sandbox, "git -C code.git rev-parse main") == before)
        #expect(
            try must(sandbox, "git -C board branch --show-current; ls board")
                == "tasks\ndoing\ndone\npmd.yml\ntodo\n")
        // The next board joins that branch, and so does a board beside a clone of the code.
        let joined = try sandbox.pmd("init", "second", "--remote", "code.git")
        #expect(joined.error.contains("Joined the board on the remote branch 'tasks'"))
        try must(sandbox, "git clone -q code.git code; cd code; pmd init tasks 2>&1")
        #expect(
            try must(sandbox, "pmd count -C second; pmd count -C code/tasks") == "1\n1\n")
    }

    @Test func `a remote whose settings file is a link does not have a board`() throws {
        let sandbox = try remotes()
        try must(
            sandbox,
            """
            git clone -q readme.git odd; cd odd; ln -s /etc pmd.yml; git add .
            git commit -qm link; git push -q
            """)
        let cloned = try sandbox.pmd("clone", "readme.git", "board")
        #expect(cloned.status == 65 && cloned.error.contains("has a board"), "\(cloned)")
        let made = try sandbox.pmd("init", "board", "--remote", "readme.git")
        #expect(made.error.contains("a remote branch of its own: 'tasks'"), "\(made)")
        try must(sandbox, "pmd add -C board One && pmd sync -C board && pmd list -C board")
        // Such a branch is not joined from code, either.
        try must(
            sandbox,
            """
            git clone -q code.git code; cd odd; git push -q ../code.git HEAD:refs/heads/linked
            """)
        let linked = try sandbox.run(
            [binaryFolder + "/pmd", "init", "code/tasks", "--branch", "linked"])
        #expect(linked.status == 65 && linked.error.contains("has no board"), "\(linked)")
    }

    @Test(arguments: [
        ("board", "--remote code.git --branch main", 65, "has no board"),
        ("a/b/board", "--remote code.git --branch main", 65, "has no board"),
        ("board", "--remote ext::x", 78, "not a known protocol"),
        ("board", "--remote http://example.org/x.git", 78, "not encrypted"),
        ("used", "--remote readme.git", 65, "README.md differs"),
        ("unborn", "--remote readme.git", 65, "README.md differs"),
        ("unborn", "--remote code.git --branch main", 65, "has no board"),
        ("board", "--remote boards.git --states a,b", 64, "omit '--states'"),
    ])
    func `a refused init with a remote leaves nothing`(
        _ c: (folder: String, words: String, status: Int32, said: String)
    ) throws {
        let sandbox = try remotes()
        try must(
            sandbox,
            """
            mkdir used; echo mine > used/README.md; git init -q unborn; cp used/README.md unborn
            pmd init -q one --remote empty.git; pmd sync -q -C one; mv empty.git boards.git
            """)
        let look = """
            ls -A . used unborn; cat used/README.md unborn/README.md
            cd unborn; git config -l --local | grep -v '^merge.pmd\\|^diff.pmd'
            git symbolic-ref HEAD; git for-each-ref; git status --short
            """
        let before = try must(sandbox, look)
        let run = try sandbox.shell("pmd init \(c.folder) \(c.words) || exit $?")
        #expect(run.status == c.status && run.error.contains(c.said), "\(run)")
        #expect(try must(sandbox, look) == before, "\(run)")
    }

    @Test func `an unborn repository also continues the remote's branch`() throws {
        let sandbox = try remotes()
        try must(sandbox, "git -C readme.git branch -m main trunk; git init -q board")
        try must(
            sandbox, "cp source/README.md board; cd board; pmd init --remote ../readme.git 2>&1")
        #expect(
            try must(sandbox, "cd board; git branch --show-current; git status --short")
                == "trunk\n")
        try must(sandbox, "cd board; pmd sync")
        #expect(try must(sandbox, "git -C readme.git rev-list --count trunk") == "2\n")
    }

    @Test(arguments: ["ssh://localhost:1/x.git", "/nowhere/at/all/x.git"])
    func `an unreachable remote is reported, and the board is created`(url: String) throws {
        let sandbox = try remotes()
        let run = try sandbox.pmd("init", "board", "--remote", url)
        #expect(run.status == 0 && run.error.contains("Created a board"), "\(run)")
        #expect(run.error.contains("the remote could not be reached"), "\(run)")
        #expect(run.error.contains("the first 'pmd sync' pushes"), "\(run)")
        // As the error suggests: to an empty remote, and into a board.
        try must(
            sandbox,
            """
            pmd init -q other --remote empty.git; pmd add -C other Theirs; pmd sync -C other
            git -C board remote set-url origin "$PWD/empty.git"; pmd add -C board Mine
            pmd sync -C board
            """)
        #expect(try must(sandbox, "pmd count -C board") == "2\n")
    }

    @Test func `beside code an outage does not stop init, and the boards merge later`() throws {
        let sandbox = try remotes()
        try must(
            sandbox,
            """
            git clone -q code.git code; cd code; git remote set-url origin ssh://localhost:1/x
            pmd init tasks 2>&1 | grep 'could not be reached'; pmd add -C tasks Mine
            cd ..; pmd init -q other --remote code.git; pmd add -C other Theirs; pmd sync -C other
            cd code; git remote set-url origin ../code.git; pmd sync -C tasks
            """)
        #expect(try must(sandbox, "pmd count -C code/tasks") == "2\n")
    }

    @Test(arguments: ["tasks", "board-2"])
    func `for a remote with another history the error suggests commands, and they work`(way: String)
        throws
    {
        let sandbox = try remotes()
        try must(
            sandbox,
            """
            pmd init -q "my board" --states new,old --remote /nowhere/x.git; cd "my board"
            pmd add One; pmd add Two; pmd move two old; pmd edit one due:2026-12-01 +house
            git remote set-url origin "$PWD/../readme.git"
            """)
        let run = try sandbox.shell("pmd sync -C 'my board' || exit $?")
        #expect(run.status == 78, "\(run)")
        let before = try must(sandbox, "git -C readme.git rev-parse main")
        let end = way == "tasks" ? ". To create the board" : "\n"
        let line = try command(
            in: run.error, after: way == "tasks" ? "branch there: " : "that branch: ", upTo: end)
        // The command works from any folder.
        try must(sandbox, "cd /; \(line)")
        let main = try must(sandbox, "git -C readme.git rev-parse main")
        #expect((main == before) == (way == "tasks"))
        #expect(
            try must(sandbox, "git -C readme.git merge-base \(before.dropLast()) main") == before)
        let list = "pmd list --all -C"
        let branch = way == "tasks" ? "tasks" : "main"
        try must(sandbox, "git -C readme.git symbolic-ref HEAD refs/heads/\(branch)")
        #expect(
            try must(
                sandbox, "pmd clone -q readme.git new; \(list) new | tr -s ' ' | cut -d' ' -f2-")
                == must(sandbox, "\(list) 'my board' | tr -s ' ' | cut -d' ' -f2-"))
    }

    @Test func `unrelated history with code is not offered as a board`() throws {
        let sandbox = try remotes()
        try must(
            sandbox,
            """
            pmd init -q board --remote /nowhere/x.git
            git -C board remote set-url origin "$PWD/code.git"
            """)
        let run = try sandbox.shell("pmd sync -C board || exit $?")
        #expect(run.status == 78 && !run.error.contains("on top of"), "\(run)")
        try must(sandbox, try command(in: run.error, after: "branch there: ", upTo: "\n"))
        #expect(try must(sandbox, "git -C code.git branch") == "* main\n  tasks\n")
    }

    @Test(arguments: [true, false], [true, false])
    func `the command that sync suggests follows a renamed branch`(
        hasMoved: Bool, hasUpstream: Bool
    ) throws {
        let sandbox = try remotes()
        try must(
            sandbox,
            """
            pmd init -q ann --remote empty.git; pmd sync -q -C ann; pmd clone -q empty.git bob
            git -C empty.git branch -m main 'it'\\''s'; pmd add -C bob Two
            \(hasUpstream ? "" : "git -C bob config --unset branch.main.merge")
            \(hasMoved ? "pmd clone -q empty.git eve; pmd add -C eve One; pmd sync -q -C eve" : "")
            """)
        let run = try sandbox.shell("pmd sync -C bob || exit $?")
        #expect(run.status == 78 && run.error.contains("'it's' there has its commits"), "\(run)")
        let line = try command(in: run.error, after: "follow it: ", upTo: ". If that is a mistake")
        try must(sandbox, "cd /; \(line)")
        try must(sandbox, "pmd sync -C bob; pmd sync -C bob")
        #expect(try must(sandbox, "git -C empty.git branch | wc -l") == "1\n")
        #expect(try must(sandbox, "pmd count -C bob") == (hasMoved ? "2\n" : "1\n"))
    }

    @Test func `a missing branch is not mistaken for another one`() throws {
        let sandbox = try remotes()
        try must(
            sandbox,
            """
            pmd init -q board --remote code.git; pmd sync -q -C board
            git -C code.git branch -D tasks
            """)
        let run = try sandbox.shell("pmd sync -C board || exit $?")
        #expect(run.status == 78 && !run.error.contains("follow it"), "\(run)")
        try must(
            sandbox,
            "cd board; "
                + command(in: run.error, after: "create it again: ", upTo: "\n"))
        #expect(try must(sandbox, "git -C code.git branch") == "* main\n  tasks\n")
    }

    @Test func `a relative remote of the code is resolved from the code's folder`() throws {
        let sandbox = try remotes()
        try must(
            sandbox,
            """
            git clone -q code.git code; cd code; git remote set-url origin ../code.git
            pmd init tasks 2>&1; pmd add -C tasks One; pmd sync -C tasks
            git worktree add -q sub/deep/second; pmd sync -C tasks
            """)
        #expect(try must(sandbox, "git -C code.git branch") == "* main\n  tasks\n")
        // A path relative to the board's folder still works.
        try must(sandbox, "cd code; git remote set-url origin ../../code.git; pmd sync -C tasks")
    }

    @Test(arguments: [true, false])
    func `a board in a code repository without other files gets its own branch`(
        hasReadme: Bool
    ) throws {
        let sandbox = try remotes()
        let commit = "echo hi > README; git add README; git commit -qm readme"
        let run = try sandbox.shell(
            "git init -q new; cd new; \(hasReadme ? commit : ":"); pmd init tasks")
        #expect(run.error.contains("on its own branch 'tasks'"), "\(run)")
        #expect(
            try must(
                sandbox,
                """
                cd new; git branch --show-current; git -C tasks branch --show-current
                git status --short; echo x > x.c; git add .; git commit -qm code
                git ls-files; git log --format=%s
                """
            ).hasPrefix("main\ntasks\n" + (hasReadme ? "README\n" : "") + "x.c\ncode\n"))
        try must(sandbox, "pmd add -C new/tasks One")
        let inside = try sandbox.shell("mkdir new/sub; cd new/sub; pmd init || exit $?")
        #expect(inside.status == 64, "\(inside)")
    }

    @Test(arguments: [
        ("nosuch", "there is no folder nosuch to clone: check the path"),
        ("/no/such", "there is no folder /no/such to clone: check the path"),
        ("plain", "plain is not a git repository"), ("plain x", "plain is not a git repository"),
    ])
    func `cloning something that is not a repository reports that`(words: String, said: String)
        throws
    {
        let sandbox = try ProgramSandbox()
        let run = try sandbox.shell("mkdir plain; pmd clone \(words) || exit $?")
        #expect(run.status == 65 && run.error.contains(said), "\(run)")
        #expect(!run.error.contains("git remote -v"), "\(run)")
        #expect(try sandbox.shell("ls; ls -A plain").output == "plain\n")
    }
}
