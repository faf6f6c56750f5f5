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
    var bytes: [UInt8] { file.records }
    var isEmpty: Bool { bytes.isEmpty }
}

extension TaskCache {
    /// The entry of a path, if it is sound and has this stamp.
    mutating func entry(_ path: BoardPath, _ stamp: CacheStamp) -> CachedFile? {
        guard !isEmpty else { return nil }
        return bytes.withUnsafeBytes { cache in
            guard let file = find(path.bytes, in: cache) else { return nil }
            next = file.range.upperBound
            guard file.stamp == stamp else { return nil }
            if file.isSound(in: cache) { return file }
            damaged += 1
            return nil
        }
    }

    /// The task of an entry.
    mutating func task(
        _ entry: CachedFile, _ path: BoardPath, state: Text, isFinished: Bool
    ) -> TaskItem? {
        do throws(DamagedRecord) {
            return try TaskItem(
                path: path, in: file, record: entry.record, place: entry.range.lowerBound,
                state: state, isFinished: isFinished)
        } catch {
            damaged += 1
            return nil
        }
    }

    /// Looks where the last reading found it, and only then among all.
    private mutating func find(
        _ path: [UInt8], in cache: UnsafeRawBufferPointer
    ) -> CachedFile? {
        if let file = CachedFile(in: cache, at: next), isPath(path, file, cache) { return file }
        let offsets = offsets ?? Self.offsets(in: cache)
        self.offsets = offsets
        guard let offset = offsets[path.withUnsafeBytes(checksum)],
            let file = CachedFile(in: cache, at: offset), isPath(path, file, cache)
        else { return nil }
        return file
    }

    private func isPath(
        _ path: [UInt8], _ file: CachedFile, _ cache: UnsafeRawBufferPointer
    ) -> Bool {
        path.count == file.path.count
            && path.withUnsafeBytes {
                memcmp($0.baseAddress!, cache.baseAddress! + file.path.lowerBound, path.count) == 0
            }
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
