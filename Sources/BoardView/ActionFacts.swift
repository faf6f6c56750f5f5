import MarkdownDocument
package import TaskBoard
package import Words

/// A fact that decides whether an action is possible.
package enum ActionFact: String, CaseIterable, Sendable {
    // True if it holds for at least one of the tasks.
    case open, repeats, conflicts, checklist
    case openItem = "open-item"
    // Facts of the board, and of the window that shows it.
    case undo, redo, remote, views, filter, drafts
}

/// A condition of an action, as data: the terminal board evaluates it, and the page receives it and
/// does the same, also offline.
package struct ActionNeed: Equatable, Sendable {
    package let fact: ActionFact
    /// Why the action is not possible without the fact.
    package let obstacle: BoardText

    init(_ fact: ActionFact, or obstacle: BoardText) {
        (self.fact, self.obstacle) = (fact, obstacle)
    }
}

/// The facts of a moment, for some tasks.
package struct ActionFacts: Sendable {
    /// The number of tasks under the cursor or selected.
    package var tasks = 0
    package var known: Set<ActionFact> = []
    /// Why nothing can be changed; nil if it can.
    package var readOnly: BoardText?
    /// Why there is nothing to undo although others have changed something.
    package var othersUndo: BoardText?

    package init() {}

    /// The facts of tasks.
    package init(of tasks: [TaskItem]) {
        self.tasks = tasks.count
        for task in tasks { known.formUnion(Self.facts(of: task)) }
    }

    /// Adds a fact if a condition holds.
    package mutating func note(_ fact: ActionFact, if isTrue: Bool) {
        if isTrue { known.insert(fact) }
    }

    private static func facts(of task: TaskItem) -> Set<ActionFact> {
        var facts = ActionFacts()
        facts.note(.open, if: !task.isFinished)
        facts.note(.repeats, if: !task.isFinished && !task.texts(of: .repeat).isEmpty)
        facts.note(.conflicts, if: !task.openConflicts.isEmpty)
        facts.note(.checklist, if: task.checklist.total > 0)
        facts.note(.openItem, if: task.checklist.done < task.checklist.total)
        return facts.known
    }
}
