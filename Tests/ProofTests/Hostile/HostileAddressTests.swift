import TestSupport
import Testing

/// A secret in an address, in any form, is never printed, passed on or stored.
struct HostileAddressTests {
    private static let secret = "s3cretTok3n0123456789abcdef"

    private static let addresses = [
        "https://TOKEN@localhost:1/x.git", "https://ann:TOKEN@localhost:1/x.git",
        "https://ann:pa/TOKEN@localhost:1/x.git", "https://ann:p@TOKEN@localhost:1/x.git",
        "https://ann:p@TOKEN/x@localhost:1/x.git", "https://ann%3ATOKEN@localhost:1/x.git",
        "https://ann:TOKEN%40localhost:1/x.git", "https://ann:TOKEN@localhost:port/x.git",
        "ssh://ann:TOKEN@localhost:1/x.git", "ann:TOKEN@localhost:x.git",
        "https://ann:TOKEN @localhost:1/x.git", "http://ann:TOKEN@example.invalid/x.git",
        "git://ann:TOKEN@example.invalid/x.git", "foo://ann:TOKEN@example.invalid/x.git",
        "https:/ann:TOKEN@localhost/x.git", "https://localhost:1/x.git?token=TOKEN",
        "https://localhost:1/x;token=TOKEN", "https://localhost:1/x%3Btoken=TOKEN",
        "https://localhost:1/x?token=a@TOKEN", "file://ann:TOKEN@localhost/x.git",
        "//ann:TOKEN@localhost/x.git", "ann.lee:TOKEN@localhost:x.git", "ext::sh -c TOKEN",
        "fd::3/TOKEN", "ssh://ann%3ATOKEN@localhost:1/x.git", "https://localhost:1/x\u{1B}TOKEN",
        "https://ann:\u{7}TOKEN@localhost:1/x.git", "https://ann:TOKEN%2540localhost:1/x.git",
        "%41nn%3ATOKEN@localhost/x.git",
    ]

    @Test(.exhaustive, arguments: addresses)
    func `a secret in an address stays in git's configuration`(address: String) throws {
        let remotes = try Remotes()
        try remotes.makeBoards()
        let url = address.replacing("TOKEN", with: Self.secret)
        let board = try remotes.freshBoard("board", from: url)
        try look(board, address)
    }

    @Test(.exhaustive, arguments: addresses)
    func `a secret in a typed address is not printed`(address: String) throws {
        let sandbox = try ProgramSandbox()
        let url = address.replacing("TOKEN", with: Self.secret)
        for words in [
            ["clone", url], ["clone", "--verbose", url, "x"], ["clone", "--json", url],
            ["init", "--remote", url, "y"], ["init", "--json", "--remote", url, "z"],
        ] {
            let run = try sandbox.run([binaryFolder + "/pmd"] + words)
            let words = words.joined(separator: " ")
            #expect(!(run.output + run.error).contains(Self.secret), "\(words): \(run)")
        }
        let kept = try sandbox.shell("find . | grep -F '\(Self.secret)' || :").output
        #expect(kept.isEmpty, "\(address): \(kept)")
    }

    @Test(.exhaustive) func `a secret in another setting is not copied`() throws {
        let remotes = try Remotes()
        try remotes.makeBoards()
        let token = Self.secret
        let settings = [
            "remote.origin.pushurl https://ann:\(token)@localhost:1/x.git",
            "url.https://ann:\(token)@localhost:1/.insteadOf there:",
            "http.proxy http://ann:\(token)@localhost:1", "http.proxy ann:\(token)@localhost:port",
            "http.proxy socks5://ann:\(token)@localhost:1",
            "branch.main.remote https://ann:\(token)@localhost:1/x",
            "pmd.remote https://ann:\(token)@localhost:1/x",
        ]
        for setting in settings {
            let words = setting.split(separator: " ", maxSplits: 1)
            let url =
                setting.contains("insteadOf")
                ? "there:x.git"
                : setting.contains("pushurl") ? remotes.hub : "https://localhost:1/x"
            let board = try remotes.freshBoard("board", from: url)
            try board.must("git config '\(words[0])' '\(words[1])'")
            try look(board, String(words[0]))
        }
    }

    @Test func `secrets that an older pmd stored are not printed`() throws {
        let remotes = try Remotes()
        try remotes.makeBoards()
        let board = try remotes.freshBoard("board", from: remotes.hub)
        let old =
            "at 1700000000\nresult cannot reach https://\(Self.secret)@h/x: no\ncode 77\n"
            + "failing-since 1700000000\n"
        try writeFile(board.here + "/.git/pmd/sync", old)
        for words in [["status"], ["status", "--json"], ["doctor", "sync"]] {
            let run = try board.run([binaryFolder + "/pmd"] + words)
            #expect(!(run.output + run.error).contains(Self.secret), "\(words): \(run.output)")
            #expect(run.output.contains("pmd sync"), "\(words): \(run.output)")
        }
    }

    @Test func `doctor reports an address with a password, and gives advice`() throws {
        let remotes = try Remotes()
        try remotes.makeBoards()
        let board = try remotes.freshBoard(
            "board", from: "https://ann:\(Self.secret)@localhost:1/x.git")
        let run = try board.pmd("doctor", "remote")
        #expect(run.output.contains("the address of origin contains a password in plain text"))
        #expect(run.output.contains("git remote set-url origin https://localhost:1/x.git"))
        #expect(run.output.contains("credential.helper"))
        try board.must("git remote set-url origin '\(remotes.hub)'")
        #expect(try !board.pmd("doctor", "remote").output.contains("password"))
    }

    private func look(_ board: ProgramSandbox, _ kind: String) throws {
        let trace = board.folder.path + "/trace"
        let ways = [
            ["sync", "--verbose", "--timeout", "20"], ["sync", "--json", "--timeout", "20"],
            ["doctor", "remote", "sync"], ["doctor", "--json", "remote"], ["status"],
            ["status", "--json"],
        ]
        for words in ways {
            let run = try board.run(
                ["/usr/bin/strace", "-f", "-q", "-v", "-s", "65536", "-e", "trace=execve"]
                    + ["-o", trace, binaryFolder + "/pmd"] + words)
            #expect(
                !(run.output + run.error).contains(Self.secret),
                "\(kind), \(words): \(run.output)\(run.error)")
            let seen = try board.shell("grep -F '\(Self.secret)' '\(trace)' || :").output
            #expect(seen.isEmpty, "\(kind), \(words): \(seen.prefix(2_000))")
        }
        let kept = try board.shell("grep -rlF '\(Self.secret)' . || :").output
        #expect(kept == "./.git/config\n", "\(kind): \(kept)")
    }
}
