import Glibc
package import Programs

/// The time limits of a transfer. libgit2 1.5 has no timeouts.
package struct TransferDeadlines: Hashable, Sendable {
    /// The seconds until the remote must first answer.
    package var connect: Double
    /// The seconds without a byte received or sent.
    package var idle: Double
    /// The seconds of all transfers of a sync.
    package var total: Double
    /// The part of `total` already used: one sync may need several transfers.
    package var spent: Double = 0

    package init(connect: Double = 20, idle: Double = 30, total: Double = 600) {
        self.connect = connect
        self.idle = idle
        self.total = total
    }
}

/// A stopwatch with a monotonic clock.
package struct Stopwatch: Sendable {
    private let start = Timeout.now()

    package init() {}

    package var seconds: Double { Timeout.now() - start }
}

/// Runs transfers in a process of their own, which can be killed at a deadline with all of its
/// children.
package enum TransferProcess {
    /// Runs a request in a program that calls ``TransferChild/main(_:)``, and waits for its end.
    ///
    /// Blocks the thread. The whole process group of the child has ended on return. References
    /// move only at the end of a transfer, so a killed one leaves the repository intact.
    ///
    /// - Parameters:
    ///   - leading: Arguments before the request's own, such as `__transfer`.
    ///   - progress: Called with each report except the last.
    package static func run(
        _ request: TransferRequest, executable: String, environment: Environment,
        leading: [Argument] = ["__transfer"],
        deadlines: TransferDeadlines = TransferDeadlines(),
        progress: (TransferReport) -> Void = { _ in }
    ) -> TransferOutcome {
        run(
            executable, leading + request.arguments.map { .operand($0) }, environment: environment,
            message: request.addressMessage,
            remote: RemoteAddress.withoutSecrets(request.url), deadlines: deadlines,
            progress: progress)
    }

    /// Runs a request on another thread, while the caller continues.
    ///
    /// - Parameter progress: Called on that thread while the caller waits for the end.
    package static func start(
        _ request: TransferRequest, executable: String, environment: Environment,
        leading: [Argument] = ["__transfer"],
        deadlines: TransferDeadlines = TransferDeadlines(),
        progress: @escaping @Sendable (TransferReport) -> Void = { _ in }
    ) throws(GitError) -> RunningTransfer {
        try RunningTransfer(progress) { cancellation, progress in
            run(
                executable, leading + request.arguments.map { .operand($0) },
                environment: environment,
                message: request.addressMessage,
                remote: RemoteAddress.withoutSecrets(request.url), deadlines: deadlines,
                cancellation: cancellation, progress: progress)
        }
    }

    /// - Parameter cancellation: A descriptor; closing its other end cancels the transfer. If it
    ///   is nil, the transfer cannot be cancelled.
    static func run(
        _ executable: String, _ arguments: [Argument], environment: Environment,
        message: [UInt8] = [], remote: String,
        deadlines: TransferDeadlines, cancellation: Int32? = nil,
        progress: (TransferReport) -> Void
    ) -> TransferOutcome {
        let operation = "reach \(remote)"
        do throws(GitError) {
            let child = try ChildProcess(
                executable, arguments, environment: environment.list(), ownGroup: true)
            // A pipe can hold more than the longest address, so this cannot block.
            _ = message.withUnsafeBytes { write(child.input, $0.baseAddress, $0.count) }
            var reader = TransferReader(
                child: child, deadlines: deadlines, cancellation: cancellation)
            let end = reader.read(progress)
            finish(child)
            return switch end {
            case .outcome(let outcome): outcome
            case .deadline(let deadline): .failed(GitError(.deadlinePassed(deadline), operation))
            case .broken(let how): .failed(GitError(.interrupted(how), operation))
            }
        } catch {
            return .failed(error)
        }
    }

    /// Ends the rest of the group, first with SIGTERM, then with SIGKILL.
    private static func finish(_ child: ChildProcess) {
        child.closeInput()
        if !child.wait(upTo: 0.2) {
            child.kill(SIGTERM)
            child.wait(upTo: 1)
        }
        child.kill(SIGKILL)
        child.wait()
        // The child's children may outlive it and ignore SIGTERM.
        kill(-child.pid, SIGKILL)
    }
}

/// A reader of a transfer's reports, until its end or a deadline.
private struct TransferReader {
    enum End {
        case outcome(TransferOutcome)
        case deadline(GitError.Deadline)
        case broken(GitError.Interruption)
    }

    let child: ChildProcess
    let deadlines: TransferDeadlines
    private let cancellation: Int32?
    private let start = Timeout.now()
    private var lastSign = Timeout.now()
    private var isConnected = false
    private var pending: [UInt8] = []
    private var errors: [UInt8] = []
    private var open: [Int32]

    init(child: ChildProcess, deadlines: TransferDeadlines, cancellation: Int32?) {
        self.child = child
        self.deadlines = deadlines
        self.cancellation = cancellation
        open = [child.output, child.errors]
    }

    mutating func read(_ progress: (TransferReport) -> Void) -> End {
        while open.contains(child.output) {
            let now = Timeout.now()
            if let deadline = passedDeadline(now) { return .deadline(deadline) }
            let watched = open + [cancellation].compactMap(\.self)
            var waiting = watched.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let left = max(0, nextDeadline - now)
            let count = poll(
                &waiting, nfds_t(waiting.count), Int32(min(left * 1_000 + 1, 1_000_000)))
            if count < 0, errno != EINTR { return .broken(.system(errno: errno)) }
            for entry in waiting where entry.revents != 0 {
                if entry.fd == cancellation { return .broken(.cancelled) }
                if let outcome = take(entry.fd, progress) { return .outcome(outcome) }
            }
        }
        let code = child.wait()
        let words = QuotedWords.lines(String(decoding: errors, as: UTF8.self))
        return .broken(.exit(code: code, words: words))
    }

    private mutating func take(
        _ descriptor: Int32, _ progress: (TransferReport) -> Void
    ) -> TransferOutcome? {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        guard count > 0 else {
            if count == 0 || errno != EINTR { open.removeAll { $0 == descriptor } }
            return nil
        }
        guard descriptor == child.output else {
            errors = (errors + buffer.prefix(count)).suffix(65_536)
            return nil
        }
        pending += buffer.prefix(count)
        while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: pending[..<end], as: UTF8.self)
            pending.removeSubrange(...end)
            guard let report = TransferReport(line: line) else { continue }
            lastSign = Timeout.now()
            isConnected = true
            if case .ended(let outcome) = report { return outcome }
            progress(report)
        }
        return nil
    }

    private var nextDeadline: Double {
        min(
            start + deadlines.total - deadlines.spent,
            isConnected ? lastSign + deadlines.idle : start + deadlines.connect)
    }

    private func passedDeadline(_ now: Double) -> GitError.Deadline? {
        if now >= start + deadlines.total - deadlines.spent {
            return .total(deadlines.total)
        }
        if !isConnected, now >= start + deadlines.connect {
            return .connect(deadlines.connect)
        }
        if isConnected, now >= lastSign + deadlines.idle {
            return .idle(deadlines.idle)
        }
        return nil
    }
}
