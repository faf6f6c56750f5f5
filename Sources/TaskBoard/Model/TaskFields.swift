import MarkdownDocument

/// The fields of a task's document, read from the keys that pmd knows.
struct TaskFields: Sendable {
    var title = Text("")
    var titleSource = TaskItem.TitleSource.key
    var due: DueDate?
    var wait: Day?
    var priority: Priority?
    var tags: [Text] = []
    var assignees: [Text] = []
    var rank: Rank?
    var created: DueDate?
    /// The values of the fields that have no property here, by key.
    var others: [Text: [Text]] = [:]
    var blockedBy: [TaskID] = []
    var conflicts: [ConflictRecord] = []
    /// The values that could not be used.
    var problems: [Problem] = []
    var isMalformed = false
    /// True if some key is unknown to pmd.
    var hasExtra = false
    /// True if the body may have callouts of conflicts.
    var mayHoldCallout = false
    /// The offset of the body in the file's bytes.
    var bodyStart = 0
}

extension TaskFields {
    /// Returns the value of a field in the file, or the elements of its list.
    func texts(of field: Field) -> [Text] {
        switch field {
        case .title: [title]
        case .due: one(due?.text)
        case .wait: one(wait?.text)
        case .priority: one(priority?.text)
        case .tags: tags
        case .assignees: assignees
        case .created: one(created?.text)
        case .rank: one(rank?.text)
        case .blockedBy: blockedBy.map(\.text)
        default: others[field.key] ?? []
        }
    }
}

private func one(_ text: Text?) -> [Text] { text.map { [$0] } ?? [] }
