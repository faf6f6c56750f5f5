import TestSupport
import Testing

@testable import pmd

/// `remind` and `snooze`, alone and with programs that show reminders.
struct RemindTests {
    /// A board whose first run was long ago.
    private func board() throws -> ProgramSandbox {
        guard !fakeTimeLibrary.isEmpty else { throw NotInstalled(what: "libfaketime") }
        var board = try ProgramSandbox.board()
        board.environment["PATH"] =
            board.folder.path + "/home/bin:" + (board.environment["PATH"] ?? "")
        #expect(try remind(board, at: "2026-11-01 00:00:00").output == "")
        return board
    }

    /// Runs `pmd remind` at a UTC time.
    private func remind(
        _ board: ProgramSandbox, at time: String = "2026-11-21 12:00:00", _ words: String = ""
    ) throws -> Run {
        var board = board
        board.environment["LD_PRELOAD"] = fakeTimeLibrary
        board.environment["FAKETIME"] = "@" + time
        board.environment["FAKETIME_DONT_FAKE_MONOTONIC"] = "1"
        return try board.run(["pmd", "remind"] + words.split(separator: " ").map(String.init))
    }

    private func write(
        _ board: ProgramSandbox, _ name: String, _ front: String, _ body: String = ""
    )
        throws
    {
        try board.write("todo/\(name).md", "---\n\(front)\n---\n\(body)")
    }

    @Test func `due reminders are printed once, and nothing afterwards`() throws {
        let board = try board()
        try write(board, "roof-k3f9m2", "title: Fix the roof\ndue: 2026-11-21T12:00", "Call Bob.\n")
        #expect(try remind(board, at: "2026-11-21 11:59:59").output == "")
        let first = try remind(board)
        #expect(first.output == "Fix the roof, due 2026-11-21 12:00 (k3f9m2)\n    Call Bob.\n")
        #expect(first.status == 0 && first.error.isEmpty)
        let second = try remind(board, at: "2026-11-21 12:01:00")
        #expect(second.output.isEmpty && second.error.isEmpty && second.status == 0)
        #expect(try board.shell("git status --porcelain -- .git").output == "")
    }

    @Test func `a dry run and JSON have the same tasks`() throws {
        let board = try board()
        try write(board, "a", "title: A\ndue: 2026-11-21\nremind: [-1d, 08:00, soon]")
        for _ in 0..<2 {
            #expect(try remind(board, "--dry-run").output == "A, due 2026-11-21 (a)\n")
        }
        let dry = try JSON(try remind(board, "--dry-run --json").output)
        let run = try JSON(try remind(board, "--json").output)
        #expect(dry == run && run[0]?["channel"]?.text == "stdout")
        #expect(run[0]?["tasks"]?[0]?["reminders"]?.count == 2)
        #expect(run[0]?["tasks"]?[0]?["due"]?.text == "2026-11-21")
        #expect(try remind(board, "--json").output == "[]\n")
        let none = try remind(board, "--dry-run")
        #expect(none.output.isEmpty && none.error == "Nothing to announce\n")
    }

    @Test(arguments: ["", "--json"])
    func `reminders that could not be printed are announced again`(option: String) throws {
        let board = try board()
        try write(board, "a", "title: A\ndue: 2026-11-21")
        let full = try board.shell(
            """
            export LD_PRELOAD=\(fakeTimeLibrary) FAKETIME='@2026-11-21 12:00:00'
            pmd remind \(option) >/dev/full
            """)
        #expect(full.status == 74, "\(full)")
        #expect(try remind(board, option).output.contains("A"))
    }

    @Test func `JSON of several channels is one array`() throws {
        let board = try board()
        try write(board, "a", "title: A\ndue: 2026-11-21")
        try program(board, "tell", "true")
        try board.shell(
            """
            git config pmd.remindBy stdout; git config --add pmd.remindBy command
            git config pmd.remindCommand tell
            """)
        #expect(try remind(board, at: "2026-11-02 00:00:00", "--json").output == "[]\n")
        let run = try JSON(try remind(board, "--json").output)
        #expect(run.count == 2 && run[0]?["channel"] == "command" && run[1]?["channel"] == "stdout")
    }

    @Test func `a clock that was ahead at the first run loses no reminder`() throws {
        // After the board's commits: a clock behind them is not trusted.
        let board = try ProgramSandbox.board()
        #expect(try remind(board, at: "2046-11-21 10:05:00").output == "")
        try write(board, "a", "title: A\ndue: 2046-11-21T10:02")
        #expect(try remind(board, at: "2046-11-21 09:59:00").output == "")
        #expect(try remind(board, at: "2046-11-21 10:02:02").output.hasPrefix("A, "))
    }

    /// The kernel limits one argument of a program to 128 KiB.
    @Test func `long titles do not delay other reminders`() throws {
        let board = try board()
        try program(board, "tell", "printf '%s\\n' \"$PMD_TEXT\" >>\"$HOME/told\"")
        try board.shell("git config pmd.remindBy command; git config pmd.remindCommand tell")
        _ = try remind(board, at: "2026-11-02 00:00:00")
        let long = String(repeating: "\u{301}", count: 32_600)
        for name in ["b", "c", "d"] {
            try write(board, name, "title: \"x\(long)\"\ndue: 2026-11-21")
        }
        try write(board, "a", "title: Important\ndue: 2026-11-21")
        try write(board, "e", "title: \"\u{200B}\"\ndue: 2026-11-21")
        #expect(try remind(board).status == 0)
        let told = try board.read("../../home/told")
        #expect(told.contains("Important, due") && told.contains("e, due"), "\(told.prefix(200))")
        #expect(told.utf8.count < 10_000)
    }

    /// A teammate's files must not fill the record of this clone.
    @Test func `a task has at most thirty-two reminders`() throws {
        let board = try board()
        let elements = (1...500).map { "\($0)m" }.joined(separator: ", ")
        try write(board, "a", "title: A\ndue: 2026-11-21T12:00\nremind: [\(elements)]")
        let run = try JSON(try remind(board, "--json").output)
        #expect(run[0]?["tasks"]?[0]?["reminders"]?.count == 32)
    }

    @Test func `an invalid reminder written by hand is reported with its position`() throws {
        let board = try board()
        try write(board, "a", "title: A\ndue: 2026-11-21\nremind: [-1d, soon]")
        let run = try board.pmd("check")
        #expect(run.status == 1 || run.status == 65)
        #expect((run.output + run.error).contains("todo/a.md:4:15"), "\(run.output)\(run.error)")
    }

    @Test func `another command works while a channel is slow`() throws {
        let board = try board()
        try write(board, "a", "title: A\ndue: 2026-11-21")
        try program(board, "slow", "touch '\(board.here)/../started'; sleep 3")
        try board.shell(
            "git config pmd.remindBy command; git config pmd.remindCommand slow")
        // The channel is new: reminders from before its first run are not announced.
        #expect(try remind(board, at: "2026-11-02 00:00:00").status == 0)
        let run = try board.shell(
            """
            export FAKETIME_DONT_FAKE_MONOTONIC=1
            export LD_PRELOAD=\(fakeTimeLibrary) FAKETIME='@2026-11-21 12:00:00'
            pmd remind & first=$!
            unset LD_PRELOAD
            tries=0; until [ -e ../started ] || [ $tries -gt 200 ]; do
                tries=$((tries + 1)); sleep 0.05
            done
            start=$(date +%s)
            pmd add Meanwhile >/dev/null; pmd snooze meanwhile 2h
            [ $(($(date +%s) - start)) -le 2 ]
            wait $first
            """)
        #expect(run.status == 0, "\(run.error)")
    }

    @Test func `a run that is killed after it announced loses nothing, and repeats the reminder`()
        throws
    {
        let board = try board()
        try write(board, "a", "title: A\ndue: 2026-11-21")
        try program(
            board, "deadly",
            "echo \"$PMD_TITLE\" >>\"$HOME/told\"; [ -e \"$HOME/killed\" ] || { touch \"$HOME/killed\"; kill -9 $PPID; }"
        )
        try board.shell("git config pmd.remindBy command; git config pmd.remindCommand deadly")
        _ = try remind(board, at: "2026-11-02 00:00:00")
        #expect(try remind(board).status == 137)
        for _ in 0..<2 { #expect(try remind(board).status == 0) }
        #expect(try board.read("../../home/told") == "A\nA\n")
        #expect(try board.pmd("doctor", "reminders", "locks").status == 0)
    }

    @Test func `two concurrent processes announce once`() throws {
        let board = try board()
        try write(board, "a", "title: A\ndue: 2026-11-21")
        let run = try board.shell(
            """
            export FAKETIME_DONT_FAKE_MONOTONIC=1 FAKETIME='@2026-11-21 12:00:00'
            export LD_PRELOAD=\(fakeTimeLibrary)
            for i in 1 2 3 4 5 6; do pmd remind </dev/null & done; wait
            """)
        #expect(run.output == "A, due 2026-11-21 (a)\n", "\(run)")
    }

    @Test func `a run that has to wait for another one exits quietly`() throws {
        let board = try board()
        let run = try board.shell(
            """
            flock .git/pmd/remind-lock sleep 8 & holder=$!
            sleep 0.3
            status=0; pmd remind </dev/null || status=$?
            kill $holder; exit $status
            """)
        #expect(run.status == 75 && run.error.isEmpty && run.output.isEmpty, "\(run)")
    }

    @Test(arguments: [
        (["remind", "--print"], "--install"),
        (["remind", "--install", "cron", "--dry-run"], "only one of"),
        (["remind", "--install", "cron", "--uninstall"], "only one of"),
        (["remind", "--dry-run", "--uninstall"], "only one of"),
        (["remind", "--install", "at"], "'at'"), (["snooze", "roof"], "needs a task and a time"),
        (["snooze", "roof", "soon"], "is not a date"),
        (["snooze", "roof", "yesterday"], "is in the past"),
    ])
    func `options without effect are refused`(words: [String], message: String) throws {
        let board = try ProgramSandbox.board()
        let run = try board.run(["pmd"] + words)
        #expect(run.status == 64 && run.error.contains(message), "\(run.error)")
    }

    @Test func `a snooze reports the time, and its end`() throws {
        let board = try board()
        try write(board, "a", "title: A\ndue: 2026-11-21")
        try board.shell("git add -A; git commit -qm A; cp .git/refs/heads/main ../head")
        let until = try board.pmd("snooze", "a", "2099-11-21T14:00")
        #expect(until.error == "Snoozed \"A\" until 2099-11-21 14:00\n", "\(until.error)")
        #expect(try remind(board).output == "")
        let page = try board.pmd("show", "a").output
        #expect(page.contains("snoozed") && page.contains("2099-11-21 14:00"), "\(page)")
        #expect(try board.pmd("snooze", "a", "none").error == "\"A\" is no longer snoozed\n")
        #expect(try !board.pmd("show", "a").output.contains("snoozed"))
        #expect(try remind(board).output == "A, due 2026-11-21 (a)\n")
        #expect(try board.shell("cmp .git/refs/heads/main ../head").status == 0)
        try board.pmd("done", "a")
        let refused = try board.pmd("snooze", "a", "2h")
        #expect(refused.status == 65 && refused.error.contains("\"A\" is finished"))
        let phrase = try board.add("Fix the roof")
        #expect(!phrase.isEmpty)
        #expect(try board.pmd("snooze", "fix", "the", "roof", "tomorrow", "8:00").status == 0)
    }
}

// MARK: Channels

extension RemindTests {
    /// Titles with a meaning for a shell, a terminal, a mail or markup.
    private static let hostile =
        "-v <b>x</b> &amp; $(touch pwned) `touch pwned`; \u{1B}[31mred\u{7} =?utf-8?B?eA==?= \\n 우유"

    private func program(_ board: ProgramSandbox, _ name: String, _ script: String) throws {
        try board.shell("mkdir -p ../../home/bin")
        try writeFile(board.folder.path + "/home/bin/" + name, "#!/bin/sh\n\(script)\n")
        try board.shell("chmod +x ../../home/bin/*")
    }

    private func hostileBoard(by channel: String) throws -> ProgramSandbox {
        let board = try board()
        try board.shell("git config pmd.remindBy \(channel)")
        _ = try remind(board, at: "2026-11-02 00:00:00")
        let yaml =
            "\""
            + Self.hostile.replacing("\\", with: "\\\\").replacing("\u{1B}", with: "\\e")
            .replacing("\u{7}", with: "\\a") + "\""
        try write(board, "a", "title: \(yaml)\ndue: 2026-11-21", "Body\nBcc: eve@example.org\n")
        return board
    }

    @Test func `a hostile title is printed safely on standard output`() throws {
        let board = try hostileBoard(by: "stdout")
        let run = try remind(board)
        #expect(run.output.hasPrefix("-v <b>x</b> &amp; $(touch pwned)"), "\(run.output)")
        #expect(!run.output.contains("\u{1B}") && !run.output.contains("\u{7}"))
        #expect(run.output.split(separator: "\n").count == 2)
        #expect(try board.shell("ls pwned 2>/dev/null || true").output == "")
    }

    @Test func `a hostile title is mailed safely through sendmail`() throws {
        let board = try hostileBoard(by: "mail")
        try program(board, "sendmail", "printf '%s\\n' \"$@\" >\"$HOME/args\"; cat >\"$HOME/mail\"")
        let run = try remind(board)
        #expect(run.status == 0 && run.output.isEmpty && run.error.isEmpty, "\(run.error)")
        #expect(try board.read("../../home/args") == "-i\n--\nann@example.org\n")
        let mail = try board.run([
            "python3", "-c",
            """
            import email, email.policy
            m = email.message_from_file(open("../../home/mail"), policy=email.policy.default)
            print(m["Bcc"], m["To"]); print(m["Subject"]); print(m.get_content())
            """,
        ]).output
        #expect(mail.hasPrefix("None ann@example.org\n-v <b>x</b> &amp; $(touch"), "\(mail)")
        #expect(mail.contains("=?utf-8?B?eA==?=") && mail.contains("우유"))
        #expect(mail.contains("due 21 Nov") && mail.contains("Body Bcc: eve@example.org"))
        #expect(try remind(board).status == 0)
        #expect(
            try board.shell("rm ../../home/mail; ls ../../home/mail 2>/dev/null || true").output
                == "")
    }

    @Test func `a hostile title is notified safely on a real bus`() throws {
        let board = try hostileBoard(by: "notify")
        for program in ["notify-send", "dbus-daemon"] {
            guard try board.shell("command -v \(program) || true").output != "" else {
                return noteNotRun("\(program) is not installed")
            }
        }
        let daemon = projectFolder + "/Tests/pmdTests/Commands/notifications.py"
        try write(board, "b", "title: Second\ndue: 2026-11-20")
        // As in cron: the bus is found only through the runtime folder.
        let run = try board.shell(
            """
            unset LD_PRELOAD; mkdir -p ../run; export XDG_RUNTIME_DIR=$(cd ../run; pwd)
            address=unix:path=$XDG_RUNTIME_DIR/bus
            dbus-daemon --session --address=$address --nofork --nopidfile 2>/dev/null & bus=$!
            tries=0; until [ -S $XDG_RUNTIME_DIR/bus ] || [ $tries -gt 200 ]; do
                tries=$((tries + 1)); sleep 0.05
            done
            DBUS_SESSION_BUS_ADDRESS=$address python3 '\(daemon)' ../told >../ready 2>&1 & service=$!
            tries=0; until grep -qs ready ../ready; do
                tries=$((tries + 1)); [ $tries -lt 200 ] || { cat ../ready >&2; break; }
                sleep 0.05
            done
            export FAKETIME_DONT_FAKE_MONOTONIC=1 FAKETIME='@2026-11-21 12:00:00'
            status=0
            LD_PRELOAD=\(fakeTimeLibrary) pmd remind || status=$?
            rm todo/b.md
            LD_PRELOAD=\(fakeTimeLibrary) pmd remind || status=$?
            kill $service $bus; exit $status
            """)
        #expect(run.status == 0 && run.output.isEmpty && run.error.isEmpty, "\(run.error)")
        let told = try board.read("../told").split(separator: "\n").map { try JSON(String($0)) }
        #expect(told.count == 1 && told.first?["app"]?.text == "pmd")
        #expect(told.first?["summary"]?.text == "2 reminders")
        let body = told.first?["body"]?.text ?? ""
        #expect(
            body.hasPrefix("Second, due 20 Nov 2026\n-v &lt;b&gt;x&lt;/b&gt; &amp;amp; $(touch"))
        #expect(body.contains("\\n 우유, due 21 Nov"), "\(body)")
        #expect(try board.shell("ls pwned 2>/dev/null || true").output == "")
    }

    @Test(arguments: ["remindBy: command", "remindCommand: /bin/true", "quietHours: 22:00-07:00"])
    func `a reminder key in pmd.yml is refused`(line: String) throws {
        let board = try board()
        try board.shell("printf '%s\\n' '\(line)' >>pmd.yml")
        let run = try board.pmd("remind")
        #expect(run.status == 65 && run.error.contains("there is no setting"), "\(run.error)")
    }

    @Test func `a missing notifier is reported once a day, and loses nothing`() throws {
        let board = try hostileBoard(by: "command")
        try board.shell("git config pmd.remindCommand no-such-notifier")
        _ = try remind(board, at: "2026-11-02 00:00:00")
        let first = try remind(board)
        #expect(first.status == 69 && first.error.contains("no reminder was sent by command"))
        #expect(first.error.split(separator: "\n").count == 1, "\(first.error)")
        let second = try remind(board, at: "2026-11-21 12:01:00")
        #expect(second.status == 69 && second.error.isEmpty, "\(second.error)")
        #expect(try remind(board, at: "2026-11-22 12:01:00").error.contains("no reminder"))
        let doctor = try board.pmd("doctor", "reminders")
        #expect(doctor.status == 1 && doctor.output.contains("could not deliver"))
        try board.shell("git config pmd.remindCommand /bin/true")
        #expect(try remind(board, at: "2026-11-22 12:02:00").status == 0)
        #expect(try board.pmd("doctor", "reminders").status == 0)
    }
}

/// A program that a test needs is not installed.
struct NotInstalled: Error { let what: String }
