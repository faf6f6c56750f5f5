import MarkdownDocument

extension Board {
    /// Removes tasks from the board, malformed ones too. The history keeps
    /// them.
    package func removing(_ tasks: [TaskItem]) -> Plan {
        let tasks = tasks.distinct
        return Plan(
            changes: tasks.map { .remove($0.path) },
            sentences: tasks.compactMap { TaskChange(from: $0, to: nil) }, tasks: tasks.map(\.id))
    }

    /// Restores tasks from the history: the same bytes at the same path.
    ///
    /// A task whose folder is no longer a state is restored to the first state.
    /// If another task has taken its name, it gets a code from its bytes; a
    /// coded task keeps its code.
    ///
    /// - Throws: ``ActionError`` if a task with that ID is on the board.
    package func restoring(
        _ files: [(path: BoardPath, bytes: [UInt8])], hash: @escaping ContentHash
    ) throws(ActionError) -> Plan {
        var free = FreePath(taken: Set(tasks.map(\.path)), hash: hash)
        var changes: [FileChange] = []
        var restored: [TaskItem] = []
        for file in files {
            let id = TaskID(fileName: file.path.fileName)
            if self[id] != nil || restored.contains(where: { $0.id == id }) {
                throw ActionError(.onTheBoard(id))
            }
            let path = free.claim(homePath(file.path), for: file.bytes)
            changes.append(.create(path, file.bytes))
            restored.append(
                TaskItem(path: path, document: Document(file.bytes), settings: settings))
        }
        return Plan(
            changes: changes,
            sentences: restored.compactMap { TaskChange(from: nil, to: $0, isReturn: true) },
            tasks: restored.map(\.id))
    }

    /// Restores a task from the history, and saves the edits of a form in it.
    ///
    /// - Parameter base: The bytes of the version that the form began with; nil if they are not
    ///   known.
    /// - Throws: ``ActionError`` as ``restoring(_:hash:)`` and ``saving(_:_:over:)``.
    package func restoring(
        _ file: (path: BoardPath, bytes: [UInt8]), saving edits: [FieldEdit], over base: [UInt8]?,
        hash: @escaping ContentHash
    ) throws(ActionError) -> Plan {
        let plan = try restoring([file], hash: hash)
        guard !edits.isEmpty, let restored = carriedOut(plan),
            let task = plan.tasks.first.flatMap({ restored[$0] })
        else { return plan }
        let saving =
            if let base {
                try restored.saving(task, edits, over: base)
            } else {
                try restored.editing([task], edits)
            }
        guard let saved = restored.carriedOut(saving) else { return plan }
        return Plan(
            changes: plan.changes.followed(by: saving.changes),
            sentences: [TaskChange(from: nil, to: saved[task.id], isReturn: true)]
                .compactMap(\.self),
            tasks: plan.tasks)
    }

    private func homePath(_ path: BoardPath) -> BoardPath {
        if settings.states.contains(path.folder) { return path }
        return BoardPath(settings.first.utf8).appending(path.fileName)
    }
}

extension Plan {
    /// Returns the plan with restored files that are not tasks.
    package func restoring(_ files: [(path: BoardPath, bytes: [UInt8])]) -> Plan {
        guard !files.isEmpty else { return self }
        let sentences = files.map { "Restore \(visible($0.path))" }
        let own = isEmpty ? [] : body.isEmpty ? [subject] : body
        let all = own + sentences
        let isOne = all.count == 1
        return Plan(
            changes: changes + files.map { .create($0.path, $0.bytes) },
            subject: isEmpty
                ? isOne ? all[0] : "Restore \(files.count) files"
                : subject, body: isOne ? [] : all, tasks: tasks)
    }
}

extension Board {
    /// Moves finished tasks into a folder below their state, named for the year
    /// in which they were finished, so that the state's folder stays small.
    ///
    /// Tasks that are already in a folder within their state stay there, and so
    /// do tasks whose finish day is not in the history.
    ///
    /// - Parameter before: Only tasks finished before this day are archived.
    package func archiving(
        before: Day, finished: [TaskID: Day], hash: @escaping ContentHash
    ) -> Plan {
        var free = FreePath(taken: Set(tasks.map(\.path)), hash: hash)
        var changes: [FileChange] = []
        var archived: [TaskItem] = []
        for task in tasks where isArchivable(task) {
            guard let day = finished[task.id], day < before else { continue }
            let folder = task.path.parent.appending(String(day.year).utf8)
            let wanted = folder.appending(task.path.fileName)
            let path = free.claim(wanted, for: task.document.bytes)
            changes.append(.move(task.path, to: path, task.document.bytes))
            archived.append(task.replaced(path: path, in: self))
        }
        return Plan(
            changes: changes, subject: archived.isEmpty ? "" : archiveSubject(archived),
            body: archived.map { quoted($0.title) + " to " + visible($0.path.parent) },
            tasks: archived.map(\.id))
    }

    private func isArchivable(_ task: TaskItem) -> Bool {
        task.isFinished && task.path.components.count == 2
    }

    private func archiveSubject(_ tasks: [TaskItem]) -> String {
        tasks.count == 1 ? "Archive \(quoted(tasks[0].title))" : "Archive \(tasks.count) tasks"
    }
}
