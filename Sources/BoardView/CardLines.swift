import MarkdownDocument
package import TaskBoard

extension TaskItem {
    /// The maximum number of body lines on a card.
    private static let excerptLines = 4
    /// The maximum length of a line on a card, in bytes. No surface shows more.
    private static let excerptBytes = 1_000

    /// The first lines of the body as lines of Markdown. Omits a heading that only repeats the
    /// title, checklist items, quotes, rules, code fences and blank lines. A row of a table becomes
    /// its cells: `Tiles · 140`. A line of code becomes a code span.
    var linesOnCard: [Text] {
        var lines: [Text] = []
        eachExcerptLine(lentBy: nil) { line in
            lines.append(Text(line))
            return lines.count < Self.excerptLines
        }
        return lines
    }

    /// Returns lines of ``Card/excerpt`` without the one that is only the first picture, which a
    /// cover shows.
    func withoutCover(_ lines: [Text]) -> [Text] {
        guard let cover = attachments.first(where: \.isPicture)?.file else { return lines }
        return lines.filter { onlyPicture(of: trimmed($0.utf8)) != cover }
    }

    /// Lends the lines of ``Card/excerpt`` and those after them, until `visit` returns false.
    ///
    /// - Parameter lender: The source of file contents, if many cards are drawn.
    package func eachExcerptLine(
        lentBy lender: ContentsLender?, _ visit: (UnsafeBufferPointer<UInt8>) -> Bool
    ) {
        guard !isMalformed else { return }
        withBody(lender) { body in
            var fenced: Int?
            eachBodyLine(body) { line in
                let isFence = line.kind == .code && line.block != fenced
                fenced = line.kind == .code ? line.block : nil
                guard line.box == nil, !isFence else { return true }
                let text = UnsafeBufferPointer(rebasing: body[line.range])
                guard text.contains(0x0D) else { return visitShown(text, of: line, body, visit) }
                return text.filter { $0 != 0x0D }.withUnsafeBufferPointer {
                    visitShown($0, of: line, body, visit)
                }
            }
        }
    }

    /// Lends a line as a card shows it, unless it is left out.
    ///
    /// - Returns: False if no more lines are wanted.
    private func visitShown(
        _ bytes: UnsafeBufferPointer<UInt8>, of line: BodyLine, _ body: UnsafeBufferPointer<UInt8>,
        _ visit: (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        let text = bytes.last == 0x0A ? UnsafeBufferPointer(rebasing: bytes.dropLast()) : bytes
        guard let first = text.first, first != UInt8(ascii: ">"), text.contains(where: isProse),
            first != UInt8(ascii: "#") || !isTitle(text)
        else { return true }
        let start = Self.beginning(of: text)
        if line.kind == .code || line.kind == .indentedCode {
            return codeSpan(start).withUnsafeBufferPointer(visit)
        }
        if isRow(start, of: line, body) { return cells(start).withUnsafeBufferPointer(visit) }
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

/// Returns true for a row of a table. The line below the first row decides whether it is one.
private func isRow(
    _ text: UnsafeBufferPointer<UInt8>, of line: BodyLine, _ body: UnsafeBufferPointer<UInt8>
) -> Bool {
    guard line.kind == .table || line.kind == .text, text.contains(bar) else { return false }
    if line.kind == .table { return true }
    let below = body[line.range.upperBound...].prefix { $0 != 0x0A }
    return below.contains(bar) && below.contains(UInt8(ascii: "-"))
        && below.allSatisfy { $0 == bar || $0 == 0x0D || !isProse($0) }
}

private let bar = UInt8(ascii: "|")

/// Returns the cells of a row, without empty ones: `Tiles · 140`.
private func cells(_ row: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var cells: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in row {
        if byte == bar, !isEscaped {
            cells.append([])
        } else {
            cells[cells.count - 1].append(byte)
        }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return Array(cells.map(trimmed).filter { !$0.isEmpty }.joined(separator: Array(" · ".utf8)))
}

/// Returns a line of code as a code span, so that its characters are no marks.
private func codeSpan(_ line: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let tick = UInt8(ascii: "`")
    let code = trimmed(line)
    let longest = code.split { $0 != tick }.map(\.count).max() ?? 0
    let fence = [UInt8](repeating: tick, count: longest + 1)
    let edge: [UInt8] = code.first == tick || code.last == tick ? [0x20] : []
    return fence + edge + code + edge + fence
}

/// Returns bytes without blanks at both ends. Tabs become blanks.
private func trimmed(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let words = bytes.map { $0 == 0x09 ? 0x20 : $0 }.drop { $0 == 0x20 }
    return Array(words.reversed().drop { $0 == 0x20 }.reversed())
}
