package import MarkdownDocument
import MarkdownText

/// Returns one line of Markdown in plain words, safe to print: without emphasis marks and link
/// addresses, and with a bullet before a list item.
package func words(ofMarkdown line: Text) -> String {
    guard mayHaveMarks(line), let text = MarkdownText(Array(line.utf8)) else {
        return safe(line.utf8)
    }
    let layout = MarkdownLayout(text, columns: 1 << 16, showsMarks: false)
    return layout.lines.first?.text.spans.filter { $0.style != .link }.map(\.text).joined() ?? ""
}

/// Returns false for most prose, which is not worth a parser.
private func mayHaveMarks(_ line: Text) -> Bool {
    if let first = line.utf8.first(where: { $0 != 0x20 }), "-+0123456789#".utf8.contains(first) {
        return true
    }
    return line.utf8.contains { $0 < 0x80 && marks[Int($0 >> 6)] >> UInt64($0 & 63) & 1 == 1 }
}

/// The characters that may begin a mark within a line, one bit each: a board reads many lines.
private let marks: [UInt64] = "*_`[<&\\~!".utf8.reduce(into: [0, 0]) { bits, byte in
    bits[Int(byte >> 6)] |= 1 << UInt64(byte & 63)
}
