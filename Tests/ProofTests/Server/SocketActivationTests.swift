import Glibc
import TestSupport
import Testing

/// `pmd serve` on sockets that systemd opened.
struct SocketActivationTests {
    private func activate(
        _ sandbox: ProgramSandbox, _ places: [String], _ words: [String] = []
    ) throws -> BackgroundProgram? {
        guard try sandbox.shell("command -v systemd-socket-activate || true").output != "",
            try sandbox.shell("command -v curl || true").output != ""
        else {
            noteNotRun("systemd-socket-activate or curl is not installed")
            return nil
        }
        return try BackgroundProgram(
            ["/usr/bin/systemd-socket-activate"] + places.flatMap { ["-l", $0] }
                + [binaryFolder + "/pmd", "serve", "-C", sandbox.here] + words,
            environment: sandbox.environment, log: sandbox.folder.path + "/log")
    }

    private func log(_ sandbox: ProgramSandbox) throws -> String {
        String(decoding: try readFile(sandbox.folder.path + "/log"), as: UTF8.self)
    }

    private func page(_ sandbox: ProgramSandbox, _ curl: String) throws -> String? {
        let run = try sandbox.shell("curl -s -o /dev/null -w '%{http_code}' \(curl) || true")
        return run.output == "000" ? nil : run.output
    }

    @Test func `the first browser starts the server, which responds on both addresses`() throws {
        let sandbox = try ProgramSandbox.board()
        let port = try freePort()
        guard let server = try activate(sandbox, ["127.0.0.1:\(port)", "[::1]:\(port)"]) else {
            return
        }
        let first = try eventually("an answer") {
            try page(sandbox, "http://127.0.0.1:\(port)/")
        }
        #expect(first == "200")
        #expect(try page(sandbox, "-g 'http://[::1]:\(port)/'") == "200")
        #expect(try page(sandbox, "http://127.0.0.1:\(port)/api/board") == "401")
        #expect(try page(sandbox, "-H 'Host: example.org' http://127.0.0.1:\(port)/") != "200")
        #expect(try server.readLine().contains("http://127.0.0.1:\(port)/#code="))
        _ = server
    }

    @Test func `a server that listens only on IPv6 prints that address`() throws {
        let sandbox = try ProgramSandbox.board()
        let port = try freePort()
        guard let server = try activate(sandbox, ["[::1]:\(port)"]) else { return }
        let answer = try eventually("an answer") {
            try page(sandbox, "-g 'http://[::1]:\(port)/'")
        }
        #expect(answer == "200")
        #expect(try server.readLine().contains("http://[::1]:\(port)/#code="))
        _ = server
    }

    @Test(arguments: ["17", "x", "-1", "1"])
    func `an impossible number of sockets is refused`(count: String) throws {
        let sandbox = try ProgramSandbox.board()
        let run = try sandbox.shell(
            "export LISTEN_FDS=\(count); exec 3</dev/null; "
                + "exec sh -c 'LISTEN_PID=$$ exec pmd serve'")
        #expect(run.status == 64 && run.error.contains("LISTEN_FDS"), "\(run)")
    }

    @Test func `a server on a Unix socket is for a proxy and needs an origin`() throws {
        let sandbox = try ProgramSandbox.board()
        let path = sandbox.folder.path + "/s"
        guard
            let server = try activate(
                sandbox, [path], ["--origin", "https://board.example.org"])
        else { return }
        let answer = try eventually("an answer") {
            try page(
                sandbox, "--unix-socket '\(path)' -H 'Host: board.example.org' http://localhost/")
        }
        #expect(answer == "200")
        _ = server
    }

    @Test(arguments: [
        (["--port", "8080"], "systemd sets where the server listens"), ([], ""),
    ])
    func `options for the address are refused, and so is a wildcard address`(
        words: [String], message: String
    ) throws {
        let sandbox = try ProgramSandbox.board()
        let port = try freePort()
        let place = words.isEmpty ? "0.0.0.0:\(port)" : "127.0.0.1:\(port)"
        guard let server = try activate(sandbox, [place], words) else { return }
        let log: String = try eventually("a message") {
            // The first connection starts the program, once systemd listens.
            _ = try page(sandbox, "--max-time 2 http://127.0.0.1:\(port)/")
            let log = try self.log(sandbox)
            return log.contains("pmd: ") ? log : nil
        }
        #expect(
            log.contains(message.isEmpty ? "give the address of the page with" : message), "\(log)")
        _ = server
    }
}
