package import MarkdownDocument
package import TaskBoard

extension Workspace {
    /// Moves tasks to another column, or to another place in the same one.
    ///
    /// - Parameters:
    ///   - state: The column; `.` is each task's current one.
    ///   - place: The position in the column; nil for the bottom, or the current position of a
    ///     task that is already there.
    ///   - caller: The originator, and its preconditions.
    /// - Throws: ``ReferenceError``, ``ActionError``, and the errors of
    ///   ``perform(on:by:wording:_:)``.
    package func move(
        _ references: [TaskReference], to state: Text,
        at place: ColumnPosition<TaskReference>? = nil,
        by caller: Caller = .user
    ) throws -> ActionOutcome {
        // Each task's own column is known only when the task is read.
        let part =
            state == "."
            ? nil
            : BoardPart(
                references, beside: place?.neighbour.map { [$0] } ?? [],
                isAboutEnds: place?.isBottom ?? true
            ) { $0.isFinished(state.nfc) ? [] : [state.nfc] }?
            .arriving { _ in state }
        let unchanged: Unchanged = state == "." ? .inPlace : .inState(state)
        let isFinish = try usableSettings().isFinished(state.nfc)
        return try perform(
            on: isFinish ? unlessBlocking(references, part) : part, by: caller,
            resultChoice: ResultChoice(unchanged: unchanged)
        ) { board in
            try board.moving(
                board.tasks(references), to: state,
                place: place?.map { try board.task($0) }, hash: contentHash)
        }
    }

    /// Moves tasks to the column for started tasks.
    package func start(
        _ references: [TaskReference], by caller: Caller = .user
    ) throws -> ActionOutcome {
        let part = BoardPart(references, isAboutEnds: true) { [$0.start] }?.arriving(in: \.start)
        let resultChoice = ResultChoice(unchanged: .started)
        return try perform(
            on: try unlessBlocking(references, part), by: caller, resultChoice: resultChoice
        ) {
            try $0.starting($0.tasks(references), hash: contentHash)
        }
    }

    /// Moves tasks to the first finished column.
    package func finish(
        _ references: [TaskReference], by caller: Caller = .user
    ) throws -> ActionOutcome {
        let resultChoice = ResultChoice(unchanged: .finished)
        let named = BoardPart(references)?.arriving { $0.finished.first ?? $0.first }
        let part = try unlessBlocking(references, named)
        return try perform(on: part, by: caller, resultChoice: resultChoice) {
            try $0.finishing($0.tasks(references), hash: contentHash)
        }
    }

    /// Returns a part of the board for starting or finishing tasks; nil for the whole board if
    /// they block others or are blocked, which the outcome reports.
    private func unlessBlocking(
        _ references: [TaskReference], _ part: BoardPart?
    ) throws -> BoardPart? {
        guard let part, let named = BoardPart(references),
            let board = try PartialBoard(named, of: location, by: usableSettings())?.board
        else { return nil }
        for task in try board.tasks(references) {
            guard task.blockedBy.isEmpty, try tasks(blockedBy: task.id)?.isEmpty == true else {
                return nil
            }
        }
        return part
    }

    /// Moves finished tasks back to the first column. References are first resolved among finished
    /// tasks.
    package func reopen(
        _ references: [TaskReference], by caller: Caller = .user
    ) throws -> ActionOutcome {
        let part = BoardPart(references, isAboutEnds: true) { [$0.first] }?.arriving(in: \.first)
        return try perform(on: part, by: caller, resultChoice: ResultChoice(unchanged: .open)) {
            try $0.reopening(
                $0.tasks(references, preferring: .finished), hash: contentHash)
        }
    }
}

extension ColumnPosition {
    fileprivate var neighbour: Neighbour? {
        switch self {
        case .top, .bottom: nil
        case .before(let neighbour), .after(let neighbour): neighbour
        }
    }

    fileprivate var isBottom: Bool {
        if case .bottom = self { true } else { false }
    }
}
