import HTTPServer
import TestSupport
import Testing

/// HTTP requests, valid and malformed.
struct RequestTests {
    private static let host = "Host: x\r\n"

    @Test(arguments: [
        ("garbage", "GARBAGE\r\n\r\n", 400),
        ("a record of TLS", "\u{16}\u{3}\u{1}\u{0}\u{5}\u{1}\r\n\r\n", 400),
        ("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
        ("an unknown version", "GET / HTTP/9.9\r\n\r\n", 400),
        ("a whole address", "GET http://x/ HTTP/1.1\r\n\(host)\r\n", 400),
        ("an asterisk", "OPTIONS * HTTP/1.1\r\n\(host)\r\n", 400),
        ("a target with NUL", "GET /%00 HTTP/1.1\r\n\(host)\r\n", 400),
        ("overlong UTF-8", "GET /%c0%ae HTTP/1.1\r\n\(host)\r\n", 400),
        ("two lengths", "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
        ("a negative length", "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
        ("a huge length", "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 400),
        (
            "a length beside chunks",
            "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400
        ),
        (
            "a chunk without a size",
            "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\nxyz\r\n", 400
        ),
        ("a blank before the colon", "GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400),
        ("a folded field", "GET / HTTP/1.1\r\nHost: x\r\n y\r\n\r\n", 400),
        (
            "a large head", "GET / HTTP/1.1\r\nA: \(String(repeating: "x", count: 5_000))\r\n\r\n",
            431
        ),
        ("many fields", "GET / HTTP/1.1\r\n\(String(repeating: "A: b\r\n", count: 300))\r\n", 431),
        ("a body beyond the limit", "POST / HTTP/1.1\r\nContent-Length: 1001\r\n\r\n", 413),
        (
            "chunks beyond the limit",
            "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n"
                + String(repeating: "1f4\r\n\(String(repeating: "x", count: 500))\r\n", count: 3),
            413
        ),
    ])
    func `a malformed request is refused, and the connection is closed`(
        name: String, text: String, status: Int
    ) async throws {
        var limits = HTTPLimits()
        (limits.head, limits.body) = (4_000, 1_000)
        try await withServer(limits) { _, port in
            let peer = try Peer(port)
            peer.send(text)
            let answer = try peer.answer()
            #expect(answer.status == status, "\(name)")
            #expect(answer.headers["connection"] == "close", "\(name)")
            let refusal = try #require(HTTPRefusal(rawValue: status))
            let path = text.hasPrefix("POST / ") && status == 413 ? " /" : ""
            #expect(answer.body.hasPrefix("\(refusal)\(path)"), "\(name): \(answer.body)")
            #expect(try peer.rest() == "", "\(name)")
        }
    }

    @Test func `a target that is too long is refused`() async throws {
        try await withServer { _, port in
            let peer = try Peer(port)
            peer.send("GET /\(String(repeating: "x", count: 200_000))")
            let answer = try peer.answer()
            #expect([400, 431].contains(answer.status))
        }
    }

    @Test func `a body up to the limit is accepted`() async throws {
        var limits = HTTPLimits()
        limits.body = 1_000
        try await withServer(limits) { _, port in
            let peer = try Peer(port)
            let body = String(repeating: "x", count: 1_000)
            peer.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n" + body)
            #expect(try peer.answer().body == "a" + body)
            peer.send(
                "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n\(body)"
                    + "\r\n0\r\n\r\n")
            #expect(try peer.answer().body == "a" + body)
        }
    }

    @Test func `a client that sends all of a large body can still read the refusal`() async throws {
        try await withServer { _, port in
            let peer = try Peer(port)
            peer.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 20000000\r\n\r\n")
            let part = String(repeating: "x", count: 1_000_000)
            for _ in 0..<20 where !peer.send(part) { break }
            #expect(try peer.answer().status == 413)
        }
    }

    @Test func `an HTTP 1-0 client gets its response, and the connection is closed`() async throws {
        try await withServer { _, port in
            let peer = try Peer(port)
            peer.send("GET /old HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\n\r\n")
            let answer = try peer.rest()
            #expect(answer.hasPrefix("HTTP/1.0 200 "))
            #expect(answer.hasSuffix("\r\n\r\nold"))
        }
    }

    @Test func `an HTTP 1-0 client gets a stream without chunks`() async throws {
        let respond: HTTPServer.Responder = { _ in
            let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
            for part in ["a", "b"] { continuation.yield(Array(part.utf8)) }
            continuation.finish()
            return HTTPResponse(200, headers: HTTPFields(), stream: stream)
        }
        try await withServer(HTTPLimits(), respond) { _, port in
            let (old, new) = (try Peer(port), try Peer(port))
            old.send("GET / HTTP/1.0\r\nHost: x\r\n\r\n")
            #expect(try old.rest().hasSuffix("\r\n\r\nab"))
            new.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(try new.rest().hasSuffix("\r\n\r\n1\r\na\r\n1\r\nb\r\n0\r\n\r\n"))
        }
    }

    @Test func `a connection serves one request after the other`() async throws {
        try await withServer { _, port in
            let peer = try Peer(port)
            for number in 0..<500 {
                #expect(try peer.ask("GET /\(number)").body == "\(number)")
            }
            #expect(try peer.ask("GET /last", "Connection: close").body == "last")
            #expect(try peer.rest() == "")
        }
    }

    @Test func `pipelined requests are answered in order`() async throws {
        try await withServer { _, port in
            let peer = try Peer(port)
            peer.send((0..<200).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
            for number in 0..<200 { #expect(try peer.answer().body == "\(number)") }
            // Bytes after a request that closes the connection are dropped.
            peer.send(
                "GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                    + "GET /b HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try peer.answer().body == "a")
            #expect(try peer.rest() == "")
        }
    }

    @Test func `a client that closes its sending side gets all responses`() async throws {
        try await withServer { _, port in
            let peer = try Peer(port)
            peer.send((0..<50).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
            peer.closeOutput()
            for number in 0..<50 { #expect(try peer.answer().body == "\(number)") }
            #expect(try peer.rest() == "")

            let idle = try Peer(port)
            #expect(try idle.ask("GET /a").body == "a")
            idle.closeOutput()
            #expect(try idle.rest() == "")
        }
    }

    @Test
    func `a client that expects 100-continue gets it, or a refusal of a large body`()
        async throws
    {
        var limits = HTTPLimits()
        limits.body = 10
        try await withServer(limits) { _, port in
            let peer = try Peer(port)
            let head = "POST /a HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: "
            peer.send(head + "2\r\n\r\n")
            #expect(try peer.answer().status == 100)
            peer.send("bc")
            #expect(try peer.answer().body == "abc")
            #expect(try peer.ask("GET /next").body == "next")
            peer.send(head + "11\r\n\r\n")
            #expect(try peer.answer().status == 413)
        }
    }

    @Test func `a response to HEAD has no body`() async throws {
        let stream: HTTPServer.Responder = { request in
            if request.path == ["bytes"] { return await echo(request) }
            let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
            continuation.yield(Array("part".utf8))
            return HTTPResponse(200, headers: HTTPFields(), stream: stream)
        }
        try await withServer(HTTPLimits(), stream) { _, port in
            let peer = try Peer(port)
            #expect(try peer.ask("HEAD /bytes").headers["content-length"] == "5")
            #expect(try peer.ask("HEAD /stream").status == 200)
            #expect(try peer.ask("GET /bytes").body == "bytes")
        }
    }
}
