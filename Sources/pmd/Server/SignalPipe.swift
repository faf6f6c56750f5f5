import Clinux
import Glibc
import TaskBoard

/// The end of the pipe that a signal handler writes to. There is one for the process.
private nonisolated(unsafe) var signalEnd: Int32 = -1

/// Waits for a signal that asks a program to end. They are caught, not blocked: programs that it
/// starts get them as usual.
struct SignalPipe {
    private let readEnd: Int32

    /// - Throws: ``Failure`` (74) if the system has no more descriptors.
    init() throws(Failure) {
        var ends: [Int32] = [0, 0]
        guard pmd_pipe(&ends) == 0 else {
            throw Failure(.inputOutput, .noPipe(cause: systemWords(errno)))
        }
        readEnd = ends[0]
        signalEnd = ends[1]
        for number in [SIGTERM, SIGINT, SIGHUP] {
            signal(number) { _ in
                var byte: UInt8 = 0
                _ = write(signalEnd, &byte, 1)
            }
        }
    }

    /// Returns when a signal has come.
    func wait() {
        var byte: UInt8 = 0
        while read(readEnd, &byte, 1) < 0, errno == EINTR {}
    }
}
