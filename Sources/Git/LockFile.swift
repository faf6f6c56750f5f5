import Glibc

/// The lock files of git: whose they may be and what to do about them.
enum LockFile {
    /// A sentence for a person who meets a lock that does not go away.
    static func advice(_ path: String) -> String {
        guard let age = age(path) else { return "The lock is gone now; run the command again." }
        return "'\(path)' exists since \(words(age)): another git process is at work, or one was "
            + "killed. If no git runs here, remove that file."
    }

    /// How long ago a file was last written; nil when it is gone.
    private static func age(_ path: String) -> Int? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return max(0, time(nil) &- status.st_mtim.tv_sec)
    }

    private static func words(_ seconds: Int) -> String {
        switch seconds {
        case ..<120: "\(seconds) seconds"
        case ..<7_200: "\(seconds / 60) minutes"
        case ..<172_800: "\(seconds / 3_600) hours"
        default: "\(seconds / 86_400) days"
        }
    }
}
