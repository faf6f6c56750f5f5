/// The report of `pmd doctor --clone`, which moves a board into a new clone of its remote, and the
/// offer to do so.
package enum NewCloneFact: Equatable, Sendable {
    /// - Parameter command: The whole command.
    case offered(command: String)
    /// - Parameter behind: The number of newer commits at the remote.
    case cloned(address: String, folder: String, commit: String, behind: Int)
    case copied(written: Int, removed: Int)
    /// Files of the clone's commit that a later commit of the old folder removed.
    case removed(NameList)
    /// Nothing was copied, because the remote has no commit of the reflog.
    case notCopied(from: String, to: String)
    /// Files of the clone's commit that the old folder lacks, although its index lists them, or is
    /// lost. They may have been deleted, or lost by the damage.
    case notRemoved(NameList)
    case leftOut(path: String, LeftOutReason)
    /// Files whose changes git ignores, by `git update-index`.
    case marked(NameList)
    case onlyThere(Remainder)
    /// The commands that sync the clone, and that put it in the place of the board.
    case sync(command: String)
    case swap(command: String)

    /// Something that exists only in the old folder.
    package enum Remainder: Equatable, Sendable {
        /// Commits of the reflogs that the remote lacks, the newest first.
        case commits(NameList)
        case stashes(Int)
        /// Other branches, tags and references.
        case references(NameList)
        case files(NameList)
        case hooks(NameList)
        /// Settings of the repository.
        case settings(NameList)
        case localState([LocalStatePart])
    }

    /// A part of pmd's local state.
    package enum LocalStatePart: CaseIterable, Sendable {
        /// The record of this clone's actions, for undo.
        case actions
        case reminders
        /// Texts that were not saved to a task.
        case drafts
        /// Versions of files that pmd replaced.
        case replaced
        /// The token, the calendar key and the sessions of the server.
        case access
    }
}

extension NewCloneFact {
    /// The first names of a list, safe to print, and the number of all.
    package struct NameList: Equatable, Sendable {
        package let names: [String]
        package let count: Int

        /// - Returns: Nil for an empty list.
        package init?(_ names: some Collection<String>, upTo most: Int = 10) {
            guard !names.isEmpty else { return nil }
            self.names = names.prefix(most).map { visible($0.utf8) }
            count = names.count
        }
    }

    package var state: Diagnosis.State {
        switch self {
        case .cloned, .copied, .removed: .fine
        case .offered, .notRemoved, .leftOut, .marked, .onlyThere, .sync, .swap: .advice
        case .notCopied: .wrong
        }
    }
}
