import Glibc
import TaskBoard

/// The ports of the servers that systemd runs for this user's boards.
struct ServerPorts {
    /// The ports, by unit names without types.
    private var ports: [String: Int] = [:]

    init(in folders: UnitFolders) {
        let enabled = UnitFolders.names(in: folders.own + "/sockets.target.wants")
        let files = UnitFolders.names(in: folders.own)
        let units = Set(
            enabled.compactMap { $0.without(".socket") }
                + files.compactMap { $0.without(".socket") ?? $0.without(".socket.d") })
        for unit in units where unit.hasPrefix("pmd-serve") && unit != "pmd-serve@" {
            ports[unit] =
                SystemdUnits.port(in: Self.text(of: unit, in: folders))
                ?? (unit.hasPrefix("pmd-serve@") ? SystemdUnits.standardPort : nil)
        }
    }

    /// Returns the text of a socket unit and of its drop-ins.
    private static func text(of unit: String, in folders: UnitFolders) -> String {
        let file = "\(folders.own)/\(unit).socket"
        let dropIns = UnitFolders.names(in: file + ".d").filter { $0.hasSuffix(".conf") }
        return ([file] + dropIns.map { "\(file).d/\($0)" })
            .compactMap(UnitFolders.text).joined(separator: "\n")
    }

    /// Returns the port of the first unit that has one.
    func port(of units: [String]) -> Int? { units.lazy.compactMap { ports[$0] }.first }

    /// Chooses the port of a server: the requested one, else its current one, else the first free
    /// one.
    ///
    /// - Parameter units: The names that the server's units can have.
    /// - Throws: ``BoardError`` (69) for a port in use, (74) for one that this user may not open.
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
                    port, cause: systemCause(number)))
        }
    }

    /// Returns the error number with which the system refuses a port at the loopback addresses; 0
    /// for a free port.
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
        // The machine may not have IPv6.
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

}

extension String {
    /// Returns the name without a suffix; nil if it does not have that suffix.
    fileprivate func without(_ ending: String) -> String? {
        hasSuffix(ending) ? String(dropLast(ending.count)) : nil
    }
}
