import Glibc

/// The entries of an index's file, each of them whole.
struct IndexReading {
    /// As formats 2 and 3 write them: of such a file all of it, so that nothing is copied.
    private(set) var entries: [UInt8] = []
    /// Where each begins there, and where the last ends.
    private(set) var starts: [Int] = []
    /// Where they end in the file.
    private(set) var end = 12

    private var count: Int { starts.count - 1 }

    /// - Parameter limit: Where at the latest the entries end.
    /// - Returns: Nil if they do not hold together.
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

    /// Format 4: each path is told by how much of the one before it goes, and what
    /// comes behind the rest.
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

    /// A number in bytes of seven bits, the most significant first.
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

    /// By path, and where there are several of one path by the side that each is of;
    /// and none without a path, which a split index has.
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

/// Entries as format 4 writes them.
///
/// - Parameter first: Where the first of them begins.
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
