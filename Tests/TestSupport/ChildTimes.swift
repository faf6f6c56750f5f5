package import Glibc
import Testing

/// Waits until a program that a test started ends, and records its cost.
///
/// If `PMD_TEST_TIMES` names a file, it gets a line per program, separated by tabs: the test, the
/// seconds of processor time of the program and its children, and the seconds that the test waited.
/// `Tests/times` adds them up.
///
/// - Returns: The status, as in waitpid(2).
@discardableResult
package func waitForEnd(of process: pid_t) throws -> Int32 {
    let start = ContinuousClock.now
    var status: Int32 = 0
    var used = rusage()
    while wait4(process, &status, 0, &used) < 0 {
        guard errno == EINTR else { throw SystemFailure(call: "wait4") }
    }
    guard let file = timesFile, let test = Test.current else { return status }
    let seconds = seconds(used.ru_utime) + seconds(used.ru_stime)
    let waited = (ContinuousClock.now - start) / .seconds(1)
    append("\(test.id)\t\(seconds)\t\(waited)\n", to: file, mode: 0o644)
    return status
}

private let timesFile = getenv("PMD_TEST_TIMES").map { String(cString: $0) }

private func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
}
