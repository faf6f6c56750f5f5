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
            ) { settings in
                let folder = settings.folder(ofState: state)
                return settings.isFinished(folder) ? [] : [folder]
            }?
            .arriving { $0.folder(ofState: state) }
        let settings = try usableSettings()
        let folder = settings.folder(ofState: state)
        let unchanged: Unchanged =
            state == "." ? .inPlace : .inState(settings.label(of: folder))
        let isFinish = settings.isFinished(folder)
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

    /// Returns a part of the board for starting, finishing or deleting tasks; nil for the whole
    /// board if they block others, are blocked, or are parents or children of others, which the
    /// outcome reports.
    private func unlessBlocking(
        _ references: [TaskReference], _ part: BoardPart?
    ) throws -> BoardPart? {
        guard let part, let named = BoardPart(references),
            let board = try PartialBoard(named, of: location, by: usableSettings())?.board
        else { return nil }
        for task in try board.tasks(references) {
            guard task.blockedBy.isEmpty, !task.namesParent,
                try tasks(naming: task.id)?.isEmpty == true
            else { return nil }
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

extension Workspace {
    /// Deletes tasks. History keeps them.
    ///
    /// - Parameter caller: The originator, and its preconditions.
    /// - Throws: ``ReferenceError``, and the errors of ``perform(on:by:wording:_:)``.
    package func remove(
        _ references: [TaskReference], by caller: Caller = .user
    ) throws -> ActionOutcome {
        let resultChoice = ResultChoice(unchanged: .deleted)
        let part = try unlessBlocking(references, BoardPart(references))
        return try perform(on: part, by: caller, resultChoice: resultChoice) {
            $0.removing(try $0.tasks(references, isCautious: true))
        }
    }

    /// Restores deleted tasks unchanged, under the same ID; other files by their path.
    ///
    /// - Throws: ``BoardError`` `no-match` (65) if no deleted file matches, ``ReferenceError``,
    ///   ``ActionError``.
    package func restore(
        _ references: [TaskReference], by caller: Caller = .user
    ) throws -> ActionOutcome {
        let files = try deletedFiles(references)
        let (tasks, others) = (files.filter { !$0.isOther }, files.filter(\.isOther))
        let resultChoice = ResultChoice(
            isReturn: true, unchanged: .unsaid, others: others.map(\.path))
        return try perform(by: caller, resultChoice: resultChoice) { board in
            let plan = try board.restoring(
                tasks.map { (path: $0.path, bytes: $0.bytes) }, hash: contentHash)
            return plan.restoring(others.map { ($0.path, $0.bytes) })
        }
    }

    /// Restores a deleted task with the edits of a form, as one commit.
    ///
    /// - Parameter base: The bytes of the version on which the form was opened; nil if they are
    ///   not known.
    package func restore(
        _ id: TaskID, saving edits: [FieldEdit], over base: [UInt8]?, by caller: Caller = .user
    ) throws -> ActionOutcome {
        // A file deleted by hand is not among the deletions of any commit yet.
        try commitEdits(of: [id])
        let files = try deletedFiles([TaskReference(id)])
        let resultChoice = ResultChoice(isReturn: true, unchanged: .unsaid)
        return try perform(by: caller, resultChoice: resultChoice) { board in
            try board.restoring(
                (files[0].path, files[0].bytes), saving: edits, over: base, hash: contentHash)
        }
    }

    /// A deleted file to restore.
    private struct DeletedFile {
        let path: BoardPath
        let bytes: [UInt8]
        /// True if it is not a task.
        let isOther: Bool
    }

    private func deletedFiles(_ references: [TaskReference]) throws -> [DeletedFile] {
        let gone = try deletedBoard(board().settings)
        if references.mayBePhrase, let tasks = try gone.tasksIfAny(references) {
            return tasks.map {
                DeletedFile(path: $0.path, bytes: $0.document.bytes, isOther: false)
            }
        }
        var files: [DeletedFile] = []
        for reference in references {
            do throws(ReferenceError) {
                let task = try gone.task(reference)
                files.append(
                    DeletedFile(path: task.path, bytes: task.document.bytes, isOther: false))
            } catch {
                guard case .none = error else { throw error }
                files.append(try otherDeletedFile(reference))
            }
        }
        var seen: Set<BoardPath> = []
        return files.filter { seen.insert($0.path).inserted }
    }

    private func otherDeletedFile(_ reference: TaskReference) throws -> DeletedFile {
        let path = BoardPath(reference.bytes)
        guard let bytes = try deletedFile(path) else {
            throw BoardError.history(.noDeletedTask(reference.bytes))
        }
        return DeletedFile(path: path, bytes: bytes, isOther: true)
    }

    /// Returns the deleted tasks as a board, so that references can be resolved on it.
    package func deletedBoard(_ settings: BoardSettings) throws -> Board {
        Board(settings: settings, tasks: try deletedTasks().map(\.task))
    }

    /// Moves finished tasks into folders by year.
    ///
    /// - Parameter limit: Only tasks that were finished before this day; nil for all.
    package func archive(before limit: Day? = nil, by caller: Caller = .user) throws
        -> ActionOutcome
    {
        let now = now
        let times = try historyTimes()
        let limit = limit ?? now.today.adding(days: 1)
        return try perform(by: caller, resultChoice: ResultChoice(unchanged: .nothingToArchive)) {
            let finished = times.stated(by: $0.tasks, now).finished
            return $0.archiving(
                before: limit, finished: finished.mapValues { now.at($0).today },
                hash: contentHash)
        }
    }
}
