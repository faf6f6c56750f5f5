package import MarkdownDocument
package import TaskBoard

/// A task as a board shows it: its title, its marks, and the first lines of its body.
///
/// All text is as in the file. Each surface makes it safe for its own output.
package struct Card: Equatable, Sendable {
    package let id: TaskID
    package let path: BoardPath
    /// The shortest reference to the task on this board.
    package let reference: String
    package let title: Text
    package let due: DueDate?
    package let isOverdue: Bool
    package let isFinished: Bool
    /// The marks, in the same order on every surface.
    package let marks: [Mark<Text>]
    package let excerpt: [Text]
}

/// Makes the cards of a board.
package struct CardMaker: Sendable {
    private let marks: Marks
    private let references: References

    package init(_ board: Board, now: Moment) {
        marks = Marks(board, now: now)
        references = References(board)
    }

    package func card(_ task: TaskItem) -> Card {
        Card(
            id: task.id, path: task.path, reference: references[task], title: task.title,
            due: task.due, isOverdue: task.isOverdue(marks.now), isFinished: task.isFinished,
            marks: marks.marks(of: task), excerpt: task.excerpt)
    }
}

extension TaskItem {
    /// The maximum number of body lines on a card.
    private static let excerptLines = 4
    /// The maximum length of a line on a card, in bytes. No surface shows more.
    private static let excerptBytes = 1_000

    /// Blanks, and the characters that on a line of their own form a rule, a fence or a table
    /// border.
    private static let marks = Array(" \t-=*_`~|:+".utf8)

    /// The first lines of prose in the body. Omits a heading that only repeats the title,
    /// checklist items, quotes, rules, code fences and blank lines.
    fileprivate var excerpt: [Text] {
        guard !isMalformed else { return [] }
        let body = Array(self.body)
        let heading = Array("# ".utf8) + title.utf8
        var lines: [Text] = []
        eachBodyLine(body) { line in
            var text = body[line.range]
            if text.last == 0x0A { text.removeLast() }
            if text.contains(0x0D) { text.removeAll { $0 == 0x0D } }
            let isShown =
                text.contains { !Self.marks.contains($0) } && line.box == nil
                && text.first != UInt8(ascii: ">") && !text.elementsEqual(heading)
            if isShown, text.contains(0x09) { text = text.map { $0 == 0x09 ? 0x20 : $0 }[...] }
            if isShown { lines.append(Text(Self.beginning(of: text))) }
            return lines.count < Self.excerptLines
        }
        return lines
    }

    /// Returns the start of a line, cut after a complete UTF-8 character.
    private static func beginning(of line: ArraySlice<UInt8>) -> [UInt8] {
        guard line.count > excerptBytes else { return Array(line) }
        var end = line.startIndex + excerptBytes
        while end > line.startIndex, line[end] & 0xC0 == 0x80 { end -= 1 }
        return Array(line[..<end])
    }
}
