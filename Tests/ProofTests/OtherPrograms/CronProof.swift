import Glibc
import TestSupport
import Testing

/// `pmd sync` run by cron.
struct CronProof {
    /// A board in `ann` and its remote, both synced.
    private func board() throws -> ProgramSandbox {
        let sandbox = try ProgramSandbox()
        try sandbox.shell(
            """
            git init -q --bare remote.git
            pmd init -q ann --remote remote.git
            pmd add -q -C ann One && pmd sync -q -C ann
            """)
        return sandbox
    }

    /// Returns the command as cron starts it: with an empty environment.
    private func line(_ sandbox: ProgramSandbox, _ options: String = "", bare: String = "")
        -> String
    {
        "env -i \(bare) \(binaryFolder)/pmd sync -C \(sandbox.here)/ann \(options) </dev/null"
    }

    private func cron(_ sandbox: ProgramSandbox, _ options: String = "") throws -> Run {
        try sandbox.shell(line(sandbox, options))
    }

    @Test func `a run without an environment is silent and does its work`() throws {
        let sandbox = try board()
        try sandbox.shell("printf '# Two\\n' > ann/todo/two.md")
        let run = try cron(sandbox)
        #expect(run.status == 0 && run.output.isEmpty && run.error.isEmpty, "\(run)")
        #expect(try sandbox.shell("git -C remote.git show main:todo/two.md").output == "# Two\n")
        #expect(try cron(sandbox, "--quiet").output.isEmpty)
        #expect(try cron(sandbox, "--verbose").output == "nothing to do\n")
    }

    @Test func `without an environment the author comes from the configuration`() throws {
        let sandbox = try board()
        let author = "git -C ann log -1 --format='%an <%ae>'"
        try sandbox.shell(
            """
            git -C ann config user.name Carl; git -C ann config user.email carl@example.org
            printf '# Two\\n' > ann/todo/two.md
            """)
        #expect(try cron(sandbox).status == 0)
        #expect(try sandbox.shell(author).output == "Carl <carl@example.org>\n")
        // The user's own settings, in the home folder that the system has on record.
        guard getuid() == 0, let entry = getpwuid(0), let home = entry.pointee.pw_dir,
            try sandbox.shell("unshare -m true").status == 0
        else { return noteNotRun("unshare needs root") }
        let run = try sandbox.shell(
            """
            git -C ann config --unset user.name; git -C ann config --unset user.email
            printf '# Three\\n' > ann/todo/three.md
            unshare -m sh -c 'mount --bind "$HOME" "$1"; \(line(sandbox))' sh '\(String(cString: home))'
            """)
        #expect(run.status == 0, "\(run)")
        #expect(try sandbox.shell(author).output == "Ann <ann@example.org>\n")
    }

    @Test func `overlapping runs are harmless, and only one works at a time`() async {
        let proof = Proof(
            "cron-overlap", of: "times fifty runs at once",
            faults: ["noisy", "failed", "lost", "together"])
        await proof.random(quick: 1) { trial in
            let sandbox = try board()
            // The transfers record their start and end. No two overlap.
            let script = """
                for i in $(seq 50); do
                    printf '# Task %s\\n' $i > ann/todo/hand-$i.md
                    ( \(line(sandbox)) >> out 2>&1; echo $? >> codes ) &
                    [ $((i % 10)) -ne 5 ] || pmd add -q -C ann Added $i > /dev/null
                done
                wait
                \(line(sandbox)) >> out 2>&1
                sort codes | uniq -c
                """
            let run = try sandbox.shell(script)
            let codes = run.output.split(separator: "\n").map { $0.split(separator: " ").last }
            trial.expect(codes.allSatisfy { ["0", "75"].contains($0) }, "failed", run.output)
            let out = try sandbox.shell("cat out").output
            trial.expect(out.isEmpty, "noisy", out)
            let tasks = try sandbox.shell("git -C remote.git ls-tree -r --name-only main todo")
            let count = tasks.output.split(separator: "\n").count { $0.hasSuffix(".md") }
            trial.expect(count == 56, "lost", "\(count) tasks instead of 56")
            let state = try sandbox.shell(
                "git -C ann fsck --strict; git -C ann status --porcelain; ls ann/.git/*.lock || true"
            )
            trial.expect(state.output.isEmpty, "failed", state.output)
        }
    }

    @Test func `an outage is reported only after a day, then once a day until it ends`() throws {
        var sandbox = try board()
        try #require(!fakeTimeLibrary.isEmpty, "apt-get install faketime")
        try sandbox.shell("mv remote.git away.git")
        var told: [Int] = []
        let start: Int64 = 1_800_000_000
        var log = 0
        for hour in stride(from: 0, through: 100, by: 4) {
            sandbox.setClock(to: start + Int64(hour) * 3600)
            let names = ["LD_PRELOAD", "FAKETIME", "FAKETIME_DONT_FAKE_MONOTONIC"]
            let clock = names.map { "'\($0)=\(sandbox.environment[$0] ?? "")'" }
            let run = try sandbox.shell(
                "set +e; " + line(sandbox, bare: clock.joined(separator: " ")) + "; echo $?")
            #expect(run.output == "75\n", "hour \(hour): \(run)")
            if !run.error.isEmpty { told.append(hour) }
            #expect(run.error.split(separator: "\n").count <= 1, "\(run.error)")
            log += run.error.utf8.count
        }
        #expect(told == [24, 48, 72, 96])
        #expect(log < 2000)
        let status = try sandbox.pmd("status", "-C", "ann")
        #expect(status.output.contains("failing since 2027-01-15 08:00"), "\(status.output)")
        #expect(status.output.contains("there is no repository at"))
        let offline = try sandbox.pmd("sync", "-C", "ann", "--offline-ok")
        #expect(offline.status == 0)
        try sandbox.shell("mv away.git remote.git")
        #expect(try cron(sandbox).status == 0)
        #expect(try !sandbox.pmd("status", "-C", "ann").output.contains("failing"))
    }

    @Test func `a failure that needs a person is reported at once, then once a day`() throws {
        var sandbox = try board()
        try #require(!fakeTimeLibrary.isEmpty, "apt-get install faketime")
        try sandbox.shell(
            """
            printf '#!/bin/sh\\necho the board is frozen until Monday >&2; exit 1\\n' \
                > remote.git/hooks/pre-receive
            chmod +x remote.git/hooks/pre-receive
            pmd add -q -C ann Two
            """)
        var told: [Int] = []
        for hour in stride(from: 0, through: 50, by: 5) {
            sandbox.setClock(to: 1_800_000_000 + Int64(hour) * 3600)
            let names = ["LD_PRELOAD", "FAKETIME", "FAKETIME_DONT_FAKE_MONOTONIC"]
            let clock = names.map { "'\($0)=\(sandbox.environment[$0] ?? "")'" }
            let run = try sandbox.shell(
                "set +e; " + line(sandbox, bare: clock.joined(separator: " ")) + "; echo $?")
            #expect(run.output == "77\n", "hour \(hour): \(run)")
            if !run.error.isEmpty {
                told.append(hour)
                #expect(run.error.contains("the board is frozen until Monday"))
            }
        }
        #expect(told == [0, 25, 50])
    }

    @Test func `a new conflict is reported once`() throws {
        let sandbox = try board()
        try sandbox.shell("pmd clone -q remote.git bob; pmd edit -q -C bob one due:2026-12-01")
        try sandbox.shell("pmd sync -q -C bob; pmd edit -q -C ann one due:2026-12-02")
        let run = try cron(sandbox)
        #expect(run.status == 0 && run.output.isEmpty)
        #expect(run.error == "pmd: 1 task has conflicts; see 'pmd conflicts'\n")
        #expect(try cron(sandbox).error.isEmpty)
    }

    @Test func `the repository's example runs, and its systemd units are valid`() throws {
        let sandbox = try ProgramSandbox()
        let run = try sandbox.shell("\(projectFolder)/examples/cron/run example")
        #expect(run.status == 0, "\(run.output)\(run.error)")
        #expect(run.output.contains("no difference"))
        // A run may fail with another message if its remote disappears during a push.
        let log = try sandbox.shell("tail -4 example/log | grep -c 'exit 0$'").output
        #expect(log == "4\n", "\(run.output)")
        #expect(try sandbox.shell("grep -c sync example/crontab").output == "2\n")
        try sandbox.expectUnit("example/pmd-sync.timer")
    }
}

extension ProgramSandbox {
    /// Expects that systemd reports nothing about a unit of a user with this home folder.
    func expectUnit(_ path: String) throws {
        guard try !shell("command -v systemd-analyze || true").output.isEmpty else {
            return noteNotRun("systemd-analyze is not installed")
        }
        let run = try shell(
            "HOME=$PWD XDG_RUNTIME_DIR=$PWD systemd-analyze verify --user './\(path)' 2>&1")
        #expect(run.output.isEmpty && run.status == 0, "\(run.output)")
    }
}
