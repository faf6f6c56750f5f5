package import MarkdownDocument
package import TaskBoard

/// The words of marks and of summaries, which every surface uses. Each reads without colour: an
/// overdue date has a `!`.
package struct TaskWords: Sendable {
    private let dates: DateWords
    private let language: Language
    private let safe: @Sendable (Text) -> String

    /// - Parameter safe: Makes text of files safe for the output.
    package init(
        _ dates: DateWords, _ language: Language, safe: @escaping @Sendable (Text) -> String
    ) {
        (self.dates, self.language, self.safe) = (dates, language, safe)
    }

    /// Returns the words of a task's mark.
    ///
    /// - Parameter due: The date of the task.
    package func words(of mark: Mark<Text>, due: DueDate?) -> String {
        switch mark {
        case .due(let isOverdue):
            (isOverdue ? "! " : "") + (due.map { planned($0, isOverdue: isOverdue) } ?? "")
        case .tag(let tag): "+" + safe(tag)
        case .assignee(let name): "@" + safe(name)
        default: words(of: mark)
        }
    }

    /// Returns the words of a mark without text of the task's file; none for the others.
    package func words<Words>(of mark: Mark<Words>) -> String {
        switch mark {
        case .malformed: language.pick("malformed", "형식 오류")
        case .conflicts(let count):
            language.pick(count == 1 ? "1 conflict" : "\(count) conflicts", "충돌 \(count)개")
        case .reminds: "⏰"
        case .repeats: "↻"
        case .priority(let priority): words(of: priority)
        case .blocked: language.pick("blocked", "막힘")
        case .waiting(let day): waiting(until: day, isLong: false)
        case .problems: language.pick("problem", "문제")
        case .checklist(let done, let total): "\(done)/\(total)"
        case .due, .tag, .assignee: ""
        }
    }

    /// Returns the words for conflicts beside a flag, which needs no number for one of them.
    package func flaggedConflicts(_ count: Int) -> String {
        "⚑ " + language.pick("conflict", "충돌") + (count > 1 ? " \(count)" : "")
    }

    private func words(of priority: Priority) -> String {
        switch priority {
        case .high: language.pick("high", "높음")
        case .medium: language.pick("medium", "보통")
        case .low: language.pick("low", "낮음")
        }
    }

    private func waiting(until day: Day, isLong: Bool) -> String {
        language.pick("waits until ", "대기 ~") + safe(Text(dates.planned(day, isLong: isLong)))
    }

    private func planned(_ date: DueDate, isOverdue: Bool = false, isLong: Bool = false) -> String {
        safe(Text(dates.planned(date, isOverdue: isOverdue, isLong: isLong)))
    }
}

extension TaskWords {
    /// Returns a task on one line: `Fix the roof · due Fri 27 Nov · +house`.
    package func line(of summary: TaskSummary) -> String {
        summary.parts.map { words(of: $0) }.joined(separator: " · ")
    }

    private func words(of part: TaskSummary.Part) -> String {
        switch part {
        case .title(let text), .state(let text): safe(text)
        case .due(let date): language.pick("due ", "기한 ") + planned(date, isLong: true)
        case .waiting(let day): waiting(until: day, isLong: true)
        case .priority(let priority): words(of: priority)
        case .tag(let tag): "+" + safe(tag)
        case .assignee(let name): "@" + safe(name)
        case .field(let field, let texts):
            "\(field.key) " + texts.map(safe).joined(separator: ", ")
        case .extra(let key, let value): "\(safe(key))=\(safe(value))"
        }
    }
}

extension Language {
    /// Returns the text in this language.
    package func pick(_ english: String, _ korean: String) -> String {
        self == .korean ? korean : english
    }
}
