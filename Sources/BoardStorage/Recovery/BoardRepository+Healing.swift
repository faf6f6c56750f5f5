import Git
import TaskBoard

/// A head after a repair of its merges, and the conflicts that the repair kept.
struct HealedHead {
    var commit: ObjectID
    /// The tasks that the merge commits left unmerged.
    var paths: Set<[UInt8]> = []
    var newConflicts: [NewConflict] = []
}

extension BoardRepository {
    /// Merges the tasks that a merge of plain git left unmerged, in the checked-out branch.
    ///
    /// Uncommitted edits of these files are committed first, so that an edit that resolves the
    /// merge counts as a resolution.
    ///
    /// - Returns: The conflicts that were kept.
    @discardableResult
    func heal(_ settings: BoardSettings) throws -> [NewConflict] {
        let examined = Examined(folder: localState.folder)
        guard let head = try branch().head, try !isPlain(head, since: examined.head()) else {
            return []
        }
        let known = try examined.head().flatMap { id in
            try git.contains(id) && git.isAncestor(id, of: head) ? id : nil
        }
        var healed = try self.healed(head, since: known)
        if healed.commit != head {
            _ = try commitEdits(at: healed.paths.sorted(by: isBefore), settings)
            guard let edited = try branch().head else { return [] }
            if edited != head { healed = try self.healed(edited, since: known) }
            guard try takeOver(healed, from: edited, settings) else { return [] }
        }
        try examined.note(healed.commit)
        return healed.newConflicts
    }

    /// Returns a head in which the merges that are not in `known` are repaired.
    func healed(_ head: ObjectID, since known: ObjectID?) throws -> HealedHead {
        var healed = HealedHead(commit: head)
        for id in try git.walk(from: [head], hiding: known.map { [$0] } ?? []).reversed() {
            guard try git.commit(id).parents.count == 2 else { continue }
            try heal(id, &healed)
        }
        return healed
    }

    private func heal(_ id: ObjectID, _ healed: inout HealedHead) throws {
        let healing = try healing(
            of: id.bytes, for: healed.commit.bytes, in: GitHistorySource(self))
        guard let healing else { return }
        var changes: [[UInt8]: TreeEntry?] = [:]
        for (path, file) in healing.changes {
            let path = repositoryPath(path)
            changes[path] = .some(try file.map(entry(of:)))
            healed.paths.insert(path)
        }
        let signature = Signature(of: .healing, time: healing.time)
        let commit = try git.writeCommit(
            tree: try git.writeTree(from: try git.commit(id).tree, changes: changes, isMerge: true),
            parents: [id], author: signature, committer: signature,
            message: GeneratedCommit.healing.message(format: healing.format))
        healed.commit = try merge(healed.commit, commit).commit
        healed.newConflicts += healing.newConflicts
    }

    /// - Returns: False if another process is saving one of the files; the next command repairs
    ///   the merge.
    /// - Throws: ``ConcurrentUpdate`` if another file to change has uncommitted edits.
    private func takeOver(
        _ healed: HealedHead, from head: ObjectID, _ settings: BoardSettings
    ) throws -> Bool {
        guard healed.commit != head else { return true }
        let (writes, index) = try checkout(from: head, to: healed.commit)
        do {
            let move = try withSuccessions(
                BranchUpdate(
                    old: head, new: healed.commit, writes: writes, index: index,
                    mark: .healMerge))
            try advance(move, recoveringWith: settings)
            return true
        } catch let raced as ConcurrentUpdate where raced.editsInTheWay.isEmpty {
            return false
        }
    }

    /// Returns true if there are only a few commits in between, each with one parent. Then nothing
    /// needs repair, and no walk is needed.
    private func isPlain(_ head: ObjectID, since examined: ObjectID?) throws -> Bool {
        guard let examined else { return false }
        var here = head
        for _ in 0..<64 {
            if here == examined { return true }
            let parents = try git.commit(here).parents
            guard parents.count == 1 else { return false }
            here = parents[0]
        }
        return false
    }
}

private func isBefore(_ a: [UInt8], _ b: [UInt8]) -> Bool { a.lexicographicallyPrecedes(b) }

/// The head up to which commits were examined, in a file that holds its ID. Without it, all are
/// examined again.
struct Examined {
    /// The fault for which commits are examined.
    enum Purpose: String {
        /// Tasks that a merge of plain git left unmerged.
        case merges = "examined"
        /// Paths that git refuses.
        case paths = "examined-paths"
        /// Repeating tasks that were finished and have no next task.
        case completions = "examined-completions"
    }

    private let name: [UInt8]
    private let folder: Folder

    init(_ purpose: Purpose = .merges, folder: Folder) {
        name = Array(purpose.rawValue.utf8)
        self.folder = folder
    }

    func head() throws(SystemError) -> ObjectID? {
        guard let bytes = try folder.read(name).bytes else { return nil }
        return ObjectID(hex: String(decoding: bytes.prefix(40), as: UTF8.self))
    }

    func note(_ head: ObjectID) throws(SystemError) {
        guard try self.head() != head else { return }
        try folder.note(name, Array("\(head.hex)\n".utf8))
    }
}
