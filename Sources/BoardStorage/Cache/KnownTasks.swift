import Git
import MarkdownDocument
import TaskBoard

/// The tasks of the last reading, for a reader of a commit. Most files are unchanged, and need not
/// be found in the repository or parsed.
///
/// git's own hash of the bytes proves that a file is the committed one.
struct KnownTasks {
    private let cache: TaskCache

    /// - Parameter root: The board's root.
    init(in localState: LocalState, below root: Folder) {
        cache = TaskCache(CacheFile(in: localState.folder, below: root))
    }

    /// Returns the tasks of the files whose path and bytes are known, and the other files.
    func tasks(
        of files: [(path: BoardPath, entry: TreeEntry)], _ settings: BoardSettings
    ) -> (tasks: [TaskItem], others: [(path: BoardPath, entry: TreeEntry)]) {
        let files = files.sorted { $0.path < $1.path }
        let found = makeByTwoThreads(files.count, block: 128, from: 64) { [cache] in
            let window = CacheWindow(cache.file)
            var reader = KnownFile(cache, settings)
            return { index -> TaskItem? in
                guard let file = reader.file(at: files[index].path),
                    Self.isBlob(files[index].entry.id, in: file, of: window)
                else { return nil }
                return reader.task(files[index].path, file)
            }
        }
        return (found.compactMap { $0 }, zip(files, found).filter { $1 == nil }.map(\.0))
    }

    private static func isBlob(
        _ id: ObjectID, in file: CachedFile, of window: CacheWindow
    ) -> Bool {
        guard let bytes = window.bytes(at: file.range.lowerBound) else { return false }
        do throws(GitError) {
            return try ObjectID.ofBlob(UnsafeRawBufferPointer(bytes)) == id
        } catch { return false }
    }
}

/// A lookup of files in the cache that creates tasks from them, for one thread.
private struct KnownFile {
    private let cache: TaskCache
    private let settings: BoardSettings
    private var next = 0
    /// The values that the last task shares with others in its folder.
    private var last: (name: Text, folder: StoredFolder)?

    init(_ cache: TaskCache, _ settings: BoardSettings) {
        (self.cache, self.settings) = (cache, settings)
    }

    mutating func file(at path: BoardPath) -> CachedFile? {
        let entry = path.bytes.withUnsafeBytes { cache.entry(of: [], $0, guess: next) }
        guard let (number, file) = entry else { return nil }
        next = number + 1
        return file.isSound(in: cache.bytes) ? file : nil
    }

    mutating func task(_ path: BoardPath, _ file: CachedFile) -> TaskItem? {
        let name = path.folder
        if last?.name != name {
            let state = settings.state(of: path)
            let isFinished = settings.isFinished(state)
            last = (name, StoredFolder(cache.file, state: state, isFinished: isFinished))
        }
        guard let folder = last?.folder else { return nil }
        do throws(DamagedRecord) {
            return try TaskItem(
                path: file.path, record: file.record, place: file.range.lowerBound, in: folder)
        } catch {
            return nil
        }
    }
}
