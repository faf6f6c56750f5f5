/// A board at one moment.
package struct BoardSnapshot: Sendable {
    /// The number of changes that the workspace has seen since it began to watch.
    package let generation: Int
    /// The board, with finished columns in the order of their finish times.
    package let board: Board
    package let times: HistoryTimes
    /// Files with a task's name that cannot be read as one.
    package let unread: [UnreadFile]
    /// The error in `pmd.yml`, if any. The board then uses the newest valid settings.
    package let settingsError: SettingsError?
    /// True if the board's folder is missing; this is its last known state.
    package let isGone: Bool

    package init(
        generation: Int, board: Board, times: HistoryTimes, unread: [UnreadFile] = [],
        settingsError: SettingsError? = nil, isGone: Bool = false
    ) {
        (self.generation, self.board, self.times) = (generation, board, times)
        (self.unread, self.settingsError, self.isGone) = (unread, settingsError, isGone)
    }

    /// True if only a newer pmd can change the board.
    package var hasNewerFormat: Bool {
        board.settings.format > BoardSettings.newestFormat || settingsError?.reason == .newerFormat
    }
}

/// The difference between two snapshots.
package struct BoardChange: Sendable {
    /// The generation of the later snapshot.
    package let generation: Int
    /// The tasks that were added, changed or removed.
    package let tasks: Set<TaskID>
    /// True if the settings also changed, which may affect every column.
    package let changedSettings: Bool
    /// True if commits were made or received, so that history and undo may have changed.
    package let changedHistory: Bool
    /// True if the remote, its branches or the record of the last sync may have changed. The
    /// snapshot is the same.
    package let changedRemote: Bool

    package init(
        generation: Int, tasks: Set<TaskID>, changedSettings: Bool = false,
        changedHistory: Bool = false, changedRemote: Bool = false
    ) {
        (self.generation, self.tasks) = (generation, tasks)
        (self.changedSettings, self.changedHistory) = (changedSettings, changedHistory)
        self.changedRemote = changedRemote
    }
}
