package import BoardView
import MarkdownDocument
package import MarkdownText

/// The body of a task as Markdown, in which its checklist items are marked.
///
/// The parser of Markdown never sees their boxes: which lines are items is decided where
/// `pmd tick` counts them.
package struct MarkdownBoxes: Sendable {
    package let text: MarkdownText
    package let items: [Int: MarkdownLayout.Item]

    /// Characters for private use, as many bytes as a box.
    static let open = "\u{F301}"
    static let ticked = "\u{F302}"

    /// - Returns: nil for a body that is shown as its source: one that cannot be parsed in
    ///   reasonable time, or that has these characters itself.
    package init?(_ lines: [TaskPage.BodyLine]) {
        var bytes: [UInt8] = []
        var items: [Int: MarkdownLayout.Item] = [:]
        for (index, line) in lines.enumerated() {
            var line = line
            guard !line.text.string.contains(Self.open), !line.text.string.contains(Self.ticked)
            else { return nil }
            var text = Array(line.text.utf8)
            if let number = line.item.take(), let box = text.firstIndex(of: UInt8(ascii: "[")) {
                let mark = line.isTicked ? Self.ticked : Self.open
                text.replaceSubrange(box..<(box + 3), with: mark.utf8)
                items[index + 1] = MarkdownLayout.Item(number: number, isTicked: line.isTicked)
            }
            bytes += text + [0x0A]
        }
        guard let text = MarkdownText(bytes) else { return nil }
        (self.text, self.items) = (text, items)
    }
}

extension MarkdownBoxes {
    /// A text of the Markdown without the characters that stand for boxes, and the blank after one.
    package static func withoutBoxes(_ bytes: [UInt8]) -> [UInt8] {
        for box in [open, ticked] where bytes.starts(with: box.utf8) {
            let rest = bytes.dropFirst(box.utf8.count)
            return Array(rest.first == 0x20 ? rest.dropFirst() : rest)
        }
        return bytes
    }
}
