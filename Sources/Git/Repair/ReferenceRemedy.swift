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
        try reflog(of: name).last { !$0.isRemoval && contains($0.new) }?.new
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
            try !branchNames().contains("refs/heads/\(target)"), contains(last.new)
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
