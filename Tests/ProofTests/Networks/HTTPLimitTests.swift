import TestSupport
import Testing

/// Size and rate limits of a web server are reported as limits, not as an outage.
struct HTTPLimitTests {
    private func server() throws -> (Remotes, WebServer)? {
        let remotes = try Remotes()
        guard let server = try WebServer(remotes.sandbox, remotes.repositories) else {
            noteNotRun("nginx, fcgiwrap or git http-backend is not installed")
            return nil
        }
        try remotes.makeBoards()
        return (remotes, server)
    }

    @Test func `a push too large for the server is reported as that`() throws {
        guard let (remotes, server) = try server() else { return }
        // An optimized build would end the server after its last use.
        defer { withExtendedLifetime(server) {} }
        let url = server.url("hub.git", at: "small", isPrivate: false)
        let board = try remotes.freshBoard("board", from: url)
        try board.must(
            """
            git config http.sslCAInfo '\(server.folder)/ca.pem'
            head -c 300000 /dev/urandom > picture; mkdir -p attachments; mv picture attachments
            """)
        let run = try board.pmd("sync")
        #expect(run.status == 77, "\(run)")
        #expect(run.error.contains("larger than the server accepts (HTTP 413)"), "\(run)")
        #expect(try board.pmd("sync", "--offline-ok").status == 77)
        // A server with a higher limit accepts it.
        try board.must(
            "git remote set-url origin '\(server.url("hub.git", isPrivate: false))'")
        let last = try board.pmd("sync", "--verbose")
        #expect(last.status == 0, "\(last)")
    }

    @Test func `a server's rate limit is reported with the time to wait`() throws {
        guard let (remotes, server) = try server() else { return }
        // An optimized build would end the server after its last use.
        defer { withExtendedLifetime(server) {} }
        let open = server.url("hub.git", isPrivate: false)
        let board = try remotes.freshBoard(
            "board", from: open.replacing("/open/", with: "/busy/"))
        try board.must("git config http.sslCAInfo '\(server.folder)/ca.pem'")
        let run = try board.pmd("sync", "--json")
        #expect(run.status == 75, "\(run)")
        #expect(run.error.contains("\"code\":\"limited\""), "\(run)")
        #expect(run.error.contains("(HTTP 429) and asks you to wait 90 s"), "\(run)")
        #expect(try board.pmd("status").output.contains("HTTP 429"))
        let made = try remotes.sandbox.shell(
            """
            git config --global http.sslCAInfo '\(server.folder)/ca.pem'
            pmd init new --remote \(open.replacing("/open/", with: "/busy/"))
            """)
        #expect(made.error.contains("could not be reached") && made.status == 0, "\(made)")
    }
}
