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
