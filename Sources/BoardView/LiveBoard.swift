import Synchronization
package import TaskBoard
package import Words

/// A board at a point in time, as a surface shows it.
package struct BoardVersion: Sendable {
    /// The difference from the version before.
    package struct Change: Sendable {
        /// The number of versions since the process began to show the board.
        package var number = 0
        /// The tasks that were added, changed or removed.
        package var tasks: Set<TaskID> = []
        /// Those of the tasks whose new version is not in a commit.
        package var uncommitted: Set<TaskID> = []
        package var hasSettings = false
        /// True if commits were made or received.
        package var hasHistory = false
    }

    package let board: Board
    package let times: HistoryTimes
    /// The error in `pmd.yml`, in words.
    package let settingsError: Bilingual?
    /// True if this version of pmd can only read the board's format.
    package let isNewer: Bool
    /// True if the board's folder is missing; this is its last known state.
    package let isGone: Bool
    package private(set) var change: Change

    package var number: Int { change.number }

    package init(
        _ board: Board, times: HistoryTimes = HistoryTimes(), settingsError: Bilingual? = nil,
        isNewer: Bool = false, isGone: Bool = false, changed: Set<TaskID> = []
    ) {
        (self.board, self.times) = (board, times)
        (self.settingsError, self.isNewer, self.isGone) = (settingsError, isNewer, isGone)
        change = Change(tasks: changed)
    }

    fileprivate init(_ board: Board, of snapshot: BoardSnapshot, _ change: Change) {
        self.init(
            board, times: snapshot.times, settingsError: snapshot.settingsError?.sentence,
            isNewer: snapshot.hasNewerFormat, isGone: snapshot.isGone)
        self.change = change
    }

    /// The reason why nothing can be changed; nil if changes are possible.
    package var obstacle: BoardText? {
        if isGone { return .boardGone }
        return isNewer ? .newerFormat : nil
    }
}

/// The board that a process shows: its current version, and each change once, for any number of
/// subscribers.
///
/// An action of the process and the file events that it causes are in the same snapshot, and so in
/// the same version.
package final class LiveBoard: Sendable {
    /// The newest snapshot, and the changes since an earlier one.
    package typealias News = (snapshot: BoardSnapshot, changes: [BoardChange])

    /// The state of the thread that makes versions.
    private struct Maker: Sendable {
        var snapshot: BoardSnapshot?
        var held = HeldTasks()
    }

    fileprivate struct State: Sendable {
        var version: BoardVersion?
        var recent: [BoardVersion.Change] = []
        var subscribers: [Int: AsyncStream<BoardVersion.Change>.Continuation] = [:]
        var nextSubscriber = 0
    }

    private let news: @Sendable (Int) -> News?
    private let now: @Sendable () -> Moment
    private let take: @Sendable (BoardVersion, _ replaced: [TaskItem]) -> Void
    /// Locked while a version is made and taken, so that versions are taken in order. The current
    /// version can be read meanwhile.
    private let maker = Mutex(Maker())
    private let state = Mutex(State())

    /// The number of changes kept for subscribers that reconnect.
    private static let remembered = 256

    /// - Parameters:
    ///   - news: Returns the newest snapshot with the changes since a generation; nil if that is
    ///     the newest.
    ///   - take: Called with each version in order, and with the tasks that it replaces. It must
    ///     not make versions.
    package init(
        now: @escaping @Sendable () -> Moment, news: @escaping @Sendable (Int) -> News?,
        take: @escaping @Sendable (BoardVersion, _ replaced: [TaskItem]) -> Void
    ) {
        (self.now, self.news, self.take) = (now, news, take)
    }

    /// The current version; nil before the first snapshot.
    package var version: BoardVersion? { state.withLock { $0.version } }

    /// Shows the newest snapshot, and from then on the newest one at each signal.
    package func follow(_ signals: AsyncStream<BoardChange>) {
        catchUp()
        Task.detached { [weak self] in
            for await _ in signals { self?.catchUp() }
        }
    }

    /// Shows the newest snapshot. On return, ``version`` has all changes that the process made
    /// before the call.
    package func catchUp() {
        maker.withLock { maker in
            guard let news = self.news(maker.snapshot?.generation ?? 0) else { return }
            var change = BoardVersion.Change()
            // The first snapshot counts as a change of every task.
            change.hasSettings = maker.snapshot == nil
            for step in news.changes where maker.snapshot != nil {
                change.tasks.formUnion(step.tasks)
                if step.changedHistory {
                    change.uncommitted.subtract(step.tasks)
                } else {
                    change.uncommitted.formUnion(step.tasks)
                }
                change.hasSettings = change.hasSettings || step.changedSettings
                change.hasHistory = change.hasHistory || step.changedHistory
            }
            maker.snapshot = news.snapshot
            make(change, &maker)
        }
    }

    /// Makes a version of the same snapshot.
    package func post(changed tasks: Set<TaskID>) {
        maker.withLock { maker in make(BoardVersion.Change(tasks: tasks), &maker) }
    }

    private func make(_ change: BoardVersion.Change, _ maker: inout Maker) {
        guard let snapshot = maker.snapshot else { return }
        let seconds = now().seconds
        let before = self.version?.board
        let board = maker.held.holding(
            snapshot.board, after: before, changed: change.tasks,
            committed: change.tasks.subtracting(change.uncommitted), times: snapshot.times,
            now: seconds)
        let (version, slow) = state.withLock { state in
            state.publish(BoardVersion(board, of: snapshot, change), most: Self.remembered)
        }
        // Slow subscribers are dropped and catch up when they reconnect.
        for subscriber in slow { subscriber.finish() }
        take(version, change.tasks.compactMap { before?[$0] })
        if let end = maker.held.end { release(after: max(1, end - seconds)) }
    }

    /// Shows files that are still incomplete after a while.
    private func release(after seconds: Int64) {
        Task.detached { [weak self] in
            do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
            self?.post(changed: [])
        }
    }
}

// Subscribers.
extension LiveBoard {
    /// Returns the changes since a number, followed by new ones.
    ///
    /// - Parameter last: The subscriber's last number; nil for none.
    /// - Returns: nil if the changes since that number are no longer kept; the subscriber must then
    ///   load the board.
    package func changes(after last: Int?) -> AsyncStream<BoardVersion.Change>? {
        let (stream, continuation) = AsyncStream.makeStream(
            of: BoardVersion.Change.self, bufferingPolicy: .bufferingOldest(Self.remembered + 64))
        let number = state.withLock { state -> Int? in
            if let last {
                let newest = state.version?.number ?? 0
                let missed = state.recent.filter { $0.number > last }
                guard last <= newest, missed.count == newest - last else { return nil }
                for change in missed { continuation.yield(change) }
            }
            state.nextSubscriber += 1
            state.subscribers[state.nextSubscriber] = continuation
            return state.nextSubscriber
        }
        guard let number else { return nil }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.subscribers[number] = nil }
        }
        return stream
    }

    package var subscriberCount: Int { state.withLock { $0.subscribers.count } }

    /// Ends the streams of all subscribers.
    package func stop() {
        let subscribers = state.withLock { Array($0.subscribers.values) }
        for subscriber in subscribers { subscriber.finish() }
    }
}

extension LiveBoard.State {
    /// Numbers a version, and sends its change to the subscribers.
    ///
    /// - Parameter most: The maximum number of changes to keep.
    /// - Returns: The numbered version, and the subscribers that are too slow.
    fileprivate mutating func publish(
        _ version: BoardVersion, most: Int
    ) -> (BoardVersion, [AsyncStream<BoardVersion.Change>.Continuation]) {
        let version = version.numbered((self.version?.number ?? 0) + 1)
        self.version = version
        recent.append(version.change)
        if recent.count > most { recent.removeFirst() }
        let slow = subscribers.values.filter { subscriber in
            if case .dropped = subscriber.yield(version.change) { return true }
            return false
        }
        return (version, slow)
    }
}

extension BoardVersion {
    fileprivate func numbered(_ number: Int) -> BoardVersion {
        var version = self
        version.change.number = number
        return version
    }
}

extension Board {
    /// Returns the next time at which the board changes by the clock alone, in seconds since 1970:
    /// a task becomes overdue, or at midnight a waiting one appears and date words change.
    package func nextChange(after now: Moment) -> Int64 {
        let today = now.today
        var next = now.seconds(of: today.adding(days: 1), secondOfDay: 0)
        for task in tasks where !task.isFinished {
            guard task.isDueAtTime(on: today), let time = task.due?.seconds(now), time > now.seconds
            else { continue }
            next = min(next, time)
        }
        return next
    }
}
