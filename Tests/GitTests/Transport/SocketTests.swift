import Clibgit2
import Glibc
import Testing

@testable import Git

/// TCP connections: name lookup, refused and broken connections, and the next address.
struct SocketTests {
    @Test(arguments: [("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("::1", "[::1]")])
    func `a connection carries bytes both ways`(address: String, host: String) throws {
        let listener = try Listener(address)
        let connection = SocketConnection(host: host, port: listener.port)
        try connection.connect()
        let server = accept(listener.descriptor, nil, nil)
        defer { close(server) }
        #expect(try connection.write("ping", 4) == 4)
        var bytes = [UInt8](repeating: 0, count: 8)
        #expect(recv(server, &bytes, 8, 0) == 4)
        #expect(send(server, "pong!", 5, 0) == 5)
        #expect(try connection.read(into: &bytes, 8) == 5)
        #expect(bytes.prefix(5).elementsEqual("pong!".utf8))
        shutdown(server, Int32(SHUT_WR))
        #expect(try connection.read(into: &bytes, 8) == 0)
    }

    @Test func `a refused connection is reported with host and reason`() throws {
        let port = try Listener("127.0.0.1").port
        let connection = SocketConnection(host: "127.0.0.1", port: port)
        let failure = #expect(throws: SocketConnection.Failure.self) { try connection.connect() }
        #expect(failure == .notConnected(host: "127.0.0.1", number: ECONNREFUSED))
        #expect(failure?.sentence == "failed to connect to 127.0.0.1: Connection refused")
    }

    @Test func `an unknown host name is reported`() {
        let connection = SocketConnection(host: "no-such-host.invalid", port: "80")
        let failure = #expect(throws: SocketConnection.Failure.self) { try connection.connect() }
        let words = failure?.sentence ?? ""
        #expect(words.hasPrefix("failed to resolve address for no-such-host.invalid: "))
    }

    /// A listener with a full queue makes further connections wait.
    @Test func `after an address without response the next one is tried`() throws {
        let silent = try Listener("127.0.0.1", queue: 0)
        let filling = try (0..<2).map { _ in try silent.begin() }
        defer { filling.forEach { close($0) } }
        let other = try Listener("127.0.0.2", port: silent.port)
        let first = try addresses("127.0.0.1", silent.port)
        let second = try addresses("127.0.0.2", silent.port)
        defer {
            first.pointee.ai_next = nil
            freeaddrinfo(first)
            freeaddrinfo(second)
        }
        first.pointee.ai_next = second
        let connection = SocketConnection(host: "both", port: silent.port, patience: 0.05)
        try connection.connect(to: first)
        let server = accept(other.descriptor, nil, nil)
        #expect(server >= 0)
        close(server)
    }

    @Test func `a connection that the peer breaks fails`() throws {
        let listener = try Listener("127.0.0.1")
        let connection = SocketConnection(host: "127.0.0.1", port: listener.port)
        try connection.connect()
        let server = accept(listener.descriptor, nil, nil)
        var abrupt = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            server, SOL_SOCKET, SO_LINGER, &abrupt, socklen_t(MemoryLayout<linger>.size))
        close(server)
        var byte: UInt8 = 0
        let failure = #expect(throws: SocketConnection.Failure.self) {
            try connection.read(into: &byte, 1)
        }
        #expect(failure == .notReceived(number: ECONNRESET))
        // No signal ends the process.
        let other = #expect(throws: SocketConnection.Failure.self) {
            try connection.write("x", 1)
        }
        #expect(other == .notSent(number: EPIPE))
    }

    private func addresses(
        _ host: String, _ port: String
    ) throws -> UnsafeMutablePointer<addrinfo> {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        #expect(getaddrinfo(host, port, &hints, &first) == 0)
        return try #require(first)
    }
}

/// A listening socket on a port that the system chooses.
struct Listener: ~Copyable {
    let descriptor: Int32
    let port: String
    private let address: String

    init(_ address: String, port: String = "0", queue: Int32 = 8) throws {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address, port, &hints, &found) == 0, let found else {
            throw Failure("\(address) is no address")
        }
        defer { freeaddrinfo(found) }
        let made = socket(found.pointee.ai_family, found.pointee.ai_socktype, 0)
        var name = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var digits = [CChar](repeating: 0, count: 32)
        let isReady =
            bind(made, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0
            && listen(made, queue) == 0
            && withUnsafeMutableBytes(of: &name) {
                let pointer = $0.assumingMemoryBound(to: sockaddr.self).baseAddress!
                return getsockname(made, pointer, &size) == 0
                    && getnameinfo(pointer, size, nil, 0, &digits, 32, NI_NUMERICSERV) == 0
            }
        guard isReady else { throw Failure("no port is free") }
        descriptor = made
        self.port = String(decoding: digits.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        self.address = address
    }

    deinit { close(descriptor) }

    /// Starts a connection to it without waiting.
    func begin() throws -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address, port, &hints, &found) == 0, let found else {
            throw Failure("\(address) is no address")
        }
        defer { freeaddrinfo(found) }
        let kind = found.pointee.ai_socktype | Int32(SOCK_NONBLOCK.rawValue)
        let made = socket(found.pointee.ai_family, kind, 0)
        _ = connect(made, found.pointee.ai_addr, found.pointee.ai_addrlen)
        return made
    }
}
