import Synchronization

/// Counts the work for events and screens, for tests: unlike times, counts do not depend on the
/// machine.
package final class WorkCount: Sendable {
    package struct Counts: Equatable, Sendable {
        /// The number of tasks visited in passes over the whole board.
        package var tasks = 0
        /// The number of column entries visited.
        package var entries = 0
        /// The number of cards laid out.
        package var cards = 0
    }

    private let counts = Mutex(Counts())

    package init() {}

    func add(tasks: Int = 0, entries: Int = 0, cards: Int = 0) {
        counts.withLock { counts in
            counts.tasks += tasks
            counts.entries += entries
            counts.cards += cards
        }
    }

    /// Returns the counts since the last call.
    package func take() -> Counts {
        counts.withLock { counts in
            defer { counts = Counts() }
            return counts
        }
    }
}
