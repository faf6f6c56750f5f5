import TaskBoard

/// The last actions of each user and window of this clone's server, kept so that undo still works
/// after a restart.
extension Workspace {
    private static let actionsName = Array("undo-of-callers".utf8)
    /// The maximum size of the file in bytes. A larger one is neither written nor read.
    package static let actionsLimit = 1 << 21

    /// Returns the actions as last stored; empty if there is no such file.
    package func keptActions() throws -> [UInt8] {
        try LocalState(of: location).folder
            .read(Self.actionsName, limit: Self.actionsLimit).bytes ?? []
    }

    /// Stores the actions if possible. A failure is not reported: the action itself is already
    /// committed, and can also be undone from the history.
    ///
    /// - Parameter actions: Returns the new content, given the current content of the file.
    ///   Another server of this clone may have written it.
    package static func keepActions(
        at location: Location, _ actions: (_ kept: [UInt8]) -> [UInt8]
    ) {
        do {
            let state = try LocalState(of: location)
            let lock = try BoardLock(.serving, in: state, waiting: 1)
            defer { lock.markReleased() }
            let kept = try state.folder.read(actionsName, limit: actionsLimit).bytes ?? []
            let new = actions(kept)
            guard new.count <= actionsLimit else { return }
            try state.folder.replace(actionsName, new, mode: 0o600, isWaiting: false)
        } catch {
            return
        }
    }
}
