import MarkdownDocument
import TaskBoard

/// A board read from its files, and the files that could not be read.
struct BoardFiles {
    var settings: BoardSettings
    var tasks: [TaskItem] = []
    var unread: [UnreadFile] = []
    /// The tasks of half-done moves, whose old files are not in the list.
    var halfMoved: Set<TaskID> = []
}

/// Reads a board without opening the repository.
struct BoardReader {
    /// The size beyond which files are not read at all. Those between the limit of a document and
    /// this one are malformed tasks, which can still be moved.
    static let sizeLimit = 64 << 20

    let root: Folder
    private(set) var files: BoardFiles
    /// The cache; nil before it is needed.
    private var knownCache: TaskCache?
    /// The folder of the cache; nil if none is used.
    private let cacheFolder: Folder?
    /// True if a file that the cache knows by its name is assumed to be unchanged.
    var trustsCache = false
    /// The requested tasks; nil for all.
    var wanted: WantedTasks?
    /// The names in the folders that were not fully read.
    var partListings: [FolderListing] = []
    /// True if an entry of the cache was damaged.
    private var isDamaged = false
    /// The number of files read.
    private var readCount = 0
    /// The next cache; nil if none is written.
    private var update: CacheUpdate?

    /// - Parameter location: The board whose cache is used; nil for none.
    init(root: Folder, settings: BoardSettings, cachedAt location: Location? = nil) {
        self.root = root
        cacheFolder = location.flatMap { LocalState.forReading($0)?.folder }
        files = BoardFiles(settings: settings)
        update = cacheFolder.map(CacheUpdate.init(in:))
    }

    /// Creates a reader with a cache that is not written.
    init(root: Folder, settings: BoardSettings, cache: TaskCache) {
        self.init(root: root, settings: settings)
        knownCache = cache
    }

    /// The largest size of `pmd.yml`.
    static let settingsLimit = 1 << 20

    /// Reads the settings of `pmd.yml`.
    static func settings(root: Folder) throws -> BoardSettings {
        switch try root.read(Board.settingsPath.bytes, limit: settingsLimit) {
        case .file(let bytes, _): try BoardSettings(Document(bytes, kind: .yaml))
        case .unread(_, let reason): throw SettingsError(.unreadable(reason))
        case .other: throw SettingsError(.unreadable(.notRegular))
        case .absent: BoardSettings.standard
        }
    }

    /// Reads every task: Markdown below a state, and coded names below other folders. The cache is
    /// left to ``cacheWriting()``.
    ///
    /// - Throws: ``SystemError``.
    mutating func tasks() throws(SystemError) -> BoardFiles {
        for folder in try listedFolders() { try readTasks(in: folder) }
        return files
    }

    /// Returns the writer of the cache, to be called after all has been read; nil if the cache
    /// stays unchanged.
    mutating func cacheWriting() -> (@Sendable () -> Void)? {
        let cache = cache()
        guard let update, isDamaged || update.isWorthwhile(cache) else { return nil }
        self.update = nil
        return {
            var update = update
            update.finish(cache)
        }
    }

    /// The lists that are read before any file.
    private enum Beginning {
        case cache(TaskCache)
        case listing(Result<FolderListing, SystemError>)
    }

    /// Opens the folders at the root that may have tasks. The cache is read meanwhile.
    mutating func listedFolders() throws(SystemError) -> [TaskFolder] {
        let folders = try taskFolders()
        let known = knownCache
        let beginnings = makeByTwoThreads(folders.count + 1, block: 1, from: 2) {
            [cacheFolder, root] in
            { index -> Beginning in
                if index == 0 { return .cache(known ?? Self.cache(in: cacheFolder, below: root)) }
                return .listing(
                    Result { () throws(SystemError) in
                        try FolderListing(folders[index - 1].folder)
                    })
            }
        }
        var listed: [TaskFolder] = []
        for beginning in beginnings {
            switch beginning {
            case .cache(let cache): knownCache = cache
            case .listing(let listing):
                let (name, folder) = folders[listed.count]
                listed.append(
                    TaskFolder(
                        folder, at: name, listing: try listing.get(),
                        role: TaskFolder.Role(ofFolder: name, files.settings)))
            }
        }
        return listed
    }

    /// True if so many files have changed that writing the cache again costs less than it saves.
    var isCacheBehind: Bool {
        guard update != nil, let knownCache else { return false }
        return CacheUpdate.isWorthwhile(changed: readCount, of: knownCache.count)
    }

    private mutating func cache() -> TaskCache {
        let cache = knownCache ?? Self.cache(in: cacheFolder, below: root)
        knownCache = cache
        return cache
    }

    private static func cache(in folder: Folder?, below root: Folder) -> TaskCache {
        TaskCache(folder.map { CacheFile(in: $0, below: root) } ?? CacheFile())
    }

    /// Returns the folders at the root that are searched for tasks. A folder that is not a state
    /// and that this user may not read is left out: git may ignore it.
    private mutating func taskFolders() throws(SystemError) -> [(name: BoardPath, folder: Folder)] {
        var folders: [(BoardPath, Folder)] = []
        for name in try root.names() where BoardSettings.mayHoldTasks(name) {
            let isState = files.settings.isState(Text(name).nfc)
            if let folder = try root.readableFolder(name, isRequired: isState) {
                folders.append((BoardPath(name), folder))
            } else if files.settings.states.contains(Text(name).nfc) {
                files.unread.append(UnreadFile(path: BoardPath(name), reason: .notAFolder))
            }
        }
        return folders
    }
}

extension BoardReader {
    /// The content under a name, in the order of the names.
    private enum Content {
        case cached(CacheCursor.Kept)
        /// The index of the file among those that are read.
        case file(Int)
        case folder([UInt8])
    }

    /// Reads all tasks at any depth below a folder.
    mutating func readTasks(in folder: TaskFolder) throws(SystemError) {
        if wanted != nil { partListings.append(folder.listing) }
        let reading = FolderReading(
            folder: folder, settings: files.settings, cache: cache(), wanted: wanted,
            trustsCache: trustsCache)
        var contents: [Content] = []
        var changed: [FolderReading.ChangedFile] = []
        for (index, state) in reading.nameStates().enumerated() {
            var file: FolderReading.ChangedFile?
            switch state {
            // Usually nothing has changed, and no other file comes first.
            case .cached(let kept) where contents.isEmpty: append(kept)
            case .cached(let kept): contents.append(.cached(kept))
            case .unwanted: break
            case .notTask:
                if let name = folder.listing.folderName(index) { contents.append(.folder(name)) }
            case .changed(let statData, let isEntryDamaged):
                isDamaged = isDamaged || isEntryDamaged
                file = FolderReading.ChangedFile(index: index, statData: statData)
            case .unseen where try folder.listing.statData(index, in: folder.folder) == nil: break
            case .unseen: file = FolderReading.ChangedFile(index: index, statData: nil)
            }
            guard let file else { continue }
            contents.append(.file(changed.count))
            changed.append(file)
        }
        try append(contents, in: folder, outcomes: read(changed, by: reading))
    }

    private mutating func read(
        _ changed: [FolderReading.ChangedFile], by reading: FolderReading
    ) -> [FolderReading.Outcome] {
        guard !changed.isEmpty else { return [] }
        readCount += changed.count
        update?.prepareToRead()
        return reading.read(changed, isKept: update != nil)
    }

    private mutating func append(
        _ contents: [Content], in folder: TaskFolder, outcomes: [FolderReading.Outcome]
    ) throws(SystemError) {
        for content in contents {
            switch content {
            case .cached(let kept): append(kept)
            case .file(let index): try append(outcomes[index])
            case .folder(let name):
                if let below = try folder.subfolder(name) { try readTasks(in: below) }
            }
        }
    }

    private mutating func append(_ kept: CacheCursor.Kept) {
        files.tasks.append(kept.task)
        update?.keep(kept.entry)
    }

    /// Reads the file of one task.
    mutating func readTask(_ name: [UInt8], in folder: TaskFolder) throws(SystemError) {
        try append(folder.read(name, isKept: false))
    }

    private mutating func append(_ outcome: FolderReading.Outcome) throws(SystemError) {
        switch outcome {
        case .task(let task, let entry):
            files.tasks.append(task)
            if let entry { update?.add(entry) }
        case .unread(let file): files.unread.append(file)
        case .absent: break
        case .failed(let error): throw error
        }
    }
}
