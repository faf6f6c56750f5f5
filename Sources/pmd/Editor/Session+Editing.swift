import BoardStorage
import Glibc
import MarkdownDocument
import TaskBoard

extension Session {
    /// Opens tasks in the person's editor, one after the other, each in its own
    /// file, and commits what was saved.
    ///
    /// A file that was left malformed is kept as it is, and offered again on a
    /// terminal.
    ///
    /// - Throws: ``Failure`` (65) with the place where one stays malformed.
    func edit(_ tasks: [TaskItem], in workspace: Workspace) async throws {
        let editor = try editor()
        for task in tasks { try await edit(task, with: editor, in: workspace) }
        if console.isJSON {
            let board = try await workspace.board()
            try printJSON(of: tasks.compactMap { board[$0.id] }, on: board)
        }
    }

    /// The editor that a person has chosen.
    func editor() throws -> Editor {
        try Editor(
            environment: environment,
            hasTerminal: Stream.input.isTerminal && Stream.output.isTerminal)
    }

    /// The same for the tasks of these IDs.
    func edit(_ ids: [TaskID], in workspace: Workspace) async throws {
        let board = try await workspace.board()
        try await edit(ids.compactMap { board[$0] }, in: workspace)
    }

    private func edit(
        _ task: TaskItem, with editor: Editor, in workspace: Workspace
    ) async throws {
        let file = Array((workspace.location.root + "/").utf8) + task.path.bytes
        var malformed: Malformation?
        repeat {
            try editor.open(file)
            let edited = try await workspace.board()[task.path]
            malformed = edited?.document.malformation
        } while malformed.map { asksAgain($0, task.path) } ?? false
        try await workspace.commitEdits(of: [task.id])
        let edited = try await workspace.board()[task.id]
        if let change = TaskChange(from: task, to: edited) {
            console.say(change.doneSentence)
        } else {
            console.say("Nothing changed")
        }
        if let malformed { throw Failure.cause(.malformed(malformed, task.path)) }
    }

    /// Whether a person wants to mend the file now; never without a terminal.
    private func asksAgain(_ malformed: Malformation, _ path: BoardPath) -> Bool {
        guard Stream.input.isTerminal, Stream.error.isTerminal else { return false }
        console.warn("pmd: " + Failure.cause(.malformed(malformed, path)).description)
        console.warn("Edit it again? [Y/n] (n keeps it as it is)")
        guard let answer = readLine() else { return false }
        return !answer.lowercased().hasPrefix("n")
    }
}
