import BoardStorage
import BoardView
import TaskBoard
import Words

/// The current board and its changes, for any number of windows.
final class BoardFeed: Sendable {
    /// The displayed board at one point in time.
    struct Shown: Sendable {
        /// The number of changes published since the server started.
        var number = 0
        var board: Board
        var times: HistoryTimes
        var settingsError: String?
        /// True if only a newer pmd can change the board.
        var hasNewerFormat = false
        var isGone = false
    }

    /// A change, numbered as in ``Shown/number``.
    struct Event: Sendable {
        let number: Int
        let tasks: Set<TaskID>
        let hasSettings: Bool
        let hasHistory: Bool
    }

    private struct State: Sendable {
        var shown: Shown?
        var held = HeldTasks()
        var recent: [Event] = []
        var receivers: [Int: AsyncStream<Event>.Continuation] = [:]
        var nextReceiver = 0
    }

    /// Identifies the run of the server, since numbers restart with it.
    let run = String(UInt32.random(in: 1...(.max)), radix: 36)
    let versions = Versions()
    private let workspace: Workspace
    private let now: @Sendable () -> Moment
    private let state = Locked(State())

    /// The number of changes kept for clients that reconnect.
    private static let remembered = 256

    init(_ workspace: Workspace, now: @escaping @Sendable () -> Moment) {
        (self.workspace, self.now) = (workspace, now)
    }

    /// Starts watching.
    ///
    /// - Throws: The errors of ``BoardStorage/Workspace/watch()``.
    func start() async throws {
        let changes = workspace.changes
        try await workspace.watch()
        post(changed: [], hasSettings: true)
        let first = workspace.snapshot?.generation ?? 0
        Task.detached { [weak self] in
            // The first reading counts as a change of every task.
            for await change in changes where change.generation > first {
                self?.post(
                    changed: change.tasks, hasSettings: change.changedSettings,
                    isCommitted: change.changedHistory)
                if !change.changedHistory, !change.tasks.isEmpty {
                    Task.detached { await self?.keepUncommitted(change.tasks) }
                }
            }
        }
    }

    /// The newest board; nil before ``start()``.
    var shown: Shown? { state.withLock { $0.shown } }

    /// Publishes the newest snapshot.
    ///
    /// - Parameter isCommitted: True for a committed change.
    func post(changed: Set<TaskID>, hasSettings: Bool = false, isCommitted: Bool = false) {
        let (isGone, seconds) = (workspace.isBoardGone, now().seconds)
        let posted = state.withLock { [workspace] state -> Posted in
            // Read under the lock, so that an older snapshot never follows a newer one.
            guard let snapshot = workspace.snapshot else { return Posted() }
            let before = state.shown?.board
            let board = state.held.holding(
                snapshot.board, after: before, changed: changed, isCommitted: isCommitted,
                times: snapshot.times, now: seconds)
            let number = (state.shown?.number ?? 0) + 1
            state.shown = Shown(
                number: number, board: board, times: snapshot.times,
                settingsError: snapshot.settingsError?.sentence.english,
                hasNewerFormat: snapshot.hasNewerFormat, isGone: isGone)
            let event = Event(
                number: number, tasks: changed, hasSettings: hasSettings, hasHistory: isCommitted)
            state.recent.append(event)
            if state.recent.count > Self.remembered { state.recent.removeFirst() }
            let slow = state.receivers.values.filter { receiver in
                if case .dropped = receiver.yield(event) { return true }
                return false
            }
            return Posted(
                end: state.held.end, old: changed.compactMap { before?[$0] }, slow: slow)
        }
        // Slow subscribers are dropped and catch up when they reconnect.
        for receiver in posted.slow { receiver.finish() }
        for task in posted.old { versions.keep(task) }
        if let end = posted.end { look(again: max(1, end - seconds)) }
    }

    /// The remaining work after a snapshot was published.
    private struct Posted: Sendable {
        var end: Int64?
        var old: [TaskItem] = []
        var slow: [AsyncStream<Event>.Continuation] = []
    }

    /// Stores the bytes of tasks written by other programs, since clients may have them as a base
    /// version, even after a restart of the server.
    func keepUncommitted(_ ids: Set<TaskID>) async {
        guard let board = workspace.snapshot?.board else { return }
        for task in ids.compactMap({ board[$0] }) {
            do {
                try await workspace.keep(Array(task.bytes))
            } catch {
                // A form based on this version then gets 412.
                return
            }
        }
    }

    /// Shows files that are still incomplete after a while.
    private func look(again seconds: Int64) {
        Task.detached { [weak self] in
            do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
            self?.post(changed: [])
        }
    }

    /// Returns the changes since a number, followed by new ones.
    ///
    /// - Parameter last: The client's last number; nil for none.
    /// - Returns: nil if the changes since that number are no longer kept; the client must then
    ///   load the board.
    func events(after last: Int?) -> AsyncStream<Event>? {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingOldest(Self.remembered + 64))
        let number = state.withLock { state -> Int? in
            if let last {
                let newest = state.shown?.number ?? 0
                let missed = state.recent.filter { $0.number > last }
                guard last <= newest, missed.count == newest - last else { return nil }
                for event in missed { continuation.yield(event) }
            }
            state.nextReceiver += 1
            state.receivers[state.nextReceiver] = continuation
            return state.nextReceiver
        }
        guard let number else { return nil }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.receivers[number] = nil }
        }
        return stream
    }

    /// The number of open streams, including the server's own.
    var receivers: Int { state.withLock { $0.receivers.count } }

    /// Ends all streams.
    func stop() {
        let receivers = state.withLock { Array($0.receivers.values) }
        for receiver in receivers { receiver.finish() }
    }
}
