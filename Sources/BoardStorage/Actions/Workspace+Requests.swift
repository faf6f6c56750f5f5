import Git
import Synchronization
import TaskBoard

/// An intent that waits for its turn, and its result.
final class IntentRequest: Sendable {
    let intent: Intent
    let caller: Caller
    private let result = Mutex<Result<IntentResult, any Error>?>(nil)

    init(_ intent: Intent, by caller: Caller) { (self.intent, self.caller) = (intent, caller) }

    func finish(with result: Result<IntentResult, any Error>) {
        self.result.withLock { $0 = result }
    }

    func answer() throws -> IntentResult {
        guard let result = result.withLock({ $0 }) else {
            preconditionFailure("a request is carried out before its answer is read")
        }
        return try result.get()
    }
}

/// A plan, the board that it is based on, and its originator.
struct PlannedStep {
    let before: Board
    let plan: Plan
    let caller: Caller
    let unchanged: Unchanged
}

// Requests at the same time.
//
// Most of the time of a change is spent waiting for the disk, with the board's lock held. While one
// change waits, those that arrive queue up. They are then carried out together: each becomes a
// commit of its own, as it would alone, and the branch moves over all of them at once. After a kill
// either all of them have happened or none. A request is answered once its commit is on the disk.
extension Workspace {
    /// The maximum number of requests that are carried out together.
    private static let mostTogether = 32
    /// The time in which clients that were answered together send their next requests, in
    /// milliseconds. A wait for the disk takes many times as long.
    private static let gathering: UInt32 = 4

    /// Carries out every waiting request.
    func carryOutRequests() {
        let count = requests.withLock { $0.count }
        if count > 0, count < lastTogether { pause(milliseconds: Self.gathering) }
        var waiting = requests.withLock { requests in
            defer { requests = [] }
            return requests
        }[...]
        guard !waiting.isEmpty else { return }
        lastTogether = waiting.count
        while let first = waiting.first {
            let count = carryOutTogether(waiting.prefix(Self.mostTogether))
            if count == 0 {
                first.finish(with: Result { try performAlone(first.intent, by: first.caller) })
            }
            waiting = waiting.dropFirst(max(1, count))
        }
    }

    /// Carries out the first of some requests, as many as can share one move of the branch: those
    /// whose plans follow from the watched board, change different tasks and finish none.
    ///
    /// - Returns: The number of requests carried out; 0 if the first one needs a move of its own.
    private func carryOutTogether(_ requests: ArraySlice<IntentRequest>) -> Int {
        guard requests.count > 1, watching != nil, let seen = snapshot, !seen.isGone else {
            return 0
        }
        let steps = plannedSteps(of: requests, on: seen)
        guard steps.count > 1 else { return 0 }
        let outcomes: [ActionOutcome]
        do {
            outcomes = try writing(by: settingsAsWritten, contended: .taskOrBranch) {
                try commit(steps, seenOn: seen.board, in: $0, $1)
            }
        } catch {
            // Each request gets the error that it has alone.
            return 0
        }
        for (request, outcome) in zip(requests, outcomes) {
            request.caller.record?(.done(outcome))
        }
        if outcomes.contains(where: { $0.readAgain != nil }) {
            lookAfterAction()
        } else if !outcomes.isEmpty {
            lookAfterAction(steps.combinedPlan, plannedOn: seen)
        }
        let boards = steps.dropFirst().map(\.before) + [snapshot?.board ?? seen.board]
        for ((request, outcome), board) in zip(zip(requests, outcomes), boards) {
            let isRead = outcome.readAgain != nil
            request.finish(with: .success(.done(isRead ? outcome : outcome.leaving(board))))
        }
        return outcomes.count
    }

    /// Returns the plans of the first requests, each based on the board that the one before
    /// leaves.
    private func plannedSteps(
        of requests: ArraySlice<IntentRequest>, on seen: BoardSnapshot
    ) -> [PlannedStep] {
        var steps: [PlannedStep] = []
        var changed: Set<TaskID> = []
        var board = seen.board
        for request in requests {
            guard let plan = plan(of: request, on: board, besides: &changed) else { break }
            steps.append(
                PlannedStep(
                    before: board, plan: plan, caller: request.caller,
                    unchanged: request.intent.unchanged))
            guard request !== requests.last, let after = board.carriedOut(plan, seen.times) else {
                break
            }
            board = after
        }
        return steps
    }

    /// Returns the plan of a request if it can share a move of the branch.
    ///
    /// - Parameter changed: The tasks that earlier plans change, and now this one.
    private func plan(
        of request: IntentRequest, on board: Board, besides changed: inout Set<TaskID>
    ) -> Plan? {
        guard request.intent.canShareMove else { return nil }
        do {
            try request.caller.check(board)
            let plan = try board.plan(
                for: request.intent, now: now(of: request.caller), hash: contentHash)
            guard let plan, !plan.isEmpty, !plan.changesSettings else { return nil }
            let paths = plan.changes.flatMap { [$0.before, $0.after].compactMap(\.self) }
            let ids = Set(paths.map { TaskID(fileName: $0.fileName) })
            let isFinish = paths.contains {
                board.settings.isFinished(board.settings.state(of: $0))
            }
            guard !isFinish, changed.isDisjoint(with: ids),
                ids.allSatisfy({ board.duplicates[$0] == nil })
            else { return nil }
            changed.formUnion(ids)
            return plan
        } catch {
            return nil
        }
    }

    /// Commits plans that are based on the watched board.
    ///
    /// - Returns: Their outcomes; none if the files differ from that board.
    private func commit(
        _ steps: [PlannedStep], seenOn board: Board, in repository: BoardRepository,
        _ settings: BoardSettings
    ) throws -> [ActionOutcome] {
        let whole = steps.combinedPlan
        guard board.settings == settings,
            try !repository.commitEdits(before: whole, board, settings),
            try repository.ignoredPaths(of: whole).isEmpty
        else { return [] }
        let commits: [ObjectID]
        let isWhole: Bool
        do { (commits, isWhole) = try repository.perform(steps) } catch is ConcurrentUpdate {
            return []
        }
        let readAgain = self.board(after: whole, in: repository, by: settings, isWhole: isWhole)
        return zip(steps, commits).map { step, commit in
            ActionOutcome(
                before: step.before, plan: step.plan, commit: commit.hex, readAgain: readAgain,
                resultChoice: ResultChoice(unchanged: step.unchanged))
        }
    }
}

extension [PlannedStep] {
    /// The changes of all steps, which are of different tasks.
    fileprivate var combinedPlan: Plan {
        Plan(changes: flatMap(\.plan.changes), subject: "", tasks: flatMap(\.plan.tasks))
    }
}

extension Intent {
    /// True if the plan of the intent follows from the board alone, as the one of
    /// ``Workspace/performAlone(_:by:)`` does.
    fileprivate var canShareMove: Bool {
        switch self {
        case .add, .drop, .toEnd, .edit, .save, .rewrite, .tick: true
        case .batch(let intents): intents.allSatisfy(\.canShareMove)
        case .annotate, .attach, .skip, .duplicate, .remove, .restore, .restoreSaving, .resolve,
            .set, .renameState, .undo, .redo:
            false
        }
    }

    /// The result for a task that the intent leaves as it is.
    fileprivate var unchanged: Unchanged {
        switch self {
        case .add: .unsaid
        case .drop, .toEnd: .inPlace
        case .edit, .save: .sameValues
        case .tick(_, _, let isTicked): .ticked(isTicked)
        default: .unchanged
        }
    }
}
