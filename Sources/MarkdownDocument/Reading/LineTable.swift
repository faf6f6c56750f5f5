/// The lines of some YAML as libyaml counts them, for converting its marks to byte offsets.
///
/// A mark counts lines and characters, never bytes. Besides the usual line breaks, YAML 1.1 has
/// NEL, LS and PS.
struct LineTable {
    /// The offset of each line's first byte, and the end of the last line.
    private(set) var starts: [Int]
    /// The lines that begin after a line break that editors do not show as one.
    private var rareLines: [Int] = []
    private let isASCII: Bool
    /// The last byte that was looked up. Marks are in ascending order, so counting continues from
    /// here and a long line is traversed once.
    private var last = (line: 0, column: 0, offset: 0)

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        starts = [range.lowerBound]
        starts.reserveCapacity(16)
        var offset = range.lowerBound
        var high: UInt8 = 0
        while offset < range.upperBound {
            let byte = bytes[offset]
            high |= byte
            offset &+= 1
            if byte > .carriageReturn && byte < 0xC2 { continue }
            if byte == .newline {
                starts.append(offset)
            } else if byte == .carriageReturn {
                if offset < range.upperBound, bytes[offset] == .newline { offset &+= 1 }
                starts.append(offset)
            } else if byte >= 0xC2 {
                let length = Self.lengthOfRareBreak(bytes, at: offset &- 1, end: range.upperBound)
                if length > 0 {
                    offset &+= length &- 1
                    rareLines.append(starts.count)
                    starts.append(offset)
                }
            }
        }
        isASCII = high < 0x80
        starts.append(range.upperBound)
    }

    private static func lengthOfRareBreak(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, end: Int
    ) -> Int {
        if bytes[offset] == 0xC2, offset &+ 1 < end, bytes[offset &+ 1] == 0x85 { return 2 }
        guard bytes[offset] == 0xE2, offset &+ 2 < end, bytes[offset &+ 1] == 0x80 else { return 0 }
        return bytes[offset &+ 2] == 0xA8 || bytes[offset &+ 2] == 0xA9 ? 3 : 0
    }

    /// The number of lines; the last one is empty if the text ends with a line
    /// break.
    var count: Int { starts.count - 1 }

    /// The start of the YAML, and its end.
    var start: Int { starts[0] }
    var end: Int { starts[count] }

    func range(of line: Int) -> Range<Int> { starts[line]..<starts[line + 1] }

    /// Returns the byte offset of a mark.
    mutating func offset(_ bytes: UnsafeBufferPointer<UInt8>, line: Int, column: Int) -> Int {
        guard line < count else { return starts[count] }
        let end = starts[line &+ 1]
        if isASCII { return min(starts[line] &+ column, end) }
        let isBehind = last.line == line && last.column <= column && last.offset > 0
        var offset = isBehind ? last.offset : starts[line]
        var left = isBehind ? column &- last.column : column
        while left > 0, offset < end {
            offset &+= 1
            while offset < end, bytes[offset] & 0xC0 == 0x80 { offset &+= 1 }
            left &-= 1
        }
        last = (line, column, offset)
        return offset
    }

    /// Returns the line number in an editor, counted from one.
    func number(of line: Int) -> Int {
        line + 1 - (rareLines.isEmpty ? 0 : rareLines.count { $0 <= line })
    }

    /// Returns the line of a byte.
    func line(of offset: Int) -> Int {
        var low = 0
        var high = count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }
}
