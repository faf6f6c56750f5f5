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
    /// No board of this program's size needs more.
    private static let sizeLimit = 1 << 31

    /// The whole file; empty where there is none that can be used.
    let bytes: [UInt8]
    /// Where the entry is that a reading in the same order asks for next.
    private var next = CacheHeader.size
    private var offsets: [UInt64: Int]?
    /// How many entries did not hold what was written.
    private(set) var damaged = 0

    /// Reads the cache of a private folder, or none.
    init(in folder: String) { self.init(Self.read(folder + "/" + Self.name) ?? []) }

    /// The cache that these bytes are, or none.
    init(_ bytes: [UInt8]) {
        let isOurs = bytes.withUnsafeBytes {
            CacheHeader.current(length: $0.count).isHeader(of: $0)
        }
        self.bytes = isOurs ? bytes : []
    }

    /// No entries.
    init() { bytes = [] }

    var isEmpty: Bool { bytes.isEmpty }

    private static func read(_ path: String) -> [UInt8]? {
        let opened = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { return nil }
        defer { close(opened) }
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size >= CacheHeader.size, status.st_size <= sizeLimit
        else { return nil }
        let size = Int(status.st_size)
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = Glibc.read(opened, buffer.baseAddress! + count, size - count)
                if got > 0 { count += got } else if got == 0 || errno != EINTR { break }
            }
        }
    }
}

extension TaskCache {
    /// The entry of a path, if it is sound and has this stamp.
    mutating func entry(_ path: BoardPath, _ stamp: CacheStamp) -> CachedFile? {
        guard !bytes.isEmpty else { return nil }
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
        _ file: CachedFile, _ path: BoardPath, state: Text, isFinished: Bool
    ) -> TaskItem? {
        let task = bytes.withUnsafeBytes { cache -> TaskItem? in
            do throws(DamagedRecord) {
                return try TaskItem(
                    path: path, record: UnsafeRawBufferPointer(rebasing: cache[file.record]),
                    bytes: bytes[file.contents], state: state, isFinished: isFinished)
            } catch {
                return nil
            }
        }
        if task == nil { damaged += 1 }
        return task
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
