import Clinux
import Glibc
import TaskBoard
import Words

/// The end of the pipe that a signal handler writes to. There is one for the process.
private nonisolated(unsafe) var signalEnd: Int32 = -1

/// Waits for signals, such as those that ask a program to end. They are caught, not blocked: programs that it
/// starts get them as usual.
struct SignalPipe {
    private let readEnd: Int32

    /// - Parameter more: Further signals, besides those that ask a program to end.
    /// - Throws: ``Failure`` (74) if the system has no more descriptors.
    init(and more: [Int32] = []) throws(Failure) {
        var ends: [Int32] = [0, 0]
        guard pmd_pipe(&ends) == 0 else {
            throw Failure(.inputOutput, .noPipe(cause: systemWords(errno)))
        }
        readEnd = ends[0]
        signalEnd = ends[1]
        for number in [SIGTERM, SIGINT, SIGHUP] + more {
            signal(number) { number in
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(signalEnd, &byte, 1)
            }
        }
    }

    /// Returns the next signal when it has come.
    func wait() -> Int32 {
        var byte: UInt8 = 0
        while read(readEnd, &byte, 1) < 0, errno == EINTR {}
        return Int32(byte)
    }
}
