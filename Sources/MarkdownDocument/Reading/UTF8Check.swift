/// An encoding error in some bytes, and its offset.
struct EncodingFault: Equatable {
    var offset: Int
    var isNUL: Bool
}

/// Returns the first byte that is NUL or not part of well-formed UTF-8 (no overlong forms, no
/// surrogates, nothing past U+10FFFF).
///
/// Skips eight ASCII bytes at a time, since one command reads a whole board.
func encodingFault(in bytes: [UInt8]) -> EncodingFault? {
    bytes.withUnsafeBufferPointer { buffer in
        var offset = 0
        let count = buffer.count
        while offset < count {
            if offset &+ 8 <= count, isPlainASCII(buffer, at: offset) {
                offset &+= 8
                continue
            }
            let byte = buffer[offset]
            if byte == 0 { return EncodingFault(offset: offset, isNUL: true) }
            let length = byte < 0x80 ? 1 : sequenceLength(buffer, at: offset)
            if length == 0 { return EncodingFault(offset: offset, isNUL: false) }
            offset &+= length
        }
        return nil
    }
}

/// Returns true if eight bytes are all ASCII and none is NUL.
private func isPlainASCII(_ buffer: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    let word = UnsafeRawPointer(buffer.baseAddress!).loadUnaligned(
        fromByteOffset: offset, as: UInt64.self)
    let high: UInt64 = 0x8080_8080_8080_8080
    let hasZero = (word &- 0x0101_0101_0101_0101) & ~word & high
    return word & high == 0 && hasZero == 0
}

/// Returns the length of the multi-byte sequence at an offset, or 0 if it is
/// malformed.
private func sequenceLength(_ buffer: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
    let first = buffer[offset]
    let second = offset &+ 1 < buffer.count ? buffer[offset &+ 1] : 0
    let length: Int
    let seconds: ClosedRange<UInt8>
    switch first {
    case 0xC2...0xDF: (length, seconds) = (2, 0x80...0xBF)
    case 0xE0: (length, seconds) = (3, 0xA0...0xBF)
    case 0xED: (length, seconds) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, seconds) = (3, 0x80...0xBF)
    case 0xF0: (length, seconds) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, seconds) = (4, 0x80...0xBF)
    case 0xF4: (length, seconds) = (4, 0x80...0x8F)
    default: return 0
    }
    guard offset &+ length <= buffer.count, seconds.contains(second) else { return 0 }
    for index in 2..<max(length, 2) where buffer[offset &+ index] & 0xC0 != 0x80 { return 0 }
    return length
}
