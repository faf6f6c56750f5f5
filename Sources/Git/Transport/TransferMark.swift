/// The message that a transfer writes into the reflog of the references that it moves.
///
/// The messages are a format, like every message that begins with `pmd: `: the meaning of a
/// released one never changes.
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
