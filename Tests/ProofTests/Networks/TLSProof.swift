import TestSupport
import Testing

/// TLS versions, certificate names and interrupted connections.
struct TLSProof {
    /// A web server, and a board that trusts its CA.
    private struct Field {
        let remotes: Remotes
        let server: WebServer
        let faulty: FaultyServers

        /// - Returns: nil if this machine has no web server.
        init?(deadlines: String = "") throws {
            remotes = try Remotes()
            guard let server = try WebServer(remotes.sandbox, remotes.repositories) else {
                return nil
            }
            self.server = server
            faulty = try FaultyServers(remotes.sandbox)
            try remotes.makeBoards(deadlines: deadlines)
        }

        func board(_ url: String) throws -> ProgramSandbox {
            let board = try remotes.freshBoard("board", from: url)
            try board.must("git config http.sslCAInfo '\(server.folder)/ca.pem'")
            return board
        }
    }

    private static let missing = "nginx, fcgiwrap or git http-backend is not installed"

    @Test(arguments: [
        (place: "TLS 1.3", host: "localhost", version: "TLSv1.3", name: "localhost"),
        ("TLS 1.2", "localhost", "TLSv1.2", "localhost"),
        ("good", "LOCALHOST", "TLSv1.3", "localhost"),
        // An IP address is never sent as a server name.
        ("address", "127.0.0.1", "TLSv1.3", "-"),
    ])
    func `a board syncs over each TLS version, by name and by address`(
        one: (place: String, host: String, version: String, name: String)
    ) throws {
        guard let field = try Field() else { return noteNotRun(Self.missing) }
        let board = try field.board(
            field.server.url("hub.git", at: one.place, host: one.host, isPrivate: false))
        let run = try board.pmd("sync", "--verbose")
        #expect(run.status == 0, "\(run.error)")
        #expect(try board.must("git rev-parse HEAD") == field.remotes.hubHead() + "\n")
        let line = "\(field.server.ports[one.place] ?? 0)|\(one.version)|\(one.name)"
        let log = Set(try field.server.log())
        #expect(log == [line])
    }

    @Test func `a server that speaks neither TLS 1.2 nor TLS 1.3 is refused`() throws {
        guard let field = try Field() else { return noteNotRun(Self.missing) }
        let board = try field.board(field.server.url("hub.git", at: "TLS 1.1", isPrivate: false))
        let run = try board.pmd("sync", "--verbose")
        #expect(run.status == 75)
        #expect(run.error.contains("it supports neither TLS 1.2 nor TLS 1.3"), "\(run.error)")
    }

    @Test(arguments: [("wrong", "127.0.0.1"), ("good", "127.0.0.1"), ("address", "localhost")])
    func `a certificate for a name does not cover an address, nor the reverse`(
        place: String, host: String
    ) throws {
        guard let field = try Field() else { return noteNotRun(Self.missing) }
        let board = try field.board(
            field.server.url("hub.git", at: place, host: host, isPrivate: false))
        let run = try board.pmd("sync", "--verbose")
        #expect(run.status == 77)
        #expect(run.error.contains("it is for another host"), "\(run.error)")
    }

    /// These settings are for the machine's own OpenSSL, which is a different one, and may name
    /// modules to load.
    @Test func `the machine's OpenSSL configuration is not read`() throws {
        guard let field = try Field() else { return noteNotRun(Self.missing) }
        var board = try field.board(field.server.url("hub.git", isPrivate: false))
        let file = board.folder.path + "/openssl.cnf"
        try writeFile(
            file,
            """
            openssl_conf = all
            [all]
            ssl_conf = modules
            [modules]
            system_default = limits
            [limits]
            MaxProtocol = TLSv1.1

            """)
        board.environment["OPENSSL_CONF"] = file
        let run = try board.pmd("sync", "--verbose")
        #expect(run.status == 0, "\(run.error)")
    }

    @Test(arguments: [("wildcard", 0), ("partial", 77)])
    func `a wildcard matches exactly one whole label of a name`(
        place: String, status: Int32
    ) throws {
        guard let field = try Field() else { return noteNotRun(Self.missing) }
        let board = try field.board(
            field.server.url(
                "hub.git", at: place, host: "board.example.org", isPrivate: false))
        // The proxy leads to this machine whatever the name.
        let proxy = try field.faulty.open(#""op": "proxy""#)
        try board.must("git config http.proxy http://localhost:\(proxy)")
        let run = try board.pmd("sync", "--verbose")
        #expect(run.status == status, "\(run.error)")
        try field.faulty.close(proxy)
    }

    @Test func `a server without TLS is reported as such`() throws {
        guard let field = try Field() else { return noteNotRun(Self.missing) }
        let port = field.server.ports["plain"] ?? 0
        let board = try field.board("https://localhost:\(port)/open/hub.git")
        let run = try board.pmd("sync", "--verbose")
        #expect(run.status == 75)
        #expect(run.error.contains("it does not use TLS"), "\(run.error)")
    }

    @Test(arguments: [
        ("close", 0, ""), ("cut", 75, "it closed the connection too early"),
        ("silent", 75, "no answer within 2 s"),
    ])
    func `a truncated response does not count as complete`(
        end: String, status: Int32, words: String
    ) throws {
        guard let field = try Field(deadlines: "connect: 2, idle: 2, total: 60") else {
            return noteNotRun(Self.missing)
        }
        let board = try field.board("x")
        // The server lists only what the board already has, so there is nothing to do.
        let head = try board.must("git rev-parse HEAD").dropLast()
        let key = field.server.folder + "/good"
        let port = try field.faulty.open(
            #""op": "tls", "certificate": "\#(key).pem", "key": "\#(key).key", "#
                + #""end": "\#(end)", "head": "\#(head)""#)
        try board.must("git remote set-url origin https://localhost:\(port)/x.git")
        let run = try board.pmd("sync", "--verbose")
        #expect(run.status == status, "\(run.error)")
        #expect(run.error.contains(words), "\(run.error)")
        #expect(try field.faulty.log(port).hasPrefix("TLSv1.3"))
        try field.faulty.close(port)
    }

    /// The first few hundred bytes that a server sends are its handshake.
    @Test(arguments: [0, 3, 300])
    func `a server that stalls in the handshake is dropped at the deadline`(bytes: Int) throws {
        guard let field = try Field(deadlines: "connect: 2, idle: 2, total: 60") else {
            return noteNotRun(Self.missing)
        }
        let port = try field.faulty.open(
            #""op": "stall", "to": \#(field.server.ports["good"] ?? 0), "down": \#(bytes)"#)
        let board = try field.board("https://localhost:\(port)/open/hub.git")
        let run = try board.pmd("sync", "--verbose")
        #expect(run.status == 75)
        #expect(run.error.contains("no answer within 2 s"), "\(run.error)")
        try field.faulty.close(port)
    }

    @Test(arguments: [
        "certs/ca-certificates.crt", "ca-bundle.pem", "cert.pem", "certs",
    ])
    func `the machine's authorities are found in the usual places`(place: String) throws {
        guard let field = try Field() else { return noteNotRun(Self.missing) }
        let board = try field.board(field.server.url("hub.git", isPrivate: false))
        guard try board.shell("unshare -m true").status == 0 else {
            return noteNotRun("mounting needs root")
        }
        try board.must("git config --unset http.sslCAInfo")
        let store =
            place == "certs"
            ? "cp '\(field.server.folder)/ca.pem' certs; openssl rehash certs"
            : "cp '\(field.server.folder)/ca.pem' '\(place)'"
        let script = """
            mount -t tmpfs none /etc/ssl; cd /etc/ssl; mkdir certs; touch openssl.cnf
            \(store); cd '\(board.here)'; exec pmd sync --verbose
            """
        let run = try board.run(["/usr/bin/unshare", "-m", "/bin/sh", "-ec", script])
        #expect(run.status == 0, "\(run.error)")
    }

    @Test(arguments: [
        ("/nowhere.pem", "No such file"), ("/dev/null", "TLS failed"),
        ("/etc/passwd", "TLS failed"),
    ])
    func `unreadable certificates stop a sync with the setting's name`(
        file: String, words: String
    ) throws {
        let remotes = try Remotes()
        try remotes.makeBoards()
        var board = try remotes.freshBoard("board", from: "https://localhost:1/x.git")
        board.environment["SSL_CERT_FILE"] = file
        let run = try board.pmd("sync", "--verbose")
        #expect(run.status == 77)
        #expect(run.error.contains("read the certificates in \(file)"), "\(run.error)")
        #expect(run.error.contains(words), "\(run.error)")
        #expect(run.error.contains("SSL_CERT_FILE"), "\(run.error)")
    }
}
