import Glibc
import TestSupport
import Testing

/// `pmd serve` behind a real proxy, through a forwarded port, on a full disk and while another
/// program holds the lock.
struct ServerEnvironmentProof {
    /// The proxy is nginx with the manual's configuration and two users.
    @Test func `only a proxy can set the user`() throws {
        guard access("/usr/sbin/nginx", X_OK) == 0 else {
            return noteNotRun("nginx is not installed")
        }
        let board = try ProgramSandbox.board()
        let port = try freePort()
        let origin = "http://127.0.0.1:\(port)"
        let socket = board.folder.path + "/pmd.sock"
        let server = try RunningServer(
            board, at: ["--socket", socket, "--origin", origin, "--user-header", "X-Remote-User"])
        let proxy = try Self.nginx(board, port: port, socket: socket)
        defer { kill(proxy.pid, SIGQUIT) }
        try eventually("the proxy") {
            try board.shell("curl -s -o /dev/null \(origin)/ && echo up || true").output == "up\n"
                ? true : nil
        }
        #expect(server.line.hasSuffix("\(origin)/"))
        #expect(try board.shell("stat -c %a '\(socket)'").output == "660\n")
        let ask =
            "curl -s -m 20 -w '\\n%{http_code}' -H 'X-Remote-User: Eve' -H 'Sec-Fetch-Site: same-origin'"
        // The proxy asks for a name and a password, and overwrites its client's header.
        #expect(try board.shell("\(ask) \(origin)/api/board").output.hasSuffix("\n401"))
        let session = try board.shell("\(ask) -u bob:secret -H 'Pmd-User;' \(origin)/api/session")
            .output
        #expect(session.hasSuffix("\n200"))
        #expect(try JSON(String(session.dropLast(4)))["user"] == "bob")
        let write =
            "-H 'Content-Type: application/json' -H 'Origin: \(origin)' -d '{\"entry\":\"x\"}'"
        let add = { (user: String, headers: String) in
            try board.shell("\(ask) -u \(user):secret \(write) \(headers) \(origin)/api/tasks")
                .output.suffix(4)
        }
        #expect(try add("bob", "-H 'Pmd-User: bob'") == "\n201")
        #expect(try board.shell("git log -1 --format=%an").output == "bob\n")
        // A request from Bob's page is refused under Ann's login, and so is one without the page's
        // header.
        #expect(try add("ann", "-H 'Pmd-User: bob'") == "\n403")
        #expect(try add("bob", "") == "\n403")
        // The server trusts a client of the socket, but not the same header on a port.
        #expect(
            try board.shell(
                "\(ask) -H 'Pmd-User: Eve' --unix-socket \(socket) \(origin)/api/board"
            ).output.hasSuffix("\n200"))
        let open = try RunningServer(
            board,
            at: [
                "--port", "0", "--user-header", "X-Remote-User", "--trusted-proxy", "192.0.2.1",
            ])
        #expect(
            try open.curl("-H", "X-Remote-User: Eve", "-H", "Pmd-User: Eve", "/api/board").status
                == 401)
        // The proxy passes events on at once.
        let events = try BackgroundProgram(
            [
                "curl", "-s", "-N", "-u", "bob:secret", "-H", "Pmd-User: bob", "-H",
                "Origin: \(origin)", origin + "/api/events",
            ],
            environment: board.environment, log: board.folder.path + "/events")
        #expect(try events.readLine().hasPrefix("retry:"))
        kill(events.pid, SIGTERM)
    }

    /// The proxy is nginx with the manual's configuration, and the certificate is made as there.
    @Test func `a proxy with TLS passes on the page and its events`() throws {
        guard access("/usr/sbin/nginx", X_OK) == 0 else {
            return noteNotRun("nginx is not installed")
        }
        let board = try ProgramSandbox.board()
        let (port, own) = (try freePort(), try freePort())
        let name = "board.home.arpa"
        let origin = "https://\(name):\(port)"
        let server = try RunningServer(board, at: ["--port", "\(own)", "--origin", origin])
        let folder = board.folder.path + "/tls"
        try board.must("mkdir '\(folder)'; cd '\(folder)'; \(try Self.certificateCommand())")
        let proxy = try Self.nginxWithTLS(board, folder, port: port, server: own)
        defer { kill(proxy.pid, SIGQUIT) }
        let curl =
            "curl -s -N -m 20 --cacert \(folder)/fullchain.pem --resolve \(name):\(port):127.0.0.1"
        try eventually("the proxy") {
            try board.shell("\(curl) -o /dev/null \(origin)/ && echo up || true").output == "up\n"
                ? true : nil
        }
        let ask = "\(curl) -H 'Authorization: Bearer \(server.token)'"
        #expect(
            try board.shell("\(ask) -o /dev/null -w '%{http_code}' \(origin)/api/board").output
                == "200")
        #expect(
            try board.shell("\(ask) \(origin)/sw.js").output.contains("`pmd-page${BASE}:`"))
        // An event arrives while its response is open.
        let events = try BackgroundProgram(
            ["/bin/sh", "-c", "exec \(ask) \(origin)/api/events"],
            environment: board.environment, log: board.folder.path + "/events")
        #expect(try events.readLine().hasPrefix("retry:"))
        try board.must("pmd add Seen")
        var lines: [String] = []
        while lines.last?.hasPrefix("event: board") != true, lines.count < 20 {
            lines.append(try events.readLine())
        }
        #expect(lines.last?.hasPrefix("event: board") == true, "\(lines)")
        kill(events.pid, SIGTERM)
        // The server refuses other host names.
        #expect(
            try board.shell(
                "\(curl) -o /dev/null -w '%{http_code}' -H 'Host: other.example' \(origin)/api/board"
            ).output == "421")
    }

    @Test func `a full disk is reported and does no damage, and the server recovers`() throws {
        guard let words = FileSystems.memory else {
            return noteNotRun("this user may not mount a file system in memory")
        }
        var sandbox = try ProgramSandbox()
        sandbox.environment["PATH"] = binaryFolder + ":/usr/sbin:/usr/bin:/sbin:/bin"
        let run = try sandbox.run(
            words + [
                """
                mkdir small; mount -t tmpfs -o size=16m none small
                pmd init -q small/board; cd small/board
                pmd serve --port 0 >../../address & server=$!
                until [ -s ../../address ]; do sleep 0.05; done
                read line <../../address; origin=${line##* }; origin=${origin%%/#*}
                token=$(cat "$(pmd serve --print-token)")
                ask() {
                    method=$1; path=$2; shift 2
                    curl -s -m 60 -w '\\n%{http_code} ' -X "$method" "$origin$path" \\
                        -H "Authorization: Bearer $token" -H 'Content-Type: application/json' "$@"
                }
                ask POST /api/tasks -d '{"title":"One"}' | tail -n 1
                head -c 20000000 /dev/zero >../filler 2>/dev/null || true
                ask POST /api/tasks -d '{"title":"Two"}' | grep -o '"code":"[a-z-]*"\\|^[0-9]*'
                ask GET '/api/tasks' | tail -n 1
                git --no-optional-locks status --porcelain
                rm ../filler
                ask POST /api/tasks -d '{"title":"Three"}' | tail -n 1
                kill "$server"; wait "$server" || true
                echo; pmd count is:any
                git fsck --strict && test -z "$(git status --porcelain)"
                cd ../..; umount small
                """
            ])
        #expect(
            run.output == "201 \"code\":\"disk-full\"\n507\n200 201 \n2\n", "\(run.error)")
        #expect(run.status == 0, "\(run.error)")
    }

    @Test func `a change waits for the lock, then fails with the holder's name`() throws {
        let board = try ProgramSandbox.board()
        let server = try RunningServer(board)
        let holder = try BackgroundProgram(
            [
                "flock", "-F", board.here + "/.git/pmd/lock", "sh", "-c",
                "echo held; exec sleep 300",
            ], environment: board.environment, log: board.folder.path + "/holder.log")
        #expect(try holder.readLine() == "held")
        let before = try board.state()
        let refused = try server.ask("POST", "/api/tasks", #"{"entry":"x"}"#)
        #expect(refused.status == 503 && refused.json?["code"]?.text == "locked")
        #expect(try board.state() == before)
        // Reading needs no lock.
        #expect(try server.ask("GET", "/api/board").status == 200)
        kill(holder.pid, SIGKILL)
        #expect(try server.ask("POST", "/api/tasks", #"{"entry":"x"}"#).status == 201)
    }

    /// systemd listens on the port, and passes its connections on to the socket.
    @Test func `a browser signs in through a port forwarded to the socket`() throws {
        let board = try ProgramSandbox.board()
        let port = try freePort()
        let (socket, origin) = (board.folder.path + "/pmd.sock", "http://127.0.0.1:\(port)")
        let server = try RunningServer(board, at: ["--socket", socket, "--origin", origin])
        #expect(server.origin == origin)
        let run = try board.shell(
            """
            curl -s --unix-socket '\(socket)' -H 'Origin: \(origin)' \
                -H 'Content-Type: application/json' \
                -d '{"code":"\(server.address.suffix(32))"}' \(origin)/api/session
            """)
        #expect(try JSON(run.output)["session"]?.text?.count == 32)
    }

    private static func nginx(_ board: ProgramSandbox, port: Int, socket: String) throws
        -> BackgroundProgram
    {
        let folder = board.folder.path + "/proxy"
        try board.must(
            """
            mkdir '\(folder)'
            for user in ann bob; do
                printf '%s:%s\\n' $user "$(openssl passwd -apr1 secret)" >>'\(folder)/users'
            done
            """)
        return try startNginx(
            board, folder,
            server: """
                server {
                    listen 127.0.0.1:\(port);
                    auth_basic board; auth_basic_user_file \(folder)/users;
                    \(try location(to: socket))
                }
                """)
    }

    /// The lines of the manual page with TLS, with other ports and files.
    private static func nginxWithTLS(
        _ board: ProgramSandbox, _ folder: String, port: Int, server: Int
    ) throws -> BackgroundProgram {
        let page = try page()
        let start = try #require(page.firstRange(of: "    server {\n        listen 443 ssl;"))
        let end = try #require(page[start.upperBound...].firstRange(of: "\n    }\n"))
        let recipe = page[start.lowerBound..<end.upperBound]
            .replacing("443", with: "127.0.0.1:\(port)")
            .replacing("/etc/letsencrypt/live/board.example.org", with: folder)
            .replacing("127.0.0.1:7463", with: "127.0.0.1:\(server)")
            .replacing("board.example.org", with: "board.home.arpa")
        return try startNginx(board, folder, server: String(recipe))
    }

    /// Starts nginx with a `server` block and its files in a folder.
    private static func startNginx(
        _ board: ProgramSandbox, _ folder: String, server: String
    ) throws -> BackgroundProgram {
        try writeFile(
            folder + "/conf",
            """
            \(getuid() == 0 ? "user root;" : "")
            daemon off; worker_processes 1; pid \(folder)/pid; error_log stderr notice;
            events { worker_connections 64; }
            http {
                access_log off;
                \(WebServer.temporaryFolders(in: folder))
            \(server)
            }

            """)
        return try BackgroundProgram(
            ["/usr/sbin/nginx", "-e", folder + "/log", "-c", folder + "/conf"],
            environment: board.environment, log: folder + "/log")
    }

    private static func certificateCommand() throws -> Substring {
        let page = try page()
        let start = try #require(page.firstRange(of: "openssl req -x509"))
        let end = try #require(page[start.upperBound...].firstRange(of: "\n\n"))
        return page[start.lowerBound..<end.lowerBound]
    }

    private static func page() throws -> String {
        String(
            decoding: try readFile(projectFolder + "/Sources/pmd/Manual/serve.md"), as: UTF8.self)
    }

    /// The nginx lines of the manual page, with another socket.
    private static func location(to socket: String) throws -> Substring {
        let page = try page()
        let start = try #require(page.firstRange(of: "    location / {"))
        let end = try #require(page[start.upperBound...].firstRange(of: "\n    }"))
        return page[start.lowerBound..<end.upperBound].replacing(
            "/srv/pmd/board.sock", with: socket)[...]
    }
}
