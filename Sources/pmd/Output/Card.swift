/// A task as boards show it: every text is safe to print, each on one
/// line.
struct Card: Equatable, Sendable {
    var reference: String
    var title: String
    /// As people read dates.
    var due: String?
    var isOverdue = false
    var isFinished = false
    var priority: String?
    var tags: [String] = []
    var assignees: [String] = []
    var ticked = 0
    var items = 0
    /// Values that lost a merge.
    var conflicts = 0
    var isMalformed = false
    var hasProblems = false
    var isBlocked = false
    var wait: String?
    /// The beginning of the body, without the checklist's items.
    var body: [String] = []
}

extension Card {
    /// What a card shows beside its title, in the order of what matters. Each part
    /// reads without colour too: an overdue date has a `!`.
    func details() -> [Table.Cell] {
        var parts: [Table.Cell] = []
        func add(_ text: String, _ style: Style = []) {
            parts.append(Table.Cell(text: text, style: style))
        }
        if isMalformed { add("malformed", .red) }
        if conflicts > 0 { add("\(conflicts) kept", [.magenta, .bold]) }
        if let due { isOverdue ? add("! " + due, [.red, .bold]) : add(due) }
        if let priority { add(priority, .bold) }
        if isBlocked { add("blocked", .yellow) }
        if let wait { add("waits until " + wait, .dim) }
        if hasProblems, !isMalformed { add("see check", .yellow) }
        for tag in tags { add("+" + tag, .cyan) }
        for person in assignees { add("@" + person, .green) }
        if items > 0 { add("\(ticked)/\(items)", .dim) }
        return parts
    }
}
