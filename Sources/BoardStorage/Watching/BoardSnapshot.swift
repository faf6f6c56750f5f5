import MarkdownDocument
import TaskBoard

/// The stat data of a board's task files at one moment, for finding the ones that change later.
struct BoardStatData {
    private(set) var files: [BoardPath: StatData] = [:]
    /// All folders in which tasks may be, from the board's root.
    private(set) var folders: [BoardPath] = []
    private let isForFiles: Bool
    /// The time of the kernel's clock before any file was looked at.
    private let tick = StatData.tick

    /// Reads the stat data of a board's files without opening any.
    ///
    /// - Parameters:
    ///   - isForFiles: False to find only the folders.
    ///   - enter: Called with the path of each folder before its names are read.
    init(
        _ root: Folder, _ settings: BoardSettings, isForFiles: Bool = true,
        entering enter: (BoardPath) -> Void = { _ in }
    ) throws(SystemError) {
        self.isForFiles = isForFiles
        for name in try root.names() where BoardSettings.mayHoldTasks(name) {
            let isState = settings.isState(Text(name).nfc)
            guard let folder = try root.readableFolder(name, isRequired: isState) else { continue }
            try visit(folder, at: BoardPath(name), by: settings, isState: isState, enter)
        }
    }

    private mutating func visit(
        _ folder: Folder, at path: BoardPath, by settings: BoardSettings, isState: Bool,
        _ enter: (BoardPath) -> Void
    ) throws(SystemError) {
        folders.append(path)
        enter(path)
        let listing = try FolderListing(folder)
        for index in 0..<listing.count {
            let isTask = listing.withName(index) { settings.isTaskName($0, inState: isState) }
            if isTask {
                if isForFiles, let statData = listing.statDataIfReadable(index, in: folder) {
                    files[path.appending(listing.name(index))] = statData
                }
            } else if let name = listing.folderName(index),
                let below = try folder.readableFolder(name, isRequired: isState)
            {
                try visit(below, at: path.appending(name), by: settings, isState: isState, enter)
            }
        }
    }

    /// Returns the tasks whose files may differ from those in `earlier`: their stat data differs, or
    /// they were written so shortly before that a later write could go undetected.
    func changes(since earlier: BoardStatData) -> Set<TaskID> {
        var changed: Set<TaskID> = []
        for (path, statData) in files
        where earlier.files[path] != statData || !statData.isSettled(at: earlier.tick) {
            changed.insert(TaskID(fileName: path.fileName))
        }
        for path in earlier.files.keys where files[path] == nil {
            changed.insert(TaskID(fileName: path.fileName))
        }
        return changed
    }
}

extension StatData {
    /// Returns true if every write after a tick of the kernel's clock changes this stat data. A time
    /// far in the future is from a clock that was set back, and no write gets it again.
    fileprivate func isSettled(at tick: Int64) -> Bool {
        let age = tick &- changed
        return age > Self.step(of: changed) || age < -60_000_000_000
    }
}
