import Glibc
import TaskBoard

/// What a cache begins with: that it is one, of this layout, whole, and written
/// by this very program.
///
/// Another build may read a file otherwise, so it takes no word from this one.
struct CacheHeader {
    static let size = 40
    private static let layout: UInt32 = 1

    let bytes: [UInt8]

    /// - Parameter length: That of the whole file.
    static func current(length: Int) -> CacheHeader {
        CacheHeader(length: length, program: program)
    }

    init(length: Int, program: UInt64) {
        var writer = RecordWriter()
        writer.write(raw: Array("pmdcache".utf8))
        writer.write(Self.layout)
        writer.write(TaskItem.recordFormat)
        writer.write(program)
        writer.write(UInt64(length))
        writer.write(writer.bytes.withUnsafeBytes(checksum))
        bytes = writer.bytes
    }

    func isHeader(of cache: UnsafeRawBufferPointer) -> Bool {
        cache.count >= Self.size && cache.prefix(Self.size).elementsEqual(bytes)
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
