import Glibc
import Synchronization

/// A transfer that goes on in its own process while its owner does something else.
///
/// It has the same deadlines as one that is waited for from the beginning: a thread of
/// its own reads what it says. One that nobody waits for is ended when its owner lets go.
package final class RunningTransfer: Sendable {
    /// Gives the transfer a descriptor to be cancelled by and somebody to report to.
    typealias Work = @Sendable (Int32, (TransferReport) -> Void) -> TransferOutcome

    private let steps: Steps
    private let thread: Mutex<pthread_t?>
    private let cancellation: Mutex<Int32?>

    /// What both threads see.
    private final class Steps: Sendable {
        let work: Work
        let progress: @Sendable (TransferReport) -> Void
        let cancellation: Int32
        let isAwaited = Atomic(false)
        let outcome = Mutex<TransferOutcome?>(nil)

        init(
            _ cancellation: Int32, _ progress: @escaping @Sendable (TransferReport) -> Void,
            _ work: @escaping Work
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
        steps = Steps(pipe.read, progress, work)
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

    /// True if it has come to its end.
    package var hasEnded: Bool { steps.outcome.withLock { $0 != nil } }

    /// Waits for its end.
    package func wait() -> TransferOutcome {
        steps.isAwaited.store(true, ordering: .relaxed)
        join()
        let ended = steps.outcome.withLock { $0 }
        return ended ?? .failed(GitError(.noOutcome, "start a transfer"))
    }

    /// Ends it with everything that it started, where it has not come to its end.
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
