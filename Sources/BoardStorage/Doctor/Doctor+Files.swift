import Git
import Glibc
import MarkdownDocument
import TaskBoard
import Words

extension Doctor {
    /// Returns the finding about a `pmd.yml` that cannot be used. It stops every command that
    /// needs the columns.
    func settings(_ error: SettingsError?) -> [Diagnosis] {
        guard let error else { return [] }
        let command = suggestedCommand(
            "git", "-C", location.root, "log", "-p", "--", Location.settingsName)
        return [
            .wrong(
                .files, BoardError(error).words,
                Bilingual(
                    "repair it in an editor; this shows what it was: \(command)",
                    "편집기로 고치세요; 전에 어땠는지 보려면: \(command)"))
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
                    .files,
                    Bilingual(
                        "\(findings) problem\(findings == 1 ? "" : "s") in the files",
                        "파일에 문제 \(findings)개가 있습니다"),
                    Bilingual("see 'pmd check'", "'pmd check'로 보세요")))
        }
        found += try leftOut() + notWritten() + copies() + strangers() + fileSystem()
        let count = board.tasks.count
        let fine = Bilingual(
            "\(count) task\(count == 1 ? "" : "s"), no problems", "할 일 \(count)개, 문제 없음")
        return found.isEmpty ? [.fine(.files, fine)] : found
    }

    /// Returns the entries of HEAD that cannot be files of the working tree.
    private func notWritten() throws -> [Diagnosis] {
        try repository.leftOutEntries().prefix(20).map { entry in
            let path = visible(entry.path.utf8)
            let commit = entry.commit.prefix(10)
            let removing = "git rm --cached --sparse \(shellQuoted(entry.path.string))"
            return .advice(
                .files,
                Bilingual(
                    "\(path) is not written here: it \(entry.reason.english) "
                        + "(by \(entry.author) in \(commit))",
                    "\(path) 항목을 여기에 쓰지 않습니다: \(entry.reason.korean) "
                        + "(\(entry.author), \(commit))"),
                Bilingual(
                    "sync works despite it; to remove it: \(removing), then git commit",
                    "그래도 동기화는 됩니다; 지우려면: \(removing), 그리고 git commit"))
        }
    }

    /// Returns the files with edits that no sync commits.
    private func leftOut() throws -> [Diagnosis] {
        let tree = try repository.tree(of: git.head().commit)
        let scan = try WorkTreeScanner.all(repository, tree: tree, settings: settings)
        return scan.skipped.prefix(5).map { path, reason in
            let path = plainWords(String(decoding: path, as: UTF8.self))
            return .wrong(
                .files,
                Bilingual(
                    "\(path) is left out of every sync: \(reason.english)",
                    "\(path) 파일을 동기화마다 뺍니다: \(reason.korean)"),
                Bilingual("see 'pmd help sync'", "'pmd help sync'를 보세요"))
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
                Bilingual(
                    "\(visible(path.utf8)) was left by another program that synchronises this folder",
                    "\(visible(path.utf8)) 파일은 이 폴더를 동기화하는 다른 프로그램이 남겼습니다"),
                path.hasPrefix(".git/")
                    ? Bilingual(
                        "let only git synchronise a repository: exclude the folder from that program, "
                            + "then remove the file",
                        "저장소는 git만 동기화하게 하세요: 그 프로그램에서 폴더를 빼고 파일을 지우세요")
                    : Bilingual(
                        "merge its text into the task, then remove it; let only git synchronise "
                            + "this folder",
                        "글을 할 일에 합치고 지우세요; 이 폴더는 git만 동기화하게 하세요"))
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
        let owning = "sudo chown -R $(id -un) \(location.gitDirectory)"
        return [
            .wrong(
                .files,
                Bilingual(
                    "\(first) belongs to another user, so writing may fail",
                    "\(first) 항목이 다른 사용자의 것이어서 쓰지 못할 수 있습니다"),
                Bilingual(
                    "\(owning); and run cron jobs as yourself",
                    "\(owning); cron은 자신의 이름으로 실행하세요"))
        ]
    }

    /// Returns a finding if the file system has unreliable locks.
    private func fileSystem() -> [Diagnosis] {
        guard case .network(let name) = FileSystem(of: location.root) else { return [] }
        return [
            .advice(
                .files,
                Bilingual(
                    "the board is on \(name), where locks and renames may be less reliable",
                    "보드가 \(name)에 있어 잠금과 이름 바꾸기를 덜 믿을 수 있습니다"),
                Bilingual(
                    "keep a clone on a local disk of each machine, and use 'pmd sync'",
                    "컴퓨터마다 로컬 디스크에 클론을 두고 'pmd sync'를 쓰세요"))
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
                return .advice(
                    .locks, Bilingual("\(path) is held now", "\(path) 잠금을 지금 쓰고 있습니다"),
                    Bilingual(
                        "wait until that git command ends", "그 git 명령이 끝나기를 기다리세요"))
            }
            return .wrong(
                .locks,
                minutes > 0
                    ? Bilingual(
                        "\(path) is \(minutes) min old", "\(path) 잠금이 \(minutes)분 되었습니다")
                    : Bilingual(
                        "no process holds \(path)", "\(path) 잠금을 쥔 프로세스가 없습니다"),
                Bilingual(
                    "if no git is running (see 'ps -C git'), remove it: rm \(path)",
                    "실행 중인 git이 없으면('ps -C git') 지우세요: rm \(path)"))
        }
        return found.isEmpty ? [.fine(.locks, Bilingual("no locks", "잠금 없음"))] : found
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
                    .size,
                    Bilingual(
                        "packing loose objects failed: \(packingFailure)",
                        "낱개 객체를 묶지 못했습니다: \(packingFailure)"),
                    ObjectsDoctor.fsck(in: location.workTree)))
        }
        let history = megabytes(packed + loose.bytes)
        let words = Bilingual(
            "\(history) of history with \(loose.objects) loose objects, \(megabytes(replaced)) of "
                + "replaced files, kept for a day",
            "기록 \(history)(낱개 객체 \(loose.objects)개), 하루 동안 남기는 바뀐 파일 "
                + megabytes(replaced))
        if let reason = try Maintenance(git).reasonForNone(), loose.objects > 5_000 {
            found.append(
                .advice(
                    .size, words,
                    Bilingual(
                        "\(reason), so they are not packed: run 'git gc'",
                        "묶이지 않으니(\(reason)) 'git gc'를 실행하세요")))
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
