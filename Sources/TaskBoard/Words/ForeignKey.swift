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
        ("deadline", ["due:%"]), ("date", ["due:%"]), ("until", ["until=%"]),
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
        let folded = value.folded.string
        let period = periods[folded] ?? interval(folded)
        return "repeat:" + (period.map { "every-" + $0 } ?? value.string)
    }

    /// Returns the words for an interval of other tools, such as `3-days` for `3d`, `3days` or `P3D`.
    private static func interval(_ value: String) -> String? {
        let rest = value.hasPrefix("p") ? value.dropFirst() : value[...]
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        let units = ["d": "day", "w": "week", "m": "month", "y": "year"]
        let names = [
            "days": "day", "wks": "week", "weeks": "week", "months": "month", "mo": "month",
        ]
        let unit = String(rest.dropFirst(digits.count))
        guard let name = units[unit] ?? names[unit], let count = Int(digits), count > 0 else {
            return nil
        }
        return count == 1 ? name : "\(count)-\(name)s"
    }

    /// Returns the term of a query with the meaning of another tool's; nil for none.
    static func term(for key: Text, _ value: Text) -> String? {
        switch key.string {
        case "status", "column", "list":
            let states = [
                "pending": "not:is:done", "completed": "is:done", "waiting": "is:waiting",
            ]
            return states[value.string] ?? "state:\(value)"
        case "recur", "recurrence", "every": return "has:repeat"
        case "depends", "dep": return "blocked-by:\(value)"
        case "desc", "description": return "title:\(value)"
        case "annotation", "annotations": return "text:\(value)"
        case "entry": return "created:\(value)"
        case "end": return "finished:\(value)"
        case "modified": return "updated:\(value)"
        case "deadline", "date": return "due:\(value)"
        default: return nil
        }
    }

    /// The terms of a query with the meanings of Taskwarrior's virtual tags, by the folded tag.
    static let virtualTags = [
        "active": "state:doing", "blocked": "is:blocked", "completed": "is:done",
        "due": "due.before:1w", "duetoday": "due:today", "overdue": "is:overdue",
        "priority": "has:priority", "project": "has:project", "ready": "is:ready",
        "tagged": "has:tags", "today": "due:today", "tomorrow": "due:tomorrow",
        "waiting": "is:waiting",
    ]

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
