import Glibc
import Synchronization
package import TaskBoard

/// The time zones of the system, by their names, such as `Europe/Berlin`.
package enum ZoneDatabase {
    static let folder = "/usr/share/zoneinfo/"
    /// The size limit for zone files; the largest in the database has less than 4 KiB.
    private static let sizeLimit = 64 << 10
    /// The limit on the number of names; the database has some 600.
    private static let mostNames = 1_000
    private static let known = Mutex<[String: ZoneRules]>([:])

    /// Returns the rules of a zone; nil for a name that the database does not have.
    package static func rules(of name: String) -> ZoneRules? {
        guard isName(name) else { return nil }
        if let rules = known.withLock({ $0[name] }) { return rules }
        guard let rules = read(folder + name).flatMap({ ZoneRules($0) }) else { return nil }
        known.withLock { known in
            if known.count < mostNames { known[name] = rules }
        }
        return rules
    }

    /// Returns true if the database has a readable file of this name.
    static func has(_ name: String) -> Bool {
        isName(name) && access(folder + name, R_OK) == 0
    }

    /// Returns true for a name that stays within the folder of the database.
    private static func isName(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count) else { return false }
        return name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .allSatisfy { part in
                !part.isEmpty
                    && part.allSatisfy { byte in
                        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                            || (0x61...0x7A).contains(byte) || "_+-".utf8.contains(byte)
                    }
            }
    }

    private static func read(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= sizeLimit
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes {
                Glibc.read(file, $0.baseAddress! + count, $0.count - count)
            }
            if more < 0, errno == EINTR { continue }
            guard more > 0 else { return nil }
            count += more
        }
        return bytes
    }
}
