/// A HEAD whose committer time is ahead of this machine's clock: its values win against those of
/// everyone whose clock is right.
package struct ClockWarning: Equatable, Sendable {
    /// The first digits of HEAD.
    package let commit: String
    package let secondsAhead: Int64

    package init(commit: String, secondsAhead: Int64) {
        (self.commit, self.secondsAhead) = (commit, secondsAhead)
    }
}
