import Clinux
import Glibc
import Synchronization
import TaskBoard

/// A cache file. The header and the entries are in memory; the bytes of files are read on demand,
/// and those of large files from the files themselves.
///
/// It is read, never mapped: a truncation by another process does not kill this one.
final class CacheFile: StoredTasks {
    /// The size that no board needs to exceed.
    private static let sizeLimit = 1 << 31
    /// The number of file reads after which all bytes are read at once.
    private static let manyReads = 32

    /// The header and all entries; empty if there is no usable cache.
    let records: RecordBytes
    private let length: Int
    private let descriptor: Int32
    /// The board's root, from which a file is read if its bytes in the cache are damaged.
    private let root: Folder?
    private let reads = Atomic(0)
    private let contents = AtomicLazyReference<Contents>()

    /// The bytes after the entries.
    private final class Contents: Sendable {
        let bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }
    }

    /// Opens the cache of a local state; nil if there is none.
    init(in folder: Folder, below root: Folder) {
        let opened = openat(
            folder.descriptor, TaskCache.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        let header = Self.header(opened)
        records = RecordBytes(capacity: header?.entriesEnd ?? 0) { Self.read(opened, 0, $0) }
        length = header?.length ?? 0
        (descriptor, self.root) = (opened, root)
    }

    /// Creates an empty cache.
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

    /// Reads bytes; fewer if the file ends before.
    private static func read(_ opened: Int32, _ range: Range<Int>) -> [UInt8] {
        // An array without room is one that all threads share.
        range.isEmpty
            ? []
            : [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
                count = read(opened, range.lowerBound, UnsafeMutableRawBufferPointer(buffer))
            }
    }

    /// - Returns: The number of bytes read.
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

    /// Reads bytes from the part after the entries.
    ///
    /// - Returns: Their number.
    func read(from start: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        Self.read(descriptor, start, buffer)
    }

    /// Returns the range of an entry's file contents; nil if the cache does not keep them, or is
    /// too short.
    func place(of file: CachedFile) -> Range<Int>? {
        let size = Int(file.statData.size)
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
            // The file is gone or unreadable by now: a write to it will find the difference.
            return []
        }
    }

    /// Returns the bytes of an entry's file; nil if they differ from the ones that were written.
    func contents(of file: CachedFile) -> ArraySlice<UInt8>? {
        guard let range = place(of: file) else { return nil }
        let bytes =
            all().map { $0.dropFirst(range.lowerBound - records.bytes.count).prefix(range.count) }
            ?? Self.read(descriptor, range)[...]
        let isSound =
            bytes.count == range.count && bytes.withUnsafeBytes(checksum) == file.contentsSum
        return isSound ? bytes : nil
    }

    /// Reads a file that still matches its entry; returns false if it does not.
    func read(_ file: CachedFile, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        guard let root else { return false }
        let opened = withCString(Array(records.bytes[file.path])) {
            pmd_open_beneath(root.descriptor, $0, O_RDONLY | O_NONBLOCK, 0)
        }
        guard opened >= 0 else { return false }
        defer { close(opened) }
        var status = stat()
        guard Self.read(opened, 0, buffer) == file.statData.size, fstat(opened, &status) == 0 else {
            return false
        }
        let statData = StatData(status)
        return statData.kind == .file && CachedStatData(statData) == file.statData
    }

    /// Returns the bytes after the entries, read once after a few requests.
    private func all() -> ArraySlice<UInt8>? {
        if let contents = contents.load() { return contents.bytes[...] }
        guard reads.wrappingAdd(1, ordering: .relaxed).newValue > Self.manyReads else {
            return nil
        }
        let read = Contents(Self.read(descriptor, records.bytes.count..<length))
        return contents.storeIfNil(read).bytes[...]
    }
}

/// The header of a cache: its layout and length, a checksum, and the program that wrote it.
///
/// `pmdcache · layout (4) · format of records (4) · program (8) · length of the file (8) · the end
/// of the entries (8) · checksum of all that (8)`. Then follow the entries of ``CachedFile``, and
/// after them the bytes of all files that are not large.
///
/// A different build may read a file differently, so it ignores this cache.
struct CacheHeader {
    static let size = 48
    private static let layout: UInt32 = 3

    let bytes: [UInt8]
    let length: Int
    let entriesEnd: Int

    /// - Parameter length: The length of the whole file.
    static func current(length: Int, entriesEnd: Int) -> CacheHeader {
        CacheHeader(length: length, entriesEnd: entriesEnd, program: program)
    }

    init(length: Int, entriesEnd: Int, program: UInt64) {
        (self.length, self.entriesEnd) = (length, entriesEnd)
        var writer = RecordWriter()
        writer.write(raw: Array("pmdcache".utf8))
        writer.write(Self.layout)
        writer.write(TaskItem.recordFormat)
        writer.write(program)
        writer.write(UInt64(length))
        writer.write(UInt64(entriesEnd))
        writer.write(writer.bytes.withUnsafeBytes(checksum))
        bytes = writer.bytes
    }

    /// Reads the header of a file; nil if another program wrote it, or the length does not
    /// match.
    init?(_ start: UnsafeRawBufferPointer, length: Int) {
        guard start.count >= Self.size else { return nil }
        let end = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: 32, as: UInt64.self))
        guard let entriesEnd = Int(exactly: end), (Self.size...length).contains(entriesEnd)
        else { return nil }
        self = .current(length: length, entriesEnd: entriesEnd)
        guard start.prefix(Self.size).elementsEqual(bytes) else { return nil }
    }

    /// Writes the header at the start of a file.
    func write(to opened: Int32) -> Bool {
        bytes.withUnsafeBytes { pwrite(opened, $0.baseAddress, $0.count, 0) } == bytes.count
    }

    /// The stat data of the running program, as a number.
    private static let program: UInt64 = {
        var status = stat()
        guard stat("/proc/self/exe", &status) == 0 else { return 0 }
        var writer = RecordWriter()
        CachedStatData(StatData(status)).write(to: &writer)
        return writer.bytes.withUnsafeBytes(checksum)
    }()
}

/// Returns a hash for fast detection of damage: any change within eight bytes changes it, and so
/// does any other change except one in 2^64. It detects disk errors and truncated files, not
/// attacks.
func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var lanes: (UInt64, UInt64, UInt64, UInt64) = (
        0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x27D4_EB2F_1656_67C5
    )
    var at = 0
    while at &+ 32 <= bytes.count {
        lanes.0 = mixed(lanes.0, word(bytes, at))
        lanes.1 = mixed(lanes.1, word(bytes, at &+ 8))
        lanes.2 = mixed(lanes.2, word(bytes, at &+ 16))
        lanes.3 = mixed(lanes.3, word(bytes, at &+ 24))
        at &+= 32
    }
    var result = UInt64(truncatingIfNeeded: bytes.count)
    for lane in [lanes.0, lanes.1, lanes.2, lanes.3] { result = mixed(result, lane) }
    while at &+ 8 <= bytes.count {
        result = mixed(result, word(bytes, at))
        at &+= 8
    }
    while at < bytes.count {
        result = mixed(result, UInt64(bytes[at]))
        at &+= 1
    }
    return result ^ (result >> 32)
}

@inline(__always)
private func word(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
}

@inline(__always)
private func mixed(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    let sum = lane &+ word &* 0xC2B2_AE3D_27D4_EB4F
    return (sum << 31 | sum >> 33) &* 0x9E37_79B1_85EB_CA87
}
