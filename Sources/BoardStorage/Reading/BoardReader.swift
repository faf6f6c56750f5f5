import MarkdownDocument
package import TaskBoard

/// A board as its files say it, and the files that could not be read.
struct BoardFiles {
    var settings: BoardSettings
    var tasks: [TaskItem] = []
    var unread: [UnreadFile] = []
}

/// Something with a task's name that is not read as one.
package struct UnreadFile: Equatable, Sendable {
    package let path: BoardPath
    package let reason: String
}

/// Reads a board without opening the repository.
struct BoardReader {
    /// Larger files are not read at all. Those between the bound of a document and
    /// this one are malformed tasks, which can still be moved.
    static let sizeLimit = 64 << 20

    let root: Folder
    private(set) var files: BoardFiles
    private var cache = TaskCache(CacheFile())
    /// Nil where no cache is kept.
    private var update: CacheUpdate?

    /// - Parameter location: Where the cache is kept; nil: none is used.
    init(root: Folder, settings: BoardSettings, cachedAt location: Location? = nil) {
        self.root = root
        files = BoardFiles(settings: settings)
        guard let location else { return }
        cache = TaskCache(CacheFile(in: location.privateFolder, below: root))
        update = CacheUpdate(location)
    }

    /// A reading with a cache that is not kept.
    init(root: Folder, settings: BoardSettings, cache: TaskCache) {
        self.init(root: root, settings: settings)
        self.cache = cache
    }

    /// What `pmd.yml` says.
    static func settings(root: Folder) throws -> BoardSettings {
        switch try root.read(Array(Location.settingsName.utf8), limit: 1 << 20) {
        case .file(let bytes, _): try BoardSettings(Document(bytes, kind: .yaml))
        case .unread(_, let reason):
            throw BoardError(
                .data, "settings", "pmd.yml: \(reason)", file: Location.settingsName)
        case .other:
            throw BoardError(
                .data, "settings", "pmd.yml is no regular file: replace it by one",
                file: Location.settingsName)
        case .absent: BoardSettings.standard
        }
    }

    /// Every task: Markdown below a state, and coded names below other folders.
    ///
    /// - Throws: ``SystemError``.
    mutating func all() throws(SystemError) -> BoardFiles {
        for (name, folder) in try taskFolders() { try visit(folder, name, place(of: name)) }
        update?.finish(cache)
        return files
    }

    /// The folders at the root in which tasks are looked for.
    func taskFolders() throws(SystemError) -> [(name: BoardPath, folder: Folder)] {
        var folders: [(BoardPath, Folder)] = []
        for name in try root.names() where isTaskFolder(name) {
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

    private func isTaskFolder(_ name: [UInt8]) -> Bool {
        name.first != UInt8(ascii: ".") && name != Array("conflicts".utf8)
            && name != Array("attachments".utf8)
    }

    /// What the first folder says of all tasks below it.
    struct Place {
        let state: Text
        let isState: Bool
        let isFinished: Bool
    }

    /// Reads all that is below a folder.
    mutating func visit(
        _ folder: Folder, _ path: BoardPath, _ place: Place
    ) throws(SystemError) {
        let listing = try FolderListing(folder)
        let stamps = listing.stamps(in: folder)
        let prefix = path.bytes + [UInt8(ascii: "/")]
        var found: [Found] = []
        var changed: [Int] = []
        for index in 0..<listing.count {
            let isTask = listing.withName(index) {
                files.settings.isTaskName($0, inState: place.isState)
            }
            if isTask {
                var stamp = stamps.flatMap { $0[index] }
                if stamp == nil { stamp = try listing.stamp(index, in: folder) }
                guard let stamp else { continue }
                if let kept = listing.withName(index, { kept(stamp, prefix, $0, place) }) {
                    // Most often nothing has changed, and nothing is in front of it.
                    if found.isEmpty { take(kept) } else { found.append(.kept(kept)) }
                } else {
                    found.append(.changed(changed.count))
                    changed.append(index)
                }
            } else if let name = listing.folderName(index) {
                found.append(.name(name))
            }
        }
        let readings = read(changed.map(listing.name), in: folder, prefix, place)
        for found in found { try take(found, readings, folder, prefix, place) }
    }

    /// What stands under a name.
    private enum Found {
        case kept(TaskCache.Kept)
        /// Which of the files that are read.
        case changed(Int)
        /// That of a folder, or of anything else.
        case name([UInt8])
    }

    private mutating func take(
        _ found: Found, _ readings: [Reading], _ folder: Folder, _ prefix: [UInt8], _ place: Place
    ) throws(SystemError) {
        switch found {
        case .kept(let kept): take(kept)
        case .changed(let index): try take(readings[index])
        case .name(let name):
            guard let below = try folder.existingFolder(name) else { return }
            try visit(below, BoardPath(prefix + name), place)
        }
    }

    /// A task from the cache, if its file is as it was.
    private mutating func kept(
        _ stamp: FileStamp, _ folder: [UInt8], _ name: UnsafeRawBufferPointer, _ place: Place
    ) -> TaskCache.Kept? {
        guard stamp.kind == .file else { return nil }
        return cache.task(
            folder, name, CacheStamp(stamp), state: place.state, isFinished: place.isFinished)
    }

    private mutating func take(_ kept: TaskCache.Kept) {
        files.tasks.append(kept.task)
        update?.keep(kept.entry)
    }
}

/// What reading a file gave.
private enum Reading {
    case task(TaskItem, CacheStamp)
    case unread(UnreadFile)
    case absent
    case failed(SystemError)
}

extension BoardReader {
    /// From so many files on a second thread is worth its start.
    private static let many = 64

    private mutating func read(
        _ names: [[UInt8]], in folder: Folder, _ prefix: [UInt8], _ place: Place
    ) -> [Reading] {
        guard !names.isEmpty else { return [] }
        update?.prepareToRead()
        let isKept = update != nil
        let one = { (index: Int) -> Reading in
            Self.read(names[index], in: folder, prefix, place, isKept: isKept)
        }
        guard names.count >= Self.many else { return names.indices.map(one) }
        return makeByTwoThreads(names.count, block: 16, one)
    }

    /// Reads one file.
    mutating func read(
        _ name: [UInt8], in folder: Folder, _ path: BoardPath, _ place: Place
    ) throws(SystemError) {
        let prefix = path.parent.bytes + [UInt8(ascii: "/")]
        try take(Self.read(name, in: folder, prefix, place, isKept: false))
    }

    private static func read(
        _ name: [UInt8], in folder: Folder, _ prefix: [UInt8], _ place: Place, isKept: Bool
    ) -> Reading {
        let path = BoardPath(prefix + name)
        do throws(SystemError) {
            switch try folder.read(name, limit: sizeLimit) {
            case .file(let bytes, let stamp):
                let task = TaskItem(
                    path: path, document: Document(bytes), state: place.state,
                    isFinished: place.isFinished)
                // Made here, where two threads share the work.
                if isKept { _ = task.record }
                return .task(task, CacheStamp(stamp))
            case .unread(_, let reason):
                return .unread(UnreadFile(path: path, reason: reason))
            case .absent: return .absent
            case .other(let stamp):
                return .unread(UnreadFile(path: path, reason: words(stamp.kind)))
            }
        } catch {
            return .failed(error)
        }
    }

    private mutating func take(_ reading: Reading) throws(SystemError) {
        switch reading {
        case .task(let task, let stamp):
            files.tasks.append(task)
            update?.add(task, stamp)
        case .unread(let file): files.unread.append(file)
        case .absent: break
        case .failed(let error): throw error
        }
    }

    private static func words(_ kind: FileStamp.Kind) -> String {
        switch kind {
        case .folder: "it is a folder and not a file"
        case .link: "it is a symbolic link, which pmd does not follow"
        case .file, .other: "it is no regular file"
        }
    }
}
