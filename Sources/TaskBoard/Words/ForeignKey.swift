import MarkdownDocument

/// The words of other tools that quick entry refuses, since their users expect them to have an
/// effect.
///
/// The list is fixed and in the manual, so that no title is refused because it looks similar: `Re:
/// x`, `Dude: x` and addresses are titles.
enum ForeignKey {
    /// By the key before the colon: the words to write, with `%` for the value.
    private static let table: [(key: Text, words: [String])] = [
        ("pri", ["priority:%"]), ("prio", ["priority:%"]),
        ("proj", ["project:%"]), ("pro", ["project:%"]),
        ("label", ["+%"]), ("labels", ["+%"]), ("context", ["+%"]), ("ctx", ["+%"]),
        ("assign", ["@%"]), ("assigned", ["@%"]), ("owner", ["@%"]), ("user", ["@%"]),
        ("status", ["state:%"]), ("column", ["state:%"]), ("list", ["state:%"]),
        ("recur", ["repeat:%"]), ("recurrence", ["repeat:%"]), ("every", ["repeat:every-%"]),
        ("depends", ["blocked-by:%"]), ("dep", ["blocked-by:%"]), ("blocks", ["blocked-by:%"]),
        ("deadline", ["due:%"]), ("date", ["due:%"]), ("until", ["due:%"]),
        ("start", ["wait:%"]), ("scheduled", ["wait:%"]), ("defer", ["wait:%"]), ("t", ["wait:%"]),
        ("reminder", ["remind:%"]), ("alarm", ["remind:%"]), ("desc", ["--body TEXT"]),
        ("description", ["--body TEXT"]),
    ]

    /// The keys, for the manual.
    static let keys = table.map(\.key)

    /// Returns the error of a word with such a key; nil for any other word.
    ///
    /// - Parameter mayBeTitle: True where the word could be a part of a new title.
    static func error(of word: Text, mayBeTitle: Bool = true) -> WordError? {
        guard let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let (key, value) = (Text(word.utf8[..<colon]), Text(word.utf8[(colon + 1)...]))
        guard let first = value.utf8.first, !"/:".utf8.contains(first),
            let foreign = table.first(where: { $0.key == key })
        else { return nil }
        let words =
            switch foreign.words {
            case ["priority:%"]: priority(value)
            case ["repeat:%"]: [repetition(value)]
            default: foreign.words.map { $0.replacing("%", with: value.string) }
            }
        return WordError(word, .foreignKey(key, instead: words, mayBeTitle: mayBeTitle))
    }

    /// Returns the word for a period of other tools, such as Taskwarrior's `monthly`.
    private static func repetition(_ value: Text) -> String {
        let periods = [
            "daily": "day", "weekly": "week", "biweekly": "2-weeks", "monthly": "month",
            "quarterly": "3-months", "yearly": "year", "annual": "year", "annually": "year",
        ]
        return "repeat:" + (periods[value.folded.string].map { "every-" + $0 } ?? value.string)
    }

    /// Returns the words for a priority of other tools: Taskwarrior's H, M, L, todo.txt's A, B, C.
    private static func priority(_ value: Text) -> [String] {
        switch value.folded.string {
        case "h", "a", "high": ["priority:high"]
        case "m", "b", "medium": ["priority:medium"]
        case "l", "c", "low": ["priority:low"]
        default: ["priority:high", "priority:medium", "priority:low"]
        }
    }
}
