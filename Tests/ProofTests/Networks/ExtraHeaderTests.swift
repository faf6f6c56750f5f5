import TestSupport
import Testing

/// `http.extraHeader`, with which some servers authenticate users.
struct ExtraHeaderTests {
    @Test func `extra headers are sent with each request to their configured addresses`()
        throws
    {
        let remotes = try Remotes()
        guard let server = try WebServer(remotes.sandbox, remotes.repositories) else {
            return noteNotRun("nginx, fcgiwrap or git http-backend is not installed")
        }
        let servers = try FaultyServers(remotes.sandbox)
        try remotes.makeBoards()
        let port = try servers.open(
            #""op": "cut", "to": \#(server.ports["plain"] ?? 0), "records": true"#)
        let address = "http://localhost:\(port)"
        let board = try remotes.freshBoard("board", from: "\(address)/open/hub.git")
        try board.must(
            """
            git config http.extraHeader 'X-All: 1'
            git config 'http.\(address)/.extraHeader' 'X-Here: 2'
            git config --add 'http.\(address)/.extraHeader' 'X-Here: 3'
            git config 'http.http://other.example/.extraHeader' 'X-There: 4'
            """)
        #expect(try board.pmd("add", "Another", "one").status == 0)
        let run = try board.pmd("sync", "--verbose")
        #expect(run.status == 0, "\(run.error)")
        let log = try servers.log(port)
        let requests = log.split(separator: " HTTP/1.1\r\n").count - 1
        #expect(log.contains("POST /open/hub.git/git-receive-pack"))
        for header in ["X-All: 1\r\n", "X-Here: 2\r\n", "X-Here: 3\r\n"] {
            #expect(log.split(separator: header).count - 1 == requests, "\(header)")
        }
        #expect(!log.contains("X-There"))
        try servers.close(port)
    }
}
