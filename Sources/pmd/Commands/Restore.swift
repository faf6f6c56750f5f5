import ArgumentParser
import BoardStorage
import MarkdownDocument
import TaskBoard

/// Brings deleted tasks back.
struct Restore: Command {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring deleted tasks back from history",
        discussion: """
            They come back as they were, under the same ID. 'pmd log --action deleted' lists \
            what was deleted. Other files come back by their path.

            Examples:
              pmd restore milk
              pmd restore attachments/plan.png
            """)

    @Argument(help: "Deleted tasks, by ID, file name or words of the title; paths of files.")
    var tasks: [Word]
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
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
