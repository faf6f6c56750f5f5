import Clinux
import Glibc
import Programs

/// A running program, with pipes to its three standard streams.
///
/// Its owner must end it: ``wait()`` or ``kill(_:)``, then ``wait()``.
final class ChildProcess {
    let pid: pid_t
    /// Its standard input; -1 once closed.
    private(set) var input: Int32
    /// Its standard output.
    private(set) var output: Int32
    /// Its standard error.
    private(set) var errors: Int32

    private let hasOwnGroup: Bool
    private var status: Int32?

    /// Starts a program that is looked up in the `PATH` of its environment.
    ///
    /// - Parameters:
    ///   - environment: The whole environment, as `NAME=value`.
    ///   - ownGroup: True if it leads a process group, so that it can be killed with its own
    ///     children.
    init(
        _ program: String, _ arguments: [Argument], environment: [String],
        folder: String? = nil, ownGroup: Bool = false
    ) throws(GitError) {
        let operation = "start \(program)"
        let list: ArgumentList
        do throws(ArgumentError) { list = try ArgumentList(program, arguments) } catch {
            throw GitError(.optionLikeWord(error.word), operation)
        }
        let pipes = try [Pipe(operation), Pipe(operation), Pipe(operation)]
        var start = ProgramStart(list, environment: environment)
        start.streams = [pipes[0].read, pipes[1].write, pipes[2].write]
        start.folder = folder
        start.membership = ownGroup ? .newGroup : .ownersGroup
        start.defaultSignals = [SIGPIPE, SIGTERM]
        start.unblocksSignals = true
        let (code, pid) = MemoryBound.lifted { start.start() }
        for descriptor in [pipes[0].read, pipes[1].write, pipes[2].write] { close(descriptor) }
        (input, output, errors) = (pipes[0].write, pipes[1].read, pipes[2].read)
        self.pid = pid
        hasOwnGroup = ownGroup
        guard code == 0 else {
            status = 0
            guard ![EAGAIN, ENOMEM].contains(code) else {
                throw GitError(.noProcess(errno: code), operation)
            }
            throw GitError(
                errno: code, operation,
                advice: ("Check that \(program) is installed.", "\(program) 프로그램이 설치되어 있는지 확인하세요."))
        }
    }

    deinit {
        closeInput()
        for descriptor in [output, errors] where descriptor >= 0 { close(descriptor) }
        guard status == nil else { return }
        kill(SIGKILL)
        wait()
    }

    /// Closes its input.
    func closeInput() {
        guard input >= 0 else { return }
        close(input)
        input = -1
    }

    /// True once its standard error is closed.
    var errorsHaveEnded: Bool { errors < 0 }

    /// Reads the available bytes of its standard error; empty at the end.
    func readErrors() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = read(errors, &buffer, buffer.count)
        if count > 0 { return Array(buffer.prefix(count)) }
        if count == 0 || errno != EINTR {
            close(errors)
            errors = -1
        }
        return []
    }

    /// Sends a signal to it, or to its whole group if it leads one.
    func kill(_ signal: Int32) {
        guard status == nil else { return }
        _ = Glibc.kill(hasOwnGroup ? -pid : pid, signal)
    }

    /// Waits for its end, and returns its exit code, or 128 plus the signal that ended it.
    @discardableResult
    func wait() -> Int32 {
        if let status { return status }
        var raw: Int32 = 0
        while waitpid(pid, &raw, 0) < 0, errno == EINTR {}
        return end(raw)
    }

    /// Returns its exit code if it has ended.
    func poll() -> Int32? {
        if let status { return status }
        var raw: Int32 = 0
        return waitpid(pid, &raw, WNOHANG) == pid ? end(raw) : nil
    }

    /// Waits for its end, up to a number of seconds.
    ///
    /// - Parameter look: Called before each wait, and regularly.
    /// - Returns: True if it has ended.
    @discardableResult
    func wait(upTo seconds: Double, _ look: () -> Void = {}) -> Bool {
        var timeout = Timeout(seconds: seconds)
        let deadline = Timeout.now() + seconds
        let process = poll() == nil ? pmd_open_process(pid) : -1
        defer { if process >= 0 { close(process) } }
        while poll() == nil {
            look()
            let left = deadline - Timeout.now()
            guard process >= 0 else {
                if timeout.wait() { continue }
                return poll() != nil
            }
            guard left > 0 else { return poll() != nil }
            var waiting = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
            let hasEnded = Glibc.poll(&waiting, 1, Int32(min(left * 1_000 + 1, 20))) > 0
            // If other code has waited for it, its status is lost.
            if hasEnded, poll() == nil, !timeout.wait() { return false }
        }
        return true
    }

    private func end(_ raw: Int32) -> Int32 {
        let signal = raw & 0x7f
        let code = signal == 0 ? (raw >> 8) & 0xff : 128 + signal
        status = code
        return code
    }
}

/// The two ends of a pipe, which other programs do not inherit.
struct Pipe {
    let read: Int32
    let write: Int32

    init(_ operation: String) throws(GitError) {
        var ends: (Int32, Int32) = (-1, -1)
        let code = withUnsafeMutableBytes(of: &ends) {
            pmd_pipe($0.bindMemory(to: Int32.self).baseAddress)
        }
        guard code == 0 else { throw GitError(errno: errno, operation) }
        (read, write) = ends
    }
}

extension ChildProcess {
    /// Returns the output, up to its end or a deadline; the standard error is discarded.
    func answer(until deadline: Double = .infinity) -> String {
        var bytes: [UInt8] = []
        var isOpen = true
        while isOpen {
            let left = deadline - Timeout.now()
            guard left > 0 else { break }
            var waiting = [pollfd(fd: output, events: Int16(POLLIN), revents: 0)]
            if !errorsHaveEnded {
                waiting.append(pollfd(fd: errors, events: Int16(POLLIN), revents: 0))
            }
            let time = left.isFinite ? Int32(min(left, 3_600) * 1_000) + 1 : -1
            _ = Glibc.poll(&waiting, nfds_t(waiting.count), time)
            if waiting.count > 1, waiting[1].revents != 0 { _ = readErrors() }
            guard waiting[0].revents != 0 else { continue }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = read(output, &buffer, buffer.count)
            if count > 0 {
                bytes += buffer.prefix(count)
            } else if count == 0 || errno != EINTR {
                isOpen = false
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the standard error, up to its end; the output is discarded.
    func complaints() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        var outputIsOpen = true
        while !errorsHaveEnded {
            var waiting = [pollfd(fd: errors, events: Int16(POLLIN), revents: 0)]
            if outputIsOpen {
                waiting.append(pollfd(fd: output, events: Int16(POLLIN), revents: 0))
            }
            _ = Glibc.poll(&waiting, nfds_t(waiting.count), -1)
            if waiting[0].revents != 0 { bytes = (bytes + readErrors()).suffix(65_536) }
            if waiting.count > 1, waiting[1].revents != 0 {
                outputIsOpen = read(output, &buffer, buffer.count) > 0
            }
        }
        wait()
        return String(decoding: bytes, as: UTF8.self)
    }
}
