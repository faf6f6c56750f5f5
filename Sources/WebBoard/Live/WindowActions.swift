import BoardStorage
import TaskBoard

/// The next undo and redo of each user and window, with their titles.
///
/// The actions are in the record of the clone. Only the sentences that this server reported are
/// kept here: after a restart, a title is the sentence of the action's first task.
final class WindowActions: Sendable {
    private let log: ActionLog
    private let titles = Locked<[String: String]>([:])

    /// The maximum number of titles. Beyond it, they are computed again.
    private static let most = 3_000

    init(at location: Location) { log = ActionLog(of: location) }

    func next(of caller: String) -> ActionLog.Next { log.next(of: ActionClient(window: caller)) }

    /// Keeps the sentence of an action that was just carried out.
    func note(_ title: String, of commit: String) {
        // Task titles can have any length, and many actions are kept.
        let title = title.beginning(characters: 200, bytes: 800)
        titles.withLock { titles in
            if titles.count >= Self.most { titles = [:] }
            titles[commit] = title
        }
    }

    /// Returns the sentence of an action.
    ///
    /// - Parameter sentence: Words the change of a task.
    func title(
        of entry: ActionLog.Entry, _ settings: BoardSettings, _ sentence: (TaskChange) -> String
    ) -> String {
        if let known = titles.withLock({ $0[entry.action] }) { return known }
        note(log.change(of: entry, settings).map(sentence) ?? "", of: entry.action)
        return titles.withLock { $0[entry.action] } ?? ""
    }
}
