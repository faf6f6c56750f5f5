/// A fast path for the YAML of nearly all tasks: lines `key: value` at the left edge, whose values
/// are a plain or quoted scalar or `[a, b]`, or which have lines `- a` below them.
///
/// It produces the same nodes as libyaml's events, or none. libyaml reads everything that could
/// have another meaning (comment lines, blank lines, escapes, tabs, anchors, a scalar that
/// continues on the next line, characters with a special meaning in YAML) and everything
/// malformed.
struct PlainLines {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let table: LineTable
    private var line = 0
    private var at = 0
    private var end = 0
    /// The last offset whose column was computed.
    private var counted = (line: -1, offset: 0, column: 0)

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ table: LineTable) {
        (self.bytes, self.table) = (bytes, table)
    }

    /// The mapping that the lines form; nil if libyaml has to read them.
    var mapping: Node? {
        var reader = self
        return reader.readMapping()
    }

    private mutating func readMapping() -> Node? {
        guard table.end > table.start, bytes[table.end - 1] == .newline else { return nil }
        var root = Node(
            kind: .mapping, style: .block, start: table.start, end: 0, fullEnd: 0, line: 0,
            column: 0)
        root.children.reserveCapacity(2 * (table.count - 1))
        // The last line of the table is the empty one after the last newline.
        while line < table.count - 1 {
            enterLine()
            guard let key = key(), let value = value() else { return nil }
            root.children.append(key)
            root.children.append(value)
            (root.end, root.fullEnd) = (value.end, value.end)
        }
        return root.children.count > 2 * Layout.keyLimit ? nil : root
    }

    /// Moves to the start of the line, and sets its end without the newline.
    private mutating func enterLine() {
        let range = table.range(of: line)
        (at, end) = (range.lowerBound, range.upperBound - 1)
    }

    /// Reads letters, digits, `-` and `_`, then a colon: pmd's own keys and
    /// most others.
    private mutating func key() -> Node? {
        let start = at
        guard at < end, bytes[at].isLetter else { return nil }
        while at < end, bytes[at].isPlainWord { at += 1 }
        guard at < end, bytes[at] == UInt8(ascii: ":"), at - start <= 128 else { return nil }
        let key = scalar(start..<at, .plain)
        at += 1
        return key
    }

    private mutating func value() -> Node? {
        let colon = at
        skipSpaces()
        guard at < end else { return colon == end ? blockList() : nil }
        guard at > colon else { return nil }
        let value = bytes[at] == UInt8(ascii: "[") ? flowList() : element(inFlow: false)
        skipRest()
        line += 1
        return at == end ? value : nil
    }

    private mutating func skipSpaces() {
        while at < end, bytes[at] == .space { at += 1 }
    }

    /// Skips the rest of the line if it contains only spaces and a comment.
    private mutating func skipRest() {
        skipSpaces()
        guard at < end, bytes[at] == UInt8(ascii: "#"), bytes[at - 1] == .space else { return }
        while at < end, isOrdinary(at) { at += 1 }
    }
}

extension PlainLines {
    /// Reads a plain or quoted scalar.
    private mutating func element(inFlow: Bool) -> Node? {
        guard at < end else { return nil }
        switch bytes[at] {
        case UInt8(ascii: "'"): return quoted(.single)
        case UInt8(ascii: "\""): return quoted(.double)
        default: return inFlow ? flowWord() : plain()
        }
    }

    /// Reads a quoted scalar without quotes and escapes inside.
    private mutating func quoted(_ style: Node.Style) -> Node? {
        let start = at
        at += 1
        while at < end, bytes[at] != bytes[start] {
            guard bytes[at] != UInt8(ascii: "\\"), isOrdinary(at) else { return nil }
            at += 1
        }
        guard at < end else { return nil }
        at += 1
        return scalar(start..<at, style)
    }

    /// Reads the rest of the line, or up to a comment.
    private mutating func plain() -> Node? {
        let start = at
        guard beginsPlain else { return nil }
        while at < end {
            let byte = bytes[at]
            guard isOrdinary(at) else { return nil }
            if byte == UInt8(ascii: ":"), at + 1 == end || bytes[at + 1] == .space { return nil }
            if byte == UInt8(ascii: "#"), bytes[at - 1] == .space { break }
            at += 1
        }
        while bytes[at - 1] == .space { at -= 1 }
        return scalar(start..<at, .plain)
    }

    /// Reads words without characters that have a meaning between brackets.
    private mutating func flowWord() -> Node? {
        let start = at
        guard beginsPlain else { return nil }
        while at < end, bytes[at] == .space || bytes[at].isPlainWord || bytes[at] >= 0x80 {
            guard isOrdinary(at) else { return nil }
            at += 1
        }
        while bytes[at - 1] == .space { at -= 1 }
        return scalar(start..<at, .plain)
    }

    private var beginsPlain: Bool {
        at < end && (bytes[at].isLetter || bytes[at].isDigit || bytes[at] >= 0x80)
    }

    /// Returns true if a byte is neither a control character nor the first byte of one,
    /// of a line break that only YAML has, of a byte order mark or of a
    /// noncharacter.
    private func isOrdinary(_ place: Int) -> Bool {
        let byte = bytes[place]
        if byte < 0x80 { return byte >= .space && byte != 0x7F }
        guard byte == 0xC2 || byte == 0xE2 || byte == 0xEF else { return true }
        guard place + 2 < end else { return byte == 0xC2 && bytes[place + 1] >= 0xA0 }
        let (second, third) = (bytes[place + 1], bytes[place + 2])
        switch byte {
        case 0xC2: return second >= 0xA0
        case 0xE2: return second != 0x80 || third != 0xA8 && third != 0xA9
        default: return second != 0xBB && second != 0xBF || third < 0xBE
        }
    }
}

extension PlainLines {
    /// Reads `[a, 'b', c]` on one line.
    private mutating func flowList() -> Node? {
        let (start, close) = (at, UInt8(ascii: "]"))
        var children: [Node] = []
        at += 1
        skipSpaces()
        while at < end, !children.isEmpty || bytes[at] != close {
            guard let child = element(inFlow: true) else { return nil }
            children.append(child)
            skipSpaces()
            guard at < end, bytes[at] != close else { break }
            guard bytes[at] == UInt8(ascii: ",") else { return nil }
            at += 1
            skipSpaces()
        }
        guard at < end, bytes[at] == close else { return nil }
        at += 1
        var node = newNode(start..<at, kind: .sequence, style: .flow)
        node.children = children
        return node
    }

    /// Reads the lines `- a` below a key, all indented like the first.
    private mutating func blockList() -> Node? {
        var list: Node?
        line += 1
        while line < table.count - 1 {
            enterLine()
            let edge = at
            skipSpaces()
            guard at + 1 < end, bytes[at] == UInt8(ascii: "-"), bytes[at + 1] == .space else {
                break
            }
            var node = list ?? newNode(at..<at, kind: .sequence, style: .block)
            guard at - edge == node.column else { return nil }
            at += 1
            skipSpaces()
            guard let item = element(inFlow: false) else { return nil }
            skipRest()
            guard at == end else { return nil }
            node.children.append(item)
            (node.end, node.fullEnd) = (item.end, item.end)
            list = node
            line += 1
        }
        return list
    }

    private mutating func scalar(_ range: Range<Int>, _ style: Node.Style) -> Node {
        let quotes = style == .plain ? 0 : 1
        var node = newNode(range, kind: .scalar, style: style)
        node.text = Array(bytes[(range.lowerBound + quotes)..<(range.upperBound - quotes)])
        return node
    }

    /// Returns the column of an offset in the current line. Most offsets follow the previous one,
    /// so a line with many values is counted once.
    private mutating func column(of offset: Int) -> Int {
        if counted.line != line || counted.offset > offset {
            counted = (line, table.range(of: line).lowerBound, 0)
        }
        counted.column += bytes[counted.offset..<offset].count { $0 & 0xC0 != 0x80 }
        counted.offset = offset
        return counted.column
    }

    private mutating func newNode(
        _ range: Range<Int>, kind: Node.Kind, style: Node.Style
    ) -> Node {
        Node(
            kind: kind, style: style, start: range.lowerBound, end: range.upperBound,
            fullEnd: range.upperBound, line: line,
            column: column(of: range.lowerBound))
    }
}

extension UInt8 {
    /// A letter or digit of ASCII, `-` or `_`.
    fileprivate var isPlainWord: Bool {
        isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
    }
}
