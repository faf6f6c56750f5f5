import Git
import MarkdownDocument
import Synchronization
package import TaskBoard

/// The result of an action: the tasks before and after, the commit, and the report.
package struct ActionOutcome: Sendable {
    /// The board, or the part of it that the action read.
    package let before: Board
    package let plan: Plan
    /// The new commit, in hexadecimal digits; nil if nothing changed.
    package let commit: String?
    /// The board after rereading, if the plan alone does not determine it.
    let readAgain: Board?
    let resultChoice: ResultChoice
    /// The files that were changed but not committed, because git ignores them.
    let local: [BoardPath]
    private let after: BoardAfter

    init(
        before: Board, plan: Plan, commit: String?, readAgain: Board?, resultChoice: ResultChoice,
        local: [BoardPath] = []
    ) {
        (self.before, self.plan, self.commit) = (before, plan, commit)
        (self.readAgain, self.resultChoice, self.local) = (readAgain, resultChoice, local)
        after = BoardAfter()
    }

    /// Returns the same outcome, with the board as it was seen after it.
    func leaving(_ board: Board) -> ActionOutcome {
        ActionOutcome(
            before: before, plan: plan, commit: commit, readAgain: board,
            resultChoice: resultChoice,
            local: local)
    }

    /// The board, or the part of it that was read, as the action left it.
    package var board: Board {
        readAgain ?? after.board { before.carriedOut(plan) ?? before }
    }
}

/// The board after an action, created on first use and shared by results, notices and the server's
/// responses.
private final class BoardAfter: Sendable {
    private let made = Mutex<Board?>(nil)

    func board(_ make: () -> Board) -> Board {
        made.withLock { made in
            if let made { return made }
            let board = make()
            made = board
            return board
        }
    }
}

/// The choice of results to report for an outcome.
package struct ResultChoice: Sendable {
    /// True if each named task has a result; otherwise the plan's report is the only one.
    var isByTask = true
    /// True if new tasks were on the board before.
    var isReturn = false
    /// The result if nothing changed.
    var unchanged: Unchanged
    /// Restored files that are not tasks.
    var others: [BoardPath] = []

    /// A result for each task that the plan names.
    package static let tasks = ResultChoice(unchanged: .unchanged)
}

extension ActionOutcome {
    /// The results of the action: one for each task that the caller named, or one for the whole
    /// plan.
    package var results: [ActionResult] {
        guard resultChoice.isByTask else {
            return [
                plan.isEmpty ? .unchanged(resultChoice.unchanged, title: nil) : .whole(plan)
            ]
        }
        if plan.tasks.isEmpty, resultChoice.others.isEmpty {
            return resultChoice.unchanged == .unsaid
                ? [] : [.unchanged(resultChoice.unchanged, title: nil)]
        }
        return tasks.map { old, new in
            guard let change = TaskChange(from: old, to: new, isReturn: resultChoice.isReturn)
            else {
                return (new ?? old).map { .unchanged(resultChoice.unchanged, title: $0.title) }
                    ?? .gone
            }
            return .changed(change)
        } + resultChoice.others.map(ActionResult.restoredFile)
    }

    /// The consequences: unfinished blockers of the tasks, tasks that are no
    /// longer blocked, columns that are now over their limit, and tasks of a removed state.
    package var notices: [Consequence] { local.map(Consequence.notSynced) + noticesOfTasks }

    private var noticesOfTasks: [Consequence] {
        if plan.changesSettings { return removedStates }
        let tasks = tasks
        var notices = tasks.compactMap { Self.waitsTooLong($0.old, $0.new) }
        notices += tasks.compactMap { orphans($0.old, $0.new) }
        let moved = tasks.filter { $0.new != nil && $0.old?.state != $0.new?.state }
        guard !moved.isEmpty else { return notices }
        let after = board
        let started = moved.compactMap(\.new).filter {
            $0.isFinished || $0.state == after.settings.start
        }
        notices += started.compactMap { Self.passedOver($0, after) }
        notices += moved.compactMap { Self.openChildren($0, after) }
        return notices + freed(after) + completedParents(after)
            + overLimit(Set(moved.compactMap(\.new?.state)), after)
            + moved.compactMap { repeated($0.old, after) }
    }

    /// Returns the notice about a task whose new wait or due date hides it until it is late.
    private static func waitsTooLong(_ old: TaskItem?, _ new: TaskItem?) -> Consequence? {
        guard let new, !new.isFinished, let wait = new.wait, let due = new.due,
            wait > due.day, old?.wait != wait || old?.due != due
        else { return nil }
        return .waitsTooLong(new.title, wait: wait.text, due: due.text)
    }

    /// Returns the notice about the unfinished children of a task that was deleted.
    private func orphans(_ old: TaskItem?, _ new: TaskItem?) -> Consequence? {
        guard new == nil, let old else { return nil }
        let named = Set(plan.tasks)
        let children = before.family.children[old.id]?.filter {
            !$0.isFinished && !named.contains($0.id)
        }
        guard let children, !children.isEmpty else { return nil }
        return .openChildren(of: old.title, children.map(\.title), isDeleted: true)
    }

    /// Returns the notice about the unfinished children of a task that was finished.
    private static func openChildren(
        _ moved: (old: TaskItem?, new: TaskItem?), _ after: Board
    ) -> Consequence? {
        guard let task = moved.new, task.isFinished, moved.old?.isFinished != true else {
            return nil
        }
        let children = after.family.children[task.id]?.filter { !$0.isFinished } ?? []
        return children.isEmpty
            ? nil : .openChildren(of: task.title, children.map(\.title), isDeleted: false)
    }

    /// Returns the notice about the next task of a repeating one that was finished.
    private func repeated(_ old: TaskItem?, _ after: Board) -> Consequence? {
        guard let old, !old.isFinished, after[old.id]?.isFinished == true else { return nil }
        if old.repeatsNothing { return .repeatsNothing(old.title) }
        if old.isLastOccurrence { return .ended(old.title) }
        let next = Succession.next(after: old.id, hash: contentHash)
        guard before[next] == nil, let task = after[next], let due = task.due else { return nil }
        return .repeated(task.title, due: due.text)
    }

    private var removedStates: [Consequence] {
        let board = board
        let retired = board.settings.retired.filter { before.settings.states.contains($0) }
        return retired.compactMap { state in
            guard let count = board.column(state)?.count, count > 0 else { return nil }
            let moving = suggestedCommand("pmd", "move", "where", "state:\(state)", "STATE")
            return .removedState(state, count: count, moving: moving)
        }
    }

    private static func passedOver(_ task: TaskItem, _ board: Board) -> Consequence? {
        let open = board.openBlockers(of: task)
        guard !open.isEmpty else { return nil }
        return .blocked(task.title, isFinished: task.isFinished, by: open.map(\.title))
    }

    private func freed(_ after: Board) -> [Consequence] {
        // Nothing else frees a task, and checking all of them takes long on a large board.
        guard tasks.contains(where: { $0.new?.isFinished == true && $0.old?.isFinished != true })
        else { return [] }
        let named = Set(plan.tasks)
        let free = before.tasks.filter { task in
            task.namesBlockers && !named.contains(task.id) && before.isBlocked(task)
                && after[task.id].map { !$0.isFinished && !after.isBlocked($0) } == true
        }
        return free.isEmpty ? [] : [.freed(free.map(\.title))]
    }

    /// Returns a notice for each unfinished task whose last child was finished.
    private func completedParents(_ after: Board) -> [Consequence] {
        let finished = tasks.filter { $0.new?.isFinished == true && $0.old?.isFinished != true }
        let parents = finished.compactMap { task in
            task.new.flatMap { $0.namesParent ? after.family.parents[$0.id] : nil }
        }
        let named = Set(plan.tasks)
        return Set(parents).sorted { $0.text < $1.text }.compactMap { id in
            guard let parent = after[id], !parent.isFinished, !named.contains(id),
                !after.hasOpenChildren(parent)
            else { return nil }
            return .lastChild(of: parent.title)
        }
    }

    private func overLimit(_ states: Set<Text>, _ after: Board) -> [Consequence] {
        after.columns.compactMap { column in
            guard states.contains(column.state), column.isOverLimit, let limit = column.limit,
                column.count > before.column(column.state)?.count ?? 0
            else { return nil }
            return .overLimit(
                after.settings.label(of: column.state), count: column.count, limit: limit)
        }
    }

    /// Each task that the caller named, before and after.
    ///
    /// Changes are matched by path, since an ID may name several files.
    package var tasks: [(old: TaskItem?, new: TaskItem?)] {
        if plan.tasks.count == 1, let new = onlyTask, new.id == plan.tasks[0] {
            return [(plan.changes[0].before.flatMap { before[$0] }, new)]
        }
        let board = board
        var changes = Dictionary(grouping: plan.changes) { change in
            (change.after ?? change.before).map { TaskID(fileName: $0.fileName) }
        }.mapValues { $0[...] }
        return plan.tasks.map { id in
            guard let change = changes[id]?.popFirst() else { return (before[id], board[id]) }
            return (change.before.flatMap { before[$0] }, change.after.flatMap { board[$0] })
        }
    }

    /// The task after a plan with one change, without reading the board; nil if only the whole
    /// board determines it.
    private var onlyTask: TaskItem? {
        guard readAgain == nil, plan.changes.count == 1, let change = plan.changes.first,
            let path = change.after, let bytes = change.bytes, before.settings.isTaskPath(path),
            before.settings.states.contains(before.settings.state(of: path))
        else { return nil }
        let id = TaskID(fileName: path.fileName)
        let namesakes = before.duplicates[id] ?? before[id].map { [$0] } ?? []
        guard namesakes.allSatisfy({ $0.path == path || $0.path == change.before }) else {
            return nil
        }
        return TaskItem(path: path, document: Document(bytes), settings: before.settings)
    }
}

// The steps from an intent to a commit, and to the board after it.

extension Workspace {
    /// Carries out a plan: one commit, one entry of the history.
    ///
    /// - Parameters:
    ///   - part: The part of the board that the plan needs; nil for all of it.
    ///   - caller: The originator, and its preconditions.
    ///   - intent: Makes the plan from the board; called again if another process saved one of its
    ///     files meanwhile.
    /// - Throws: The errors of the intent, ``BoardError``, ``GitError``.
    @discardableResult
    package func perform(
        on part: BoardPart? = nil, by caller: Caller = .user,
        resultChoice: ResultChoice = .tasks,
        _ intent: @Sendable (Board) throws -> Plan
    ) throws -> ActionOutcome {
        let seen = snapshot
        var known = seen
        var isAsSeen = false
        let outcome = try writing(
            by: settingsAsWritten, contended: .taskOrBranch
        ) { repository, settings -> ActionOutcome? in
            // A file change that the snapshot does not contain yet invalidates the plan. The plan
            // is then made from the files.
            defer { known = nil }
            let (before, plan, isKnown) = try plan(on: part, by: settings, known?.board) { board in
                try caller.check(board)
                return try intent(board)
            }
            isAsSeen = isKnown
            if plan.isEmpty {
                return ActionOutcome(
                    before: before, plan: plan, commit: nil, readAgain: nil,
                    resultChoice: resultChoice)
            }
            // Those files are read again, and a new plan is made.
            if try repository.commitEdits(before: plan, before, settings) { return nil }
            let local = try repository.ignoredPaths(of: plan)
            let (commit, isWhole) = try repository.perform(
                plan, before, by: caller, leavingOut: Set(local))
            return ActionOutcome(
                before: before, plan: plan, commit: commit.hex,
                readAgain: board(after: plan, in: repository, by: settings, isWhole: isWhole),
                resultChoice: resultChoice,
                local: plan.changes.compactMap(\.after).filter(local.contains))
        }
        guard outcome.commit != nil else { return outcome }
        caller.record?(.done(outcome))
        if outcome.readAgain != nil {
            lookAfterAction()
        } else {
            lookAfterAction(outcome.plan, plannedOn: isAsSeen ? seen : nil)
        }
        guard let now = snapshot, now.generation != seen?.generation, !isBoardGone else {
            return outcome
        }
        // The board has just been created, so the outcome need not do it again.
        return outcome.leaving(now.board)
    }

    /// Returns a plan, and the board or the part of it that the plan is based on.
    ///
    /// - Parameter known: The latest known board, if it is watched.
    /// - Returns: `isAsSeen` is true if the plan is based on that board.
    private func plan(
        on part: BoardPart?, by settings: BoardSettings, _ known: Board?,
        _ intent: (Board) throws -> Plan
    ) throws -> (Board, Plan, isAsSeen: Bool) {
        if let known, known.settings == settings {
            do {
                let plan = try intent(known)
                if !plan.isEmpty { return (known, plan, true) }
            } catch {
                // Falls back to the files: one may be newer than the snapshot.
            }
        }
        if let some = try part.flatMap({ try PartialBoard($0, of: location, by: settings) }) {
            let plan = try intent(some.board)
            if !some.mayCollide(plan) { return (some.board, plan, false) }
        }
        let board = try board()
        return (board, try intent(board), false)
    }

    /// Returns the board after a plan, if it must be read for that. A failure from here on does
    /// not fail the command: the next one finishes the work.
    func board(
        after plan: Plan, in repository: BoardRepository, by settings: BoardSettings, isWhole: Bool
    ) -> Board? {
        do {
            if !isWhole { try repository.recover(settings) }
            return isWhole && !plan.changesSettings ? nil : try board()
        } catch {
            return nil
        }
    }
}
