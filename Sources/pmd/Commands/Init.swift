import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout

/// Creates a board.
struct Init: Command {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create a board, in a new repository or beside code",
        discussion: """
            In a repository that tracks other files, the board gets its own branch, in a linked \
            working tree at DIR; with --here it becomes a folder of the current branch. On an \
            existing board, init changes nothing.

            With --remote, a new board joins the board of the remote, or continues a branch that \
            has only a README, a license and dotfiles. If the remote has other files, the board \
            gets the branch 'tasks' there.

            Examples:
              pmd init my-tasks
              pmd init my-tasks --states todo,doing,review,done
              pmd init tasks --remote git@example.org:team/tasks.git
              pmd init tasks --here
            """)

    @Argument(help: "The folder; by default the current one.")
    var folder: Word?
    @Option(help: "The states in board order, separated by commas.") var states: Word?
    @Option(help: "The remote to sync with.") var remote: Word?
    @Option(help: "The branch; 'tasks' by default beside code.") var branch: Word?
    @Flag(help: "Put the board into the current branch.") var here = false
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let made = try Workspace.initialise(request(session))
        try session.report(made, typed: folder?.string ?? ".")
    }

    private func request(_ session: Session) throws -> InitRequest {
        let start = try session.options.directory?.text() ?? "."
        let named = try folder?.text()
        var request = InitRequest(
            folder: try absolutePath(named ?? ".", from: start), isNamed: named != nil,
            transfer: TransferSettings(executable: try ownPath()), environment: Program.environment)
        if let states { (request.states, request.namesStates) = (try list(states), true) }
        if let remote, remote.bytes.allSatisfy({ $0 <= 0x20 }) {
            throw Failure(.usage, "the remote is empty: give a URL or a path")
        }
        request.remote = try remote.map { try remoteAddress($0.text(), from: start) }
        request.branch = try branch?.text()
        request.isGuest = here
        return request
    }

    private func list(_ states: Word) throws -> [Text] {
        try states.text().split(separator: ",").map { part in
            Text(part.drop { $0 == " " }.description.trimmingTrailingBlanks)
        }
    }
}

extension Session {
    /// Reports the new board, and what to do next.
    ///
    /// - Parameter typed: The folder as the user typed it.
    func report(_ made: MadeBoard, isClone: Bool = false, typed: String) throws {
        let folder = made.location.root
        if console.isJSON {
            try console.print(json: [
                "path": .string(folder), "branch": .string(made.branch),
                "made": .bool(made.kind != .existing),
            ])
            return
        }
        console.say(sentence(made, isClone))
        for note in made.notes { console.warn("pmd: " + note.text(.ofReader)) }
        guard made.kind != .existing else { return }
        for words in made.origin.words(branch: made.branch) { console.warn(lines: "pmd: " + words) }
        let way = typed == "." ? "" : "\(MadeBoard.command(toEnter: typed)), then "
        console.say(
            "Next: \(way)"
                + (isClone ? "pmd board, pmd sync" : "pmd add TITLE, pmd board, pmd help"))
    }

    private func sentence(_ made: MadeBoard, _ isClone: Bool) -> String {
        let folder = made.location.root
        switch made.kind {
        case .existing: return "\(folder) is already a board; nothing changed"
        case .own where isClone: return "Cloned the board to \(folder)"
        case .own where made.origin == .joined:
            return "Joined the board of the remote's branch '\(made.branch)', in \(folder)"
        case .own where made.origin == .onTop:
            return "Created a board in \(folder), on top of the remote's branch '\(made.branch)'"
        case .own(let isNew):
            return "Created a board in \(folder)" + (isNew ? ", with a new repository" : "")
        case .linked(true): return "Joined the board of the branch '\(made.branch)', in \(folder)"
        case .linked(false):
            return "Created a board in \(folder), on its own branch '\(made.branch)'"
        case .guest:
            return "Created a board in \(folder), on the branch '\(made.branch)' beside the code"
        }
    }
}

extension MadeBoard.Origin {
    /// Sentences about the remote that the user has to know.
    fileprivate func words(branch: String) -> [String] {
        switch self {
        case .new, .onTop, .joined: []
        case .besides(let main):
            [
                "the remote's branch '\(main)' has other files, so the board syncs with a branch of "
                    + "its own there: '\(branch)'"
            ]
        case .unasked(let reason):
            [
                "the remote could not be asked, so the board begins without it: \(reason.message)",
                "the first 'pmd sync' pushes the board to an empty remote, and merges it with a "
                    + "board there; if the remote has other files, it names the next step",
            ]
        }
    }
}
