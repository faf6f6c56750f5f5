import Glibc
package import TaskBoard

/// A serial executor with a thread of its own.
///
/// A workspace waits for disks, for locks of other processes and for remotes. On Swift's
/// cooperative pool, which has one thread per core, that would block all other tasks.
///
/// The thread ends when the executor is deallocated.
package final class BoardThread: SerialExecutor {
    private let queue: JobQueue

    /// Starts the thread.
    ///
    /// - Throws: ``BoardError`` (74) if the system has no more threads.
    package init() throws(BoardError) {
        queue = JobQueue()
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(queue)
        let status = pthread_create(&thread, nil, runJobs, argument.toOpaque())
        guard status == 0 else {
            argument.release()
            errno = status
            throw SystemError(.start, Array("a thread".utf8)).boardError
        }
        pthread_detach(thread)
    }

    deinit { queue.end() }

    package func enqueue(_ job: consuming ExecutorJob) {
        queue.append(UnownedJob(job), for: asUnownedSerialExecutor())
    }
}

private func runJobs(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<JobQueue>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}

/// The jobs that wait for the thread. The thread keeps the queue alive, not the executor.
private final class JobQueue: @unchecked Sendable {
    // Protected by the lock, which thread checkers see, unlike a Mutex.
    private var jobs: [(job: UnownedJob, executor: UnownedSerialExecutor)] = []
    private var hasEnded = false
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        pthread_mutex_init(lock, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(lock)
        changed.deallocate()
        lock.deallocate()
    }

    func append(_ job: UnownedJob, for executor: UnownedSerialExecutor) {
        withLock { jobs.append((job, executor)) }
    }

    func end() { withLock { hasEnded = true } }

    func run() {
        while let next = next() { next.job.runSynchronously(on: next.executor) }
    }

    /// Waits for the next job; nil after the last one, when the executor has ended.
    private func next() -> (job: UnownedJob, executor: UnownedSerialExecutor)? {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while jobs.isEmpty {
            if hasEnded { return nil }
            pthread_cond_wait(changed, lock)
        }
        return jobs.removeFirst()
    }

    private func withLock(_ change: () -> Void) {
        pthread_mutex_lock(lock)
        change()
        pthread_cond_signal(changed)
        pthread_mutex_unlock(lock)
    }
}
