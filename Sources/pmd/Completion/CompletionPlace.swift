import ArgumentParser

/// The position on a command line where a word is completed, and the words that are valid there.
struct CompletionPlace {
    /// The command; nil before there is one.
    private(set) var command: (any Command.Type)?
    /// The folder given with `-C`; nil if there is none.
    private(set) var directory: Directory?
    /// The arguments before this one; nil for one whose value is unknown.
    private(set) var arguments: [String?] = []
    /// The flags that are already on the line.
    private(set) var flags: Set<String> = []
    /// The start of the word that is not part of the value, such as `--state=`.
    private(set) var prefix = ""
    /// False if a leading `where` would be part of a title.
    private var isQuery = true
    /// The kinds of words that are valid at this place.
    private(set) var offers: [Offer] = []

    /// The value of `-C`.
    enum Directory: Equatable {
        case named(String)
        /// A value that only the shell can expand.
        case unknown
    }

    /// - Parameters:
    ///   - words: The words between the program name and the word at the cursor; nil for a word
    ///     whose value is unknown.
    ///   - current: The word up to the cursor.
    init(after words: [String?], current: String) {
        var rest = words[...]
        var pending: String?
        var isLiteral = false
        while let word = rest.popFirst() {
            if let option = pending {
                pending = nil
                if option == "-C" { enter(word) }
            } else if isLiteral {
                arguments.append(word)
            } else if word == "--", command != nil {
                isLiteral = true
                if arguments.first != "where" { isQuery = false }
            } else if let word, options.values.contains(word) {
                pending = word
            } else if let word, options.flags.contains(word) {
                flags.insert(word)
            } else if word.map({ options.all.contains($0) || $0.hasPrefix("--") }) != true {
                guard take(word) else { return }
            }
        }
        offers = offers(for: current, valueOf: pending, isLiteral: isLiteral)
    }

    /// Applies a `-C` folder, which is relative to the previous one.
    private mutating func enter(_ word: String?) {
        guard let word, directory != .unknown || word.hasPrefix("/") else {
            directory = .unknown
            return
        }
        var folder: [UInt8] = []
        if case .named(let path)? = directory { folder = Array(path.utf8) }
        let bytes = joinedFolder(folder, Array(word.utf8))
        directory = .named(String(decoding: bytes, as: UTF8.self))
    }

    /// - Returns: True if the words are valid so far.
    private mutating func take(_ word: String?) -> Bool {
        if command == nil {
            guard let word, let command = PMD.command(named: word) else { return false }
            self.command = command
        } else {
            arguments.append(word)
        }
        return true
    }

    private var options: OptionNames {
        command.map { OptionNames(of: $0) } ?? .common
    }

    private mutating func offers(
        for current: String, valueOf option: String?, isLiteral: Bool
    ) -> [Offer] {
        let own = command.flatMap { Offers.of[$0.configuration.commandName ?? ""] } ?? Offers()
        if let option { return own.value(of: option) }
        let isQueried = isQuery && arguments.first == "where" && !own.queried.isEmpty
        if isLiteral, isQueried { return own.queriedChanges }
        if isLiteral { return own.argument(arguments.count).filter(\.isForLiterals) }
        if current.hasPrefix("--"), let sign = current.firstIndex(of: "=") {
            let name = String(current[..<sign])
            guard options.values.contains(name) else { return [] }
            prefix = String(current[...sign])
            return own.value(of: name)
        }
        guard command != nil else { return [current.hasPrefix("-") ? .options : .commands] }
        let argument = isQueried ? own.queried : own.argument(arguments.count)
        return current.hasPrefix("-") || argument.isEmpty ? [.options] : argument
    }
}
