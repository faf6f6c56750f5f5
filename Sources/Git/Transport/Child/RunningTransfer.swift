import Clinux
import Glibc
import Synchronization

/// A transfer that runs in its own process while its owner does something else.
///
/// It has the same deadlines as any transfer: a thread reads its reports. A transfer that is not
/// awaited is cancelled when its owner releases it.
package final class RunningTransfer: Sendable {
    /// Runs the transfer with a descriptor that cancels it and a closure for reports.
    typealias Work = @Sendable (Int32, (TransferReport) -> Void) -> TransferOutcome

    private let steps: Steps
    private let thread: Mutex<pthread_t?>
    private let cancellation: Mutex<Int32?>

    /// The state that both threads share.
    private final class Steps: Sendable {
        let work: Work
        let progress: @Sendable (TransferReport) -> Void
        let cancellation: Int32
        let isAwaited = Atomic(false)
        let outcome = Mutex<TransferOutcome?>(nil)

        init(
            cancellation: Int32, progress: @escaping @Sendable (TransferReport) -> Void,
            work: @escaping Work
        ) {
            (self.cancellation, self.progress, self.work) = (cancellation, progress, work)
        }

        func run() {
            let found = work(cancellation) { report in
                if isAwaited.load(ordering: .relaxed) { progress(report) }
            }
            outcome.withLock { $0 = found }
        }

        deinit { close(cancellation) }
    }

    init(
        _ progress: @escaping @Sendable (TransferReport) -> Void, _ work: @escaping Work
    ) throws(GitError) {
        let pipe = try Pipe("start a transfer")
        steps = Steps(cancellation: pipe.read, progress: progress, work: work)
        cancellation = Mutex(pipe.write)
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(steps)
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Steps>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, argument.toOpaque())
        self.thread = Mutex(code == 0 ? thread : nil)
        guard code != 0 else { return }
        argument.release()
        throw GitError(errno: code, "start a transfer")
    }

    deinit { cancel() }

    /// True if it has ended.
    package var hasEnded: Bool { steps.outcome.withLock { $0 != nil } }

    /// Waits for its end.
    package func wait() -> TransferOutcome {
        steps.isAwaited.store(true, ordering: .relaxed)
        join()
        let ended = steps.outcome.withLock { $0 }
        return ended ?? .failed(GitError(.noOutcome, "start a transfer"))
    }

    /// Ends it with all of its children, unless it has ended.
    @discardableResult
    package func cancel() -> TransferOutcome {
        let descriptor = cancellation.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        if let descriptor { close(descriptor) }
        return wait()
    }

    private func join() {
        let joined = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        if let joined { pthread_join(joined, nil) }
    }
}

/// The process of a transfer.
package enum TransferChild {
    /// Carries out the request in the arguments after the command's name, writes reports to
    /// standard output, and returns the exit code.
    ///
    /// The address is read from standard input, which must stay open: its end means that the
    /// parent has ended, and then this process ends itself with all of its children.
    package static func main(_ arguments: [String], in environment: Environment) -> Int32 {
        signal(SIGPIPE, SIG_IGN)
        keepNoCore()
        let address = readAddress()
        watchForEnd()
        let outcome: TransferOutcome
        do throws(GitError) {
            let request = try TransferRequest(arguments: arguments, address: address)
            MemoryBound.set(for: request.action)
            outcome = Transfer.run(request, in: environment) { report in emit(report) }
        } catch {
            outcome = .failed(error)
        }
        emit(.ended(outcome))
        return 0
    }

    private static func emit(_ report: TransferReport) {
        let bytes = Array((report.line + "\n").utf8)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { endGroup() }
            rest = rest.dropFirst(count)
        }
    }

    /// Prevents core dumps: this memory may contain a password, which must not be written to a
    /// file.
    private static func keepNoCore() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }

    /// Reads the parent's bytes before the first NUL; nil if there is none.
    private static func readAddress() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count <= RemoteAddress.longest {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }

    /// Starts threads that wait for the parent's end and for signals.
    private static func watchForEnd() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        startThread { _ in
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGTERM)
            var signal: Int32 = 0
            while sigwait(&signals, &signal) != 0 {}
            TransferChild.endGroup()
        }
        startThread { _ in
            var byte: UInt8 = 0
            while true {
                let count = read(STDIN_FILENO, &byte, 1)
                if count == 0 || (count < 0 && errno != EINTR) { TransferChild.endGroup() }
            }
        }
    }

    private static func startThread(
        _ body: @escaping @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    ) {
        var thread = pthread_t()
        pthread_create(&thread, nil, body, nil)
    }

    /// Ends this process and, if it leads a group, all of its children. Received data, which may be
    /// large, is removed.
    private static func endGroup() -> Never {
        QuarantineFolder.removeOwn()
        if getpgrp() == getpid() { kill(0, SIGTERM) }
        _exit(75)
    }
}
