import Glibc
import TestSupport
import Testing

@testable import pmd

/// `--install` and `--uninstall` of cron and systemd jobs, with stand-ins for both.
struct JobInstallTests {
    /// Enables and disables as systemd does, and fails if `$HOME/broken` exists.
    private static let systemctl = """
        #!/bin/sh
        echo "$@" >>"$HOME/calls"
        [ ! -e "$HOME/broken" ] || exit 1
        [ ! -e "$HOME/hangs" ] || sleep 60
        for unit; do :; done
        link=$HOME/.config/systemd/user/${unit##*.}s.target.wants/$unit
        case $* in
        *is-failed*) grep -qxF "$unit" "$HOME/failed" 2>/dev/null ;;
        *disable*) rm -f "$link" ;;
        *enable*) mkdir -p "${link%/*}"; ln -sf "/units/$unit" "$link" ;;
        esac
        """

    /// A crontab that is a file.
    private static let crontab = """
        #!/bin/sh
        file=$HOME/crontab
        case $1 in
        -l) [ -e "$file" ] || { echo 'no crontab for ann' >&2; exit 1; }; cat "$file" ;;
        -) cat >"$file" ;;
        esac
        """

    private static let units = "home/.config/systemd/user"

    /// A board in a folder, next to a home folder with both programs.
    private func board(_ name: String = "it's 100% $mine") throws -> ProgramSandbox {
        var sandbox = try ProgramSandbox()
        let bin = sandbox.folder.path + "/home/bin"
        try sandbox.shell("mkdir '\(bin)'")
        for (name, text) in [("systemctl", Self.systemctl), ("crontab", Self.crontab)] {
            try writeFile("\(bin)/\(name)", text + "\n")
            try sandbox.shell("chmod +x '\(bin)/\(name)'")
        }
        sandbox.environment["PATH"] = bin + ":" + (sandbox.environment["PATH"] ?? "")
        // Hides the units of a package that this machine may have.
        sandbox.environment["XDG_DATA_DIRS"] = sandbox.folder.path + "/share"
        try sandbox.pmd("init", "-q", name)
        sandbox.here += "/" + name
        return sandbox
    }

    /// Installs a package's templates for a program where systemd finds them.
    private func installTemplates(_ sandbox: ProgramSandbox, running program: String? = nil) throws
    {
        let program = program ?? binaryFolder + "/pmd"
        try sandbox.shell(
            """
            mkdir -p '\(sandbox.folder.path)/share/systemd/user'
            cp '\(projectFolder)'/Sources/Packaging/units/* '\(sandbox.folder.path)/share/systemd/user'
            sed -i 's|/usr/bin/pmd|\(program)|' '\(sandbox.folder.path)'/share/systemd/user/*
            """)
    }

    /// The files and links in the folder of the user's units.
    private func files(_ sandbox: ProgramSandbox) throws -> [String] {
        try sandbox.shell(
            "cd '\(sandbox.folder.path)/\(Self.units)' 2>/dev/null || exit 0; "
                + "find . ! -type d | sort"
        ).output.split(separator: "\n").map { String($0.dropFirst(2)) }
    }

    private func escaped(_ sandbox: ProgramSandbox) -> String {
        sandbox.here.dropFirst().map { character in
            switch character {
            case "/": "-"
            case "-", " ", "'", "%", "$":
                "\\x" + String(character.asciiValue ?? 0, radix: 16)
            default: String(character)
            }
        }.joined()
    }

    @Test(arguments: ["sync", "remind", "serve"])
    func `without a package, the board's own units are written, printed and removed`(
        _ job: String
    ) throws {
        let board = try board()
        let printed = try board.pmd(job, "--install", "systemd", "--print")
        #expect(printed.status == 0 && printed.error.isEmpty, "\(printed)")
        #expect(try files(board).isEmpty)
        let run = try board.pmd(job, "--install", "systemd")
        #expect(run.status == 0 && run.error.contains("systemd"), "\(run)")
        let type = job == "serve" ? "socket" : "timer"
        let name = "pmd-\(job)-\(escaped(board))"
        #expect(
            try files(board)
                == [
                    "\(name).service", "\(name).\(type)", "\(type)s.target.wants/\(name).\(type)",
                ].sorted())
        let folder = board.folder.path + "/" + Self.units
        var text = ""
        for file in ["\(name).service", "\(name).\(type)"] {
            text += "# \(folder)/\(file)\n"
            text += String(decoding: try readFile("\(folder)/\(file)"), as: UTF8.self)
        }
        #expect(printed.output == text)
        if try board.shell("command -v systemd-analyze || true").output != "" {
            let check = try board.run([
                "systemd-analyze", "verify", "--user", "--man=no", "\(folder)/\(name).\(type)",
            ])
            #expect(!(check.output + check.error).contains(name + "."), "\(check)")
        } else {
            noteNotRun("systemd-analyze is not installed")
        }
        let again = try board.pmd(job, "--install", "systemd")
        #expect(again.error == run.error)
        let removed = try board.pmd(job, "--uninstall")
        #expect(removed.error == "systemd no longer runs 'pmd \(job)'\n", "\(removed)")
        #expect(try files(board).isEmpty)
        #expect(try board.pmd(job, "--uninstall").status == 0)
    }

    @Test(arguments: ["sync", "remind", "serve"])
    func `the template of a package that runs this program is enabled, and nothing is written`(
        _ job: String
    ) throws {
        let board = try board()
        try installTemplates(board)
        let type = job == "serve" ? "socket" : "timer"
        let instance = "pmd-\(job)@\(escaped(board)).\(type)"
        #expect(try board.pmd(job, "--install", "systemd").status == 0)
        #expect(
            try files(board).filter { !$0.hasPrefix("pmd-serve@") } == [
                "\(type)s.target.wants/\(instance)"
            ])
        let printed = try board.pmd(job, "--install", "systemd", "--print").output
        #expect(printed.contains("systemctl --user enable --now"), "\(printed)")
        let topic = job == "remind" ? "reminders" : "services"
        let doctor = try board.pmd("doctor", topic)
        #expect(doctor.status == 0 && doctor.output.contains("systemd"), "\(doctor)")
        #expect(try board.pmd(job, "--uninstall").error == "systemd no longer runs 'pmd \(job)'\n")
        #expect(try files(board).isEmpty)
    }

    @Test func `another program's template is not used`() throws {
        let board = try board()
        try installTemplates(board, running: "/bin/true")
        try board.pmd("sync", "--install", "systemd")
        #expect(try files(board).contains { $0.hasPrefix("pmd-sync-") })
        #expect(try !files(board).contains { $0.contains("pmd-sync@") })
    }

    @Test func `units are replaced by the package's template, and return without it`() throws {
        let board = try board()
        for job in ["sync", "serve"] { try board.pmd(job, "--install", "systemd") }
        #expect(try files(board).count == 6)
        try installTemplates(board)
        for job in ["sync", "serve"] { try board.pmd(job, "--install", "systemd") }
        let kept = try files(board)
        #expect(kept.allSatisfy { $0.contains("@") }, "\(kept)")
        try board.shell("rm -r ../../share")
        let doctor = try board.pmd("doctor", "services")
        #expect(doctor.status == 1 && doctor.output.contains("package are missing"), "\(doctor)")
        for job in ["sync", "serve"] { try board.pmd(job, "--install", "systemd") }
        #expect(try files(board).count == 6)
        #expect(try files(board).allSatisfy { !$0.contains("@") })
        #expect(try board.pmd("doctor", "services").status == 0)
    }

    @Test func `a server's own port is a drop-in for the template, and stays`() throws {
        let board = try board()
        try installTemplates(board)
        let port = try Self.freePort()
        let words = ["serve", "--install", "systemd", "--port", "\(port)"]
        let run = try board.run([board.program] + words)
        #expect(run.status == 0 && run.error.contains("http://127.0.0.1:\(port)/"), "\(run)")
        let dropIn = "pmd-serve@\(escaped(board)).socket.d/port.conf"
        #expect(try files(board).contains(dropIn))
        #expect(
            try board.read("../../\(Self.units)/\(dropIn)")
                == "# Written by 'pmd serve --install systemd', which writes it again: put "
                + "settings of your own in a drop-in.\n[Socket]\nListenStream=\n"
                + "ListenStream=127.0.0.1:\(port)\nListenStream=[::1]:\(port)\n")
        let again = try board.pmd("serve", "--install", "systemd")
        #expect(again.error == run.error)
        // A listening socket is stopped before its port changes.
        let other = try Self.freePort()
        try board.shell("rm ../../home/calls")
        try board.pmd("serve", "--install", "systemd", "--port", "\(other)")
        let calls = try board.read("../../home/calls").split(separator: "\n")
        #expect(calls.first?.hasPrefix("--user stop -- pmd-serve@") == true, "\(calls)")
        try board.pmd("serve", "--uninstall")
        #expect(try files(board).isEmpty)
        #expect(try board.shell("find ../../\(Self.units) -name '*.d'").output.isEmpty)
    }

    @Test(arguments: [true, false])
    func `two boards never share a port`(hasPackage: Bool) throws {
        let board = try board()
        if hasPackage { try installTemplates(board) }
        try board.pmd("init", "-q", "../other")
        let port = try Self.freePort()
        try board.pmd("serve", "--install", "systemd", "--port", "\(port)")
        let taken = try board.pmd(
            "serve", "--install", "systemd", "--port", "\(port)", "-C", "../other")
        #expect(taken.status == 69 && taken.error.contains("port \(port) is in use"), "\(taken)")
        let first = try board.pmd("serve", "--install", "systemd", "-C", "../other")
        let second = try board.pmd("doctor", "services", "-C", "../other")
        #expect(first.status == 0 && !first.error.contains(":\(port)/"), "\(first)")
        #expect(second.output.contains("serves the board at http://127.0.0.1:"), "\(second)")
        try board.pmd("init", "-q", "../third")
        let third = try board.pmd("serve", "--install", "systemd", "-C", "../third")
        #expect(third.status == 0 && third.error != first.error, "\(third)")
    }

    @Test func `a port that another program uses is refused`() throws {
        let board = try board()
        let listener = try Listener()
        let run = try board.pmd("serve", "--install", "systemd", "--port", "\(listener.port)")
        #expect(run.status == 69 && run.error.contains("is in use"), "\(run)")
        #expect(try files(board).isEmpty)
        let korean = try board.shell(
            "LC_ALL=ko_KR.UTF-8 pmd serve --install systemd --port \(listener.port)")
        #expect(korean.error.contains("\(listener.port)번 포트"), "\(korean)")
    }

    @Test func `cron syncs every five minutes, next to the reminder line`() throws {
        let board = try board()
        try board.pmd("remind", "--install", "cron")
        let run = try board.pmd("sync", "--install", "cron")
        #expect(run.error == "cron now runs 'pmd sync' every five minutes\n")
        let crontab = try board.read("../../home/crontab")
        let line = try #require(
            crontab.split(separator: "\n").first { $0.hasPrefix("*/5 * * * * ") })
        let command = line.dropFirst("*/5 * * * * ".count).replacing("\\%", with: "%")
        try board.write("todo/a.md", "# By hand\n")
        let home = board.environment["HOME"] ?? ""
        let sync = try board.run(
            ["env", "-i", "HOME=\(home)", "/bin/sh", "-c", String(command)])
        #expect(sync.status == 0 && sync.output.isEmpty && sync.error.isEmpty, "\(sync)")
        #expect(try board.shell("git status --porcelain").output.isEmpty)
        #expect(try board.pmd("doctor", "services").output.contains("cron is set up to run"))
        #expect(try board.pmd("sync", "--uninstall").error == "cron no longer runs 'pmd sync'\n")
        let left = try board.read("../../home/crontab")
        #expect(left.contains("pmd remind") && !left.contains("pmd sync"), "\(left)")
    }

    @Test func `concurrent installations lose no line, and use no port twice`() throws {
        let board = try board()
        let run = try board.shell(
            """
            for name in a b c d; do pmd init -q "../$name"; done
            for name in a b c d; do
                pmd sync -C "../$name" --install cron &
                pmd serve -C "../$name" --install systemd &
            done
            wait
            """)
        #expect(run.status == 0, "\(run)")
        let crontab = try board.read("../../home/crontab")
        #expect(crontab.split(separator: "\n").count { $0.hasPrefix("# BEGIN pmd sync") } == 4)
        let ports = try board.shell("cat ../../home/.config/systemd/user/*.socket | grep '=127'")
        #expect(Set(ports.output.split(separator: "\n")).count == 4, "\(ports)")
    }

    @Test func `a program path with a line feed is not written to a crontab or a unit`() throws {
        let board = try board()
        let run = try board.shell(
            """
            folder="$PWD/../$(printf 'x\\ny')"
            mkdir "$folder"; cp "$(command -v pmd)" "$folder/pmd"
            for scheduler in cron systemd; do
                "$folder/pmd" sync --install $scheduler && echo installed
            done; true
            """)
        #expect(run.output.isEmpty && run.error.contains("control characters"), "\(run)")
    }

    @Test func `doctor reports what prevents a job from running`() throws {
        let board = try board("tasks")
        try board.shell("touch ../../home/broken")
        let run = try board.pmd("sync", "--install", "systemd")
        #expect(
            run.status == 69 && run.error.contains("systemctl --user enable --now 'pmd-sync-"),
            "\(run)")
        let disabled = try board.pmd("doctor", "services")
        #expect(disabled.output.contains("does not start them"), "\(disabled)")
        try board.shell("rm ../../home/broken")
        try board.pmd("sync", "--install", "systemd")
        let unit = "pmd-sync-\(escaped(board)).service"
        try writeFile(board.folder.path + "/home/failed", unit + "\n")
        let failed = try board.pmd("doctor", "services")
        #expect(failed.status == 1 && failed.output.contains("journalctl --user -u"), "\(failed)")
        try board.shell(
            "sed -i 's|ExecStart=:[^ ]*|ExecStart=:/gone/pmd|' ../../\(Self.units)/*.service")
        let gone = try board.pmd("doctor", "services")
        #expect(gone.status == 1 && gone.output.contains("/gone/pmd is missing"), "\(gone)")
        #expect(gone.output.contains("pmd sync --install systemd"))
    }

    @Test(arguments: [true, false])
    func `doctor finds a moved board's jobs, and how to remove them`(
        hasPackage: Bool
    ) throws {
        var board = try board("old tasks")
        if hasPackage { try installTemplates(board) }
        try board.pmd("sync", "--install", "systemd")
        try board.pmd("remind", "--install", "cron")
        try board.pmd("serve", "--install", "systemd")
        try board.shell("mv '../old tasks' ../tasks")
        board.here = board.folder.path + "/work/tasks"
        let run = try board.pmd("doctor", "services", "--json")
        let found = try JSON(run.output)
        let messages = (0..<(found.count ?? 0)).compactMap { found[$0]?["message"]?.text }
        let remedies = (0..<(found.count ?? 0)).compactMap { found[$0]?["remedy"]?.text }
        for words in ["systemd is set up to run 'pmd sync'", "cron is set up to run 'pmd remind'"] {
            #expect(messages.contains { $0.hasPrefix("\(words) for /") }, "\(messages)")
        }
        let removals = remedies.filter { $0.hasPrefix("pmd ") }
        #expect(removals.count == 3, "\(remedies)")
        for remedy in removals { #expect(try board.shell(remedy).status == 0, "\(remedy)") }
        #expect(try files(board).isEmpty)
        #expect(try board.read("../../home/crontab").isEmpty)
        let after = try board.pmd("doctor", "services")
        #expect(!after.output.contains("no longer a board"), "\(after)")
    }

    @Test(arguments: [
        ["serve", "--install", "cron"], ["serve", "--install", "systemd", "--port", "0"],
        ["serve", "--install", "systemd", "--open"], ["serve", "--uninstall", "--port", "8080"],
        ["sync", "--install", "systemd", "--json"], ["remind", "--uninstall", "--json"],
        ["serve", "--print"], ["sync", "--print"], ["sync", "--install", "systemd", "--verbose"],
        ["sync", "--install", "cron", "--uninstall"], ["sync", "--install", "launchd"],
    ])
    func `options without effect are refused`(_ words: [String]) throws {
        let board = try board()
        let run = try board.run([board.program] + words)
        #expect(run.status == 64 && !run.error.isEmpty, "\(run)")
        #expect(try names(in: board.folder.path + "/home").sorted() == [".gitconfig", "bin"])
    }

    @Test func `units and a port that the user wrote are neither replaced nor removed`() throws {
        let board = try board("tasks")
        let unit = "\(Self.units)/pmd-sync-\(escaped(board)).timer"
        let dropIn = "\(Self.units)/pmd-serve@\(escaped(board)).socket.d/port.conf"
        try board.shell("mkdir -p \"$(dirname '../../\(dropIn)')\"")
        for file in [unit, dropIn] { try board.write("../../" + file, "[Socket]\n# mine\n") }
        for words in [
            ["sync", "--install", "systemd", "--print"], ["sync", "--install", "systemd"],
        ] {
            let run = try board.run([board.program] + words)
            #expect(run.status == 65 && run.error.contains("pmd did not write it"), "\(run)")
        }
        try installTemplates(board)
        let serve = try board.pmd("serve", "--install", "systemd")
        #expect(serve.status == 65 && serve.error.contains("port.conf"), "\(serve)")
        for job in ["sync", "serve"] { #expect(try board.pmd(job, "--uninstall").status == 0) }
        #expect(try files(board).count == 2)
        for file in [unit, dropIn] { #expect(try board.read("../../" + file).contains("# mine")) }
    }

    @Test func `a service without its timer is removed too`() throws {
        let board = try board("tasks")
        try board.pmd("sync", "--install", "systemd")
        try board.shell("rm ../../\(Self.units)/*.timer ../../\(Self.units)/*/*.timer")
        #expect(
            try board.pmd("sync", "--uninstall").error == "systemd no longer runs 'pmd sync'\n")
        #expect(try files(board).isEmpty)
    }

    @Test func `without a running systemd, each board still has its own port`() throws {
        let board = try board("tasks")
        try installTemplates(board)
        try board.shell("touch ../../home/broken")
        var ports: [Int] = []
        for name in ["tasks", "other", "third"] {
            if name != "tasks" { try board.pmd("init", "-q", "../" + name) }
            let run = try board.pmd("serve", "--install", "systemd", "-C", "../" + name)
            #expect(run.status == 69 && run.error.contains(" yet at port "), "\(run)")
            ports += run.error.split(separator: " ").compactMap { Int($0.dropLast()) }.suffix(1)
        }
        #expect(ports.count == 3 && Set(ports).count == 3, "\(ports)")
    }

    @Test func `uninstalling warns that systemd may keep running, and waits for it once`() throws {
        var board = try board("tasks")
        try board.pmd("serve", "--install", "systemd")
        try board.shell("mkdir -p ../../home/run/systemd; touch ../../home/hangs")
        board.environment["XDG_RUNTIME_DIR"] = board.folder.path + "/home/run"
        try board.shell("touch ../../home/run/systemd/private")
        let clock = ContinuousClock()
        let start = clock.now
        let run = try board.pmd("serve", "--uninstall")
        #expect(clock.now - start < .seconds(20))
        #expect(
            run.status == 69 && run.error.contains("systemctl --user stop 'pmd-serve"), "\(run)")
        #expect(try files(board).isEmpty)
        // No service manager is running.
        try board.shell(
            "rm ../../home/run/systemd/private ../../home/hangs; touch ../../home/broken")
        try board.pmd("serve", "--install", "systemd")
        #expect(try board.pmd("serve", "--uninstall").status == 0)
    }

    @Test func `an unreadable or unterminated crontab does not keep units, and is reported`() throws
    {
        let board = try board("tasks")
        try board.pmd("sync", "--install", "systemd")
        try board.write("../../home/crontab", "# BEGIN pmd sync \(board.here)\n* * * * * true\n")
        let doctor = try board.pmd("doctor", "services")
        #expect(doctor.status == 1 && doctor.output.contains("have been edited"), "\(doctor)")
        let run = try board.pmd("sync", "--uninstall")
        #expect(run.status == 65 && run.error.contains("have been edited"), "\(run)")
        #expect(try files(board).isEmpty)
        try writeFile(
            board.folder.path + "/home/bin/crontab", "#!/bin/sh\necho 'disk full' >&2; exit 1\n")
        let unread = try board.pmd("sync", "--uninstall")
        #expect(unread.status == 69 && unread.error.contains("disk full"), "\(unread)")
        try writeFile(
            board.folder.path + "/home/bin/crontab",
            "#!/bin/sh\necho 'You (ann) are not allowed to use this program (crontab)' >&2; exit 1\n"
        )
        #expect(try board.pmd("sync", "--uninstall").status == 0)
    }

    @Test func `doctor reports a stopped timer, half an installation and a silent systemd`() throws
    {
        let board = try board("tasks")
        try board.pmd("sync", "--install", "systemd")
        let systemctl = board.folder.path + "/home/bin/systemctl"
        for (answer, status, words) in [
            ("case $* in *is-active*) exit 3 ;; *) exit 1 ;; esac", 1, "is stopped"),
            ("exit 1", 0, "does not respond"),
        ] {
            try writeFile(systemctl, "#!/bin/sh\n\(answer)\n")
            let run = try board.pmd("doctor", "services")
            #expect(run.status == status && run.output.contains(words), "\(run)")
        }
        try board.shell("rm ../../\(Self.units)/*.timer")
        let half = try board.pmd("doctor", "services")
        #expect(half.status == 1 && half.output.contains("one of its two units"), "\(half)")
    }

    @Test func `if one scheduler refuses an uninstallation, the other's job is still removed`()
        throws
    {
        var board = try board("tasks")
        for scheduler in ["cron", "systemd"] { try board.pmd("sync", "--install", scheduler) }
        try board.shell("mkdir -p ../../home/run/systemd; touch ../../home/run/systemd/private")
        board.environment["XDG_RUNTIME_DIR"] = board.folder.path + "/home/run"
        try board.shell("touch ../../home/broken")
        #expect(try board.pmd("sync", "--uninstall").status == 69)
        #expect(try board.read("../../home/crontab").isEmpty && files(board).isEmpty)
    }

    @Test(arguments: ["../link/gone", "../work/./gone", "../work//gone", "../x/../work/gone"])
    func `a deleted board's job is found by any name of its folder`(name: String) throws {
        var board = try board("gone")
        try board.pmd("sync", "--install", "systemd")
        board.here = board.folder.path + "/work"
        try board.shell("rm -rf gone; ln -s work ../link; mkdir ../x")
        let run = try board.pmd("sync", "--uninstall", "-C", name)
        #expect(run.status == 0 && run.error.hasPrefix("systemd no longer"), "\(run)")
    }

    @Test func `a crontab with another system's line endings gets no second block`() throws {
        let board = try board("tasks")
        try board.pmd("sync", "--install", "cron")
        try board.shell("sed -i 's/$/\\r/' ../../home/crontab")
        try board.pmd("sync", "--install", "cron")
        let crontab = try board.read("../../home/crontab")
        #expect(crontab.split(separator: "\n").count == 3, "\(crontab)")
        try board.pmd("sync", "--uninstall")
        #expect(try board.read("../../home/crontab").isEmpty)
    }

    @Test(arguments: ["", "relative"])
    func `a home that is not an absolute path is ignored`(home: String) throws {
        var board = try board("tasks")
        board.environment["HOME"] = home
        let run = try board.pmd("sync", "--install", "systemd", "--print")
        let known = String(cString: getpwuid(getuid()).pointee.pw_dir)
        #expect(run.output.hasPrefix("# \(known)/.config/systemd/user/pmd-sync"), "\(run)")
    }

    @Test func `the calendar's addresses contain the installed port`() throws {
        let board = try board("tasks")
        let port = try Self.freePort()
        try board.pmd("serve", "--install", "systemd", "--port", "\(port)")
        let run = try board.pmd("serve", "--print-calendar")
        #expect(run.output.hasPrefix("http://127.0.0.1:\(port)/calendar.ics"), "\(run)")
    }

    /// A free port.
    private static func freePort() throws -> Int { try Listener().port }
}

/// A program that listens on a port until it is released.
private final class Listener {
    let port: Int
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 1) == 0
                    ? getsockname(descriptor, $0, &length) : -1
            }
        }
        guard result == 0 else { throw SystemFailure(call: "listen") }
        port = Int(in_port_t(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }
}
