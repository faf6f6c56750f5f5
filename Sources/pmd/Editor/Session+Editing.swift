import BoardStorage
import BoardView
import Glibc
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

extension Session {
    /// Opens task files in the user's editor, one after another, and commits the saved changes.
    ///
    /// On a terminal, the user can edit a malformed file again or discard the edit; else it is kept.
    ///
    /// - Throws: ``Failure`` (65) with the position of the error if a file stays malformed.
    func edit(
        _ tasks: [TaskItem], isList: Bool = false, in workspace: Workspace
    ) async throws {
        let editor = try await editor(workspace)
        for task in tasks { try await edit(task, with: editor, in: workspace) }
        if console.isJSON {
            let board = try await workspace.board()
            try printJSON(of: tasks.compactMap { board[$0.id] }, on: board, isList: isList)
        }
    }

    /// Returns the configured editor.
    func editor(_ workspace: Workspace) async throws -> Editor {
        try Editor(
            environment: environment, setting: workspace.configuredEditor(),
            hasTerminal: Stream.input.isTerminal && Stream.output.isTerminal)
    }

    /// Opens the tasks with these IDs in the editor.
    func edit(_ ids: [TaskID], in workspace: Workspace) async throws {
        let board = try await workspace.board()
        try await edit(ids.compactMap { board[$0] }, in: workspace)
    }

    /// Opens the editor for a new task, and adds it.
    ///
    /// If the task cannot be added, the file is kept and the error includes its path.
    ///
    /// - Throws: ``Failure`` (64) for a file without a title.
    func addWritten(
        _ draft: TaskDraft, atTop: Bool, in workspace: Workspace
    ) async throws -> ActionOutcome {
        let editor = try await editor(workspace)
        let file = try await workspace.unaddedFile(for: draft)
        let template = try file.read()
        let newTask = BoardPath("new task")
        var next = MalformedSave.keep
        do {
            var document: Document
            repeat {
                try editor.open(file.path)
                document = try file.read()
                next = document.malformation.map { afterSaving($0, newTask) } ?? .keep
            } while next == .editAgain
            if next == .discard { throw Failure(.failed, .declined) }
            if let malformed = document.malformation {
                throw Failure(.cause(.malformed(malformed, newTask)))
            }
            let outcome = try await workspace.add(written: document, to: draft.state, atTop: atTop)
            try file.remove()
            return outcome
        } catch {
            // An editor may have saved the file before it failed.
            if try !file.exists {
                console.warn(.editorRemoved(safe(file.path)))
            } else if try next == .discard || file.read().bytes == template.bytes {
                try file.remove()
            } else {
                console.warn(.textKept(safe(file.path)))
            }
            throw error
        }
    }

    private func edit(
        _ task: TaskItem, with editor: Editor, in workspace: Workspace
    ) async throws {
        let file = Array((workspace.location.root + "/").utf8) + task.path.bytes
        try await workspace.commitEdits(of: [task.id])
        var opened = try workspace.versionToOpen(at: task.path)
        let original = try workspace.contents(of: task.path)
        var malformed: Malformation?
        var next = MalformedSave.keep
        repeat {
            try editor.open(file)
            let edited = try await workspace.board()[task.path]
            malformed = edited?.document.malformation
            next = malformed.map { afterSaving($0, task.path) } ?? .keep
        } while next == .editAgain
        if next == .discard, let original {
            opened = try await workspace.discardEdit(of: task.path, for: original)
            malformed = nil
        }
        try await workspace.commitEdits(of: [task.id], openedAs: opened)
        let board = try await workspace.board()
        let edited = board[task.id]
        if let edited, edited.isMalformed {
            // The values of a malformed file cannot be compared.
            console.say(.keptMalformed(safe(edited.path.bytes)))
        } else if let change = TaskChange(from: task, to: edited) {
            let dates = await dates(workspace, on: .error)
            console.say(change.doneSentence(.ofReader, dates: dates.wording))
        } else {
            console.say(.nothingChanged)
        }
        for path in try await workspace.ignoredPaths(of: [task.id]) {
            console.warn("pmd: " + safe(Consequence.notSynced(path).text(.ofReader)))
        }
        if let malformed {
            throw Failure(
                .cause(.malformed(malformed, edited.flatMap(keptText) ?? task.path)))
        }
        for finding in edited.map(board.findings) ?? [] where finding.isFailure {
            console.warn("pmd: " + safe(finding.sentence.text(.ofReader)))
        }
    }

    /// Returns the path of a malformed text that was merged with newer changes of its task. The
    /// text is then a conflict, and the task's own file is intact. Nil if the text is in the
    /// task's file.
    private func keptText(of task: TaskItem) -> BoardPath? {
        guard !task.isMalformed, let kept = task.openConflicts.last(where: { $0.key == ".file" })
        else { return nil }
        console.say(
            .changedMeanwhile(
                title: quoted(task.title),
                showing: Workspace.suggestedCommand("pmd", "show", task.id.text.string)))
        return BoardSettings.conflictsFolder.appending(
            kept.value.utf8.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? [])
    }

    /// The choices after the user has saved a malformed file.
    private enum MalformedSave {
        case editAgain, keep, discard
    }

    /// Asks what to do with a malformed file; without a terminal, it is kept.
    private func afterSaving(_ malformed: Malformation, _ path: BoardPath) -> MalformedSave {
        guard Stream.canAsk else { return .keep }
        console.warn("pmd: " + BoardError.cause(.malformed(malformed, path)).words.text(.ofReader))
        while true {
            console.warn(CommandSentence.editAgain.text)
            guard let answer = readLine() else { return .keep }
            switch answer.lowercased().first {
            case "e", "y", nil: return .editAgain
            case "k": return .keep
            case "d": return .discard
            default: continue
            }
        }
    }
}
