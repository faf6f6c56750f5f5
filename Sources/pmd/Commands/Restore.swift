import ArgumentParser
import BoardStorage
import MarkdownDocument
import TaskBoard

/// Brings deleted tasks back.
struct Restore: Command {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring deleted tasks back, or commits that git took off the branch",
        discussion: """
            They come back as they were, under the same ID. 'pmd log --action deleted' lists \
            what was deleted. Other files come back by their path.

            With --dropped, the commits of this clone that 'git stash', 'git reset' or 'git \
            rebase --abort' took off the branch are merged into it again; 'pmd status' lists them.

            Examples:
              pmd restore milk
              pmd restore attachments/plan.png
              pmd restore --dropped
            """)

    static let optionNames = OptionNames(flags: ["--dropped"])

    @Argument(help: "Deleted tasks, by ID, file name or words of the title; paths of files.")
    var tasks: [Word] = []
    @Flag(help: "Bring back the commits of this clone that git took off the branch.")
    var dropped = false
    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard dropped != tasks.isEmpty else { return }
        throw ValidationError(
            dropped
                ? "'--dropped' brings back all dropped commits: name no task with it"
                : "name a deleted task, or give '--dropped'")
    }

    func run(_ session: Session) async throws {
        if dropped { return try await restoreDropped(session) }
        let references = try session.references(tasks)
        let workspace = try session.workspace()
        let settings = try await workspace.board().settings
        let gone = try await workspace.deletedBoard(settings)
        let found = try await find(references, gone, workspace)
        let performed = try await workspace.perform { board in
            let plan = try board.restoring(
                found.filter { !$0.isOther }.map { (path: $0.path, bytes: $0.bytes) },
                hash: contentHash)
            return plan.restoring(found.filter(\.isOther).map { ($0.path, $0.bytes) })
        }
        try session.tell(performed, isReturn: true)
        for file in found where file.isOther { session.console.say("Restored \(file.path)") }
    }

    private func restoreDropped(_ session: Session) async throws {
        let restored = try await session.workspace().restoreDropped()
        if session.console.isJSON {
            return try session.console.print(json: .array(restored.map(\.json)))
        }
        let count = restored.reduce(0) { $0 + $1.count }
        session.console.say(
            count == 0 ? "No commit was dropped" : "Restored \(counted(count, "dropped commit"))")
    }

    /// A file of history that shall come back.
    private struct Found {
        let path: BoardPath
        let bytes: [UInt8]
        /// Whether it is no task.
        let isOther: Bool
    }

    private func find(
        _ references: [Word], _ gone: Board, _ workspace: Workspace
    ) async throws -> [Found] {
        var found: [Found] = []
        for reference in references {
            do {
                let task = try gone.task(named: reference)
                found.append(Found(path: task.path, bytes: task.document.bytes, isOther: false))
            } catch ReferenceError.none(let word) {
                let path = BoardPath(reference.bytes)
                guard let bytes = try await workspace.deletedFile(path) else {
                    throw Failure(
                        .data, "no-match",
                        "no deleted task matches '\(visible(word.utf8))'; 'pmd log --action deleted' lists them"
                    )
                }
                found.append(Found(path: path, bytes: bytes, isOther: true))
            }
        }
        var seen: Set<BoardPath> = []
        return found.filter { seen.insert($0.path).inserted }
    }
}
