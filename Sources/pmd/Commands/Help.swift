import ArgumentParser
import BoardStorage
import TaskBoard
import TextLayout
import Words

/// Shows a page of the manual, or the help of a command.
struct Help: Command {
    static let configuration = CommandConfiguration(
        commandName: "help",
        abstract: "Show a page of the manual, or the help of a command",
        discussion: """
            Topics: \(ManualPage.all.map(\.topic).joined(separator: ", ")).

            Examples:
              pmd help getting-started
              pmd help queries
              pmd help add
              pmd help --man sync > pmd-sync.1
              pmd help --man-pages ~/.local/share/man
            """)

    @Argument(help: "A page of the manual, or a command.") var topic: String?

    @Flag(help: "Print the man page of pmd, a command or a topic.") var man = false
    @Option(
        help: ArgumentHelp(
            "Write all man pages below this folder.", valueName: "folder"))
    var manPages: Word?
    @OptionGroup var common: CommonOptions

    func check() throws(Failure) {
        if manPages != nil, man || topic != nil { throw Failure(.manPagesWithOthers) }
    }

    func run(_ session: Session) async throws {
        let console = session.console
        if man {
            guard let page = topic.map({ ManPage.named($0) }) ?? ManPage.program else {
                throw unknown(topic ?? "", among: ManPage.all.map(\.name.title))
            }
            try console.print(page.lines(dated: date(session)))
        } else if let manPages {
            let folder = try absolutePath(manPages.text(), from: ".")
            try ManFolder(path: folder).write(ManPage.all, dated: date(session))
            console.say(.manPagesWritten(ManPage.all.count, safe(Array(folder.utf8))))
        } else if let topic {
            try show(topic, console)
        } else {
            try page(overview(console), on: console)
        }
    }

    private func date(_ session: Session) -> ManDate {
        ManDate(epoch: environment("SOURCE_DATE_EPOCH"), now: session.now.seconds)
    }

    private func show(_ topic: String, _ console: Console) throws {
        if let manual = ManualPage.all.first(where: { $0.topic == topic }) {
            let isPlain = !Stream.output.isTerminal && !console.isColoured
            let lines =
                isPlain
                ? manual.markdown.split(separator: "\n", omittingEmptySubsequences: false)
                    .map(String.init).dropLast()
                : manual.rendered(ink: try console.ink, columns: console.columns)
            let hint =
                PMD.command(named: topic) == nil || isPlain
                ? [] : ["'pmd \(topic) --help' lists the options of the command."]
            try page(lines + hint, on: console)
        } else if let command = PMD.command(named: topic) {
            try page(helpLines(of: command, console), on: console)
        } else {
            throw unknown(
                topic, among: ManualPage.all.map(\.topic) + PMD.commandNames)
        }
    }

    private func helpLines(of command: any Command.Type, _ console: Console) -> [String] {
        let text = PMD.helpMessage(for: command, columns: min(console.columns, 100))
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private func overview(_ console: Console) -> [String] {
        let text = PMD.helpMessage(columns: min(console.columns, 100))
        var topics = Table()
        for page in ManualPage.all {
            topics.append([.init(text: page.topic), .init(text: page.title)])
        }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            + ["", "MANUAL: pmd help TOPIC"]
            + topics.lines(ink: .plain, limit: console.columns, indent: 2)
    }

    /// The manual pages of subjects that have no page of their own.
    private static let pages = [
        "alias": "commands", "aliases": "commands", "colors": "output", "colours": "output",
        "dates": "queries", "filters": "queries", "json": "output", "keys": "board",
        "recurrence": "time", "reminders": "time", "repeat": "time",
        "search": "queries", "sort": "queries", "taskwarrior": "exchange", "todo.txt": "exchange",
        "urgency": "queries", "views": "queries",
    ]

    private func unknown(_ topic: String, among names: [String]) -> Failure {
        let near =
            Self.pages[topic]
            ?? suggestion(for: topic, among: names.filter { !$0.hasPrefix("_") })
        return Failure(
            .usage, .unknownTopic(topic, near: near, known: ManualPage.all.map(\.topic)))
    }
}

extension PMD {
    /// Returns the command of this name or alias.
    static func command(named name: String) -> (any Command.Type)? {
        commands.first {
            $0.configuration.commandName == name || $0.configuration.aliases.contains(name)
        }
    }
}
