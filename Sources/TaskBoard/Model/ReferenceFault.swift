/// The reason why references do not name the tasks that the user means, as text that is safe to
/// print.
package enum ReferenceFault: Equatable, Sendable {
    case none(String)
    /// The reference, and the number and the names of the tasks.
    case several(String, Int, String)
    /// The start of a code among several words, and the whole code.
    case startOfCode(String, String)
    /// The number and the names of the tasks.
    case unconfirmed(Int, String)
}
