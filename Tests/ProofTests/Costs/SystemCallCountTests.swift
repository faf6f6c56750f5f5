import TestSupport
import Testing

/// The system calls of commands, counted by kind.
struct SystemCallCountTests {
    private let cost = BoardSizeCostTests()

    /// The system calls of a command.
    private struct Calls {
        var lines: [Substring] = []

        func count(_ words: String...) -> Int {
            lines.count { line in words.allSatisfy { line.contains($0) } }
        }

        /// The number of calls except those for memory and thread synchronization. A call
        /// interrupted by another thread takes two lines.
        var otherCount: Int {
            let left = ["resumed>", " brk(", "mmap(", "munmap(", "mremap(", "mprotect(", "futex("]
            return lines.count { line in !left.contains { line.contains($0) } }
        }

        /// Returns the number of bytes read, without those of the C library's loader. For an
        /// interrupted call, the second line has the number.
        func bytesRead() -> Int {
            let reads = ["read(", "pread64(", " read resumed>", "pread64 resumed>"]
            return lines.filter { line in reads.contains { line.contains($0) } }.reduce(0) {
                $0 + (Int($1.split(separator: " ").last ?? "") ?? 0)
            }
        }
    }

    private func calls(of words: String, in sandbox: ProgramSandbox) throws -> Calls {
        let run = try sandbox.shell(
            "strace -f -qq -s 200 -o ../calls pmd \(words) > ../out; cat ../calls")
        try #require(run.status == 0, "\(run)")
        return Calls(lines: run.output.split(separator: "\n"))
    }

    /// Returns why calls cannot be traced here, to be recorded as not run.
    private func hindrance(_ sandbox: ProgramSandbox) throws -> String? {
        let tools = try sandbox.shell("command -v strace && strace -o /dev/null true || true")
        let works = tools.output.contains("strace") && tools.error.isEmpty
        return works ? nil : "strace cannot trace here"
    }

    @Test func `a list stats each file once, opens none, and loads nothing for git`()
        async throws
    {
        let proof = Proof(
            "calls", of: "readings", faults: ["looked twice", "opened", "loaded", "grew"])
        let (small, large) = (try cost.board(of: 20), try cost.board(of: 600))
        if let hindrance = try hindrance(small) { return proof.notRun(hindrance) }
        let readings = ["list", "list --ids", "list nothing-of-the-kind", "board"]
        await proof.each(readings, quick: 4) { words, trial in
            let (few, many) = (try calls(of: words, in: small), try calls(of: words, in: large))
            let looks = (few.count("fstatat", ".md\""), many.count("fstatat", ".md\""))
            trial.expect(looks == (20, 600), "looked twice", "\(words): \(looks)")
            trial.expect(many.count("open", ".md\"") == 0, "opened", words)
            for path in ["/.git/config", "/.git/objects", "/.git/HEAD", "/certs/", "icu"] {
                trial.expect(many.count("open", path) == 0, "loaded", "\(words): \(path)")
            }
            let other = (few.otherCount - 20, many.otherCount - 600)
            trial.expect(other.1 <= other.0 + 40, "grew", "\(words): \(other)")
        }
    }

    /// git's configuration is read once each time that the repository is opened.
    @Test func `a command opens the repository once, and a list never does`() async throws {
        let proof = Proof("opens", of: "commands", faults: ["opened again"])
        let sandbox = try cost.board(of: 20)
        if let hindrance = try hindrance(sandbox) { return proof.notRun(hindrance) }
        let commands: [(words: String, opens: Int)] = [
            ("list", 0), ("board", 0), ("add One more @me", 1), ("edit more due:fri", 1),
            ("move more doing", 1), ("done more", 1), ("undo", 1), ("redo", 1), ("rm more", 1),
            ("restore more", 1), ("archive", 1), ("status", 1), ("log -n 1", 1), ("blame more", 1),
            // The process that fetches opens the repository and a quarantine; the one that pushes
            // opens the repository, too.
            ("sync", 1 + 2 + 1),
        ]
        await proof.each([commands], quick: 1) { commands, trial in
            for (words, expected) in commands {
                let opens = try calls(of: words, in: sandbox).count("open", "/.git/config\"")
                trial.expect(opens == expected, "opened again", "\(words): \(opens)")
                trial.count("commands")
            }
        }
    }

    /// Debian's libgit2 parses the certificates each time it starts, although pmd's TLS uses
    /// OpenSSL.
    @Test func `no command reads the machine's certificates unless it needs them`() async throws {
        let proof = Proof("certificates", of: "commands", faults: ["read"])
        let sandbox = try cost.board(of: 3)
        if let hindrance = try hindrance(sandbox) { return proof.notRun(hindrance) }
        try sandbox.shell(
            """
            git init -q --bare ../remote.git; git remote add origin ../remote.git
            git push -q -u origin HEAD
            """)
        let commands = [
            "log", "add One more", "edit more priority:high", "undo", "blame more", "sync",
            "status", "doctor objects", "doctor remote",
        ]
        await proof.each(commands, quick: commands.count) { words, trial in
            let calls = try calls(of: words, in: sandbox)
            trial.expect(calls.count("libgit2.so") + calls.count("/.git/") > 0, "read", words)
            trial.expect(calls.count("open", "cert") == 0, "read", words)
        }
    }

    @Test func `a list reads no bodies, and a change accesses no other task`()
        async throws
    {
        let proof = Proof("bytes", of: "boards", faults: ["bodies read", "others opened"])
        let sandbox = try cost.board(of: 40)
        if let hindrance = try hindrance(sandbox) { return proof.notRun(hindrance) }
        await proof.each([40], quick: 1) { count, trial in
            let plain = try calls(of: "list", in: sandbox).bytesRead()
            try sandbox.shell(
                """
                for i in $(seq \(count)); do
                    head -c 20000 /dev/zero | tr '\\0' x >> todo/task-$i.md
                done
                touch -d 2026-01-01 todo/*.md; pmd sync -q; pmd list > ../list
                """)
            let long = try calls(of: "list", in: sandbox).bytesRead()
            trial.expect(long <= plain + 4096, "bodies read", "\(plain) \(long)")
            let change = try calls(of: "edit task-3 due:fri", in: sandbox)
            let opened = (change.count("open", ".md\""), change.count("open", "task-3.md\""))
            trial.expect(opened.0 <= opened.1 + 2, "others opened", "\(opened)")
        }
    }

    @Test
    func `a change to one task stats no other file and flushes no more often than it must`()
        async throws
    {
        let proof = Proof(
            "change-calls", of: "changes",
            faults: ["others looked at", "waits", "index read", "certificates", "bytes"])
        let sandbox = try cost.board(of: 600)
        if let hindrance = try hindrance(sandbox) { return proof.notRun(hindrance) }
        try sandbox.shell("git status")
        let changes: [(words: String, waits: Int)] = [
            ("edit task-3 due:fri", 20), ("rm task-6", 15), ("done task-5", 21),
            ("untick task-9 1", 4), ("undo", 19),
        ]
        await proof.each([changes], quick: 1) { changes, trial in
            try sandbox.shell(
                """
                printf -- '- [ ] one\\n' >> todo/task-9.md; pmd sync -q
                touch -d 2026-01-01 todo/*.md; git status; pmd sync -q
                """)
            for (words, waits) in changes {
                let calls = try calls(of: words, in: sandbox)
                let looks = calls.count("fstatat", ".md\"")
                // Undo first commits uncommitted edits, so each file is checked once.
                trial.expect(
                    looks <= (words == "undo" ? 640 : 40), "others looked at", "\(words): \(looks)")
                let syncs = calls.count("sync(")
                trial.expect(syncs <= waits, "waits", "\(words): \(syncs)")
                let reads = calls.count("open", "/.git/index\"")
                trial.expect(
                    reads <= (words == "undo" ? 4 : 2), "index read", "\(words): \(reads)")
                let authorities = calls.count("open", "ca-certificates")
                trial.expect(authorities == 0, "certificates", words)
                let bytes = calls.bytesRead()
                trial.expect(bytes < 400_000, "bytes", "\(words): \(bytes)")
                trial.count("commands")
            }
        }
    }

    @Test func `reading one task by its ID stats no other file`() async throws {
        let proof = Proof("one-task", of: "readings", faults: ["others looked at", "cache read"])
        let sandbox = try cost.board(of: 600)
        if let hindrance = try hindrance(sandbox) { return proof.notRun(hindrance) }
        let readings = ["show task-3", "show todo/task-3.md", "log task-3", "blame task-3"]
        await proof.each(readings, quick: readings.count) { words, trial in
            let calls = try calls(of: words, in: sandbox)
            let looks = calls.count("fstatat", ".md\"")
            trial.expect(looks <= 4, "others looked at", "\(words): \(looks)")
            let reads = calls.count("open", "\"cache\"")
            // Only the cache lists what a task blocks.
            trial.expect(
                reads <= (words.hasPrefix("show") ? 1 : 0), "cache read", "\(words): \(reads)")
        }
    }

    @Test func `finding a task by a code prefix stats each file once and opens no other`()
        async throws
    {
        let proof = Proof(
            "one-beginning", of: "readings", faults: ["looked twice", "others opened", "not found"])
        let sandbox = try cost.board(of: 600)
        if let hindrance = try hindrance(sandbox) { return proof.notRun(hindrance) }
        let code = try sandbox.shell(
            """
            pmd add -q Fix the roof > ../code; touch -d 2026-01-01 todo/*.md
            pmd sync -q; pmd list > ../list; pmd show roof > ../shown; cut -c1-5 ../code
            """
        ).output.dropLast()
        let readings = ["show \(code)", "log \(code)", "blame \(code)"]
        let folders = try calls(of: "list", in: sandbox).count("open", "\".\"")
        await proof.each(readings, quick: readings.count) { words, trial in
            let calls = try calls(of: words, in: sandbox)
            let looks = calls.count("fstatat", ".md\"")
            trial.expect((601...605).contains(looks), "looked twice", "\(words): \(looks)")
            let listed = calls.count("open", "\".\"")
            trial.expect(listed == folders, "looked twice", "\(words): \(listed) listed")
            let opened = (calls.count("open", ".md\""), calls.count("open", "fix-the-roof"))
            trial.expect(opened.0 == opened.1, "others opened", "\(words): \(opened)")
            let output = try sandbox.shell("cat ../out").output
            trial.expect(output.contains("Fix the roof"), "not found", "\(words): \(output)")
        }
    }

    @Test func `a sync reads no tree that the index already matches`()
        async throws
    {
        let proof = Proof("sync-trees", of: "syncs", faults: ["tree read", "edit missed"])
        let sandbox = try cost.board(of: 40)
        if let hindrance = try hindrance(sandbox) { return proof.notRun(hindrance) }
        let changes = ["pmd edit task-3 due:fri", "pmd done task-4", "touch todo/task-5.md"]
        await proof.each(changes, quick: changes.count) { change, trial in
            try sandbox.shell(change + "; pmd sync -q")
            let trees = try sandbox.shell("git rev-parse HEAD:todo HEAD:done").output
                .split(separator: "\n").map { "\($0.prefix(2))/\($0.dropFirst(2))" }
            let calls = try calls(of: "sync", in: sandbox)
            let reads = trees.reduce(0) { $0 + calls.count("open", "objects/\($1)") }
            trial.expect(reads == 0, "tree read", "\(change): \(reads)")
            let found = try sandbox.shell(
                """
                rm todo/task-6.md; echo x > todo/new.md; mkdir -p todo/more; mv todo/task-7.md todo/more
                pmd sync -q; git status --porcelain; git log -4 --name-status --format=%s
                git revert --no-edit -n HEAD HEAD~1 HEAD~2; git commit -qm back
                """)
            let isWhole =
                !found.output.contains("?? ") && found.output.contains("todo/new.md")
                && found.output.contains("todo/task-6.md") && found.output.contains("task-7.md")
            trial.expect(isWhole, "edit missed", found.output + found.error)
            trial.count("syncs")
        }
    }

    @Test func `a sync refreshes the stat data of files that it found unchanged`() throws {
        let sandbox = try cost.board(of: 40)
        let run = try sandbox.shell(
            """
            git update-index --assume-unchanged todo/task-1.md; touch todo/*.md; pmd sync -q
            git diff-files --name-only | wc -l; git ls-files -v | grep -c ^h; git status --short
            """)
        #expect(run.output == "0\n1\n", "\(run)")
    }

    @Test func `the machine's certificates are read when https begins`() throws {
        let sandbox = try cost.board(of: 1)
        if let hindrance = try hindrance(sandbox) { return noteNotRun(hindrance) }
        let run = try sandbox.shell(
            """
            git remote set-url origin https://127.0.0.1:1/x.git
            strace -f -qq -o ../calls pmd sync || true
            grep -c 'open.*ca-certificates' ../calls
            """)
        #expect(run.output.hasSuffix("1\n"), "\(run)")
    }

    @Test func `a reading command maps no text library and does not start libgit2`() async throws {
        let proof = Proof("mapped", of: "readings", faults: ["mapped", "git begun", "trailless"])
        let sandbox = try cost.board(of: 600)
        try sandbox.shell("head -c 300000 /dev/zero | tr '\\0' x >> todo/task-7.md")
        let hindrance = try hindrance(sandbox)
        if let hindrance { proof.notRun("the calls: " + hindrance) }
        let readings = ["list --json", "list --json t", "board --json", "show task-7"]
        await proof.each(readings, quick: 4) { words, trial in
            let mapped = try mapped(by: words, in: sandbox)
            trial.expect(mapped.contains("/pmd"), "trailless", "\(words): \(mapped)")
            for name in ["icu", "Internationalization", "libFoundation."] {
                trial.expect(!mapped.contains(name), "mapped", "\(words): \(name)")
            }
            guard hindrance == nil, !words.hasPrefix("show") else { return }
            // libgit2 looks for certificates when it starts. A command that opens a repository must
            // show these calls.
            let trails = try ["log -n 1", words].map {
                try calls(of: $0, in: sandbox).count("ca-certificates")
            }
            trial.expect(trails[0] > 0, "trailless", "log")
            trial.expect(trails[1] == 0, "git begun", words)
        }
    }

    /// Returns the files mapped into a program while it waits for a reader of its output.
    private func mapped(by words: String, in sandbox: ProgramSandbox) throws -> String {
        try sandbox.shell(
            """
            rm -f ../full; mkfifo ../full; exec 3<>../full
            pmd \(words) >&3 & head -c 1 <&3 >../byte
            awk '{ print $6 }' /proc/$!/maps | sort -u
            kill $!
            """
        ).output
    }
}
