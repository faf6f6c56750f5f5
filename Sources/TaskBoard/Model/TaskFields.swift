import MarkdownDocument

/// What a task's document states, read by the keys that pmd knows.
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
    /// What could not be used.
    var problems: [Problem] = []
    var isMalformed = false
    /// Some key is one that pmd does not know.
    var hasExtra = false
    /// The body may hold what lost a merge.
    var mayHoldCallout = false
    /// Where the body begins in the file's bytes.
    var bodyStart = 0
}

extension TaskFields {
    /// The value of a field as the file states it, or the elements of its list.
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
