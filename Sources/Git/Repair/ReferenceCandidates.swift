/// The commits that a reference may be restored to, the newest first.
struct ReferenceCandidates {
    struct Candidate: Equatable {
        let id: ObjectID
        let source: Source
        /// The message in the log; nil if no log contains the commit.
        let message: String?
    }

    /// The place where a candidate was found.
    enum Source: Equatable {
        case ownFile, ownLog, headLog, packedReferences, remote
        /// A remote-tracking reference.
        case reference(String)
    }

    private(set) var all: [Candidate] = []

    /// Collects the candidates from the reference's own file and log, from HEAD's log as far as it
    /// concerns the branch, from packed references, from the remote-tracking branch and from the
    /// remote.
    ///
    /// - Parameter remote: The current commit of the remote's branch.
    init(
        of name: String, in repository: Repository, remote: ObjectID?
    ) throws(GitError) {
        let files = repository.referenceFiles
        let log = try repository.reflog(of: name)
        // A value that is in no log may be the result of damage.
        if case .id(let id) = try files.value(of: name), log.last?.new == id || log.isEmpty {
            add(id, from: .ownFile, message: log.last?.message)
        }
        add(log, from: .ownLog)
        let isCheckedOut = try repository.checkedOutBranch() == name
        if isCheckedOut {
            let log = try repository.reflog(of: "HEAD")
            let start = log.lastIndex { $0.message.hasPrefix("checkout: moving ") } ?? 0
            add(Array(log[start...]), from: .headLog)
        }
        let logged = all.count
        if let id = try files.packed().ids[name] { add(id, from: .packedReferences) }
        let tracking = try Self.tracking(name, repository)
        if name.hasPrefix("refs/heads/"), case .id(let id) = try files.value(of: tracking) {
            add(id, from: .reference(tracking))
        }
        if name.hasPrefix("refs/heads/"), let id = try files.packed().ids[tracking] {
            add(id, from: .reference(tracking))
        }
        let followed = try Self.trackingOfHead(repository)
        if let remote, isCheckedOut || name == followed { add(remote, from: .remote) }
        moveNewestForward(from: logged, repository)
    }

    /// Sorts the commits that are in no log: each before those that it contains.
    private mutating func moveNewestForward(from start: Int, _ repository: Repository) {
        func contains(_ one: Candidate, _ other: Candidate) -> Bool {
            do throws(GitError) { return try repository.isAncestor(other.id, of: one.id) } catch {
                // Its history is missing.
                return false
            }
        }
        let known = all[start...]
        let newest = known.filter { one in
            !known.contains { $0.id != one.id && contains($0, one) }
        }
        let others = known.filter { one in !newest.contains { $0.id == one.id } }
        all.replaceSubrange(start..., with: newest + others)
    }

    private mutating func add(_ log: [ReflogEntry], from source: Source) {
        for entry in log.reversed() where !entry.isRemoval {
            add(entry.new, from: source, message: entry.message)
        }
        if let old = log.first?.old { add(old, from: source) }
    }

    private mutating func add(_ id: ObjectID, from source: Source, message: String? = nil) {
        guard !all.contains(where: { $0.id == id }) else { return }
        all.append(Candidate(id: id, source: source, message: message))
    }

    private static func trackingOfHead(_ repository: Repository) throws(GitError) -> String? {
        guard let branch = try repository.checkedOutBranch() else { return nil }
        return try tracking(branch, repository)
    }

    /// Returns the remote-tracking reference of the branch.
    private static func tracking(
        _ branch: String, _ repository: Repository
    ) throws(GitError) -> String {
        let upstream = try repository.upstream(of: branch)
        let remote = upstream?.remote ?? "origin"
        return "refs/remotes/\(remote)/"
            + (upstream?.branch ?? branch).dropFirst("refs/heads/".count)
    }
}
