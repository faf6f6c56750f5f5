package import MarkdownDocument
import MarkdownText

/// Returns one line of Markdown in plain words, safe to print: without emphasis marks and link
/// addresses, and with a bullet before a list item.
package func words(ofMarkdown line: Text) -> String {
    let isProse = line.utf8.withUnsafeBufferPointer { !mayHaveMarks($0) }
    guard !isProse, let text = MarkdownText(Array(line.utf8)) else {
        return safe(line.utf8)
    }
    let layout = MarkdownLayout(text, columns: 1 << 16, showsMarks: false)
    return layout.lines.first?.text.spans.filter { $0.style != .link }.map(\.text).joined() ?? ""
}

/// Returns false for most prose, which is not worth a parser: its words are the line itself.
package func mayHaveMarks(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    if let first = line.first(where: { $0 != 0x20 }), lineMarks.contains(first) { return true }
    let marks = marks
    return line.contains { marks.contains($0) }
}

/// The characters that may begin a mark of a whole line.
private let lineMarks = CharacterSet("-+0123456789#")

/// The characters that may begin a mark within a line.
private let marks = CharacterSet("*_`[<&\\~!")

/// A set of ASCII characters, one bit each: a board reads many lines.
private struct CharacterSet {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ characters: String) {
        for byte in characters.utf8 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        byte < 0x80 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
    }
}
