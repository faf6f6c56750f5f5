import Glibc

/// A lock file of git, with its holder and age.
package struct LockFile: Equatable {
    let path: String
    /// The working directories of processes that use the repository.
    private let folders: [String]

    /// - Parameter folders: The working tree and the git directories, absolute.
    init(_ path: String, usedIn folders: [String]) {
        self.path = path
        self.folders = folders
    }
}

extension Repository {
    /// Returns a lock file of this repository by its path.
    package func lockFile(_ path: String) -> LockFile {
        var folders = [workTree, gitDirectory, commonDirectory]
        if let mainWorkTree { folders.append(mainWorkTree) }
        return LockFile(path, usedIn: folders)
    }

    /// True if this user can see a git process that is running in this repository.
    package var isGitAtWork: Bool {
        RunningProcess.isGitAtWork(in: GitFolders.all(of: commonDirectory) + [workTree])
    }
}

extension LockFile {
    private static let abandonedAgeIfAllAreSeen = 600
    private static let abandonedAgeIfSomeHide = 86_400

    /// Advice for a user who is blocked by the lock.
    var advice: String {
        guard let age else { return "The lock is gone now; run the command again." }
        let made = "'\(path)' was created \(Self.words(age)) ago"
        if let holder {
            return "\(made); \(holder) is running here: wait for it to finish."
        }
        return "\(made), and no process holds it. pmd removes it once it is "
            + "\(Self.words(Self.abandonedAge)) old; if no git is running here, remove it now."
    }

    /// The advice in Korean.
    var koreanAdvice: String {
        guard let age else { return "이제 잠금이 없습니다. 다시 실행하세요." }
        let made = "'\(path)' 파일은 \(Self.koreanWords(age)) 전에 만들어졌습니다"
        if let holder {
            return "\(made). 여기서 실행 중인 프로세스가 끝나기를 기다리세요: \(holder)"
        }
        return "\(made). 사용 중인 프로세스는 없습니다. 만든 지 \(Self.koreanWords(Self.abandonedAge))이 "
            + "지나면 pmd가 지웁니다. 여기서 실행 중인 git이 없다면 지금 지우세요."
    }

    /// True if a process that is visible to this user may hold the lock.
    package var isHeld: Bool { holder != nil }

    /// Removes the lock if its holder is gone: the lock is old, and no process that could hold it
    /// is running here.
    ///
    /// - Returns: True if the lock is gone.
    func removeIfAbandoned() -> Bool {
        // A younger lock is left alone: libgit2 may be about to remove it itself.
        if let age, age >= 2, removeIfDone() { return true }
        guard let file = FileIdentity(at: path), let age, age >= Self.abandonedAge,
            !mayBeOnNetwork, holder == nil
        else { return false }
        return remove(file)
    }

    /// Removes the lock if it is a link to the file that it protects. libgit2 names a new file by
    /// linking the lock to it, and reports no error if it then cannot remove the lock.
    ///
    /// - Returns: True if the lock was removed.
    @discardableResult
    package func removeIfDone() -> Bool { removeIfLink(to: String(path.dropLast(".lock".count))) }

    /// Removes the lock if it is a link to a file.
    ///
    /// - Returns: True if the lock was removed.
    @discardableResult
    func removeIfLink(to other: String) -> Bool {
        guard let file = FileIdentity(at: other), file == FileIdentity(at: path) else {
            return false
        }
        return remove(file)
    }

    /// Returns true if the lock and a file are links to one file.
    func isLink(to other: String) -> Bool {
        FileIdentity(at: path).map { $0 == FileIdentity(at: other) } ?? false
    }

    /// Removes one lock, but not a new one that may just have taken its place.
    ///
    /// - Returns: True if there is no lock.
    private func remove(_ file: FileIdentity) -> Bool {
        let aside = "\(path).\(TemporaryName.random())"
        guard rename(path, aside) == 0 else { return errno == ENOENT }
        if FileIdentity(at: aside) != file { link(aside, path) }
        unlink(aside)
        return FileIdentity(at: path) == nil
    }

    /// The process that has the lock open, or else a git process running in this repository. A
    /// process that this user may not inspect also counts.
    private var holder: String? {
        let file = FileIdentity(at: path)
        let processes = RunningProcess.all()
        guard !processes.isEmpty else { return "some process" }
        let opener = processes.first { process in file.map { process.hasOpen($0) } ?? false }
        let found =
            opener
            ?? processes.first { process in
                process.isWorkingGit
                    && (process.folder.map(isHere) ?? process.isHidden || process.isIn(folders))
            }
        return found.map { "\($0.name) (process \($0.id))" }
    }

    private func isHere(_ folder: String) -> Bool {
        let folder = folder + "/"
        return folders.contains { folder.hasPrefix($0) || folder == $0 }
    }

    /// The seconds since the file was last written; nil if it is gone.
    private var age: Int? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return max(0, time(nil) &- status.st_mtim.tv_sec)
    }

    /// True unless the file system is known to be local: a process on another machine may then
    /// hold the lock, without appearing in any list of processes here.
    private var mayBeOnNetwork: Bool { FileSystem(of: path) != .local }

    /// The age in seconds at which a lock without a visible holder counts as abandoned: higher in
    /// a container, or if the system hides processes of other users.
    private static let abandonedAge =
        RunningProcess.areAllSeen ? abandonedAgeIfAllAreSeen : abandonedAgeIfSomeHide

    private static func words(_ seconds: Int) -> String {
        switch seconds {
        case 1: "1 second"
        case ..<120: "\(seconds) seconds"
        case ..<7_200: "\(seconds / 60) minutes"
        case ..<172_800: "\(seconds / 3_600) hours"
        default: "\(seconds / 86_400) days"
        }
    }

    private static func koreanWords(_ seconds: Int) -> String {
        switch seconds {
        case ..<120: "\(seconds)초"
        case ..<7_200: "\(seconds / 60)분"
        case ..<172_800: "\(seconds / 3_600)시간"
        default: "\(seconds / 86_400)일"
        }
    }
}

/// The lock file of one reference, which git and libgit2 hold while they change it: `NAME.lock`
/// beside the file of the reference, with the new value.
///
/// Unlike the locks that ``LockFile`` removes by their age, a lock left by a killed pmd is removed
/// at once. The caller must hold a lock that prevents every other pmd from moving the reference.
package struct ReferenceLock {
    private let path: String

    /// - Parameter name: The full name of the reference.
    package init(of name: String, in repository: Repository) {
        path = repository.commonDirectory + name + ".lock"
    }

    /// Removes the lock if pmd certainly left it: it holds a part of the value that one of these
    /// moves would have written, and no running process has it open.
    ///
    /// - Parameter commits: The new values of the moves that a killed process may have begun.
    package func removeIfLeft(byMovesTo commits: [ObjectID]) {
        guard !commits.isEmpty, let text = contents(),
            commits.contains(where: { $0.hex.hasPrefix(text) })
        else { return }
        // Only a pmd that held the caller's lock could write the whole value.
        let isWhole = commits.contains { $0.hex == text }
        let open = OpenFiles()
        guard !(isWhole ? open.isSeen(path) : open.contains(path)) else { return }
        unlink(path)
    }

    /// Removes the lock of a reference that only pmd moves, such as a remote-tracking branch,
    /// unless a running process has it open.
    package func removeIfLeft() {
        if access(path, F_OK) == 0, !OpenFiles().contains(path) { unlink(path) }
    }

    /// Returns the content without the line end; nil if there is no lock.
    private func contents() -> String? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 128)
        let count = read(descriptor, &buffer, buffer.count)
        guard count >= 0 else { return nil }
        let text = String(decoding: buffer[..<count], as: UTF8.self)
        return String(text.prefix { $0 != "\n" })
    }
}
