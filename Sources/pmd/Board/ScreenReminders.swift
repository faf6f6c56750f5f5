import BoardStorage
import BoardView
import Synchronization
import TaskBoard
import TerminalBoard
import Words

/// The reminders of a board that is open in a terminal. Each is shown until the user answers
/// it or quits.
final class ScreenReminders: Sendable {
    private let workspace: Workspace
    private let mailbox: Mailbox
    private let language: Language
    private let dates: @Sendable () -> DateWords
    /// Reminders that were posted but are not yet on screen, by number.
    private let posted = Mutex<(number: Int, waiting: [Int: Announcements])>((0, [:]))

    /// The last posted snoozes.
    private let snoozes = Mutex<[TaskID: Int64]>([:])

    /// The longest interval between two checks, in seconds: the board, its snoozes and other
    /// programs' announcements can change meanwhile.
    private static let pause: Int64 = 30

    init(
        _ workspace: Workspace, mailbox: Mailbox, language: Language,
        dates: @escaping @Sendable () -> DateWords
    ) {
        (self.workspace, self.mailbox) = (workspace, mailbox)
        (self.language, self.dates) = (language, dates)
    }

    /// Checks at intervals and whenever a reminder is due. A failure is shown once.
    func follow() {
        Task.detached { [self] in
            var failure = ""
            while true {
                var wait = Self.pause
                do {
                    if let next = try await look() {
                        wait = min(wait, max(1, next - dates().now.seconds))
                    }
                    failure = ""
                } catch {
                    let words = Failure(error).words.text(language)
                    if words != failure { mailbox.post(.message(words, isFailure: true)) }
                    failure = words
                }
                do { try await Task.sleep(for: .seconds(wait)) } catch { return }
            }
        }
    }

    /// Posts due reminders.
    ///
    /// - Returns: The time of the next reminder, in seconds since 1970.
    private func look() async throws -> Int64? {
        guard !workspace.isBoardGone, let board = workspace.snapshot?.board else { return nil }
        try await postSnoozes(on: board)
        // Reminders that are not on screen yet must not be posted twice.
        guard posted.withLock({ $0.waiting.isEmpty }) else { return nil }
        let found = try await workspace.announcements(by: .screen, on: board)
        guard !found.entries.isEmpty else { return found.next }
        let reminders = found.entries.map { entry in
            let words = ReminderWords([entry], dates: dates(), language)
            return ShownReminder(
                task: entry.task.id,
                words: ([words.title] + words.lines.prefix(1)).joined(separator: " · "))
        }
        let number = posted.withLock { posted in
            posted.number += 1
            posted.waiting[posted.number] = found
            return posted.number
        }
        mailbox.post(.reminders(reminders, number: number))
        return found.next
    }

    /// Posts the end of each snooze, including snoozes set by other programs of this clone.
    func postSnoozes(on board: Board) async throws {
        let ends = try await workspace.snoozes(on: board)
        let isNew = snoozes.withLock { known in
            defer { known = ends }
            return known != ends
        }
        if isNew { mailbox.post(.snoozes(ends)) }
    }

    /// Records that these reminders are on screen.
    func record(_ number: Int) async throws {
        guard let shown = posted.withLock({ $0.waiting.removeValue(forKey: number) }) else {
            return
        }
        try await workspace.recordAnnounced(shown)
    }
}
