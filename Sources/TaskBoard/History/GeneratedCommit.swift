/// A kind of commit that pmd makes by itself. Its fixed author and message identify it.
package struct GeneratedCommit: Sendable {
    package let authorName: String
    package let authorEmail: String
    private let beginning: String

    private init(_ name: String, subject: String) {
        authorName = "pmd-\(name)"
        authorEmail = "\(name)@pmd.invalid"
        beginning = "\(subject)\n\npmd-\(name): "
    }

    /// Returns the message by the rules of a format.
    package func message(format: Int = 1) -> String { "\(beginning)\(format)\n" }

    /// Returns true if a commit with this author and message is of this kind.
    package func isOne(name: String, email: String, message: String) -> Bool {
        name == authorName && email == authorEmail && message.utf8.starts(with: beginning.utf8)
    }
}

extension GeneratedCommit {
    package static let merge = GeneratedCommit("merge", subject: "Merge edits from two places")
    /// The repair commit after a merge in which plain git left tasks unmerged.
    package static let healing = GeneratedCommit(
        "merge", subject: "Merge the tasks that git left unmerged")
    /// Returns true if a commit with this author and message is one of pmd's merges.
    package static func isMerge(name: String, email: String, message: String) -> Bool {
        [merge, healing].contains { $0.isOne(name: name, email: email, message: message) }
    }

    /// Adds the next tasks of repeating tasks that were finished.
    package static let succession = GeneratedCommit("repeat", subject: "Repeat finished tasks")
    /// Keeps values that a save reverted as conflicts, on top of the commit of the save.
    package static let record = GeneratedCommit(
        "record", subject: "Keep values that a save took back")
}
