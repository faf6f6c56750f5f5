package import MarkdownDocument

/// The change in a log entry: of a task, or of the settings of the board.
package enum LogChange: Equatable, Sendable {
    case task(TaskChange)
    case settings(SettingsChange)
}

extension LogChange {
    package var action: LogAction {
        switch self {
        case .task(let change): change.action
        case .settings(let change): change.action
        }
    }

    /// The old and the new value of each field or setting.
    package var changes: [Change] {
        switch self {
        case .task(let change): change.changes
        case .settings(let change): change.changes
        }
    }

    /// The task's ID; nil for settings.
    package var id: TaskID? {
        guard case .task(let change) = self else { return nil }
        return change.id
    }

    /// The task's title; nil for settings.
    package var title: Text? {
        guard case .task(let change) = self else { return nil }
        return change.title
    }

    /// True if the change only moves the task within its column.
    package var isReorder: Bool {
        guard case .task(let change) = self else { return false }
        return change.isReorder
    }

    var reversed: LogChange {
        switch self {
        case .task(let change): .task(change.reversed)
        case .settings(let change): .settings(change.reversed)
        }
    }

    func pastSentence(dates: DateWording?) -> String {
        switch self {
        case .task(let change): change.pastSentence(dates: dates)
        case .settings(let change): change.pastSentence
        }
    }
}
