import Glibc
import TestSupport
import Testing

/// Trees and packs that git never writes, pushed by an attacker.
struct HostileTreeProof {
    private static let faults = [
        "written outside", "too much memory", "no sentence", "local work lost", "wrong exit",
        "next sync failed",
    ]
    /// The memory limit of transfers and syncs, in MiB.
    private static let memory = 150

    private struct Scene {
        var remotes: Remotes
        let daemon: BackgroundProgram
        let port: Int
        let base: String
        let canTrace: Bool

        init() throws {
            remotes = try Remotes()
            try remotes.makeBoards()
            (port, daemon) = try gitDaemon(remotes)
            base = try remotes.hubHead()
            try remotes.sandbox.must(
                """
                git config --global pmd.allowHttp true
                git -C '\(remotes.hub)' config gc.auto 0
                mkdir outside; echo untouched > outside/file; echo untouched > outside/config
                """)
            canTrace = try remotes.sandbox.shell("strace -f -o /dev/null true").status == 0
            if !canTrace { noteNotRun("the calls: strace cannot trace here") }
        }

        /// Returns a board with an unpushed task, and resets the hub.
        func board(_ url: String) throws -> ProgramSandbox {
            var board = remotes.sandbox
            board.here += "/board"
            try remotes.sandbox.must(
                """
                git -C '\(remotes.hub)' update-ref refs/heads/main \(base)
                rm -rf board; cp -a template board; cd board
                git remote set-url origin '\(url)'; pmd add Call the bank
                """)
            return board
        }

        var url: String { "git://127.0.0.1:\(port)/hub.git" }

        /// Returns everything outside the board, none of which a sync may change.
        func surroundings() throws -> String {
            try remotes.sandbox.must("find outside ../home template -type f | sort | xargs sha1sum")
        }
    }

    private static func list(_ option: String) throws -> [String] {
        try ProgramSandbox().must("python3 '\(programsFolder)/hostile.py' \(option)")
            .split(separator: "\n").map(String.init)
    }

    private static let large = [
        "deep", "billions", "gigabyte", "gigabyte-attachment", "large-message", "large-settings",
        "large-folder",
    ]
    /// Trees that a sync accepts, but only with minutes of time and a GiB of memory.
    private static let millions = ["million", "million-in-folders"]

    @Test func `a tree with odd names, links and modes does no damage`() async throws {
        let proof = Proof("hostile-trees", of: "hostile trees", faults: Self.faults)
        let scene = try Scene()
        let cases = try Self.list("--list").filter {
            !(Self.large + Self.millions).contains($0)
        }
        await proof.each(cases, quick: 6) { name, trial in
            let board = try scene.board(scene.url)
            try board.must("python3 '\(programsFolder)/hostile.py' '\(scene.remotes.hub)' \(name)")
            try Self.trySync(name, board, scene, trial)
        }
    }

    @Test(.exhaustive) func `a tree that is too large does no damage`() async throws {
        let proof = Proof("hostile-sizes", of: "oversized trees", faults: Self.faults)
        let scene = try Scene()
        await proof.each(Self.large, quick: 2) { name, trial in
            let board = try scene.board(scene.url)
            try board.must("python3 '\(programsFolder)/hostile.py' '\(scene.remotes.hub)' \(name)")
            let status = try Self.trySync(name, board, scene, trial)
            // The others stay in the tree or are removed from it. They make no command fail.
            trial.expect(
                status == (name == "billions" ? 65 : 0), "wrong exit",
                "\(name): \(status) and not as promised")
        }
    }

    @Test func `a malformed pack does no damage`() async throws {
        let proof = Proof("hostile-packs", of: "lying packs", faults: Self.faults)
        let scene = try Scene()
        await proof.each(try Self.list("--lies"), quick: 5) { name, trial in
            var board = try scene.board("hub:/hub.git")
            // The commits that the pack should have contained.
            try board.must(
                """
                cd ..; rm -rf other; cp -a template other; cd other
                git remote set-url origin '\(scene.remotes.hub)'; pmd add Buy milk; pmd sync
                """)
            board.environment["GIT_SSH_COMMAND"] =
                "python3 '\(programsFolder)/hostile.py' '\(scene.remotes.hub)' --serve"
            board.environment["HOSTILE_PACK"] = name
            let status = try Self.trySync(name, board, scene, trial, letsIn: false)
            trial.expect(
                status == 75 || status == 65, "wrong exit", "\(name): \(status) and not 75 or 65")
        }
    }

    /// Syncs first with the hostile remote, then with the repaired one.
    @discardableResult
    private static func trySync(
        _ name: String, _ board: ProgramSandbox, _ scene: Scene, _ trial: Trial, letsIn: Bool = true
    ) throws -> Int32 {
        let before = try scene.surroundings()
        let trace = scene.remotes.sandbox.folder.path + "/trace"
        let calls =
            "trace=openat,openat2,open,creat,rename,renameat,renameat2,link,linkat,"
            + "symlink,symlinkat,mkdir,mkdirat,rmdir,unlink,unlinkat,truncate,mknodat,fchmodat"
        let strace =
            scene.canTrace ? ["/usr/bin/strace", "-f", "-y", "-o", trace, "-e", calls] : []
        let run = try board.run(
            ["/usr/bin/python3", programsFolder + "/measure.py", trace + ".memory"] + strace
                + [binaryFolder + "/pmd", "sync", "--verbose"])
        trial.expect(
            [0, 65, 75].contains(run.status), "wrong exit", "\(name): \(run.status) \(run.error)")
        trial.expect(
            run.error.hasPrefix("pmd: ") || run.status == 0, "no sentence",
            "\(name): \(run.status) '\(run.error)'")
        let memory =
            (Int(String(decoding: try readFile(trace + ".memory"), as: UTF8.self)) ?? 0) / 1024
        trial.expect(memory < Self.memory, "too much memory", "\(name): \(memory) MiB")
        trial.expect(
            try scene.surroundings() == before, "written outside", "\(name): see outside/")
        if scene.canTrace {
            let outside = try board.must(
                "python3 '\(programsFolder)/outside.py' '\(trace)' '\(board.here)' /dev /proc")
            trial.expect(outside.isEmpty, "written outside", "\(name): \(outside)")
            trial.count("traced")
        }
        let links = try board.must("find . -path ./.git -prune -o -type l -print")
        trial.expect(links.isEmpty, "written outside", "\(name): a link was made: \(links)")
        trial.expect(
            try board.must("cat todo/*.md").contains("Call the bank"), "local work lost", name)
        if !letsIn {
            let left =
                try scene.remotes.leftovers(board)
                + board.must("find .git/objects -name '*.pack' -o -name 'tmp_*'")
            trial.expect(left.isEmpty, "written outside", "\(name) was let in: \(left)")
        }
        try recover(name, board, scene, trial)
        return run.status
    }

    private static func recover(
        _ name: String, _ board: ProgramSandbox, _ scene: Scene, _ trial: Trial
    ) throws {
        let hub = scene.remotes.hub
        try board.must(
            """
            git -C '\(hub)' update-ref refs/heads/main \(scene.base)
            cd ..; rm -rf other; cp -a template other; cd other; pmd add Water the plants; pmd sync
            cd ../board; git remote set-url origin '\(hub)'
            """)
        let next = try board.pmd("sync", "--verbose")
        trial.expect(next.status == 0, "next sync failed", "\(name): \(next.error)")
        trial.expect(
            try board.must("git rev-parse HEAD") == scene.remotes.hubHead() + "\n",
            "next sync failed", "\(name): the hub has another head")
        let titles = try board.pmd("list").output
        trial.expect(
            ["Call the bank", "Water the plants"].allSatisfy(titles.contains), "next sync failed",
            "\(name): \(titles)")
    }
}
