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

/// The blocks that begin at the cursor, by CommonMark's rules for one line.
extension LineCursor {
    /// True if the line can only continue a paragraph.
    var isParagraphText: Bool {
        fence == nil && htmlEnd == nil && !isHeading && !isRule
            && listMarker(interrupting: false) == nil
    }

    /// One to six `#` and then a blank or the end.
    var isHeading: Bool {
        let marks = words.prefix { $0 == UInt8(ascii: "#") }.count
        guard (1...6).contains(marks) else { return false }
        return words.dropFirst(marks).first?.isBlank ?? true
    }

    /// Three or more of one of `*`, `-` and `_`, with only blanks between.
    var isRule: Bool {
        guard let mark = byte(), mark == 0x2A || mark == 0x2D || mark == 0x5F else { return false }
        return words.allSatisfy { $0 == mark || $0.isBlank }
            && words.count { $0 == mark } >= 3
    }

    /// The line of `=` or `-` below a paragraph that makes it a heading.
    var isUnderline: Bool {
        guard let mark = byte(), mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-") else {
            return false
        }
        return words.trimmingBlanks.allSatisfy { $0 == mark }
    }

    /// Three or more backticks or tildes that open a code block.
    var fence: (mark: UInt8, length: Int)? {
        guard let mark = byte(), mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else {
            return nil
        }
        let length = words.prefix { $0 == mark }.count
        guard length >= 3 else { return nil }
        let hasTick = mark == UInt8(ascii: "`") && words.dropFirst(length).contains(mark)
        return hasTick ? nil : (mark, length)
    }

    func closesFence(_ mark: UInt8, _ length: Int) -> Bool {
        guard next.indent < 4 else { return false }
        let rest = words.drop { $0 == mark }
        return words.count - rest.count >= length && rest.allSatisfy(\.isBlank)
    }

    /// The end of the HTML that begins here, which may contain anything until then.
    var htmlEnd: String? {
        guard byte() == UInt8(ascii: "<") else { return nil }
        if words.starts(with: "<!--".utf8) { return "-->" }
        for name in ["pre", "script", "style", "textarea"]
        where words.dropFirst().starts(with: name.utf8) {
            let after = byte(1 + name.utf8.count)
            if after == nil || after == UInt8(ascii: ">") || after?.isBlank == true {
                return "</\(name)>"
            }
        }
        return nil
    }

    /// Returns a bullet, or up to nine digits and `.` or `)`, followed by a
    /// blank or the end of the line. Only an item that has text and begins a
    /// list (a bullet or the number one) interrupts a paragraph.
    func listMarker(interrupting: Bool) -> Words? {
        let digits = words.prefix(while: \.isDigit)
        let mark = words.dropFirst(digits.count).first
        let isBullet = mark == 0x2A || mark == 0x2B || mark == 0x2D
        let isNumber = mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")")
        guard digits.isEmpty ? isBullet : isNumber && digits.count <= 9 else { return nil }
        let rest = words.dropFirst(digits.count + 1)
        guard rest.first?.isBlank ?? true else { return nil }
        if interrupting, rest.allSatisfy(\.isBlank) { return nil }
        if interrupting, !digits.isEmpty, !digits.elementsEqual([UInt8(ascii: "1")]) { return nil }
        return words.prefix(digits.count + 1)
    }

    /// The offset of the character in the `[ ]` or `[x]` that begins here.
    var box: Int? {
        guard next.indent < 4, byte() == UInt8(ascii: "["), let mark = byte(1),
            mark == .space || mark | 0x20 == UInt8(ascii: "x"), byte(2) == UInt8(ascii: "]"),
            byte(3)?.isBlank ?? true
        else { return nil }
        return next.offset + 1
    }

    /// The range of the one character in the `[x]`, `[/]` or other mark that begins here.
    var mark: Range<Int>? {
        guard next.indent < 4, byte() == UInt8(ascii: "["), let first = byte(1),
            let length = scalarLength(first), byte(length + 1) == UInt8(ascii: "]"),
            byte(length + 2)?.isBlank ?? true
        else { return nil }
        for distance in 1..<length where (byte(distance + 1) ?? 0) & 0xC0 != 0x80 { return nil }
        return (next.offset + 1)..<(next.offset + 1 + length)
    }

    /// The range of the mark in the list line that begins here, regardless of its indentation.
    ///
    /// In CommonMark, such a line may be code, or a part of the paragraph above. That depends on
    /// the lines around it, which a merge changes; whether it has a mark does not.
    var itemMark: Range<Int>? {
        guard let marker = listMarker(interrupting: false) else { return nil }
        var text = self
        text.skipWords(marker.count)
        text.skipBlanks(1)
        return text.mark
    }

    /// Returns the number of bytes of a character that can be a mark, by its first byte.
    private func scalarLength(_ first: UInt8) -> Int? {
        switch first {
        case UInt8(ascii: "["), UInt8(ascii: "]"), 0x7F: nil
        case 0x20..<0x80: 1
        case 0xC2..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0..<0xF5: 4
        default: nil
        }
    }

    /// The columns of a table's second line, such as `|---|:-:|`.
    var tableColumns: Int? {
        let line = words.trimmingBlanks
        guard line.contains(UInt8(ascii: "|")), line.contains(UInt8(ascii: "-")),
            line.allSatisfy({ $0 == 0x7C || $0 == 0x2D || $0 == 0x3A || $0.isBlank })
        else { return nil }
        return Self.cells(line)
    }

    /// Returns the number of cells between the pipes of a row.
    static func cells(_ row: Words) -> Int {
        var line = row.drop { $0.isBlank || $0 == UInt8(ascii: ">") }.trimmingBlanks
        if line.first == UInt8(ascii: "|") { line = line.dropFirst() }
        var cells = 1
        var isEscaped = false
        for (index, byte) in zip(line.indices, line) {
            if byte == UInt8(ascii: "|"), !isEscaped, index + 1 < line.endIndex { cells += 1 }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return cells
    }
}

extension LineCursor.Words {
    /// Returns true if the text occurs, with ASCII letters in either case.
    func contains(_ words: String) -> Bool {
        let wanted = Array(words.utf8)
        guard count >= wanted.count, let first = wanted.first else { return wanted.isEmpty }
        for index in startIndex...(endIndex - wanted.count) where self[index] == first {
            let part = self[index..<(index + wanted.count)]
            if part.elementsEqual(wanted, by: { $0 == $1 || ($0.isLetter && $0 | 0x20 == $1) }) {
                return true
            }
        }
        return false
    }
}
