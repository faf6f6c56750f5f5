import BoardStorage
import Glibc
import TaskBoard
import Words

/// The pass over the command line before the argument parser.
///
/// A word that begins with one `-` but is not an option of the command is an argument (`-house` in
/// a query), as are all words after `--`. Short options are never bundled. This pass rejects an
/// unknown command, an unknown `--option` or `-x`, and a value that begins with `--`.
struct CommandLineWords {
    /// The arguments for the parser.
    private(set) var arguments: [String] = []
    /// The arguments that the parser does not see, since its time grows with the square of their
    /// number. The command adds them to its own; see ``ManyWordsCommand``.
    private(set) var further: [Word] = []
    /// The subcommand, if there is one.
    private(set) var command: String?
    /// True if errors are printed as JSON; known even if parsing fails.
    private(set) var isJSON = false

    /// The number of arguments that the parser sees.
    private static let fewWords = 64

    private let commands: [String]
    /// The number of arguments of the command so far.
    private var count = 0
    private var takesManyWords = false
    /// The options with values seen so far.
    private var given: Set<String> = []
    /// The folder from the `-C` options so far.
    private var folder: [UInt8] = []
    private let options: (String) -> OptionNames
    private let letters: (String) -> LoneLetter
    /// True after `where`: the next words are a query.
    private var isQuery = false
    private let alias: (String, _ folder: [UInt8]) -> String?
    private let takesMany: (String) -> Bool

    /// - Parameters:
    ///   - commands: The names of all commands and their aliases.
    ///   - alias: Returns the command line of the user's alias with a name, from the settings of
    ///     the board in a folder; called only for words that are no command.
    ///   - takesMany: Returns true if a command is a ``ManyWordsCommand``.
    ///   - letters: Returns what a word that looks like a short option means to a command.
    ///   - options: Returns all options of a command; called only if a word may be an option.
    init(
        commands: [String],
        alias: @escaping (String, _ folder: [UInt8]) -> String? = { _, _ in nil },
        takesMany: @escaping (String) -> Bool = { _ in false },
        letters: @escaping (String) -> LoneLetter = { _ in .text },
        options: @escaping (String) -> OptionNames
    ) {
        (self.commands, self.alias) = (commands, alias)
        (self.options, self.takesMany, self.letters) = (options, takesMany, letters)
    }

    /// Reads the words after the program's name.
    mutating func read(_ words: [[UInt8]]) throws(Failure) {
        let words = words.map { Word(bytes: $0) }
        isJSON = words.prefix { $0.bytes != Array("--".utf8) }.contains("--json")
        var rest = words[...]
        try takeLeadingOptions(&rest)
        // Without a command, only the help can be shown.
        guard var name = rest.popFirst() else {
            if let last = arguments.last, OptionNames.common.values.contains(last) {
                throw Failure(.usage, .optionWithoutValue(last))
            }
            arguments = []
            return
        }
        if ["-h", "--help", "--version"].contains(name.string) {
            arguments = [name.string]
            return
        }
        if !commands.contains(name.string) { name = try standIn(for: name, &rest) }
        command = name.string
        arguments.insert(name.string, at: 0)
        takesManyWords = rest.count > Self.fewWords && takesMany(name.string)
        let mayHaveOptions = rest.contains { $0.bytes.first == UInt8(ascii: "-") }
        try take(rest, of: name.string, mayHaveOptions ? options(name.string) : OptionNames())
    }

    /// `pmd -C DIR list` means `pmd list -C DIR`.
    private mutating func takeLeadingOptions(
        _ rest: inout ArraySlice<Word>
    ) throws(Failure) {
        while let word = rest.first {
            let text = word.string
            let name = text.hasPrefix("--") ? String(text.prefix { $0 != "=" }) : text
            guard name.hasPrefix("-"), OptionNames.common.all.contains(name), name != "-h",
                name != "--help"
            else { return }
            rest.removeFirst()
            arguments.append(word.encoded)
            if text == name, OptionNames.common.values.contains(name) {
                try takeValue(of: name, &rest)
            }
        }
    }

    /// Returns the command of an alias, or `show` for the beginning of a task's code.
    ///
    /// - Parameter rest: Gets the other words of the command.
    /// - Throws: ``Failure`` (64) for any other word.
    private func standIn(
        for name: Word, _ rest: inout ArraySlice<Word>
    ) throws(Failure) -> Word {
        if let line = alias(name.string, folder) {
            guard let words = commandWords(line), let command = words.first,
                commands.contains(command)
            else { throw Failure(.usage, .aliasWithoutCommand(name.string, line)) }
            rest = (words.dropFirst().map { Word(bytes: Array($0.utf8)) } + rest)[...]
            return Word(bytes: Array(command.utf8))
        }
        if TaskCode.isBeginning(name.bytes) {
            try refuseCommandAfterTasks(name, rest)
            rest.insert(name, at: rest.startIndex)
            return "show"
        }
        throw unknown(name.string)
    }

    private func unknown(_ typed: String) -> Failure {
        if typed.hasPrefix("-") { return Failure(.usage, .unknownOptionOfPmd(typed)) }
        let near = Self.foreignCommands[typed] ?? nearCommand(typed)
        return Failure(.usage, .unknownCommand(typed, near: near))
    }

    /// Returns the command nearest to a mistyped one. One that changes something must be nearer than
    /// others: a single letter wrong, missing, extra or swapped.
    private func nearCommand(_ typed: String) -> String? {
        let known = commands.filter { !$0.hasPrefix("_") }
        let distance = { (name: String?) in
            name.map { editDistance(Array(typed), Array($0)) } ?? Int.max
        }
        let harmless = suggestion(for: typed, among: known.filter(Self.harmless.contains))
        let changing = suggestion(for: typed, among: known.filter { !Self.harmless.contains($0) })
        return distance(changing) == 1 && distance(harmless) > 1 ? changing : harmless
    }

    /// The commands that change no task.
    private static let harmless: Set = [
        "blame", "board", "check", "conflicts", "count", "doctor", "export", "help", "list", "log",
        "next", "people", "projects", "show", "stats", "status", "tags", "ui",
    ]

    /// Refuses `46 done`, in which other tools have the command after the tasks.
    private func refuseCommandAfterTasks(
        _ first: Word, _ rest: ArraySlice<Word>
    ) throws(Failure) {
        let tasks = rest.prefix { TaskCode.isBeginning($0.bytes) }
        guard let word = rest.dropFirst(tasks.count).first?.string else { return }
        let foreign = Self.foreignCommands[word].flatMap { $0.contains(" ") ? nil : $0 }
        let known = commands.contains(word) && !word.hasPrefix("_") ? word : nil
        guard let command = known ?? foreign else { return }
        let near = ([command, first.string] + tasks.map(\.string)).joined(separator: " ")
        throw Failure(.usage, .unknownCommand(first.string, near: near))
    }

    /// Other tools' names for the commands.
    private static let foreignCommands = [
        "active": "list state:doing", "append": "edit REF --append TEXT", "burndown": "stats",
        "change": "edit",
        "close": "done",
        "complete": "done", "copy": "add", "create": "add", "del": "rm", "delete": "rm",
        "denotate": "edit",
        "diff": "log -p", "do": "done", "find": "list", "finish": "done",
        "history": "log", "info": "show", "mod": "edit", "modify": "edit",
        "new": "add", "open": "show", "pull": "sync", "push": "sync", "ready": "next",
        "remove": "rm",
        "rename": "edit REF --title TITLE", "report": "list view:NAME", "search": "list",
        "stop": "move REF todo", "todo": "list", "view": "show", "wait": "edit REF wait:DAY",
    ]

    private mutating func take(
        _ words: ArraySlice<Word>, of command: String, _ options: OptionNames
    ) throws(Failure) {
        var rest = words
        while var word = rest.popFirst() {
            let text = word.string
            if text == "--" {
                // The changes of 'edit where' are words like any others.
                let areChanges = isQuery && letters(command) == .change
                for word in rest {
                    if areChanges { try refuseLetter(word.string, .change, command, options) }
                    add(Word(bytes: word.bytes, isLiteral: true))
                }
                return
            }
            if text.hasPrefix("--") {
                try takeLong(word, of: command, options, &rest)
            } else if options.all.contains(text) {
                arguments.append(text)
                try checkRepetition(of: text, options)
                if options.values.contains(text) { try takeValue(of: text, &rest) }
            } else {
                try refuseJoinedNumber(text, options)
                if text == "-n", let next = rest.first, Int(next.string) != nil {
                    throw Failure(.usage, .optionOfOther("-n", command: command, near: nil))
                }
                let letter = letters(command)
                try refuseLetter(text, isQuery ? .term : letter, command, options)
                if count == 0, text == "where", letter != .text { isQuery = true }
                word.isLiteral = false
                add(word)
            }
        }
    }

    /// Adds an argument of the command.
    private mutating func add(_ word: Word) {
        count += 1
        if takesManyWords, count > Self.fewWords { return further.append(word) }
        let isProtected = word.isLiteral || word.bytes.first == UInt8(ascii: "-")
        arguments.append(isProtected ? word.protected : word.encoded)
    }

    /// Refuses `-n3`: a short option and its value are separate words.
    private func refuseJoinedNumber(_ text: String, _ options: OptionNames) throws(Failure) {
        let (name, value) = (String(text.prefix(2)), text.dropFirst(2))
        guard options.values.contains(name), !value.isEmpty,
            value.allSatisfy({ $0.isASCII && $0.isNumber })
        else { return }
        throw Failure(.usage, .joinedNumber(name, String(value)))
    }

    private func refuseLetter(
        _ word: String, _ letter: LoneLetter, _ command: String, _ options: OptionNames
    ) throws(Failure) {
        if let problem = letter.refusal(of: word, command: command, options) {
            throw Failure(.usage, problem)
        }
    }

    private mutating func takeLong(
        _ word: Word, of command: String, _ options: OptionNames, _ rest: inout ArraySlice<Word>
    ) throws(Failure) {
        let text = word.string
        if text == "--version" {
            arguments = [text]
            (rest, further) = ([], [])
            return
        }
        let name = String(text.prefix { $0 != "=" })
        guard options.all.contains(name) else {
            let near = suggestion(for: name, among: options.all.filter { $0.hasPrefix("--") })
            let hint: CommandProblem.Near =
                near.map { .option($0) } ?? .help(command: command)
            throw Failure(.usage, .optionOfOther(name, command: command, near: hint))
        }
        try checkRepetition(of: name, options)
        arguments.append(word.encoded)
        if name == text, options.values.contains(name) { try takeValue(of: name, &rest) }
    }

    /// The parser would drop all values but the last. Common options may be repeated, so that
    /// shell aliases can have defaults.
    private mutating func checkRepetition(
        of option: String, _ options: OptionNames
    ) throws(Failure) {
        guard options.values.contains(option), !options.repeated.contains(option),
            !OptionNames.common.values.contains(option)
        else { return }
        guard given.insert(option).inserted else {
            throw Failure(.usage, .repeatedOption(option))
        }
    }

    private mutating func takeValue(
        of option: String, _ rest: inout ArraySlice<Word>
    ) throws(Failure) {
        guard var value = rest.popFirst() else { return }
        guard !value.string.hasPrefix("--") else {
            throw Failure(.usage, .optionLikeValue(value.string, of: option))
        }
        if option == "-C" {
            folder = joinedFolder(folder, value.bytes)
            value.bytes = folder
        }
        arguments.append(value.bytes.first == UInt8(ascii: "-") ? value.protected : value.encoded)
    }
}

/// Returns the folder of a repeated `-C`, as git does: a path is relative to the one before, and
/// an empty one changes nothing.
func joinedFolder(_ folder: [UInt8], _ next: [UInt8]) -> [UInt8] {
    if next.isEmpty { return folder }
    let slash = UInt8(ascii: "/")
    return next.first == slash || folder.isEmpty ? next : folder + [slash] + next
}

/// Returns the arguments of this process as bytes, without its name.
///
/// Reads them from the kernel: Swift's `CommandLine` expects them directly before the environment,
/// and fails if a preloaded library has moved the environment.
///
/// - Returns: nil if neither source can be read because `/proc` or a file descriptor is missing.
///   An empty list would mean a plain `pmd`.
func commandLineBytes() -> [[UInt8]]? {
    guard var bytes = processCommandLine(), bytes.last == 0 else { return swiftCommandLine() }
    bytes.removeLast()
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropFirst().map(Array.init)
}

/// Returns the arguments, each terminated by a zero byte; nil without `/proc`.
private func processCommandLine() -> [UInt8]? {
    let file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = read(file, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { return nil }
        if count == 0 { return bytes }
        bytes += chunk[..<count]
    }
}

private func swiftCommandLine() -> [[UInt8]]? {
    // The program's name is always present.
    guard CommandLine.argc > 0 else { return nil }
    return (1..<Int(CommandLine.argc)).compactMap { index in
        guard let word = CommandLine.unsafeArgv[index] else { return nil }
        return Array(
            UnsafeBufferPointer(start: word, count: strlen(word)).map { UInt8(bitPattern: $0) })
    }
}
