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
    let references: References

    package init(_ board: Board, now: Moment) {
        marks = Marks(board, now: now)
        references = References(board)
    }

    package func card(_ task: TaskItem) -> Card { card(task, lentBy: nil) }

    /// - Parameter lender: The source of file contents, if many cards are made.
    package func card(_ task: TaskItem, lentBy lender: ContentsLender?) -> Card {
        Card(
            id: task.id, path: task.path, reference: references[task], title: task.title,
            due: task.due, isOverdue: task.isOverdue(marks.now), isFinished: task.isFinished,
            marks: marks.marks(of: task), excerpt: task.excerpt(lender))
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

    /// Returns the first lines of prose in the body. Omits a heading that only repeats the title,
    /// checklist items, quotes, rules, code fences and blank lines.
    fileprivate func excerpt(_ lender: ContentsLender?) -> [Text] {
        guard !isMalformed else { return [] }
        return withBody(lender) { body in
            var lines: [Text] = []
            eachBodyLine(body) { line in
                guard line.box == nil else { return true }
                let text = body[line.range]
                let words =
                    text.contains(0x0D) ? shown(text.filter { $0 != 0x0D }) : shown(text)
                if let words { lines.append(words) }
                return lines.count < Self.excerptLines
            }
            return lines
        }
    }

    /// Returns a line as a card shows it; nil if it is left out.
    private func shown(_ line: some BidirectionalCollection<UInt8>) -> Text? {
        let text = line.last == 0x0A ? line.dropLast() : line[...]
        guard let first = text.first, first != UInt8(ascii: ">"),
            text.contains(where: { !Self.marks.contains($0) })
        else { return nil }
        if first == UInt8(ascii: "#"), text.elementsEqual(Array("# ".utf8) + title.utf8) {
            return nil
        }
        var start = Self.beginning(of: text)
        if start.contains(0x09) { start = start.map { $0 == 0x09 ? 0x20 : $0 } }
        return Text(start)
    }

    /// Returns the start of a line, cut after a complete UTF-8 character.
    private static func beginning(of line: some BidirectionalCollection<UInt8>) -> [UInt8] {
        // One byte more shows whether the line ends within a character.
        var start = Array(line.prefix(excerptBytes + 1))
        guard start.count > excerptBytes else { return start }
        var end = excerptBytes
        while end > 0, start[end] & 0xC0 == 0x80 { end -= 1 }
        start.removeLast(start.count - end)
        return start
    }
}
