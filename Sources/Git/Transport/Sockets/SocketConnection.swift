import Clinux
import Glibc

/// A TCP connection to a host.
final class SocketConnection {
    /// A failed call, with libgit2's wording of the sentence, which other parts of pmd recognise.
    enum Failure: Error, Equatable {
        /// - Parameter code: The code of getaddrinfo(3).
        case unresolved(host: String, code: Int32)
        /// - Parameter number: The errno of the last address that was tried.
        case notConnected(host: String, number: Int32)
        case notSent(number: Int32)
        case notReceived(number: Int32)
        /// libgit2 calls a stream that does not exist.
        case noStream
    }

    private let host: String
    private let port: String
    /// The seconds that an address may take to answer while there are others to try.
    private let patience: Double
    private var descriptor: Int32 = -1

    /// - Parameters:
    ///   - host: A name or an address; an IPv6 address may have brackets.
    ///   - port: A number or the name of a service.
    init(host: String, port: String, patience: Double = 5) {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        self.host = isBracketed ? String(host.dropFirst().dropLast()) : host
        self.port = port
        self.patience = patience
    }

    deinit { close() }

    /// Connects to the host's first address that answers, in the order of getaddrinfo(3).
    func connect() throws(Failure) {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, port, &hints, &first)
        guard code == 0, let first else { throw .unresolved(host: host, code: code) }
        defer { freeaddrinfo(first) }
        try connect(to: first)
    }

    /// Tries several addresses in turn, until one answers.
    func connect(to first: UnsafeMutablePointer<addrinfo>) throws(Failure) {
        var number = EADDRNOTAVAIL
        for address in sequence(first: first, next: { $0.pointee.ai_next }) {
            // After the last address there is nothing left to try: the deadline of the transfer
            // applies.
            let isLast = address.pointee.ai_next == nil
            number = open(address.pointee, patience: isLast ? nil : patience)
            if number == 0 { return }
        }
        throw .notConnected(host: host, number: number)
    }

    /// Connects to one address. Returns 0 or an errno.
    private func open(_ address: addrinfo, patience: Double?) -> Int32 {
        let kind = address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let made = socket(address.ai_family, kind, address.ai_protocol)
        guard made >= 0 else { return errno }
        var number = Glibc.connect(made, address.ai_addr, address.ai_addrlen) == 0 ? 0 : errno
        if number == EINPROGRESS { number = Self.wait(for: made, patience) }
        // Reading and writing block.
        if number == 0, fcntl(made, F_SETFL, fcntl(made, F_GETFL) & ~O_NONBLOCK) != 0 {
            number = errno
        }
        guard number == 0 else {
            Glibc.close(made)
            return number
        }
        descriptor = made
        return 0
    }

    /// Waits until a connection is made. Returns 0 or an errno.
    private static func wait(for descriptor: Int32, _ patience: Double?) -> Int32 {
        let end = patience.map { Timeout.now() + $0 }
        while true {
            var question = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            let left = end.map { max(0, Int32(($0 - Timeout.now()) * 1000)) } ?? -1
            switch poll(&question, 1, left) {
            case 0: return ETIMEDOUT
            case 1...:
                var number: Int32 = 0
                var size = socklen_t(MemoryLayout<Int32>.size)
                getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size)
                return number
            case _ where errno != EINTR: return errno
            default: continue
            }
        }
    }

    /// Waits for bytes. Returns their number, 0 at the end.
    func read(into buffer: UnsafeMutableRawPointer, _ size: Int) throws(Failure) -> Int {
        while true {
            let count = recv(descriptor, buffer, size, 0)
            if count >= 0 { return count }
            guard errno == EINTR else { throw .notReceived(number: errno) }
        }
    }

    /// Sends bytes, and returns the number of bytes sent: at least one.
    func write(_ bytes: UnsafeRawPointer, _ size: Int) throws(Failure) -> Int {
        while true {
            let count = send(descriptor, bytes, size, Int32(MSG_NOSIGNAL))
            if count >= 0 { return count }
            guard errno == EINTR else { throw .notSent(number: errno) }
        }
    }

    func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }
}

extension SocketConnection.Failure {
    var sentence: String {
        switch self {
        case .unresolved(let host, let code):
            "failed to resolve address for \(host): \(String(cString: gai_strerror(code)))"
        case .notConnected(let host, let number):
            "failed to connect to \(host): \(systemMessage(number))"
        case .notSent(let number): "could not send data: \(systemMessage(number))"
        case .notReceived(let number): "could not receive data: \(systemMessage(number))"
        case .noStream: "no stream"
        }
    }
}
