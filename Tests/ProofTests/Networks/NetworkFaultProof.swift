import Glibc
import TestSupport
import Testing

/// Networks that fail, stall or send garbage during a sync.
struct NetworkFaultProof {
    /// A test's servers, and the protocols to reach them.
    private struct Ways {
        var remotes: Remotes
        let ssh: SSHServer?
        let web: WebServer?
        let daemon: (port: Int, program: BackgroundProgram)
        let faulty: FaultyServers

        init(deadlines: String = "") throws {
            remotes = try Remotes()
            ssh = try SSHServer(remotes.sandbox)
            web = try WebServer(remotes.sandbox, remotes.repositories)
            faulty = try FaultyServers(remotes.sandbox)
            daemon = try gitDaemon(remotes)
            try remotes.makeBoards(deadlines: deadlines)
            try remotes.sandbox.must("git config --global pmd.allowHttp true")
        }

        /// The protocols that this machine has.
        var names: [String] {
            (ssh == nil ? [] : ["ssh"]) + (web == nil ? [] : ["http", "https"]) + ["daemon"]
        }

        /// Reports the missing protocols.
        func tellMissing(_ proof: Proof) {
            if ssh == nil { proof.notRun("by ssh: sshd is not installed") }
            if web == nil {
                proof.notRun("by http: nginx, fcgiwrap or git http-backend is not installed")
            }
        }

        func port(_ name: String) -> Int {
            switch name {
            case "ssh": ssh?.port ?? 0
            case "http": web?.ports["plain"] ?? 0
            case "https": web?.ports["good"] ?? 0
            default: daemon.port
            }
        }

        /// Returns the hub's address for a protocol and a port.
        func url(_ name: String, _ port: Int) -> String {
            switch name {
            case "ssh": "ssh://127.0.0.1:\(port)\(remotes.hub)"
            case "http": "http://localhost:\(port)/open/hub.git"
            case "https": "https://localhost:\(port)/open/hub.git"
            default: "git://127.0.0.1:\(port)/hub.git"
            }
        }

        func board(_ name: String, _ port: Int) throws -> ProgramSandbox {
            var board = try remotes.freshBoard("board", from: url(name, port))
            // The key is the server's, whatever the port.
            board.environment["GIT_SSH_COMMAND"] = ssh.map {
                $0.command + " -oHostKeyAlias=hub -oCheckHostIP=no"
            }
            if let web { try board.must("git config http.sslCAInfo '\(web.folder)/ca.pem'") }
            return board
        }
    }

    /// The offsets of cuts: every byte of the first 4 KiB, then every 997th.
    private struct Cut: CustomStringConvertible {
        let way: String
        let direction: String
        let bytes: Int
        let isReset: Bool

        var description: String {
            "\(way) \(direction) after \(bytes)\(isReset ? " by a reset" : "")"
        }

        static func all(_ ways: [String]) -> [Cut] {
            let places = Array(0...4_096) + Array(stride(from: 5_093, to: 16_000, by: 997))
            return ways.flatMap { way in
                ["up", "down"].flatMap { direction in
                    places.map {
                        Cut(way: way, direction: direction, bytes: $0, isReset: $0 % 3 == 1)
                    }
                }
            }
        }
    }

    @Test func `a sync recovers from a connection cut at any byte`() async throws {
        let proof = Proof(
            "cuts", of: "cut connections",
            faults: ["wrong exit", "left over", "not consistent", "next sync failed"])
        let ways = try Ways()
        ways.tellMissing(proof)
        await proof.each(Cut.all(ways.names), quick: 10) { cut, trial in
            let proxy = try ways.faulty.open(
                #""op": "cut", "to": \#(ways.port(cut.way)), "\#(cut.direction)": \#(cut.bytes), "#
                    + #""reset": \#(cut.isReset)"#)
            let board = try ways.board(cut.way, proxy)
            let before = try ways.remotes.hubHead()
            let run = try board.pmd("sync", "--verbose")
            let count = try ways.faulty.count(proxy)
            try ways.faulty.close(proxy)
            let wasCut = (cut.direction == "up" ? count.up : count.down) >= cut.bytes
            // The last bytes of a connection may contain nothing new.
            trial.expect(
                run.status == 75 || run.status == 0 && !wasCut || run.status == 0 && cut.bytes > 0,
                "wrong exit", "\(cut): \(run.status) \(run.output)\(run.error)")
            if run.status == 0 {
                trial.count("that were done")
                let head = try board.must("git rev-parse HEAD")
                trial.expect(
                    try ways.remotes.hubHead() + "\n" == head, "wrong exit", "\(cut): not pushed")
            }
            try Self.checkWhole(board, ways, trial, "\(cut)")
            _ = before
        }
    }

    /// Checks that nothing is left over or damaged, and that the next sync succeeds.
    private static func checkWhole(
        _ board: ProgramSandbox, _ ways: Ways, _ trial: Trial, _ what: String
    ) throws {
        // A server may need a moment to notice that its client is gone.
        let end = ContinuousClock.now + .seconds(60)
        var left = try ways.remotes.leftovers(board)
        while left.contains(ways.remotes.hub), ContinuousClock.now < end {
            left = try ways.remotes.leftovers(board)
        }
        trial.expect(left.isEmpty, "left over", "\(what): \(left)")
        let check = try board.shell(
            "git fsck --strict 2>&1; git -C '\(ways.remotes.hub)' fsck 2>&1")
        trial.expect(
            check.status == 0 && !check.output.contains("error"), "not consistent",
            "\(what): \(check.output)")
        try board.must("git remote set-url origin '\(ways.remotes.hub)'")
        let next = try board.pmd("sync", "--verbose")
        let head = try board.must("git rev-parse HEAD")
        trial.expect(
            try next.status == 0 && ways.remotes.hubHead() + "\n" == head, "next sync failed",
            "\(what): \(next.output)\(next.error)")
        let titles = try board.pmd("list").output
        trial.expect(
            ["Fix the roof", "Buy milk", "Call the bank"].allSatisfy(titles.contains),
            "next sync failed", "\(what): \(titles)")
    }

    /// A server that goes silent, sends one byte at a time, or sends garbage.
    private struct Silence: CustomStringConvertible {
        let way: String
        let fault: String
        var description: String { "\(way): \(fault)" }
    }

    private static let deadline = 3.0

    @Test func `a silent server is dropped at the deadline`() async throws {
        let proof = Proof(
            "silence", of: "servers that fall silent, dribble or lie",
            faults: ["wrong exit", "too late", "left over", "not consistent", "next sync failed"])
        let ways = try Ways(deadlines: "connect: 3, idle: 3, total: 6")
        ways.tellMissing(proof)
        let faults =
            ["silent", "slow", "garbage", "refs"]
            + (1...40).flatMap { ["stall down \($0 * $0 * 8)", "stall up \($0 * $0 * 4)"] }
        let cases = ways.names.flatMap { way in faults.map { Silence(way: way, fault: $0) } }
        await proof.each(cases, quick: 4) { silence, trial in
            let words = silence.fault.split(separator: " ")
            let to = ways.port(silence.way)
            let order =
                switch words[0] {
                case "silent": #""op": "silent""#
                case "slow": #""op": "slow", "to": \#(to)"#
                case "garbage": #""op": "garbage", "seed": \#(trial.seed % 1000)"#
                case "refs":
                    #""op": "refs", "kind": "\#(silence.way == "daemon" ? "ssh" : "http")""#
                default: #""op": "stall", "to": \#(to), "\#(words[1])": \#(words[2])"#
                }
            let server = try ways.faulty.open(order)
            let board = try ways.board(silence.way, server)
            let usesOption = trial.seed % 2 == 0
            let (run, seconds) = try timed {
                usesOption
                    ? try board.pmd("sync", "--verbose", "--timeout", "3")
                    : try board.pmd("sync", "--verbose")
            }
            try ways.faulty.close(server)
            trial.expect(
                run.status == 75 || run.status == 0 && words[0] == "stall", "wrong exit",
                "\(silence): \(run.status) \(run.error)")
            // During a soak, the machine is idle.
            let grace = Proof.isSoak ? 2.0 : 30.0
            let limit = usesOption ? 3.0 : 6.0
            trial.expect(
                seconds <= limit + grace, "too late", "\(silence): \(seconds) s of \(limit)")
            trial.expect(
                try board.must("ps -eo args | grep -c '[_]_transfer.*\(board.here)/ ' || :")
                    == "0\n", "left over", "\(silence): a process")
            try Self.checkWhole(board, ways, trial, "\(silence)")
        }
    }

    @Test func `an endless list of references is dropped, over ssh too`() throws {
        let ways = try Ways()
        let port = try ways.faulty.open(#""op": "refs", "kind": "ssh""#)
        var board = try ways.remotes.freshBoard("board", from: "hub:/x")
        board.environment["GIT_SSH_COMMAND"] = "python3 \(programsFolder)/netcat.py \(port)"
        let run = try board.pmd("sync")
        #expect(run.status == 75)
        #expect(run.error.isEmpty, "it passes: \(run.error)")
        #expect(try board.pmd("status").output.contains("list of references"))
        #expect(try ways.remotes.leftovers(board) == "")
    }

    @Test func `name lookups without a response end at the deadline`() async throws {
        let proof = Proof("dns", of: "names", faults: ["failed", "late", "left over"])
        let remotes = try Remotes()
        try remotes.makeBoards()
        let board = try remotes.freshBoard("board", from: "https://board.example.org/hub.git")
        guard try board.shell("unshare -m true").status == 0 else {
            return proof.notRun("mounting needs root")
        }
        // This name server receives every query and responds to none.
        try writeFile(board.folder.path + "/resolv.conf", "nameserver 127.0.0.77\n")
        let script = """
            mount --bind '\(board.folder.path)/resolv.conf' /etc/resolv.conf
            exec python3 '\(programsFolder)/deaf-dns.py' pmd sync --verbose --timeout 2
            """
        let (run, seconds) = try timed {
            try board.run(["/usr/bin/unshare", "-m", "/bin/sh", "-ec", script])
        }
        if run.status == 69 { return proof.notRun("port 53 is not free") }
        await proof.each(["board.example.org"], quick: 1) { name, trial in
            let isTold = run.status == 75 && run.error.contains("not finished after 2 s")
            trial.expect(isTold, "failed", "\(name): \(run.status) \(run.error)")
            trial.expect(seconds < 32, "late", "\(seconds)")
            let left = try remotes.leftovers(board)
            trial.expect(left == "", "left over", left)
        }
    }

    @Test func `a hook's output is reported, and a push that it declines fails`() async throws {
        let proof = Proof(
            "hooks", of: "declining hooks", faults: ["not told", "wrong exit", "lost"])
        let ways = try Ways()
        ways.tellMissing(proof)
        let cases = (ways.names + ["path", "file"]).flatMap { way in
            ["pre-receive", "update"].map { Silence(way: way, fault: $0) }
        }
        await proof.each(cases, quick: 5) { one, trial in
            let board =
                ["path", "file"].contains(one.way)
                ? try ways.remotes.freshBoard(
                    "board", from: (one.way == "file" ? "file://" : "") + ways.remotes.hub)
                : try ways.board(one.way, ways.port(one.way))
            let hook = ways.remotes.hub + "/hooks/\(one.fault)"
            try board.must(
                "printf '#!/bin/sh\\necho no pushing on Sundays >&2; exit 1\\n' > '\(hook)'; "
                    + "chmod +x '\(hook)'")
            let before = try ways.remotes.hubHead()
            let run = try board.pmd("sync", "--verbose")
            try board.must("rm '\(hook)'")
            trial.expect(run.status == 77, "wrong exit", "\(one): \(run.status) \(run.output)")
            trial.expect(
                run.error.contains("no pushing on Sundays"), "not told", "\(one): \(run.error)")
            trial.expect(try ways.remotes.hubHead() == before, "lost", "\(one): it was pushed")
            let next = try board.pmd("sync", "--verbose")
            trial.expect(
                try next.status == 0
                    && ways.remotes.hubHead() + "\n" == board.must("git rev-parse HEAD"), "lost",
                "\(one): \(next.error)")
        }
    }

    @Test func `ten clones that push at once all succeed`() async throws {
        let proof = Proof(
            "races", of: "races of 10 clones", faults: ["stuck", "diverged", "lost", "wrong exit"])
        let ways = try Ways()
        ways.tellMissing(proof)
        await proof.random(quick: 1) { trial in
            let way = (ways.names.filter { $0 != "https" } + ["path"]).randomElement(
                using: &trial.random)!
            var board = way == "path" ? ways.remotes.sandbox : try ways.board(way, ways.port(way))
            board.here = ways.remotes.sandbox.here
            let url = way == "path" ? ways.remotes.hub : ways.url(way, ways.port(way))
            try board.must(
                """
                rm -rf c; mkdir c; cp -a template c/0; cd c/0; git remote set-url origin '\(url)'
                pmd sync -q; cd ..
                for i in 1 2 3 4 5 6 7 8 9; do cp -a 0 $i; done
                for i in 0 1 2 3 4 5 6 7 8 9; do pmd -C $i add Task number $i; done
                """)
            var rounds = 0
            var isDone = false
            while !isDone, rounds < 10 {
                rounds += 1
                let run = try board.must(
                    """
                    cd c; for i in 0 1 2 3 4 5 6 7 8 9; do
                        { pmd -C $i sync >$i.log 2>&1 && echo 0 >$i.code || echo $? >$i.code; } &
                    done; wait; cat *.code | sort | uniq -c | tr -s ' \\n' ' '
                    """)
                isDone = run == " 10 0 "
                trial.expect(
                    run.split(separator: " ").enumerated().allSatisfy {
                        $0.offset % 2 == 0 || ["0", "75"].contains($0.element)
                    }, "wrong exit", run)
            }
            trial.count("rounds", rounds)
            trial.expect(isDone, "stuck", "after 10 rounds by \(way)")
            try board.must("cd c; for i in 0 1 2 3 4 5 6 7 8 9; do pmd -C $i sync; done")
            let heads = try board.must("cd c; for i in *[0-9]; do git -C $i rev-parse HEAD; done")
            trial.expect(
                try Set(heads.split(separator: "\n")) == [Substring(ways.remotes.hubHead())],
                "diverged", heads)
            let tasks = try board.must("cd c/5; pmd list | grep -c 'Task number'")
            trial.expect(Int(tasks.dropLast()) ?? 0 >= 10, "lost", tasks)
        }
    }
}
