import ArgumentParser
import BoardStorage
import TaskBoard

/// Why a command did not do what it was asked to. All errors of other targets
/// become this one before they are told.
typealias Failure = BoardError

extension BoardError {
    /// A failure whose word for scripts is the general one of its exit status.
    init(
        _ exit: TaskBoard.ExitCode, _ message: String, file: String? = nil, line: Int? = nil,
        column: Int? = nil
    ) {
        self.init(exit, exit.name, message, file: file, line: line, column: column)
    }

    /// A failure that was told already, of which only the exit status is left.
    static func reported(_ exit: TaskBoard.ExitCode) -> BoardError { BoardError(exit, "") }

    /// The sentence behind the place that it speaks of, as compilers write it.
    var sentence: String {
        guard let file, line != nil else { return message }
        let place = [file, line.map(String.init), column.map(String.init)].compactMap { $0 }
        return visible(place.joined(separator: ":").utf8) + ": " + message
    }
}

extension TaskBoard.ExitCode {
    /// The general word that JSON gives it.
    var name: String {
        switch self {
        case .failed: "failed"
        case .usage: "usage"
        case .data: "data"
        case .inputOutput: "io"
        case .tryLater: "try-later"
        case .notAllowed: "not-allowed"
        case .unsupported: "unsupported"
        }
    }
}

extension BoardError {
    /// Any error that a run can end with, as the one that is told.
    ///
    /// - Parameter command: the subcommand, whose help a misuse points to.
    init(_ error: any Error, command: String?) {
        switch error {
        case let error as WordError: self.init(.usage, "word", "\(error)")
        case _ where PMD.exitCode(for: error) == .validationFailure:
            self.init(parsing: error, command)
        default: self.init(error)
        }
        dropPlace()
    }

    /// The place stands in fields of its own: a message that begins with it too
    /// would say it twice.
    private mutating func dropPlace() {
        guard let file, line != nil else { return }
        let place = [file, line.map(String.init), column.map(String.init)].compactMap { $0 }
        let start = visible(place.joined(separator: ":").utf8) + ": "
        if message.hasPrefix(start) { message.removeFirst(start.count) }
    }

    /// What the parser of arguments refused.
    private init(parsing error: any Error, _ command: String?) {
        var message = Word.restored(in: PMD.message(for: error))
        message = message.replacing(". Please provide one of ", with: "; expected ")
        if message.hasSuffix(".") { message.removeLast() }
        let missing = "Missing expected argument "
        if message.hasPrefix(missing) { message = "\(message.dropFirst(missing.count)) is missing" }
        let first = message.prefix(1).lowercased() + message.dropFirst()
        let help = command.map { "; see 'pmd \($0) --help'" } ?? ""
        self.init(.usage, message.isEmpty ? "" : first + help)
    }
}
