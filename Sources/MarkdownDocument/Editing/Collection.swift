/// A sequence or mapping in the file, edited item by item in its own style.
struct Collection {
    private let node: Node
    private let bytes: [UInt8]
    private let table: LineTable
    private let lineBreak: [UInt8]

    /// The bytes of each element, or of each key with its value.
    private let items: [Range<Int>]
    /// As `items`, with the line breaks that a block scalar owns.
    private let fullEnds: [Int]

    init(_ node: Node, in document: Document, _ table: LineTable) {
        self.node = node
        self.table = table
        bytes = document.bytes
        lineBreak = document.lineBreak
        if node.kind == .mapping {
            items = node.pairs.map { $0.key.start..<max($0.key.end, $0.value.end) }
            fullEnds = node.pairs.map { max($0.key.fullEnd, $0.value.fullEnd) }
        } else {
            items = node.children.map(\.range)
            fullEnds = node.children.map(\.fullEnd)
        }
    }

    /// Removes an item of a list that keeps at least one. Its comment is removed too, and so are its
    /// lines, unless they hold another item.
    func removing(at index: Int, key: Text) throws(EditError) -> [Splice] {
        if node.style == .flow { return removingFromFlow(index) }
        guard let lines = blockLines(of: index) else { throw .touchesMore(key: key) }
        return [bytes.removingLines(lines)]
    }

    /// Inserts an item before the one at `index`, or after the last.
    func inserting(_ text: [UInt8], at index: Int) throws(EditError) -> [Splice] {
        node.style == .flow ? insertingIntoFlow(text, index) : insertingIntoBlock(text, index)
    }
}

// The comment after an item, on its line.
extension Collection {
    /// Returns the comment with the blanks before it, if at most a comma
    /// separates it from the item.
    func comment(of index: Int) -> ArraySlice<UInt8> {
        let place = commentPlace(of: index)
        let mark = bytes[place...].drop(while: \.isBlank)
        guard mark.first == UInt8(ascii: "#"), mark.startIndex > place else { return [] }
        return bytes[place..<lineEnd(place)].trimmingLineBreak
    }

    /// Adds a comment after an item that ends its line; there is no room for
    /// one elsewhere.
    func addingComment(_ comment: ArraySlice<UInt8>, to index: Int) -> [Splice] {
        let place = commentPlace(of: index)
        let rest = bytes[place...].drop(while: \.isBlank)
        guard rest.first?.isLineBreak ?? true else { return [] }
        return [.inserting(Array(comment), at: place)]
    }

    /// Returns the end of an item, with its comma.
    private func commentPlace(of index: Int) -> Int {
        let end = items[index].upperBound
        guard node.style == .flow else { return end }
        let rest = bytes[end...].drop(while: \.isBlank)
        return rest.first == UInt8(ascii: ",") ? rest.startIndex + 1 : end
    }
}

// Block style: an item has whole lines.
extension Collection {
    /// Returns the lines of an item, or nil if another item shares them.
    private func blockLines(of index: Int) -> Range<Int>? {
        guard let start = blockStart(of: index) else { return nil }
        let last = table.line(of: max(items[index].lowerBound, fullEnds[index] - 1))
        return start..<table.range(of: last).upperBound
    }

    /// Returns the start of the line with the item's key or dash, if only
    /// blanks precede it.
    private func blockStart(of index: Int) -> Int? {
        var line = table.line(of: items[index].lowerBound)
        if node.kind == .mapping { return isBlank(line, upTo: items[index].lowerBound) }
        while true {
            let range = table.range(of: line)
            let dash = range.lowerBound + node.column
            if dash < range.upperBound, bytes[dash] == UInt8(ascii: "-"),
                let start = isBlank(line, upTo: dash)
            {
                return start
            }
            guard line > 0, range.lowerBound > node.start else { return nil }
            line -= 1
        }
    }

    /// Returns the start of a line, if the line is blank up to an offset.
    private func isBlank(_ line: Int, upTo offset: Int) -> Int? {
        let start = table.range(of: line).lowerBound
        return bytes[start..<offset].allSatisfy(\.isBlank) ? start : nil
    }

    private func insertingIntoBlock(_ text: [UInt8], _ index: Int) -> [Splice] {
        let model = min(index, items.count - 1)
        guard model >= 0, let lines = blockLines(of: model) else { return [] }
        let offset = index < items.count ? lines.lowerBound : lines.upperBound
        let line = prefix(of: model, from: lines.lowerBound) + text
        return [bytes.insertingLines(line, at: offset, lineBreak: lineBreak)]
    }

    /// Returns the indentation and dash before an item on its line.
    private func prefix(of index: Int, from lineStart: Int) -> [UInt8] {
        let line = lineRange(in: bytes, from: lineStart)
        let start = items[index].lowerBound
        if start <= line.upperBound, !items[index].isEmpty {
            return Array(bytes[lineStart..<start])
        }
        return [UInt8](repeating: .space, count: node.column) + Array("- ".utf8)
    }
}

// Flow style: items between commas, on one line or on several.
extension Collection {
    private func removingFromFlow(_ index: Int) -> [Splice] {
        let item = items[index]
        let isLast = index + 1 == items.count
        if let lines = ownLines(of: index) {
            var splices = [Splice(range: lines, bytes: [])]
            if isLast, index > 0, comma(after: index) == nil, let before = comma(after: index - 1) {
                splices.append(Splice(range: before..<before + 1, bytes: []))
            }
            return splices
        }
        if !isLast {
            let gap = item.upperBound..<items[index + 1].lowerBound
            let end =
                isOnOneLine(gap) ? gap.upperBound : (comma(after: index) ?? gap.lowerBound) + 1
            return [Splice(range: item.lowerBound..<end, bytes: [])]
        }
        guard index > 0 else { return [Splice(range: item, bytes: [])] }
        let gap = items[index - 1].upperBound..<item.lowerBound
        guard bytes[gap].contains(UInt8(ascii: "#")), let before = comma(after: index - 1) else {
            return [Splice(range: gap.lowerBound..<item.upperBound, bytes: [])]
        }
        return [Splice(range: before..<before + 1, bytes: []), Splice(range: item, bytes: [])]
    }

    private func insertingIntoFlow(_ text: [UInt8], _ index: Int) -> [Splice] {
        let comma = [UInt8(ascii: ",")]
        guard index >= items.count else {
            let item = items[index]
            guard let lines = ownLines(of: index) else {
                return [.inserting(text + comma + [.space], at: item.lowerBound)]
            }
            let indent = Array(bytes[lines.lowerBound..<item.lowerBound])
            return [.inserting(indent + text + comma + lineBreak, at: lines.lowerBound)]
        }
        guard let last = items.last else { return [.inserting(text, at: node.start + 1)] }
        // A comma must not follow the colon of a missing value directly.
        let gap: [UInt8] = bytes[last.upperBound - 1] == UInt8(ascii: ":") ? [.space] : []
        guard let lines = ownLines(of: items.count - 1) else {
            return [.inserting(gap + separator + text, at: last.upperBound)]
        }
        let hasComma = self.comma(after: items.count - 1) != nil
        let indent = Array(bytes[lines.lowerBound..<last.lowerBound])
        let line = indent + text + (hasComma ? comma : []) + lineBreak
        let after = Splice.inserting(line, at: lines.upperBound)
        return hasComma ? [after] : [.inserting(gap + comma, at: last.upperBound), after]
    }

    /// The comma and blanks between the last two items.
    private var separator: [UInt8] {
        let usual: [UInt8] = [UInt8(ascii: ","), .space]
        guard items.count > 1 else { return usual }
        let gap = bytes[items[items.count - 2].upperBound..<items[items.count - 1].lowerBound]
        let isPlain = gap.allSatisfy { $0 == UInt8(ascii: ",") || $0.isBlank }
        return isPlain ? Array(gap) : usual
    }

    /// Returns the comma after an item, if there is one.
    private func comma(after index: Int) -> Int? {
        let end = index + 1 < items.count ? items[index + 1].lowerBound : node.end - 1
        var offset = items[index].upperBound
        while offset < end {
            if bytes[offset] == UInt8(ascii: ",") { return offset }
            offset = bytes[offset] == UInt8(ascii: "#") ? lineEnd(offset) : offset + 1
        }
        return nil
    }

    /// Returns the lines of an item that shares them only with its comma and
    /// its comment.
    private func ownLines(of index: Int) -> Range<Int>? {
        let item = items[index]
        let start = table.range(of: table.line(of: item.lowerBound)).lowerBound
        guard start > node.start, bytes[start..<item.lowerBound].allSatisfy(\.isBlank) else {
            return nil
        }
        var offset = item.upperBound
        let end = lineEnd(max(item.lowerBound, item.upperBound - 1))
        var commas = 0
        while offset < end {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "#") { break }
            commas += byte == UInt8(ascii: ",") ? 1 : 0
            guard byte.isBlank || byte.isLineBreak || (byte == UInt8(ascii: ",") && commas == 1)
            else { return nil }
            offset += 1
        }
        return end < node.end ? start..<end : nil
    }

    /// Returns the end of the line at an offset, after its line break.
    private func lineEnd(_ offset: Int) -> Int {
        table.range(of: table.line(of: offset)).upperBound
    }

    private func isOnOneLine(_ range: Range<Int>) -> Bool {
        !bytes[range].contains { $0.isLineBreak || $0 == UInt8(ascii: "#") }
    }
}
