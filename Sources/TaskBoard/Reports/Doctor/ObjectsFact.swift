/// Findings about the objects and references of a repository. `words` is git's own message.
package enum ObjectsFact: Equatable, Sendable {
    case intact
    /// A damaged or missing object.
    ///
    /// - Parameter isFixed: True if a repair has already done what it can.
    case fault(words: String, isFixed: Bool)
    /// A damaged or missing reference.
    case reference(words: String)
    /// A step of a repair.
    case repaired(words: String)
    /// Commits that no repair recovered.
    case loss(words: String)
    /// A repair without the remote.
    case remoteUnreachable(BoardError)
    case notStarted(program: String)
    case interrupted(Interruption, workTree: String)

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
        case .fault, .reference, .loss, .notStarted, .interrupted: .wrong
        }
    }
}
