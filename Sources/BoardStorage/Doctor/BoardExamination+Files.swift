import Git
import Glibc
import MarkdownDocument
import TaskBoard

extension BoardExamination {
    /// Returns the finding about an unusable `pmd.yml`, which stops every command that needs the
    /// columns.
    func settings(_ error: SettingsError?) -> [Diagnosis] {
        guard let error else { return [] }
        let command = suggestedCommand(
            "git", "-C", location.root, "log", "-p", "--", Location.settingsName)
        return [.files(.settings(BoardError(error), showingHistory: command))]
    }

    /// Returns the problems of the files: malformed tasks, files of another user, and file systems
    /// with unreliable locks and renames.
    func files(board: Board, unread: [UnreadFile]) throws -> [Diagnosis] {
        let findings = board.findings.count + unread.count
        let problems: [Diagnosis] = findings > 0 ? [.files(.problems(findings))] : []
        let found =
            try problems + leftOut() + notWritten() + copies() + strangers() + fileSystem()
            + attachments(of: board)
        return found.isEmpty ? [.files(.sound(tasks: board.tasks.count))] : found
    }

    /// Returns the entries of HEAD that cannot be files of the working tree.
    private func notWritten() throws -> [Diagnosis] {
        try repository.leftOutEntries().prefix(20).map { entry in
            let removing = "git rm --cached --sparse \(shellQuoted(entry.path.string))"
            return .files(.notWritten(entry, removing: removing))
        }
    }

    /// Returns the files with edits that no sync commits.
    private func leftOut() throws -> [Diagnosis] {
        let tree = try repository.tree(of: git.head().commit)
        let scan = try WorkTreeScanner.all(repository, tree: tree, settings: settings)
        return scan.skipped.prefix(5).map { path, reason in
            .files(.leftOut(path: String(decoding: path, as: UTF8.self), reason))
        }
    }

    /// The maximum number of attachments to name.
    private static let mostNamed = 20

    /// Returns the attachments that no task links, and the links whose file is missing or ignored
    /// by git.
    private func attachments(of board: Board) throws -> [Diagnosis] {
        let folder = try Folder(location.root).readableFolder(
            AttachmentName.folder.bytes, isRequired: false)
        let names = try folder?.filesBelow(isComplete: false) ?? []
        let files = Set(names.map { AttachmentName.folder.appending($0) })
        var linked: Set<BoardPath> = []
        var found: [Diagnosis] = []
        let tree = try repository.tree(of: git.head().commit)
        for task in board.tasks {
            for link in task.attachments where linked.insert(link.file).inserted {
                guard found.count < Self.mostNamed else { continue }
                if !files.contains(link.file) {
                    let restoring = suggestedCommand("pmd", "restore", link.file.string)
                    found.append(
                        .files(
                            .missingAttachment(link.file, task: task.title, restoring: restoring)))
                } else if try git.isLocal(location.prefix + link.file.bytes, tree) {
                    let adding = suggestedCommand(
                        "git", "-C", location.root, "add", "-f", link.file.string)
                    found.append(
                        .files(.ignoredAttachment(link.file, task: task.title, adding: adding)))
                }
            }
        }
        let unlinked = files.subtracting(linked).filter { !$0.isHidden }.sorted()
        guard !unlinked.isEmpty else { return found }
        let fact = FilesFact.unlinkedAttachments(
            Array(unlinked.prefix(Self.mostNamed)), count: unlinked.count)
        return found + [.files(fact)]
    }

    /// Returns the conflict copies made by folder synchronization programs.
    private func copies() throws -> [Diagnosis] {
        let marks = [".sync-conflict-", "conflicted copy", " (case conflict"]
        let below = try Folder(location.root).filesBelow(isComplete: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        return below.filter { path in marks.contains(where: path.contains) }.prefix(5)
            .map { .files(.copy(path: $0)) }
    }

    /// Returns the files in the git directory that belong to another user, as after a run by root.
    private func strangers() throws -> [Diagnosis] {
        let own = geteuid()
        guard own != 0 else { return [] }
        let names = ["", "/HEAD", "/index", "/objects", "/refs/heads", "/pmd", "/pmd/lock"]
        let foreign = names.map { location.gitDirectory + $0 }.filter { path in
            var status = stat()
            return lstat(path, &status) == 0 && status.st_uid != own
        }
        guard let first = foreign.first else { return [] }
        return [.files(.foreignOwner(path: first, gitDirectory: location.gitDirectory))]
    }

    /// Returns a finding if the file system has unreliable locks.
    private func fileSystem() -> [Diagnosis] {
        guard case .network(let name) = FileSystem(of: location.root) else { return [] }
        return [.files(.network(name))]
    }

    /// Returns the lock files of git that exist now.
    func locks() -> [Diagnosis] {
        let candidates =
            ["index.lock", "HEAD.lock"].map { location.gitDirectory + "/" + $0 }
            + ["config.lock", "packed-refs.lock", "shallow.lock"].map { git.commonDirectory + $0 }
            + [Maintenance.lock(in: git.commonDirectory)]
        let now = time(nil)
        let found = candidates.compactMap { path -> Diagnosis? in
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            let minutes = max(0, (now - status.st_mtim.tv_sec) / 60)
            let isHeld = git.lockFile(path).isHeld
            if isHeld, minutes == 0 { return .lock(.lockHeld(path: path)) }
            return .lock(
                minutes > 0
                    ? .lockOld(path: path, minutes: minutes) : .lockWithoutHolder(path: path))
        }
        return found.isEmpty ? [.lock(.noLocks)] : found
    }
}

extension Diagnosis {
    fileprivate static func files(_ fact: FilesFact) -> Diagnosis {
        Diagnosis(.files, .files(fact))
    }

    fileprivate static func lock(_ fact: FilesFact) -> Diagnosis {
        Diagnosis(.locks, .files(fact))
    }
}

extension BoardExamination {
    /// Returns the size of the repository, and the reasons why it is not packed.
    func size(packingFailure: Bilingual?) throws -> [Diagnosis] {
        let packed = git.packedBytes()
        let loose = try git.looseCount()
        let replaced = try replacedBytes()
        let failure = packingFailure.map { words in
            Diagnosis(
                .size, .clone(.packingFailed(words: words, workTree: location.workTree)))
        }
        let reason = loose.objects > 5_000 ? try Maintenance(git).reasonForNone() : nil
        let size = RepositorySize(
            history: packed + loose.bytes, looseObjects: loose.objects, replaced: replaced,
            reasonNotPacked: reason.map { Bilingual(english: $0.english, korean: $0.korean) })
        return [failure, Diagnosis(.size, .clone(.size(size)))].compactMap(\.self)
    }

    private func replacedBytes() throws -> Int {
        let folder = try repository.localState.folder.existingFolder(Array("replaced".utf8))
        guard let folder else { return 0 }
        return try folder.filesBelow().reduce(0) { sum, path in
            let (parent, name) = splitPath(path)
            return sum + Int(try folder.folder(parent).status(name)?.st_size ?? 0)
        }
    }
}
