import Glibc

/// Waiting for somebody else's lock: short sleeps of random length, up to a limit.
struct Timeout {
    private let deadline: Double
    private var pause: Double = 0.0005

    /// - Parameter seconds: How long to wait altogether.
    init(seconds: Double) {
        deadline = Self.now() + seconds
    }

    /// Sleeps a little; false when the time is up.
    mutating func wait() -> Bool {
        let left = deadline - Self.now()
        guard left > 0 else { return false }
        let length = min(left, pause * Double.random(in: 0.5...1.5))
        var request = timespec(tv_sec: 0, tv_nsec: Int(length * 1_000_000_000))
        nanosleep(&request, nil)
        pause = min(pause * 1.5, 0.05)
        return true
    }

    /// Seconds of a clock that nobody sets.
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}
