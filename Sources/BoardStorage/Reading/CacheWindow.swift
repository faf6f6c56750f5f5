import TaskBoard

/// A part of the cache's bytes that moves on as files are asked for: as large a cache
/// as one likes takes a small piece of memory, which stays near the processor.
final class CacheWindow: ContentsReader {
    private static let size = 1 << 16

    private let file: CacheFile
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(CacheWindow.size, CachedFile.sizeLimit), alignment: 64)
    /// What part of the cache is in the buffer.
    private var range = 0..<0

    init(_ file: CacheFile) { self.file = file }

    deinit { buffer.deallocate() }

    func withContents<Result>(
        at place: Int, of path: () -> BoardPath, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        if let bytes = bytes(at: place) { return body(bytes) }
        return file.contents(at: place, of: path()).withUnsafeBufferPointer(body)
    }

    /// Lends the bytes of an entry's file, until others are asked for; nil where they are
    /// not those that were written.
    func bytes(at place: Int) -> UnsafeBufferPointer<UInt8>? {
        guard
            let entry = CachedFile(in: file.records.bytes, at: place),
            let wanted = file.place(of: entry)
        else { return nil }
        if wanted.lowerBound < range.lowerBound || wanted.upperBound > range.upperBound {
            move(to: wanted)
            guard wanted.upperBound <= range.upperBound else { return nil }
        }
        let start = wanted.lowerBound - range.lowerBound
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[start..<(start + wanted.count)])
        return checksum(bytes) == entry.contentsSum ? bytes.bindMemory(to: UInt8.self) : nil
    }

    private func move(to wanted: Range<Int>) {
        let size = min(max(wanted.count, Self.size), buffer.count)
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<size])
        range =
            wanted.lowerBound..<(wanted.lowerBound + file.read(from: wanted.lowerBound, into: part))
    }
}
