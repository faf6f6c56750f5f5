/// Restores a damaged HEAD from its log and from the existing branches.
struct HeadRestoring {
    let repository: Repository
    let aside: AsideFolder

    /// - Returns: The steps taken.
    func restore() throws(GitError) -> [RepairStep] {
        let faults = try repository.faultyReferences()
        guard faults.contains(where: { $0.name == "HEAD" }) else { return [] }
        // `git switch --orphan` empties the index; HEAD is then as intended.
        if case .name(let name) = try repository.referenceFiles.value(of: "HEAD"),
            name.hasPrefix("refs/heads/"), try repository.readIndex().table?.count == 0
        {
            return [.leftHead(onNewBranch: name)]
        }
        guard let target = try target() else { return [] }
        let path = repository.gitDirectory + "HEAD"
        let old = try FileReading(path)?.bytes
        let damaged = try aside.replace(
            path, old, with: Array("\(target.value)\n".utf8), as: "HEAD")
        return [.restoredHead(to: target, damaged: damaged)]
    }

    private func target() throws(GitError) -> RepairStep.HeadTarget? {
        if let commit = try detached() { return .commit(commit) }
        return try branch().map { .branch($0) }
    }

    /// Returns the commit of a detached HEAD; nil if HEAD was on a branch. Using a branch instead
    /// would turn every file that the commit lacks into a deletion.
    private func detached() throws(GitError) -> ObjectID? {
        let log = try repository.reflog(of: "HEAD")
        let start = log.lastIndex { $0.message.hasPrefix(Self.switching) }
        guard let start, let target = log[start].message.split(separator: " ").last,
            try repository.referenceFiles.value(of: "refs/heads/\(target)") == nil,
            try repository.referenceFiles.packed().ids["refs/heads/\(target)"] == nil,
            let last = log.last, repository.contains(last.new)
        else { return nil }
        return last.new
    }

    /// The start of git's message in the log when HEAD is switched.
    private static let switching = "checkout: moving from "

    /// Returns the last branch in HEAD's log, else the only one, else the one at the commit with
    /// which HEAD's log ends.
    private func branch() throws(GitError) -> String? {
        let files = repository.referenceFiles
        let packed = try files.packed().ids.mapValues(ReferenceFiles.Value.id)
        let tips = try files.loose().merging(packed) { own, _ in own }
        let names = Set(tips.keys).union(files.logged()).filter { $0.hasPrefix("refs/heads/") }
        let log = try repository.reflog(of: "HEAD")
        let moves = log.last { $0.message.hasPrefix(Self.switching) }
        if let target = moves?.message.split(separator: " ").last,
            names.contains("refs/heads/\(target)")
        {
            return "refs/heads/\(target)"
        }
        if names.count == 1 { return names.first }
        guard let last = log.last else { return nil }
        var logs: [String: ReflogEntry] = [:]
        for name in names { logs[name] = try repository.reflog(of: name, last: 4_096).last }
        let found = names.sorted().filter { name in
            tips[name] == .id(last.new) || logs[name]?.new == last.new
        }
        return found.first { logs[$0] == last } ?? found.first
    }
}
