import BoardStorage
import BoardView
import TaskBoard
import Words

/// The Git state of the clone: its branch and its remote.
final class SyncStanding: Sendable {
    struct Standing: Sendable {
        var report: StatusReport?
        var isSyncing = false
        var failure: BoardError?
    }

    private let workspace: Workspace
    /// A second workspace for updates, which scan all files, so that changes do not wait for them.
    private let reader: Workspace
    private let executable: String
    private let standing = Locked(Standing())
    private let running = Locked<Task<Result<SyncReport, BoardError>, Never>?>(nil)
    private let looking = Locked<Task<Void, Never>?>(nil)
    private let receivers = Locked<[Int: AsyncStream<Void>.Continuation]>([:])
    private let nextReceiver = Locked(0)

    /// - Throws: ``BoardStorage/BoardError`` (74) if the system is out of threads.
    init(_ workspace: Workspace, executable: String) throws {
        (self.workspace, self.executable) = (workspace, executable)
        reader = try workspace.beside()
    }

    var now: Standing { standing.withLock { $0 } }

    /// Updates the state.
    func look() async {
        // A missing board has no state to report.
        if workspace.isBoardGone { return }
        var new = Standing(isSyncing: running.withLock { $0 != nil })
        do {
            new.report = try await reader.status()
        } catch {
            new.failure = BoardError(error)
        }
        standing.withLock { [new] in $0 = new }
        let receivers = receivers.withLock { Array($0.values) }
        for receiver in receivers { receiver.yield() }
    }

    /// Updates the state, but waits only briefly. Otherwise a change that waits for another
    /// program's lock would delay the response as long.
    func lookBriefly() async {
        let (end, ended) = AsyncStream.makeStream(of: Void.self)
        let look = looking.withLock { running in
            if let running { return running }
            let look = Task.detached { [self] in
                await self.look()
                looking.withLock { $0 = nil }
            }
            running = look
            return look
        }
        Task.detached {
            await look.value
            ended.finish()
        }
        let timer = Task.detached {
            try await Task.sleep(for: Self.patience)
            ended.finish()
        }
        for await _ in end {}
        timer.cancel()
    }

    private static let patience = Duration.milliseconds(500)

    /// Signals possible changes of the state.
    func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = nextReceiver.withLock { next in
            next += 1
            return next
        }
        receivers.withLock { $0[number] = continuation }
        continuation.onTermination = { [weak self] _ in
            self?.receivers.withLock { $0[number] = nil }
        }
        return stream
    }

    /// Syncs. Callers during a running sync get the result of that sync.
    func sync() async -> Result<SyncReport, BoardError> {
        let (workspace, executable) = (workspace, executable)
        let task = running.withLock { running in
            if let running { return running }
            let task = Task.detached { () -> Result<SyncReport, BoardError> in
                do {
                    let transfer = TransferSettings(executable: executable)
                    return .success(try await workspace.sync(transfer) { $0.logLine.english })
                } catch {
                    return .failure(BoardError(error))
                }
            }
            running = task
            return task
        }
        await look()
        let result = await task.value
        running.withLock { if $0 == task { $0 = nil } }
        await look()
        return result
    }
}
