/// One `- [ ]` item of a body.
package struct ChecklistItem: Equatable, Sendable {
    /// Its place among the items of the body, counted from one.
    package let number: Int
    package let isTicked: Bool
    /// The text after the box.
    package let text: Text
    /// Its line in the file, counted from one.
    package let line: Int
    /// The offset of the character between the brackets in the file's bytes.
    package let boxOffset: Int
}

extension Document {
    /// The checklist items of the body: with any bullet or number, nested and
    /// in quotes, but not in code, HTML comments or callouts of conflicts.
    package var checklist: [ChecklistItem] {
        var items: [ChecklistItem] = []
        let linesBefore = bytes[..<layout.bodyStart].count { $0 == .newline }
        for (number, line) in linesWithBox {
            let text = bytes[(line.box + 2)..<line.end].trimmingLineBreak
            items.append(
                ChecklistItem(
                    number: items.count + 1, isTicked: isTicked(line.box),
                    text: Text(text.trimmingBlanks), line: linesBefore + number,
                    boxOffset: line.box))
        }
        return items
    }

    /// The number of ticked items, and of all items.
    package var checklistCount: (done: Int, total: Int) {
        guard malformation == nil, mayHoldBox else { return (0, 0) }
        var (done, total) = (0, 0)
        eachBodyLine(in: bytes, layout.bodyStart..<bytes.count) { line in
            guard let box = line.box else { return true }
            total += 1
            if isTicked(box) { done += 1 }
            return true
        }
        return (done, total)
    }

    private func isTicked(_ box: Int) -> Bool { bytes[box] != .space }

    /// The lines of the body, counted from one, on which an item begins.
    private var linesWithBox: [(number: Int, line: (box: Int, end: Int))] {
        guard malformation == nil, mayHoldBox else { return [] }
        return bodyLines(in: bytes, layout.bodyStart..<bytes.count).enumerated()
            .compactMap { index, line in
                line.box.map { (index + 1, ($0, line.range.upperBound)) }
            }
    }

    /// True if the body has brackets that could be a box, which is cheaper than
    /// reading its lines.
    private var mayHoldBox: Bool {
        bytes.withUnsafeBufferPointer { bytes in
            var start = layout.bodyStart
            while let bracket = place(of: UInt8(ascii: "["), in: bytes, from: start) {
                start = bracket + 1
                if bracket + 2 < bytes.count, bytes[bracket + 2] == UInt8(ascii: "]") {
                    return true
                }
            }
            return false
        }
    }

    /// Ticks or unticks items. An item that is already in the wanted state keeps its bytes.
    ///
    /// - Throws: ``EditError/noItem(_:count:)`` if there is no such item; then nothing is ticked.
    package func ticking(_ numbers: [Int], _ isTicked: Bool) throws(EditError) -> Document {
        if let malformation { throw .malformed(malformation) }
        let items = checklist
        var bytes = bytes
        for number in numbers {
            guard number >= 1, number <= items.count else {
                throw .noItem(number, count: items.count)
            }
            let item = items[number - 1]
            guard item.isTicked != isTicked else { continue }
            bytes[item.boxOffset] = isTicked ? UInt8(ascii: "x") : .space
        }
        return Document(bytes, kind: kind)
    }
}

extension Document {
    /// The text of the body's first heading of level one: a line that begins with `# `, or a
    /// paragraph above a line of `=`. Headings in code, quotes, lists and comments do not count.
    package var firstHeading: Text? {
        headingText.map { range in
            let lines = bytes[range].split(separator: .newline)
                .map { Array($0.trimmingLineBreak.trimmingBlanks) }
            return Text(Array(lines.joined(separator: [.space])))
        }
    }

    /// The range of the text of the first heading of level one.
    private var headingText: Range<Int>? {
        guard mayHoldHeading else { return nil }
        var found: Range<Int>?
        // The paragraph that the next line may underline.
        var paragraph: Int?
        eachBodyLine(in: bytes, layout.bodyStart..<bytes.count) { line in
            let isOutside = !line.isNested
            if line.kind == .heading, isOutside { found = textOfHeading(line, below: paragraph) }
            let isParagraph = line.kind == .text && isOutside && !isRule(line)
            paragraph = isParagraph ? paragraph ?? line.range.lowerBound : nil
            return found == nil
        }
        return found
    }

    /// True if the body has a `#` or a `=`, which is cheaper than reading its lines.
    private var mayHoldHeading: Bool {
        bytes.withUnsafeBufferPointer { bytes in
            [UInt8(ascii: "#"), UInt8(ascii: "=")].contains {
                place(of: $0, in: bytes, from: layout.bodyStart) != nil
            }
        }
    }

    private func isRule(_ line: BodyLine) -> Bool {
        bytes.withUnsafeBufferPointer { LineCursor($0, line.range).isRule }
    }

    /// - Parameters:
    ///   - line: The line with a `#`, or the line below the text.
    ///   - paragraph: The start of the paragraph above the line.
    private func textOfHeading(_ line: BodyLine, below paragraph: Int?) -> Range<Int>? {
        let words = bytes[line.range].trimmingLineBreak.trimmingBlanks
        let text: ArraySlice<UInt8>
        if let paragraph, words.first == UInt8(ascii: "=") {
            text = bytes[paragraph..<line.range.lowerBound].trimmingLineBreak.trimmingBlanks
        } else if words.first == UInt8(ascii: "#"), words.dropFirst().first?.isBlank == true {
            text = withoutClosingMarks(words.dropFirst()).trimmingBlanks
        } else {
            return nil
        }
        return text.isEmpty ? nil : text.startIndex..<text.endIndex
    }

    /// Removes the `#` that may end a heading after a blank.
    private func withoutClosingMarks(_ words: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = words
        while rest.last == UInt8(ascii: "#") { rest = rest.dropLast() }
        return rest.last?.isBlank == true || rest.isEmpty ? rest : words
    }

    /// Returns the document with another text in the first heading of level one.
    ///
    /// - Throws: ``EditError`` if there is no heading, or if the text would not be read as one
    ///   heading.
    package func settingFirstHeading(to text: Text) throws(EditError) -> Document {
        if let malformation { throw .malformed(malformation) }
        guard let range = headingText else { throw .wrongShape(key: "title", wanted: .heading) }
        var bytes = bytes
        bytes.replaceSubrange(range, with: text.utf8)
        let edited = Document(bytes, kind: kind)
        guard edited.malformation == nil, edited.entries == entries, edited.firstHeading == text
        else { throw .touchesMore(key: "title") }
        return edited
    }
}
