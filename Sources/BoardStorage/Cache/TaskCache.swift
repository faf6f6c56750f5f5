import Glibc
import MarkdownDocument
import TaskBoard

/// The tasks of the last reading, so that a file is opened only if its stat data has changed.
///
/// It is disposable: if it cannot be used, files are read instead. Its content does not depend on
/// the board's settings.
struct TaskCache: Sendable {
    static let name = "cache"

    let file: CacheFile
    /// The position of each entry, in bytewise order of the paths: in any other order, entries
    /// would only not be found.
    private let entries: [UInt32]

    init(_ file: CacheFile) {
        self.file = file
        var entries: [UInt32] = []
        var at = CacheHeader.size
        while let end = CachedFile.end(in: file.records.bytes, at: at) {
            entries.append(UInt32(clamping: at))
            at = end
        }
        self.entries = entries
    }

    /// Header and entries; valid as long as ``file`` lives.
    var bytes: UnsafeRawBufferPointer { file.records.bytes }
    var count: Int { entries.count }
}

extension TaskCache {
    /// Returns the entry of a name in a folder, and its number among all.
    ///
    /// - Parameters:
    ///   - folder: The folder's path, with a slash at the end.
    ///   - guess: The estimated number.
    func entry(
        of folder: [UInt8], _ name: UnsafeRawBufferPointer, guess: Int
    ) -> (number: Int, file: CachedFile)? {
        let cache = bytes
        if guess < entries.count, let file = CachedFile(in: cache, at: Int(entries[guess])),
            order(folder, name, cache[file.path]) == 0
        {
            return (guess, file)
        }
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            guard let file = CachedFile(in: cache, at: Int(entries[middle])) else { return nil }
            let order = order(folder, name, cache[file.path])
            if order == 0 { return (middle, file) }
            if order < 0 { high = middle } else { low = middle + 1 }
        }
        return nil
    }

    /// Returns the IDs of the tasks that may name a task as their blocker or their parent, as of the
    /// last reading.
    func tasks(naming id: TaskID) -> [TaskID] {
        let cache = bytes
        return entries.compactMap { at in
            guard let file = CachedFile(in: cache, at: Int(at)),
                id.mayBeReferenced(byTaskOf: UnsafeRawBufferPointer(rebasing: cache[file.record]))
            else { return nil }
            return TaskID(fileName: BoardPath(Array(cache[file.path])).fileName)
        }
    }

    /// Compares a name in a folder with a path.
    private func order(
        _ folder: [UInt8], _ name: UnsafeRawBufferPointer, _ path: Slice<UnsafeRawBufferPointer>
    ) -> Int {
        let path = UnsafeRawBufferPointer(rebasing: path)
        let order = folder.withUnsafeBytes { compare($0, path.prefix(folder.count)) }
        return order != 0 ? order : compare(name, path.dropFirst(folder.count))
    }

    /// Compares two texts as `memcmp` does.
    private func compare(
        _ a: UnsafeRawBufferPointer, _ b: Slice<UnsafeRawBufferPointer>
    ) -> Int {
        let b = UnsafeRawBufferPointer(rebasing: b)
        let count = min(a.count, b.count)
        if count > 0, let start = a.baseAddress, let other = b.baseAddress {
            let order = Int(memcmp(start, other, count))
            if order != 0 { return order }
        }
        return a.count - b.count
    }
}

/// A search for the tasks of one folder in the cache, fastest in the order of their names. One
/// thread uses it.
struct CacheCursor {
    /// A task whose file is unchanged, and the place of its entry.
    struct Kept {
        let task: TaskItem
        let entry: Range<Int>
    }

    enum Answer {
        case kept(Kept)
        /// The file is unchanged, and its task is not requested.
        case unwanted
        /// The file has changed, or was never read.
        case changed
        /// The entry differs from what was written.
        case damaged
    }

    /// The reason why a task is requested, if not all tasks are.
    struct Interest {
        /// It may be the first or the last of those that were requested before.
        let isAboutEnds: Bool
        /// It may have a word, besides its code, that could be the beginning of a code.
        let isAboutCodeWords: Bool
    }

    private let cache: TaskCache
    /// The path of the folder, with a slash at its end.
    private let path: [UInt8]
    private let folder: StoredFolder
    private var ends = ColumnEnds()
    /// The next entry of a reading in the same order.
    private var next = 0

    init(_ cache: TaskCache, _ path: [UInt8], state: Text, isFinished: Bool) {
        (self.cache, self.path) = (cache, path)
        folder = StoredFolder(cache.file, state: state, isFinished: isFinished)
    }

    /// Returns the task of a name, if its file still has this stat data and its entry is
    /// sound.
    ///
    /// - Parameter interest: The reason of the request; nil for any task.
    mutating func task(
        _ name: UnsafeRawBufferPointer, _ statData: CachedStatData, if interest: Interest?
    ) -> Answer {
        guard let (number, file) = cache.entry(of: path, name, guess: next) else {
            return .changed
        }
        next = number + 1
        guard file.statData == statData else { return .changed }
        guard file.isSound(in: cache.bytes) else { return .damaged }
        if let interest, !isWanted(cache.bytes[file.record], interest) { return .unwanted }
        return kept(file).map { .kept($0) } ?? .damaged
    }

    /// Returns the task that the cache has for a name, without checking its file; nil if there is
    /// none.
    mutating func known(_ name: UnsafeRawBufferPointer) -> Kept? {
        guard let (number, file) = cache.entry(of: path, name, guess: next),
            file.isSound(in: cache.bytes)
        else { return nil }
        next = number + 1
        return kept(file)
    }

    /// Returns the task of a sound entry; nil if its record is damaged.
    private func kept(_ file: CachedFile) -> Kept? {
        do throws(DamagedRecord) {
            let task = try TaskItem(
                path: file.path, record: file.record, place: file.range.lowerBound, in: folder)
            return Kept(task: task, entry: file.range)
        } catch {
            return nil
        }
    }

    private mutating func isWanted(
        _ record: Slice<UnsafeRawBufferPointer>, _ interest: Interest
    ) -> Bool {
        let record = UnsafeRawBufferPointer(rebasing: record)
        return interest.isAboutEnds && ends.mayEnd(record)
            || interest.isAboutCodeWords && CodeBeginning.mayBeWord(ofRecord: record)
    }
}
