import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// Creates a board.
struct Init: Command {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create a board, in a new repository or beside code",
        discussion: """
            In a repository that tracks other files, the board gets its own branch, in a linked \
            working tree at DIR; with --here it becomes a folder on the current branch. On an \
            existing board, init changes no files and only sets up git's merge driver in this \
            clone.

            With --remote, a new board joins the remote's board, or continues a branch that has \
            only a README, a license and dotfiles. If the remote has other files, the board gets \
            the branch 'tasks' there.

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
        let made = try BoardCreation.initialise(request(session))
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
            throw Failure(.usage, .emptyRemote)
        }
        request.remote = try remote.map { try remoteAddress($0.text(), from: start) }
        request.branch = try branch?.text()
        request.language = .ofReader
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
    /// Reports the new board and suggests next steps.
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
        for note in made.notes.sentences { console.warn("pmd: " + note.text(.ofReader)) }
        guard made.kind != .existing else { return }
        for sentence in made.origin.sentences(branch: made.branch) {
            console.warn(lines: "pmd: " + sentence.text)
        }
        console.say(
            .next(
                entering: typed == "." ? nil : MadeBoard.command(toEnter: typed),
                commands: isClone ? "pmd board, pmd sync" : "pmd add TITLE, pmd board, pmd help"))
    }

    private func sentence(_ made: MadeBoard, _ isClone: Bool) -> CommandSentence {
        let folder = made.location.root
        switch made.kind {
        case .existing: return .alreadyBoard(folder)
        case .own where isClone: return .cloned(folder)
        case .own where made.origin == .joined:
            return .joinedRemote(folder, branch: made.branch)
        case .own where made.origin == .onTop:
            return .createdOnTop(folder, branch: made.branch)
        case .own(let isNew):
            return .created(folder, withRepository: isNew)
        case .linked(true): return .joined(folder, branch: made.branch)
        case .linked(false):
            return .createdLinked(folder, branch: made.branch)
        case .guest:
            return .createdGuest(folder, branch: made.branch)
        }
    }
}

extension MadeBoard.Origin {
    /// What the user must know about the remote.
    fileprivate func sentences(branch: String) -> [CommandSentence] {
        switch self {
        case .new, .onTop, .joined: []
        case .besides(let main):
            [.ownBranch(branch, main: main)]
        case .unasked(let reason):
            [.remoteNotAsked(reason), .firstSync]
        }
    }
}
