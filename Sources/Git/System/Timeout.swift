import Glibc

/// Waits for a lock of another process, in short sleeps of random length, up to a limit.
struct Timeout {
    private let deadline: Double
    private var pause: Double = 0.0005

    /// - Parameter seconds: The limit for all waits together.
    init(seconds: Double) {
        deadline = Self.now() + seconds
    }

    /// Sleeps briefly, and returns false if the time is up.
    mutating func wait() -> Bool {
        let left = deadline - Self.now()
        guard left > 0 else { return false }
        let length = min(left, pause * Double.random(in: 0.5...1.5))
        var request = timespec(tv_sec: 0, tv_nsec: Int(length * 1_000_000_000))
        nanosleep(&request, nil)
        pause = min(pause * 1.5, 0.05)
        return true
    }

    /// Returns the seconds of a monotonic clock.
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}
