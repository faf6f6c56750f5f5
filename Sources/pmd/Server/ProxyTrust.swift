import Clinux
import Glibc
import TaskBoard
import TextLayout
import Words

/// The proxy that is trusted to authenticate users, and how the server recognizes it.
struct ProxyTrust {
    /// The header with the user's name; nil without such a proxy.
    var header: String?
    /// The addresses of proxies, as formatted by the system.
    var addresses: Set<String> = []
    /// The secret that a proxy must send in `Pmd-Proxy-Secret`; nil if its address is enough.
    var secret: String?

    /// - Parameter secretFile: The file with the secret.
    /// - Throws: ``Failure`` (64) for options that would trust more than the proxy.
    init(
        header: String?, addresses: [String], secretFile: String?, hasSocket: Bool
    ) throws(Failure) {
        if let header, !Self.isHeaderName(header) {
            throw Failure(.usage, .wrongHeaderName(safe(Array(header.utf8))))
        }
        guard header == nil || hasSocket || !addresses.isEmpty else {
            throw Failure(.usage, .proxyMissing)
        }
        self.header = header
        secret = try secretFile.map { path throws(Failure) in try Self.secret(in: path) }
        for text in addresses {
            guard let address = SystemAddress(text) else {
                throw Failure(.usage, .wrongProxyAddress(safe(Array(text.utf8))))
            }
            // Any user of this machine can connect from its own addresses.
            guard secret != nil || !address.isOwn else {
                throw Failure(.usage, .localProxy(address.text))
            }
            self.addresses.insert(address.text)
        }
    }

    private static func isHeaderName(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
            }
    }

    /// Returns the secret in a file that only the owner can read.
    private static func secret(in path: String) throws(Failure) -> String {
        let refused = Failure(.usage, .wrongSecretFile(safe(Array(path.utf8))))
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Failure(
                .inputOutput,
                .secretNotRead(safe(Array(path.utf8)), cause: systemWords(errno)))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_mode & 0o077 == 0
        else { throw refused }
        var buffer = [UInt8](repeating: 0, count: 1_024)
        let count = read(descriptor, &buffer, buffer.count)
        let line = buffer.prefix(max(0, count)).prefix { $0 != 0x0A && $0 != 0x0D }
        guard (32...512).contains(line.count), line.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw refused }
        return String(decoding: line, as: UTF8.self)
    }
}

/// An IP address.
private struct SystemAddress {
    /// The address as formatted by the system.
    let text: String
    private let family: Int32
    private var bytes: [UInt8]

    init?(_ text: String) {
        let family = text.contains(":") ? AF_INET6 : AF_INET
        var bytes = [UInt8](repeating: 0, count: family == AF_INET ? 4 : 16)
        guard inet_pton(family, text, &bytes) == 1 else { return nil }
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(family, bytes, &buffer, socklen_t(buffer.count)) != nil else { return nil }
        self.text = String(
            decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        (self.family, self.bytes) = (family, bytes)
    }

    /// True for an address of this machine, from which all its users can connect.
    var isOwn: Bool {
        let descriptor = socket(
            family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return family == AF_INET ? bytes[0] == 127 : true }
        defer { close(descriptor) }
        if family == AF_INET {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
            return Self.binds(descriptor, to: address)
        }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: bytes) }
        return Self.binds(descriptor, to: address)
    }

    private static func binds<Address>(_ descriptor: Int32, to address: Address) -> Bool {
        withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0
            }
        }
    }
}
