import ArgumentParser
import BoardStorage
import BoardView
import TaskBoard
import Words

/// The reason a command failed. Errors from other targets are converted to this type before they
/// are reported.
enum Failure: Error, Equatable {
    case board(BoardError)
    /// A failure of the command line or of the terminal, with a stable word for scripts.
    case command(TaskBoard.ExitCode, code: String, CommandProblem)
    /// A usage error, in the argument parser's words.
    case parsing(String)
    /// A failure that has already been reported; only the exit status matters.
    case reported(TaskBoard.ExitCode)
}

extension Failure {
    init(_ error: BoardError) { self = .board(error) }

    /// A failure of the command line, with the general code of its exit status.
    init(_ exit: TaskBoard.ExitCode, _ problem: CommandProblem) {
        self.init(exit, exit.name, problem)
    }

    /// A failure of the command line with its own code.
    init(_ exit: TaskBoard.ExitCode, _ code: String, _ problem: CommandProblem) {
        self = .command(exit, code: code, problem)
    }

    /// A combination of arguments that the command refuses. ``init(_:command:)`` adds the command.
    init(_ misuse: Misuse) { self.init(.usage, .misuse(misuse, command: "")) }

    /// Converts any error.
    init(_ error: any Error) { self = error as? Failure ?? .board(BoardError(error)) }
}

extension Failure {
    var exit: TaskBoard.ExitCode {
        switch self {
        case .board(let error): error.exit
        case .command(let exit, _, _), .reported(let exit): exit
        case .parsing: .usage
        }
    }

    /// A stable word for scripts.
    var code: String {
        switch self {
        case .board(let error): error.code
        case .command(_, let code, _): code
        case .parsing, .reported: exit.name
        }
    }

    /// The sentence in each language, prefixed with its position if it has one.
    var words: Bilingual {
        switch self {
        case .board(let error): error.words
        case .command(_, _, let problem): problem.words
        case .parsing(let words): Bilingual(untranslated: words)
        case .reported: Bilingual(untranslated: "")
        }
    }

    func description(_ language: Language) -> String { words.text(language) }

    /// The place in a query that cannot be read.
    var excerpt: QueryExcerpt? {
        guard case .board(let error) = self, case .cause(.word(let word)) = error.reason else {
            return nil
        }
        return QueryExcerpt(word)
    }

    /// The failure as `--json` prints it.
    var json: JSONValue {
        switch self {
        case .board(let error): error.json
        case .command, .parsing, .reported: .error(code: code, message: words.english)
        }
    }
}

extension TaskBoard.ExitCode {
    /// The general code for JSON.
    var name: String {
        switch self {
        case .failed: "failed"
        case .usage: "usage"
        case .data: "data"
        case .unavailable: "unavailable"
        case .inputOutput: "io"
        case .tryLater: "try-later"
        case .notAllowed: "not-allowed"
        case .unsupported: "unsupported"
        }
    }
}

extension Failure {
    /// Converts any error of a run.
    ///
    /// - Parameter command: The subcommand, whose help a usage error points to.
    init(_ error: any Error, command: String?) {
        if PMD.exitCode(for: error) == .validationFailure {
            self.init(parsing: error, command)
        } else if case .command(let exit, let code, .misuse(let misuse, "")) = error as? Failure {
            self = .command(exit, code: code, .misuse(misuse, command: command ?? ""))
        } else {
            self.init(error)
        }
    }

    /// Converts an error of the argument parser.
    private init(parsing error: any Error, _ command: String?) {
        var message = Word.restored(in: PMD.message(for: error))
        if message.hasSuffix(".") { message.removeLast() }
        guard !message.isEmpty else {
            self = .reported(.usage)
            return
        }
        if let misuse = Misuse(parsed: message) {
            self.init(.usage, .misuse(misuse, command: command ?? ""))
            return
        }
        let first = message.prefix(1).lowercased() + message.dropFirst()
        self = .parsing(first + (command.map { "; see 'pmd \($0) --help'" } ?? ""))
    }
}

extension Misuse {
    /// Reads a message of the argument parser, which has no other form of its errors; nil if its
    /// pattern is not known.
    fileprivate init?(parsed message: String) {
        let (missing, unexpected) = ("Missing expected argument ", "Unexpected argument ")
        if message.hasPrefix(missing) {
            self = .missing(String(message.dropFirst(missing.count)))
        } else if message.hasPrefix(unexpected) {
            self = .unexpected(count: 1, String(message.dropFirst(unexpected.count)))
        } else if let middle = message.firstRange(of: " unexpected arguments: "),
            let count = Int(message[..<middle.lowerBound])
        {
            self = .unexpected(count: count, String(message[middle.upperBound...]))
        } else {
            self.init(wrongValue: message)
        }
    }

    /// Reads `The value 'x' is invalid for '--color <color>'. Please provide one of 'a' or 'b'`.
    private init?(wrongValue message: String) {
        let start = "The value "
        guard message.hasPrefix(start), let middle = message.firstRange(of: " is invalid for ")
        else { return nil }
        let value = String(message[..<middle.lowerBound].dropFirst(start.count))
        var (option, expected) = (message[middle.upperBound...], "")
        if let choices = option.firstRange(of: ". Please provide one of ") {
            // The last two choices have a word between them.
            expected = String(option[choices.upperBound...]).replacing("' or '", with: "', '")
                .replacing("' and '", with: "', '")
            option = option[..<choices.lowerBound]
        }
        self = .wrongValue(
            value, of: String(option), expected: expected.split(separator: ", ").map(String.init))
    }
}
