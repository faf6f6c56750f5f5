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
    ///   the caller holds its lock. If false, only files older than a day or certainly pmd's own
    ///   are removed, and no locks.
    package func removeLeftovers(wasLeft: Bool) {
        QuarantineFolder.removeLeft(in: commonDirectory + "objects")
        let objects =
            files("objects", "tmp_object_git2_")
            + files("pmd/objects", ObjectFolder.temporaryPrefix)
        ObjectFolder.removeLeft(objects)
        var found =
            objects.filter { !$0.contains("/" + ObjectFolder.temporaryPrefix) }
            + files("objects/pack", "pack_git2_")
            + (wasLeft ? [] : files("objects/pack", "tmp_"))
        if wasLeft {
            found += (files("refs/pmd", "") + files("refs/pmd/dropped", ""))
                .filter { $0.hasSuffix(".lock") && !isOutgoing($0) }
            found += files("", "config.lock")
        } else {
            found = found.filter(UseLock.isOld)
        }
        if !found.isEmpty {
            let open = OpenFiles()
            for path in found where !open.contains(path) { unlink(path) }
        }
        removeLeftLocks()
        guard wasLeft else { return }
        do throws(GitError) { try removeLeftReferences() } catch {
            // The next push retries a reference that remains.
        }
    }

    /// The prefix of references to commits that are being pushed; a ``TemporaryName`` and the
    /// commit follow.
    ///
    /// A reference cannot be locked, since `git pack-refs` moves it. So each pusher has a
    /// ``LockedFolder`` with the same random name, which it creates before the reference and
    /// removes after it.
    static let outgoing = "refs/pmd/outgoing-"
    /// The prefix of the pushers' folders, in ``pusherFolder``.
    static let pusher = "outgoing-"
    /// The folder of the pushers' folders, without a slash at its end.
    var pusherFolder: String { commonDirectory + "pmd" }

    /// Removes the references to pushed commits of processes that have ended.
    func removeLeftReferences() throws(GitError) {
        removeLeftPushers()
        for (name, commit) in try references(matching: Self.outgoing + "*") {
            // `git pack-refs` preserves no other time.
            let files = [commonDirectory + name, commonDirectory + "packed-refs"]
            guard isLeft(name, files.first { !UseLock.isMissing($0) }) else { continue }
            do throws(GitError) {
                try move(
                    reference: name, from: commit, to: nil, message: TransferMark.leftOver.message)
            } catch {
                // Its pusher, or another sweep, has removed it meanwhile.
                guard error.kind == .changedMeanwhile else { throw error }
            }
        }
    }

    /// Removes the locks of these references: a power cut may leave a lock and nothing else.
    private func removeLeftLocks() {
        let locks = files("refs/pmd", "outgoing-").filter { $0.hasSuffix(".lock") }
        guard !locks.isEmpty else { return }
        removeLeftPushers()
        for path in locks where isLeft(path.dropFirst(commonDirectory.count), path) {
            unlink(path)
        }
    }

    private func removeLeftPushers() {
        // A link there may lead to the user's files.
        guard UseLock.isFolder(pusherFolder) else { return }
        LockedFolder.removeLeft(in: pusherFolder, Self.pusher)
    }

    private func isOutgoing(_ path: String) -> Bool {
        path.dropFirst(commonDirectory.count).hasPrefix(Self.outgoing)
    }

    /// Returns true if the pusher of a reference, or of its lock, has ended.
    ///
    /// - Parameter file: A file as old as the reference, used for names of older releases.
    private func isLeft(_ name: some StringProtocol, _ file: String?) -> Bool {
        guard let random = TemporaryName.random(atStartOf: name.dropFirst(Self.outgoing.count))
        else { return file.map(UseLock.isOld) ?? false }
        return UseLock.isMissing("\(pusherFolder)/\(Self.pusher)\(random)")
    }

    /// Removes the temporary configuration files whose processes have ended, after the locks of
    /// those processes.
    ///
    /// - Parameter folder: The folder, with a slash at the end.
    static func removeLeftSettings(in folder: String, _ lock: LockFile) {
        LockedFolder.removeLeft(in: folder, Configuration.temporaryPrefix) { path in
            // Older releases linked the lock to a file of that name.
            let files = [path, Configuration.temporaryFile(in: path)]
            for file in files { lock.removeIfLink(to: file) }
            return files.contains(where: lock.isLink(to:))
        }
    }

    /// Returns the files of a folder of the git directory whose names begin with a prefix.
    private func files(_ folder: String, _ prefix: String) -> [String] {
        let path = folder.isEmpty ? commonDirectory : commonDirectory + folder + "/"
        return (folderNames(path) ?? []).filter { $0.hasPrefix(prefix) }.map { path + $0 }
    }
}
