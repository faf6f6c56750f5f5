import Glibc
import Synchronization
package import TaskBoard

/// A serial executor with a thread of its own.
///
/// A workspace waits for disks, for locks of other processes and for remotes. On a thread of
/// Swift's cooperative pool, which has one per core, that would stop all other tasks.
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
            throw SystemError("start", Array("a thread".utf8)).boardError
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

/// Jobs that wait for their thread. The thread keeps the queue alive, not the executor.
private final class JobQueue: @unchecked Sendable {
    private struct State {
        var jobs: [(job: UnownedJob, executor: UnownedSerialExecutor)] = []
        var hasEnded = false
    }

    private let state = Mutex(State())
    /// Counts the jobs, and the end.
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func append(_ job: UnownedJob, for executor: UnownedSerialExecutor) {
        state.withLock { $0.jobs.append((job, executor)) }
        sem_post(semaphore)
    }

    func end() {
        state.withLock { $0.hasEnded = true }
        sem_post(semaphore)
    }

    func run() {
        while true {
            while sem_wait(semaphore) != 0 {}
            let next = state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
            if let next {
                next.job.runSynchronously(on: next.executor)
            } else if state.withLock({ $0.hasEnded }) {
                return
            }
        }
    }
}
