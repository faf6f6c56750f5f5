import TaskBoard

/// What each user and window of this clone's server did last, for their undo after it starts again.
extension Workspace {
    private static let actionsName = Array("undo-of-callers".utf8)
    private static let actionsLimit = 1 << 21

    /// What was kept last; nothing where that cannot be read.
    package func keptActions() throws -> [UInt8] {
        try LocalState(of: location).folder
            .read(Self.actionsName, limit: Self.actionsLimit).bytes ?? []
    }

    /// Keeps the actions as far as that is possible: they only shorten the way to an undo, which
    /// the history offers too, and must not make an action fail that is done.
    ///
    /// - Parameter actions: Returns what to keep, given what is kept now: another server of this
    ///   clone may have written it.
    package static func keepActions(
        at location: Location, _ actions: (_ kept: [UInt8]) -> [UInt8]
    ) {
        do {
            let state = try LocalState(of: location)
            let lock = try BoardLock(.serving, in: state, waiting: 1)
            defer { lock.markReleased() }
            let kept = try state.folder.read(actionsName, limit: actionsLimit).bytes ?? []
            try state.folder.replace(actionsName, actions(kept), mode: 0o600, isWaiting: false)
        } catch {
            return
        }
    }
}
