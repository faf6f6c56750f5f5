/// A position within one line that counts columns as CommonMark does: a tab
/// extends to the next column divisible by four, and can be skipped in parts.
struct LineCursor {
    /// A part of the line.
    typealias Words = Slice<UnsafeBufferPointer<UInt8>>

    /// The bytes of the body, not copied since a body has many lines.
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var offset: Int
    /// The end of the line without its line break.
    let end: Int
    private var column = 0
    /// The columns of a tab that have not been skipped yet.
    private var rest = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) {
        self.bytes = bytes
        offset = line.lowerBound
        end = bytes[line].trimmingLineBreak.endIndex
    }

    /// The first nonblank byte, and the columns of blanks before it.
    var next: (offset: Int, indent: Int) {
        var (place, indent) = (offset, rest)
        while place < end, bytes[place].isBlank {
            indent += bytes[place] == .tab ? 4 - (column + indent) % 4 : 1
            place += 1
        }
        return (place, indent)
    }

    var isBlank: Bool { next.offset >= end }

    /// Returns the byte at a distance after the first nonblank one.
    func byte(_ distance: Int = 0) -> UInt8? {
        let place = next.offset + distance
        return place < end ? bytes[place] : nil
    }

    /// The rest of the line, without leading blanks.
    var words: Words { bytes[min(next.offset, end)..<end] }

    /// Skips all blanks and then `count` nonblank bytes.
    mutating func skipWords(_ count: Int) {
        let (place, indent) = next
        column += indent + count
        (offset, rest) = (place + count, 0)
    }

    /// Skips up to `count` columns of blanks.
    mutating func skipBlanks(_ count: Int) {
        var left = count
        while left > 0 {
            if rest == 0 {
                guard offset < end, bytes[offset].isBlank else { return }
                rest = bytes[offset] == .tab ? 4 - column % 4 : 1
                offset += 1
            }
            let step = min(left, rest)
            (rest, left, column) = (rest - step, left - step, column + step)
        }
    }
}
