package import MarkdownDocument
import MarkdownText

/// Returns one line of Markdown in plain words, safe to print: without emphasis marks and link
/// addresses, and with a bullet before a list item.
package func words(ofMarkdown line: Text) -> String {
    let prose = line.utf8.withUnsafeBufferPointer { line in
        proseWords(ofMarkdown: line).map { safe($0) }
    }
    if let prose { return prose }
    guard let text = MarkdownText(Array(line.utf8)) else { return safe(line.utf8) }
    let layout = MarkdownLayout(text, columns: 1 << 16, showsMarks: false)
    return layout.lines.first?.text.spans.filter { $0.style != .link }.map(\.text).joined() ?? ""
}

/// Returns the part of a line that is its words, if that is certain without a parser: all of most
/// prose, and a simple heading without its marks.
package func proseWords(
    ofMarkdown line: UnsafeBufferPointer<UInt8>
) -> UnsafeBufferPointer<UInt8>? {
    var words = line
    if let heading = simpleHeading(line) {
        words = heading
    } else if let first = line.first(where: { $0 != 0x20 }), lineMarks.contains(first) {
        return nil
    }
    let marks = marks
    return words.contains { marks.contains($0) } ? nil : words
}

/// Returns the words of a heading such as `## Two words`.
private func simpleHeading(
    _ line: UnsafeBufferPointer<UInt8>
) -> UnsafeBufferPointer<UInt8>? {
    let number = UInt8(ascii: "#")
    let level = line.prefix { $0 == number }.count
    guard (1...6).contains(level), level + 1 < line.count, line[level] == 0x20,
        line[level + 1] > 0x20, line[line.count - 1] > 0x20
    else { return nil }
    let words = UnsafeBufferPointer(rebasing: line[(level + 1)...])
    // Marks at the end are no words, and blanks collapse.
    var last: UInt8 = 0
    for byte in words {
        if byte == number || byte < 0x20 || byte == 0x20 && last == 0x20 { return nil }
        last = byte
    }
    return words
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
