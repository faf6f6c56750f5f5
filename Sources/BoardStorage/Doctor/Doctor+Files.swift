import Git
import Glibc
import MarkdownDocument
import TaskBoard

extension Doctor {
    /// Returns the finding about a `pmd.yml` that cannot be used. It stops every command that
    /// needs the columns.
    func settings(_ error: SettingsError?) -> [Diagnosis] {
        guard let error else { return [] }
        return [
            .wrong(
                .files, BoardError(error).description,
                "repair it in an editor; this shows what it was: "
                    + suggestedCommand(
                        "git", "-C", location.root, "log", "-p", "--", Location.settingsName))
        ]
    }

    /// Returns the problems of the files: malformed tasks, files of another user, and file systems
    /// with unreliable locks and renames.
    func files(board: Board, unread: [UnreadFile]) throws -> [Diagnosis] {
        var found: [Diagnosis] = []
        let findings = board.findings.count + unread.count
        if findings > 0 {
            found.append(
                .advice(
                    .files, "\(findings) problem\(findings == 1 ? "" : "s") in the files",
                    "see 'pmd check'"))
        }
        found += try leftOut() + notWritten() + copies() + strangers() + fileSystem()
        let count = board.tasks.count
        return found.isEmpty
            ? [.fine(.files, "\(count) task\(count == 1 ? "" : "s"), no problems")] : found
    }

    /// Returns the entries of HEAD that cannot be files of the working tree.
    private func notWritten() throws -> [Diagnosis] {
        try repository.leftOutEntries().prefix(20).map { entry in
            .advice(
                .files,
                "\(visible(entry.path.utf8)) is not written here: it \(entry.reason) "
                    + "(by \(entry.author) in \(entry.commit.prefix(10)))",
                "sync works despite it; to remove it: git rm --cached --sparse "
                    + "\(shellQuoted(entry.path.string)), then git commit")
        }
    }

    /// Returns the files with edits that no sync commits.
    private func leftOut() throws -> [Diagnosis] {
        let tree = try repository.tree(of: git.head().commit)
        let scan = try WorkTreeScanner.all(repository, tree: tree, settings: settings)
        return scan.skipped.prefix(5).map { path, reason in
            let path = plainWords(String(decoding: path, as: UTF8.self))
            return .wrong(
                .files, "\(path) is left out of every sync: \(reason)", "see 'pmd help sync'")
        }
    }

    /// Returns the copies that programs which synchronise folders make of two versions.
    private func copies() throws -> [Diagnosis] {
        let marks = [".sync-conflict-", "conflicted copy", " (case conflict"]
        let below = try Folder(location.root).filesBelow().map {
            String(decoding: $0, as: UTF8.self)
        }
        return below.filter { path in marks.contains(where: path.contains) }.prefix(5).map { path in
            .wrong(
                .files,
                "\(visible(path.utf8)) was left by another program that synchronises this folder",
                path.hasPrefix(".git/")
                    ? "let only git synchronise a repository: exclude the folder from that program, "
                        + "then remove the file"
                    : "merge its text into the task, then remove it; let only git synchronise "
                        + "this folder")
        }
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
        return [
            .wrong(
                .files, "\(first) belongs to another user, so writing may fail",
                "sudo chown -R $(id -un) \(location.gitDirectory); and run cron jobs as yourself")
        ]
    }

    /// Returns a finding if the file system has unreliable locks.
    private func fileSystem() -> [Diagnosis] {
        guard case .network(let name) = FileSystem(of: location.root) else { return [] }
        return [
            .advice(
                .files, "the board is on \(name), where locks and renames may be less reliable",
                "keep a clone on a local disk of each machine, and use 'pmd sync'")
        ]
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
            if isHeld, minutes == 0 {
                return .advice(.locks, "\(path) is held now", "wait until that git command ends")
            }
            return .wrong(
                .locks, minutes > 0 ? "\(path) is \(minutes) min old" : "no process holds \(path)",
                "if no git is running (see 'ps -C git'), remove it: rm \(path)")
        }
        return found.isEmpty ? [.fine(.locks, "no locks")] : found
    }
}

extension Doctor {
    /// Returns the size of the repository, and the reasons why it is not packed.
    func size(packingFailure: String?) throws -> [Diagnosis] {
        let packed = git.packedBytes()
        let loose = try git.looseCount()
        let replaced = try replacedBytes()
        var found: [Diagnosis] = []
        if let packingFailure {
            found.append(
                .wrong(
                    .size, "packing loose objects failed: \(packingFailure)",
                    "run 'git fsck --full' in \(location.workTree) to see what is damaged"))
        }
        let words =
            "\(megabytes(packed + loose.bytes)) of history with \(loose.objects) loose objects, "
            + "\(megabytes(replaced)) of replaced files, kept for a day"
        if let reason = try Maintenance(git).reasonForNone(), loose.objects > 5_000 {
            found.append(.advice(.size, words, "\(reason), so they are not packed: run 'git gc'"))
        } else {
            found.append(.fine(.size, words))
        }
        return found
    }

    private func replacedBytes() throws -> Int {
        let folder = try repository.localState.folder.existingFolder(Array("replaced".utf8))
        guard let folder else { return 0 }
        return try folder.filesBelow().reduce(0) { sum, path in
            let (parent, name) = splitPath(path)
            return sum + Int(try folder.folder(parent).status(name)?.st_size ?? 0)
        }
    }

    private func megabytes(_ bytes: Int) -> String {
        let tenths = (bytes + 52_428) / 104_858
        return "\(tenths / 10).\(tenths % 10) MiB"
    }
}
