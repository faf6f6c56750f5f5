import BoardView
import MarkdownDocument
package import TaskBoard
import TerminalUI
import Words

/// A reminder that is due, until the user answers it.
package struct ShownReminder: Equatable, Sendable {
    package let task: TaskID
    /// The title and the due date.
    package let words: String

    package init(task: TaskID, words: String) { (self.task, self.words) = (task, words) }
}

/// An answer to a reminder.
enum ReminderAnswer: CaseIterable, Sendable {
    case done, hour, tomorrow, other, open, dismiss

    var key: String {
        switch self {
        case .done: "x"
        case .hour: "h"
        case .tomorrow: "t"
        case .other: "s"
        case .open: "o"
        case .dismiss: "c"
        }
    }
}

// Reminders have a line of their own above the last one.
extension BoardApp {
    private var reminderRow: Int { rows - 2 }

    func isReminder(at position: Position) -> Bool {
        !reminders.isEmpty && position.row == reminderRow
    }

    mutating func takeReminders(_ new: [ShownReminder]) {
        reminders.removeAll { old in new.contains { $0.task == old.task } }
        reminders += new
        dropAnsweredReminders()
        fitColumns()
        layOutLayers()
    }

    /// Drops the reminders of tasks that are finished, deleted or snoozed.
    mutating func dropAnsweredReminders() {
        guard let board = past == nil ? shown?.board : version?.board else { return }
        let now = environment.now.seconds
        let before = reminders.count
        reminders.removeAll { reminder in
            let isOpen = board[reminder.task].map { !$0.isFinished } ?? false
            return !isOpen || snoozes[reminder.task].map { $0 > now } == true
        }
        if reminders.isEmpty, before > 0 { fitColumns() }
    }

    private mutating func dropReminder(of task: TaskID) {
        reminders.removeAll { $0.task == task }
        fitColumns()
        layOutLayers()
    }

    /// Dismisses the oldest reminder, and returns false without one.
    mutating func dismissReminder() -> Bool {
        guard let task = reminders.first?.task else { return false }
        dropReminder(of: task)
        return true
    }

    /// Opens the answers to the oldest reminder.
    mutating func openReminder() {
        if !reminders.isEmpty { open(MenuLayer(ofReminderIn: self)) }
    }

    func words(of answer: ReminderAnswer) -> String {
        switch answer {
        case .done: BoardAction.finish.title(language)
        case .hour: text(.snoozeHour)
        case .tomorrow: text(.snoozeTomorrow)
        case .other: text(.snoozeOther)
        case .open: BoardAction.open.title(language)
        case .dismiss: text(.dismissReminder)
        }
    }

    mutating func answer(_ answer: ReminderAnswer, to task: TaskID) {
        switch answer {
        case .done: run(.finish, on: [task])
        case .hour: snooze(task, until: environment.now.seconds + 3_600)
        case .tomorrow:
            let minute = shown?.board.settings.remind ?? BoardSettings.standard.remind
            let day = environment.now.today.adding(days: 1)
            snooze(task, until: environment.now.seconds(of: day, secondOfDay: minute * 60))
        case .other: run(.snooze, on: [task])
        case .open: run(.open, on: [task])
        case .dismiss: dropReminder(of: task)
        }
    }

    private mutating func snooze(_ task: TaskID, until end: Int64) {
        effects.append(.snooze([task], until: end))
        dropReminder(of: task)
    }

    func drawReminder(on screen: inout Screen) {
        // A prompt needs the line while it is open.
        guard let reminder = reminders.first, !(layers.last is PromptLayer) else { return }
        let theme = environment.theme
        screen.fill(Rectangle(column: 0, row: reminderRow, width: columns, height: 1))
        var keys = Line(" ")
        if let key = environment.keys.name(of: .reminder) {
            keys.append(key, theme.accent)
            keys.append(" " + text(.reminderAnswers) + " ", theme.dim)
        }
        var line = Line(" " + text(.reminded(reminder.words)))
        if reminders.count > 1 {
            line.append(" · " + text(.moreReminders(reminders.count - 1)), theme.dim)
        }
        let width = max(columns / 2, columns - keys.columns)
        screen.write(line, column: 0, row: reminderRow, width: width)
        if keys.columns + width <= columns {
            screen.write(
                keys, column: columns - keys.columns, row: reminderRow, width: keys.columns)
        }
    }
}
