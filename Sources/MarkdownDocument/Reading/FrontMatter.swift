/// The entries of a document's YAML.
struct FrontMatter {
    private(set) var entries: [Entry] = []
    var rootIsFlow = false
    var undefinedAliases: [UndefinedAlias] = []

    init(_ bytes: [UInt8], layout: Layout) throws(Malformation) {
        guard !layout.content.isEmpty else { return }
        let result = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(Malformation) in
                try Self.read(bytes, buffer, layout: layout)
            }
        }
        do throws(Malformation) {
            self = try result.get()
        } catch {
            throw Self.conflictMarker(in: bytes, layout) ?? error
        }
    }

    /// Returns the position of plain git's conflict markers, which explains more than the error of
    /// the parser that failed on them.
    private static func conflictMarker(in bytes: [UInt8], _ layout: Layout) -> Malformation? {
        var (offset, line) = (layout.content.lowerBound, layout.linesBefore)
        while offset < layout.content.upperBound {
            line += 1
            if bytes[offset...].starts(with: "<<<<<<<".utf8) {
                return Malformation(reason: .conflictMarker, line: line, column: 1)
            }
            offset = lineRange(in: bytes, from: offset).upperBound
        }
        return nil
    }

    private init() {}

    private static func read(
        _ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>, layout: Layout
    ) throws(Malformation) -> FrontMatter {
        let tree = try Tree(buffer, layout: layout)
        var result = FrontMatter()
        result.undefinedAliases = tree.undefinedAliases
        guard let root = tree.root else { return result }
        result.rootIsFlow = root.style == .flow
        result.entries.reserveCapacity(root.children.count / 2)
        let extents = Extents(buffer, tree.table, root: root)
        for index in stride(from: 0, to: root.children.count - 1, by: 2) {
            let (key, value) = (root.children[index], root.children[index + 1])
            let entry = Entry(
                key, value, in: bytes, lines: extents.lines(key, value),
                keyLine: tree.table.number(of: key.line) + layout.linesBefore,
                valueLine: tree.table.number(of: value.line) + layout.linesBefore)
            if let first = result.entries.first(where: { $0.key == entry.key }) {
                throw tree.malformation(
                    .duplicateKey(entry.key, firstLine: first.line), line: key.line,
                    column: key.column)
            }
            result.entries.append(entry)
        }
        return result
    }
}

extension Entry {
    /// A scalar key is used as it is, regardless of its style, tag and anchor. Any other key is
    /// represented by its source, and pmd cannot read its value.
    fileprivate init(
        _ key: Node, _ value: Node, in bytes: [UInt8], lines: Range<Int>, keyLine: Int,
        valueLine: Int
    ) {
        let isScalar = key.kind == .scalar
        self.key = isScalar ? Text(key.text) : Text(bytes[key.range])
        self.value = isScalar && !key.isMergeKey ? value.value : .other
        line = keyLine
        column = key.column + 1
        self.valueLine = valueLine
        valueColumn = value.column + 1
        self.lines = lines
        valueRange = value.range
        self.bytes = bytes
    }
}

/// The whole lines that belong to each top-level key.
///
/// They extend from the line of the key (of its `?`) to the line on which the value ends, and
/// include the comment lines directly below that are indented deeper than the keys. Blank lines
/// and other comments between keys belong to no key, and no edit touches them.
struct Extents {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let table: LineTable
    private let root: Node

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ table: LineTable, root: Node) {
        self.bytes = bytes
        self.table = table
        self.root = root
    }

    /// Returns the lines of a key; in a flow mapping, where keys share their
    /// lines, the bytes of the pair alone.
    func lines(_ key: Node, _ value: Node) -> Range<Int> {
        let end = max(key.fullEnd, value.fullEnd)
        guard root.style == .block else { return key.start..<end }
        var first = key.line
        while key.column > root.column, first > 0, !isExplicitKey(first) { first -= 1 }
        var last = table.line(of: max(end - 1, key.start))
        while last + 1 < table.count, isDeeperComment(table.range(of: last + 1)) { last += 1 }
        return table.range(of: first).lowerBound..<table.range(of: last).upperBound
    }

    private func isExplicitKey(_ line: Int) -> Bool {
        let range = table.range(of: line)
        let column = range.lowerBound + root.column
        return column < range.upperBound && bytes[column] == UInt8(ascii: "?")
    }

    private func isDeeperComment(_ line: Range<Int>) -> Bool {
        var offset = line.lowerBound
        while offset < line.upperBound, bytes[offset].isBlank { offset += 1 }
        return offset < line.upperBound && bytes[offset] == UInt8(ascii: "#")
            && offset - line.lowerBound > root.column
    }
}
