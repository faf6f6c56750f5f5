import Git
import Glibc
import TaskBoard

/// A board that moves into a new clone of its remote, because its repository cannot be repaired.
/// It is only read.
struct DamagedBoard {
    let repository: BoardRepository
    /// The remote's branch. Its addresses are valid in any folder.
    let target: SyncTarget
    let settings: [OwnSettings.Setting]
    /// The names of the settings that the clone does not get.
    let otherSettings: [String]

    var git: Repository { repository.git }
    var location: Location { repository.location }

    /// - Throws: ``BoardError`` `not-movable` (78) if the board does not own its repository or has
    ///   no remote.
    init(_ repository: BoardRepository) throws {
        if let cause = try Self.notMovable(repository) {
            throw BoardError.creation(.notMovable(cause))
        }
        guard let named = try repository.syncTarget(of: Self.branch(of: repository)) else {
            throw BoardError.creation(.notMovable(.noRemote))
        }
        let absolute = { try Self.absolute($0, from: repository.git.workTree) }
        var target = named
        target.fetchURL = try absolute(named.fetchURL)
        target.pushURLs = try named.pushURLs.map(absolute)
        let known = Set([named.fetchURL] + named.pushURLs)
        let own = try OwnSettings(of: repository.git).all
        let section = "branch." + named.branch.dropFirst("refs/heads/".count) + "."
        settings = try own.filter { Self.isTaken($0.name, ofBranch: section) }.map { setting in
            guard setting.name.hasPrefix("remote."), let url = setting.value, known.contains(url)
            else { return setting }
            return OwnSettings.Setting(setting.name, try absolute(url))
        }
        let others = own.map(\.name).filter {
            !Self.isTaken($0, ofBranch: section) && !Self.isOfEveryClone($0)
        }
        otherSettings = Set(others).sorted()
        self.target = target
        self.repository = repository
    }

    /// Returns the reason why the board cannot move; nil if it can.
    private static func notMovable(
        _ repository: BoardRepository
    ) throws -> CreationReason.NotMovable? {
        if repository.location.isGuest { return .guest }
        return switch try repository.git.sharing {
        case .linked: .linked
        case .otherWorkTrees: .otherWorkTrees
        case .gitDirectoryElsewhere: .gitDirectoryElsewhere
        case .submodules: .submodules
        case .alternates: .alternates
        case nil: nil
        }
    }

    /// Returns the full name of the branch that syncs. A damaged HEAD names none.
    private static func branch(of repository: BoardRepository) throws -> String {
        let git = repository.git
        if let name = try git.configuration.string("pmd.branch") { return "refs/heads/" + name }
        guard let name = try git.checkedOutBranch() else {
            throw BoardError.branch(.detachedHead)
        }
        return name
    }

    private static func absolute(_ url: String, from folder: String) throws -> String {
        guard case .local = try RemoteAddress(url), !url.hasPrefix("/"), !url.contains(":") else {
            return url
        }
        return realPath(folder + url) ?? folder + url
    }
}

// What is taken over.
extension DamagedBoard {
    /// The sections of settings with which the clone reaches the remote, and commits as the same
    /// user.
    private static let sections = [
        "pmd.", "user.", "author.", "committer.", "remote.", "url.", "http.", "credential.",
    ]
    /// Settings by which git reads and ignores files, and connects.
    private static let names: Set = [
        "core.sshcommand", "core.autocrlf", "core.eol", "core.safecrlf", "core.excludesfile",
        "core.attributesfile", "init.defaultbranch",
    ]
    /// Settings that git or pmd makes in every clone.
    private static let madeByClone: Set = [
        "core.repositoryformatversion", "core.filemode", "core.bare", "core.logallrefupdates",
        "core.symlinks", "core.ignorecase", "core.precomposeunicode",
    ]

    private static func isTaken(_ name: String, ofBranch branch: String) -> Bool {
        names.contains(name) || name.hasPrefix(branch)
            || sections.contains(where: name.hasPrefix)
    }

    private static func isOfEveryClone(_ name: String) -> Bool {
        madeByClone.contains(name) || name.hasPrefix("merge.pmd.") || name.hasPrefix("diff.pmd.")
    }

    /// Refuses files that are not those of the branch that syncs.
    ///
    /// - Throws: ``BoardError`` (75) while a merge or a similar operation is in progress, or if
    ///   HEAD is detached or on another branch.
    func refuseOtherFiles() throws {
        if let operation = git.operationInProgress {
            throw BoardError.branch(.operationInProgress(operation.rawValue))
        }
        do {
            guard let name = try git.checkedOutBranch() else {
                throw BoardError.branch(.detachedHead)
            }
            try repository.refuseOtherBranch(than: name)
        } catch let error as GitError where error.isOfReferences {
            // A damaged HEAD names no other branch either.
        }
    }

    /// The commits of the branch's log, or else of HEAD's, the newest first, and the moves of the
    /// branch whose files may not all be written.
    ///
    /// If it is the same before and after the files are read, no command of pmd changed them
    /// meanwhile.
    struct Progress: Equatable {
        let logged: [ObjectID]
        let pending: [Journal.Move]
    }

    func progress() throws -> Progress {
        // A move is in the journal before it is in the log.
        let logged = try git.loggedCommits(of: logs)
        return Progress(logged: logged, pending: try repository.journal.moves())
    }

    /// Returns the newest logged commit that the remote's history contains: a merge of the files
    /// needs it as its base. Nil if there is none.
    ///
    /// The files of a pending move may not be written. With its commit as base, the old files would
    /// count as reverts.
    ///
    /// - Parameter head: The commit of the remote's branch in the clone.
    func base(
        _ progress: Progress, in clone: Repository, below head: ObjectID
    ) throws -> ObjectID? {
        let pending = Set(progress.pending.map(\.new))
        return try progress.logged.first { id in
            try !pending.contains(id) && isBoard(id, in: clone, below: head)
        }
    }

    /// Returns the commits of the remote whose files a pending move may have written. A file that
    /// equals one of theirs is not an edit: as an edit of the base, it would bring back what others
    /// have deleted or changed since.
    func pendingCommits(
        _ progress: Progress, in clone: Repository, below head: ObjectID
    ) throws -> [ObjectID] {
        try progress.pending.flatMap { move in
            // The move may be a merge that the remote does not have.
            let merged = git.hasCommit(move.new) ? try git.commit(move.new).parents : []
            return try ([move.new] + merged).filter { try isBoard($0, in: clone, below: head) }
        }
    }

    private func isBoard(
        _ id: ObjectID, in clone: Repository, below head: ObjectID
    ) throws -> Bool {
        try clone.hasCommit(id) && clone.isAncestor(id, of: head)
            && clone.content(of: id) == .board
    }

    private var logs: [String] { [target.branch, "HEAD"] }
}

// What only the old folder has.
extension DamagedBoard {
    /// Returns everything but files.
    func remainders(missingIn clone: Repository) throws -> [NewCloneFact.Remainder] {
        let commits = try git.loggedCommits(of: logs).filter { !clone.contains($0) }
            .map { String($0.hex.prefix(10)) }
        let stashes = try git.stashes().count
        let references = try git.ownReferences().filter { $0 != target.branch }
            .map(BoardCreation.shortName)
        let state = try localState()
        return [
            NewCloneFact.NameList(commits).map { .commits($0) },
            stashes > 0 ? .stashes(stashes) : nil,
            NewCloneFact.NameList(references).map { .references($0) },
            NewCloneFact.NameList(git.hooks).map { .hooks($0) },
            NewCloneFact.NameList(otherSettings).map { .settings($0) },
            state.isEmpty ? nil : .localState(state),
        ].compactMap(\.self)
    }

    private func localState() throws -> [NewCloneFact.LocalStatePart] {
        let folder = repository.localState.folder
        return try NewCloneFact.LocalStatePart.allCases.filter { part in
            try part.fileNames.contains { name in
                if let below = try folder.existingFolder(Array(name.utf8)) {
                    return try !below.names().isEmpty
                }
                return try folder.status(Array(name.utf8)) != nil
            }
        }
    }
}

extension NewCloneFact.LocalStatePart {
    /// The files and folders in `.git/pmd`.
    fileprivate var fileNames: [String] {
        switch self {
        case .actions: ["actions", "undo-of-callers"]
        case .reminders: ["reminders"]
        case .drafts: ["drafts", "new"]
        case .replaced: ["replaced"]
        case .access: AccessFile.allCases.map(\.rawValue)
        }
    }
}
