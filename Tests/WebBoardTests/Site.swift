import BoardStorage
import BoardView
import Git
import Glibc
import HTTPServer
import MarkdownDocument
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// A server of a real board, without a network.
struct Site: Sendable {
    /// The client of a request.
    enum Client: Equatable {
        /// A program with the token.
        case program
        /// A window of the page, signed in.
        case window(String)
        /// A user authenticated by a proxy on a socket.
        case user(String)
        case nobody
    }

    struct Answer {
        let status: Int
        let headers: HTTPFields
        let bytes: [UInt8]
        let stream: AsyncStream<[UInt8]>?

        var json: JSON {
            get throws { try JSON(String(decoding: bytes, as: UTF8.self)) }
        }

        /// The code of a problem document.
        var code: String? {
            get throws { try json["code"]?.text }
        }
    }

    static let token = AccessToken(String(repeating: "0123456789abcdef", count: 4))!
    static let host = "localhost:7463"
    static let origin = "http://" + host

    let sandbox: ProgramSandbox
    let web: WebBoard

    init(
        on sandbox: ProgramSandbox? = nil, token: AccessToken = Site.token,
        _ change: (inout Gate) -> Void = { _ in }
    ) async throws {
        let sandbox = try sandbox ?? .board()
        self.sandbox = sandbox
        var gate = Gate(
            hosts: [Self.host], origins: [Self.origin], token: token)
        change(&gate)
        let location = try Location(from: sandbox.here, in: Environment(sandbox.environment))
        web = try await WebBoard(
            Workspace(location), gate: gate,
            WebBoard.Options(version: "1.0", executable: sandbox.program, me: "ann") { language in
                Moment(
                    seconds: Int64(time(nil)),
                    language: language == .korean ? .korean : .english)
            })
    }

    @discardableResult
    func ask(
        _ method: String, _ target: String, _ body: String? = nil,
        _ headers: [String: String] = [:], by client: Client = .program
    ) async throws -> Answer {
        var fields = headers.map { (name: $0.key, value: $0.value) }
        fields += try self.fields(of: client, Signed(method, target, body ?? ""))
        if headers["Host"] == nil { fields.append(("Host", Self.host)) }
        if body != nil, headers["Content-Type"] == nil {
            fields.append(("Content-Type", "application/json"))
        }
        return try await ask(method, target, body, fields, from: peer(of: client))
    }

    /// Sends a request with these header fields only.
    func ask(
        _ method: String, _ target: String, _ body: String? = nil,
        _ fields: [(name: String, value: String)],
        from peer: HTTPRequest.Peer = .address("127.0.0.1"), file: [UInt8]? = nil
    ) async throws -> Answer {
        let read = try #require(HTTPRequest.target(target))
        let response = await web.answer(
            HTTPRequest(
                method: method, path: read.path, query: read.query, target: target,
                headers: HTTPFields(fields),
                body: file ?? Array((body ?? "").utf8), peer: peer))
        let answer =
            switch response.body {
            case .bytes(let bytes):
                Answer(
                    status: response.status, headers: response.headers, bytes: bytes, stream: nil)
            case .stream(let stream):
                Answer(
                    status: response.status, headers: response.headers, bytes: [], stream: stream)
            }
        try Described.check(answer, to: method, target)
        return answer
    }

    /// Attaches a file to a task.
    func attach(
        _ file: [UInt8], to task: String, named name: String, _ headers: [String: String] = [:],
        by client: Client = .program
    ) async throws -> Answer {
        let target =
            "/api/attachments?task=\(percentEncoded(task))&name=\(percentEncoded(name))"
        var signed = Signed("POST", target)
        signed.file = file
        let fields = try self.fields(of: client, signed) + headers.map { ($0.key, $0.value) }
        return try await ask(
            "POST", target, nil, fields + [("Host", Self.host)], from: peer(of: client),
            file: file)
    }

    /// Returns the answer for an attached file, loaded by its address in a page.
    func file(_ blob: String, in session: SignedIn) async throws -> Answer {
        let code = authenticationCode(["file", Self.origin, blob], key: session.key)
        return try await ask("GET", "/files/\(blob)?s=\(session.id)&k=\(code)", by: .nobody)
    }

    private func peer(of client: Client) -> HTTPRequest.Peer {
        if case .user = client { return .socket }
        return .address("127.0.0.1")
    }

    private func fields(
        of client: Client, _ signed: Signed
    ) throws -> [(name: String, value: String)] {
        let browser = [("Origin", Self.origin), ("Sec-Fetch-Site", "same-origin")]
        switch client {
        case .program: return [("Authorization", "Bearer " + web.gate.token.text)]
        case .window(let name):
            let session = try signIn()
            return browser + [("Pmd-Session", signed.field(of: session)), ("Pmd-Window", name)]
        case .user(let name):
            return browser + [("Remote-User", name), ("Pmd-User", Gate.encoded(name))]
        case .nobody: return []
        }
    }

    /// Signs in a browser with a code, and returns its session and key.
    func signIn() throws -> SignedIn {
        let request = HTTPRequest(
            method: "POST", path: [], headers: HTTPFields([("Origin", Self.origin)]))
        let session = try web.gate.begin(request, isSigned: true)
        return SignedIn(id: session.id, key: web.gate.token.key(of: session.id))
    }

    /// A session as a page stores it.
    struct SignedIn: Equatable {
        let id: String
        let key: String
    }

    /// The parts of a request that a page signs.
    struct Signed {
        var method: String
        var target: String
        var body: String
        /// A body that is not text.
        var file: [UInt8]?
        var origin = Site.origin
        var purpose = "client"
        var time = milliseconds() + 1
        var nonce = randomDigits(32)

        init(_ method: String, _ target: String, _ body: String = "") {
            (self.method, self.target, self.body) = (method, target, body)
        }

        /// The value of `Pmd-Session`.
        func field(of session: SignedIn) -> String {
            let code = authenticationCode(
                [
                    purpose, origin, method, target, sha256(file ?? Array(body.utf8)),
                    String(time), nonce,
                ],
                key: session.key)
            return "\(session.id) \(time) \(nonce) \(code)"
        }
    }

    /// Adds a task and returns its ID.
    func add(_ body: String, by client: Client = .program) async throws -> String {
        let answer = try await ask("POST", "/api/tasks", body, by: client)
        #expect(answer.status == 201, "\(String(decoding: answer.bytes, as: UTF8.self))")
        return try #require(try answer.json["id"]?.text)
    }

    /// A task's current state.
    func task(_ id: String) async throws -> JSON { try await ask("GET", "/api/tasks/\(id)").json }

    func version(of id: String) async throws -> String {
        try #require(try await task(id)["version"]?.text)
    }

    /// The titles of a column, in its order.
    func titles(_ state: String) async throws -> [String] {
        let board = try await ask("GET", "/api/board?all=true").json
        guard case .array(let columns) = board["columns"],
            case .array(let tasks)? = columns.first(where: { $0["state"] == .string(state) })?[
                "tasks"]
        else { return [] }
        return tasks.compactMap { $0["title"]?.text }
    }

    /// Expects a refusal with a problem document, which changes nothing.
    func expectRefusal(
        _ method: String, _ target: String, _ body: String?, _ headers: [String: String],
        by client: Client = .program, _ status: Int,
        _ code: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let before = try sandbox.state()
        let answer = try await ask(method, target, body, headers, by: client)
        let text = String(decoding: answer.bytes, as: UTF8.self)
        #expect(answer.status == status, "\(text)", sourceLocation: sourceLocation)
        let problem = try answer.json
        #expect(problem["code"] == .string(code), "\(text)", sourceLocation: sourceLocation)
        #expect(problem["type"] == .string("urn:pmd:" + code), sourceLocation: sourceLocation)
        #expect(problem["status"] == .number(status), sourceLocation: sourceLocation)
        #expect(problem["title"]?.text?.isEmpty == false, sourceLocation: sourceLocation)
        #expect(problem["detail"]?.text?.isEmpty == false, sourceLocation: sourceLocation)
        #expect(
            answer.headers["content-type"] == "application/problem+json",
            sourceLocation: sourceLocation)
        #expect(try sandbox.state() == before, sourceLocation: sourceLocation)
    }

    func expectRefusal(
        _ method: String, _ target: String, _ body: String?, by client: Client = .program,
        _ status: Int, _ code: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await expectRefusal(
            method, target, body, [:], by: client, status, code, sourceLocation: sourceLocation)
    }

    func expectRefusal(
        _ method: String, _ target: String, by client: Client = .program, _ status: Int,
        _ code: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await expectRefusal(
            method, target, nil, [:], by: client, status, code, sourceLocation: sourceLocation)
    }
}

/// Waits until a condition holds.
func eventually(
    _ condition: () async throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let end = ContinuousClock.now + .seconds(20 * slowness)
    while ContinuousClock.now < end {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("it never came", sourceLocation: sourceLocation)
}
