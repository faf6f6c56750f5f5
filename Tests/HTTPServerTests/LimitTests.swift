import Glibc
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// Limits on slow clients and on many connections, and stopping a server.
struct LimitTests {
    private func limits(_ change: (inout HTTPLimits) -> Void) -> HTTPLimits {
        var limits = HTTPLimits()
        (limits.idle, limits.transfer) = (1, 1)
        change(&limits)
        return limits
    }

    /// Sends a text repeatedly until the server closes the connection.
    private static func secondsUntilClosed(_ peer: Peer, sending text: String) -> Double {
        let start = ContinuousClock.now
        while peer.send(text), .now - start < .seconds(30) { usleep(100_000) }
        return (ContinuousClock.now - start) / .seconds(1)
    }

    @Test(arguments: [
        ("a head", "GET / HTTP/1.1\r\n", "A: b\r\n"),
        ("a body", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n", "x"),
        (
            "chunks", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
            "1\r\nx\r\n"
        ),
    ])
    func `an endless request is cut off, however steadily it arrives`(
        name: String, start: String, part: String
    ) async throws {
        try await withServer(limits { $0.fields = 10_000 }) { _, port in
            let peer = try Peer(port)
            peer.send(start)
            #expect(Self.secondsUntilClosed(peer, sending: part) < 25, "\(name)")
        }
    }

    @Test func `a connection without a request is closed, even after a response`() async throws {
        try await withServer(limits { _ in }) { _, port in
            let (silent, served) = (try Peer(port), try Peer(port))
            #expect(try served.ask("GET /a").body == "a")
            #expect(try silent.rest() == "")
            #expect(try served.rest() == "")
        }
    }

    @Test func `a client that does not read its response is cut off`() async throws {
        let body = [UInt8](repeating: 0x78, count: 30_000_000)
        let large: HTTPServer.Responder = { _ in HTTPResponse(200, body: body) }
        try await withServer(limits { _ in }, large) { _, port in
            let peer = try Peer(port)
            peer.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try peer.text(until: "\r\n\r\n")
            let start = ContinuousClock.now
            while .now - start < .seconds(3) { usleep(10_000) }
            let count = try peer.rest().utf8.count
            #expect(count < body.count)
        }
    }

    /// Every client of `/known` has proved that it may use the server.
    private static let known: HTTPServer.Responder = { request in
        var response = await echo(request)
        response.credential = request.path.first == "known" ? request.path.last : nil
        return response
    }

    @Test func `unknown clients yield to newer clients, and known clients stay`() async throws {
        var limits = HTTPLimits()
        limits.connections = 4
        try await withServer(limits, Self.known) { _, port in
            let known = try Peer(port)
            #expect(try known.ask("GET /known").status == 200)
            let strangers = try (0..<30).map { _ in try Peer(port) }
            for stranger in strangers { stranger.send("GET / HT") }
            let late = try Peer(port)
            #expect(try late.ask("GET /late").body == "late")
            #expect(try known.ask("GET /known").body == "known")
            #expect(try strangers[0].rest() == "")
        }
    }

    @Test func `the credential with the most connections yields to a new client`() async throws {
        var limits = HTTPLimits()
        (limits.connections, limits.connectionsOfCredential) = (6, 6)
        try await withServer(limits, Self.known) { _, port in
            let owner = try Peer(port)
            #expect(try owner.ask("GET /known/owner").status == 200)
            let others = try (0..<5).map { _ in try Peer(port) }
            for other in others { #expect(try other.ask("GET /known/key").status == 200) }
            #expect(try Peer(port).ask("GET /known/owner").status == 200)
            #expect(try others[0].rest() == "")
            #expect(try owner.ask("GET /known/owner").status == 200)
        }
    }

    /// A calendar's key, which many programs may have, must not lock out its owner.
    @Test func `connections per credential are limited, and idle ones are closed first`()
        async throws
    {
        let stream: HTTPServer.Responder = { request in
            var response = HTTPResponse(200)
            if request.path.last == "stream" {
                let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
                continuation.yield([0x78])
                response = HTTPResponse(200, headers: HTTPFields(), stream: stream)
                Task.detached {
                    do { try await Task.sleep(for: .seconds(30)) } catch { return }
                    continuation.finish()
                }
            }
            response.credential = request.path.first
            return response
        }
        var limits = HTTPLimits()
        (limits.connections, limits.connectionsOfCredential) = (20, 3)
        try await withServer(limits, stream) { _, port in
            let streaming = try Peer(port)
            streaming.send("GET /key/stream HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try streaming.text(until: "\r\n\r\n")
            let idle = try (0..<6).map { _ in try Peer(port) }
            for peer in idle { #expect(try peer.ask("GET /key").status == 200) }
            let owner = try Peer(port)
            #expect(try owner.ask("GET /owner").status == 200)
            for peer in idle.prefix(4) { #expect(try peer.rest() == "") }
            for peer in idle.suffix(2) { #expect(try peer.ask("GET /key").status == 200) }
            #expect(try owner.ask("GET /owner").status == 200)
            #expect(try streaming.text(until: "x\r\n").hasPrefix("1\r\n"))
        }
    }

    /// Requests that wait until a test lets them all continue.
    private final class Barrier: Sendable {
        private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

        var count: Int { waiting.withLock { $0.count } }

        func wait() async {
            await withCheckedContinuation { end in waiting.withLock { $0.append(end) } }
        }

        func open() {
            let all = waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            for end in all { end.resume() }
        }
    }

    @Test func `a change that is carried out is answered, and others are refused before it`()
        async throws
    {
        let barrier = Barrier()
        let change: HTTPServer.Responder = { request in
            if request.method == "POST" { await barrier.wait() }
            var response = await echo(request)
            response.credential = "owner"
            return response
        }
        var limits = HTTPLimits()
        (limits.connections, limits.connectionsOfCredential) = (6, 3)
        try await withServer(limits, change) { _, port in
            let reader = try Peer(port)
            #expect(try reader.ask("GET /").status == 200)
            let writers = try (1...6).map { number in
                let writer = try Peer(port)
                writer.send("POST /a HTTP/1.1\r\nHost: x\r\n\r\n")
                while barrier.count < number { usleep(10_000) }
                return writer
            }
            #expect(try reader.rest() == "")
            let late = try Peer(port)
            let refusal = try late.ask("POST /b")
            #expect(refusal.status == 503 && refusal.body == "busy /b")
            #expect(barrier.count == writers.count)
            barrier.open()
            for writer in writers { #expect(try writer.answer().status == 200) }
            var status = try Peer(port).ask("GET /").status
            // The server counts an answered request a moment longer than its client.
            for _ in 0..<500 where status == 503 {
                usleep(10_000)
                status = try Peer(port).ask("GET /").status
            }
            #expect(status == 200)
        }
    }

    @Test func `the client with the most unread data yields to clients that read`() async throws {
        var limits = HTTPLimits()
        limits.answers = 20 << 20
        let large: HTTPServer.Responder = { _ in
            HTTPResponse(200, body: [UInt8](repeating: 0x78, count: 8 << 20))
        }
        try await withServer(limits, large) { server, port in
            let idle = try (0..<6).map { _ in try Peer(port) }
            for peer in idle {
                peer.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                usleep(100_000)
            }
            #expect(try Peer(port).ask("GET /").body.utf8.count == 8 << 20)
            // Some of the six that do not read were cut off.
            let whole = try idle.filter { try $0.rest().utf8.count >= 8 << 20 }
            #expect((1...4).contains(whole.count))
        }
    }

    @Test func `the next request waits until the previous response is read`() async throws {
        let answered = Mutex(0)
        let large: HTTPServer.Responder = { _ in
            answered.withLock { $0 += 1 }
            return HTTPResponse(200, body: [UInt8](repeating: 0x78, count: 8 << 20))
        }
        try await withServer(HTTPLimits(), large) { _, port in
            let peer = try Peer(port)
            let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
            peer.send(String(repeating: request, count: 20))
            let end = ContinuousClock.now + .seconds(60)
            while answered.withLock({ $0 }) == 0, ContinuousClock.now < end { usleep(10_000) }
            // Leave time for a second request, which must not be answered yet.
            usleep(500_000)
            #expect(answered.withLock { $0 } == 1)
            for _ in 0..<3 { #expect(try peer.answer().body.utf8.count == 8 << 20) }
            #expect((3...4).contains(answered.withLock { $0 }))
        }
    }

    @Test func `the unknown client with the largest unfinished body yields`() async throws {
        var limits = HTTPLimits()
        (limits.body, limits.bodies) = (1_000, 1_000)
        try await withServer(limits) { _, port in
            let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n"
            let (small, large) = (try Peer(port), try Peer(port))
            small.send(head + String(repeating: "x", count: 100))
            large.send(head + String(repeating: "x", count: 900))
            usleep(100_000)
            let late = try Peer(port)
            late.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n")
            late.send(String(repeating: "x", count: 500))
            #expect(try late.answer().status == 200)
            #expect(try large.rest() == "")
            small.send(String(repeating: "x", count: 900))
            #expect(try small.answer().status == 200)
        }
    }

    @Test func `a large body needs a permission, and a known client's yields to nobody`()
        async throws
    {
        var limits = HTTPLimits()
        (limits.body, limits.bodies, limits.uploads) = (1_000, 1_000, 25_000)
        let admit: HTTPServer.Admission = { request in
            request.path == ["files"]
                ? HTTPUpload(limit: 10_000, credential: "ann") : nil
        }
        try await withServer(limits, admit: admit) { _, port in
            func head(_ path: String, _ length: Int) -> String {
                "POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\r\n"
            }
            let large = String(repeating: "x", count: 9_000)
            for (path, length, status) in [("/files", 10_001, 413), ("/other", 9_000, 413)] {
                let peer = try Peer(port)
                peer.send(head(path, length))
                #expect(try peer.answer().status == status)
            }
            let first = try Peer(port)
            first.send(head("/files", 10_000) + large)
            usleep(100_000)
            let small = try Peer(port)
            small.send(head("/a", 900) + String(repeating: "x", count: 900))
            #expect(try small.answer().status == 200)
            let second = try Peer(port)
            second.send(head("/files", 9_000) + large)
            #expect(try second.answer().status == 200)
            // Together they would take more memory than uploads may.
            let others = try (0..<2).map { _ in try Peer(port) }
            for other in others {
                other.send(head("/files", 10_000) + large)
                usleep(100_000)
            }
            #expect(try others[1].answer().status == 503)
            first.send(String(repeating: "x", count: 1_000))
            #expect(try first.answer().status == 200)
        }
    }

    @Test func `a stream continues until its client disconnects`() async throws {
        let ended = Flag()
        let respond: HTTPServer.Responder = { _ in
            let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
            continuation.onTermination = { _ in ended.set() }
            for part in ["a", "b"] { continuation.yield(Array("data: \(part)\n".utf8)) }
            return HTTPResponse(200, headers: HTTPFields(), stream: stream)
        }
        try await withServer(HTTPLimits(), respond) { _, port in
            var peer = try Optional(Peer(port))
            peer?.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try peer?.text(until: "data: b\n")
            #expect(!ended.isSet)
            peer = nil
            let start = ContinuousClock.now
            while !ended.isSet, .now - start < .seconds(10) { usleep(10_000) }
            #expect(ended.isSet)
        }
    }

    @Test func `a stopping server finishes pending responses, up to the given time limit`()
        async throws
    {
        for (path, isAnswered) in [("slow", true), ("endless", false)] {
            let begun = Flag()
            let slow: HTTPServer.Responder = { request in
                begun.set()
                let time: Duration = isAnswered ? .milliseconds(400) : .seconds(100)
                do { try await Task.sleep(for: time) } catch { return HTTPResponse(500) }
                return await echo(request)
            }
            try await onThread {
                let server = HTTPServer(
                    executor: AnsweringThreads(), refuse: named, respond: slow)
                let port = try server.listen(on: .address("127.0.0.1", port: 0))
                let peer = try Peer(port)
                peer.send("GET /\(path) HTTP/1.1\r\nHost: x\r\n\r\n")
                while !begun.isSet { usleep(1_000) }
                usleep(50_000)
                let start = ContinuousClock.now
                try server.stop(within: .seconds(isAnswered ? 20 : 1))
                #expect(.now - start < .seconds(10))
                #expect(try peer.rest().hasSuffix("\r\n\r\n" + path) == isAnswered)
            }
        }
    }

    @Test func `a port in use is reported, and a server on a socket is detected`() async throws {
        try await withServer { _, port in
            let other = HTTPServer(refuse: named, respond: echo)
            #expect {
                try other.listen(on: .address("127.0.0.1", port: port))
            } throws: {
                ($0 as? ListenError)?.number == EADDRINUSE
            }
            let folder = try TemporaryFolder()
            let path = folder.path + "/socket"
            #expect(!HTTPServer.answers(atSocket: path))
            _ = try other.listen(on: .socket(path: path))
            #expect(HTTPServer.answers(atSocket: path))
            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_mode & 0o007 == 0)
            try other.stop(within: .zero)
            #expect(!HTTPServer.answers(atSocket: path))
        }
    }
}

/// An event that happens at most once.
final class Flag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
}
