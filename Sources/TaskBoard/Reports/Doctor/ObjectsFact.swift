/// Findings about the objects and references of a repository. Their `words` are git's own.
package enum ObjectsFact: Equatable, Sendable {
    case intact
    /// A damaged or missing object.
    ///
    /// - Parameter isFixed: True if a repair has done what it can already.
    case fault(words: String, isFixed: Bool)
    /// A damaged or missing reference.
    case reference(words: String, ReferenceRemedy)
    /// A fault of HEAD or of git's folders, because of which no object was read.
    case unread(words: String)
    /// A step of a repair.
    case repaired(words: String)
    /// A repair without the remote.
    case remoteUnreachable(BoardError)
    case notStarted(program: String)
    case interrupted(Interruption, workTree: String)

    /// The way to repair a reference with git.
    package enum ReferenceRemedy: Equatable, Sendable {
        case command(String)
        /// No log names a commit for the reference.
        ///
        /// - Parameter name: Its name, quoted for a shell.
        case findCommit(name: String)
        /// The file has lines that git cannot read.
        case editFile(path: String)
    }

    /// The reason why the examination did not finish.
    package enum Interruption: Equatable, Sendable {
        /// It was killed at the deadline.
        case deadline(seconds: Int)
        case exit(status: Int32)
    }
}

extension ObjectsFact {
    package var state: Diagnosis.State {
        switch self {
        case .intact, .repaired: .fine
        case .remoteUnreachable: .advice
        case .fault, .reference, .unread, .notStarted, .interrupted: .wrong
        }
    }
}
