import BoardStorage
import TaskBoard
import Words

/// Splits a command into words as a shell does: at blanks, but not within quotes or after
/// a backslash. Nothing is expanded.
///
/// - Parameter name: What the command is called in an error.
/// - Throws: ``Failure`` if a quote is not closed.
func shellWords(
    _ command: String, of name: CommandProblem.ShellCommand = .line
) throws(Failure) -> [String] {
    guard let words = commandWords(command) else {
        throw Failure(.usage, .unclosedQuote(name, command))
    }
    return words
}
