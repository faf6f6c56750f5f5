import BoardStorage
import Glibc
import HTTPServer
import TaskBoard
import TextLayout
import WebBoard
import Words

/// The addresses a server listens on, and the host names it accepts.
struct ServerPlace {
    var endpoints: [HTTPServer.Endpoint]
    /// The origins allowed for browsers on other machines.
    let origins: [String]
    /// The paths below which a proxy serves the pages of these origins, by their hosts.
    let bases: [String: String]
    let isLocal: Bool
    let takesFreePort: Bool
    /// True if it listens only on the IPv6 loopback address.
    private var isIPv6Only = false

    static let standardPort = JobInstallation.standardPort

    /// - Throws: ``Failure`` (64) for addresses that cannot be combined.
    init(
        hosts: [String], port: Int, socket: String?, origins: [String]
    ) throws(Failure) {
        (self.origins, bases) = try Self.pages(origins)
        if let socket {
            guard !origins.isEmpty else { throw Failure(.usage, .originMissing) }
            (endpoints, isLocal, takesFreePort) = ([.socket(path: socket)], false, false)
            return
        }
        let loopback = ["127.0.0.1", "::1"]
        let foreign = hosts.filter { !loopback.contains($0) && $0 != "localhost" }
        takesFreePort = port == 0
        if let host = foreign.first, origins.isEmpty {
            throw Failure(.usage, .hostWithoutOrigin(safe(Array(host.utf8))))
        }
        isLocal = foreign.isEmpty
        // 'localhost' may mean either loopback address, so another user must not be able to take
        // one of them.
        let isLoopback = foreign.count < hosts.count || hosts.isEmpty
        endpoints = ((isLoopback ? loopback : []) + foreign).map { .address($0, port: port) }
    }

    /// Uses sockets passed by systemd instead of addresses.
    ///
    /// - Throws: ``Failure`` (64) for sockets that cannot be combined.
    init(passed sockets: PassedSockets, origins: [String]) throws(Failure) {
        (self.origins, bases) = try Self.pages(origins)
        (endpoints, takesFreePort) = (sockets.endpoints, false)
        var ports: Set<Int> = []
        var foreign: [String] = []
        for address in sockets.addresses {
            switch address {
            case .network(let host, let port):
                ports.insert(port)
                if !["127.0.0.1", "::1"].contains(host) { foreign.append(host) }
            case .file(let path): foreign.append(path)
            }
        }
        // The page has a single address.
        guard ports.count < 2, ports.isEmpty || !sockets.endpoints.contains(where: \.isLocalSocket)
        else { throw Failure(.usage, .wrongPassedSocket) }
        isLocal = foreign.isEmpty
        if let place = foreign.first, origins.isEmpty {
            throw Failure(.usage, .passedWithoutOrigin(safe(Array(place.utf8))))
        }
        isIPv6Only = sockets.addresses.allSatisfy {
            if case .network("::1", _) = $0 { true } else { false }
        }
    }

    /// Returns the origins of pages, and their paths by host.
    private static func pages(
        _ addresses: [String]
    ) throws(Failure) -> (origins: [String], bases: [String: String]) {
        var (origins, bases): ([String], [String: String]) = ([], [:])
        for address in addresses {
            let wrong = Failure(.usage, .wrongOrigin(safe(Array(address.utf8))))
            let scheme = ["https://", "http://"].first { address.lowercased().hasPrefix($0) }
            let rest = scheme.map { address.dropFirst($0.count) } ?? ""
            let host = rest.prefix { $0 != "/" }.lowercased()
            let path = rest.dropFirst(host.count)
            let base = String(path.last == "/" ? path.dropLast() : path)
            guard let scheme, isHost(host), !path.contains("//"),
                base.split(separator: "/").allSatisfy(isSegment),
                bases[host, default: base] == base
            else { throw wrong }
            if let name = base.split(separator: "/").first.map(String.init),
                WebBoard.ownNames.contains(name)
            {
                throw Failure(.usage, .originOfServer("/" + name))
            }
            origins.append(scheme + host)
            bases[host] = base
        }
        return (origins, bases.filter { !$0.value.isEmpty })
    }

    /// Returns true for a host, and optionally a port.
    private static func isHost(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { isLetterOrDigit($0) || "-.:[]".utf8.contains($0) }
    }

    /// Returns true for a part of a path that every program spells in the same way.
    private static func isSegment(_ text: Substring) -> Bool {
        text != "." && text != ".."
            && text.lowercased().utf8.allSatisfy { isLetterOrDigit($0) || "-._~".utf8.contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// Returns the address of the page, without a trailing slash.
    func address(port: Int) -> String {
        if !isLocal, let address = originAddress { return address }
        return "http://\(isIPv6Only ? "[::1]" : "127.0.0.1"):\(port)"
    }

    /// The address of the page for other devices; nil without an origin.
    var originAddress: String? {
        origins.first.map { $0 + (bases[Self.host(of: $0)] ?? "") }
    }

    /// Returns the host names that the server accepts at a port.
    func hosts(port: Int) -> Set<String> {
        var hosts = Set(origins.map(Self.host))
        if isLocal {
            for name in ["127.0.0.1", "localhost", "[::1]"] {
                hosts.insert("\(name):\(port)")
                if port == 80 { hosts.insert(name) }
            }
        }
        return hosts
    }

    private static func host(of origin: String) -> String {
        String(origin[(origin.firstRange(of: "//")?.upperBound ?? origin.startIndex)...])
    }

    /// Returns the origins of its own pages.
    func allOrigins(port: Int) -> Set<String> {
        var all = Set(origins)
        if isLocal { for host in hosts(port: port) { all.insert("http://" + host) } }
        return all
    }
}

extension HTTPServer.Endpoint {
    /// True for a passed Unix domain socket.
    fileprivate var isLocalSocket: Bool { if case .passed(_, true) = self { true } else { false } }
}
