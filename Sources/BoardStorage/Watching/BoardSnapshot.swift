import MarkdownDocument
package import TaskBoard

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

    /// True if only a newer pmd can change the board.
    package var hasNewerFormat: Bool {
        board.settings.format > BoardSettings.newestFormat || settingsError?.reason == .newerFormat
    }
}

/// The difference between two snapshots.
package struct BoardChange: Sendable {
    /// The generation of the later snapshot. A gap means that the subscriber was too slow: it must
    /// then fetch the whole snapshot.
    package let generation: Int
    /// The tasks that were added, changed or removed.
    package let tasks: Set<TaskID>
    /// True if the settings also changed, which may affect every column.
    package let changedSettings: Bool
    /// True if commits were made or received, so that history and undo may have changed.
    package let changedHistory: Bool
    /// True if the board's folder is gone. The snapshot is the last one before that.
    package var isGone = false
}

/// The stat data of a board's task files at one moment, for finding the ones that change later.
struct BoardStatData {
    private(set) var files: [BoardPath: StatData] = [:]
    /// All folders in which tasks may be, from the board's root.
    private(set) var folders: [BoardPath] = []

    init() {}

    /// Reads the stat data of a board's files without opening any.
    init(_ root: Folder, _ settings: BoardSettings) throws(SystemError) {
        for name in try root.names() where BoardSettings.mayHoldTasks(name) {
            guard let folder = try root.existingFolder(name) else { continue }
            let isState = settings.isState(Text(name).nfc)
            try visit(folder, at: BoardPath(name), by: settings, isState: isState)
        }
    }

    private mutating func visit(
        _ folder: Folder, at path: BoardPath, by settings: BoardSettings, isState: Bool
    ) throws(SystemError) {
        folders.append(path)
        let listing = try FolderListing(folder)
        for index in 0..<listing.count {
            let isTask = listing.withName(index) { settings.isTaskName($0, inState: isState) }
            if isTask {
                if let statData = listing.statDataIfReadable(index, in: folder) {
                    files[path.appending(listing.name(index))] = statData
                }
            } else if let name = listing.folderName(index),
                let below = try folder.existingFolder(name)
            {
                try visit(below, at: path.appending(name), by: settings, isState: isState)
            }
        }
    }

    /// Returns the tasks whose files differ from those in `earlier`.
    func changes(since earlier: BoardStatData) -> Set<TaskID> {
        var changed: Set<TaskID> = []
        for (path, statData) in files where earlier.files[path] != statData {
            changed.insert(TaskID(fileName: path.fileName))
        }
        for path in earlier.files.keys where files[path] == nil {
            changed.insert(TaskID(fileName: path.fileName))
        }
        return changed
    }
}
