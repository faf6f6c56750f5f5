import BoardStorage
import Glibc
import TaskBoard
import Words

/// A standard stream of this process.
enum Stream: Int32, Sendable {
    case input = 0
    case output = 1
    case error = 2

    var isTerminal: Bool { isatty(rawValue) == 1 }

    /// True if the user can be asked a question.
    static var canAsk: Bool { input.isTerminal && error.isTerminal }

    /// Writes all bytes.
    ///
    /// A closed pipe (`pmd list | head -1`) is not an error: the rest is dropped.
    ///
    /// - Returns: False if the reader has closed the pipe.
    /// - Throws: ``Failure`` if the output cannot be written, as on a full disk.
    @discardableResult
    func write(_ bytes: [UInt8]) throws(Failure) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(rawValue, buffer.baseAddress! + offset, bytes.count - offset)
            }
            if count >= 0 {
                offset += count
            } else if errno == EPIPE {
                return false
            } else if errno == EAGAIN {
                var poller = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
                poll(&poller, 1, -1)
            } else if errno != EINTR {
                throw Failure(.inputOutput, .outputNotWritten(cause: systemWords(errno)))
            }
        }
        return true
    }
}

/// Returns the system's message for an error number.
func systemWords(_ number: Int32) -> String {
    String(cString: strerror(number))
}

/// Returns the value of an environment variable.
func environment(_ name: String) -> String? { Program.environment.value(name) }

/// Returns the width of the terminal; 80 if the stream is not a terminal.
///
/// `COLUMNS` takes precedence, so scripts can set the width.
func terminalColumns(_ stream: Stream = .output) -> Int {
    if let text = environment("COLUMNS"), let columns = Int(text), (1...10_000).contains(columns) {
        return columns
    }
    var size = winsize()
    if ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
        return Int(size.ws_col)
    }
    return 80
}

/// Returns the height of the terminal; 24 if the stream is not a terminal.
func terminalRows(_ stream: Stream = .output) -> Int {
    var size = winsize()
    let isKnown = ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 0
    return isKnown ? Int(size.ws_row) : 24
}

/// Returns the bytes of standard input.
///
/// - Throws: ``Failure`` if it cannot be read, or is larger than any task.
func readInput(limit: Int = 1 << 22) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = read(0, &chunk, chunk.count)
        if count == 0 { return bytes }
        if count < 0 {
            if errno == EINTR { continue }
            throw Failure(.inputOutput, .inputNotRead(cause: systemWords(errno)))
        }
        bytes += chunk[..<count]
        guard bytes.count <= limit else {
            throw Failure(.data, .inputTooLarge(mebibytes: limit >> 20))
        }
    }
}
