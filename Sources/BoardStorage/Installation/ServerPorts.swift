import Glibc
import TaskBoard

/// The ports of the servers that systemd runs for this user's boards.
struct ServerPorts {
    /// The ports by the names of the units, without their types.
    private var ports: [String: Int] = [:]

    init(in folders: UnitFolders) {
        for name in UnitFolders.names(in: folders.own) where name.hasPrefix("pmd-serve") {
            if let unit = name.without(".socket"), let text = text("\(folders.own)/\(name)") {
                ports[unit] = SystemdUnits.port(in: text)
            }
        }
        let enabled = UnitFolders.names(in: folders.own + "/sockets.target.wants")
        for name in enabled where name.hasPrefix("pmd-serve@") {
            guard let unit = name.without(".socket") else { continue }
            ports[unit] = SystemdUnits.standardPort
        }
        for name in UnitFolders.names(in: folders.own) where name.hasPrefix("pmd-serve@") {
            guard let unit = name.without(".socket.d"),
                let text = text("\(folders.own)/\(name)/port.conf")
            else { continue }
            ports[unit] = SystemdUnits.port(in: text)
        }
    }

    /// The port of the first of some units that has one.
    func port(of units: [String]) -> Int? { units.lazy.compactMap { ports[$0] }.first }

    /// Chooses the port of a server: the one that is asked for, else the one that it has, else the
    /// first free one.
    ///
    /// - Parameter units: The names that the server's units can have.
    /// - Throws: ``BoardError`` (69) for a port that is taken, (74) for one that this user may not open.
    func choose(_ asked: Int?, for units: [String]) throws(BoardError) -> Int {
        let others = Set(ports.filter { !units.contains($0.key) }.values)
        let own = port(of: units)
        if let asked {
            guard !others.contains(asked) else { throw .installation(.portTaken(asked)) }
            if asked == own { return asked }
            try Self.refuseUnusable(asked)
            return asked
        }
        if let own, !others.contains(own) { return own }
        let standard = SystemdUnits.standardPort
        for port in standard..<standard + 200 where !others.contains(port) {
            if Self.fault(of: port) == 0 { return port }
        }
        throw .installation(.portTaken(standard))
    }

    private static func refuseUnusable(_ port: Int) throws(BoardError) {
        switch fault(of: port) {
        case 0: return
        case EADDRINUSE: throw .installation(.portTaken(port))
        case let number:
            throw .installation(
                .portRefused(
                    port, cause: Bilingual(untranslated: String(cString: strerror(number)))))
        }
    }

    /// The number of the error with which the system refuses a port at the loopback addresses; 0
    /// for a port that is free.
    private static func fault(of port: Int) -> Int32 {
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = in_port_t(port).bigEndian
        four.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = in_port_t(port).bigEndian
        six.sin6_addr = in6addr_loopback
        let faults = [
            fault(binding: &four, size: MemoryLayout<sockaddr_in>.size, family: AF_INET),
            fault(binding: &six, size: MemoryLayout<sockaddr_in6>.size, family: AF_INET6),
        ]
        // A machine may have no IPv6.
        return faults.first { ![0, EADDRNOTAVAIL, EAFNOSUPPORT].contains($0) } ?? 0
    }

    private static func fault<Address>(
        binding address: inout Address, size: Int, family: Int32
    ) -> Int32 {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        // Old connections of a server that has ended do not block its port.
        var yes: Int32 = 1
        setsockopt(
            descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(size))
            }
        }
        return result == 0 ? 0 : errno
    }

    private func text(_ path: String) -> String? { UnitFolders.text(at: path) }
}

extension String {
    /// The name without an ending; nil if it does not have it.
    fileprivate func without(_ ending: String) -> String? {
        hasSuffix(ending) ? String(dropLast(ending.count)) : nil
    }
}
