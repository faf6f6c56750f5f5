import TestSupport
import Testing

/// The state that a sync leaves for other commands, and the branch that it syncs.
struct SyncCommandTests {
    private func synced() throws -> ProgramSandbox {
        let board = try ProgramSandbox.board()
        let made = try board.shell(
            "git init -q --bare -b main ../hub.git && git remote add origin ../hub.git && pmd sync")
        #expect(made.status == 0, "\(made.error)")
        return board
    }

    @Test func `pushed commits no longer count as ahead`() throws {
        let board = try synced()
        try board.add("one")
        #expect(try board.json("status")["ahead"] == .number(1))
        #expect(try board.pmd("sync").status == 0)
        #expect(try board.json("status")["ahead"] == .number(0))
        #expect(try board.json("status")["behind"] == .number(0))
    }

    @Test func `sync and status report a save that reverts a change, in JSON too`()
        throws
    {
        let board = try synced()
        try board.add("Solo")
        let save = { (word: String) in
            try board.pmd("edit", "Solo", "priority:\(word)")
            try board.shell("sed -i /^priority/d todo/solo-*; echo \(word) >> $(echo todo/solo-*)")
            // Another change commits the save.
            try board.pmd("edit", "Solo", "+x\(word)")
        }
        try save("high")
        #expect(try board.json("status")["takenBack"]?.count == 1)
        #expect(try board.pmd("status").output.contains("priority: high"))
        let run = try board.pmd("sync")
        #expect(run.status == 0 && run.error.contains("\"Solo\": the saved file reverts"))
        // Each is reported by one sync.
        #expect(try board.pmd("sync").error.isEmpty)
        #expect(try board.json("status")["takenBack"]?.count == 0)
        try save("low")
        #expect(try board.json("sync")["takenBack"]?.count == 1)
        #expect(try board.shell("grep -c '{key: priority' todo/solo-*").output == "2\n")
    }

    @Test func `on a branch that does not sync, only sync fails`() throws {
        let board = try synced()
        try board.shell("git checkout -q -b other")
        try board.add("one")
        let run = try board.pmd("sync", "--verbose")
        #expect(run.status == 75 && run.error.contains("'other' is checked out"), "\(run.error)")
        #expect(try board.shell("git -C ../hub.git branch").output == "* main\n")
        try board.shell("git checkout -q main")
        #expect(try board.pmd("sync").status == 0)
    }

    /// The remote's branch moves after a sync's fetch, and another work tree's
    /// `git fetch` brings that commit here before the sync pushes.
    @Test func `a push keeps a commit that another work tree fetched meanwhile`() throws {
        let board = try synced()
        try board.add("one")
        let run = try board.shell(
            """
            git clone -q ../hub.git ../bob; git worktree add -q ../side -b side
            git remote set-url origin ssh://host$PWD/../hub.git; mkdir ../bin
            cat > ../bin/ssh <<END
            #!/bin/sh
            for words; do :; done
            case \\$words in git-receive-pack*)
                test -e $PWD/../raced || {
                    cd $PWD/../bob; echo '# Bob' > todo/bob.md; git add todo
                    git commit -qm Bob; git push -q; git rev-parse HEAD > ../raced
                    git -C ../side fetch -q ../hub.git main
                }
            esac >&2
            eval "\\$words"
            END
            chmod +x ../bin/ssh; PATH=$PWD/../bin:$PATH pmd sync; theirs=$(cat ../raced)
            git -C ../hub.git merge-base --is-ancestor $theirs main && ls todo | cut -d- -f1
            """)
        #expect(run.status == 0, "\(run)")
        #expect(run.output == "bob.md\none\n", "\(run)")
    }

    /// A remote whose ssh reports that it was called and then stays silent; its process ID is in
    /// `pid`. An index lock keeps the sync busy here, with an uncommitted edit.
    private func slowRemote() throws -> ProgramSandbox {
        let board = try synced()
        try board.add("one")
        try board.shell(
            """
            pmd sync; git remote set-url origin ssh://host$PWD/../hub.git
            mkdir ../bin; mkfifo ../called
            printf '#!/bin/sh\\necho $$ > %s/../pid; echo called > %s/../called; exec sleep 600\\n' \
                "$PWD" "$PWD" > ../bin/ssh
            chmod +x ../bin/ssh; echo more >> todo/one-*.md
            """)
        return board
    }

    @Test(arguments: [
        ("git update-index --split-index", "status 78", "--no-split-index"),
        (": > .git/index.lock", "status 75", "index.lock"),
    ])
    func `a sync that is refused locally does not wait for its remote, and leaves nothing behind`(
        breaking: String, status: String, words: String
    ) throws {
        let board = try slowRemote()
        let run = try board.shell(
            """
            export PATH=$PWD/../bin:$PATH; \(breaking); echo x >> todo/one-*.md
            ( read word < ../called ) & reader=$!
            pmd sync --verbose || echo "status $?"; kill $reader || true
            test ! -e .git/pmd/syncing; ls .git/objects | grep objdir || true
            test ! -e ../pid || { pid=$(cat ../pid); test ! -d /proc/$pid ||
                grep -q 'State:.Z' /proc/$pid/status; }
            """)
        #expect(run.status == 0, "\(run.output + run.error)")
        #expect(run.output.contains(status) && run.error.contains(words), "\(run)")
    }

    @Test(arguments: ["KILL", "TERM", "INT"])
    func `a fetch does not outlive a sync that is killed while it checks the files`(
        signal: String
    ) throws {
        let board = try slowRemote()
        let run = try board.shell(
            """
            export PATH=$PWD/../bin:$PATH; : > .git/index.lock
            # From a shell's background an interrupt would be ignored.
            python3 -c 'import signal, sys, os
            signal.signal(signal.SIGINT, signal.SIG_DFL); os.execvp("pmd", ["pmd", "sync"])' & sync=$!
            read word < ../called; git log -1 --format=%s; kill -\(signal) $sync; wait $sync || true
            pid=$(cat ../pid)
            until [ ! -d /proc/$pid ] || grep -q 'State:.Z' /proc/$pid/status; do sleep 0.05; done
            rm .git/index.lock; git remote set-url origin ../hub.git; pmd sync; git status --porcelain
            """)
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output == "Add \"one\"\n")
    }
}
