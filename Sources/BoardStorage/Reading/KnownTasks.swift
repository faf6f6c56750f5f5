import Git
import TaskBoard

/// Tasks of the last reading, for who wants those of a commit: most files are as they
/// were, and need neither be found in the repository nor be parsed.
///
/// That a file is the committed one is told by git's own hash of its bytes.
struct KnownTasks {
    private let file: CacheFile
    private var entries: [BoardPath: Int] = [:]

    /// - Parameter root: of the board.
    init(in privateFolder: String, below root: Folder) {
        file = CacheFile(in: privateFolder, below: root)
        file.records.bytes.withUnsafeBytes { cache in
            var at = CacheHeader.size
            while let entry = CachedFile(in: cache, at: at) {
                if entry.isSound(in: cache) { entries[BoardPath(cache[entry.path])] = at }
                at = entry.range.upperBound
            }
        }
    }

    /// The tasks of those files whose path and bytes are known; the other files.
    func tasks(
        of files: [(path: BoardPath, entry: TreeEntry)], _ settings: BoardSettings
    ) -> (tasks: [TaskItem], others: [(path: BoardPath, entry: TreeEntry)]) {
        let places = files.indices.map { (index: $0, place: entries[files[$0].path] ?? 0) }
            .sorted { $0.place < $1.place }
        let found = makeByTwoThreads(places.count, block: 128) { [file] in
            let window = CacheWindow(file)
            return { at -> TaskItem? in
                let (path, entry) = files[places[at].index]
                let place = places[at].place
                guard place > 0, Self.isBlob(entry.id, at: place, window) else { return nil }
                return Self.task(path, at: place, in: file, settings)
            }
        }
        let others = zip(places, found).filter { $1 == nil }.map { files[$0.0.index] }
        return (found.compactMap { $0 }, others)
    }

    private static func isBlob(_ id: ObjectID, at place: Int, _ window: CacheWindow) -> Bool {
        guard let bytes = window.bytes(at: place) else { return false }
        do throws(GitError) {
            return try ObjectID.ofBlob(UnsafeRawBufferPointer(bytes)) == id
        } catch { return false }
    }

    private static func task(
        _ path: BoardPath, at place: Int, in file: CacheFile, _ settings: BoardSettings
    ) -> TaskItem? {
        let entry = file.records.bytes.withUnsafeBytes { CachedFile(in: $0, at: place) }
        guard let entry else { return nil }
        let state = settings.state(of: path)
        do throws(DamagedRecord) {
            return try TaskItem(
                path: entry.path, record: entry.record, place: place, in: file, state: state,
                isFinished: settings.isFinished(state))
        } catch {
            return nil
        }
    }
}
