/// Findings about pmd itself, and about the branch, the author and the configuration of a clone.
package enum CloneFact: Equatable, Sendable {
    // Versions
    /// The versions of pmd, of libraries and of git, as one line.
    case versions(String, hasGit: Bool)
    case library(LibraryVersion)
    // The branch
    /// - Parameter place: The board's folder.
    case onBranch(String, place: String, hasCommits: Bool)
    case dropped(DroppedCommits)
    case clock(ClockWarning)
    // The author
    /// `NAME <ADDRESS>`, also in the next case.
    case author(String)
    case noIdentity(author: String)
    /// Git's configuration requires signed commits.
    case unsigned
    // The size
    /// - Parameter words: Git's own message.
    case packingFailed(words: String, workTree: String)
    case size(RepositorySize)
    // How git handles tasks
    case mergesByField
    /// - Parameter line: The missing line of `.gitattributes`.
    case noAttributes(line: String, root: String)
    /// Attributes that make git change the bytes of tasks, and the line that unsets them.
    case converts([String], line: String)
    case noDriver(root: String)
    case otherProgramInPath
    case notInPath(String)
}

extension CloneFact {
    package var state: Diagnosis.State {
        switch self {
        case .library, .onBranch, .author, .mergesByField: .fine
        case .versions(_, let hasGit): hasGit ? .fine : .advice
        case .size(let size): size.reasonNotPacked == nil ? .fine : .advice
        case .dropped, .clock, .noIdentity, .unsigned, .noAttributes, .converts, .noDriver,
            .notInPath:
            .advice
        case .packingFailed, .otherProgramInPath: .wrong
        }
    }
}

/// A library that pmd runs with.
package struct LibraryVersion: Equatable, Sendable {
    package let name: String
    /// The version at run time; nil if the library is not installed.
    package let running: String?
    /// The version at build time; nil if its header does not state it.
    package let built: String?

    package init(_ name: String, running: String?, built: String?) {
        (self.name, self.running, self.built) = (name, running, built)
    }
}

/// A HEAD whose committer time is ahead of this machine's clock: its values win over those from
/// correct clocks.
package struct ClockWarning: Equatable, Sendable {
    /// The first digits of HEAD.
    package let commit: String
    package let secondsAhead: Int64

    package init(commit: String, secondsAhead: Int64) {
        (self.commit, self.secondsAhead) = (commit, secondsAhead)
    }
}

/// The size of a repository, in bytes.
package struct RepositorySize: Equatable, Sendable {
    package let history: Int
    package let looseObjects: Int
    /// The files that pmd replaced and keeps for a day.
    package let replaced: Int
    /// The setting that prevents many loose objects from being packed; nil if there is none.
    package let reasonNotPacked: String?

    package init(history: Int, looseObjects: Int, replaced: Int, reasonNotPacked: String?) {
        (self.history, self.looseObjects) = (history, looseObjects)
        (self.replaced, self.reasonNotPacked) = (replaced, reasonNotPacked)
    }
}
