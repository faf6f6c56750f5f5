/// Reads the YAML that nearly all tasks have without a parser: lines `key: value` at the
/// left edge, whose values are a plain or quoted scalar or `[a, b]`, or which have lines
/// `- a` below them.
///
/// It makes the nodes that libyaml's events come to, or none. Whatever might mean more
/// than it says (lines of comments, blank lines, escapes, tabs, anchors, a scalar that goes on in
/// the next line, characters of which YAML has its own view) is left to libyaml, and so
/// is all that is wrong.
struct PlainLines {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let table: LineTable
    private var line = 0
    private var at = 0
    private var end = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ table: LineTable) {
        (self.bytes, self.table) = (bytes, table)
    }

    /// The mapping that the lines are; nil where libyaml is to be asked.
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
        // The last line of the table is the empty one behind the last newline.
        while line < table.count - 1 {
            enterLine()
            guard let key = key(), let value = value() else { return nil }
            root.children.append(key)
            root.children.append(value)
            (root.end, root.fullEnd) = (value.end, value.end)
        }
        return root.children.count > 2 * Layout.keyLimit ? nil : root
    }

    /// Goes to the start of the line, whose end is without its newline.
    private mutating func enterLine() {
        let range = table.range(of: line)
        (at, end) = (range.lowerBound, range.upperBound - 1)
    }

    /// Letters, digits, `-` and `_`, then a colon: as pmd's own keys are, and most others.
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

    /// Goes to the end of the line, if there are only spaces and a comment.
    private mutating func skipRest() {
        skipSpaces()
        guard at < end, bytes[at] == UInt8(ascii: "#"), bytes[at - 1] == .space else { return }
        while at < end, isOrdinary(at) { at += 1 }
    }
}

extension PlainLines {
    /// A plain or quoted scalar.
    private mutating func element(inFlow: Bool) -> Node? {
        guard at < end else { return nil }
        switch bytes[at] {
        case UInt8(ascii: "'"): return quoted(.single)
        case UInt8(ascii: "\""): return quoted(.double)
        default: return inFlow ? flowWord() : plain()
        }
    }

    /// A scalar between quotes, with none of them and no escape in between.
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

    /// The rest of the line, or up to a comment.
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

    /// Words of which no sign has a meaning between brackets.
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

    /// Whether a byte is neither a control character nor the beginning of one, of a line
    /// break that only YAML knows, of a byte order mark, or of what is no character.
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
    /// `[a, 'b', c]` in one line.
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
        var node = newNode(start..<at, .sequence, .flow)
        node.children = children
        return node
    }

    /// The lines `- a` below a key, all as deep as the first.
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
            var node = list ?? newNode(at..<at, .sequence, .block)
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

    private func scalar(_ range: Range<Int>, _ style: Node.Style) -> Node {
        let quotes = style == .plain ? 0 : 1
        var node = newNode(range, .scalar, style)
        node.text = Array(bytes[(range.lowerBound + quotes)..<(range.upperBound - quotes)])
        return node
    }

    private func newNode(_ range: Range<Int>, _ kind: Node.Kind, _ style: Node.Style) -> Node {
        let start = table.range(of: line).lowerBound
        return Node(
            kind: kind, style: style, start: range.lowerBound, end: range.upperBound,
            fullEnd: range.upperBound, line: line,
            column: bytes[start..<range.lowerBound].count { $0 & 0xC0 != 0x80 })
    }
}

extension UInt8 {
    /// A letter or digit of ASCII, `-` or `_`.
    fileprivate var isPlainWord: Bool {
        isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
    }
}
