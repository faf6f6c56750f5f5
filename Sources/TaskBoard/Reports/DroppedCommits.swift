/// Commits of this clone that the branch no longer contains.
package struct DroppedCommits: Equatable, Sendable {
    /// The newest of them, in hexadecimal digits.
    package let newest: String
    /// The number of the commits.
    package let count: Int
    /// The subject of the newest commit.
    package let subject: String

    package init(newest: String, count: Int, subject: String) {
        (self.newest, self.count, self.subject) = (newest, count, subject)
    }

    /// The prefix of the references that keep such commits from being pruned.
    package static let referencePrefix = "refs/pmd/dropped/"
}
