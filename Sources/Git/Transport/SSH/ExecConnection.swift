import Clibgit2
import Glibc

/// The conversation with a spawned `git-upload-pack` or `git-receive-pack`, here or at the other
/// end of `ssh`.
///
/// When it pushes, libgit2's own transport for local repositories does not compare the old value,
/// and loses commits of others. Its ssh supports neither `~/.ssh/config` nor RSA keys with a
/// current server.
final class ExecConnection {
    private let command: ExecCommand
    private let report: (Int) -> Void
    private var child: ChildProcess?
    private var errors: [UInt8] = []
    private var firstError: GitError?
    /// The size of the list of references that was received so far.
    private var listed = 0
    private var hasAsked = false

    /// The size beyond which a list of references is considered endless.
    private static let listLimit = 16 << 20

    /// - Parameter report: Called with the number of bytes of each read and write.
    init(_ command: ExecCommand, report: @escaping (Int) -> Void) {
        self.command = command
        self.report = report
    }

    /// The standard error of the program. The first failure is also kept, so that a later broken
    /// pipe does not hide it.
    var words: String { String(decoding: errors, as: UTF8.self) }
    var failure: GitError? { firstError }

    /// Starts the program that serves fetches or pushes.
    func start(_ service: ExecCommand.Service) throws(GitError) {
        let (program, arguments) = command.words(for: service)
        child = try ChildProcess(
            program, arguments, environment: command.environment, folder: command.folder)
    }

    /// Reads the next bytes, and returns their number; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(GitError) -> Int {
        guard let child else { return 0 }
        while true {
            var waiting = [
                pollfd(fd: child.output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: child.errors, events: Int16(POLLIN), revents: 0),
            ]
            if child.errorsHaveEnded { waiting.removeLast() }
            guard poll(&waiting, nfds_t(waiting.count), -1) >= 0 || errno == EINTR else {
                throw GitError(errno: errno, "read from the remote")
            }
            if waiting.count > 1, waiting[1].revents != 0 { takeErrors(child) }
            guard waiting[0].revents != 0 else { continue }
            let count = Glibc.read(child.output, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw GitError(errno: errno, "read from the remote") }
            if count == 0 {
                if let error = end(child) { throw error }
                return 0
            }
            report(count)
            try refuseEndlessList(count)
            return count
        }
    }

    private func refuseEndlessList(_ count: Int) throws(GitError) {
        guard !hasAsked else { return }
        listed += count
        guard listed > Self.listLimit else { return }
        throw GitError(.endlessList(limit: Self.listLimit), "read from the remote")
    }

    /// Writes all bytes. The program's output is read meanwhile, so that neither waits for the
    /// other.
    func write(_ bytes: UnsafeRawBufferPointer) throws(GitError) {
        guard let child, child.input >= 0 else {
            throw GitError(.notConnected, "write to the remote")
        }
        hasAsked = true
        var rest = bytes[...]
        while !rest.isEmpty {
            var waiting = [
                pollfd(fd: child.input, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: child.errors, events: Int16(POLLIN), revents: 0),
            ]
            if child.errorsHaveEnded { waiting.removeLast() }
            guard poll(&waiting, nfds_t(waiting.count), -1) >= 0 || errno == EINTR else {
                throw GitError(errno: errno, "write to the remote")
            }
            if waiting.count > 1, waiting[1].revents != 0 { takeErrors(child) }
            guard waiting[0].revents != 0 else { continue }
            // At most as much as the pipe accepts at once: a longer write would block.
            let part = rest.prefix(4_096)
            let count = Glibc.write(
                child.input, UnsafeRawBufferPointer(rebasing: part).baseAddress, part.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else {
                let broken = GitError(.brokenPipe, "write to the remote")
                throw end(child) ?? broken
            }
            report(count)
            rest = rest.dropFirst(count)
        }
    }

    /// Ends the program and keeps the rest of its output.
    func close() {
        guard let child else { return }
        child.closeInput()
        child.wait(upTo: 2) { drain(child) }
        drain(child)
        self.child = nil
    }

    /// Stores an error that libgit2 can only pass on as a number.
    func note(_ error: GitError) -> Int32 {
        if firstError == nil { firstError = error }
        git_error_set_str(Int32(GIT_ERROR_NET.rawValue), error.message)
        return GIT_EUSER.rawValue
    }

    /// Returns the error of a program that closed its side, from its output. Nil if it succeeded.
    private func end(_ child: ChildProcess) -> GitError? {
        child.closeInput()
        child.wait(upTo: 2) { drain(child) }
        drain(child)
        let code = child.poll() ?? 0
        return code == 0 ? nil : RemoteWords.error(words, command, code: code)
    }

    private func drain(_ child: ChildProcess) {
        while !child.errorsHaveEnded {
            var waiting = pollfd(fd: child.errors, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 0) == 1, takeErrors(child) else { return }
        }
    }

    @discardableResult
    private func takeErrors(_ child: ChildProcess) -> Bool {
        let bytes = child.readErrors()
        errors = (errors + bytes).suffix(65_536)
        if !bytes.isEmpty { report(bytes.count) }
        return !bytes.isEmpty
    }
}
