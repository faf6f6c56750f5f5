import Synchronization

/// An executor that runs all asynchronous work on the calling thread.
///
/// A command awaits one thing at a time and needs no thread pool. If no thread can be started, as
/// under a limit on processes, Swift's own pool would wait for one forever.
///
/// It runs the command and the workspaces opened by it.
final class OneThread: TaskExecutor, SerialExecutor {
    static let main = OneThread()

    private let jobs = Mutex<[UnownedJob]>([])
    private let status = Mutex<Int32?>(nil)

    /// Runs `body` to completion and returns its status.
    static func run(_ body: @escaping @Sendable () async -> Int32) -> Int32 {
        let thread = main
        Task(executorPreference: thread) {
            let status = await body()
            thread.status.withLock { $0 = status }
        }
        while let job = thread.next() {
            job.runSynchronously(
                isolatedTo: thread.asUnownedSerialExecutor(),
                taskExecutor: thread.asUnownedTaskExecutor())
        }
        guard let status = thread.status.withLock({ $0 }) else {
            preconditionFailure("a command waits for another thread")
        }
        return status
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    private func next() -> UnownedJob? {
        jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
