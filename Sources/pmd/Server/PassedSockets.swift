import Glibc
import HTTPServer
import TaskBoard
import TextLayout
import Words

/// The listening sockets passed by systemd: see sd_listen_fds(3).
struct PassedSockets {
    enum Address: Equatable {
        case network(host: String, port: Int)
        case file(String)
    }

    private let sockets: [(descriptor: Int32, address: Address)]

    /// The first descriptor that systemd passes, and the maximum number of sockets.
    private static let first: Int32 = 3
    private static let most: Int32 = 16

    /// - Parameter variable: Returns the value of an environment variable.
    /// - Returns: Nil if systemd passed none to this process.
    /// - Throws: ``Failure`` (64) for a descriptor that is not a listening socket.
    init?(_ variable: (String) -> String?) throws(Failure) {
        guard variable("LISTEN_PID").flatMap(Int32.init) == getpid(),
            let text = variable("LISTEN_FDS"), text != "0"
        else { return nil }
        guard let count = Int32(text), (1...Self.most).contains(count) else {
            throw Failure(.usage, .wrongPassedSocket)
        }
        var sockets: [(descriptor: Int32, address: Address)] = []
        for descriptor in Self.first..<Self.first + count {
            guard let address = Self.address(of: descriptor) else {
                throw Failure(.usage, .wrongPassedSocket)
            }
            // Child processes must not keep the port open.
            guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
                fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0
            else { throw Failure(.usage, .wrongPassedSocket) }
            sockets.append((descriptor, address))
        }
        self.sockets = sockets
    }

    var addresses: [Address] { sockets.map(\.address) }

    var endpoints: [HTTPServer.Endpoint] {
        sockets.map { descriptor, address in
            if case .file = address { return .passed(descriptor, isLocalSocket: true) }
            return .passed(descriptor, isLocalSocket: false)
        }
    }

    /// Returns the address of a socket that accepts connections; nil for anything else.
    private static func address(of descriptor: Int32) -> Address? {
        var isListening: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        var type: Int32 = 0
        guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0,
            getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0, isListening != 0,
            type == Int32(SOCK_STREAM.rawValue)
        else { return nil }
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let found = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
        }
        guard found == 0 else { return nil }
        if Int32(storage.ss_family) == AF_UNIX { return .file(path(in: storage, length)) }
        return network(storage, length)
    }

    private static func path(in storage: sockaddr_storage, _ length: socklen_t) -> String {
        withUnsafeBytes(of: storage) { bytes in
            let start = MemoryLayout<sa_family_t>.size
            return String(
                decoding: bytes[start..<max(start, Int(length))].prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    private static func network(_ storage: sockaddr_storage, _ length: socklen_t) -> Address? {
        var storage = storage
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var port = [CChar](repeating: 0, count: Int(NI_MAXSERV))
        let result = withUnsafePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getnameinfo(
                    $0, length, &host, socklen_t(host.count), &port, socklen_t(port.count),
                    NI_NUMERICHOST | NI_NUMERICSERV)
            }
        }
        guard result == 0, let number = Int(text(port)) else { return nil }
        return .network(host: text(host), port: number)
    }

    private static func text(_ characters: [CChar]) -> String {
        String(
            decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
