/// Names for the bytes that the readers search for.
extension UInt8 {
    static let tab: UInt8 = 0x09
    static let newline: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20

    /// A space or a tab.
    var isBlank: Bool { self == .space || self == .tab }

    /// A byte that ends a line in Markdown: a line feed or a carriage return.
    var isLineBreak: Bool { self == .newline || self == .carriageReturn }

    var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
}

/// A slice of bytes, of an array or of a buffer.
protocol ByteSlice: RandomAccessCollection<UInt8> where Index == Int, SubSequence == Self {}

extension ArraySlice<UInt8>: ByteSlice {}
extension Slice<UnsafeBufferPointer<UInt8>>: ByteSlice {}

extension ByteSlice {
    /// The slice without the blanks at both ends.
    var trimmingBlanks: Self {
        var (start, end) = (startIndex, endIndex)
        while start < end, self[start].isBlank { start += 1 }
        while start < end, self[end - 1].isBlank { end -= 1 }
        return self[start..<end]
    }

    /// The slice without the line break at its end.
    var trimmingLineBreak: Self {
        var end = endIndex
        if end > startIndex, self[end - 1] == .newline { end -= 1 }
        if end > startIndex, self[end - 1] == .carriageReturn { end -= 1 }
        return self[..<end]
    }

    /// The number of leading spaces.
    var leadingSpaces: Int { (firstIndex { $0 != .space } ?? endIndex) - startIndex }
}

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
