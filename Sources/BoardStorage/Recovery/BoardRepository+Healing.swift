import Git
import TaskBoard

/// A head, and what healing it kept for somebody to look at.
struct HealedHead {
    var commit: ObjectID
    /// Where the merge commits left tasks unmerged.
    var paths: Set<[UInt8]> = []
    var newConflicts: [NewConflict] = []
}

extension BoardRepository {
    /// Puts merged tasks in the place of those that a merge of plain git left
    /// unmerged, in the branch that is checked out.
    ///
    /// Edits by hand to these files come first, so that one that resolves the
    /// merge is taken as just that.
    ///
    /// - Returns: what was kept for somebody to look at.
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

    /// A head with the merges healed that lie in it and not in `known`.
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
        let signature = Signature(
            name: MergeCommit.authorName, email: MergeCommit.authorEmail, time: healing.time,
            offset: 0)
        let commit = try git.writeCommit(
            tree: try git.writeTree(from: try git.commit(id).tree, changes: changes, isMerge: true),
            parents: [id], author: signature, committer: signature,
            message: MergeCommit.healingMessage(format: healing.format))
        healed.commit = try merge(healed.commit, commit).commit
        healed.newConflicts += healing.newConflicts
    }

    /// - Returns: false where somebody saves one of the files just now; the next
    ///   command heals.
    private func takeOver(
        _ healed: HealedHead, from head: ObjectID, _ settings: BoardSettings
    ) throws -> Bool {
        guard healed.commit != head else { return true }
        let (writes, index) = try checkout(from: head, to: healed.commit)
        do {
            try advance(
                Advance(
                    old: head, new: healed.commit, writes: writes, index: index,
                    mark: .healMerge), recoveringWith: settings)
            return true
        } catch is Raced {
            return false
        }
    }

    /// Whether only a few commits with one parent lie between: nothing to heal,
    /// known without a walk.
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

/// Remembers the head up to which commits were examined, in a file that holds its ID.
/// Without it all are examined again.
struct Examined {
    /// The fault that commits are examined for.
    enum Purpose: String {
        /// Tasks that a merge of plain git left unmerged.
        case merges = "examined"
        /// Paths that git refuses.
        case paths = "examined-paths"
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
