import Synchronization

/// Counts the work that events and screens take, for tests: a count does not depend on the
/// machine, as a time does.
package final class WorkCount: Sendable {
    package struct Counts: Equatable, Sendable {
        /// The tasks that were passed over in passes over the whole board.
        package var tasks = 0
        /// The places of columns that were looked at.
        package var entries = 0
        /// The cards that were laid out.
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
