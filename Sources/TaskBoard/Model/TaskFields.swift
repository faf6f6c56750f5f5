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
    var remind: [Text] = []
    var `repeat`: Text?
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
