import ArgumentParser
import BoardStorage
import TaskBoard
import Words

/// The reason why a command failed. Errors of other targets become this type before they
/// are reported.
typealias Failure = BoardError

extension BoardError {
    /// A failure of the command line, with the general code of its exit status.
    init(_ exit: TaskBoard.ExitCode, _ problem: CommandProblem) {
        self.init(exit, exit.name, problem)
    }

    /// A failure of the command line with its own code.
    init(_ exit: TaskBoard.ExitCode, _ code: String, _ problem: CommandProblem) {
        self.init(.command(CommandReason(exit, code: code, problem.words)))
    }

    /// A failure that was already reported: only its exit status counts.
    static func reported(_ exit: TaskBoard.ExitCode) -> BoardError {
        BoardError(exit, .untranslated(""))
    }
}

extension TaskBoard.ExitCode {
    /// The general code in JSON.
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

extension BoardError {
    /// Converts any error of a run.
    ///
    /// - Parameter command: The subcommand, whose help a usage error points to.
    init(_ error: any Error, command: String?) {
        if PMD.exitCode(for: error) == .validationFailure {
            self.init(parsing: error, command)
        } else {
            self.init(error)
        }
    }

    /// Converts an error of the argument parser.
    private init(parsing error: any Error, _ command: String?) {
        var message = Word.restored(in: PMD.message(for: error))
        if let choices = message.firstRange(of: ". Please provide one of ") {
            let list = message[choices.upperBound...].replacing(" and ", with: " or ")
            message = message[..<choices.lowerBound] + "; expected " + list
        }
        if message.hasSuffix(".") { message.removeLast() }
        let missing = "Missing expected argument "
        if message.hasPrefix(missing) { message = "\(message.dropFirst(missing.count)) is missing" }
        let first = message.prefix(1).lowercased() + message.dropFirst()
        let help = command.map { "; see 'pmd \($0) --help'" } ?? ""
        self.init(.usage, .untranslated(message.isEmpty ? "" : first + help))
    }
}
