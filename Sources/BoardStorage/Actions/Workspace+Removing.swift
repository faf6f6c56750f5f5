import MarkdownDocument
package import TaskBoard

extension Workspace {
    /// Deletes tasks. History keeps them.
    ///
    /// - Parameter caller: The originator, and its preconditions.
    /// - Throws: ``ReferenceError``, and the errors of ``perform(on:by:wording:_:)``.
    package func remove(
        _ references: [TaskReference], by caller: Caller = .user
    ) throws -> ActionOutcome {
        let resultChoice = ResultChoice(unchanged: .deleted)
        return try perform(on: BoardPart(references), by: caller, resultChoice: resultChoice) {
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
