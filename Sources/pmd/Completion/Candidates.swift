import ArgumentParser
import BoardStorage
import MarkdownDocument
import TaskBoard

/// A completion of the word at the cursor.
struct Candidate: Hashable {
    var word: String
    /// A description from pmd, never text of a board.
    var description = ""
}

/// The candidates for one place on a command line.
struct Candidates {
    private let place: CompletionPlace
    private let current: String
    private let board: Board?

    /// - Parameter readBoard: Reads the board; called only if the candidates depend on it.
    init(
        _ place: CompletionPlace, current: String,
        readBoard: (CompletionPlace.Directory?) async -> Board?
    ) async {
        (self.place, self.current) = (place, current)
        board = place.offers.contains(where: \.needsBoard) ? await readBoard(place.directory) : nil
    }

    /// The candidates without duplicates and without words that cannot be typed as they are.
    var all: [Candidate] {
        var seen: Set<String> = []
        return place.offers.flatMap(candidates).filter { seen.insert($0.word).inserted }
            .map { Candidate(word: place.prefix + $0.word, description: $0.description) }
    }

    private func candidates(_ offer: Offer) -> [Candidate] {
        switch offer {
        case .commands: Self.commands
        case .options: Self.options(of: place.command)
        case .words(let words): words.map { Candidate(word: $0) }
        default: words(offer).filter(Self.isPlain).map { Candidate(word: $0) }
        }
    }

    /// Returns true if a word of the board is safe to show, and cannot be taken for an option.
    private static func isPlain(_ word: String) -> Bool {
        !word.isEmpty && word.first != "-" && safe(word) == word
            && !word.unicodeScalars.contains("\u{FFFD}")
    }

    /// Returns true if a tag, a person or a state can be typed after a sign: blanks, commas and
    /// quotes would end it.
    private static func isName(_ word: String) -> Bool {
        guard let first = word.first, first.isLetter || first.isNumber || first == "_" else {
            return false
        }
        return !word.contains { $0.isWhitespace || $0 == "," || $0 == "\"" }
    }

    private func words(_ offer: Offer) -> [String] {
        switch offer {
        case .folders: subfolders(of: String(current.dropFirst(place.prefix.count)))
        case .tasks: references(finished: false)
        case .finishedTasks: references(finished: true)
        case .states: states
        case .tags: tags
        case .people: people
        case .query: signed + negated + states.map { "state:" + $0 } + Self.terms
        case .fields: signed + Self.fields + states.map { "state:" + $0 }
        case .changes: signed + negated + Self.fields + Self.removals
        case .settings: settings
        case .words, .commands, .options: []
        }
    }

    private func references(finished isFinished: Bool) -> [String] {
        guard let board else { return [] }
        let references = References(board)
        return board.tasks.filter { $0.isFinished == isFinished }.map { references[$0] }
    }

    private var states: [String] {
        (board?.columns ?? []).map(\.state.string).filter(Self.isName)
    }

    private var tags: [String] { names(\.tags) }
    private var people: [String] { names(\.assignees) + ["me"] }

    private func names(_ list: (TaskItem) -> [Text]) -> [String] {
        Set((board?.tasks ?? []).flatMap(list)).map(\.string).filter(Self.isName).sorted()
    }

    private var signed: [String] { tags.map { "+" + $0 } + people.map { "@" + $0 } }

    private var negated: [String] {
        current.hasPrefix("not:") ? signed.map { "not:" + $0 } : ["not:"]
    }

    private static let priorities = Priority.allCases.map { "priority:" + $0.rawValue }
    /// The fields with one value that words can set, except the title and the state.
    private static let scalars = Field.keys.filter {
        $0.isTyped && !$0.isList && $0 != .title
    }
    private static let fields = scalars.flatMap {
        $0 == .priority ? priorities : ["\($0.key):"]
    }
    private static let removals = scalars.map { "\($0.key):none" }
    private static let terms =
        Query.properties.map { "is:" + $0 } + priorities
        + Query.dateKeys.flatMap { ["\($0):", "\($0).before:", "\($0).after:"] }
        + ["has:", "no:", "sort:"].flatMap { sign in Query.sortKeys.map { sign + $0 } }
}

extension Candidates {
    private var settings: [String] {
        guard let board else { return [] }
        switch place.arguments {
        case []:
            return Config.keys.map(\.string) + states.map { "limits." + $0 }
                + board.settings.views.map { "views." + $0.name.string }
        case ["states"]: return ["rename"]
        case ["states", "rename"], ["start"], ["finished"]: return states
        default: return []
        }
    }

    private static var commands: [Candidate] {
        PMD.commands.map { command in
            Candidate(
                word: command.configuration.commandName ?? "",
                description: command.configuration.abstract)
        }
    }

    /// The options with their help, where they are listed as `-q, --quiet`.
    private static func options(of command: (any Command.Type)?) -> [Candidate] {
        let help = PMD.helpMessage(for: command ?? Help.self, columns: 10_000)
        let names = command.map { OptionNames(of: $0) } ?? .common
        let described = HelpText(help).entries.flatMap { entry in
            entry.name.split(separator: ", ").map { name in
                Candidate(word: String(name.prefix { $0 != " " }), description: entry.help)
            }
        }
        return described.filter { names.all.contains($0.word) || $0.word == "--version" }
    }
}

extension Offer {
    /// True if the offer depends on the board.
    fileprivate var needsBoard: Bool {
        switch self {
        case .words, .folders, .commands, .options: false
        default: true
        }
    }
}
