package import MarkdownDocument
package import TaskBoard
package import Words

/// The rules of the board's actions: where each is offered, its key, and when it is available.
extension BoardAction {
    /// The scope in which the action is offered.
    package enum Scope: Equatable, Sendable {
        /// The tasks under the cursor, or the selected ones.
        case tasks
        /// One task.
        case task
        case board
    }

    package var scope: Scope {
        switch self {
        case .open, .edit, .editFile, .annotate, .attach, .tick, .conflicts, .history: .task
        case .menu, .select, .pickUp, .moveTo, .toTop, .toBottom, .finish, .change, .tag, .assign,
            .priority, .due, .wait, .skip, .remind, .snooze, .duplicate, .delete:
            .tasks
        case .add, .boardHistory, .past, .calendar, .statistics, .undo, .redo, .sync, .filter,
            .nextMatch, .nextConflict, .nextView, .previousView, .showAll, .density, .reminder,
            .drafts, .settings, .palette, .help, .quit:
            .board
        }
    }

    /// True if the action changes the board.
    package var isChange: Bool {
        switch self {
        case .add, .edit, .editFile, .pickUp, .moveTo, .toTop, .toBottom, .finish, .change, .tag,
            .assign, .priority, .due, .wait, .skip, .annotate, .attach, .tick, .remind, .duplicate,
            .delete,
            .undo, .redo, .drafts:
            true
        case .open, .menu, .select, .snooze, .conflicts, .history, .boardHistory, .past, .calendar,
            .statistics, .sync, .filter, .nextMatch, .nextConflict, .nextView, .previousView,
            .showAll, .density, .reminder, .settings, .palette, .help, .quit:
            false
        }
    }

    /// The action's default key, unless git's configuration sets another: a character, or a name
    /// such as `Enter`, `Space`, `Ctrl-R`.
    package var standardKey: String? {
        switch self {
        case .add: "a"
        case .open: "Enter"
        case .menu: "m"
        case .edit: "e"
        case .editFile: "E"
        case .select: "v"
        case .pickUp: "Space"
        case .toTop: "<"
        case .toBottom: ">"
        case .finish: "x"
        case .change: "="
        case .tag: "+"
        case .assign: "@"
        case .priority: "p"
        case .due: "D"
        case .wait: "w"
        case .annotate: "i"
        case .attach: "f"
        case .tick: "t"
        case .remind: "R"
        case .snooze: "Z"
        case .duplicate: "y"
        case .delete: "d"
        case .conflicts: "c"
        case .history: "H"
        case .boardHistory: "L"
        case .past: "P"
        case .calendar: "C"
        case .statistics: "S"
        case .undo: "u"
        case .redo: "Ctrl-R"
        case .sync: "s"
        case .filter: "/"
        case .nextMatch: "n"
        case .nextConflict: "F"
        case .nextView: "Tab"
        case .previousView: "Shift-Tab"
        case .showAll: "z"
        case .density: "o"
        case .reminder: "A"
        case .drafts: "r"
        case .settings: ","
        case .palette: ":"
        case .help: "?"
        case .quit: "q"
        case .moveTo, .skip: nil
        }
    }

    /// The keys that are the same on every board and cannot be set.
    package static let fixedKeys: Set<BoardAction> = [
        .quit, .help, .add, .open, .menu, .edit, .editFile, .select, .pickUp, .undo, .redo,
        .filter, .sync,
    ]

    /// The actions in a card's menu, in order. The ones of ``underMore`` are its last ones.
    package static let inMenu: [BoardAction] =
        [
            .open, .edit, .editFile, .conflicts, .moveTo, .finish, .due, .snooze, .tag, .assign,
            .duplicate, .delete,
        ] + underMore

    /// The actions that a menu with submenus has under "More".
    package static let underMore: [BoardAction] = [
        .select, .toTop, .toBottom, .priority, .wait, .skip, .remind, .annotate, .attach, .tick,
        .change,
        .history,
    ]

    /// The obstacles that a menu shows next to their actions, since users look for them there.
    package static let explainedInMenu: [BoardText] = [.alreadyFinished, .ownOrder, .allTicked]

    /// The conditions of the action besides its scope, in the order in which they are checked.
    package var needs: [ActionNeed] {
        switch self {
        case .finish, .remind, .snooze: [ActionNeed(.open, or: .alreadyFinished)]
        case .toTop, .toBottom: [ActionNeed(.open, or: .ownOrder)]
        case .skip: [ActionNeed(.repeats, or: .nothingRepeats)]
        case .conflicts: [ActionNeed(.conflicts, or: .noConflictHere)]
        case .tick:
            [ActionNeed(.checklist, or: .noChecklist), ActionNeed(.openItem, or: .allTicked)]
        case .undo: [ActionNeed(.undo, or: .nothingToUndo)]
        case .redo: [ActionNeed(.redo, or: .nothingToRedo)]
        case .sync: [ActionNeed(.remote, or: .noRemote)]
        case .nextMatch: [ActionNeed(.filter, or: .noFilter)]
        case .nextView, .previousView: [ActionNeed(.views, or: .noViews)]
        case .drafts: [ActionNeed(.drafts, or: .noDrafts)]
        case .reminder: [ActionNeed(.reminder, or: .noReminder)]
        case .add, .open, .menu, .edit, .editFile, .select, .pickUp, .moveTo, .change, .tag,
            .assign, .priority, .due, .wait, .annotate, .attach, .duplicate, .delete, .history,
            .boardHistory, .past,
            .calendar, .statistics, .filter, .nextConflict, .showAll, .density, .settings,
            .palette, .help, .quit:
            []
        }
    }

    /// Returns why the action is not possible; nil if it is.
    package func obstacle(in facts: ActionFacts) -> BoardText? {
        if isChange, let reason = facts.readOnly { return reason }
        if scope != .board, facts.tasks == 0 { return .noTaskHere }
        if scope == .task, facts.tasks > 1 { return .oneTaskOnly }
        let missing = needs.first { !facts.known.contains($0.fact) }
        if missing?.fact == .undo, let others = facts.othersUndo { return others }
        return missing?.obstacle
    }

    /// The change that the action makes of tasks; nil for an action that a surface carries out, or
    /// for which it asks for words. Every surface carries out this change, so an action with one
    /// needs no code in a surface.
    package func intent(on tasks: [TaskID], of board: Board) -> Intent? {
        switch self {
        case .finish:
            board.settings.finished.first.map { state in
                .drop(Drop(tasks.filter { board[$0]?.state != state }, to: state))
            }
        case .toTop: .toEnd(tasks, atTop: true)
        case .toBottom: .toEnd(tasks, atTop: false)
        case .skip: .skip(tasks)
        case .duplicate: .duplicate(tasks)
        case .delete: .remove(tasks)
        default: nil
        }
    }

    /// The actions that ``intent(on:of:)`` has a change for.
    package static let ofIntents: [BoardAction] = {
        let board = Board(settings: .standard, tasks: [])
        return allCases.filter { $0.intent(on: [], of: board) != nil }
    }()
}

// Groups of keys.
extension BoardAction {
    /// A group of actions in a list of keys, in order.
    package enum Group: CaseIterable, Sendable {
        /// Moving tasks, changing them, finding them, and the board as a whole.
        case move, change, find, board

        package var name: BoardText {
            switch self {
            case .move: .keysOfMoving
            case .change: .keysOfTasks
            case .find: .keysOfViews
            case .board: .keysOfBoard
            }
        }
    }

    package var group: Group {
        switch self {
        case .select, .pickUp, .moveTo, .toTop, .toBottom, .finish: .move
        case .add, .open, .menu, .edit, .editFile, .change, .tag, .assign, .priority, .due, .wait,
            .skip, .annotate, .attach, .tick, .remind, .snooze, .reminder, .duplicate, .delete,
            .conflicts,
            .history, .drafts:
            .change
        case .past, .calendar, .statistics, .filter, .nextMatch, .nextConflict, .nextView,
            .previousView, .showAll, .density:
            .find
        case .boardHistory, .undo, .redo, .sync, .settings, .palette, .help, .quit: .board
        }
    }
}

/// A fact that decides whether an action is possible.
package enum ActionFact: String, CaseIterable, Sendable {
    // True if it holds for at least one of the tasks.
    case open, repeats, conflicts, checklist
    case openItem = "open-item"
    /// A rule for repeating, also of a finished task. No action needs it: a client that moves a
    /// task before the server does derives ``repeats`` from it.
    case rule
    // Facts of the board, and of the window that shows it.
    case undo, redo, remote, views, filter, drafts, reminder
}

/// A condition of an action, as data: the terminal board evaluates it, and the page receives it
/// with the facts of each card and does the same, also offline.
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

    /// The names of the facts, in the order of their declaration.
    package var names: [Text] {
        ActionFact.allCases.filter(known.contains).map { Text($0.rawValue) }
    }

    private static func facts(of task: TaskItem) -> Set<ActionFact> {
        var facts = ActionFacts()
        facts.note(.open, if: !task.isFinished)
        facts.note(.rule, if: !task.texts(of: .repeat).isEmpty)
        facts.note(.repeats, if: !task.isFinished && facts.known.contains(.rule))
        facts.note(.conflicts, if: !task.openConflicts.isEmpty)
        facts.note(.checklist, if: task.checklist.total > 0)
        facts.note(.openItem, if: task.checklist.done < task.checklist.total)
        return facts.known
    }
}
