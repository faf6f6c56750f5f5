/// Reads the block structure of a body, line by line.
struct BodyScanner {
    /// All lines so far, or only the last.
    private(set) var lines: [BodyLine] = []
    private let keepsAll: Bool

    /// The bytes of the body, which outlive the scanner.
    private let bytes: UnsafeBufferPointer<UInt8>
    private var containers: [Container] = []
    private var leaf = Leaf.none
    private var blocks = 0

    private static let depthLimit = 64

    init(_ bytes: UnsafeBufferPointer<UInt8>, keepsAll: Bool) {
        self.bytes = bytes
        self.keepsAll = keepsAll
        lines.reserveCapacity(16)
    }

    /// Reads the next line.
    mutating func take(_ range: Range<Int>) {
        if isPlainText(range) {
            leaf = .paragraph
            add(BodyLine(range: range, kind: .text))
        } else {
            takeAny(range)
        }
    }

    /// Returns true if the line can only be a line of a paragraph: it begins with a letter, and
    /// cannot continue any open block. Most lines are like this.
    private func isPlainText(_ range: Range<Int>) -> Bool {
        guard containers.isEmpty, leaf == .paragraph || leaf == .none else { return false }
        return bytes[range.lowerBound].isLetter || bytes[range.lowerBound] >= 0x80
    }

    /// Reads a line that may begin or continue any block.
    mutating func takeAny(_ range: Range<Int>) {
        var cursor = LineCursor(bytes, range)
        var line = BodyLine(range: range, kind: .text)
        let matched = match(&cursor)
        let isLazy: Bool
        if matched == containers.count, continueLeaf(cursor, &line) {
            isLazy = false
        } else {
            isLazy = open(&cursor, matched: matched, &line)
        }
        line.isNested = !containers.isEmpty
        mark(&line, inside: isLazy ? containers.prefix(matched) : containers[...])
        add(line)
    }

    private mutating func add(_ line: BodyLine) {
        if keepsAll || lines.isEmpty { lines.append(line) } else { lines[0] = line }
    }

    /// Enters the open containers that the line continues, and returns their
    /// number.
    private func match(_ cursor: inout LineCursor) -> Int {
        for (index, container) in containers.enumerated() {
            switch container {
            case .quote:
                guard cursor.next.indent < 4, cursor.byte() == UInt8(ascii: ">") else {
                    return index
                }
                cursor.skipWords(1)
                cursor.skipBlanks(1)
            case .item(let indent):
                if cursor.isBlank { continue }
                guard cursor.next.indent >= indent else { return index }
                cursor.skipBlanks(indent)
            }
        }
        return containers.count
    }

    /// Adds a line to the open fence or HTML, regardless of its text.
    private mutating func continueLeaf(_ cursor: LineCursor, _ line: inout BodyLine) -> Bool {
        switch leaf {
        case .fence(let mark, let length, let block):
            (line.kind, line.block) = (.code, block)
            if cursor.closesFence(mark, length) { leaf = .none }
            return true
        case .html(let end):
            line.kind = .html
            if cursor.words.contains(end) { leaf = .none }
            return true
        default: return false
        }
    }

    /// Opens the blocks that begin on the line. Returns true for a line that continues a paragraph
    /// without the markers of its containers (a lazy continuation line in CommonMark).
    private mutating func open(
        _ cursor: inout LineCursor, matched: Int, _ line: inout BodyLine
    ) -> Bool {
        var isFresh = matched == containers.count
        if cursor.isBlank {
            close(to: matched)
            line.kind = .blank
            if leaf != .indentedCode { leaf = .none }
            return false
        }
        while let container = container(at: &cursor, isFresh: isFresh, &line) {
            if !isFresh { close(to: matched) }
            leaf = .none
            containers.append(container)
            isFresh = true
        }
        line.mark = line.mark ?? cursor.itemMark
        if isFresh || !cursor.isParagraphText || leaf != .paragraph {
            close(to: isFresh ? containers.count : matched)
            openLeaf(cursor, &line)
            return false
        }
        return true
    }

    private mutating func close(to count: Int) {
        guard count < containers.count else { return }
        containers.removeSubrange(count...)
        leaf = .none
    }
}

/// A block that contains others: a quote, or an item whose text is indented.
private enum Container {
    case quote(callout: Int?)
    case item(indent: Int)
}

/// The block that the last line left open.
private enum Leaf: Equatable {
    case none
    case paragraph
    case indentedCode
    case table(Int)
    case fence(mark: UInt8, length: Int, block: Int)
    case html(end: String)
}

extension BodyScanner {
    /// Returns the quote or item that begins at the cursor, and moves the
    /// cursor past its marker.
    private mutating func container(
        at cursor: inout LineCursor, isFresh: Bool, _ line: inout BodyLine
    ) -> Container? {
        guard cursor.next.indent < 4, containers.count < Self.depthLimit else { return nil }
        if cursor.byte() == UInt8(ascii: ">") {
            cursor.skipWords(1)
            cursor.skipBlanks(1)
            guard cursor.words.starts(with: "[!conflict]".utf8) else { return .quote(callout: nil) }
            blocks += 1
            return .quote(callout: blocks)
        }
        let interrupts = leaf == .paragraph && isFresh
        guard !cursor.isRule, !(interrupts && cursor.isUnderline),
            let marker = cursor.listMarker(interrupting: interrupts)
        else { return nil }
        let indent = cursor.next.indent
        cursor.skipWords(marker.count)
        let gap = cursor.next.indent
        let padding = cursor.isBlank || gap > 4 ? 1 : gap
        cursor.skipBlanks(padding)
        line.isListItem = true
        line.box = cursor.box
        line.mark = cursor.mark
        return .item(indent: indent + marker.count + padding)
    }

    /// Sets the line's kind by the leaf that it begins or continues.
    private mutating func openLeaf(_ cursor: LineCursor, _ line: inout BodyLine) {
        if cursor.isBlank {
            leaf = .none
        } else if cursor.next.indent >= 4, leaf != .paragraph {
            line.kind = .indentedCode
            leaf = .indentedCode
        } else if cursor.next.indent >= 4 {
            return
        } else if let fence = cursor.fence {
            blocks += 1
            (line.kind, line.block) = (.code, blocks)
            leaf = .fence(mark: fence.mark, length: fence.length, block: blocks)
        } else if let end = cursor.htmlEnd {
            line.kind = .html
            leaf = cursor.words.dropFirst(2).contains(end) ? .none : .html(end: end)
        } else if cursor.isHeading || (leaf == .paragraph && cursor.isUnderline) {
            line.kind = .heading
            leaf = .none
        } else if cursor.isRule {
            leaf = .none
        } else {
            openText(cursor, &line)
        }
    }

    /// Opens or continues a table or a paragraph.
    private mutating func openText(_ cursor: LineCursor, _ line: inout BodyLine) {
        if case .table(let block) = leaf {
            (line.kind, line.block) = (.table, block)
        } else if leaf == .paragraph, let columns = cursor.tableColumns, let head = lines.last,
            head.kind == .text || head.kind == .quote,
            LineCursor.cells(bytes[head.range].trimmingLineBreak) == columns
        {
            blocks += 1
            (line.kind, line.block) = (.table, blocks)
            (lines[lines.count - 1].kind, lines[lines.count - 1].block) = (.table, blocks)
            leaf = .table(blocks)
        } else {
            leaf = .paragraph
        }
    }

    /// Marks lines in quotes and callouts, and removes the box where the line
    /// is not an item.
    private func mark(_ line: inout BodyLine, inside containers: ArraySlice<Container>) {
        for case .quote(let callout) in containers {
            if let callout {
                (line.kind, line.block) = (.callout, callout)
                (line.box, line.mark) = (nil, nil)
                return
            }
            if line.kind == .text || line.kind == .blank { line.kind = .quote }
        }
    }
}
