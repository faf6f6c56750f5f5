import Glibc
package import Programs

/// The result of a program that was run with an input.
package struct ProgramRun: Equatable, Sendable {
    /// The exit status, or 128 plus the signal that ended the program.
    package let status: Int32
    /// True if the program was killed because it ran for too long.
    package let isTimedOut: Bool
    /// The beginning of its output, and of its standard error.
    package let output: [UInt8]
    package let errors: [UInt8]
}

/// Runs a program that is looked up in the `PATH` of its environment, in a process group of its
/// own.
///
/// - Parameters:
///   - input: Its standard input.
///   - environment: The whole environment, as `NAME=value`.
///   - folder: Its current folder.
///   - seconds: The time after which it is killed, with its children.
///   - limit: The number of bytes of each output to keep; the rest is read and discarded.
/// - Throws: ``GitError`` if it cannot be started.
package func run(
    _ program: String, _ arguments: [Argument], input: [UInt8] = [], environment: [String],
    in folder: String? = nil, within seconds: Double, keeping limit: Int = 65_536
) throws(GitError) -> ProgramRun {
    let child = try ChildProcess(
        program, arguments, environment: environment, folder: folder, ownGroup: true)
    var exchange = PipeExchange(child: child, input: input[...], limit: limit)
    let isTimedOut = !exchange.finish(by: Timeout.now() + seconds)
    if isTimedOut { child.kill(SIGKILL) }
    return ProgramRun(
        status: child.wait(), isTimedOut: isTimedOut, output: exchange.output,
        errors: exchange.errors)
}

/// Writes the input of a program and reads its outputs at the same time, so that neither side
/// waits for the other.
private struct PipeExchange {
    let child: ChildProcess
    var input: ArraySlice<UInt8>
    let limit: Int
    var output: [UInt8] = []
    var errors: [UInt8] = []
    private var outputIsOpen = true

    init(child: ChildProcess, input: ArraySlice<UInt8>, limit: Int) {
        (self.child, self.input, self.limit) = (child, input, limit)
        let flags = fcntl(child.input, F_GETFL)
        _ = fcntl(child.input, F_SETFL, flags | O_NONBLOCK)
        if input.isEmpty { child.closeInput() }
    }

    /// Returns true once the program has ended. Its own children may still hold the outputs open.
    mutating func finish(by deadline: Double) -> Bool {
        while Timeout.now() < deadline {
            let hasEnded = child.poll() != nil
            let isIdle = !step(milliseconds: hasEnded ? 0 : 20)
            if hasEnded, isIdle { return true }
        }
        return child.poll() != nil
    }

    /// Waits for the pipes, and reads and writes once.
    ///
    /// - Returns: True if something was read or written.
    private mutating func step(milliseconds: Int32) -> Bool {
        // poll() ignores a negative descriptor.
        var waiting = [
            pollfd(fd: child.input, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: outputIsOpen ? child.output : -1, events: Int16(POLLIN), revents: 0),
            pollfd(
                fd: child.errorsHaveEnded ? -1 : child.errors, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&waiting, nfds_t(waiting.count), milliseconds) > 0 else { return false }
        var isBusy = false
        if waiting[0].revents != 0 { isBusy = write() || isBusy }
        if waiting[1].revents != 0 { isBusy = readOutput() || isBusy }
        if waiting[2].revents != 0 {
            let bytes = child.readErrors()
            errors += bytes.prefix(max(0, limit - errors.count))
            isBusy = !bytes.isEmpty || isBusy
        }
        return isBusy
    }

    private mutating func write() -> Bool {
        let count = input.withUnsafeBytes { Glibc.write(child.input, $0.baseAddress, $0.count) }
        if count > 0 { input = input.dropFirst(count) }
        let isRefused = count < 0 && ![EAGAIN, EINTR].contains(errno)
        if input.isEmpty || isRefused { child.closeInput() }
        return count > 0
    }

    private mutating func readOutput() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = read(child.output, &buffer, buffer.count)
        if count > 0 { output += buffer.prefix(min(count, max(0, limit - output.count))) }
        if count == 0 || count < 0 && errno != EINTR { outputIsOpen = false }
        return count > 0
    }
}

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
