import BoardStorage
import TaskBoard

/// The task versions of the last day, which clients may still have as a base.
///
/// Committed versions are in git. Uncommitted edits are stored as git objects, too (see
/// ``keep(uncommitted:in:)``), so that a form opened before a restart can still be merged after it.
final class Versions: Sendable {
    private struct Old: Sendable {
        let bytes: [UInt8]
        let end: ContinuousClock.Instant
    }

    private struct State: Sendable {
        var old: [VersionTag: Old] = [:]
        var size = 0
    }

    private static let life = Duration.seconds(86_400)
    /// The maximum number of bytes in memory; older versions are in git.
    private static let most = 16 << 20
    private let state = Locked(State())

    /// Records the replaced version of a task.
    func keep(_ task: TaskItem) {
        let version = VersionTag(task, hash: contentHash)
        let bytes = Array(task.bytes)
        state.withLock { state in
            guard state.old[version] == nil else { return }
            if state.size + bytes.count > Self.most {
                state.old = state.old.filter { $0.value.end > .now + Self.life / 2 }
                state.size = state.old.values.reduce(0) { $0 + $1.bytes.count }
            }
            guard state.size + bytes.count <= Self.most else { return }
            state.old[version] = Old(bytes: bytes, end: .now + Self.life)
            state.size += bytes.count
        }
    }

    /// Stores the bytes of tasks written by other programs, since clients may have them as a base
    /// version, even after a restart of the server.
    func keep(uncommitted ids: Set<TaskID>, in workspace: Workspace) async {
        guard let board = workspace.snapshot?.board else { return }
        for task in ids.compactMap({ board[$0] }) {
            do {
                try await workspace.keep(Array(task.bytes))
            } catch {
                // A form based on this version then gets 412.
                return
            }
        }
    }

    /// Returns the bytes of a version; nil if it is no longer available.
    func bytes(
        of version: VersionTag, now task: TaskItem?, in workspace: Workspace
    ) async throws -> [UInt8]? {
        if let task, VersionTag(task, hash: contentHash) == version { return Array(task.bytes) }
        if let old = state.withLock({ $0.old[version]?.bytes }) { return old }
        return try await workspace.bytes(of: version)
    }
}
