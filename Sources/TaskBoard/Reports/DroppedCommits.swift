/// Commits of this clone that the branch no longer contains.
package struct DroppedCommits: Equatable, Sendable {
    /// The newest of them, in hexadecimal digits.
    package let newest: String
    /// The number of the commits.
    package let count: Int
    /// The subject of the newest.
    package let subject: String

    package init(newest: String, count: Int, subject: String) {
        (self.newest, self.count, self.subject) = (newest, count, subject)
    }

    /// The prefix of the references that keep such commits from being pruned.
    package static let referencePrefix = "refs/pmd/dropped/"

    /// `2 commits of this clone are no longer on the branch (newest: 1234abc, "Move …")`.
    package var sentence: String {
        let commits =
            count == 1 ? "1 commit of this clone is" : "\(count) commits of this clone are"
        return "\(commits) no longer on the branch (newest: \(newest.prefix(7)), "
            + "\"\(visible(subject.utf8))\")"
    }

    /// The sentence with its remedy, as one line.
    package var notice: String { "\(sentence): \(remedy)" }

    /// The commands that restore the changes, or discard them.
    package var remedy: String {
        "'pmd restore --dropped' brings back the changes; "
            + "'git update-ref -d \(DroppedCommits.referencePrefix)\(newest)' discards them"
    }
}
