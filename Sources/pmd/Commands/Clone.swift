import ArgumentParser
import BoardStorage
import TaskBoard
import Words

/// Clones a board from a remote.
struct Clone: Command {
    static let configuration = CommandConfiguration(
        commandName: "clone",
        abstract: "Clone a board from a remote, ready to use",
        discussion: """
            Use it to join a board, or to restore yours on a new machine. Checks out the \
            remote's default branch if it holds a board, else 'tasks', else the only branch that \
            does.

            Examples:
              pmd clone git@example.org:team/tasks.git
              pmd clone https://example.org/tasks.git my-tasks
            """)

    @Argument(help: "The remote: a URL or a path.") var url: Word
    @Argument(help: "The folder; by default the last part of the URL.")
    var folder: Word?
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let start = try session.options.directory?.text() ?? "."
        guard !self.url.bytes.isEmpty else {
            throw Failure(.usage, .emptyRemote)
        }
        let url = try remoteAddress(self.url.text(), from: start)
        let name = try folder?.text() ?? CloneRequest.folderName(for: url)
        var request = CloneRequest(
            url: url, folder: try absolutePath(name, from: start),
            transfer: TransferSettings(
                executable: try ownPath(), tell: session.console.progress()),
            environment: Program.environment)
        request.typed = CloneRequest.TypedWords(
            start: try session.options.directory?.text(), url: try self.url.text(), folder: name)
        defer { session.console.endProgress() }
        let made = try BoardCreation.clone(request)
        session.console.endProgress()
        try session.report(made, isClone: true, typed: folder?.string ?? name)
    }
}
