package import MarkdownDocument

/// A text to search for, without regard to case and normal form.
///
/// Bodies are folded only where that could matter: plain ASCII, Hangul and Han are
/// compared as they stand, so that ten thousand of them take milliseconds.
package struct Needle: Hashable, Sendable {
    private let folded: [UInt8]

    package init(_ text: Text) { folded = text.folded.utf8 }

    /// Whether the text occurs anywhere; an empty one does.
    package func occurs(in haystack: some Collection<UInt8>) -> Bool {
        let found = haystack.withContiguousStorageIfAvailable { occurs(in: $0) }
        return found ?? Array(haystack).withUnsafeBufferPointer { occurs(in: $0) }
    }

    private func occurs(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if isInert(bytes) { return finds(in: bytes) }
        return TaskBoard.folded(bytes).withUnsafeBufferPointer { finds(in: $0) }
    }

    /// Looks for the folded bytes; letters of ASCII count in either case.
    ///
    /// Eight bytes at a time for one byte of the needle: in a script with several
    /// bytes a letter for the third, since the first ones are much alike.
    private func finds(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        folded.withUnsafeBufferPointer { needle in
            guard let base = bytes.baseAddress.map({ UnsafeRawPointer($0) }),
                needle.count <= bytes.count
            else { return needle.isEmpty }
            guard !needle.isEmpty else { return true }
            let anchor = needle.count > 2 && needle[0] >= 0x80 ? 2 : 0
            let pattern = UInt64(needle[anchor]) &* ones
            let caseBits = needle[anchor] &- 0x61 < 26 ? 0x20 &* ones : 0
            let end = bytes.count - needle.count + 1
            var start = 0
            while start + anchor + 8 <= bytes.count, start < end {
                let word = base.loadUnaligned(fromByteOffset: start + anchor, as: UInt64.self)
                if hasZeroByte((word | caseBits) ^ pattern) {
                    for place in start..<min(start + 8, end) where stands(needle, bytes, place) {
                        return true
                    }
                }
                start += 8
            }
            return start < end && (start..<end).contains { stands(needle, bytes, $0) }
        }
    }

    @inline(__always)
    private func stands(
        _ needle: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>, _ place: Int
    ) -> Bool {
        var length = 0
        while length < needle.count, lowered(bytes[place + length]) == needle[length] {
            length += 1
        }
        return length == needle.count
    }
}

private let ones: UInt64 = 0x0101_0101_0101_0101

/// Whether one of eight bytes is zero.
@inline(__always)
private func hasZeroByte(_ word: UInt64) -> Bool {
    (word &- ones) & ~word & (0x80 &* ones) != 0
}

@inline(__always)
private func lowered(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

/// Whether folding changes nothing but the case of ASCII letters, as far as that is
/// known without asking.
private func isInert(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var at = 0
    while at < bytes.count {
        if bytes[at] < 0x80 {
            at += 1
            while at + 8 <= bytes.count, isASCII(bytes, at) { at += 8 }
            continue
        }
        let length = unchangedLength(bytes, at)
        guard length > 0 else { return false }
        at += length
    }
    return true
}

/// Whether eight bytes are ASCII.
@inline(__always)
func isASCII(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
    let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: at, as: UInt64.self)
    return word & (0x80 &* ones) == 0
}
