/// A damaged or missing reference, or one to a damaged or missing object.
package struct FaultyReference: Hashable, Sendable {
    package enum Fault: Hashable, Sendable {
        /// It does not refer to a commit.
        case damaged
        case missingObject(ObjectID)
        /// The branch is gone, but its log has its commits.
        case missing
        /// Its log contains an object that is gone; git reports that too.
        case logOfMissingObject(ObjectID)
        /// `packed-refs` has a line that git cannot read.
        case unreadableLine
        /// HEAD is not on a branch, or on one that had commits.
        case head(GitError)
    }

    /// `HEAD`, `packed-refs`, or a full name; the name of a log begins with `logs/`.
    package let name: String
    package let fault: Fault

    init(_ name: String, _ fault: Fault) { (self.name, self.fault) = (name, fault) }

    /// The missing object that a reference names; nil for other faults.
    package var missingObject: ObjectID? {
        if case .missingObject(let id) = fault { id } else { nil }
    }

    /// The fault as a sentence without a full stop.
    package var words: String {
        switch fault {
        case .damaged: "\(name) is damaged: it does not point to a commit"
        case .missingObject(let id): "\(name) points to \(id), which is missing"
        case .missing: "\(name) is missing, but its log lists its commits"
        case .logOfMissingObject(let id):
            "the log of \(name.dropFirst("logs/".count)) lists \(id), which is missing"
        case .unreadableLine: "\(name) is damaged: it has a line that git cannot read"
        case .head(let error): "HEAD is damaged: \(error.message)"
        }
    }

    /// The fault in Korean.
    package var korean: String {
        switch fault {
        case .damaged: "\(name) 참조가 손상되어 커밋을 가리키지 않습니다"
        case .missingObject(let id): "\(name) 참조가 가리키는 \(id) 객체가 없습니다"
        case .missing: "\(name) 참조가 없습니다. 그 커밋은 reflog에 남아 있습니다"
        case .logOfMissingObject(let id):
            "\(name.dropFirst("logs/".count))의 reflog에 있는 \(id) 객체가 없습니다"
        case .unreadableLine: "\(name) 파일이 손상되어 git이 읽을 수 없는 줄이 있습니다"
        case .head(let error): "HEAD가 손상되었습니다: \(error.koreanMessage ?? error.message)"
        }
    }
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
            found.append(FaultyReference("HEAD", .head(error)))
        }
        if packed.isDamaged { found.append(FaultyReference("packed-refs", .unreadableLine)) }
        let values = try files.loose().merging(
            packed.ids.mapValues(ReferenceFiles.Value.id)
        ) { own, _ in own }
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            if let fault = fault(of: value) { found.append(FaultyReference(name, fault)) }
        }
        for name in files.logged() where try isLost(name, values) {
            found.append(FaultyReference(name, .missing))
        }
        if found.isEmpty { found = try faultyLogs(files.logged()) }
        let names = Set(found.map(\.name))
        if !names.contains("HEAD"), let name = try checkedOutBranch(), values[name] == nil,
            !names.contains(name), let error = try lostBranch(name)
        {
            found.append(FaultyReference("HEAD", .head(error)))
        }
        return found
    }

    /// Returns the logs with lost commits near their ends, which `git fsck` reports.
    private func faultyLogs(_ names: [String]) throws(GitError) -> [FaultyReference] {
        var found: [FaultyReference] = []
        for name in names {
            let log = try reflog(of: name, last: 4_096)
            let ids = log.compactMap(\.old) + log.filter { !$0.isRemoval }.map(\.new)
            guard let lost = ids.first(where: { !contains($0) }) else { continue }
            found.append(FaultyReference("logs/\(name)", .logOfMissingObject(lost)))
        }
        return found
    }

    private func fault(of value: ReferenceFiles.Value) -> FaultyReference.Fault? {
        switch value {
        case .damaged: .damaged
        case .id(let id): contains(id) ? nil : .missingObject(id)
        case .name: nil
        }
    }

    /// Returns true if a branch has a log but no value: git removes both together.
    private func isLost(
        _ name: String, _ values: [String: ReferenceFiles.Value]
    ) throws(GitError) -> Bool {
        guard values[name] == nil,
            name.hasPrefix("refs/heads/") || name.hasPrefix("refs/remotes/"),
            try !isFirstCommitUnfinished(of: name)
        else { return false }
        return try reflog(of: name, last: 4_096).last?.isRemoval == false
    }
}

extension Repository {
    /// Returns the full name of HEAD's branch; nil if HEAD is detached.
    ///
    /// - Throws: ``GitError/Kind/damaged`` if HEAD refers to neither a branch nor a commit.
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
    /// branch has not begun yet.
    func lostBranch(_ name: String) throws(GitError) -> GitError? {
        let log = try reflog(of: "HEAD", last: 65_536)
        if try isFirstCommitUnfinished(of: name) { return nil }
        let table = try readIndex().table
        let hasFiles = (table?.count ?? 0) > 0
        if let last = log.last {
            if last.isRemoval { return nil }
            // A kill may have stopped the first commit between the log of HEAD, which is written
            // first, and the branch.
            let count = try reflog(of: name).count
            if !hasFiles, log.count == 1, count <= 1 { return nil }
        } else if !hasFiles || table?.cachedTree([])?.known == nil {
            return nil
        }
        let short = name.dropFirst("refs/heads/".count)
        return GitError(.headBranchLost(String(short)), "read HEAD")
    }

    /// Returns true if a kill may have stopped the first commit between the index and the branch:
    /// pmd records the move of a branch before it begins, here as `- NEW`, and until it is
    /// finished.
    private func isFirstCommitUnfinished(of branch: String) throws(GitError) -> Bool {
        // A board in a folder of the working tree has its own folder for these records.
        let boards = ["pmd"] + (folderNames(gitDirectory + "pmd/at") ?? []).map { "pmd/at/\($0)" }
        let isBegun = boards.contains {
            firstLine(of: gitDirectory + $0 + "/pending")?.hasPrefix("- ") == true
        }
        guard isBegun else { return false }
        // A branch that had more commits is lost, regardless of old records.
        for name in ["HEAD", branch] where try reflog(of: name, last: 65_536).count > 1 {
            return false
        }
        return true
    }
}

extension GitError {
    /// True if HEAD, a reference or a folder that git needs is damaged, so that no object was read.
    package var isOfReferences: Bool {
        advice?.hasPrefix(Self.adviceOnReferences) == true
            || advice?.hasPrefix(Self.adviceOnGitFolder) == true
    }

    static let adviceOnGitFolder = "Create it again: "
    static let adviceOnReferences =
        "Run 'pmd doctor repository' to see the git commands that restore it."
}

extension FaultyReference {
    /// The way to repair a reference with git. pmd never does it: the reflog suggests a value, and
    /// only the user knows whether it is the right one.
    package enum Remedy: Hashable, Sendable {
        case command(String)
        /// No log names a commit for the reference.
        ///
        /// - Parameter name: Its name, quoted for a shell.
        case findCommit(name: String)
        /// The file has lines that git cannot read.
        case editFile(path: String)
    }
}

extension Repository {
    /// Returns git's way to repair a reference.
    package func remedy(for fault: FaultyReference) throws(GitError) -> FaultyReference.Remedy {
        let name = fault.name
        let path = shellQuoted(referenceFiles.path(of: name))
        switch fault.fault {
        case .head: return try remedyForHead()
        case .unreadableLine: return .editFile(path: commonDirectory + "packed-refs")
        case .logOfMissingObject:
            let reference = shellQuoted(String(name.dropFirst("logs/".count)))
            return .command("git reflog expire --stale-fix \(reference)")
        case .damaged, .missingObject, .missing: break
        }
        if name.hasPrefix("refs/remotes/") { return .command("rm -f \(path) && git fetch") }
        guard let commit = try lastLoggedCommit(of: name) else {
            return .findCommit(name: shellQuoted(name))
        }
        // 'git update-ref' fails if it cannot read the old value.
        return .command(
            fault.fault == .damaged
                ? "echo \(commit) >\(path)" : "git update-ref \(shellQuoted(name)) \(commit)")
    }

    private func lastLoggedCommit(of name: String) throws(GitError) -> ObjectID? {
        try reflog(of: name).last { !$0.isRemoval && hasCommit($0.new) }?.new
    }

    private func remedyForHead() throws(GitError) -> FaultyReference.Remedy {
        let path = shellQuoted(referenceFiles.path(of: "HEAD"))
        if let commit = try detachedCommit() { return .command("echo \(commit) >\(path)") }
        let target = try loggedBranch() ?? "refs/heads/BRANCH"
        guard case .name(let name) = try referenceFiles.value(of: "HEAD"),
            name.hasPrefix("refs/heads/")
        else {
            // git's commands do not find the repository without a valid HEAD.
            return .command("echo \(shellQuoted("ref: " + target)) >\(path)")
        }
        return name == target
            ? .findCommit(name: shellQuoted(name))
            : .command("git symbolic-ref HEAD \(shellQuoted(target))")
    }

    /// Returns the commit of a HEAD that the log shows as detached.
    private func detachedCommit() throws(GitError) -> ObjectID? {
        let log = try reflog(of: "HEAD")
        guard let target = Self.lastSwitch(in: log), let last = log.last,
            try !branchNames().contains("refs/heads/\(target)"), hasCommit(last.new)
        else { return nil }
        return last.new
    }

    /// Returns the branch that HEAD's log names last, else the only one; nil if neither is known.
    private func loggedBranch() throws(GitError) -> String? {
        let names = try branchNames()
        if let target = Self.lastSwitch(in: try reflog(of: "HEAD")),
            names.contains("refs/heads/\(target)")
        {
            return "refs/heads/\(target)"
        }
        return names.count == 1 ? names.first : nil
    }

    /// Returns the target of the last `git switch` or `git checkout`.
    private static func lastSwitch(in log: [ReflogEntry]) -> Substring? {
        log.last { $0.message.hasPrefix("checkout: moving from ") }?
            .message.split(separator: " ").last
    }

    /// Returns the full names of the branches that have a value or a log.
    private func branchNames() throws(GitError) -> Set<String> {
        let files = referenceFiles
        let names =
            try Array(files.loose().keys) + Array(files.packed().ids.keys) + files.logged()
        return Set(names.filter { $0.hasPrefix("refs/heads/") })
    }
}
