// Searches bytes, eight at a time.

let ones: UInt64 = 0x0101_0101_0101_0101

/// A search for one byte; an ASCII letter in either case.
struct ByteScan {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let byte: UInt8
    private let pattern: UInt64
    private let caseBits: UInt64

    /// - Parameter byte: The byte, in lowercase.
    init(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) {
        (self.byte, self.bytes) = (byte, bytes)
        pattern = UInt64(byte) &* ones
        caseBits = byte &- 0x61 < 26 ? 0x20 &* ones : 0
    }

    /// Returns the first occurrence in a range.
    @inline(__always)
    func next(from start: Int, to end: Int) -> Int? {
        var at = start
        let raw = UnsafeRawBufferPointer(bytes)
        while at &+ 8 <= end {
            let word = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            let found = zeroBytes((UInt64(littleEndian: word) | caseBits) ^ pattern)
            if found != 0 { return at &+ found.trailingZeroBitCount >> 3 }
            at &+= 8
        }
        while at < end {
            if lowered(bytes[at]) == byte { return at }
            at &+= 1
        }
        return nil
    }
}

/// Returns the highest bit of the lowest byte that is zero, or no bit if none
/// is.
@inline(__always)
private func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- ones) & ~word & (0x80 &* ones)
}

@inline(__always)
func lowered(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

/// Returns the first occurrence of folded bytes; ASCII letters match in either
/// case.
///
/// In a script with several bytes per letter, the search looks for the third
/// byte, since the first ones are much alike.
func place(
    of needle: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>,
    from start: Int = 0
) -> Int? {
    guard !needle.isEmpty else { return start }
    guard needle.count <= bytes.count else { return nil }
    let anchor = needle.count > 2 && needle[0] >= 0x80 ? 2 : 0
    let scan = ByteScan(needle[anchor], in: bytes)
    let end = bytes.count - needle.count + 1
    var at = start
    while let hit = scan.next(from: at + anchor, to: end + anchor) {
        if matches(needle, in: bytes, at: hit - anchor) { return hit - anchor }
        at = hit - anchor + 1
    }
    return nil
}

@inline(__always)
private func matches(
    _ needle: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, at place: Int
) -> Bool {
    var length = 0
    while length < needle.count, lowered(bytes[place + length]) == needle[length] {
        length += 1
    }
    return length == needle.count
}
