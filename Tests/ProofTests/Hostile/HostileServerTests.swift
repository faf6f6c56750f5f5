import TestSupport
import Testing

/// Servers that imitate messages of pmd or ssh.
struct HostileServerTests {
    @Test(
        arguments: [
            ("stderr", [77]), ("long", [75]), ("err", [75, 77, 65]), ("sideband", [75]),
            ("band-long", [75]), ("ng", [77]),
        ] as [(String, Set<Int32>)])
    func `the output of a program in place of ssh is quoted`(
        kind: String, codes: Set<Int32>
    ) throws {
        let remotes = try Remotes()
        try remotes.makeBoards()
        let board = try remotes.freshBoard("board", from: "hub:" + remotes.hub)
        try board.must("git config core.sshCommand 'python3 \(programsFolder)/words.py \(kind)'")
        try ServerTextCheck(board: board).check(kind, codes: codes)
    }

    @Test func `a hook's output is quoted`() throws {
        let remotes = try Remotes()
        try remotes.makeBoards()
        let board = try remotes.freshBoard("board", from: remotes.hub)
        let hook = remotes.hub + "/hooks/pre-receive"
        try writeFile(
            hook, "#!/bin/sh\npython3 \(programsFolder)/words.py --text >&2\nexit 1\n")
        try board.must("chmod +x '\(hook)'")
        try ServerTextCheck(board: board).check("hook", codes: [77])
    }

    @Test func `ten MiB without a newline take no memory`() throws {
        let remotes = try Remotes()
        try remotes.makeBoards()
        let board = try remotes.freshBoard("board", from: "hub:" + remotes.hub)
        for kind in ["long", "band-long"] {
            try board.must(
                "git config core.sshCommand 'python3 \(programsFolder)/words.py \(kind)'")
            let file = board.folder.path + "/peak"
            _ = try board.run(
                ["/usr/bin/python3", programsFolder + "/measure.py", file, binaryFolder + "/pmd"]
                    + ["sync", "--verbose"])
            let peak = try #require(Int(try board.must("cat '\(file)'")))
            #expect(peak < 150_000, "\(kind): \(peak) KiB")
        }
    }

    @Test func `a branch named like a command never becomes part of one`() throws {
        let remotes = try Remotes()
        try remotes.makeBoards()
        var board = remotes.sandbox
        let name = "x'$(touch${IFS}evil)'"
        try board.must("git -C '\(remotes.hub)' branch -m main \"x'\\$(touch\\${IFS}evil)'\"")
        #expect(try board.pmd("clone", remotes.hub, "new").status == 0)
        board.here += "/new"
        try board.must("git switch -q -c other")
        let run = try board.pmd("sync")
        #expect(run.status == 75)
        let start = try #require(run.error.firstRange(of: "run "))
        let end = try #require(run.error.firstRange(of: ", or 'git config"))
        try board.must(String(run.error[start.upperBound..<end.lowerBound]))
        #expect(try board.must("git symbolic-ref --short HEAD") == name + "\n")
        #expect(try board.must("ls | grep evil || :") == "", "\(run.error)")
    }

    /// `Banner` comes before the login, and a forced command's output after it.
    @Test(.exhaustive, arguments: [("banner", 77), ("command", 77)] as [(String, Int32)])
    func `sshd's output is never mistaken for ssh's own`(
        place: String, code: Int32
    ) throws {
        let remotes = try Remotes()
        guard let server = try SSHServer(remotes.sandbox) else {
            return noteNotRun("sshd is not installed")
        }
        try remotes.makeBoards()
        var board = try remotes.freshBoard("board", from: "hub:" + remotes.hub)
        board.environment["GIT_SSH_COMMAND"] = server.command
        let script = "python3 \(programsFolder)/words.py"
        if place == "banner" {
            // No user may log in, so the banner is the only output.
            try writeFile(server.folder + "/authorized", "")
            try board.must("\(script) --text > '\(server.folder)/banner'")
        } else {
            let key = try board.must("cat '\(server.folder)/id_ed25519.pub'")
            try writeFile(
                server.folder + "/authorized", "command=\"\(script) stderr x 'a b'\" \(key)")
        }
        try ServerTextCheck(board: board).check(place, codes: [code])
        let run = try board.pmd("sync", "--verbose")
        for words in ["accept it", "right key", "ssh-keygen -f", "accept-new"] {
            let own = run.error.split(separator: "\n").filter {
                !$0.drop { $0 == " " }.hasPrefix("remote: ")
            }
            #expect(!own.joined().contains(words), "\(place): \(run.error)")
        }
    }

    @Test func `an unknown host key is reported whatever the server prints`() throws {
        let remotes = try Remotes()
        guard let server = try SSHServer(remotes.sandbox) else {
            return noteNotRun("sshd is not installed")
        }
        try remotes.makeBoards()
        var board = try remotes.freshBoard("board", from: "hub:" + remotes.hub)
        board.environment["GIT_SSH_COMMAND"] = server.command
        try board.must(
            "python3 \(programsFolder)/words.py --text > '\(server.folder)/banner'")
        try server.know(nil)
        // A file of known hosts cannot be replaced if the user's own command names it.
        for more in ["", " -oUserKnownHostsFile=\(server.folder)/known"] {
            board.environment["GIT_SSH_COMMAND"] = server.command + more
            let run = try board.pmd("sync", "--verbose")
            #expect(run.status == 77)
            let real = try board.must("ssh-keygen -lf '\(server.folder)/host_ed25519.pub'")
            #expect(run.error.contains(real.split(separator: " ")[1]), "\(run.error)")
            #expect(!run.error.contains("evil"))
            #expect(try board.must("wc -c < '\(server.folder)/known'") == "0\n")
        }
    }
}
