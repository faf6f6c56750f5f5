import Glibc
import TestSupport
import Testing

/// Hostile trees that a teammate pushed, received by `sync`, `clone` and plain git.
struct HostileNamesTests {
    private static let faults = [
        "ran", "in the index", "wrong exit", "tree changed", "not clean", "next command failed",
        "heads differ", "damaged",
    ]
    /// The cases that a limit stops with exit status 65, that the remote itself cannot serve, or
    /// that take minutes.
    private static let stopped = [
        "billions", "million", "million-in-folders", "gigabyte", "gigabyte-attachment",
        "large-folder", "missing-blob", "missing-tree", "file-empty", "folder-empty",
    ]

    private static func cases() throws -> [String] {
        try ProgramSandbox().must("python3 '\(programsFolder)/hostile.py' --list")
            .split(separator: "\n").map(String.init).filter { !stopped.contains($0) }
    }

    @Test(.exhaustive) func `no tree stops a sync or a clone, or makes plain git run anything`()
        async throws
    {
        let proof = Proof("hostile-names", of: "hostile trees", faults: Self.faults)
        var remotes = try Remotes()
        try remotes.makeBoards()
        remotes.sandbox.environment["GIT_EDITOR"] = "true"
        // With a date past 2^64, `git gc` never ends; with others, fsck reports damage.
        try remotes.sandbox.must("git config --global gc.writeCommitGraph false")
        let base = try remotes.hubHead()
        await proof.each(try Self.cases(), quick: 12) { name, trial in
            try remotes.sandbox.must(
                """
                git -C '\(remotes.hub)' update-ref refs/heads/main \(base)
                rm -rf board clone other; cp -a template board; cp -a template other
                cd board; pmd add Call the bank; cd ..
                python3 '\(programsFolder)/hostile.py' '\(remotes.hub)' \(name)
                """)
            try Self.meet(name, remotes, trial)
        }
    }

    private static func meet(_ name: String, _ remotes: Remotes, _ trial: Trial) throws {
        let clone = try remotes.sandbox.pmd("clone", remotes.hub, "clone")
        // Without settings, a clone could not recognize it as a board.
        let isBoard = !["settings-gone", "settings-folder", "link-as-settings"].contains(name)
        trial.expect(clone.status == (isBoard ? 0 : 65), "wrong exit", "\(name): clone \(clone)")
        let boards = isBoard ? ["board", "clone", "other"] : ["board", "other"]
        var heads: Set<String> = []
        for folder in boards {
            var board = remotes.sandbox
            board.here += "/" + folder
            if folder != "clone" {
                let sync = try board.pmd("sync", "--verbose")
                trial.expect(sync.status == 0, "wrong exit", "\(name): sync \(sync)")
            }
            try useGit(name, board, trial)
            try usePmd(name, board, trial)
        }
        for folder in boards + ["board"] {
            var board = remotes.sandbox
            board.here += "/" + folder
            let sync = try board.pmd("sync")
            trial.expect(sync.status == 0, "wrong exit", "\(name): last sync \(sync)")
        }
        for folder in boards {
            heads.insert(try remotes.sandbox.must("cd \(folder); pmd sync; git rev-parse HEAD"))
        }
        trial.expect(heads.count == 1, "heads differ", "\(name): \(heads)")
        let owned = try remotes.sandbox.must("find . \"$HOME\" -name owned")
        trial.expect(owned.isEmpty, "ran", "\(name): \(owned)")
    }

    @Test func `unwritten entries are listed with their commit, and no commit deletes them`() throws
    {
        var remotes = try Remotes()
        try remotes.makeBoards()
        try remotes.sandbox.must(
            """
            cp -a template board
            for case in link submodule mode-100664 file-long attachment-130-mib; do
                python3 '\(programsFolder)/hostile.py' '\(remotes.hub)' $case
            done
            """)
        remotes.sandbox.here += "/board"
        let board = remotes.sandbox
        let sync = try board.pmd("sync", "--verbose")
        #expect(sync.status == 0)
        let head = try board.must("git rev-parse 'HEAD^{tree}'")
        for path in ["todo/passwd.md", "todo/module", "todo/mode.md", "attachments/film"] {
            #expect(sync.error.contains("pmd: \(path) "))
            #expect(try board.pmd("status").output.contains("! \(path) is not checked out: it "))
            #expect(try board.pmd("doctor", "files").output.contains("\(path) is not written"))
            #expect(try board.must("git ls-files -v '\(path)'").hasPrefix("S "))
        }
        #expect(try board.pmd("status").output.contains("(by Eve in "))
        let json = try JSON(board.pmd("status", "--json").output)
        #expect(json["notWritten"]?.count == 6)
        #expect(json["notWritten"]?[0]?["by"]?.text == "Eve")
        #expect(try board.must("pmd list; ls todo attachments || :").contains("mode") == false)
        try board.must(
            """
            pmd add Buy milk; echo note > note.txt; git add note.txt; git stash -q; git stash pop -q
            git commit -qam x; git restore .; git checkout -q -- .; pmd sync
            """)
        let paths = "todo/passwd.md todo/module todo/mode.md attachments/film"
        let left = try board.must("git ls-tree -r HEAD -- \(paths) | wc -l")
        #expect(left == "4\n")
        #expect(
            try board.must("git ls-tree -r \(head.dropLast()) -- \(paths)")
                .replacing("100664", with: "100644")
                == board.must("git ls-tree -r HEAD -- \(paths)").replacing("100664", with: "100644")
        )
    }

    /// Each line is a teammate's action with plain git. Each action is a commit.
    @Test(arguments: [
        ["echo x > notes", "rm notes; mkdir notes; echo y > notes/file"],
        ["mkdir notes; echo y > notes/file", "rm -r notes; echo x > notes"],
        [
            "mkdir notes; echo y > notes/file", "rm -r notes; ln -s .git notes",
            "rm notes; echo x > notes",
        ],
        ["mkdir -p todo/a/b; echo y > todo/a/b/c.md", "rm -r todo/a; echo x > todo/a"],
        ["echo x > todo/a", "rm todo/a; mkdir -p todo/a/b; echo y > todo/a/b/c.md"],
    ])
    func `a file may become a folder, and a folder a file`(steps: [String]) throws {
        var remotes = try Remotes()
        try remotes.makeBoards()
        try remotes.sandbox.must(
            "cp -a template board; mkdir board/empty; git clone -q '\(remotes.hub)' eve")
        for (number, step) in (steps + ["echo x > empty"]).enumerated() {
            try remotes.sandbox.must(
                """
                cd eve; git pull -q --no-rebase; \(step); git add -A; git commit -qm '\(number)'
                git push -q; cd ../board; pmd add 'Local \(number)'; timeout 60 pmd sync
                timeout 60 pmd sync; test -z "$(git status --porcelain)"
                """)
        }
        let paths = "git ls-tree -r HEAD --name-only | grep -v 'local-[0-9]'"
        remotes.sandbox.here += "/eve"
        try remotes.sandbox.must("git pull -q --no-rebase")
        #expect(
            try remotes.sandbox.must(paths) == remotes.sandbox.must("cd ../board; \(paths)"))
        #expect(try remotes.sandbox.must("cat ../board/empty; git ls-files empty") == "x\nempty\n")
    }

    @Test func `hostile paths are removed from an index that an older version wrote`() throws {
        var remotes = try Remotes()
        try remotes.makeBoards()
        try remotes.sandbox.must("cp -a template board")
        remotes.sandbox.here += "/board"
        let board = remotes.sandbox
        // Older versions added it this way, which git itself would refuse.
        try board.must(
            """
            python3 - <<'END'
            import hashlib, struct
            data = open(".git/index", "rb").read()
            name = b".git/hooks/post-commit"
            entry = struct.pack(">10I", *[0] * 6, 0o100755, 0, 0, 0) + bytes([17] * 20)
            entry += struct.pack(">H", len(name)) + name
            entry += bytes(8 - len(entry) % 8)
            body = data[:8] + struct.pack(">I", struct.unpack(">I", data[8:12])[0] + 1)
            body += entry + data[12:-20]
            # Cached trees would no longer fit.
            end = body.find(b"TREE")
            body = body[:end] if end > 0 else body
            open(".git/index", "wb").write(body + hashlib.sha1(body).digest())
            END
            git ls-files | grep -q '^.git/hooks'
            pmd add Call the bank
            """)
        #expect(try board.must("git ls-files").contains(".git/hooks") == false)
        #expect(try board.must("git status --porcelain").isEmpty)
    }

    /// Commands that a user may run on a board that has just received the tree.
    private static let commands = [
        "git restore .", "git checkout -- .", "git stash", "git commit -aqm x", "git gc -q",
        "git reset -q --hard", "git add -A",
    ]

    private static func useGit(_ name: String, _ board: ProgramSandbox, _ trial: Trial) throws {
        let index = try board.must("git ls-files -z | tr '\\0' '\\n'")
        let refused = index.split(whereSeparator: \.isNewline).filter { line in
            line.lowercased().split(separator: "/").contains { part in
                [".git", "git~1"].contains { part.hasPrefix($0) } && !part.hasPrefix(".gita")
                    && !part.hasPrefix(".giti") && !part.hasPrefix(".gitk")
                    && !part.hasPrefix(".gitm") && !part.unicodeScalars.contains("\u{2060}")
            }
        }
        trial.expect(refused.isEmpty, "in the index", "\(name): \(refused)")
        // The next sync restores settings that a teammate removed or made too large.
        if name.hasPrefix("settings-") || name == "large-settings" { try board.must("pmd sync") }
        let status = try board.must("git status --porcelain")
        trial.expect(status.isEmpty, "not clean", "\(name): \(status)")
        let tree = try board.must("git rev-parse 'HEAD^{tree}'")
        // git gc takes quadratic time on ten thousand nested folders.
        for command in commands where name != "deep" || !command.contains("gc") {
            // With nothing to do, some of them exit with 1.
            let run = try board.shell("\(command) </dev/null")
            trial.expect([0, 1].contains(run.status), "not clean", "\(name): \(command): \(run)")
        }
        let after = try board.must("git rev-parse 'HEAD^{tree}'")
        trial.expect(after == tree, "tree changed", name)
        let hooks = try board.must("ls .git/hooks | grep -v sample || :")
        trial.expect(hooks.isEmpty, "ran", "\(name): \(hooks)")
    }

    private static func usePmd(_ name: String, _ board: ProgramSandbox, _ trial: Trial) throws {
        for line in [
            "pmd add Water the plants", "pmd edit 'Water the plants' priority:high", "pmd undo",
            "pmd rm 'Water the plants'", "pmd sync", "pmd list", "pmd log", "pmd status",
        ] {
            let run = try board.shell(line)
            trial.expect(run.status == 0, "next command failed", "\(name): \(line): \(run)")
        }
        guard name != "deep" else { return }
        let damage = try board.shell("git fsck --connectivity-only")
        trial.expect(damage.status == 0, "damaged", "\(name): \(damage)")
    }
}
