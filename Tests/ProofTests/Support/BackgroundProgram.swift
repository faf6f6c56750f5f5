import Clinux
import Glibc
import TestSupport

/// A program that runs during a test, and is killed with all its child processes.
final class BackgroundProgram {
    let pid: pid_t
    private let input: Int32
    private let output: Int32
    private var pending: [UInt8] = []
    private let log: String

    /// - Parameter log: The file for its standard error.
    init(_ words: [String], environment: [String: String], log: String) throws {
        self.log = log
        var ends: [Int32] = [-1, -1, -1, -1]
        guard pipe(&ends) == 0,
            ends.withUnsafeMutableBufferPointer({ pipe($0.baseAddress! + 2) }) == 0
        else { throw SystemFailure(call: "pipe") }
        // Otherwise every program that a test starts would inherit them.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (input, output) = (ends[1], ends[2])
        defer {
            close(ends[0])
            close(ends[3])
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        posix_spawn_file_actions_adddup2(&actions, ends[3], 1)
        posix_spawn_file_actions_addopen(
            &actions, 2, log, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        var pid: pid_t = 0
        let arguments = words.map { strdup($0) }
        let variables = environment.map { strdup("\($0.key)=\($0.value)") }
        defer { for copy in arguments + variables { free(copy) } }
        let status = posix_spawnp(
            &pid, words[0], &actions, &attributes, arguments + [nil], variables + [nil])
        guard status == 0 else {
            errno = status
            throw SystemFailure(call: "spawn \(words[0])")
        }
        self.pid = pid
    }

    deinit {
        kill(-pid, SIGKILL)
        _ = try? waitForEnd(of: pid)
        close(input)
        close(output)
    }

    /// Writes a line and returns the line that comes back.
    func ask(_ line: String) throws -> String {
        let bytes = Array((line + "\n").utf8)
        guard write(input, bytes, bytes.count) == bytes.count else {
            throw SystemFailure(call: "write to a server")
        }
        return try readLine()
    }

    /// Waits for the next line of its output.
    func readLine() throws -> String {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: pending[..<end], as: UTF8.self)
                pending.removeSubrange(...end)
                return line
            }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = read(output, &buffer, buffer.count)
            guard count > 0 else { throw SystemFailure(call: "read from a server") }
            pending += buffer[..<count]
        }
    }

    /// Waits until its standard error contains these words.
    ///
    /// - Returns: False if the program ended before.
    func waitFor(_ words: String) throws -> Bool {
        try eventually {
            let text =
                access(log, R_OK) == 0 ? String(decoding: try readFile(log), as: UTF8.self) : ""
            return text.contains(words) ? true : hasEnded ? false : nil
        }
    }

    var hasEnded: Bool {
        var info = siginfo_t()
        return waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0
            && info.si_signo == SIGCHLD
    }
}

/// An event that did not happen in time.
struct WaitFailure: Error { let what: String }

/// Repeats `body` until it returns a value.
@discardableResult
func eventually<Answer>(
    _ what: String = "an answer", seconds: Int = 120, _ body: () throws -> Answer?
) throws -> Answer {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
        if let answer = try body() { return answer }
        usleep(5_000)
    }
    throw WaitFailure(what: what)
}

/// Returns a port on which no program listens, and which no other test gets while this process
/// runs.
///
/// It is below the ports that the kernel assigns to connections.
func freePort() throws -> Int {
    let folder = "/tmp/pmd-test-ports-\(getuid())"
    mkdir(folder, 0o700)
    while true {
        let port = Int.random(in: 12_000..<32_000)
        let lock = open("\(folder)/\(port)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw SystemFailure(call: "open") }
        // The lock is held until the process ends.
        if flock(lock, LOCK_EX | LOCK_NB) == 0, try isFree(port) { return port }
        close(lock)
    }
}

private func isFree(_ port: Int) throws -> Bool {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw SystemFailure(call: "socket") }
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
    }
}
