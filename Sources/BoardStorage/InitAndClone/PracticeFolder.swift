import Git
import Glibc

/// The folder of a practice board, which only this user can enter.
///
/// It is locked until it is removed, so that no other process mistakes it for the leftover of a
/// killed process.
package final class PracticeFolder {
    /// The reason why no folder can be created, as the system's message.
    package struct Failure: Error {
        package let cause: String
    }

    private let folder: LockedFolder
    private static let prefix = "pmd-try-"

    /// Creates the folder, and removes this user's folders of killed processes.
    ///
    /// - Parameter place: The parent folder.
    package init(in place: String) throws(Failure) {
        LockedFolder.removeLeft(in: place, Self.prefix) { !Self.isOwn($0) }
        do throws(GitError) {
            folder = try LockedFolder(in: place, Self.prefix, for: "make \(place)")
        } catch {
            throw Failure(cause: error.message)
        }
    }

    /// Returns true if a path belongs to this user. Anyone can create such a name in a shared
    /// folder, and could exchange what is below it while root removes it.
    private static func isOwn(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_uid == geteuid()
    }

    package var path: String { folder.path }

    /// Removes the folder with its contents. A thread that is still reading the board may create
    /// folders in it meanwhile, so one pass is not always enough.
    package func remove() {
        for _ in 0..<100 {
            removeTree(path)
            guard access(path, F_OK) == 0 else { return }
            usleep(10_000)
        }
    }
}
