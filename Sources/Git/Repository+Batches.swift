import Clibgit2
import Clinux
import Glibc
import Synchronization

extension Repository {
    /// From so many objects on, waiting for each costs more than waiting for all.
    package static let batch = 64

    /// Stores many objects and makes sure once, at the end, that all are on the
    /// disk: to wait for the disk with each file of a large import takes minutes.
    ///
    /// No reference may move within `body`: until this returns, a power cut can
    /// take the new objects away. Other repositories that this process writes
    /// meanwhile wait for the disk no more than this one does.
    package func withBatchedWrites<Result>(_ body: () throws -> Result) throws -> Result {
        // Whether references wait for the disk is settled when one is first read.
        _ = try head()
        try Self.changeBatches(by: 1)
        ownBatches += 1
        defer { ownBatches -= 1 }
        let result: Result
        do {
            result = try body()
        } catch {
            try Self.changeBatches(by: -1)
            throw error
        }
        try Self.changeBatches(by: -1)
        try synchroniseFileSystem()
        return result
    }

    /// Stores so many objects, in one batch where that is cheaper.
    package func writing<Result>(_ count: Int, _ body: () throws -> Result) throws -> Result {
        count > Self.batch ? try withBatchedWrites(body) : try body()
    }

    private static let batches = Mutex(0)

    private static func changeBatches(by change: Int) throws(GitError) {
        let code = batches.withLock { count in
            count += change
            return pmd_git_enable_fsync(count == 0 ? 1 : 0)
        }
        try check("switch fsync", code)
    }

    /// Makes sure that all that was written to this file system is on the disk.
    func synchroniseFileSystem() throws(GitError) {
        let path = commonDirectory + "objects"
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw GitError(errno: errno, "write \(path)") }
        defer { close(descriptor) }
        guard pmd_sync_file_system(descriptor) == 0 else {
            throw GitError(errno: errno, "write \(path)")
        }
    }
}
