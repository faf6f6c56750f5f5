import Glibc

/// The entries of an index file, expanded to formats 2 and 3.
struct IndexReading {
    /// The entries in the form of formats 2 and 3. For a file in one of these formats this is the
    /// whole file, so that nothing is copied.
    private(set) var entries: [UInt8] = []
    /// The start of each entry, and the end of the last one.
    private(set) var starts: [Int] = []
    /// The end of the entries in the file.
    private(set) var end = 12

    private var count: Int { starts.count - 1 }

    /// - Parameter limit: The latest offset at which the entries end.
    /// - Returns: Nil if the bytes are malformed.
    init?(_ file: [UInt8], upTo limit: Int, _ version: UInt32) {
        let count = Int(bigEndian(file, 8))
        guard limit >= 12, count <= limit / 62 else { return nil }
        starts.reserveCapacity(count + 1)
        if version == 4 {
            starts.append(0)
            guard expand(file[..<limit], count) else { return nil }
        } else {
            starts.append(end)
            guard measure(file, limit, count) else { return nil }
            entries = file
        }
    }

    private mutating func measure(_ file: [UInt8], _ limit: Int, _ count: Int) -> Bool {
        for _ in 0..<count {
            guard limit - end >= 64 else { return false }
            let path = IndexLayout.path(file, end)
            let zero = file.withUnsafeBytes { bytes -> Int? in
                let start = bytes.baseAddress.unsafelyUnwrapped
                return memchr(start + path, 0, limit - path).map { UnsafeRawPointer($0) - start }
            }
            guard let zero else { return false }
            end += (zero - end) / 8 * 8 + 8
            guard end <= limit else { return false }
            starts.append(end)
        }
        return true
    }

    /// Expands format 4, which stores each path as the number of bytes to drop from the previous
    /// path, and the bytes to append.
    private mutating func expand(_ file: ArraySlice<UInt8>, _ count: Int) -> Bool {
        var path: [UInt8] = []
        for _ in 0..<count {
            guard file.endIndex - end >= 64 else { return false }
            let fields = file[end..<(IndexLayout.path(Array(file[end..<(end + 64)]), 0) + end)]
            end = fields.endIndex
            guard let dropped = number(file), dropped <= path.count,
                let zero = file[end...].firstIndex(of: 0)
            else { return false }
            path = path.dropLast(dropped) + file[end..<zero]
            end = zero + 1
            entries += fields + path
            entries += [UInt8](repeating: 0, count: 8 - (fields.count + path.count) % 8)
            starts.append(entries.count)
        }
        return true
    }

    /// Reads a number stored in bytes of seven bits, the most significant first.
    private mutating func number(_ file: ArraySlice<UInt8>) -> Int? {
        var number = -1
        while end < file.endIndex, number < 1 << 20 {
            let byte = file[end]
            end += 1
            number = (number + 1) << 7 | Int(byte & 0x7F)
            if byte & 0x80 == 0 { return number }
        }
        return nil
    }

    /// True if the entries are sorted by path, and those of one path by their side of the conflict.
    /// An entry without a path, as in a split index, is out of order.
    var isInOrder: Bool {
        entries.withUnsafeBytes { bytes in
            if count > 0, bytes[IndexLayout.path(entries, starts[0])] == 0 { return false }
            return zip(starts, starts.dropFirst().dropLast()).allSatisfy { first, second in
                let paths = (IndexLayout.path(entries, first), IndexLayout.path(entries, second))
                let start = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
                    .assumingMemoryBound(to: CChar.self)
                let order = strcmp(start + paths.0, start + paths.1)
                let stages = [first, second].map {
                    IndexLayout.flags(entries, $0) & IndexLayout.stageMask
                }
                return order < 0 || order == 0 && stages[0] < stages[1]
            }
        }
    }
}

/// Returns entries in the form of format 4.
///
/// - Parameter first: The offset of the first entry.
func compressedEntries(_ entries: [UInt8], from first: Int) -> [UInt8] {
    var result: [UInt8] = []
    var (offset, last) = (first, ArraySlice<UInt8>())
    while offset < entries.count {
        let start = IndexLayout.path(entries, offset)
        guard let zero = entries[start...].firstIndex(of: 0) else { break }
        let path = entries[start..<zero]
        let shared = zip(path, last).prefix { $0 == $1 }.count
        result += entries[offset..<start] + sevenBits(last.count - shared)
        result += path.dropFirst(shared) + [0]
        (offset, last) = (offset + (zero - offset) / 8 * 8 + 8, path)
    }
    return result
}

private func sevenBits(_ number: Int) -> [UInt8] {
    var (rest, bytes) = (number, [UInt8(number & 0x7F)])
    while rest >> 7 > 0 {
        rest = (rest >> 7) - 1
        bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
    }
    return bytes
}
