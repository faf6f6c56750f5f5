package import BoardView
import MarkdownDocument
package import MarkdownText

/// The body of a task as Markdown, with its checklist items marked.
///
/// The Markdown parser never sees the boxes: the code that counts items for `pmd tick` decides
/// which lines are items.
package struct MarkdownBoxes: Sendable {
    package let text: MarkdownText
    package let items: [Int: MarkdownLayout.Item]

    /// Private-use characters that are as many bytes long as a box.
    static let open = "\u{F301}"
    static let ticked = "\u{F302}"

    /// - Returns: nil for a body that must be shown as source: one that cannot be parsed in
    ///   reasonable time, or that contains these characters itself.
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
    /// Returns Markdown text without the characters that represent boxes, and without the blank
    /// after each.
    package static func withoutBoxes(_ bytes: [UInt8]) -> [UInt8] {
        for box in [open, ticked] where bytes.starts(with: box.utf8) {
            let rest = bytes.dropFirst(box.utf8.count)
            return Array(rest.first == 0x20 ? rest.dropFirst() : rest)
        }
        return bytes
    }
}
