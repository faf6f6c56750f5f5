import Git
import TaskBoard

/// One file as the cache keeps it: its stat data, its path and the record of its task,
/// with a checksum in front. The bytes of the files follow after all entries, except those of
/// large files.
///
/// `checksum of the rest (8) · length of all (4) · of the path (4) · of the record
/// (4) · 0 (4) · size, modified, changed, inode, device (8 each) · where the file's
/// bytes are in the cache (8) · their checksum (8)`, then the path and the record.
struct CachedFile {
    /// The maximum size of files whose bytes are cached. Opening a larger one costs little
    /// compared to reading it, and its bytes would take twice the disk space.
    static let contentsLimit = 1 << 14
    static let headSize = 80

    /// Its range in the cache.
    let range: Range<Int>
    let statData: CachedStatData
    let path: Range<Int>
    let record: Range<Int>
    /// The start of the file's bytes in the cache.
    let contents: Int
    let contentsSum: UInt64

    /// Reads the entry at an offset; nil if the lengths there are inconsistent. Nothing may be
    /// trusted before ``isSound(in:)``.
    init?(in cache: UnsafeRawBufferPointer, at offset: Int) {
        guard offset >= 0, cache.count - offset >= Self.headSize else { return nil }
        func number(_ place: Int) -> Int {
            Int(
                UInt32(
                    littleEndian: cache.loadUnaligned(
                        fromByteOffset: offset + place, as: UInt32.self)))
        }
        func word(_ place: Int) -> UInt64 {
            UInt64(
                littleEndian: cache.loadUnaligned(
                    fromByteOffset: offset + place, as: UInt64.self))
        }
        statData = CachedStatData(
            UnsafeRawBufferPointer(rebasing: cache[(offset + 24)..<(offset + 64)]))
        let length = number(8)
        guard length <= cache.count - offset, statData.size >= 0,
            let contents = Int(exactly: word(64))
        else { return nil }
        (self.contents, contentsSum) = (contents, word(72))
        range = offset..<(offset + length)
        path = (offset + Self.headSize)..<(offset + Self.headSize + number(12))
        record = path.upperBound..<(path.upperBound + number(16))
        guard record.upperBound == range.upperBound else { return nil }
    }

    /// True if the file's bytes are also in the cache.
    var hasContents: Bool { statData.size <= Self.contentsLimit }

    /// Returns the end of the entry at an offset, by its own length; nil if that is impossible.
    static func end(in cache: UnsafeRawBufferPointer, at offset: Int) -> Int? {
        guard offset >= 0, cache.count - offset >= headSize else { return nil }
        let length = Int(
            UInt32(littleEndian: cache.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self)))
        return length >= headSize && length <= cache.count - offset ? offset + length : nil
    }

    func isSound(in cache: UnsafeRawBufferPointer) -> Bool {
        let stored = UInt64(
            littleEndian: cache.loadUnaligned(fromByteOffset: range.lowerBound, as: UInt64.self))
        let rest = (range.lowerBound + 8)..<range.upperBound
        return checksum(UnsafeRawBufferPointer(rebasing: cache[rest])) == stored
    }

    /// Returns the bytes of an entry, to be completed by ``complete(_:contentsAt:)``.
    static func bytes(
        path: [UInt8], record: [UInt8], _ statData: CachedStatData, contentsSum: UInt64
    ) -> [UInt8] {
        let length = headSize + path.count + record.count
        var writer = RecordWriter(capacity: length)
        writer.write(UInt64(0))
        writer.write(UInt32(length))
        writer.write(UInt32(path.count))
        writer.write(UInt32(record.count))
        writer.write(UInt32(0))
        statData.write(to: &writer)
        writer.write(UInt64(0))
        writer.write(contentsSum)
        writer.write(raw: path)
        writer.write(raw: record)
        return writer.bytes
    }

    /// Completes an entry: writes the position of the file's bytes into it, and its checksum.
    ///
    /// - Parameter offset: The position in the cache at which the file's bytes begin.
    /// - Returns: The number of these bytes that the cache keeps.
    static func complete(
        _ entry: UnsafeMutableRawBufferPointer, contentsAt offset: Int
    ) -> Int {
        entry.storeBytes(of: UInt64(offset).littleEndian, toByteOffset: 64, as: UInt64.self)
        let sum = checksum(UnsafeRawBufferPointer(rebasing: entry[8...]))
        entry.storeBytes(of: sum.littleEndian, as: UInt64.self)
        let size = Int(
            UInt64(littleEndian: entry.loadUnaligned(fromByteOffset: 24, as: UInt64.self)))
        return size <= contentsLimit ? size : 0
    }

    /// Returns the path in the bytes of an entry.
    static func path(ofEntry entry: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let count = UInt32(littleEndian: entry.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        return UnsafeRawBufferPointer(rebasing: entry[headSize..<(headSize + Int(count))])
    }
}

/// The stat data that proves that a file's bytes are unchanged since they were read.
struct CachedStatData: Equatable {
    let size: Int64
    let modified: Int64
    let changed: Int64
    let inode: UInt64
    let device: UInt64

    init(_ statData: StatData) {
        (size, modified, changed) = (statData.size, statData.modified, statData.changed)
        (inode, device) = (statData.inode, statData.device)
    }

    /// Reads the 40 bytes that ``write(to:)`` writes.
    init(_ bytes: UnsafeRawBufferPointer) {
        func word(_ index: Int) -> UInt64 {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
        }
        size = Int64(bitPattern: word(0))
        modified = Int64(bitPattern: word(1))
        changed = Int64(bitPattern: word(2))
        inode = word(3)
        device = word(4)
    }

    func write(to writer: inout RecordWriter) {
        for time in [size, modified, changed] { writer.write(time) }
        writer.write(inode)
        writer.write(device)
    }

    /// Returns true if every later write will change the stat data, because the clock of the file
    /// system had advanced before the file was read.
    func isOlder(than tick: Int64) -> Bool {
        modified < tick && changed < tick && tick &- changed > StatData.step(of: changed)
    }
}

/// Returns the git blob ID of these bytes. Names derived from it are the same in every clone.
@Sendable package func contentHash(_ bytes: [UInt8]) -> [UInt8] {
    do {
        return try ObjectID.ofBlob(bytes).bytes
    } catch {
        preconditionFailure("hashing bytes in memory cannot fail: \(error)")
    }
}
