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

    /// The first lines of prose in the body. Omits a heading that only repeats the title,
    /// checklist items, quotes, rules, code fences and blank lines.
    fileprivate var excerpt: [Text] {
        var lines: [Text] = []
        eachExcerptLine(lentBy: nil) { line in
            lines.append(Text(line))
            return lines.count < Self.excerptLines
        }
        return lines
    }

    /// Lends the lines of ``Card/excerpt`` and those after them, until `visit` returns false.
    ///
    /// - Parameter lender: The source of file contents, if many cards are drawn.
    package func eachExcerptLine(
        lentBy lender: ContentsLender?, _ visit: (UnsafeBufferPointer<UInt8>) -> Bool
    ) {
        guard !isMalformed else { return }
        withBody(lender) { body in
            eachBodyLine(body) { line in
                guard line.box == nil else { return true }
                let text = UnsafeBufferPointer(rebasing: body[line.range])
                guard text.contains(0x0D) else { return visitShown(text, visit) }
                return text.filter { $0 != 0x0D }.withUnsafeBufferPointer {
                    visitShown($0, visit)
                }
            }
        }
    }

    /// Lends a line as a card shows it, unless it is left out.
    ///
    /// - Returns: False if no more lines are wanted.
    private func visitShown(
        _ line: UnsafeBufferPointer<UInt8>, _ visit: (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        let text = line.last == 0x0A ? UnsafeBufferPointer(rebasing: line.dropLast()) : line
        guard let first = text.first, first != UInt8(ascii: ">"), text.contains(where: isProse),
            first != UInt8(ascii: "#") || !isTitle(text)
        else { return true }
        let start = Self.beginning(of: text)
        guard start.contains(0x09) else { return visit(start) }
        return start.map { $0 == 0x09 ? 0x20 : $0 }.withUnsafeBufferPointer(visit)
    }

    /// Returns true if a line is a heading that repeats the title.
    private func isTitle(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line.elementsEqual(Array("# ".utf8) + title.utf8)
    }

    /// Returns the start of a line, cut after a complete UTF-8 character.
    private static func beginning(
        of line: UnsafeBufferPointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8> {
        guard line.count > excerptBytes else { return line }
        var end = excerptBytes
        while end > 0, line[end] & 0xC0 == 0x80 { end -= 1 }
        return UnsafeBufferPointer(rebasing: line[..<end])
    }
}

/// Returns false for blanks, and for the characters that on a line of their own form a rule, a
/// fence or a table border.
private func isProse(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), 0x09, UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: "*"),
        UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "~"), UInt8(ascii: "|"),
        UInt8(ascii: ":"), UInt8(ascii: "+"):
        false
    default: true
    }
}
