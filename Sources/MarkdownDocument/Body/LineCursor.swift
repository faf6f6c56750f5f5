/// A place within one line that counts columns as CommonMark does: a tab goes
/// on to the next column divisible by four, and may be taken in parts.
struct LineCursor {
    /// A part of the line.
    typealias Words = Slice<UnsafeBufferPointer<UInt8>>

    /// Lent, as a body has many lines.
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var offset: Int
    /// The end of the line without its line break.
    let end: Int
    private var column = 0
    /// Columns of a tab that are left to take.
    private var rest = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) {
        self.bytes = bytes
        offset = line.lowerBound
        end = bytes[line].trimmingLineBreak.endIndex
    }

    /// The first byte that is no blank, and the columns of blanks before it.
    var next: (offset: Int, indent: Int) {
        var (place, indent) = (offset, rest)
        while place < end, bytes[place].isBlank {
            indent += bytes[place] == .tab ? 4 - (column + indent) % 4 : 1
            place += 1
        }
        return (place, indent)
    }

    var isBlank: Bool { next.offset >= end }

    /// The byte at some distance behind the first that is no blank.
    func byte(_ distance: Int = 0) -> UInt8? {
        let place = next.offset + distance
        return place < end ? bytes[place] : nil
    }

    /// What is left of the line, without the blanks in front.
    var words: Words { bytes[min(next.offset, end)..<end] }

    /// Goes past all blanks and then past `count` bytes, which are no blanks.
    mutating func skipWords(_ count: Int) {
        let (place, indent) = next
        column += indent + count
        (offset, rest) = (place + count, 0)
    }

    /// Goes past as many columns of blanks, or as there are.
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
