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
            what was deleted.

            Examples:
              pmd restore milk
            """)

    @Argument(help: "Deleted tasks, by ID, file name or words of the title.") var tasks: [Word]
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let references = try session.references(tasks)
        let workspace = try session.workspace()
        let settings = try await workspace.board().settings
        let gone = try await workspace.deletedBoard(settings)
        let found: [TaskItem]
        do {
            found = try gone.tasks(named: references)
        } catch ReferenceError.none(let word) {
            throw Failure(
                .data, "no-match",
                "no deleted task matches '\(word)'; 'pmd log --action deleted' lists them")
        }
        let performed = try await workspace.perform { board in
            try board.restoring(
                found.map { (path: $0.path, bytes: $0.document.bytes) }, hash: contentHash)
        }
        try session.tell(performed, isReturn: true)
    }
}
