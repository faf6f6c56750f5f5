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
