import BoardStorage
import MarkdownDocument
import TaskBoard
import TaskExchange

/// A kind of word that is valid at a position on a command line.
enum Offer: Equatable, Sendable {
    case words([String])
    case folders
    /// Files and folders.
    case files
    case commands
    /// The pages of the manual.
    case topics
    /// The options of the command.
    case options
    case tasks(TaskChoice)
    /// The checklist item numbers of the task named by the first argument.
    case items(isTicked: Bool)
    /// The conflict numbers of that task; only those in its body if `isText`.
    case conflicts(isText: Bool)
    /// `KEY=` for the conflicts of that task.
    case conflictKeys
    case states
    case tags
    /// The assignees of the board, and `me` if `hasMe`.
    case people(hasMe: Bool)
    /// `-TAG` and `-NAME`, if the word starts with `-`.
    case removedTags
    case removedPeople
    case views
    case dates(DateSense)
    case sortKeys
    /// The fields of a list, after commas too.
    case columns
    /// `where`, which starts a query for the tasks.
    case `where`
    /// The terms of a query.
    case query
    /// `+tag`, `@person` and `KEY:`, as read by `pmd add`.
    case fields
    /// The changes accepted by `pmd edit`.
    case changes
    /// The words of `pmd config`, which depend on the previous words.
    case settings

    /// The tasks that a command accepts.
    enum TaskChoice: Equatable, Sendable {
        /// Unfinished tasks; finished ones if no unfinished task matches.
        case any
        case unfinished, finished, repeating, conflicted, deleted
    }

    /// True if words after `--` are read in the same way.
    var isForLiterals: Bool {
        switch self {
        case .where, .query, .fields, .changes, .options, .words, .settings: false
        default: true
        }
    }
}

/// The candidates for the arguments and the options of a command.
struct Offers: Sendable {
    /// The candidates for each argument; the last entry covers all further ones.
    var arguments: [[Offer]] = []
    /// The candidates for the values of the command's own options.
    var values: [String: [Offer]] = [:]
    /// The candidates after `where`; empty if the command does not accept it.
    var queried: [Offer] = []
    /// The candidates after `where QUERY --`.
    var queriedChanges: [Offer] = []

    /// Returns the candidates for the argument at this index.
    func argument(_ index: Int) -> [Offer] {
        guard !arguments.isEmpty else { return [] }
        let offers = arguments[min(index, arguments.count - 1)]
        return index == 0 && !queried.isEmpty ? offers + [.where] : offers
    }

    func value(of option: String) -> [Offer] { values[option] ?? Self.common[option] ?? [] }

    /// The options of every command.
    static let common: [String: [Offer]] = [
        "-C": [.folders], "--color": [.words(ColourPolicy.allCases.map(\.rawValue))],
    ]
}

extension Offers {
    private static let priorities: Offer = .words(Priority.allCases.map(\.rawValue))
    private static let none: Offer = .words(["none"])
    private static let dayBack: [Offer] = [.dates(.back)]
    private static let schedulers: [Offer] = [.words(JobScheduler.allCases.map(\.rawValue))]

    /// Returns a command that takes several tasks, or `where QUERY`.
    private static func references(
        _ choice: Offer.TaskChoice, values: [String: [Offer]] = [:]
    ) -> Offers {
        Offers(arguments: [[.tasks(choice)]], values: values, queried: [.query])
    }

    /// The offers of each command, by its name. Commands that are not listed here have no
    /// words to complete.
    static let of: [String: Offers] = [
        "init": Offers(arguments: [[.folders], []], values: ["--remote": [.folders]]),
        "clone": Offers(arguments: [[.folders], [.folders], []]),
        "config": Offers(arguments: [[.settings]]),
        "check": references(.any),
        "add": add,
        "edit": edit,
        "annotate": Offers(arguments: [[.tasks(.any)], []]),
        "attach": Offers(arguments: [[.tasks(.any)], [.files]]),
        "move": Offers(
            arguments: [[.tasks(.any)], [.states, .words(["."]), .tasks(.any)]],
            values: ["--before": [.tasks(.any)], "--after": [.tasks(.any)]],
            queried: [.states, .query]),
        "start": references(.unfinished),
        "done": references(.unfinished),
        "reopen": references(.finished),
        "skip": references(.repeating),
        "snooze": Offers(
            arguments: [[.tasks(.unfinished)], [.dates(.ahead), none, .tasks(.unfinished)]],
            queried: [.dates(.ahead), none, .query]),
        "remind": Offers(values: ["--install": schedulers]),
        "sync": Offers(values: ["--install": schedulers]),
        "tick": Offers(arguments: [[.tasks(.any)], [.items(isTicked: false)]]),
        "untick": Offers(arguments: [[.tasks(.any)], [.items(isTicked: true)]]),
        "rm": references(.any),
        "restore": references(.deleted),
        "archive": Offers(values: ["--before": dayBack]),
        "list": Offers(
            arguments: [[.query]], values: ["--sort": [.sortKeys], "--columns": [.columns]]),
        "next": Offers(arguments: [[.query]]),
        "count": Offers(arguments: [[.query]]),
        "tags": Offers(arguments: [[.query]]),
        "projects": Offers(arguments: [[.query]]),
        "people": Offers(arguments: [[.query]]),
        "ui": Offers(
            arguments: [[.query]],
            values: ["--at": dayBack, "--theme": [.words(ThemeChoice.allCases.map(\.rawValue))]]),
        "serve": Offers(
            values: [
                "--host": [.words(["127.0.0.1", "::1", "0.0.0.0"])],
                "--sync-every": [.words(["1m", "5m", "15m", "1h"])],
                "--install": [.words([JobScheduler.systemd.rawValue])],
            ]),
        "board": Offers(arguments: [[.query]], values: ["--at": dayBack]),
        "show": references(.any, values: ["--at": dayBack]),
        "log": references(
            .any,
            values: [
                "--since": dayBack, "--until": dayBack, "--by": [.people(hasMe: false)],
                "--action": [.words(LogAction.allCases.map(\.rawValue))],
            ]),
        "blame": Offers(arguments: [[.tasks(.any)], []]),
        "stats": Offers(
            arguments: [[.query]],
            values: [
                "--by": [.words(Grouping.fields.map { ($0.singular ?? $0.key).string })],
                "--since": dayBack, "--svg": [.files],
            ]),
        "resolve": Offers(
            arguments: [[.tasks(.conflicted)], [.conflictKeys]],
            values: [
                "--take": [.conflicts(isText: false)], "--both": [.conflicts(isText: true)],
            ], queried: [.query]),
        "doctor": Offers(
            arguments: [[.words(DoctorTopic.allCases.map(\.rawValue))]],
            values: ["--clone": [.folders]]),
        "import": Offers(
            arguments: [
                [.words(ExchangeFormat.allCases.map(\.name))], [.files], [],
            ], values: ["--taskrc": [.files]]),
        "export": Offers(
            arguments: [[.words(ExchangeFormat.allCases.map(\.name))], [.query]],
            values: ["--to": [.files]]),
        "help": Offers(
            arguments: [[.topics, .commands], []], values: ["--man-pages": [.folders]]),
        "completion": Offers(
            arguments: [[.words(Completion.Shell.allCases.map(\.rawValue))], []]),
        // Their arguments are numbers, commits or files passed by git.
        "undo": Offers(),
        "redo": Offers(),
        "merge-driver": Offers(),
    ]

    private static let add = Offers(
        arguments: [[.fields]],
        values: [
            "--due": [.dates(.ahead)], "--priority": [priorities], "--tag": [.tags],
            "--assignee": [.people(hasMe: true)], "--state": [.states],
        ])

    private static let edit = Offers(
        arguments: [[.tasks(.any), .changes]],
        values: [
            "--due": [.dates(.ahead), none], "--wait": [.dates(.ahead), none],
            "--priority": [priorities, none], "--tag": [.tags, .removedTags],
            "--assignee": [.people(hasMe: true), .removedPeople],
        ],
        queried: [.query], queriedChanges: [.changes])
}
