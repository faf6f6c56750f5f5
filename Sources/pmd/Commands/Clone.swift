import ArgumentParser
import BoardStorage
import TaskBoard

/// Makes a board from a remote.
struct Clone: Command {
    static let configuration = CommandConfiguration(
        commandName: "clone",
        abstract: "Make a board from a remote, ready to use",
        discussion: """
            The restore on a new machine, and the way to share a board. Takes the remote's own \
            branch if that holds a board, else 'tasks', else the only one that does.

            Examples:
              pmd clone git@example.org:team/tasks.git
              pmd clone https://example.org/tasks.git my-tasks
            """)

    @Argument(help: "Where the remote is: an address or a path.") var url: Word
    @Argument(
        help: "The folder; the address's last part where it is left out.")
    var folder: Word?
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let start = try session.options.directory?.text() ?? "."
        guard !self.url.bytes.isEmpty else {
            throw Failure(.usage, "the remote's address is empty: give a URL or a path")
        }
        let url = try remoteAddress(self.url.text(), from: start)
        let name = try folder?.text() ?? CloneRequest.folderName(for: url)
        let request = CloneRequest(
            url: url, folder: try absolutePath(name, from: start),
            transfer: TransferSettings(
                executable: try ownPath(), tell: session.console.progress()),
            environment: Program.environment)
        defer { session.console.endProgress() }
        let made = try Workspace.clone(request)
        session.console.endProgress()
        try session.tell(made, isClone: true, typed: folder?.string ?? name)
    }
}
