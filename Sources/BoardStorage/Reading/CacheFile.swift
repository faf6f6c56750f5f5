import Clinux
import Glibc
import Synchronization
import TaskBoard

/// A cache as it lies on the disk: the header and the entries in memory, the bytes
/// of the files read as they are asked for, those of large files where these are.
///
/// It is read and never mapped: whoever cuts it off meanwhile kills nobody.
final class CacheFile: StoredTasks {
    /// No board of this program's size needs more.
    private static let sizeLimit = 1 << 31
    /// From so many on, the bytes of all files are read at once.
    private static let manyReads = 32

    /// The header and all entries; empty where there is no cache that can be used.
    let records: RecordBytes
    private let length: Int
    private let descriptor: Int32
    /// The board's root, where a file is read whose bytes here are damaged.
    private let root: Folder?
    private let reads = Atomic(0)
    private let contents = AtomicLazyReference<Contents>()

    /// What stands behind the entries.
    private final class Contents: Sendable {
        let bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }
    }

    /// Opens the cache of a private folder, or none.
    init(in folder: Folder, below root: Folder) {
        let opened = openat(
            folder.descriptor, TaskCache.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        let header = Self.header(opened)
        records = RecordBytes(capacity: header?.entriesEnd ?? 0) { Self.read(opened, 0, $0) }
        length = header?.length ?? 0
        (descriptor, self.root) = (opened, root)
    }

    /// No cache.
    init() { (records, length, descriptor, root) = (RecordBytes([]), 0, -1, nil) }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private static func header(_ opened: Int32) -> CacheHeader? {
        var status = stat()
        guard opened >= 0, fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size >= CacheHeader.size, status.st_size <= sizeLimit
        else { return nil }
        return read(opened, 0..<CacheHeader.size).withUnsafeBytes {
            CacheHeader($0, length: Int(status.st_size))
        }
    }

    /// Fewer bytes than were asked for where the file ends before.
    private static func read(_ opened: Int32, _ range: Range<Int>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            count = read(opened, range.lowerBound, UnsafeMutableRawBufferPointer(buffer))
        }
    }

    /// - Returns: how many bytes were read.
    private static func read(
        _ opened: Int32, _ start: Int, _ buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        var count = 0
        while count < buffer.count, let base = buffer.baseAddress {
            let got = pread(opened, base + count, buffer.count - count, off_t(start + count))
            if got > 0 { count += got } else if got == 0 || errno != EINTR { break }
        }
        return count
    }

    func reader() -> any ContentsReader { CacheWindow(self) }

    /// Reads bytes from behind the entries.
    ///
    /// - Returns: how many there were.
    func read(from start: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        Self.read(descriptor, start, buffer)
    }

    /// Where the bytes of an entry's file are; nil where the cache does not keep them, or
    /// does not reach so far.
    func place(of file: CachedFile) -> Range<Int>? {
        let size = Int(file.stamp.size)
        guard file.hasContents, file.contents >= records.bytes.count,
            file.contents <= length - size
        else { return nil }
        return file.contents..<(file.contents + size)
    }
}

extension CacheFile {
    func contents(at place: Int, of path: BoardPath) -> ArraySlice<UInt8> {
        if let file = CachedFile(in: records.bytes, at: place), let bytes = contents(of: file) {
            return bytes
        }
        do throws(SystemError) {
            let (parent, name) = splitPath(path.bytes)
            let folder = try root?.existingFolder(parent)
            return try folder?.read(name, limit: BoardReader.sizeLimit).bytes?[...] ?? []
        } catch {
            // Gone or unreadable since: whoever writes it sees that it is not as expected.
            return []
        }
    }

    /// The bytes of an entry's file; nil where they are not those that were written.
    func contents(of file: CachedFile) -> ArraySlice<UInt8>? {
        guard let range = place(of: file) else { return nil }
        let bytes =
            all().map { $0.dropFirst(range.lowerBound - records.bytes.count).prefix(range.count) }
            ?? Self.read(descriptor, range)[...]
        let isSound =
            bytes.count == range.count && bytes.withUnsafeBytes(checksum) == file.contentsSum
        return isSound ? bytes : nil
    }

    /// Reads a file that is still what its entry says; false where it is not.
    func read(_ file: CachedFile, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        guard let root else { return false }
        let opened = withCString(Array(records.bytes[file.path])) {
            pmd_open_beneath(root.descriptor, $0, O_RDONLY | O_NONBLOCK, 0)
        }
        guard opened >= 0 else { return false }
        defer { close(opened) }
        var status = stat()
        guard Self.read(opened, 0, buffer) == file.stamp.size, fstat(opened, &status) == 0 else {
            return false
        }
        let stamp = FileStamp(status)
        return stamp.kind == .file && CacheStamp(stamp) == file.stamp
    }

    /// What stands behind the entries, once more than a few have asked.
    private func all() -> ArraySlice<UInt8>? {
        if let contents = contents.load() { return contents.bytes[...] }
        guard reads.wrappingAdd(1, ordering: .relaxed).newValue > Self.manyReads else {
            return nil
        }
        let read = Contents(Self.read(descriptor, records.bytes.count..<length))
        return contents.storeIfNil(read).bytes[...]
    }
}
