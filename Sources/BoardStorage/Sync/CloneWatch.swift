import Synchronization
package import TaskBoard

/// The status of a clone while its board is open, and the syncs of the process.
package final class CloneWatch: Sendable {
    private struct State: Sendable {
        var status = CloneStatus()
        var syncing: Task<Result<SyncReport, BoardError>, Never>?
        var looking: Task<Void, Never>?
        var receivers: [Int: AsyncStream<CloneStatus>.Continuation] = [:]
        var nextReceiver = 0
    }

    private let workspace: Workspace
    /// A second workspace for updates, which scan all files, so that changes do not wait for them.
    private let reader: Workspace
    private let executable: @Sendable () throws -> String
    private let words: @Sendable (BoardError) -> Bilingual
    private let state = Mutex(State())
    private let requests: AsyncStream<Void>.Continuation
    /// Follows the changes of the remote that leave the board as it is.
    private let following: Task<Void, Never>

    /// The pauses before and after an update that follows a change. One update covers all changes
    /// meanwhile, and does not slow down the display of the change.
    private static let (delay, pause) = (Duration.milliseconds(200), Duration.milliseconds(400))
    /// The time for which ``lookBriefly()`` waits.
    private static let patience = Duration.milliseconds(500)

    /// - Parameters:
    ///   - executable: Returns the program for fetching and pushing: pmd itself.
    ///   - words: Returns the message of a failed sync, for this clone's record.
    /// - Throws: ``BoardError`` (74) if the system is out of threads.
    package init(
        _ workspace: Workspace, executable: @escaping @Sendable () throws -> String,
        words: @escaping @Sendable (BoardError) -> Bilingual
    ) throws(BoardError) {
        (self.workspace, self.executable, self.words) = (workspace, executable, words)
        reader = try workspace.beside()
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        requests = continuation
        let changes = workspace.changes
        following = Task.detached {
            for await change in changes where change.changedRemote { continuation.yield() }
        }
        Task.detached { [weak self] in
            for await _ in stream {
                do {
                    try await Task.sleep(for: Self.delay)
                    await self?.look()
                    try await Task.sleep(for: Self.pause)
                } catch { return }
            }
        }
    }

    deinit {
        requests.finish()
        following.cancel()
    }

    /// The last known status.
    package var status: CloneStatus { state.withLock { $0.status } }

    /// The status after each update from now on. A slow subscriber gets the newest one.
    package var updates: AsyncStream<CloneStatus> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: CloneStatus.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.nextReceiver += 1
            state.receivers[state.nextReceiver] = continuation
            return state.nextReceiver
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.receivers[number] = nil }
        }
        return stream
    }

    /// Updates the status.
    package func look() async {
        // A missing board has no status to report.
        if workspace.isBoardGone { return }
        var status: CloneStatus
        do {
            status = try await reader.status()
        } catch {
            status = CloneStatus()
            status.failure = BoardError(error)
        }
        let (new, receivers) = state.withLock { [status] state in
            state.status = status
            state.status.isSyncing = state.syncing != nil
            return (state.status, Array(state.receivers.values))
        }
        for receiver in receivers { receiver.yield(new) }
    }

    /// Updates the status after a change, without waiting for it.
    package func lookSoon() { requests.yield() }

    /// Updates the status, but waits only briefly. Otherwise a change that waits for another
    /// program's lock would delay the caller as long.
    package func lookBriefly() async {
        let (end, ended) = AsyncStream.makeStream(of: Void.self)
        let look = state.withLock { state in
            if let looking = state.looking { return looking }
            let look = Task.detached { [self] in
                await self.look()
                self.state.withLock { $0.looking = nil }
            }
            state.looking = look
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

    /// Syncs. Callers during a running sync get the result of that sync.
    package func sync() async -> Result<SyncReport, BoardError> {
        let task = state.withLock { state in
            if let syncing = state.syncing { return syncing }
            let task = Task.detached {
                [workspace, executable, words] () -> Result<SyncReport, BoardError> in
                do {
                    let transfer = TransferSettings(executable: try executable())
                    return .success(try await workspace.sync(transfer, words: words))
                } catch {
                    return .failure(BoardError(error))
                }
            }
            state.syncing = task
            return task
        }
        await look()
        let result = await task.value
        state.withLock { if $0.syncing == task { $0.syncing = nil } }
        await look()
        return result
    }
}
