package import MarkdownDocument
import Synchronization
package import TaskBoard

extension Workspace {
    /// Adds a task.
    ///
    /// - Parameters:
    ///   - state: The column; nil for the one in the draft, or else the first.
    ///   - atTop: True to add it at the top of the column instead of the bottom.
    ///   - caller: The originator, and its preconditions.
    /// - Throws: ``ActionError``, and the errors of ``perform(on:by:wording:_:)``.
    package func add(
        _ draft: TaskDraft, to state: Text? = nil, atTop: Bool = false, by caller: Caller = .user
    ) throws -> ActionOutcome {
        let named = draft.references(try fields()).map { TaskReference(Array($0.utf8)) }
        let column = { @Sendable (settings: BoardSettings) in
            settings.folder(ofState: state ?? draft.state ?? settings.first)
        }
        let part = BoardPart(named, isAboutEnds: true) {
            $0.isFinished(column($0)) ? [] : [column($0)]
        }?.arriving(in: column)
        return try perform(on: part, by: caller, resultChoice: ResultChoice(unchanged: .unsaid)) {
            [now = now(of: caller)] board in
            var generator = CodeSource()
            return try board.adding(draft, to: state, atTop: atTop, now: now, using: &generator)
        }
    }

    /// Adds a task from a file that the user wrote.
    ///
    /// - Throws: ``ActionError`` for a malformed file and one without a title, and the errors of
    ///   ``perform(on:by:wording:_:)``.
    package func add(
        written document: Document, to state: Text? = nil, atTop: Bool = false,
        by caller: Caller = .user
    ) throws -> ActionOutcome {
        reopenRepository()
        return try perform(on: nil, by: caller, resultChoice: ResultChoice(unchanged: .unsaid)) {
            [now = now(of: caller)] board in
            var generator = CodeSource()
            return try board.adding(
                written: document, to: state, atTop: atTop, now: now, using: &generator)
        }
    }

    /// Makes the same edits to each task.
    ///
    /// - Throws: ``ReferenceError``, ``ActionError``, and the errors of
    ///   ``perform(on:by:wording:_:)``.
    package func edit(
        _ references: [TaskReference], _ edits: [FieldEdit], by caller: Caller = .user
    ) throws -> ActionOutcome {
        let resultChoice = ResultChoice(unchanged: .sameValues)
        let fields = try fields()
        let part = edits.contains { $0.namesTasks(fields) } ? nil : BoardPart(references)
        return try perform(on: part, by: caller, resultChoice: resultChoice) {
            try $0.editing($0.tasks(references), edits)
        }
    }

    /// Saves the edits of a form; see ``Board/saving(_:_:over:)``.
    package func save(
        _ id: TaskID, _ edits: [FieldEdit], over base: [UInt8], by caller: Caller = .user
    ) throws -> ActionOutcome {
        let fields = try fields()
        let part = edits.contains { $0.namesTasks(fields) } ? nil : BoardPart([TaskReference(id)])
        return try perform(on: part, by: caller, resultChoice: ResultChoice(unchanged: .sameValues))
        {
            try $0.saving($0.task(TaskReference(id)), edits, over: base)
        }
    }

    /// Replaces the file of a task that cannot be read; see ``Board/rewriting(_:as:over:)``.
    package func rewrite(
        _ id: TaskID, as bytes: [UInt8], over base: [UInt8], by caller: Caller = .user
    ) throws -> ActionOutcome {
        try perform(on: BoardPart([TaskReference(id)]), by: caller) {
            try $0.rewriting($0.task(TaskReference(id)), as: bytes, over: base)
        }
    }

    /// Moves repeating tasks to their next dates; see ``Board/skipping(_:on:)``.
    ///
    /// - Throws: ``ReferenceError``, ``ActionError``, and the errors of
    ///   ``perform(on:by:wording:_:)``.
    package func skip(
        _ references: [TaskReference], by caller: Caller = .user
    ) throws -> ActionOutcome {
        try perform(on: BoardPart(references), by: caller) { [now = now(of: caller)] board in
            try board.skipping(board.tasks(references), on: now.today)
        }
    }

    /// Ticks items of a task's checklist, or unticks them.
    ///
    /// - Parameter items: Their numbers, counted from one, ranges such as `2-4`, `all`, or words
    ///   of their texts.
    package func tick(
        _ reference: TaskReference, items: [Text], isTicked: Bool = true,
        by caller: Caller = .user
    ) throws -> ActionOutcome {
        let resultChoice = ResultChoice(unchanged: .ticked(isTicked))
        return try perform(on: BoardPart([reference]), by: caller, resultChoice: resultChoice) {
            try $0.ticking($0.task(reference), items: items, isTicked: isTicked)
        }
    }

    /// Appends a line with today's date to a task's body.
    package func annotate(
        _ reference: TaskReference, with text: Text, by caller: Caller = .user
    ) throws -> ActionOutcome {
        let line = datedLine(now(of: caller).today.text, Text(plainWords(text)))
        return try edit([reference], [.append(Text(line))], by: caller)
    }

    /// Resolves conflicts of tasks, each in the same way, as one commit.
    package func resolve(
        _ references: [TaskReference], with resolution: Resolution, by caller: Caller = .user
    ) throws -> ActionOutcome {
        let board = try board()
        let tasks = try board.tasks(references, preferring: .conflicted)
        let (files, won) = try (conflictFiles(of: tasks), wonLines(of: tasks, on: board))
        return try perform(by: caller, resultChoice: ResultChoice(unchanged: .resolved)) {
            try $0.resolving(
                $0.tasks(references, preferring: .conflicted), resolution,
                conflictFile: { files[$0] }, won: won, hash: contentHash)
        }
    }

    /// Returns the whole files below `conflicts/` that belong to conflicts of tasks.
    private func conflictFiles(of tasks: [TaskItem]) throws -> [BoardPath: [UInt8]] {
        var files: [BoardPath: [UInt8]] = [:]
        for conflict in tasks.flatMap(\.openConflicts) where conflict.key == ".file" {
            let path = BoardPath(conflict.value.utf8)
            files[path] = try file(path)
        }
        return files
    }

    /// Returns the original of each group of files with the same ID: the committed file, or the
    /// oldest one in history.
    private nonisolated func originals(of board: Board) throws -> [TaskID: BoardPath] {
        guard !board.duplicates.isEmpty else { return [:] }
        let history = History(
            try location.openRepository(), of: location, settings: board.settings)
        return try board.duplicates.reduce(into: [:]) { originals, twins in
            originals[twins.key] = try history.oldest(of: twins.value.map(\.path), id: twins.key)
        }
    }

    /// Repairs common mistakes in files, as one commit.
    ///
    /// - Parameter references: The tasks to repair, which also get a code and a time of creation;
    ///   nil for all.
    package func repair(
        _ references: [TaskReference]?, by caller: Caller = .user
    ) throws -> ActionOutcome {
        let resultChoice = ResultChoice(isByTask: false, unchanged: .nothingToRepair)
        return try perform(by: caller, resultChoice: resultChoice) {
            [now = now(of: caller)] board in
            var generator = CodeSource()
            return board.fixing(
                try references.map { try board.tasks($0) }, originals: try originals(of: board),
                now: now, using: &generator
            ).plan
        }
    }
}

extension Workspace {
    /// Adds tasks from another tool, in one commit. A task that is already on the board, or was
    /// deleted from it, is skipped.
    ///
    /// - Parameters:
    ///   - format: The name of the format, for the commit.
    ///   - fields: The fields to declare in `pmd.yml`, in the same commit.
    ///   - isDryRun: True to only report what would be added.
    ///   - caller: The originator, and its preconditions.
    /// - Throws: ``BoardError`` with the place of a task that cannot be added, and the errors of
    ///   ``perform(on:by:wording:_:)``.
    package func importTasks(
        _ tasks: [ForeignTask], from format: String, declaring fields: [Field] = [],
        isDryRun: Bool = false, by caller: Caller = .user
    ) throws -> ImportReport {
        let deleted = try history().deletedTasks(includingUndone: false).map(\.task)
        let declarations = NewFields(fields, in: try settingsDocument())
        let make = { @Sendable (board: Board) throws -> ImportReport in
            try board.importing(
                tasks, from: format, deleted: deleted, declaring: declarations, hash: contentHash)
        }
        if isDryRun { return try make(board()) }
        let report = Mutex<ImportReport?>(nil)
        try perform(by: caller, resultChoice: ResultChoice(isByTask: false, unchanged: .unsaid)) {
            board in
            let made = try make(board)
            report.withLock { $0 = made }
            return made.plan
        }
        guard let report = report.withLock({ $0 }) else {
            preconditionFailure("an action makes a plan")
        }
        return report
    }
}
