import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard

/// Reads and writes the settings that all clones of a board share.
struct Config: Command {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show or change the settings of the board",
        usage: "pmd config [<key> [<value>]] | pmd config states rename <old> <new>",
        discussion: """
            The settings are in pmd.yml; other lines of the file stay as they are. An empty \
            value removes a setting, so that its default applies.

            Examples:
              pmd config
              pmd config limits.doing 3
              pmd config states todo,doing,review,done
              pmd config states rename review checking
            """)

    @Argument(help: "A key and its value, or 'states rename OLD NEW'.") var words: [Word] = []
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let texts = try words.map { Text(try $0.text()) }
        switch texts.count {
        case 0: try await printAll(session, workspace)
        case 1: try await print(texts[0], session, workspace)
        case 2: try await set(texts[0], to: texts[1], session, workspace)
        case 4 where texts[0] == "states" && texts[1] == "rename":
            try report(await workspace.renameState(texts[2], to: texts[3]), session)
        default:
            throw Failure(
                .usage,
                "expected 'pmd config KEY VALUE' or 'pmd config states rename OLD NEW'; "
                    + "a value with blanks needs quotes")
        }
    }

    static let keys: [Text] = [
        "states", "finished", "start", "limits", "body-limit", "remind", "sync", "views",
        "retired", "format",
    ]

    private func printAll(_ session: Session, _ workspace: Workspace) async throws {
        let settings = try await workspace.board().settings
        if session.console.isJSON {
            try session.console.print(json: json(settings))
            return
        }
        var table = Table()
        for key in Self.keys {
            let value = try settings.value(of: key).lines.map { safe($0) }.joined(separator: ", ")
            if !value.isEmpty {
                table.append([.init(text: key.string, style: .dim), .init(text: value)])
            }
        }
        try session.console.print(table.lines(ink: session.console.ink, limit: .max / 2))
    }

    private func print(
        _ key: Text, _ session: Session, _ workspace: Workspace
    ) async throws {
        let value = try await workspace.board().settings.value(of: key)
        if session.console.isJSON {
            try session.console.print(json: value.json)
        } else {
            try session.console.print(value.lines.map { safe($0) })
        }
    }

    private func set(
        _ key: Text, to value: Text, _ session: Session, _ workspace: Workspace
    ) async throws {
        try report(await workspace.setSetting(key, to: value), session)
    }

    private func report(_ outcome: Outcome, _ session: Session) throws {
        for sentence in outcome.sentences { session.console.say(sentence) }
        if session.console.isJSON {
            try session.console.print(json: json(outcome.board.settings))
        }
    }

    private func json(_ settings: BoardSettings) throws -> JSONValue {
        .object(
            try Self.keys.map { key in
                JSONValue.Member(key.string, try settings.value(of: key).json)
            })
    }
}
