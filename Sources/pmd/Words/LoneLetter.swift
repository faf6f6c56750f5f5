import Words

/// The meaning of a word such as `-a` or `-n1`, which looks like a short option, for a command
/// without that option.
enum LoneLetter: Equatable {
    /// Part of a title, a note or a path.
    case text
    /// A condition of a query.
    case term
    /// A tag to remove.
    case change
    /// A task.
    case reference

    /// - Parameter command: The full name of the command.
    init(of command: String) {
        self =
            switch command {
            case "add", "annotate", "attach", "clone", "config", "import", "init", "merge-driver",
                "tick", "untick":
                .text
            case "board", "count", "export", "list", "next", "people", "projects", "stats", "tags",
                "ui":
                .term
            case "edit": .change
            default: command.hasPrefix("_") ? .text : .reference
            }
    }

    /// Returns the refusal of a word that looks like a short option; nil for any other word.
    func refusal(of word: String, command: String, _ options: OptionNames) -> CommandProblem? {
        let (letter, number) = (word.dropFirst().prefix(1), word.dropFirst(2))
        guard self != .text, word.first == "-", letter.allSatisfy({ $0.isASCII && $0.isLetter }),
            !letter.isEmpty, number.allSatisfy({ $0.isASCII && $0.isNumber })
        else { return nil }
        let near = Self.longOption(String(letter), options)
        let rest = String(word.dropFirst())
        let hint: CommandProblem.Near =
            switch self {
            case .term: .absence(of: rest, option: near)
            case .change: .removal(of: rest, option: near)
            case .text, .reference: near.map { .option($0) } ?? .help(command: command)
            }
        return .optionOfOther(word, command: command, near: hint)
    }

    /// Returns the only option of the command that a letter can stand for, here or in other tools.
    private static func longOption(_ letter: String, _ options: OptionNames) -> String? {
        if let usual = ["f": "--yes", "o": "--to"][letter], options.all.contains(usual) {
            return usual
        }
        let own = options.all.subtracting(OptionNames.common.all)
            .filter { $0.hasPrefix("--" + letter) }
        return own.count == 1 ? own.first : nil
    }
}
