package import MarkdownDocument

/// How a person settles what a merge kept.
package enum Resolution: Equatable, Sendable {
    /// What stands is right: every kept value goes.
    case keep
    /// The kept value of this number is right; its key is settled with it.
    case take(Int)
    /// Both texts stay in the body; the number is a callout's.
    case both(Int)
    /// A third value each for these keys (`state` moves); they are settled.
    case values([Pair])
}
