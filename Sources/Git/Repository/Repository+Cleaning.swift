import Glibc

extension Repository {
    /// Removes what transfers left that were ended in the middle.
    package func removeLeftTransfers() throws(GitError) {
        QuarantineFolder.removeLeft(in: commonDirectory + "objects")
        try removeLeftReferences()
    }

    /// Removes what processes that were killed left half done: objects and packs,
    /// and the locks of the configuration and of pmd's own references. Nothing else
    /// ever does.
    ///
    /// What a living process has open is never touched.
    ///
    /// - Parameter wasLeft: True if it is known that a pmd was killed or failed here, and the
    ///   caller holds the lock that it had. Otherwise only what is older than a day goes, or pmd's
    ///   own for certain, and no lock.
    package func removeLeftovers(wasLeft: Bool) {
        QuarantineFolder.removeLeft(in: commonDirectory + "objects")
        var found =
            files("objects", "tmp_object_git2_") + files("objects/pack", "pack_git2_")
            + (wasLeft ? [] : files("objects/pack", "tmp_"))
            + files("pmd/objects", ObjectFolder.temporaryPrefix)
        if wasLeft {
            found += files("refs/pmd", "").filter { $0.hasSuffix(".lock") }
            found += files("", "config.lock")
        } else {
            let limit = time(nil) - 86_400
            found = found.filter {
                $0.contains("/" + ObjectFolder.temporaryPrefix)
                    || Self.modified($0).map { $0 <= limit } == true
            }
        }
        found.removeAll(where: Self.isInUse)
        if !found.isEmpty {
            let open = OpenFiles()
            for path in found where !open.contains(path) { unlink(path) }
        }
        removeLeftLocks()
        guard wasLeft else { return }
        do throws(GitError) { try removeLeftReferences() } catch {
            // One that stays is tried again by the next push.
        }
    }

    /// How the references begin that name what is being pushed; the process and
    /// the commit follow.
    static let outgoing = "refs/pmd/outgoing-"

    /// Removes those of processes that are gone.
    func removeLeftReferences() throws(GitError) {
        for (name, commit) in try references(matching: Self.outgoing + "*")
        where Self.isLeft(name) {
            try move(reference: name, from: commit, to: nil, message: TransferMark.leftOver.message)
        }
    }

    /// Removes their locks: a power cut may leave one and nothing else.
    private func removeLeftLocks() {
        let (folder, name) = ("refs/pmd", String(Self.outgoing.dropFirst("refs/pmd/".count)))
        for path in files(folder, name)
        where path.hasSuffix(".lock") && Self.isLeft(path.dropFirst(commonDirectory.count)) {
            unlink(path)
        }
    }

    /// Removes drafts of the configuration, of processes that are gone.
    ///
    /// - Parameter folder: Where they are, with a slash at the end.
    static func removeLeftSettings(in folder: String) {
        let start = Configuration.draftName
        for name in folderNames(folder) ?? [] where name.hasPrefix(start) {
            if isGone(name.dropFirst(start.count)) { unlink(folder + name) }
        }
    }

    /// Returns true if a temporary file of pmd's own belongs to a process that runs.
    private static func isInUse(_ path: String) -> Bool {
        guard let name = path.split(separator: "/").last,
            name.hasPrefix(ObjectFolder.temporaryPrefix)
        else { return false }
        return !isGone(name.dropFirst(ObjectFolder.temporaryPrefix.count))
    }

    private static func isLeft(_ name: some StringProtocol) -> Bool {
        isGone(name.dropFirst(outgoing.count))
    }

    /// Returns true if no process has the number that a name begins with.
    private static func isGone(_ name: some StringProtocol) -> Bool {
        let process = name.prefix { $0.isNumber }
        return Int32(process).map { !isRunning(process: $0) } ?? false
    }

    /// The files of a folder of the git directory whose names begin so.
    private func files(_ folder: String, _ prefix: String) -> [String] {
        let path = folder.isEmpty ? commonDirectory : commonDirectory + folder + "/"
        return (folderNames(path) ?? []).filter { $0.hasPrefix(prefix) }.map { path + $0 }
    }

    private static func modified(_ path: String) -> Int? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mtim.tv_sec : nil
    }
}
