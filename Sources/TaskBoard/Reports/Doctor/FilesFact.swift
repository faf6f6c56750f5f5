/// Findings about the files of a board and the lock files of git.
package enum FilesFact: Equatable, Sendable {
    /// - Parameter tasks: The number of tasks.
    case sound(tasks: Int)
    /// - Parameter showingHistory: The command that shows the earlier versions.
    case settings(BoardError, showingHistory: String)
    /// The number of problems that `pmd check` lists.
    case problems(Int)
    /// - Parameter removing: The command that removes the entry from git's index.
    case notWritten(LeftOutEntry, removing: String)
    case leftOut(path: String, LeftOutReason)
    /// A copy made by a folder synchronization program.
    case copy(path: String)
    case foreignOwner(path: String, gitDirectory: String)
    /// The name of a network file system.
    case network(String)
    // Locks
    case noLocks
    case lockHeld(path: String)
    case lockOld(path: String, minutes: Int)
    case lockWithoutHolder(path: String)
}

extension FilesFact {
    package var state: Diagnosis.State {
        switch self {
        case .sound, .noLocks: .fine
        case .problems, .notWritten, .network, .lockHeld: .advice
        case .settings, .leftOut, .copy, .foreignOwner, .lockOld, .lockWithoutHolder: .wrong
        }
    }
}
