import BoardStorage
import BoardView
import TaskBoard

/// Where the clone stands: its branch, its remote, and what an undo would do.
final class SyncStanding: Sendable {
    struct Standing: Sendable {
        var report: StatusReport?
        var isSyncing = false
        var failure: BoardError?
        var undo: CallerActions.Action?
        var redo: CallerActions.Action?
    }

    private let workspace: Workspace
    /// A second workspace for looks, which scan all files, so that no change waits for them.
    private let reader: Workspace
    private let executable: String
    private let standing = Locked(Standing())
    private let running = Locked<Task<Result<SyncReport, BoardError>, Never>?>(nil)
    private let looking = Locked<Task<Void, Never>?>(nil)
    private let undoLook = Locked<(change: Int, look: Task<Void, Never>)?>(nil)
    private let receivers = Locked<[Int: AsyncStream<Void>.Continuation]>([:])
    private let nextReceiver = Locked(0)

    /// - Throws: ``BoardStorage/BoardError`` (74) if the system has no more threads.
    init(_ workspace: Workspace, executable: String) throws {
        (self.workspace, self.executable) = (workspace, executable)
        reader = try workspace.beside()
    }

    var now: Standing { standing.withLock { $0 } }

    /// Looks again.
    func look() async {
        // Nothing is known of a board that is gone.
        if workspace.isBoardGone { return }
        var new = Standing(isSyncing: running.withLock { $0 != nil })
        do {
            new.report = try await reader.status()
        } catch {
            new.failure = BoardError(error)
        }
        new.undo = await preview { try await $0.undo(.last(1), isDryRun: true) }
        new.redo = await preview { try await $0.redo(1, isDryRun: true) }
        standing.withLock { [new] in $0 = new }
        let receivers = receivers.withLock { Array($0.values) }
        for receiver in receivers { receiver.yield() }
    }

    /// Looks only at what an undo or redo would do. All streams that report a change share one
    /// look.
    ///
    /// - Parameter change: Its number, as in ``BoardFeed/Event``.
    func lookAtUndo(after change: Int) async {
        let look = undoLook.withLock { last in
            if let last, last.change >= change { return last.look }
            let look = Task.detached { [self] in await self.lookAtUndo() }
            last = (change, look)
            return look
        }
        await look.value
    }

    private func lookAtUndo() async {
        if workspace.isBoardGone { return }
        let undo = await preview { try await $0.undo(.last(1), isDryRun: true) }
        let redo = await preview { try await $0.redo(1, isDryRun: true) }
        standing.withLock { ($0.undo, $0.redo) = (undo, redo) }
    }

    /// Looks again, and waits for it a moment only: a change that waits for a lock which another
    /// program holds would hold up the answer as long.
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

    /// What an undo or redo would do; nil if there is nothing.
    private func preview(
        _ run: (Workspace) async throws -> UndoReport
    ) async -> CallerActions.Action? {
        do {
            guard let step = try await run(reader).steps.first else { return nil }
            return CallerActions.Action(commit: step.commit ?? "", title: step.subject)
        } catch {
            // Then there is nothing to undo, or to redo.
            return nil
        }
    }

    /// A signal whenever the standing may have changed.
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

    /// Syncs. Whoever asks while a sync is running gets the result of that one.
    func sync() async -> Result<SyncReport, BoardError> {
        let (workspace, executable) = (workspace, executable)
        let task = running.withLock { running in
            if let running { return running }
            let task = Task.detached { () -> Result<SyncReport, BoardError> in
                do {
                    return .success(
                        try await workspace.sync(TransferSettings(executable: executable)))
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
