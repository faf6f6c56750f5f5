import ArgumentParser
import BoardStorage
import TaskBoard

/// Why a command did not do what it was asked to. All errors of other targets
/// become this one before they are told.
typealias Failure = BoardError

extension BoardError {
    /// A failure of the command line, with the general word of its exit status for scripts.
    init(_ exit: TaskBoard.ExitCode, _ message: String) {
        self.init(exit, exit.name, message)
    }

    /// A failure of the command line with a word of its own for scripts.
    init(_ exit: TaskBoard.ExitCode, _ code: String, _ message: String) {
        self.init(.command(CommandReason(exit, code: code, message)))
    }

    /// A failure that was reported already: only its exit status is left.
    static func reported(_ exit: TaskBoard.ExitCode) -> BoardError { BoardError(exit, "") }
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
        if PMD.exitCode(for: error) == .validationFailure {
            self.init(parsing: error, command)
        } else {
            self.init(error)
        }
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
