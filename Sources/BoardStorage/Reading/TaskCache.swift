import Glibc
import MarkdownDocument
import TaskBoard

/// The tasks of the last reading, so that a file is opened only when its stamp
/// has changed.
///
/// Disposable: whatever is wrong with it, files are read instead. What is in it
/// does not depend on the board's settings.
struct TaskCache {
    static let name = "cache"

    let file: CacheFile
    /// Where the entry is that a reading in the same order asks for next.
    private var next = CacheHeader.size
    private var offsets: [UInt64: Int]?
    /// How many entries did not hold what was written.
    private(set) var damaged = 0

    init(_ file: CacheFile) { self.file = file }

    /// Header and entries.
    var bytes: [UInt8] { file.records.bytes }
    var isEmpty: Bool { bytes.isEmpty }
}

extension TaskCache {
    /// A task whose file is as it was, and where its entry is.
    struct Kept {
        let task: TaskItem
        let entry: Range<Int>
    }

    /// The task of a name in a folder, if its file still has this stamp and its entry
    /// is sound.
    ///
    /// - Parameter folder: The folder's path, with a slash behind it.
    mutating func task(
        _ folder: [UInt8], _ name: UnsafeRawBufferPointer, _ stamp: CacheStamp, state: Text,
        isFinished: Bool
    ) -> Kept? {
        guard !isEmpty else { return nil }
        let found = bytes.withUnsafeBytes { cache -> CachedFile? in
            guard let file = find(folder, name, in: cache) else { return nil }
            next = file.range.upperBound
            guard file.stamp == stamp else { return nil }
            if file.isSound(in: cache) { return file }
            damaged += 1
            return nil
        }
        guard let found else { return nil }
        do throws(DamagedRecord) {
            let task = try TaskItem(
                path: found.path, record: found.record, place: found.range.lowerBound, in: file,
                state: state, isFinished: isFinished)
            return Kept(task: task, entry: found.range)
        } catch {
            damaged += 1
            return nil
        }
    }

    /// Looks where the last reading found it, and only then among all.
    private mutating func find(
        _ folder: [UInt8], _ name: UnsafeRawBufferPointer, in cache: UnsafeRawBufferPointer
    ) -> CachedFile? {
        if let file = CachedFile(in: cache, at: next), isPath(folder, name, file, cache) {
            return file
        }
        let offsets = offsets ?? Self.offsets(in: cache)
        self.offsets = offsets
        guard let offset = offsets[(folder + name).withUnsafeBytes(checksum)],
            let file = CachedFile(in: cache, at: offset), isPath(folder, name, file, cache)
        else { return nil }
        return file
    }

    private func isPath(
        _ folder: [UInt8], _ name: UnsafeRawBufferPointer, _ file: CachedFile,
        _ cache: UnsafeRawBufferPointer
    ) -> Bool {
        guard folder.count + name.count == file.path.count, let start = cache.baseAddress,
            let base = name.baseAddress
        else { return false }
        let path = start + file.path.lowerBound
        return memcmp(path + folder.count, base, name.count) == 0
            && folder.withUnsafeBytes { memcmp(path, $0.baseAddress ?? path, $0.count) == 0 }
    }

    /// Every entry by its path's hash, as far as the lengths lead.
    private static func offsets(in cache: UnsafeRawBufferPointer) -> [UInt64: Int] {
        var offsets: [UInt64: Int] = [:]
        var at = CacheHeader.size
        while let file = CachedFile(in: cache, at: at) {
            let path = UnsafeRawBufferPointer(rebasing: cache[file.path])
            offsets[checksum(path)] = at
            at = file.range.upperBound
        }
        return offsets
    }
}
