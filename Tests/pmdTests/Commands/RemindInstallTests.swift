import Glibc
import TestSupport
import Testing

@testable import pmd

/// `remind --install` and `--uninstall`, with the real crontab and with stand-ins.
struct RemindInstallTests {
    /// A crontab that is a file in the sandbox.
    private static let crontab = """
        #!/bin/sh
        file=$HOME/crontab
        case $1 in
        -l) [ -e "$file" ] || { echo 'no crontab for ann' >&2; exit 1; }; cat "$file" ;;
        -) cat >"$file"; echo "$(wc -l <"$file")" >>"$HOME/writes" ;;
        esac
        """

    /// A board in a folder whose name a shell and cron would misread.
    private func board(crontab: String? = RemindInstallTests.crontab) throws -> ProgramSandbox {
        var sandbox = try ProgramSandbox()
        try sandbox.shell("mkdir -p ../home/bin; pmd init -q \"it's 100% mine\"")
        sandbox.here += "/it's 100% mine"
        sandbox.environment["PATH"] =
            sandbox.folder.path + "/home/bin:" + (sandbox.environment["PATH"] ?? "")
        if let crontab {
            try writeFile(sandbox.folder.path + "/home/bin/crontab", crontab)
            try sandbox.shell("chmod +x ../../home/bin/crontab")
        }
        return sandbox
    }

    /// The commands of a crontab as cron passes them to `/bin/sh`.
    private func commands(_ crontab: String) -> [String] {
        crontab.split(separator: "\n").filter { $0.hasPrefix("* * * * * ") }
            .map { String($0.dropFirst("* * * * * ".count)).replacing("\\%", with: "%") }
    }

    /// Runs are recorded only every ten minutes.
    @Test(arguments: [
        ("2026-11-21 12:10:50", "cron is set up to run"),
        ("2026-11-21 12:30:00", "cron should run"),
    ])
    func `doctor questions an installation that has not run for long`(time: String, words: String)
        throws
    {
        guard !fakeTimeLibrary.isEmpty else { throw NotInstalled(what: "libfaketime") }
        var board = try board()
        try board.pmd("remind", "--install", "cron")
        board.environment["LD_PRELOAD"] = fakeTimeLibrary
        board.environment["FAKETIME_DONT_FAKE_MONOTONIC"] = "1"
        board.environment["FAKETIME"] = "@2026-11-21 12:00:00"
        try board.pmd("remind")
        board.environment["FAKETIME"] = "@" + time
        let run = try board.pmd("doctor", "reminders")
        #expect(run.output.contains(words), "\(run)")
    }

    @Test func `a path that a crontab cannot contain is refused`() throws {
        let board = try board()
        for option in ["", "--print"] {
            let run = try board.shell(
                #"mkdir -p '../a\%b'; cd '../a\%b'; pmd init -q .; pmd remind --install cron "#
                    + option)
            #expect(run.status == 65 && run.error.contains("backslash"), "\(run)")
            #expect(run.output.isEmpty)
        }
        #expect(try board.shell("test -e ../../home/crontab").status == 1)
    }

    @Test
    func `the line runs under cron, installing twice adds one line, and nothing else changes`()
        throws
    {
        let board = try board()
        let own = "MAILTO=ann\n0 5 * * * tar c % x\n"
        try writeFile(board.folder.path + "/home/crontab", own)
        #expect(
            try board.pmd("remind", "--install", "cron").error
                == "cron now runs 'pmd remind' every minute\n")
        let once = try board.read("../../home/crontab")
        #expect(once.hasPrefix(own))
        #expect(
            try board.pmd("remind", "--install", "cron", "--print").output
                == String(once.dropFirst(own.count)))
        try board.pmd("remind", "--install", "cron")
        #expect(try board.read("../../home/crontab") == once)
        #expect(try board.read("../../home/writes").split(separator: "\n").count == 1)
        let command = try #require(commands(once).first)
        let home = board.environment["HOME"] ?? ""
        try board.write("todo/a.md", "---\ntitle: A\ndue: 2099-01-01\nremind: 2020-01-01\n---\n")
        let runs = try (0..<2).map { _ in
            try board.run(["env", "-i", "HOME=\(home)", "/bin/sh", "-c", command])
        }
        #expect(runs.map(\.output) == ["A, due 2099-01-01 (a)\n", ""], "\(runs)")
        #expect(runs.allSatisfy { $0.status == 0 && $0.error.isEmpty })
        #expect(
            try board.pmd("doctor", "reminders").output.contains(
                "cron is set up to run 'pmd remind' every minute; the last run on record was "
                    + "less than a minute ago"))
        let removed = try board.pmd("remind", "--uninstall")
        #expect(removed.error == "cron no longer runs 'pmd remind'\n")
        #expect(try board.read("../../home/crontab") == own)
        #expect(try board.pmd("remind", "--uninstall").error.hasPrefix("Neither cron nor systemd"))
    }

    @Test func `two boards have one line each`() throws {
        let board = try board()
        try board.shell("pmd init -q ../other")
        try board.pmd("remind", "--install", "cron")
        try board.pmd("remind", "--install", "cron", "-C", "../other")
        #expect(commands(try board.read("../../home/crontab")).count == 2)
        try board.pmd("remind", "--uninstall")
        let left = commands(try board.read("../../home/crontab"))
        #expect(left.count == 1 && left[0].hasSuffix("/other"))
    }

    @Test(arguments: [
        ("#!/bin/sh\necho 'you are not allowed' >&2; exit 1", 69, "crontab failed: you are not"),
        (
            "#!/bin/sh\n[ $1 = -l ] && echo \"# BEGIN pmd remind $(cd \"$PWD\"; pwd -P)\"", 65,
            "crontab -e"
        ),
        (
            "#!/bin/sh\n[ $1 != -l ] || echo 'no crontab for ann' >&2; [ $1 = - ]", 69,
            "did not keep"
        ),
    ])
    func `an unwritable crontab is reported`(
        script: String, status: Int32, words: String
    ) throws {
        let board = try board(crontab: script)
        let run = try board.pmd("remind", "--install", "cron")
        #expect(run.status == status && run.error.contains(words), "\(run)")
    }

    @Test func `without cron, the error suggests systemd`() throws {
        var board = try board(crontab: nil)
        board.environment["PATH"] = board.folder.path + "/home/bin"
        let run = try board.pmd("remind", "--install", "cron")
        #expect(run.status == 69 && run.error.contains("crontab is not installed"), "\(run)")
        #expect(run.error.contains("systemd timer"))
    }

    @Test func `the real crontab accepts the line`() throws {
        let board = try board(crontab: nil)
        guard getuid() == 0, try board.shell("unshare -m true").status == 0,
            try board.shell("command -v crontab || true").output != ""
        else { return noteNotRun("crontab in a namespace of its own needs cron and root") }
        let run = try board.shell(
            """
            unshare -m sh -ec '
            mkdir -p /var/spool/cron/crontabs
            mount -t tmpfs tmpfs /var/spool/cron/crontabs
            pmd remind --install cron; pmd remind --install cron
            crontab -l >../installed; printf "1 2 3 4 5 true\\n" | cat - ../installed | crontab -
            pmd remind --uninstall; crontab -l >../removed'
            """)
        #expect(run.status == 0, "\(run.error)")
        #expect(commands(try board.read("../installed")).count == 1)
        #expect(try board.read("../removed") == "1 2 3 4 5 true\n")
    }

    @Test func `systemd accepts the units, or the user is told how to enable them`() throws {
        var board = try board()
        let folder = board.folder.path + "/home/units"
        board.environment["XDG_CONFIG_HOME"] = folder
        try writeFile(
            board.folder.path + "/home/bin/systemctl",
            "#!/bin/sh\necho \"$@\" >>\"$HOME/calls\"\n"
                + "case $* in *is-failed*) exit 1 ;; esac; [ -e \"$HOME/works\" ]\n")
        try board.shell("chmod +x ../../home/bin/systemctl")
        let run = try board.pmd("remind", "--install", "systemd")
        #expect(run.status == 69 && run.error.contains("systemctl --user enable --now"), "\(run)")
        let files = try names(in: folder + "/systemd/user").sorted()
        #expect(files.count == 2 && files[0].hasSuffix("mine.service"), "\(files)")
        #expect(files[0].contains("it\\x27s\\x20100\\x25\\x20mine"))
        let timer = folder + "/systemd/user/" + files[1]
        let service = String(
            decoding: try readFile(folder + "/systemd/user/" + files[0]), as: UTF8.self)
        #expect(service.contains(" remind -C \"\(board.here.replacing("%", with: "%%"))\"\n"))
        if try board.shell("command -v systemd-analyze || true").output != "" {
            let check = try board.run([
                "systemd-analyze", "verify", "--user", "--man=no", timer,
            ])
            #expect(!(check.output + check.error).contains(files[0] + ":"), "\(check)")
        } else {
            noteNotRun("systemd-analyze is not installed")
        }
        #expect(try board.pmd("doctor", "reminders").output.contains("does not start them"))
        try board.shell("touch ../../home/works")
        #expect(try board.pmd("remind", "--install", "systemd").error.contains("systemd"))
        #expect(try board.read("../../home/calls").contains("--user enable --now -- pmd-remind-"))
        try board.shell("mkdir -p '\(folder)/systemd/user/timers.target.wants'")
        try board.shell(
            "ln -s '\(timer)' '\(folder)/systemd/user/timers.target.wants/'")
        #expect(try board.pmd("remind", "--uninstall").error.hasPrefix("systemd no longer"))
        #expect(try names(in: folder + "/systemd/user") == ["timers.target.wants"])
        #expect(try names(in: folder + "/systemd/user/timers.target.wants").isEmpty)
    }

    @Test func `a preview writes nothing`() throws {
        let board = try board()
        for scheduler in ["cron", "systemd"] {
            let run = try board.pmd("remind", "--install", scheduler, "--print")
            #expect(run.status == 0 && run.output.contains("pmd"))
        }
        let home = try names(in: board.folder.path + "/home").sorted()
        #expect(home == [".gitconfig", "bin"])
    }
}
