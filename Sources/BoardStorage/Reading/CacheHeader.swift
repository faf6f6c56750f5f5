import Glibc
import TaskBoard

/// What a cache begins with: that it is one, of this layout, whole, and written
/// by this very program.
///
/// `pmdcache · layout (4) · format of records (4) · program (8) · length of the
/// file (8) · where the entries end (8) · checksum of all that (8)`. Entries of
/// ``CachedFile`` follow, and behind them the bytes of those files that are not large.
///
/// Another build may read a file otherwise, so it takes no word from this one.
struct CacheHeader {
    static let size = 48
    private static let layout: UInt32 = 3

    let bytes: [UInt8]
    let length: Int
    let entriesEnd: Int

    /// - Parameter length: That of the whole file.
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

    /// The header that a file begins with; nil where it is not of this program, or
    /// the file is not as long as it says.
    init?(_ start: UnsafeRawBufferPointer, length: Int) {
        guard start.count >= Self.size else { return nil }
        let end = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: 32, as: UInt64.self))
        guard let entriesEnd = Int(exactly: end), (Self.size...length).contains(entriesEnd)
        else { return nil }
        self = .current(length: length, entriesEnd: entriesEnd)
        guard start.prefix(Self.size).elementsEqual(bytes) else { return nil }
    }

    /// Writes it at the start of a file.
    func write(to opened: Int32) -> Bool {
        bytes.withUnsafeBytes { pwrite(opened, $0.baseAddress, $0.count, 0) } == bytes.count
    }

    /// The stamp of the running program, as a number.
    private static let program: UInt64 = {
        var status = stat()
        guard stat("/proc/self/exe", &status) == 0 else { return 0 }
        var writer = RecordWriter()
        CacheStamp(FileStamp(status)).write(to: &writer)
        return writer.bytes.withUnsafeBytes(checksum)
    }()
}
