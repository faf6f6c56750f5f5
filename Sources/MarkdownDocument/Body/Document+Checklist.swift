/// One `- [ ]` item of a body.
package struct ChecklistItem: Equatable, Sendable {
    /// Its place among the items of the body, counted from one.
    package let number: Int
    package let isTicked: Bool
    /// What stands behind the box.
    package let text: Text
    /// Its line in the file, counted from one.
    package let line: Int
    /// The offset of the character between the brackets in the file's bytes.
    package let boxOffset: Int
}

extension Document {
    /// The checklist items of the body: with any bullet or number, nested and in
    /// quotes; not in code, HTML comments or callouts of conflicts.
    package var checklist: [ChecklistItem] {
        guard malformation == nil, body.contains(UInt8(ascii: "[")) else { return [] }
        var items: [ChecklistItem] = []
        var line = bytes[..<layout.bodyStart].count { $0 == .newline }
        for bodyLine in bodyLines(in: bytes, layout.bodyStart..<bytes.count) {
            line += 1
            guard let box = bodyLine.box else { continue }
            let text = bytes[(box + 2)..<bodyLine.range.upperBound].trimmingLineBreak
            items.append(
                ChecklistItem(
                    number: items.count + 1, isTicked: bytes[box] != .space,
                    text: Text(text.trimmingBlanks), line: line, boxOffset: box))
        }
        return items
    }

    /// Ticks items, or takes the tick from them. An item that is as wanted
    /// already keeps its bytes.
    ///
    /// - Throws: ``EditError/noItem(_:count:)`` when there is no such number;
    ///   then nothing is ticked.
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
