import MarkdownDocument

/// Lines that lost a merge, in a quote below the ones that won, with their
/// author.
struct Callout: Hashable, Comparable {
    static let opening = Array("> [!conflict]".utf8)

    /// The quoted lines without their indentation, which identify the callout.
    let text: Text

    init(_ lines: [BodyLineText]) {
        text = Text(lines.map(\.unindented).joined(separator: [.newline]))
    }

    /// The callout for lines of a writer.
    init(keeping units: ArraySlice<BodyUnit>, by writer: Writer) {
        var lines = [Self.head(writer, Array("wrote instead".utf8))]
        for line in units.flatMap(\.lines) {
            lines.append(Array((line.content.isEmpty ? ">" : "> ").utf8) + line.content)
        }
        text = Text(lines.joined(separator: [.newline]))
    }

    /// The callout for a mark of a checklist item. It does not depend on how the item is written,
    /// so that two merges write the same bytes.
    init(_ lost: LostMark) {
        let item = trimmed(lost.line.utf8[...])
        let box = lost.line.utf8.prefix(lost.mark.bytes.count + 2)
        let words: [UInt8] = Array("set ".utf8) + box
        let line: [UInt8] = Array("> - ".utf8) + item
        text = Text([Self.head(lost.writer, words), line].joined(separator: [UInt8.newline]))
    }

    private static func head(_ writer: Writer, _ words: [UInt8]) -> [UInt8] {
        var head = opening
        head += " ".utf8
        head += writer.author.isEmpty ? Array("another".utf8) : writer.author.utf8
        head += " ".utf8
        head += words
        if !writer.isUnknown { head += ", \(writer.day)".utf8 }
        return head
    }

    /// The item and the mark that this callout keeps; nil if it keeps lines.
    var mark: CalloutMark? {
        let lines = text.utf8.split(separator: .newline)
        guard lines.count == 2 else { return nil }
        return CalloutMark(
            head: Array(lines[0].dropFirst(2)),
            line: Array(lines[1].dropFirst().drop(while: \.isBlank)))
    }

    static func < (a: Callout, b: Callout) -> Bool { a.text < b.text }

    /// Returns the lines for a body, with the blank one that ends the quote.
    func lines(indent: ArraySlice<UInt8>, ending: [UInt8]) -> [BodyLineText] {
        let quoted = text.utf8.split(separator: .newline).map {
            BodyLineText(content: Array(indent) + Array($0), ending: ending)
        }
        return quoted + [BodyLineText(content: [], ending: ending)]
    }
}

/// The mark of a checklist item that a callout keeps.
struct CalloutMark: Hashable {
    let mark: ItemMark
    let text: Text
    /// The item with its mark, such as `[x] bread`.
    var line: Text { markedItem(mark, text) }
    /// The author's name in the callout.
    let by: Text
    /// The day in the callout; empty without one.
    let at: Text

    /// - Parameters:
    ///   - head: The first line, such as `[!conflict] Ann set [x], 2026-11-21`.
    ///   - line: The only other line, such as `- [x] bread`.
    init?(head: [UInt8], line: [UInt8]) {
        let unit = BodyUnit(line, bodyLines(line)[...])
        guard let mark = unit.mark, let text = unit.item, line.starts(with: Array("- ".utf8))
        else { return nil }
        let words = Array(" set [".utf8) + mark.bytes + Array("]".utf8)
        var (name, day) = (head[...], [UInt8]())
        if let comma = head.lastIndex(of: UInt8(ascii: ",")), !head[comma...].contains(0x5D) {
            (name, day) = (head[..<comma], Array(head[(comma + 1)...].drop(while: \.isBlank)))
        }
        guard name.count >= words.count, name.suffix(words.count).elementsEqual(words)
        else { return nil }
        self.mark = mark
        self.text = text
        by = Text(trimmed(name.dropLast(words.count).drop { $0 != 0x5D }.dropFirst()))
        at = Text(day)
    }
}

/// Returns an item with its mark, such as `[x] bread`.
func markedItem(_ mark: ItemMark, _ text: Text) -> Text {
    Text(Array("[".utf8) + mark.value.bytes + Array("] ".utf8) + text.utf8)
}
