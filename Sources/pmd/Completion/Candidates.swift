import ArgumentParser
import BoardStorage
import MarkdownDocument
import TaskBoard
import TextLayout

/// A completion of the word at the cursor.
struct Candidate: Hashable {
    var word: String
    /// One line that is safe to print, since it may contain text from the board.
    var description = ""
    /// True if it takes the place of the typed word, which it does not begin with.
    var isReplacement = false

    init(_ word: String, _ description: String = "") {
        (self.word, self.description) = (word, description)
    }
}

/// The candidates for one place on a command line.
struct Candidates {
    /// The boards that candidates come from.
    enum Source {
        case current
        /// The most recently deleted tasks.
        case deleted
    }

    let place: CompletionPlace
    /// The word up to the cursor, without the option name in front of a value.
    let typed: String
    let now: Moment
    let board: Board?

    /// - Parameter readBoard: Reads the board; called only if the candidates depend on it.
    init(
        _ place: CompletionPlace, current: String, now: Moment,
        readBoard: (CompletionPlace.Directory?, Source) async -> Board?
    ) async {
        (self.place, self.now) = (place, now)
        typed = String(current.dropFirst(place.prefix.count))
        let source: Source = place.offers.contains(.tasks(.deleted)) ? .deleted : .current
        board =
            place.offers.contains(where: \.needsBoard)
            ? await readBoard(place.directory, source) : nil
    }

    /// The candidates, without duplicates and without words that would need quoting.
    var all: [Candidate] {
        var seen: Set<String> = []
        return place.offers.flatMap(candidates).filter { seen.insert($0.word).inserted }
            .map { candidate in
                var candidate = candidate
                candidate.word = place.prefix + candidate.word
                return candidate
            }
    }

    private func candidates(_ offer: Offer) -> [Candidate] {
        switch offer {
        case .words(let words): words.map { Candidate($0) }
        case .commands: Self.commands
        case .topics: ManualPage.all.map { Candidate($0.topic, $0.title) }
        case .options: Self.options(of: place.command)
        case .folders: Self.plain(paths(completing: typed, hasFiles: false))
        case .files: Self.plain(paths(completing: typed, hasFiles: true))
        case .tasks(let choice): references(choice) + titleWords(choice)
        case .items(let isTicked): items(isTicked: isTicked)
        case .conflicts(let isText): conflicts(isText: isText)
        case .conflictKeys: conflictKeys
        case .states: states
        case .tags: tags
        case .people(let hasMe): people(hasMe: hasMe)
        case .removedTags: removals(of: tags)
        case .removedPeople: removals(of: people(hasMe: true))
        case .views: views
        case .dates(let sense): dates(sense)
        case .sortKeys: sortKeys(after: typed)
        case .columns: columns
        case .where: queryStart
        case .query: queryTerms
        case .fields: fieldWords
        case .changes: changeWords
        case .settings: settings
        }
    }

    /// `where`, unless the word is empty and the board has only one task.
    private var queryStart: [Candidate] {
        let isOffered = !typed.isEmpty || (board?.tasks.count ?? 0) > 1
        return isOffered && "where".hasPrefix(typed) ? [Candidate("where")] : []
    }

    /// Returns the words that are safe to show.
    static func plain(_ words: [String]) -> [Candidate] {
        words.filter(isPlain).map { Candidate($0) }
    }

    /// Returns true if a word from the board is safe to show and cannot be mistaken for an option.
    static func isPlain(_ word: String) -> Bool {
        !word.isEmpty && word.first != "-" && safe(word) == word
            && !word.unicodeScalars.contains("\u{FFFD}")
    }

    /// Returns true if a tag, a person or a state can be typed after a sign: blanks, commas or
    /// quotes would end it.
    static func isName(_ word: String) -> Bool {
        guard let first = word.first, first.isLetter || first.isNumber || first == "_" else {
            return false
        }
        return isPlain(word) && !word.contains { $0.isWhitespace || $0 == "," || $0 == "\"" }
    }

    /// Returns a line from the board for use in a description.
    static func line(_ text: some Sequence<UInt8>) -> String {
        safe(text).truncated(to: descriptionColumns)
    }

    private static let descriptionColumns = 60
}

extension Offer {
    /// True if the offer depends on the board.
    fileprivate var needsBoard: Bool {
        switch self {
        case .words, .folders, .files, .commands, .topics, .options, .dates, .sortKeys, .columns:
            false
        default: true
        }
    }
}

extension Candidates {
    /// The commands that the help lists.
    static var commands: [Candidate] {
        PMD.commands.filter { $0.configuration.shouldDisplay }.map { command in
            Candidate(
                command.configuration.commandName ?? "", command.configuration.abstract)
        }
    }

    /// Returns the options with their help. In a listing they appear as `-q, --quiet`.
    static func options(of command: (any Command.Type)?) -> [Candidate] {
        let help = PMD.helpMessage(for: command ?? Help.self, columns: 10_000)
        let names = command.map { OptionNames(of: $0) } ?? .common
        let described = HelpText(help).entries.flatMap { entry in
            entry.name.split(separator: ", ").map { name in
                Candidate(String(name.prefix { $0 != " " }), entry.help)
            }
        }
        return described.filter { names.all.contains($0.word) || $0.word == "--version" }
    }
}
