package import Words

/// The rules of the board's actions: where each is offered, its key, and when it is possible.
extension BoardAction {
    /// The place at which the action is offered.
    package enum Scope: Equatable, Sendable {
        /// The tasks under the cursor, or those that are selected.
        case tasks
        /// One task.
        case task
        case board
    }

    package var scope: Scope {
        switch self {
        case .open, .edit, .editFile, .annotate, .tick, .conflicts, .history: .task
        case .menu, .select, .pickUp, .moveTo, .toTop, .toBottom, .finish, .change, .tag, .assign,
            .due, .skip, .remind, .snooze, .delete:
            .tasks
        case .add, .boardHistory, .past, .calendar, .undo, .redo, .sync, .filter, .nextMatch,
            .nextView,
            .previousView, .showAll, .drafts, .settings, .palette, .help, .quit:
            .board
        }
    }

    /// True if the action changes the board.
    package var isChange: Bool {
        switch self {
        case .add, .edit, .editFile, .pickUp, .moveTo, .toTop, .toBottom, .finish, .change, .tag,
            .assign, .due, .skip, .annotate, .tick, .remind, .delete, .undo, .redo, .drafts:
            true
        case .open, .menu, .select, .snooze, .conflicts, .history, .boardHistory, .past, .calendar,
            .sync,
            .filter,
            .nextMatch, .nextView, .previousView, .showAll, .settings, .palette, .help, .quit:
            false
        }
    }

    /// The key of the action unless git's configuration names another: a character, or a name
    /// as `Enter`, `Space`, `Ctrl-R`.
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
        case .due: "D"
        case .annotate: "i"
        case .tick: "t"
        case .remind: "R"
        case .snooze: "Z"
        case .delete: "d"
        case .conflicts: "c"
        case .history: "H"
        case .boardHistory: "L"
        case .past: "P"
        case .calendar: "C"
        case .undo: "u"
        case .redo: "Ctrl-R"
        case .sync: "s"
        case .filter: "/"
        case .nextMatch: "n"
        case .nextView: "Tab"
        case .previousView: "Shift-Tab"
        case .showAll: "z"
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

    /// The actions of a card's menu, in its order; the states to move to come first.
    package static let inMenu: [BoardAction] = [
        .open, .edit, .editFile, .finish, .toTop, .toBottom, .change, .tag, .assign, .due,
        .skip, .remind, .snooze, .annotate, .tick, .conflicts, .history, .delete,
    ]

    /// The obstacles that a menu shows beside their actions, which a person looks for there.
    package static let explainedInMenu: [BoardText] = [.alreadyFinished, .ownOrder, .allTicked]

    /// The circumstances that decide which actions are possible.
    package struct Context: Sendable {
        /// The number of tasks under the cursor or selected.
        package var tasks = 0
        /// True if all of them are finished.
        package var isFinished = false
        /// True if any of them is open and repeats.
        package var isRepeating = false
        package var hasConflicts = false
        package var hasChecklist = false
        package var hasOpenItem = false
        /// The reason why nothing can be changed, if so.
        package var readOnly: BoardText?
        package var undo: String?
        /// Why there is nothing to undo, where others have changed something.
        package var othersUndo: BoardText?
        package var redo: String?
        package var hasRemote = false
        package var hasViews = false
        package var hasFilter = false
        package var hasDrafts = false

        package init() {}
    }

    /// Returns why the action is not possible; nil if it is.
    package func obstacle(in context: Context) -> BoardText? {
        if isChange, let reason = context.readOnly { return reason }
        if scope != .board, context.tasks == 0 { return .noTaskHere }
        if scope == .task, context.tasks > 1 { return .oneTaskOnly }
        return switch self {
        case .remind where context.isFinished, .snooze where context.isFinished: .alreadyFinished
        case .undo where context.undo == nil: context.othersUndo ?? .nothingToUndo
        case .redo where context.redo == nil: .nothingToRedo
        case .sync where !context.hasRemote: .noRemote
        case .conflicts where !context.hasConflicts: .noConflictHere
        case .tick where !context.hasChecklist: .noChecklist
        case .tick where !context.hasOpenItem: .allTicked
        case .skip where !context.isRepeating: .nothingRepeats
        case .finish where context.isFinished: .alreadyFinished
        case .toTop where context.isFinished, .toBottom where context.isFinished: .ownOrder
        case .nextMatch where !context.hasFilter: .noFilter
        case .drafts where !context.hasDrafts: .noDrafts
        case .nextView where !context.hasViews, .previousView where !context.hasViews: .noViews
        default: nil
        }
    }
}
