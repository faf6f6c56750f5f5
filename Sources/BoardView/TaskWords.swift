package import MarkdownDocument
package import TaskBoard
import Words

/// The words for marks and summaries in all surfaces. They do not depend on colour: an
/// overdue date has a `!`.
package struct TaskWords: Sendable {
    private let dates: DateWords
    private let language: Language
    private let safe: @Sendable (Text) -> String

    /// - Parameter safe: Makes text from files safe for the output.
    package init(
        _ dates: DateWords, _ language: Language, safe: @escaping @Sendable (Text) -> String
    ) {
        (self.dates, self.language, self.safe) = (dates, language, safe)
    }

    /// Returns the words of a task's mark.
    ///
    /// - Parameter due: The due date of the task.
    package func words(of mark: Mark<Text>, due: DueDate?) -> String {
        switch mark {
        case .due(let isOverdue):
            (isOverdue ? "! " : "") + (due.map { planned($0, isOverdue: isOverdue) } ?? "")
        case .field(let field, let value): field.signOnCards + safe(value)
        default: words(of: mark)
        }
    }

    /// Returns the spoken text of a mark whose words are only a symbol, which is also its tooltip;
    /// nil for other marks.
    package func spoken(_ mark: Mark<Text>, of task: TaskItem) -> String? {
        switch mark {
        case .reminds: named(.fieldRemind, task.texts(of: .remind))
        case .repeats: named(.fieldRepeat, task.texts(of: .repeat))
        default: nil
        }
    }

    private func named(_ name: BoardText, _ texts: [Text]) -> String {
        text(name) + ": " + texts.map(safe).joined(separator: ", ")
    }

    /// Returns the words for a mark without text from the task's file; none for other marks.
    package func words<Words>(of mark: Mark<Words>) -> String {
        switch mark {
        case .malformed: text(.malformed)
        case .conflicts(let count): text(.conflictCount(count))
        case .reminds: "⏰"
        case .repeats: "↻"
        case .priority(let priority): words(of: priority)
        case .blocked: text(.blocked)
        case .waiting(let day): waiting(until: day, isLong: false)
        case .problems: text(.problem)
        case .checklist(let done, let total): "\(done)/\(total)"
        case .children(let done, let total): "↳ \(done)/\(total)"
        case .due, .field: ""
        }
    }

    /// Returns the words for conflicts next to a flag, which omits the number for a single
    /// conflict.
    package func flaggedConflicts(_ count: Int) -> String {
        "⚑ " + text(.conflict) + (count > 1 ? " \(count)" : "")
    }

    /// Returns a priority with its sign: `▲ high`.
    package func marked(_ priority: Priority) -> String {
        priority.sign + " " + words(of: priority)
    }

    /// Returns a project with its sign: `▸ home.garden`.
    package func marked(project: Text) -> String { "▸ " + safe(project) }

    private func text(_ text: BoardText) -> String { text.text(language) }

    private func words(of priority: Priority) -> String { text(priority.name) }

    private func waiting(until day: Day, isLong: Bool) -> String {
        text(.waitsUntil(safe(Text(dates.planned(day, isLong: isLong)))))
    }

    private func planned(_ date: DueDate, isOverdue: Bool = false, isLong: Bool = false) -> String {
        safe(Text(dates.planned(date, isOverdue: isOverdue, isLong: isLong)))
    }
}

extension TaskWords {
    /// Returns a one-line summary: `Fix the roof · due Fri 27 Nov · +house`.
    package func line(of summary: TaskSummary) -> String {
        summary.parts.map { words(of: $0) }.joined(separator: " · ")
    }

    private func words(of part: TaskSummary.Part) -> String {
        switch part {
        case .title(let text): safe(text)
        case .state(let text): safe(dates.value(text, of: .state).map { Text($0) } ?? text)
        case .due(let date): text(.due(planned(date, isLong: true)))
        case .waiting(let day): waiting(until: day, isLong: true)
        case .priority(let priority): words(of: priority)
        case .tag(let tag): "+" + safe(tag)
        case .assignee(let name): "@" + safe(name)
        case .field(let field, let texts):
            (field.declaration?.label.map(safe) ?? FieldLabel(field.key.string).text(language))
                + " "
                + texts.map { dates.value($0, of: field) ?? safe($0) }.joined(separator: ", ")
        case .extra(let key, let value): "\(safe(key))=\(safe(value))"
        }
    }
}

extension Priority {
    /// The sign of the priority on boards.
    package var sign: String {
        switch self {
        case .high: "▲"
        case .medium: "◆"
        case .low: "▽"
        }
    }
}
