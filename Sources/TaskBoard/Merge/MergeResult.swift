package import MarkdownDocument

/// What stands at a path after a merge.
package enum MergedFile: Hashable, Sendable {
    /// An object that one of the histories already holds.
    case kept(TreeFile)
    /// New bytes, to be written as a regular file of this mode.
    case written([UInt8], mode: UInt32)
}

/// The tree that two histories come to, and the facts of the commit that says so.
///
/// It follows from the two histories alone: everyone who merges the same heads
/// makes the same commit.
package struct MergeResult: Sendable {
    /// Set where one head contains the other: nothing needs merging.
    package var fastForward: HashID?
    /// Every file of the board.
    package var files: [BoardPath: MergedFile]
    /// The paths that may not have, in either history, what `files` says.
    package var touched: Set<BoardPath> = []
    /// Both heads, sorted.
    package var parents: [HashID]
    /// The later parent's committer time.
    package var time: Int64
    /// The format whose rules made it.
    package var format: Int
    /// What this merge kept for somebody to look at, sorted.
    package var newConflicts: [NewConflict]
    /// Whole files that this merge kept below `conflicts/`, sorted.
    package var conflictFiles: [BoardPath]

    package var message: String { MergeCommit.message(format: format) }
}

/// A value that lost a merge and is kept in its task.
package struct NewConflict: Hashable, Sendable {
    package var task: TaskID
    /// The key of the record: a field, `.state`, `.deleted`, `.file`; `.body`
    /// for lines kept as a callout.
    package var key: Text
}

extension NewConflict: Comparable {
    package static func < (a: NewConflict, b: NewConflict) -> Bool {
        a.task != b.task ? a.task < b.task : a.key < b.key
    }
}

/// The fixed part of pmd's own merge commits, by which they are recognised.
package enum MergeCommit {
    package static let authorName = "pmd-merge"
    package static let authorEmail = "merge@pmd.invalid"
    /// - Parameter format: The one whose rules made the merge.
    package static func message(format: Int) -> String { "\(subject)\n\n\(trailer)\(format)\n" }

    /// The message of the repair commit after a merge in which plain git left tasks unmerged.
    package static func healingMessage(format: Int) -> String {
        "\(healingSubject)\n\n\(trailer)\(format)\n"
    }

    private static let subject = "Merge edits from two places"
    private static let healingSubject = "Merge the tasks that git left unmerged"
    private static let trailer = "pmd-merge: "

    /// Whether a commit with this author and message is pmd's own merge.
    package static func isMerge(name: String, email: String, message: String) -> Bool {
        name == authorName && email == authorEmail
            && [subject, healingSubject].contains {
                message.utf8.starts(with: "\($0)\n\n\(trailer)".utf8)
            }
    }
}

/// Why two histories cannot be merged.
package enum MergeError: Error, Equatable, Sendable {
    /// No common ancestor, and not both are boards.
    case unrelated(HashID, HashID)
    /// A `pmd.yml` asks for rules that this release does not know.
    case newerFormat(SettingsError)
}

extension MergeError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unrelated(let a, let b):
            "the histories \(hex(a)) and \(hex(b)) have nothing in common"
        case .newerFormat(let error): error.description
        }
    }
}

/// The digits of a hash, as git shows it.
func hex(_ hash: some Sequence<UInt8>) -> String {
    var digits = ""
    for byte in hash {
        digits += byte < 16 ? "0" : ""
        digits += String(byte, radix: 16)
    }
    return digits
}
