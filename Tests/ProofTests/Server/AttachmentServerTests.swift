import TestSupport
import Testing

/// Files sent to `pmd serve` over real connections.
struct AttachmentServerTests {
    @Test func `curl attaches a file to a task`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("Buy", "boots")
        let server = try RunningServer(board)
        let token = ["-H", "Authorization: Bearer \(server.token)"]
        try board.must(
            "head -c 6000000 /dev/urandom >../boots.bin; head -c 10000001 /dev/urandom >../big.bin")
        func send(_ words: [String], _ name: String) throws -> RunningServer.Answer {
            let target = "\(server.origin)/api/attachments?task=\(code)&name=\(name)"
            let run = try board.run(
                ["curl", "-s", "-m", "120", "-w", "\n%{http_code}"] + words + [target])
            let parts = run.output.split(separator: "\n", omittingEmptySubsequences: false)
            return RunningServer.Answer(
                status: parts.last.flatMap { Int($0) } ?? 0,
                text: parts.dropLast().joined(separator: "\n"))
        }
        let binary = ["--data-binary", "@../boots.bin"]
        #expect(try send(binary, "a.bin").status == 413)
        #expect(try send(token + binary, "boots.bin").status == 200)
        let put = try send(token + ["-X", "POST", "-T", "../boots.bin"], "boots.bin")
        #expect(
            put.status == 200 && put.json?["report"]?["commit"] == .null, "\(put.text.prefix(200))")
        #expect(try send(token + ["--data-binary", "@../big.bin"], "big.bin").status == 413)
        #expect(
            try send(token + ["-H", "Origin: http://evil.example"] + binary, "x").status == 403)
        try board.must(
            """
            test $(ls attachments | wc -l) = 1
            cmp ../boots.bin attachments/boots-$(git hash-object ../boots.bin | cut -c1-8).bin
            """)
        // A small file of any type, as an ordinary body.
        #expect(try send(token + ["-d", "a note"], "note.txt").status == 200)
        #expect(try board.shell("cat attachments/note-*").output == "a note")
    }
}
