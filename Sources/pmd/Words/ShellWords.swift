import BoardStorage
import TaskBoard
import Words

/// Splits a command into words as a shell does, at blanks that are neither quoted nor escaped with
/// a backslash. Nothing is expanded.
///
/// - Parameter name: The name of the command in errors.
/// - Throws: ``Failure`` if a quote is not closed.
func shellWords(
    _ command: String, of name: CommandProblem.ShellCommand = .line
) throws(Failure) -> [String] {
    guard let words = commandWords(command) else {
        throw Failure(.usage, .unclosedQuote(name, command))
    }
    return words
}
