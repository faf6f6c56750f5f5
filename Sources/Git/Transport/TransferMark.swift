/// The words that a transfer leaves in the reflog of the references that it moves.
///
/// They are a format, as every word that begins with `pmd: `: a released one never changes its
/// meaning.
package enum TransferMark: String, CaseIterable, Sendable {
    /// A fetched commit gets its reference.
    case fetch = "pmd: fetch"
    /// The reference of a commit that was pushed is removed.
    case pushed = "pmd: pushed"
    /// The reference of a push that was killed is removed.
    case leftOver = "pmd: left over"

    /// The message of the reflog entry.
    package var message: String { rawValue }
}
