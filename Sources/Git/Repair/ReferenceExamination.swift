/// A damaged or missing reference, or one that names a damaged or missing object.
package struct FaultyReference: Hashable, Sendable {
    /// `HEAD`, `packed-refs`, or a full name.
    package let name: String
    /// The fault as a sentence without a full stop.
    package let words: String
}

extension Repository {
    var referenceFiles: ReferenceFiles {
        ReferenceFiles(gitDirectory: gitDirectory, commonDirectory: commonDirectory)
    }

    /// Returns the references that commands cannot use.
    package func faultyReferences() throws(GitError) -> [FaultyReference] {
        let files = referenceFiles
        let packed = try files.packed()
        var found: [FaultyReference] = []
        do throws(GitError) { _ = try checkedOutBranch() } catch {
            found.append(FaultyReference(name: "HEAD", words: "HEAD is damaged: \(error.message)"))
        }
        if packed.isDamaged {
            let words = "packed-refs is damaged: it has a line that git cannot read"
            found.append(FaultyReference(name: "packed-refs", words: words))
        }
        let values = try files.loose().merging(
            packed.ids.mapValues(ReferenceFiles.Value.id)
        ) { own, _ in own }
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let words = fault(of: value) else { continue }
            found.append(FaultyReference(name: name, words: "\(name) \(words)"))
        }
        for name in files.logged() where try isLost(name, values) {
            let words = "\(name) is missing, and its log has its commits"
            found.append(FaultyReference(name: name, words: words))
        }
        if found.isEmpty { found = try faultyLogs(files.logged()) }
        let names = Set(found.map(\.name))
        if !names.contains("HEAD"), let name = try checkedOutBranch(), values[name] == nil,
            !names.contains(name), let error = try lostBranch(name)
        {
            found.append(FaultyReference(name: "HEAD", words: "HEAD is damaged: \(error.message)"))
        }
        return found
    }

    /// Returns the logs that name lost commits near their ends, which `git fsck` reports.
    private func faultyLogs(_ names: [String]) throws(GitError) -> [FaultyReference] {
        var found: [FaultyReference] = []
        for name in names {
            let log = try reflog(of: name, last: 4_096)
            let ids = log.compactMap(\.old) + log.filter { !$0.isRemoval }.map(\.new)
            guard let lost = ids.first(where: { !contains($0) }) else { continue }
            let words = "the log of \(name) names \(lost), which is missing"
            found.append(FaultyReference(name: "logs/\(name)", words: words))
        }
        return found
    }

    private func fault(of value: ReferenceFiles.Value) -> String? {
        switch value {
        case .damaged: "is damaged: it names no commit"
        case .id(let id): contains(id) ? nil : "names \(id), which is missing"
        case .name: nil
        }
    }

    /// Returns true if a branch has a log but no value: git removes both together.
    private func isLost(
        _ name: String, _ values: [String: ReferenceFiles.Value]
    ) throws(GitError) -> Bool {
        guard values[name] == nil,
            name.hasPrefix("refs/heads/") || name.hasPrefix("refs/remotes/"),
            !(isFirstCommitUnfinished && name == (try? checkedOutBranch()))
        else { return false }
        return try reflog(of: name, last: 4_096).last?.isRemoval == false
    }
}

extension Repository {
    /// Returns the full name of the branch that HEAD names; nil if it names a commit.
    ///
    /// - Throws: ``GitError/Kind/damaged`` if it names neither.
    package func checkedOutBranch() throws(GitError) -> String? {
        switch try referenceFiles.value(of: "HEAD") {
        case .id: return nil
        case .name(let name) where name.hasPrefix("refs/heads/"): return name
        case .name(let name):
            throw GitError(.headNamesNoBranch(name), "read HEAD")
        case .damaged:
            throw GitError(.headNamesNothing, "read HEAD")
        case nil: throw GitError(.headMissing, "read HEAD")
        }
    }

    /// Returns the error for a branch without a commit in a clone that has made some; nil if the
    /// branch is yet to begin.
    func lostBranch(_ name: String) throws(GitError) -> GitError? {
        if isFirstCommitUnfinished { return nil }
        let log = try reflog(of: "HEAD", last: 65_536)
        let table = try readIndex().table
        let hasFiles = (table?.count ?? 0) > 0
        if let last = log.last {
            if last.isRemoval { return nil }
            // A kill may have stopped the first commit between the log of HEAD, which comes first,
            // and the branch.
            let count = try reflog(of: name).count
            if !hasFiles, log.count == 1, count <= 1 { return nil }
        } else if !hasFiles || table?.cachedTree([])?.known == nil {
            return nil
        }
        let short = name.dropFirst("refs/heads/".count)
        return GitError(.headBranchLost(String(short)), "read HEAD")
    }

    /// True if a kill may have stopped the first commit between the index and the branch: pmd
    /// notes the move of a branch before it begins, here as `- NEW`, and until it is finished.
    private var isFirstCommitUnfinished: Bool {
        firstLine(of: gitDirectory + "pmd/pending")?.hasPrefix("- ") ?? false
    }
}

extension GitError {
    static let adviceOnReferences = "Run 'pmd doctor --fix' to restore it."
}
