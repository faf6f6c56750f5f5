import TaskBoard

/// A moving window on the cache's bytes. A cache of any size needs only a small buffer, which
/// stays in the processor's cache. The bytes of large files are read from the files.
final class CacheWindow: ContentsReader {
    private static let size = 1 << 16

    private let file: CacheFile
    private var buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: CacheWindow.size, alignment: 64)
    /// The part of the cache in the buffer.
    private var range = 0..<0

    init(_ file: CacheFile) { self.file = file }

    deinit { buffer.deallocate() }

    func withContents<Result>(
        at place: Int, of path: () -> BoardPath, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        if let bytes = bytes(at: place) { return body(bytes) }
        return file.contents(at: place, of: path()).withUnsafeBufferPointer(body)
    }

    /// Lends the bytes of an entry's file until the next request; nil if they differ from those
    /// that were written.
    func bytes(at place: Int) -> UnsafeBufferPointer<UInt8>? {
        guard let entry = CachedFile(in: file.records.bytes, at: place) else { return nil }
        return entry.hasContents ? keptBytes(of: entry) : readBytes(of: entry)
    }

    private func keptBytes(of entry: CachedFile) -> UnsafeBufferPointer<UInt8>? {
        guard let wanted = file.place(of: entry) else { return nil }
        if wanted.lowerBound < range.lowerBound || wanted.upperBound > range.upperBound {
            move(to: wanted)
            guard wanted.upperBound <= range.upperBound else { return nil }
        }
        let start = wanted.lowerBound - range.lowerBound
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[start..<(start + wanted.count)])
        return checksum(bytes) == entry.contentsSum ? bytes.bindMemory(to: UInt8.self) : nil
    }

    /// Reads the bytes of a file that is too large for the cache.
    private func readBytes(of entry: CachedFile) -> UnsafeBufferPointer<UInt8>? {
        guard entry.statData.size <= BoardReader.sizeLimit else { return nil }
        let size = Int(entry.statData.size)
        if buffer.count < size {
            buffer.deallocate()
            buffer = .allocate(byteCount: size * 2, alignment: 64)
        }
        range = 0..<0
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<size])
        guard file.read(entry, into: part) else { return nil }
        return UnsafeRawBufferPointer(part).bindMemory(to: UInt8.self)
    }

    /// Reads the bytes of an entry, and those after it if the entries are requested in the order
    /// of the cache.
    private func move(to wanted: Range<Int>) {
        let isNext = (0..<Self.size).contains(wanted.lowerBound - range.upperBound)
        let count = isNext ? Self.size : min(wanted.count, Self.size)
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
        range =
            wanted.lowerBound..<(wanted.lowerBound + file.read(from: wanted.lowerBound, into: part))
    }
}
