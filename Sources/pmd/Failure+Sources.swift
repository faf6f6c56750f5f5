import ArgumentParser
import BoardStorage

extension BoardError {
    /// Any error that a run can end with, as the one that is told.
    ///
    /// - Parameter command: the subcommand, whose help a misuse points to.
    init(_ error: any Error, command: String? = nil) {
        switch error {
        case let error as BoardError: self = error
        default: self = .misuse(error, command)
        }
    }

    /// What the parser of arguments refused, or an error that nobody expected.
    private static func misuse(_ error: any Error, _ command: String?) -> BoardError {
        let exit: BoardStorage.ExitCode =
            PMD.exitCode(for: error) == .validationFailure ? .usage : .failed
        var message = Word.restored(in: PMD.message(for: error))
        if message.hasSuffix(".") { message.removeLast() }
        let first = message.prefix(1).lowercased() + message.dropFirst()
        let help = command.map { "; see 'pmd \($0) --help'" } ?? ""
        return BoardError(exit, exit == .usage ? first + help : message)
    }
}
