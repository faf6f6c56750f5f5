import BoardStorage
import TaskBoard
import TaskExchange

/// A kind of words that are valid at a place of a command line.
enum Offer: Equatable, Sendable {
    case words([String])
    case folders
    case commands
    /// The options of the command.
    case options
    /// References of unfinished tasks.
    case tasks
    /// References of finished tasks.
    case finishedTasks
    case states
    case tags
    case people
    /// The terms of a query.
    case query
    /// `+tag`, `@person` and `KEY:`, as `pmd add` reads them.
    case fields
    /// The changes that `pmd edit` reads.
    case changes
    /// The words of `pmd config`, which depend on the previous words.
    case settings
}

/// The candidates for the arguments and the options of a command.
struct Offers: Sendable {
    /// The candidates for each argument; the last entry covers all that follow.
    var arguments: [[Offer]] = []
    /// The candidates for the values of its own options.
    var values: [String: [Offer]] = [:]

    func argument(_ index: Int) -> [Offer] {
        arguments.isEmpty ? [] : arguments[min(index, arguments.count - 1)]
    }

    func value(of option: String) -> [Offer] { values[option] ?? Self.common[option] ?? [] }

    private static let common: [String: [Offer]] = [
        "-C": [.folders], "--color": [.words(ColourPolicy.allCases.map(\.rawValue))],
    ]

    private static let priorities = Priority.allCases.map(\.rawValue)
    private static let days = [
        "today", "tomorrow", "mon", "tue", "wed", "thu", "fri", "sat", "sun",
    ]
    private static let tasks = Offers(arguments: [[.tasks]])
    private static let oneTask = Offers(arguments: [[.tasks], []])

    /// The offers of each command, by its name. Commands that are not listed here have no
    /// words to complete.
    static let of: [String: Offers] = [
        "init": Offers(arguments: [[.folders], []], values: ["--remote": [.folders]]),
        "clone": Offers(arguments: [[.folders], [.folders], []]),
        "config": Offers(arguments: [[.settings]]),
        "check": tasks,
        "add": Offers(
            arguments: [[.fields]],
            values: [
                "--due": [.words(days)], "--priority": [.words(priorities)], "--tag": [.tags],
                "--assignee": [.people], "--state": [.states],
            ]),
        "edit": Offers(
            arguments: [[.tasks, .changes]],
            values: [
                "--due": [.words(days + ["none"])], "--wait": [.words(days + ["none"])],
                "--priority": [.words(priorities + ["none"])], "--tag": [.tags],
                "--assignee": [.people],
            ]),
        "move": Offers(
            arguments: [[.tasks, .states]], values: ["--before": [.tasks], "--after": [.tasks]]),
        "start": tasks,
        "done": tasks,
        "reopen": Offers(arguments: [[.finishedTasks, .tasks]]),
        "tick": oneTask,
        "untick": oneTask,
        "rm": tasks,
        "list": Offers(
            arguments: [[.query]],
            values: ["--sort": [.words(Query.sortKeys)]]),
        "board": Offers(arguments: [[.query]]),
        "show": oneTask,
        "log": Offers(
            arguments: [[.tasks]],
            values: ["--action": [.words(LogAction.allCases.map(\.rawValue))]]),
        "blame": oneTask,
        "resolve": tasks,
        "doctor": Offers(arguments: [[.words(DoctorTopic.allCases.map(\.rawValue))]]),
        "import": Offers(
            arguments: [
                [.words(ExchangeFormat.allCases.filter(\.isImported).map(\.name))], [.folders],
                [],
            ]),
        "export": Offers(
            arguments: [[.words(ExchangeFormat.allCases.map(\.name))], [.query]],
            values: ["--to": [.folders]]),
        "help": Offers(arguments: [[.words(ManualPage.all.map(\.topic)), .commands], []]),
        "completion": Offers(
            arguments: [[.words(Completion.Shell.allCases.map(\.rawValue))], []]),
    ]
}
