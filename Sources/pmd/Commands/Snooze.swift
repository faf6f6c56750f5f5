import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import Words

/// Snoozes the reminders of tasks.
struct Snooze: Command {
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        abstract: "Put off the reminders of tasks, in this clone",
        usage: "pmd snooze <task> ... <when>",
        discussion: """
            The last words are a duration or a date; 'none' ends the snooze. The tasks themselves do \
            not change: other clones still announce them.

            Examples:
              pmd snooze roof 2h
              pmd snooze roof 30min
              pmd snooze roof tomorrow-8:00
              pmd snooze roof none
            """)

    @Argument(help: "Tasks, and when to remind you of them again.")
    var words: [Word] = []
    @OptionGroup var confirm: ConfirmOptions
    @OptionGroup var common: CommonOptions

    func check() throws(Failure) {
        guard words.count >= 2 else { throw Failure(.snoozeUsage) }
    }

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let minute = try await workspace.usableSettings().remind
        let (tasks, end) = try split(session.now, minute)
        guard let named = try await session.named(tasks, confirm, in: workspace) else { return }
        let snoozed = try await session.confirming(named, confirm, in: workspace) {
            try await workspace.snooze($0, until: end)
        }
        guard !session.console.isJSON else {
            return try await session.printJSON(
                of: snoozed.map(\.task), isList: named.isList, in: workspace)
        }
        let dates = await session.dates(workspace, on: .error)
        for snoozed in snoozed {
            let until = snoozed.until.map { dates.planned(at: $0) }
            session.console.say(.snoozed(quoted(snoozed.task.title), until: until))
        }
    }

    /// Returns the words that name tasks, and the end of the snooze in seconds since 1970; nil for
    /// `none`.
    private func split(_ now: Moment, _ minute: Int) throws -> ([Word], Int64?) {
        let texts = try words.map { Text(try $0.text()) }
        if texts.last == Reminder.none { return (words.dropLast(), nil) }
        let (tasks, end) = try Reminder.snooze(texts, minute: minute, now: now)
        return (Array(words[tasks]), end)
    }
}
