package import TaskBoard
import Words

/// The text of reminders that are announced together. Each part is one line, safe to print.
package struct ReminderWords: Equatable, Sendable {
    /// The task's title, or the number of tasks.
    package let title: String
    package let lines: [String]

    /// The maximum number of listed tasks.
    package static let mostNames = 10

    /// - Parameter isWhole: True to list every task with its ID and the start of its body.
    package init(
        _ entries: [Announcements.Entry], dates: DateWords, _ language: Language,
        isWhole: Bool = false
    ) {
        let tasks = entries.map(\.task)
        title =
            tasks.count == 1
            ? Self.title(of: tasks[0])
            : BoardText.manyReminders(.number(tasks.count)).text(language)
        if isWhole {
            lines = tasks.flatMap { task in
                let excerpt = task.excerpt
                let line = Self.line(for: task, dates, language) + " (\(plainWords(task.id.text)))"
                return [line] + (excerpt.isEmpty ? [] : ["    " + excerpt])
            }
        } else if let task = tasks.first, tasks.count == 1 {
            lines = [Self.due(task, dates, language) ?? "", task.excerpt].filter { !$0.isEmpty }
        } else {
            let named = tasks.prefix(Self.mostNames).map { Self.line(for: $0, dates, language) }
            let others = tasks.count - named.count
            lines = named + (others > 0 ? [BoardText.moreReminders(others).text(language)] : [])
        }
    }
}

extension ReminderWords {
    /// The maximum length of a title in characters and in bytes: programs limit the length of
    /// text, and a character may have any number of accents.
    private static let (mostCharacters, mostBytes) = (200, 800)

    private static func title(of task: TaskItem) -> String {
        let title = plainWords(task.title)
        // A notification must have a visible title.
        let isSeen = title.unicodeScalars.contains {
            !$0.properties.isDefaultIgnorableCodePoint && !$0.properties.isWhitespace
        }
        return isSeen
            ? title.beginning(characters: mostCharacters, bytes: mostBytes)
            : plainWords(task.id.text).beginning(characters: mostCharacters, bytes: mostBytes)
    }

    /// `Fix the roof, due Fri 15:00`
    private static func line(
        for task: TaskItem, _ dates: DateWords, _ language: Language
    ) -> String {
        title(of: task) + (due(task, dates, language).map { ", \($0)" } ?? "")
    }

    private static func due(
        _ task: TaskItem, _ dates: DateWords, _ language: Language
    ) -> String? {
        task.due.map { date in
            BoardText.due(dates.planned(date)).text(language)
        }
    }
}
