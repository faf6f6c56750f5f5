import Glibc

extension Repository {
    /// Removes the files of interrupted transfers.
    package func removeLeftTransfers() throws(GitError) {
        QuarantineFolder.removeLeft(in: commonDirectory + "objects")
        try removeLeftReferences()
    }

    /// Removes the unfinished files of killed processes: objects and packs, and the locks of the
    /// configuration and of pmd's own references. Nothing else removes them.
    ///
    /// Files that a running process has open are never touched.
    ///
    /// - Parameter wasLeft: True if a pmd is known to have been killed or to have failed here, and
    ///   the caller holds the lock that it had. If false, only files older than a day or certainly
    ///   pmd's own are removed, and no locks.
    package func removeLeftovers(wasLeft: Bool) {
        QuarantineFolder.removeLeft(in: commonDirectory + "objects")
        var found =
            files("objects", "tmp_object_git2_") + files("objects/pack", "pack_git2_")
            + (wasLeft ? [] : files("objects/pack", "tmp_"))
            + files("pmd/objects", ObjectFolder.temporaryPrefix)
        if wasLeft {
            found += (files("refs/pmd", "") + files("refs/pmd/dropped", ""))
                .filter { $0.hasSuffix(".lock") }
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
            // A reference that remains is tried again by the next push.
        }
    }

    /// The start of the names of references to commits that are being pushed; the process and the
    /// commit follow.
    static let outgoing = "refs/pmd/outgoing-"

    /// Removes the references to pushed commits of processes that have ended.
    func removeLeftReferences() throws(GitError) {
        for (name, commit) in try references(matching: Self.outgoing + "*")
        where Self.isLeft(name) {
            try move(reference: name, from: commit, to: nil, message: TransferMark.leftOver.message)
        }
    }

    /// Removes the locks of these references: a power cut may leave a lock and nothing else.
    private func removeLeftLocks() {
        let (folder, name) = ("refs/pmd", String(Self.outgoing.dropFirst("refs/pmd/".count)))
        for path in files(folder, name)
        where path.hasSuffix(".lock") && Self.isLeft(path.dropFirst(commonDirectory.count)) {
            unlink(path)
        }
    }

    /// Removes the temporary files of the configuration whose processes have ended, and first the
    /// lock that such a process held.
    ///
    /// - Parameter folder: The folder, with a slash at the end.
    static func removeLeftSettings(in folder: String, _ lock: LockFile) {
        let start = Configuration.temporaryPrefix
        for name in folderNames(folder) ?? [] where name.hasPrefix(start) {
            guard isGone(name.dropFirst(start.count)) else { continue }
            lock.removeIfLink(to: folder + name)
            if !lock.isLink(to: folder + name) { unlink(folder + name) }
        }
    }

    /// Returns true if a temporary file of pmd belongs to a running process.
    private static func isInUse(_ path: String) -> Bool {
        guard let name = path.split(separator: "/").last,
            name.hasPrefix(ObjectFolder.temporaryPrefix)
        else { return false }
        return !isGone(name.dropFirst(ObjectFolder.temporaryPrefix.count))
    }

    private static func isLeft(_ name: some StringProtocol) -> Bool {
        isGone(name.dropFirst(outgoing.count))
    }

    /// Returns true if no process has the ID with which a name begins.
    private static func isGone(_ name: some StringProtocol) -> Bool {
        let process = name.prefix { $0.isNumber }
        return Int32(process).map { !isRunning(process: $0) } ?? false
    }

    /// Returns the files of a folder of the git directory whose names begin with a prefix.
    private func files(_ folder: String, _ prefix: String) -> [String] {
        let path = folder.isEmpty ? commonDirectory : commonDirectory + folder + "/"
        return (folderNames(path) ?? []).filter { $0.hasPrefix(prefix) }.map { path + $0 }
    }

    private static func modified(_ path: String) -> Int? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mtim.tv_sec : nil
    }
}
