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
    package var sentence: Bilingual {
        let commits =
            count == 1 ? "1 commit of this clone is" : "\(count) commits of this clone are"
        let shown = "\(newest.prefix(7)), \"\(visible(subject.utf8))\""
        return Bilingual(
            english: "\(commits) no longer on the branch (newest: \(shown))",
            korean: "이 클론의 커밋 \(count)개가 이제 브랜치에 없음(가장 새것: \(shown))")
    }

    /// The sentence with its remedy, as one line.
    package var notice: Bilingual {
        Bilingual(
            english: "\(sentence.english): \(remedy.english)",
            korean: "\(sentence.korean): \(remedy.korean)")
    }

    /// The commands that restore the changes, or discard them.
    package var remedy: Bilingual {
        let discarding = "'git update-ref -d \(DroppedCommits.referencePrefix)\(newest)'"
        return Bilingual(
            english: "'pmd restore --dropped' brings back the changes; \(discarding) discards them",
            korean: "바뀐 것을 되살리려면 'pmd restore --dropped', 버리려면 \(discarding)")
    }
}
