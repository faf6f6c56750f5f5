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

    private let root: Folder
    private var files: BoardFiles
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
        for name in try root.names() where isTaskFolder(name) {
            guard let folder = try root.existingFolder(name) else { continue }
            let state = Text(name).nfc
            let place = Place(
                state: state, isState: files.settings.isState(state),
                isFinished: files.settings.isFinished(state))
            try visit(folder, BoardPath(name), place)
        }
        update?.finish(cache)
        return files
    }

    private func isTaskFolder(_ name: [UInt8]) -> Bool {
        name.first != UInt8(ascii: ".") && name != Array("conflicts".utf8)
            && name != Array("attachments".utf8)
    }

    /// What the first folder says of all tasks below it.
    private struct Place {
        let state: Text
        let isState: Bool
        let isFinished: Bool
    }

    private mutating func visit(
        _ folder: Folder, _ path: BoardPath, _ place: Place
    ) throws(SystemError) {
        let listing = try FolderListing(folder)
        let stamps = listing.stamps(in: folder)
        let prefix = path.bytes + [UInt8(ascii: "/")]
        for index in 0..<listing.count {
            let isTask = listing.withName(index) {
                files.settings.isTaskName($0, inState: place.isState)
            }
            if isTask {
                var stamp = stamps.flatMap { $0[index] }
                if stamp == nil { stamp = try listing.stamp(index, in: folder) }
                guard let stamp else { continue }
                if listing.withName(index, { use(stamp, prefix, $0, place) }) { continue }
                let name = listing.name(index)
                try read(name, in: folder, BoardPath(prefix + name), place)
            } else if let name = listing.folderName(index),
                let below = try folder.existingFolder(name)
            {
                try visit(below, BoardPath(prefix + name), place)
            }
        }
    }

    /// Takes a task from the cache, if its file is as it was.
    private mutating func use(
        _ stamp: FileStamp, _ folder: [UInt8], _ name: UnsafeRawBufferPointer, _ place: Place
    ) -> Bool {
        guard stamp.kind == .file,
            let (file, task) = cache.task(
                folder, name, CacheStamp(stamp), state: place.state, isFinished: place.isFinished)
        else { return false }
        files.tasks.append(task)
        update?.keep(file)
        return true
    }

    private mutating func read(
        _ name: [UInt8], in folder: Folder, _ path: BoardPath, _ place: Place
    ) throws(SystemError) {
        update?.prepareToRead()
        switch try folder.read(name, limit: Self.sizeLimit) {
        case .file(let bytes, let stamp):
            let task = TaskItem(
                path: path, document: Document(bytes), state: place.state,
                isFinished: place.isFinished)
            files.tasks.append(task)
            update?.add(task, CacheStamp(stamp))
        case .unread(_, let reason): files.unread.append(UnreadFile(path: path, reason: reason))
        case .absent: break
        case .other(let stamp):
            files.unread.append(UnreadFile(path: path, reason: Self.words(stamp.kind)))
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
