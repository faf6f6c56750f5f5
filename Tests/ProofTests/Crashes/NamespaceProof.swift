import Glibc
import TestSupport
import Testing

/// Two containers that share a board. Each has its own PID namespace: the other one's processes do
/// not exist in it, and their IDs belong to other processes.
struct NamespaceProof {
    /// A stopped command, and another one that runs meanwhile.
    struct Case: Sendable {
        let name: String
        /// The prefix of the paths whose calls are counted, below the clone's folder.
        let path: String
        let first: String
        let second: String
        /// The call before which the first command is stopped, or at which it is killed.
        var call = 1

        /// A fetch yields, so another command sweeps at the same time.
        static let fetch = Case(
            name: "fetch", path: ".git/objects/tmp_objdir-pmd-", first: "pmd sync",
            second: "pmd add Second")
        static let push = Case(
            name: "push", path: ".git/refs/pmd/outgoing-", first: "pmd sync",
            second: "echo process 1 > .git/pmd/lock; pmd add Second")
        static let pusher = Case(
            name: "pusher", path: ".git/pmd/outgoing-", first: "pmd sync",
            second: "echo process 1 > .git/pmd/lock; pmd add Second")
        static let settings = Case(
            name: "settings", path: ".git/config.pmd-", first: "pmd init", second: "pmd init")
        static let objects = Case(
            name: "objects", path: ".git/pmd/objects/tmp_", first: "pmd -C one add First",
            second: "pmd -C two add Second")

        static func all(_ cases: [Case], calls: ClosedRange<Int>) -> [Case] {
            cases.flatMap { item in
                calls.map { call in
                    var item = item
                    item.call = call
                    return item
                }
            }
        }
    }

    /// Returns why a second namespace is not possible here; nil if it is.
    private func hindrance() throws -> String? {
        guard geteuid() == 0 else { return "a PID namespace needs root" }
        let run = try ProgramSandbox().shell("unshare -pf --mount-proc true || :")
        return run.error.isEmpty ? nil : run.error
    }

    /// Returns a clone with something to fetch and something to push, without pmd's git settings;
    /// for objects, a code repository with two boards in folders of its branch.
    private func board(for item: Case) throws -> ProgramSandbox {
        guard item.name == "objects" else {
            let clones = try Clones()
            try clones.run("pmd add Fetched; pmd sync", in: "bob")
            try clones.run(
                "pmd add Pushed; git config --remove-section merge.pmd; git config core.x y",
                in: "ann")
            var sandbox = clones.sandbox
            sandbox.here += "/ann"
            return sandbox
        }
        var sandbox = try ProgramSandbox()
        let made = try sandbox.shell(
            """
            git init -q code; cd code; echo x > x.c; git add .; git commit -qm code
            pmd init one --here; pmd init two --here; git config core.x y
            """)
        try #require(made.status == 0, "\(made)")
        sandbox.here += "/code"
        return sandbox
    }

    private static let namespace = "unshare -pf --mount-proc --kill-child"

    private func script(_ item: Case, mode: String) throws -> String {
        """
        under=$PWD/\(item.path); state=$PWD/../state; rm -f ../ended
        ( \(Self.namespace) sh -c '
            export LD_PRELOAD=\(try FaultLibrary.path()) FAULT_STATE=$1 FAULT_UNDER=$2 \
                FAULT_MODE=\(mode) FAULT_AT=\(item.call) FAULT_ALL=1
            \(item.first); echo $? > ../status' sh "$state" "$under" > ../first 2>&1 || :
            touch ../ended ) &
        """
    }

    @Test func `a sweep in another container does not disturb a stopped command`() async throws {
        let proof = Proof(
            "namespaces", of: "stopped commands", faults: ["failed", "lost", "left over"])
        if let hindrance = try hindrance() { return proof.notRun(hindrance) }
        let cases = Case.all(
            [.fetch, .push, .pusher, .settings, .objects], calls: 1...12)
        await proof.each(cases, quick: 24) { item, trial in
            trial.note("\(item.name), call \(item.call)")
            let board = try board(for: item)
            let run = try board.shell(
                """
                \(script(item, mode: "stop"))
                stopped() {
                    for status in $(grep -ls '^State:.T' /proc/[0-9]*/status); do
                        grep -qsF "FAULT_STATE=$state" ${status%status}environ || continue
                        echo $status | cut -d/ -f3
                        return
                    done
                    return 1
                }
                process=
                while [ ! -e ../ended ]; do process=$(stopped) && break; sleep 0.02; done
                if [ "$process" ]; then
                    # Its processes get other IDs than those of the first one.
                    \(Self.namespace) sh -c 'for i in $(seq 20); do true & done; wait
                        \(item.second)
                        exit $?' > ../second 2>&1 || echo "second: $? $(cat ../second)"
                    # A process that the first one starts may be stopped too.
                    while [ ! -e ../ended ]; do
                        process=$(stopped) && kill -CONT $process || :
                        sleep 0.02
                    done
                    echo stopped
                fi
                wait
                echo "first: $(cat ../status)"
                """)
            let lines = run.output.split(separator: "\n").map(String.init)
            let words = try board.shell("cat ../first").output
            trial.count("stopped", lines.contains("stopped") ? 1 : 0)
            trial.expect(
                run.status == 0 && lines.contains("first: 0"), "failed",
                "\(run) \(words)")
            // It may have waited for the stopped command's lock.
            let isRefused = lines.contains { $0.hasPrefix("second: 75") }
            trial.expect(
                isRefused || !lines.contains { $0.hasPrefix("second") }, "failed", "\(run)")
            trial.count("refused", isRefused ? 1 : 0)
            try judge(
                board, item, hasSecond: lines.contains("stopped") && !isRefused, trial)
        }
    }

    @Test func `a killed command's leftovers are removed even if its PID is reused`() async throws {
        let proof = Proof(
            "namespaces-killed", of: "killed commands", faults: ["lost", "left over"])
        if let hindrance = try hindrance() { return proof.notRun(hindrance) }
        let cases = Case.all([.fetch, .push, .pusher, .settings, .objects], calls: 1...8)
        await proof.each(cases, quick: 12) { item, trial in
            trial.note("\(item.name), call \(item.call)")
            let board = try board(for: item)
            // Give each ID that the killed processes could have had to a living process.
            let run = try board.shell(
                """
                \(script(item, mode: "kill"))
                wait
                \(Self.namespace) sh -c 'for i in $(seq 40); do sleep 60 & done
                    \(item.first) || :; \(item.first)'
                """)
            trial.expect(run.status == 0, "lost", "\(run)")
            try judge(board, item, hasSecond: false, trial)
        }
    }

    /// Checks that nothing is left over, and that both commands did what they reported.
    private func judge(_ board: ProgramSandbox, _ item: Case, hasSecond: Bool, _ trial: Trial)
        throws
    {
        let found = try board.shell(
            """
            git fsck --strict 2>&1 | grep -v '^dangling' || :
            find .git -name 'tmp_*' -o -name 'config.pmd*' -o -name '*.lock' \
                -o -name 'outgoing-*' -o -name '.pmd-new-*'
            git for-each-ref refs/pmd/outgoing-*
            """)
        trial.expect(found.status == 0 && found.output.isEmpty, "left over", "\(found)")
        let tasks = try board.shell("git ls-tree -r --name-only HEAD").output
        let isSecondThere = item.name == "settings" || !hasSecond || tasks.contains("/second-")
        let first = item.name == "objects" ? "/first-" : "/pushed-"
        trial.expect(tasks.contains(first) && isSecondThere, "lost", tasks)
        let setting = try board.shell("git config core.x").output
        trial.expect(setting == "y\n", "lost", setting)
    }
}
