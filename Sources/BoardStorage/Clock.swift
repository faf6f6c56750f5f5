import Git
import Glibc

/// The time, injected so that tests choose it.
package struct Clock: Sendable {
    /// Nanoseconds since 1970.
    package var nanoseconds: @Sendable () -> Int64
    /// Minutes east of UTC at a time in seconds since 1970.
    package var offset: @Sendable (Int64) -> Int32

    package init(
        nanoseconds: @escaping @Sendable () -> Int64,
        offset: @escaping @Sendable (Int64) -> Int32
    ) {
        self.nanoseconds = nanoseconds
        self.offset = offset
    }

    package var seconds: Int64 { nanoseconds() / 1_000_000_000 }

    /// The time of the last tick, which file systems write into stat data. A time that is compared
    /// with stat data must not be later.
    var coarseNanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return min(nanoseconds(), StatData.nanoseconds(time))
    }

    /// The machine's own clock and zone.
    package static let system = Clock(
        nanoseconds: {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
        },
        offset: { seconds in
            var (time, local) = (time_t(seconds), tm())
            localtime_r(&time, &local)
            return Int32(local.tm_gmtoff / 60)
        })
}

/// Waits while another process writes.
func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

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
