import Git
import Glibc

extension Location {
    /// The name of the local time zone, such as `Europe/Berlin`; nil if the system does not know
    /// it by name, as for `TZ=CET-1CEST`.
    package var zoneName: String? {
        let name: Substring?
        if let variable = environment["TZ"] {
            name = variable.isEmpty ? "UTC" : variable.drop { $0 == ":" }
        } else {
            name = Self.link("/etc/localtime")
        }
        guard let name else { return nil }
        let own = Self.dropping(prefix: ZoneDatabase.folder, from: name)
        let plain = Self.dropping(prefix: "posix/", from: own)
        return ZoneDatabase.has(String(plain)) ? String(plain) : nil
    }

    /// Returns the target of a link, starting after the folder of zones.
    private static func link(_ path: String) -> Substring? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        guard count > 0 else { return nil }
        let bytes = buffer[..<count].map { UInt8(bitPattern: $0) }
        let target = String(decoding: bytes, as: UTF8.self)
        let parts = target.split(separator: "/", omittingEmptySubsequences: false)
        guard let folder = parts.firstIndex(of: "zoneinfo") else { return nil }
        return Substring(parts[(folder + 1)...].joined(separator: "/"))
    }

    private static func dropping(prefix: String, from name: Substring) -> Substring {
        name.hasPrefix(prefix) ? name.dropFirst(prefix.count) : name
    }
}
