import Glibc
import TestSupport

/// A running `pmd serve`, with curl as its client.
struct RunningServer {
    let board: ProgramSandbox
    let program: BackgroundProgram
    /// The first line of its output.
    let line: String
    let token: String

    /// The address that signs in a browser.
    var address: String { line.split(separator: " ").last.map(String.init) ?? "" }
    var origin: String { String(address.prefix { $0 != "#" }.dropLast()) }

    init(_ board: ProgramSandbox, _ options: String...) throws {
        try self.init(board, at: ["--port", "0"] + options)
    }

    init(_ board: ProgramSandbox, at options: [String]) throws {
        self.board = board
        program = try BackgroundProgram(
            [binaryFolder + "/pmd", "serve", "-C", board.here] + options,
            environment: board.environment, log: board.folder.path + "/server.log")
        line = try program.readLine()
        token = String(
            try board.shell("cat \"$(pmd serve --print-token)\"").output.dropLast())
    }

    /// Signs in with the code of an address, like a browser that cannot sign its requests.
    ///
    /// - Returns: The requests' `Pmd-Session` header; nil if the server refuses.
    func signIn(at address: String) throws -> String? {
        let code = address.split(separator: "=").last ?? ""
        let answer = try curl(
            "-H", "Origin: \(origin)", "-H", "Content-Type: application/json",
            "-d", "{\"code\":\"\(code)\"}", "/api/session")
        guard answer.status == 200, let id = answer.json?["session"]?.text,
            let key = answer.json?["key"]?.text
        else { return nil }
        return "Pmd-Session: \(id) \(key)"
    }

    struct Answer {
        let status: Int
        let text: String

        var json: JSON? {
            do { return try JSON(text) } catch { return nil }
        }
    }

    /// Sends a request with curl's arguments, without signing in.
    func curl(_ words: String...) throws -> Answer {
        let run = try board.run(
            ["curl", "-s", "-m", "30", "-w", "\n%{http_code}"]
                + words.map {
                    $0.hasPrefix("/api/") ? origin + $0 : $0
                })
        let parts = run.output.split(
            separator: "\n", omittingEmptySubsequences: false)
        return Answer(
            status: parts.last.flatMap { Int($0) } ?? 0,
            text: parts.dropLast().joined(separator: "\n"))
    }

    /// Sends a request with the token, as a program does.
    func ask(_ method: String, _ path: String, _ body: String? = nil, _ headers: String...)
        throws -> Answer
    {
        var words = ["-X", method, "-H", "Authorization: Bearer \(token)"]
        for header in headers { words += ["-H", header] }
        if let body { words += ["-H", "Content-Type: application/json", "-d", body] }
        let run = try board.run(
            ["curl", "-s", "-m", "60", "-w", "\n%{http_code}"] + words + [origin + path])
        let parts = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        return Answer(
            status: parts.last.flatMap { Int($0) } ?? 0,
            text: parts.dropLast().joined(separator: "\n"))
    }

    /// Stops the server, and returns how long that took.
    func end(by signal: Int32 = SIGTERM) throws -> Duration {
        let start = ContinuousClock.now
        kill(program.pid, signal)
        try eventually("the end of the server") { program.hasEnded ? true : nil }
        return .now - start
    }
}
