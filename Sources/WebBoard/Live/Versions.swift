import BoardStorage
import TaskBoard

/// The versions of tasks that clients may still know: those of the last day.
///
/// What is committed, git has. Edits that are not committed are stored among git's objects too
/// (see ``BoardFeed/keepUncommitted(_:)``), so that a form that was opened before still merges
/// after a restart.
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
    /// The most bytes that are kept in memory; git has older ones.
    private static let most = 16 << 20
    private let state = Locked(State())

    /// Notes that a task is replaced.
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

    /// The bytes of a version; nil if nobody knows it any more.
    func bytes(
        of version: VersionTag, now task: TaskItem?, in workspace: Workspace
    ) async throws -> [UInt8]? {
        if let task, VersionTag(task, hash: contentHash) == version { return Array(task.bytes) }
        if let old = state.withLock({ $0.old[version]?.bytes }) { return old }
        return try await workspace.bytes(of: version)
    }
}
