import Clinux
import Glibc
import TaskBoard
import Words

/// The write end of the signal handler's pipe. There is one per process.
private nonisolated(unsafe) var signalEnd: Int32 = -1

/// Waits for signals, such as termination signals. They are caught, not blocked, so child
/// processes receive them as usual.
struct SignalPipe {
    private let readEnd: Int32

    /// - Parameter more: Signals besides the termination signals.
    /// - Throws: ``Failure`` (74) if the system is out of descriptors.
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

    /// Waits for the next signal and returns it.
    func wait() -> Int32 {
        var byte: UInt8 = 0
        while read(readEnd, &byte, 1) < 0, errno == EINTR {}
        return Int32(byte)
    }
}
