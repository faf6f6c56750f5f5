import TaskBoard

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
