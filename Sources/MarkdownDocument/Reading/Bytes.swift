/// The bytes that the readers look for, by name.
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

extension ArraySlice<UInt8> {
    /// The slice without the blanks at both ends.
    var trimmingBlanks: ArraySlice<UInt8> {
        var slice = self
        while let first = slice.first, first.isBlank { slice = slice.dropFirst() }
        while let last = slice.last, last.isBlank { slice = slice.dropLast() }
        return slice
    }

    /// The slice without the line break at its end.
    var trimmingLineBreak: ArraySlice<UInt8> {
        var slice = self
        if slice.last == .newline { slice = slice.dropLast() }
        if slice.last == .carriageReturn { slice = slice.dropLast() }
        return slice
    }

    /// The number of elements in front of that are spaces.
    var leadingSpaces: Int { (firstIndex { $0 != .space } ?? endIndex) - startIndex }
}
