import Glibc
import Testing

/// Records that this machine cannot run the current test, or a part of it.
///
/// `Tests/run` sets `PMD_NOT_RUN` to a file, prints its lines at the end, and fails on any line if
/// `CI` is set: no test passes silently because a program or permission is missing.
///
/// - Parameters:
///   - why: What is missing, such as `strace cannot trace here`.
///   - file: Where to record it.
package func noteNotRun(_ why: String, in file: String? = notRunFile) {
    guard let file else { return }
    let name = Test.current.map { $0.displayName ?? $0.name } ?? "a test"
    append("\(name): \(why)\n", to: file, mode: 0o644)
}

/// The file that lists the tests that were not run.
package let notRunFile = getenv("PMD_NOT_RUN").map { String(cString: $0) }

/// Appends text to a file to which several processes may write.
func append(_ text: String, to path: String, mode: mode_t) {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, mode)
    guard file >= 0, write(file, text, text.utf8.count) == text.utf8.count, close(file) == 0
    else {
        Issue.record("cannot write \(path): \(String(cString: strerror(errno)))")
        return
    }
}
