import Clibgit2

/// Restores the parts that a repository needs: its packs and HEAD first, then its objects and
/// references, from its logs, its files and its remote.
///
/// Damaged files are moved aside. A branch is moved only if its commit cannot be restored: to the
/// newest complete commit.
package struct RepositoryRestoring {
    /// The state of the remote.
    package enum Remote {
        case none, unreachable
        /// A repository into which the remote's branch was fetched, as `refs/heads/fetched`.
        case fetched(Repository)
    }

    private let workTree: String
    private let environment: Environment
    private let aside: AsideFolder
    private let remote: Remote
    private var objects: ObjectRestoring
    /// The incomplete commits of references.
    private var lost: Set<ObjectID> = []
    private var ownSteps: [RepairStep] = []
    private var ownLosses: [RepairLoss] = []

    /// The steps taken, as sentences without a full stop.
    package var report: [String] { (objects.steps + ownSteps).map(\.sentence) }
    /// The losses, each with the measure taken, as sentences without a full stop.
    package var losses: [String] { ownLosses.map(\.sentence) }

    /// Restores the parts that are needed to open the repository and to find its remote.
    ///
    /// - Returns: The steps taken, as sentences without a full stop.
    package static func restoreOpening(
        workTree: String, aside: String, in environment: Environment
    ) throws(GitError) -> [String] {
        let aside = AsideFolder(path: aside)
        let folders = GitFolders(at: workTree)
        let made = try folders.makeMissing().map(RepairStep.madeFolder)
        var packs = PackRestoring(objects: folders.objects, aside: aside)
        try packs.restore()
        let repository = try Repository.open(at: workTree, in: environment)
        let head = try HeadRestoring(repository: repository, aside: aside).restore()
        return (made + packs.steps + head).map(\.sentence)
    }

    /// - Parameters:
    ///   - aside: A folder on the same file system, without a slash at the end.
    ///   - files: The absolute paths of files that may have the content of a blob.
    package init(
        workTree: String, aside: String, remote: Remote, files: [[UInt8]],
        in environment: Environment
    ) throws(GitError) {
        self.environment = environment
        self.workTree = workTree
        self.aside = AsideFolder(path: aside)
        self.remote = remote
        let fetched: Repository? = if case .fetched(let other) = remote { other } else { nil }
        objects = ObjectRestoring(
            try Repository.open(at: workTree, in: environment), aside: aside, remote: fetched,
            files: files)
    }

    /// Restores as much as possible.
    package mutating func restore() throws(GitError) {
        if hasLostPacks { _ = try objects.bringPacks() }
        try restorePackedReferences()
        for fault in try open().faultyReferences() where fault.name.hasPrefix("refs/") {
            try restore(fault.name)
        }
        if case .branch(let name, .some(let tip)) = try open().uncheckedHead() {
            try restoreBranch(name, tip)
        }
        guard isRemoteKnown else { return }
        try restoreIndex()
        try removeLostEntries()
    }
}

extension RepositoryRestoring {
    /// Opens the repository again, because an open one caches earlier lookups.
    private func open() throws(GitError) -> Repository {
        try Repository.open(at: workTree, in: environment)
    }

    private var hasLostPacks: Bool {
        (folderNames(aside.path) ?? []).contains { $0.contains(".pack") }
    }

    private var isRemoteKnown: Bool { if case .unreachable = remote { false } else { true } }

    private var fetched: ObjectID? {
        get throws(GitError) {
            guard case .fetched(let other) = remote else { return nil }
            return try other.reference("refs/heads/fetched")
        }
    }

    /// Keeps the readable part of damaged packed references.
    private mutating func restorePackedReferences() throws(GitError) {
        let repository = try open()
        let packed = try repository.referenceFiles.packed()
        guard packed.isDamaged else { return }
        let bytes = try FileReading(repository.commonDirectory + "packed-refs")?.bytes ?? []
        let whole = packed.ids.filter { repository.contains($0.value) }
        try replace("packed-refs", with: PackedReferences.bytes(of: whole))
        let lines = bytes.split(separator: UInt8(ascii: "\n")).count {
            ![UInt8(ascii: "#"), UInt8(ascii: "^")].contains($0[$0.startIndex])
        }
        ownSteps.append(.keptPackedReferences(whole.count, of: lines))
    }

    private mutating func replace(_ name: String, with bytes: [UInt8]) throws(GitError) {
        let repository = try open()
        let path =
            name == "packed-refs"
            ? repository.commonDirectory + name : repository.referenceFiles.path(of: name)
        let damaged = try aside.replace(
            path, FileReading(path)?.bytes, with: bytes,
            as: name.replacingBytes(of: "/", with: "-"))
        if let damaged { ownSteps.append(.replaced(name: name, damaged: damaged)) }
    }

    /// Restores a reference without a value.
    private mutating func restore(_ name: String) throws(GitError) {
        let candidates = try ReferenceCandidates(of: name, in: open(), remote: fetched).all
        guard let (chosen, skipped) = try choose(candidates) else {
            if isRemoteKnown { try remove(name) }
            return
        }
        try set(name, to: chosen, skipped)
    }

    private mutating func set(
        _ name: String, to chosen: ReferenceCandidates.Candidate,
        _ skipped: ArraySlice<ReferenceCandidates.Candidate>
    ) throws(GitError) {
        try replace(name, with: Array("\(chosen.id)\n".utf8))
        ownSteps.append(.restoredReference(name, to: chosen.id, from: chosen.source))
        noteLosses(skipped, of: name, chosen: chosen.id)
    }

    /// Moves a reference aside for which no commit is known.
    private mutating func remove(_ name: String) throws(GitError) {
        // A branch must not start over without its commits.
        guard !name.hasPrefix("refs/heads/") else { return }
        let repository = try open()
        var packed = try repository.referenceFiles.packed().ids
        if packed.removeValue(forKey: name) != nil {
            try replace("packed-refs", with: PackedReferences.bytes(of: packed))
        }
        let flat = name.replacingBytes(of: "/", with: "-")
        if let new = try aside.move(repository.referenceFiles.path(of: name), as: flat) {
            ownSteps.append(.movedReference(name, to: new))
        }
        _ = try aside.move(repository.referenceFiles.log(of: name), as: "log-" + flat)
    }

    /// Restores the objects that a branch needs, and moves the branch only if that fails.
    private mutating func restoreBranch(_ name: String, _ tip: ObjectID) throws(GitError) {
        let state = try makeWhole(tip)
        // For a branch whose commits are all readable, a move would lose more than a gap.
        guard [.broken, .lost].contains(state) else { return }
        // Without a remote, the files of older commits are worth more than a complete history.
        if case .none = remote, state == .broken { return }
        guard isRemoteKnown else { return }
        let candidates = try ReferenceCandidates(of: name, in: open(), remote: fetched).all
        guard let (chosen, skipped) = try choose(candidates), chosen.id != tip else { return }
        try set(name, to: chosen, skipped)
    }

    /// Returns the first complete candidate, else the first readable one, with those before it.
    private mutating func choose(
        _ candidates: [ReferenceCandidates.Candidate]
    ) throws(GitError) -> (
        ReferenceCandidates.Candidate, skipped: ArraySlice<ReferenceCandidates.Candidate>
    )? {
        var readable: Int?
        for (number, candidate) in candidates.enumerated() {
            let state = try makeWhole(candidate.id)
            if state == .whole { return (candidate, candidates[..<number]) }
            // The remote may still have objects that the newest candidate needs.
            guard isRemoteKnown else { return nil }
            if state == .readable { return (candidate, candidates[..<number]) }
            if state == .broken { readable = readable ?? number }
        }
        return readable.map { (candidates[$0], candidates[..<$0]) }
    }

    private mutating func noteLosses(
        _ skipped: ArraySlice<ReferenceCandidates.Candidate>, of name: String, chosen: ObjectID
    ) {
        guard !skipped.isEmpty else { return }
        lost.formUnion(skipped.map(\.id))
        ownLosses.append(RepairLoss(name: name, chosen: chosen, lost: Array(skipped)))
    }
}

extension RepositoryRestoring {
    private enum State {
        case whole
        /// All commits and the trees of the newest one exist; files or older trees are missing.
        case readable
        /// The commit and its trees exist; an older commit is missing.
        case broken
        case lost
    }

    /// Restores the objects that a commit and its ancestors need.
    private mutating func makeWhole(_ id: ObjectID) throws(GitError) -> State {
        var faults: [FaultyObject] = []
        for round in 0..<100 {
            if try open().isTag(id) { return .whole }
            // Each round finds more because of the objects that the previous round restored.
            faults = try ObjectExamination(open(), from: id).faults
            if faults.isEmpty { return .whole }
            var isProgress = try objects.restore(faults)
            if round > 0 || !isProgress { isProgress = try objects.bringPacks() || isProgress }
            if !isProgress { break }
        }
        let own = try ObjectExamination(open(), from: id, count: 1).faults
        if own.contains(where: { $0.kind != .blob }) { return .lost }
        return faults.contains { $0.kind == .commit } ? .broken : .readable
    }

    /// Moves an index aside that lists files whose content is lost.
    private mutating func restoreIndex() throws(GitError) {
        guard !objects.steps.isEmpty || !ownLosses.isEmpty else { return }
        guard try !objects.restoreTrees([]) else { return }
        let path = try open().gitDirectory + "index"
        guard let new = try aside.move(path) else { return }
        ownSteps.append(.movedIndex(to: new))
    }

    /// Returns true if a commit in a log exists.
    private func isKnown(
        _ id: ObjectID, in repository: Repository, _ known: inout [ObjectID: Bool]
    ) -> Bool {
        if let isKnown = known[id] { return isKnown }
        let isKnown = !lost.contains(id) && repository.contains(id)
        known[id] = isKnown
        return isKnown
    }

    /// Removes lines of lost commits from the logs.
    private mutating func removeLostEntries() throws(GitError) {
        let repository = try open()
        var known: [ObjectID: Bool] = [:]
        for name in repository.referenceFiles.logged() {
            let path = repository.referenceFiles.log(of: name)
            guard let bytes = try FileReading(path)?.bytes else { continue }
            let lines = bytes.split(separator: UInt8(ascii: "\n"))
            var last: ObjectID?
            let kept = lines.compactMap { line -> [UInt8]? in
                guard let entry = ReflogEntry(line) else { return Array(line) }
                guard entry.isRemoval || isKnown(entry.new, in: repository, &known) else {
                    return nil
                }
                defer { last = entry.new }
                guard let old = entry.old, !isKnown(old, in: repository, &known) else {
                    return Array(line)
                }
                // As 'git reflog delete --rewrite' does: each line begins where the previous one
                // ends.
                let start = last?.hex ?? String(repeating: "0", count: 40)
                return Array(start.utf8) + line.dropFirst(40)
            }
            guard kept != lines.map(Array.init) else { continue }
            let former = try aside.replace(
                path, bytes, with: kept.flatMap { $0 + [UInt8(ascii: "\n")] },
                as: "log-" + name.replacingBytes(of: "/", with: "-"))
            ownSteps.append(.shortenedLog(of: name, former: former ?? path))
        }
    }
}

extension Repository {
    /// Returns true if the object is a tag that can be read.
    fileprivate func isTag(_ id: ObjectID) -> Bool {
        do throws(GitError) { return try object(id).kind == GIT_OBJECT_TAG } catch {
            return false
        }
    }
}
