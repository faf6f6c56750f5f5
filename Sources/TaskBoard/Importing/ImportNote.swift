package import MarkdownDocument

/// A difference between a record and the task that an import makes of it, or a line that is left
/// out. `task` is the title.
package enum ImportNote: Equatable, Sendable {
    /// Values that the field cannot have.
    case wrongValues([Text], of: Text, task: Text, keptIn: Text)
    /// Names of blockers that no task has.
    case unknownBlockers([Text], task: Text, keptIn: Text)
    case blocksItself(task: Text)
    case unknownStatus(Text, task: Text)
    /// A repeat period that pmd does not support.
    case unknownPeriod(Text, task: Text)
    /// A calendar rule that pmd does not support.
    case unknownRule(Text, task: Text)
    /// A task whose rule counts from its start instead of its due date.
    case repeatsByStart(task: Text)
    /// The day on which the clocks of the task's zone change.
    case clockChange(on: Day, task: Text)
    /// A line of a calendar that cannot be read, and whether its entry is skipped.
    case unreadLine(Int, RecordProblem, skipsEntry: Bool)
    /// More unread lines than are reported.
    case furtherLines
}
