import TaskBoard

/// A kind of words that are valid at a place of a command line.
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
    /// The numbers of checklist items of the task that the first argument names.
    case items(isTicked: Bool)
    /// The numbers of conflicts of that task; of its body only, if `isText`.
    case conflicts(isText: Bool)
    /// `KEY=` for the conflicts of that task.
    case conflictKeys
    case states
    case tags
    /// The assignees of the board, and `me` if `hasMe`.
    case people(hasMe: Bool)
    /// `-TAG` and `-NAME`, where the word begins with `-`.
    case removedTags
    case removedPeople
    case views
    case dates(DateSense)
    case sortKeys
    /// `where`, after which a query names the tasks.
    case `where`
    /// The terms of a query.
    case query
    /// `+tag`, `@person` and `KEY:`, as `pmd add` reads them.
    case fields
    /// The changes that `pmd edit` reads.
    case changes
    /// The words of `pmd config`, which depend on the previous words.
    case settings

    /// The tasks that a command takes.
    enum TaskChoice: Equatable, Sendable {
        /// Unfinished tasks; finished ones where none of those fits.
        case any
        case unfinished, finished, repeating, conflicted, deleted
    }

    /// True if words after `--` are still read so.
    var isForLiterals: Bool {
        switch self {
        case .where, .query, .fields, .changes, .options, .words, .settings: false
        default: true
        }
    }
}

/// The candidates for the arguments and the options of a command.
struct Offers: Sendable {
    /// The candidates for each argument; the last entry covers all that follow.
    var arguments: [[Offer]] = []
    /// The candidates for the values of its own options.
    var values: [String: [Offer]] = [:]
    /// The candidates after `where`; empty if the command does not take it.
    var queried: [Offer] = []
    /// The candidates after `where QUERY --`.
    var queriedChanges: [Offer] = []

    /// The candidates for an argument, by the number of those before it.
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
