import Git
import Glibc

/// The folder of a practice board, which only this user can enter.
///
/// It is locked until it is removed, so that no other process takes it for the folder of a killed
/// one.
package final class PracticeFolder {
    /// The reason why no folder can be made, in the system's words.
    package struct Failure: Error {
        package let cause: String
    }

    private let folder: LockedFolder
    private static let prefix = "pmd-try-"

    /// Makes the folder, and removes those of killed processes.
    ///
    /// - Parameter place: The folder in which it is made.
    package init(in place: String) throws(Failure) {
        LockedFolder.removeLeft(in: place, Self.prefix)
        do throws(GitError) {
            folder = try LockedFolder(in: place, Self.prefix, for: "make \(place)")
        } catch {
            throw Failure(cause: error.message)
        }
    }

    package var path: String { folder.path }

    /// Removes the folder with its contents. A thread that still reads the board may make folders
    /// in it meanwhile, so that one pass is not always enough.
    package func remove() {
        for _ in 0..<100 {
            removeTree(path)
            guard access(path, F_OK) == 0 else { return }
            usleep(10_000)
        }
    }
}
