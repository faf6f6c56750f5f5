import Clinux
import Glibc

/// A lock file of git: whose it is, and what to do about it.
package struct LockFile: Equatable {
    let path: String
    /// Where a process that uses the repository would stand.
    private let folders: [String]

    /// - Parameter folders: The working tree and the git directories, absolute.
    init(_ path: String, usedIn folders: [String]) {
        self.path = path
        self.folders = folders
    }
}

extension Repository {
    /// A lock file of this repository by its path.
    func lockFile(_ path: String) -> LockFile {
        var folders = [workTree, gitDirectory, commonDirectory]
        if commonDirectory.hasSuffix("/.git/") {
            folders.append(String(commonDirectory.dropLast(".git/".count)))
        }
        return LockFile(path, usedIn: folders)
    }

    /// True if a git that this user can see is at work in this repository.
    package var isGitAtWork: Bool {
        let files = lockFile("")
        return RunningProcess.all().contains { $0.isGit && $0.folder.map(files.isHere) ?? false }
    }
}

extension LockFile {
    private static let abandonedAgeIfAllAreSeen = 600
    private static let abandonedAgeIfSomeHide = 86_400

    /// A sentence for a person who meets the lock.
    var advice: String {
        guard let age else { return "The lock is gone now; run the command again." }
        let made = "'\(path)' was made \(Self.words(age)) ago"
        if let holder {
            return "\(made); \(holder) is running here: wait for it to finish."
        }
        return "\(made), and no process holds it. pmd removes it when it is "
            + "\(Self.words(Self.abandonedAge)) old; if no git is running here, remove it now."
    }

    /// Takes the lock away if its holder is surely gone: it is old, and nobody who
    /// could hold it is at work here.
    ///
    /// - Returns: True if the lock is gone.
    func removeIfAbandoned() -> Bool {
        // A moment later: libgit2 may be about to remove it itself.
        if let age, age >= 2, removeIfDone() { return true }
        guard let file = FileIdentity(at: path), let age, age >= Self.abandonedAge,
            !isOnNetwork, holder == nil
        else { return false }
        // Renamed first: another one may have taken this one's place just now.
        let aside = "\(path).\(getpid())"
        guard rename(path, aside) == 0 else { return errno == ENOENT }
        if FileIdentity(at: aside) != file { link(aside, path) }
        unlink(aside)
        return FileIdentity(at: path) == nil
    }

    /// Takes the lock away if it is the very file that it made: libgit2 gives a new
    /// file its name by a link, and says nothing where it cannot remove the lock then.
    ///
    /// - Returns: True if that was so.
    @discardableResult
    package func removeIfDone() -> Bool {
        guard let file = FileIdentity(at: path),
            file == FileIdentity(at: String(path.dropLast(".lock".count)))
        else { return false }
        return unlink(path) == 0
    }

    /// Who holds the lock or may hold it: whoever has the file open, else a git
    /// at work in this repository. Whom this user cannot look at counts too.
    private var holder: String? {
        let file = FileIdentity(at: path)
        let processes = RunningProcess.all()
        guard !processes.isEmpty else { return "some process" }
        let opener = processes.first { process in file.map { process.hasOpen($0) } ?? false }
        let found =
            opener
            ?? processes.first { process in
                process.isGit && (process.folder.map(isHere) ?? process.isHidden)
            }
        return found.map { "\($0.name) (process \($0.id))" }
    }

    fileprivate func isHere(_ folder: String) -> Bool {
        let folder = folder + "/"
        return folders.contains { folder.hasPrefix($0) || folder == $0 }
    }

    /// Seconds since the file was last written; nil if it is gone.
    private var age: Int? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return max(0, time(nil) &- status.st_mtim.tv_sec)
    }

    /// Elsewhere another machine's process may hold it.
    private var isOnNetwork: Bool {
        let system = pmd_file_system(path)
        // NFS, SMB, CIFS, FUSE, 9P, Ceph, AFS, Lustre.
        let remote: Set<UInt32> = [
            0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997, 0x00C3_6400,
            0x5346_414F, 0x0BD0_0BD0,
        ]
        return system == 0 || remote.contains(UInt32(truncatingIfNeeded: system))
    }

    /// The age in seconds at which a lock without a visible holder counts as abandoned: higher
    /// in a container, or where the system hides processes of other users.
    private static let abandonedAge: Int = {
        var buffer = [CChar](repeating: 0, count: 64)
        let count = readlink("/proc/self/ns/pid", &buffer, buffer.count)
        let name = String(decoding: buffer[..<max(0, count)].map(UInt8.init), as: UTF8.self)
        let seesAll = name == "pid:[4026531836]" && access("/proc/1/comm", R_OK) == 0
        return seesAll ? abandonedAgeIfAllAreSeen : abandonedAgeIfSomeHide
    }()

    private static func words(_ seconds: Int) -> String {
        switch seconds {
        case 1: "1 second"
        case ..<120: "\(seconds) seconds"
        case ..<7_200: "\(seconds / 60) minutes"
        case ..<172_800: "\(seconds / 3_600) hours"
        default: "\(seconds / 86_400) days"
        }
    }
}
