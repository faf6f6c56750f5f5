import TaskBoard
import TestSupport
import Testing

@testable import BoardStorage

/// systemd units, with paths and names that systemd would expand or misread.
struct SystemdUnitsTests {
    private static let hostile = [
        "/b", "/", "/home/ann/my tasks", "/b/50% \"$HOME\" \\", "/it's/$$/${HOME}/%h",
        "/.hidden/a-b", "/x\"\u{301} ; /bin/touch owned \"\u{301}",
        "/50%\u{301}h \\\u{301} '\u{301}",
        "/우유/할 일", "/a;b/;", "/a#b/# c",
    ]

    @Test func `a service file escapes what systemd would expand`() {
        let units = SystemdUnits(
            .remind, program: "/bin/a b/pmd", for: "/b/50% \"$HOME\" \\")
        #expect(
            units.service.text.contains(
                #"ExecStart=":/bin/a b/pmd" remind -C "/b/50%% \"$HOME\" \\""# + "\n"))
        #expect(units.service.text.contains("Description=Reminders of the board /b/50%% \"$HOME"))
        #expect(units.service.name == #"pmd-remind-b-50\x25\x20\x22\x24HOME\x22\x20\x5c.service"#)
    }

    @Test(arguments: ScheduledJob.allCases, hostile)
    func `a service runs the command for its board`(job: ScheduledJob, board: String) {
        let units = SystemdUnits(job, program: "/opt/my pmd/pmd", for: board)
        #expect(
            SystemdUnits.command(in: units.service.text)
                == ["/opt/my pmd/pmd"] + job.words(for: board))
    }

    @Test(arguments: hostile)
    func `instance names match systemd-escape and are read back`(board: String) throws {
        let name = SystemdUnits.escaped(board)
        #expect(SystemdUnits.unescaped(name) == board)
        #expect(SystemdUnits.instance(of: .sync, for: board) == "pmd-sync@" + name)
        let sandbox = try ProgramSandbox()
        guard try sandbox.shell("command -v systemd-escape || true").output != "" else {
            return noteNotRun("systemd-escape is not installed")
        }
        let run = try sandbox.run(["systemd-escape", "--path", board])
        #expect(run.output == name + "\n")
    }

    @Test func `a path too long for an instance name gets units named by its hash`() {
        let board = "/" + String(repeating: "우", count: 200)
        #expect(SystemdUnits.instance(of: .sync, for: board) == nil)
        #expect(SystemdUnits.name(of: .sync, for: board).utf8.count == "pmd-sync-".utf8.count + 40)
    }

    @Test func `an older version's unit is read`() {
        let text = "[Service]\nExecStart=\"/bin/pmd\" \"remind\" \"-C\" \"/b/$$HOME 50%%\"\n"
        #expect(
            SystemdUnits.command(in: text) == ["/bin/pmd", "remind", "-C", "/b/$HOME 50%"])
    }

    @Test(arguments: ScheduledJob.allCases)
    func `the package templates match the units that pmd writes`(
        job: ScheduledJob
    ) throws {
        let template = SystemdUnits.template(job, program: "/usr/bin/pmd")
        let board = SystemdUnits(job, program: "/usr/bin/pmd", for: "/home/ann/tasks")
        for (file, own) in [
            (template.service, board.service), (template.trigger, board.trigger),
        ] {
            let text = String(
                decoding: try readFile("\(projectFolder)/Sources/Packaging/units/\(file.name)"),
                as: UTF8.self)
            #expect(file.text == text, "\(file.name)")
            let lines = own.text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(own.text.hasPrefix(SystemdUnits.ownComment))
            #expect(
                text.replacing("%f", with: "/home/ann/tasks")
                    == lines.dropFirst().joined(separator: "\n"), "\(file.name)")
        }
    }

    @Test func `a drop-in sets a port of its own`() {
        #expect(SystemdUnits.port(in: SystemdUnits.dropIn(port: 8080)) == 8080)
        let units = SystemdUnits(.serve, program: "/bin/pmd", for: "/b", port: 8081)
        #expect(SystemdUnits.port(in: units.trigger.text) == 8081)
        #expect(SystemdUnits.port(in: "[Socket]\nListenStream=\n") == nil)
        for port in ["0", "70000", "x"] {
            #expect(SystemdUnits.port(in: "ListenStream=127.0.0.1:\(port)\n") == nil)
        }
    }
}
