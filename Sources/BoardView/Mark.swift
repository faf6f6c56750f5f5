package import MarkdownDocument
package import TaskBoard

/// A mark next to a task's title.
///
/// `Words` holds text from the task's file: a copy on a card, or borrowed bytes while a list of
/// thousands is drawn.
package enum Mark<Words> {
    /// The file cannot be read as a document.
    case malformed
    /// Values that lost a merge.
    case conflicts(Int)
    case due(isOverdue: Bool)
    /// The task has reminders of its own.
    case reminds
    /// The task repeats when it is finished.
    case repeats
    case priority(Priority)
    /// The task waits for an unfinished one.
    case blocked
    /// Lists leave the task out until this day.
    case waiting(until: Day)
    /// `pmd check` reports a problem with the file.
    case problems
    /// The value of a field, or an element of its list.
    case field(Field, Words)
    case checklist(done: Int, total: Int)
    /// The finished children of the task, of all.
    case children(done: Int, total: Int)

    /// Returns the same mark with its text converted.
    package func map<Other>(_ transform: (Words) -> Other) -> Mark<Other> {
        switch self {
        case .malformed: .malformed
        case .conflicts(let count): .conflicts(count)
        case .due(let isOverdue): .due(isOverdue: isOverdue)
        case .reminds: .reminds
        case .repeats: .repeats
        case .priority(let priority): .priority(priority)
        case .blocked: .blocked
        case .waiting(let day): .waiting(until: day)
        case .problems: .problems
        case .field(let field, let words): .field(field, transform(words))
        case .checklist(let done, let total): .checklist(done: done, total: total)
        case .children(let done, let total): .children(done: done, total: total)
        }
    }
}

/// The meaning of a mark, from which each surface takes its colour.
package enum MarkTone: String, CaseIterable, Sendable {
    case plain, meta, priority, tag, person, late, conflict, warning, problem
}

/// The line of a card that a mark is on, if each kind of mark has a line of its own.
package enum MarkGroup: Sendable {
    /// The task's dates, urgency and progress.
    case plan
    /// The values of its fields.
    case field
    /// Marks that need attention.
    case attention
}

extension Mark {
    package var tone: MarkTone {
        switch self {
        case .malformed: .problem
        case .conflicts: .conflict
        case .due(let isOverdue): isOverdue ? .late : .plain
        case .priority: .priority
        case .blocked, .problems: .warning
        case .reminds, .repeats, .waiting, .checklist, .children: .meta
        case .field(let field, _): field.tone
        }
    }

    package var group: MarkGroup {
        switch self {
        case .due, .reminds, .repeats, .priority, .checklist, .children: .plan
        case .field: .field
        case .malformed, .conflicts, .blocked, .waiting, .problems: .attention
        }
    }
}

extension Field {
    fileprivate var tone: MarkTone {
        switch kind {
        case .tags: .tag
        case .people: .person
        default: .meta
        }
    }

    /// The sign before a value on a card: the one with which users type it.
    package var signOnCards: String {
        typedSign.map { String(UnicodeScalar($0)) } ?? ""
    }

}

extension Mark: Equatable where Words: Equatable {}
extension Mark: Sendable where Words: Sendable {}

/// Computes the marks of a board's tasks at a point in time.
package struct Marks: Sendable {
    let board: Board
    package let now: Moment
    private let today: Day
    /// The fields on cards whose values are not in a ``CardFields``.
    private let readForCards: [Field]
    /// The children of each task that has any.
    private let children: [TaskID: [TaskItem]]

    package init(_ board: Board, now: Moment) {
        (self.board, self.now) = (board, now)
        today = now.today
        readForCards = board.settings.fields.onCards.filter { $0 != .tags && $0 != .assignees }
        children = board.family.children
    }

    /// Returns the marks of a task, in the same order on every surface: those that need
    /// attention first.
    package func marks(of task: TaskItem) -> [Mark<Text>] {
        var marks: [Mark<Text>] = []
        task.withGlance { glance in
            each(of: task, glance) { marks.append($0.map { Text(Array($0)) }) }
        }
        return marks
    }

    /// Calls `visit` with the same marks. Their text is borrowed for the call.
    package func each(
        of task: TaskItem, _ glance: CardFields, _ visit: (Mark<UnsafeRawBufferPointer>) -> Void
    ) {
        if glance.isMalformed { visit(.malformed) }
        if glance.mayHaveConflicts {
            let count = task.openConflicts.count
            if count > 0 { visit(.conflicts(count)) }
        }
        if !glance.due.isEmpty {
            visit(.due(isOverdue: task.isOverdue(glance, now, today: today)))
        }
        if glance.hasReminders, task.hasOwnReminders { visit(.reminds) }
        if glance.repeats { visit(.repeats) }
        if let priority = glance.priority { visit(.priority(priority)) }
        if glance.namesBlockers, board.isBlocked(task) { visit(.blocked) }
        if task.isWaiting(now), let day = task.wait { visit(.waiting(until: day)) }
        if !glance.isMalformed, glance.hasProblems || task.hasBoardProblems { visit(.problems) }
        glance.tags.forEach { visit(.field(.tags, $0)) }
        glance.assignees.forEach { visit(.field(.assignees, $0)) }
        for field in readForCards where task.mayHave(field) {
            for text in task.texts(of: field) {
                text.utf8.withUnsafeBytes { visit(.field(field, $0)) }
            }
        }
        let (done, total) = glance.checklist
        if total > 0 { visit(.checklist(done: Int(done), total: Int(total))) }
        if !children.isEmpty, let children = children[task.id] {
            visit(.children(done: children.count(where: \.isFinished), total: children.count))
        }
    }
}

extension TaskItem {
    /// True if the task has pending reminders; `none` means that it has none.
    fileprivate var hasOwnReminders: Bool {
        !isFinished && texts(of: .remind).contains { $0 != Reminder.none }
    }
}
