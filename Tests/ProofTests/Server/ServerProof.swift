import Glibc
import TestSupport
import Testing

/// `pmd serve` over real connections: sign-in, restart, events and shutdown.
struct ServerProof {
    @Test func `the code in the address signs in one browser, once`() throws {
        let server = try RunningServer(ProgramSandbox.board())
        #expect(server.address == server.origin + "/#code=" + server.address.suffix(32))
        #expect(try server.curl("/api/board").status == 401)
        let session = try #require(try server.signIn(at: server.address))
        #expect(try server.curl("-H", session, "/api/board").status == 200)
        #expect(try server.signIn(at: server.address) == nil)
        let add = ["-H", session, "-H", "Content-Type: application/json"]
        let body = ["-d", #"{"entry":"x"}"#, "/api/tasks"]
        #expect(
            try server.curl(add[0], add[1], add[2], add[3], body[0], body[1], body[2]).status == 403
        )
        #expect(
            try server.curl(
                add[0], add[1], add[2], add[3], "-H", "Origin: \(server.origin)", body[0], body[1],
                body[2]
            ).status == 201)
    }

    @Test func `sessions survive a restart, and end with a new token`() throws {
        let board = try ProgramSandbox.board()
        let first = try RunningServer(board)
        let port = first.origin.split(separator: ":").last.map(String.init) ?? ""
        let session = try #require(try first.signIn(at: first.address))
        let events = try BackgroundProgram(
            ["curl", "-sN", "-H", session, first.origin + "/api/events"],
            environment: board.environment, log: board.folder.path + "/events.log")
        #expect(try events.readLine() == "retry: 1000")
        #expect(try first.end() < .seconds(3))
        let again = try RunningServer(board, at: ["--port", port])
        #expect(try again.curl("-H", session, "/api/board").status == 200)
        #expect(try board.shell("stat -c %a .git/pmd/sessions").output == "600\n")
        let stream = try BackgroundProgram(
            ["curl", "-sN", "-H", session, again.origin + "/api/events"],
            environment: board.environment, log: board.folder.path + "/stream.log")
        #expect(try stream.readLine() == "retry: 1000")
        try board.shell("pmd serve --new-token --print-token")
        try eventually("the end of the stream") { stream.hasEnded ? true : nil }
        #expect(try again.curl("-H", session, "/api/board").status == 401)
    }

    /// `localhost` may lead a browser to either address.
    @Test(arguments: ["127.0.0.1", "::1"])
    func `a server does not start while another program uses its port on any loopback address`(
        address: String
    ) throws {
        let board = try ProgramSandbox.board()
        let family = address == "::1" ? "socket.AF_INET6" : "socket.AF_INET"
        let squatter = try BackgroundProgram(
            [
                "/usr/bin/python3", "-uc",
                """
                import socket, time
                s = socket.socket(\(family)); s.bind(("\(address)", 0)); s.listen()
                print(s.getsockname()[1]); time.sleep(300)
                """,
            ], environment: board.environment, log: board.folder.path + "/squatter")
        let port = try squatter.readLine()
        for host in ["", "--host 127.0.0.1", "--host ::1", "--host localhost"] {
            let run = try board.shell("timeout 20 pmd serve \(host) --port \(port)")
            #expect(run.status == 75 && run.error.contains(port), "\(host) \(run.error)")
            #expect(run.output.isEmpty)
        }
        kill(squatter.pid, SIGKILL)
    }

    @Test func `a proxy on this machine needs a secret`() throws {
        let board = try ProgramSandbox.board()
        let secret = String(repeating: "0123456789abcdef", count: 2)
        try board.shell(
            "cd ..; echo \(secret) > secret; cp secret open; chmod 600 secret; chmod 644 open; echo short > short; chmod 600 short"
        )
        let own = "--user-header X-User --trusted-proxy"
        for (words, hint) in [
            ("\(own) 127.0.0.1", "--proxy-secret"), ("\(own) ::1", "--proxy-secret"),
            ("\(own) 127.8.8.8", "--proxy-secret"), ("\(own) 0:0:0:0:0:0:0:1", "--proxy-secret"),
            ("\(own) 192.0.2.1 --trusted-proxy 127.0.0.1", "--proxy-secret"),
            ("\(own) localhost", "IP address"), ("\(own) 1.2.3", "IP address"),
            ("\(own) 127.0.0.1 --proxy-secret ../open", "mode 600"),
            ("\(own) 127.0.0.1 --proxy-secret ../short", "32"),
            ("\(own) 127.0.0.1 --proxy-secret ..", "mode 600"),
        ] {
            let run = try board.shell("timeout 20 pmd serve --port 0 \(words)")
            #expect(run.status == 64 && run.error.contains(hint), "\(words): \(run.error)")
        }
        #expect(
            try board.shell("timeout 20 pmd serve --port 0 \(own) 127.0.0.1 --proxy-secret ../none")
                .status == 74)
        let server = try RunningServer(
            board,
            at: [
                "--port", "0", "--user-header", "X-User", "--trusted-proxy", "127.0.0.1",
                "--proxy-secret", board.here + "/../secret",
            ])
        let user = ["X-User: Eve", "Pmd-User: Eve", "Origin: \(server.origin)"]
        let ask = { (more: String) in
            try server.curl(
                "-H", user[0], "-H", user[1], "-H", user[2], "-H", more, "/api/board"
            ).status
        }
        #expect(try ask("X: y") == 401)
        #expect(try ask("Pmd-Proxy-Secret: x") == 401)
        #expect(try ask("Pmd-Proxy-Secret: \(secret)") == 200)
    }

    @Test func `the token is private, survives a restart, and can be replaced`() throws {
        let board = try ProgramSandbox.board()
        let first = try RunningServer(board)
        let path = String(try board.shell("pmd serve --print-token").output.dropLast())
        #expect(try board.shell("stat -c %a '\(path)'").output == "600\n")
        let run = try board.shell(
            "cat '\(board.folder.path)/server.log'; ps -ww -o args= -p \(first.program.pid)")
        #expect(!run.output.contains(first.token) && !first.line.contains(first.token))
        #expect(try first.end() < .seconds(2))
        let again = try RunningServer(board)
        #expect(again.token == first.token)
        #expect(try again.end() < .seconds(2))
        let other = try RunningServer(board, "--new-token")
        #expect(other.token != first.token)
        #expect(try other.ask("GET", "/api/board").status == 200)
    }

    @Test func `a new token revokes the old one while the server runs`() throws {
        let board = try ProgramSandbox.board()
        let server = try RunningServer(board)
        let port = server.origin.split(separator: ":").last.map(String.init) ?? ""
        // A server that cannot listen replaces nothing.
        #expect(try board.shell("pmd serve --port \(port) --new-token --new-calendar").status == 75)
        #expect(try server.ask("GET", "/api/board").status == 200)
        #expect(try board.shell("test -e .git/pmd/calendar-key").status == 1)
        try board.shell("pmd serve --new-token --print-token")
        #expect(try server.ask("GET", "/api/board").status == 401)
        let token = try board.shell("cat \"$(pmd serve --print-token)\"").output.dropLast()
        #expect(
            try server.curl("-H", "Authorization: Bearer \(token)", "/api/board").status == 200)
    }

    @Test func `no process list shows the code for the opened browser`() throws {
        var board = try ProgramSandbox.board()
        let folder = board.folder.path
        try board.shell("cd '\(folder)' && mkdir -m 700 bin run")
        try writeFile(
            folder + "/bin/xdg-open",
            "#!/bin/sh\nf=${1#file://}; stat -c %a \"$f\" \"${f%/*}\" > \(folder)/modes; cp \"$f\" \(folder)/page\necho \"$1\" > \(folder)/opened\n"
        )
        try board.shell("chmod +x '\(folder)/bin/xdg-open'")
        board.environment["PATH"] = folder + "/bin:" + (board.environment["PATH"] ?? "")
        board.environment["XDG_RUNTIME_DIR"] = folder + "/run"
        let server = try RunningServer(board, "--open")
        let opened = try eventually("the browser") { () throws -> String? in
            let run = try board.shell("cat '\(folder)/opened' 2>/dev/null || true")
            return run.output.isEmpty ? nil : run.output
        }
        #expect(opened.hasPrefix("file://\(folder)/run/") && !opened.contains("code="))
        #expect(try board.shell("cat '\(folder)/modes'").output == "600\n700\n")
        let page = try board.shell("cat '\(folder)/page'").output
        let address = try #require(page.split(separator: "url=").last?.split(separator: "\"").first)
        #expect(address.hasPrefix(server.origin + "/#code="))
        #expect(try server.signIn(at: String(address)) != nil)
        #expect(try server.end() < .seconds(3))
        #expect(try board.shell("ls '\(folder)/run'").output.isEmpty)
    }

    @Test func `SIGUSR1 prints an address with a new code`() throws {
        let server = try RunningServer(ProgramSandbox.board())
        kill(server.program.pid, SIGUSR1)
        let line = try server.program.readLine()
        #expect(line != server.line && line.contains("/#code="))
        let address = line.split(separator: " ").last.map(String.init) ?? ""
        #expect(try server.signIn(at: address) != nil)
    }

    @Test func `the calendar's addresses begin with the origin`() throws {
        let board = try ProgramSandbox.board()
        let run = try board.shell("pmd serve --origin https://h.example/pmd --print-calendar")
        #expect(run.output.hasPrefix("https://h.example/pmd/calendar.ics?key="), "\(run)")
    }

    @Test(arguments: ["api", "files/x", "sw.js", "calendar.ics"])
    func `a base path is not one of the server's own paths`(path: String) throws {
        let board = try ProgramSandbox.board()
        let run = try board.shell(
            "pmd serve --origin https://h.example/\(path) --print-calendar")
        #expect(run.status == 64 && run.error.contains("the server itself uses '/"), "\(run)")
    }

    @Test func `a new key revokes the old one while the server runs`() throws {
        let board = try ProgramSandbox.board()
        try board.add("Fix", "the", "roof", "due:2030-03-01")
        let server = try RunningServer(board, "--read-only")
        let port = server.origin.split(separator: ":").last.map(String.init) ?? ""
        let print = "pmd serve --port \(port) --print-calendar"
        let addresses = try board.shell(print).output.split(separator: "\n").map(String.init)
        #expect(addresses.count == 2 && addresses[0] == addresses[1] + "&events=true")
        #expect(try server.curl(addresses[0]).text.contains("BEGIN:VEVENT"))
        #expect(try server.curl(addresses[1]).text.contains("BEGIN:VTODO"))
        #expect(
            try board.shell("\(print); stat -c %a .git/pmd/calendar-key").output.hasSuffix("600\n"))
        let new = try board.shell("\(print) --new-calendar").output.split(separator: "\n")
        #expect(try server.curl(addresses[0]).status == 401)
        #expect(try server.curl(String(new[0])).status == 200)
        // Neither the server's output nor the board contains the key.
        let key = new[1].split(separator: "=").last.map(String.init) ?? ""
        #expect(key.count == 64)
        let found = try board.shell(
            "grep -rl \(key) .. --include='*.log' --include='*.md' --include='*.yml' || true")
        #expect(found.output.isEmpty, "\(found.output)")
        #expect(try board.shell("git log --all -p | grep -c \(key) || true").output == "0\n")
    }

    @Test func `a read-only server refuses every change`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("Fix", "the", "roof")
        let server = try RunningServer(board, "--read-only")
        let before = try board.state()
        #expect(try server.ask("GET", "/api/board").status == 200)
        #expect(try server.ask("DELETE", "/api/tasks/\(code)").status == 403)
        #expect(try server.ask("POST", "/api/tasks", #"{"entry":"x"}"#).status == 403)
        #expect(try board.state() == before)
    }

    @Test func `SIGTERM ends the server with every commit complete`() throws {
        let board = try ProgramSandbox.board()
        let server = try RunningServer(board)
        let load = try BackgroundProgram(
            [
                "sh", "-c",
                "for i in $(seq 200); do curl -s -H 'Authorization: Bearer \(server.token)' -H 'Content-Type: application/json' -d '{\"entry\":\"x\"}' -o /dev/null -w '%{http_code}\\n' \(server.origin)/api/tasks || exit; done",
            ], environment: board.environment, log: board.folder.path + "/load.log")
        for _ in 0..<5 { #expect(try load.readLine() == "201") }
        // One second more than the processor time that other tests take.
        #expect(try server.end() < .seconds(3))
        let check = try board.shell(
            "git fsck --strict && git status --porcelain && pmd count is:any")
        #expect(check.status == 0, "\(check.error)")
        #expect((Int(check.output.dropLast()) ?? 0) >= 5)
    }

    @Test func `two servers and concurrent commands lose nothing`() throws {
        let board = try ProgramSandbox.board()
        let servers = [try RunningServer(board), try RunningServer(board)]
        defer { withExtendedLifetime(servers) {} }
        let work = try servers.enumerated().map { number, server in
            // A server that waits too long for the others returns 503, and is asked again.
            let ask =
                "curl -s -m 60 -H 'Authorization: Bearer \(server.token)' "
                + "-H 'Content-Type: application/json' -H \"Idempotency-Key: \(number)-$i\" "
                + "-d '{\"entry\":\"server \(number)\"}' -o /dev/null -w '%{http_code}' "
                + server.origin + "/api/tasks"
            return try BackgroundProgram(
                [
                    "sh", "-c",
                    "for i in $(seq 15); do for try in $(seq 100); do code=$(\(ask)) || exit; [ $code = 503 ] || break; sleep 0.1; done; echo $code; done",
                ], environment: board.environment, log: board.folder.path + "/work\(number).log")
        }
        for number in 0..<10 {
            let run = try board.shell(
                "until pmd add command \(number); do [ $? = 75 ] || exit 1; sleep 0.1; done")
            #expect(run.status == 0, "\(run.error)")
        }
        for worker in work {
            let codes = try (0..<15).map { _ in try worker.readLine() }
            #expect(codes == [String](repeating: "201", count: 15))
        }
        #expect(try board.shell("pmd count is:any").output == "40\n")
        #expect(try board.shell("git fsck --strict").status == 0)
    }

    /// Additions that arrive together share one move of the branch.
    @Test func `a killed server loses no answered change, and leaves none half done`() throws {
        let board = try ProgramSandbox.board()
        let answered = board.folder.path + "/answered"
        for round in 1...3 {
            let server = try RunningServer(board)
            let clients = try BackgroundProgram(
                [
                    "/bin/sh", "-c",
                    """
                    for client in 1 2 3 4 5 6; do (
                        number=0
                        while name="R\(round)C${client}N$number" && curl -sf -m 30 -o /dev/null \
                            -H 'Authorization: Bearer \(server.token)' \
                            -H 'Content-Type: application/json' -d "{\\"title\\":\\"$name\\"}" \
                            \(server.origin)/api/tasks
                        do echo "$name" >> \(answered); number=$((number + 1)); done
                    ) & done; wait; echo ended
                    """,
                ], environment: board.environment, log: board.folder.path + "/clients.log")
            let enough = 20 * round
            try eventually("answers") {
                let lines = try board.shell("touch \(answered); wc -l < \(answered)").output
                return (Int(lines.dropLast()) ?? 0) >= enough ? true : nil
            }
            _ = try server.end(by: SIGKILL)
            #expect(try clients.readLine() == "ended")
            try board.shell("pmd add -q Repaired \(round)")
            let lost = try board.shell(
                "sed -n 's/^title: //p' todo/*.md | sort > ../there; sort \(answered) | comm -23 - ../there"
            )
            #expect(lost.output.isEmpty)
            let left = try board.shell("git status --porcelain && git fsck --no-dangling")
            #expect(left.output.isEmpty)
        }
        let commits = try board.shell("git log --format=%s | grep -c '^Add .R.C.N'").output
        #expect(try board.shell("ls todo | grep -c '^r.c.n'").output == commits)
        let moves = try board.shell("git reflog main | grep -c ' Add .R.C.N'").output
        #expect(Int(moves.dropLast()) ?? 0 < Int(commits.dropLast()) ?? 0)
    }

    @Test func `an editor's save sends an event at once`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("Fix", "the", "roof")
        let server = try RunningServer(board)
        defer { withExtendedLifetime(server) {} }
        let events = try BackgroundProgram(
            [
                "curl", "-sN", "-H", "Authorization: Bearer \(server.token)",
                server.origin + "/api/events",
            ], environment: board.environment, log: board.folder.path + "/events.log")
        #expect(try events.readLine() == "retry: 1000")
        _ = try board.shell("for f in todo/*\(code).md; do echo '- [ ] measure' >> \"$f\"; done")
        while true {
            let line = try events.readLine()
            if line.hasPrefix("data:"), line.contains("\"\(code)\"") { break }
        }
    }

    @Test func `every response to an odd request matches the API description`() throws {
        let board = try ProgramSandbox.board()
        try board.add("Fix", "the", "roof")
        let server = try RunningServer(board)
        let run = try board.run([
            "/usr/bin/python3", "\(projectFolder)/Tests/ProofTests/Server/fuzz.py", server.origin,
            server.token, "7", "600",
            board.folder.path, board.here,
        ])
        #expect(run.status == 0, "\(run.output.suffix(2_000)) \(run.error.suffix(500))")
        #expect(try server.ask("GET", "/api/board").status == 200)
        #expect(try board.shell("git fsck --strict").status == 0)
    }

    @Test(arguments: [
        ("--host 192.0.2.1", "--origin"), ("--origin example.org", "--origin"),
        ("--origin https://a.org/b?c", "--origin"), ("--origin https://a.org/b/../c", "--origin"),
        ("--sync-every 5", "--sync-every"), ("--user-header X", "--trusted-proxy"),
        ("--socket s --port 1", "--port"), ("--port 70000", "65535"), ("--json", "serve"),
    ])
    func `options that have no effect are refused`(words: String, hint: String) throws {
        let run = try ProgramSandbox.board().shell("pmd serve \(words)")
        #expect(run.status == 64)
        #expect(run.error.contains(hint))
    }

    @Test func `a port in use is reported`() throws {
        let board = try ProgramSandbox.board()
        let server = try RunningServer(board)
        let port = server.origin.split(separator: ":").last.map(String.init) ?? ""
        let run = try board.shell("pmd serve --port \(port)")
        #expect(run.status == 75)
        #expect(run.error.contains(port) && run.error.contains("--port"))
    }
}
