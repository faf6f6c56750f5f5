import Dispatch
import Glibc
import HTTPServer
import TestSupport

/// A client that sends arbitrary bytes, and waits for the response.
final class Peer {
    struct Answer {
        var status: Int
        var headers: [String: String]
        var body: String
    }

    private let socket: Int32
    private var pending: [UInt8] = []

    init(_ port: Int) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // Otherwise the system could buffer a whole large response.
        var size: Int32 = 65_536
        setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, length)
            }
        }
        guard code == 0 else { throw SystemFailure(call: "connect") }
        // Concurrent tests may occupy all threads of the pool for a while.
        var timeout = timeval(tv_sec: 300, tv_usec: 0)
        setsockopt(
            socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(
            socket, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(socket) }

    /// Sends a text.
    ///
    /// - Returns: False if the server has closed the connection.
    @discardableResult
    func send(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            // A socket with a timeout is interrupted whenever its process was stopped.
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Closes the sending side of the connection.
    func closeOutput() { shutdown(socket, Int32(SHUT_WR)) }

    /// Sends a request without a body, and returns the response.
    func ask(_ line: String, _ headers: String...) throws -> Answer {
        send(line + " HTTP/1.1\r\nHost: x\r\n" + headers.map { $0 + "\r\n" }.joined() + "\r\n")
        return try answer(hasBody: !line.hasPrefix("HEAD"))
    }

    /// Reads one response.
    func answer(hasBody: Bool = true) throws -> Answer {
        let head = try text(until: "\r\n\r\n").split(separator: "\r\n")
        var headers: [String: String] = [:]
        for line in head.dropFirst() {
            let sides = line.split(separator: ":", maxSplits: 1)
            headers[sides[0].lowercased()] = String(sides[1].drop { $0 == " " })
        }
        let status = Int(head[0].split(separator: " ")[1]) ?? 0
        let length = headers["content-length"].flatMap(Int.init) ?? 0
        return Answer(
            status: status, headers: headers, body: hasBody ? try text(count: length) : "")
    }

    /// Reads up to and including a text, and returns everything.
    func text(until end: String) throws -> String {
        let end = Array(end.utf8)
        while true {
            if let range = pending.firstRange(of: end) {
                defer { pending.removeSubrange(..<range.upperBound) }
                return String(decoding: pending[..<range.upperBound], as: UTF8.self)
            }
            guard try receive() else { throw SystemFailure(call: "a text before the end") }
        }
    }

    private func text(count: Int) throws -> String {
        while pending.count < count {
            guard try receive() else { throw SystemFailure(call: "a body before the end") }
        }
        defer { pending.removeFirst(count) }
        return String(decoding: pending[..<count], as: UTF8.self)
    }

    /// Reads until the server closes the connection.
    func rest() throws -> String {
        while try receive() {}
        defer { pending = [] }
        return String(decoding: pending, as: UTF8.self)
    }

    /// - Returns: False at the end of input.
    private func receive() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var count = recv(socket, &buffer, buffer.count, 0)
        while count < 0, errno == EINTR { count = recv(socket, &buffer, buffer.count, 0) }
        if count < 0, errno == ECONNRESET { return false }
        guard count >= 0 else { throw SystemFailure(call: "recv") }
        pending += buffer[..<count]
        return count > 0
    }
}

/// Threads that serve requests, even if concurrent tests block Swift's own pool.
final class AnsweringThreads: TaskExecutor {
    private let queue = DispatchQueue(label: "answers", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Runs a test that waits for the network on its own thread: the server's tasks need the threads of
/// the pool.
func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    final class Work {
        let body: @Sendable () throws -> Void
        let end: CheckedContinuation<Void, any Error>
        init(
            _ body: @escaping @Sendable () throws -> Void,
            _ end: CheckedContinuation<Void, any Error>
        ) {
            (self.body, self.end) = (body, end)
        }
    }
    try await withCheckedThrowingContinuation { end in
        var thread = pthread_t()
        let work = Unmanaged.passRetained(Work(body, end)).toOpaque()
        pthread_create(
            &thread, nil,
            { work in
                let work = Unmanaged<Work>.fromOpaque(work!).takeRetainedValue()
                work.end.resume(with: Result { try work.body() })
                return nil
            }, work)
        pthread_detach(thread)
    }
}

/// Runs a server for a test.
func withServer(
    _ limits: HTTPLimits = HTTPLimits(), _ respond: @escaping HTTPServer.Responder = echo,
    admit: @escaping HTTPServer.Admission = { _ in nil },
    _ body: @escaping @Sendable (HTTPServer, Int) throws -> Void
) async throws {
    try await onThread {
        let server = HTTPServer(
            limits: limits, executor: AnsweringThreads(), admit: admit, refuse: named,
            respond: respond)
        let port = try server.listen(on: .address("127.0.0.1", port: 0))
        do { try body(server, port) } catch {
            try server.stop(within: .zero)
            throw error
        }
        try server.stop(within: .zero)
    }
}

/// Responds with the name of a refusal, and the path of the refused request if its head was read.
@Sendable func named(_ refusal: HTTPRefusal, of request: HTTPRequest?) -> HTTPResponse {
    let path = request.map { " /" + $0.path.joined(separator: "/") } ?? ""
    return HTTPResponse(refusal.rawValue, body: Array("\(refusal)\(path)".utf8))
}

/// Responds with the path and the body.
@Sendable func echo(_ request: HTTPRequest) async -> HTTPResponse {
    HTTPResponse(
        200, body: Array(request.path.joined(separator: "/").utf8) + request.body)
}
