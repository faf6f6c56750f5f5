import MarkdownDocument
package import TaskBoard

/// A board that was read from its files, and the files that could not be read.
struct BoardFiles {
    var settings: BoardSettings
    var tasks: [TaskItem] = []
    var unread: [UnreadFile] = []
}

/// Reads a board without opening the repository.
struct BoardReader {
    /// Larger files are not read at all. Those between the bound of a document and
    /// this one are malformed tasks, which can still be moved.
    static let sizeLimit = 64 << 20

    let root: Folder
    private(set) var files: BoardFiles
    /// Nil before it is needed.
    private var knownCache: TaskCache?
    /// The folder of the cache; nil if none is used.
    private let cacheFolder: Folder?
    /// True if a file that the cache knows by its name is taken to be unchanged.
    var trustsCache = false
    /// The requested tasks; nil for all.
    var wanted: WantedTasks?
    /// The names in the folders that were not fully read.
    var partListings: [FolderListing] = []
    /// True if an entry of the cache was damaged.
    private var isDamaged = false
    /// The number of files read.
    private var readCount = 0
    /// Nil if no cache is kept.
    private var update: CacheUpdate?

    /// - Parameter location: The board whose cache is used; nil for none.
    init(root: Folder, settings: BoardSettings, cachedAt location: Location? = nil) {
        self.root = root
        cacheFolder = location.flatMap { LocalState.forReading($0)?.folder }
        files = BoardFiles(settings: settings)
        update = cacheFolder.map(CacheUpdate.init(in:))
    }

    /// A reading with a cache that is not kept.
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
        case .unread(_, let reason): throw SettingsError(unreadable: "cannot be used: \(reason)")
        case .other: throw SettingsError(unreadable: "is not a regular file")
        case .absent: BoardSettings.standard
        }
    }

    /// Reads every task: Markdown below a state, and coded names below other folders. The
    /// cache is left to ``cacheWriting()``.
    ///
    /// - Throws: ``SystemError``.
    mutating func tasks() throws(SystemError) -> BoardFiles {
        for folder in try listedFolders() { try visit(folder, place(of: folder.path)) }
        return files
    }

    /// Returns the writer of the cache, for when all has been read; nil if the cache stays as
    /// it is.
    mutating func cacheWriting() -> (@Sendable () -> Void)? {
        let cache = cache()
        guard let update, isDamaged || update.isWorthwhile(cache) else { return nil }
        self.update = nil
        return {
            var update = update
            update.finish(cache)
        }
    }

    /// A folder with its names.
    struct ListedFolder {
        let folder: Folder
        let path: BoardPath
        let listing: FolderListing
    }

    /// The lists that are read before any file.
    private enum Beginning {
        case cache(TaskCache)
        case listing(Result<FolderListing, SystemError>)
    }

    /// Opens the folders at the root that may have tasks. The cache is read meanwhile.
    mutating func listedFolders() throws(SystemError) -> [ListedFolder] {
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
        var listed: [ListedFolder] = []
        for beginning in beginnings {
            switch beginning {
            case .cache(let cache): knownCache = cache
            case .listing(let listing):
                let (name, folder) = folders[listed.count]
                listed.append(
                    ListedFolder(folder: folder, path: name, listing: try listing.get()))
            }
        }
        return listed
    }

    /// Returns true if so many files have changed that writing the cache again costs less than
    /// it saves.
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

    /// The folders at the root in which tasks are looked for.
    private func taskFolders() throws(SystemError) -> [(name: BoardPath, folder: Folder)] {
        var folders: [(BoardPath, Folder)] = []
        for name in try root.names() where BoardSettings.mayHoldTasks(name) {
            if let folder = try root.existingFolder(name) {
                folders.append((BoardPath(name), folder))
            }
        }
        return folders
    }

    func place(of name: BoardPath) -> Place {
        let state = Text(name.bytes).nfc
        return Place(
            state: state, isState: files.settings.isState(state),
            isFinished: files.settings.isFinished(state))
    }

    /// The role that the first folder gives all tasks below it.
    struct Place {
        let state: Text
        let isState: Bool
        let isFinished: Bool
    }

    /// Reads all that is below a folder.
    mutating func visit(_ listed: ListedFolder, _ place: Place) throws(SystemError) {
        let (folder, listing) = (listed.folder, listed.listing)
        let prefix = listed.path.bytes + [UInt8(ascii: "/")]
        if wanted != nil { partListings.append(listing) }
        var found: [Found] = []
        var changed: [(index: Int, statData: StatData?)] = []
        var index = 0
        for look in looks(at: listing, in: folder, prefix: prefix, place: place) {
            switch look {
            // Most often nothing has changed, and no other file comes first.
            case .task(.kept(let kept), _) where found.isEmpty: append(kept)
            case .task(.kept(let kept), _): found.append(.kept(kept))
            case .known(let kept): found.append(.kept(kept))
            case .task(.unwanted, _): break
            case .unseen where try listing.statData(index, in: folder) == nil: break
            case .other:
                if let name = listing.folderName(index) { found.append(.name(name)) }
            case .task(let answer, let statData):
                if case .damaged = answer { isDamaged = true }
                found.append(.changed(changed.count))
                changed.append((index, statData))
            case .unseen:
                found.append(.changed(changed.count))
                changed.append((index, nil))
            }
            index += 1
        }
        let readings = read(
            changed, of: listing, in: folder, prefix: prefix, place: place)
        for found in found {
            try append(found, of: readings, in: folder, prefix: prefix, place: place)
        }
    }

    /// The knowledge about a name before any file is read.
    private enum Look {
        case task(CacheCursor.Answer, StatData)
        /// A task that is taken from the cache, whatever its file is now.
        case known(CacheCursor.Kept)
        /// A task's name whose stat data could not be read.
        case unseen
        case other
    }

    /// Examines all names of a folder; two threads share a large one.
    private mutating func looks(
        at listing: FolderListing, in folder: Folder, prefix: [UInt8], place: Place
    ) -> [Look] {
        let (settings, cache, wanted) = (files.settings, cache(), wanted)
        let trustsCache = trustsCache
        let interest = wanted?.interest(in: place.state)
        return makeByTwoThreads(listing.count, block: 128, from: 512) {
            var cursor = CacheCursor(
                cache, prefix, state: place.state, isFinished: place.isFinished)
            return { index in
                listing.withName(index) { name in
                    guard settings.isTaskName(name, inState: place.isState) else { return .other }
                    if trustsCache, let kept = cursor.known(name) {
                        return .known(kept)
                    }
                    guard let statData = listing.statDataIfReadable(index, in: folder) else {
                        return .unseen
                    }
                    guard statData.kind == .file else { return .task(.changed, statData) }
                    let isNamed = wanted?.mayName(name) ?? true
                    return .task(
                        cursor.task(name, CachedStatData(statData), if: isNamed ? nil : interest),
                        statData)
                }
            }
        }
    }

    /// The content under a name.
    private enum Found {
        case kept(CacheCursor.Kept)
        /// The index of the file among those that are read.
        case changed(Int)
        /// The name of a folder, or of anything else.
        case name([UInt8])
    }

    private mutating func append(
        _ found: Found, of readings: [Reading], in folder: Folder, prefix: [UInt8],
        place: Place
    ) throws(SystemError) {
        switch found {
        case .kept(let kept): append(kept)
        case .changed(let index): try append(readings[index])
        case .name(let name):
            guard let below = try folder.existingFolder(name) else { return }
            let listing = try FolderListing(below)
            try visit(
                ListedFolder(folder: below, path: BoardPath(prefix + name), listing: listing),
                place)
        }
    }

    private mutating func append(_ kept: CacheCursor.Kept) {
        files.tasks.append(kept.task)
        update?.keep(kept.entry)
    }
}

/// The result of reading a file.
private enum Reading {
    /// A task, with its entry for the cache if one is kept.
    case task(TaskItem, NewEntry?)
    case unread(UnreadFile)
    case absent
    case failed(SystemError)
}

extension BoardReader {
    private mutating func read(
        _ changed: [(index: Int, statData: StatData?)], of listing: FolderListing,
        in folder: Folder, prefix: [UInt8], place: Place
    ) -> [Reading] {
        guard !changed.isEmpty else { return [] }
        readCount += changed.count
        update?.prepareToRead()
        let isKept = update != nil
        let one = { (number: Int) -> Reading in
            let (index, statData) = changed[number]
            if let statData,
                let bytes = listing.read(index, in: folder, seenAs: statData, limit: Self.sizeLimit)
            {
                let path = listing.withName(index) { BoardPath(prefix + $0) }
                return Self.task(
                    at: path, bytes: bytes, statData: statData, place: place, isKept: isKept)
            }
            return Self.read(
                listing.name(index), in: folder, prefix: prefix, place: place, isKept: isKept)
        }
        return makeByTwoThreads(changed.count, block: 16, from: 64) { one }
    }

    /// Reads one file.
    mutating func read(
        _ name: [UInt8], in folder: Folder, at path: BoardPath, place: Place
    ) throws(SystemError) {
        let prefix = path.parent.bytes + [UInt8(ascii: "/")]
        try append(Self.read(name, in: folder, prefix: prefix, place: place, isKept: false))
    }

    private static func read(
        _ name: [UInt8], in folder: Folder, prefix: [UInt8], place: Place, isKept: Bool
    ) -> Reading {
        let path = BoardPath(prefix + name)
        do throws(SystemError) {
            switch try folder.read(name, limit: sizeLimit) {
            case .file(let bytes, let statData):
                return task(
                    at: path, bytes: bytes, statData: statData, place: place, isKept: isKept)
            case .unread(_, let reason):
                return .unread(UnreadFile(path: path, reason: reason))
            case .absent: return .absent
            case .other(let statData):
                return .unread(UnreadFile(path: path, reason: words(statData.kind)))
            }
        } catch {
            return .failed(error)
        }
    }

    /// Two threads share this work.
    private static func task(
        at path: BoardPath, bytes: [UInt8], statData: StatData, place: Place, isKept: Bool
    ) -> Reading {
        let task = TaskItem(
            path: path, document: Document(bytes), state: place.state,
            isFinished: place.isFinished)
        guard isKept else { return .task(task, nil) }
        task.condense()
        return .task(task, NewEntry(task, CachedStatData(statData)))
    }

    private mutating func append(_ reading: Reading) throws(SystemError) {
        switch reading {
        case .task(let task, let entry):
            files.tasks.append(task)
            if let entry { update?.add(entry) }
        case .unread(let file): files.unread.append(file)
        case .absent: break
        case .failed(let error): throw error
        }
    }

    private static func words(_ kind: StatData.Kind) -> String {
        switch kind {
        case .folder: "it is a folder, not a file"
        case .link: "it is a symbolic link, which pmd does not follow"
        case .file, .other: "it is not a regular file"
        }
    }
}
