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
