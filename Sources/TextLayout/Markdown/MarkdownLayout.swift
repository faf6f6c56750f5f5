package import MarkdownText

/// Lays out a body as lines for a terminal. Nodes are walked iteratively, so neither a deep nor a
/// large body overflows the stack.
package struct MarkdownLayout {
    /// A line with the number of the checklist item that starts on it.
    package struct Line: Equatable {
        package var number: Int?
        package var text: StyledText
    }

    /// A checklist item of the body.
    package struct Item: Equatable, Sendable {
        package var number: Int
        package var isTicked: Bool
    }

    package private(set) var lines: [Line] = []
    private let columns: Int
    private let items: [Int: Item]
    /// True to show marks instead of styles, for output without styles.
    private let showsMarks: Bool

    private var containers: [MarkdownContainer] = [MarkdownContainer()]
    /// The prefix of the next line, if it starts an item.
    private var first: StyledText?
    private var number: Int?
    private var needsBlank = false

    private var content = StyledText()
    /// Bytes of one style, made safe together because combining marks belong to the letters before
    /// them.
    private var bytes: [UInt8] = []
    private var styles: [Style] = [[]]
    private var addresses: [(address: [UInt8], place: Int)] = []
    private var isTicked = false
    private var isCallout = false
    private var table: MarkdownTable?

    /// - Parameters:
    ///   - items: The checklist items by line, counted from one.
    ///   - showsMarks: True to show marks instead of styles, for output without styles.
    package init(
        _ text: MarkdownText, items: [Int: Item] = [:], columns: Int, showsMarks: Bool
    ) {
        (self.columns, self.items, self.showsMarks) = (max(columns, 8), items, showsMarks)
        for event in text.events { take(event) }
    }

    private mutating func take(_ event: MarkdownEvent) {
        switch event {
        case .begin(let node): begin(node)
        case .end: end()
        case .text(let text): bytes += text
        case .html(let text): bytes += text
        case .code(let text): addCode(text)
        case .softBreak: endsLineOfCallout ? endLine() : addBlank()
        case .lineBreak: table == nil ? endLine() : addBlank()
        case .codeBlock(let text): addBlock(text, .code, indent: 4)
        case .htmlBlock(let text): addBlock(text, [], indent: 0)
        case .rule: addRule()
        }
    }
}

// Blocks.
extension MarkdownLayout {
    private var container: MarkdownContainer { containers[containers.count - 1] }

    private mutating func begin(_ node: MarkdownNode) {
        var next = container
        next.node = node
        switch node {
        case .paragraph:
            separate()
            if isTicked { styles.append(.done) }
        case .heading(let level):
            separate()
            styles.append(.header)
            if showsMarks { content.append(String(repeating: "#", count: level) + " ", .header) }
        case .quote:
            separate()
            next.push(StyledText(spans: [Span(text: "│ ", style: .quote)]), columns)
            if let start = first { first = next.joined(start, "│ ", .quote, columns) }
            (next.isTight, next.isQuote) = (false, true)
        case .list(let list):
            separate()
            (next.list, next.isTight) = (list, list.isTight)
            next.index = 0
        case .item(let line):
            separate()
            beginItem(line, &next)
        case .table(let alignments):
            separate()
            table = MarkdownTable(alignments: alignments)
        case .row(let isHeader):
            table?.rows.append([])
            if isHeader { styles.append(.header) }
        case .emphasis: beginInline(.emphasis, mark: "*")
        case .strong: beginInline(.strong, mark: "**")
        case .strike: beginInline(.strike, mark: "~~")
        case .link(let address), .image(let address):
            flush()
            addresses.append((address, content.spans.count))
            content.spans.append(Span(text: ""))
        case .cell, .other: break
        }
        containers.append(next)
    }

    private mutating func beginItem(_ line: Int, _ next: inout MarkdownContainer) {
        let item = items[line]
        let list = container.list
        let mark = list.start.map { "\($0 + container.index)\(list.delimiter) " } ?? "• "
        containers[containers.count - 1].index += 1
        let shown = item != nil && list.start == nil ? "" : mark
        first = next.joined(first ?? next.start, shown, .meta, columns)
        next.push(
            StyledText(spans: [Span(text: String(repeating: " ", count: mark.columns))]), columns)
        if let item {
            number = item.number
            isTicked = item.isTicked
        }
        next.isTight = list.isTight
    }

    private mutating func end() {
        let ended = containers.removeLast()
        switch ended.node {
        case .paragraph:
            endLine()
            if isTicked { styles.removeLast() }
            (isTicked, isCallout) = (false, false)
            needsBlank = !container.isTight
        case .heading:
            endLine()
            styles.removeLast()
            needsBlank = true
        case .item:
            if first != nil { add(StyledText()) }
            isTicked = false
        case .quote, .list: needsBlank = !container.isTight
        case .table: endTable()
        case .row(let isHeader): if isHeader { styles.removeLast() }
        case .cell: endCell()
        case .emphasis: endInline(mark: "*")
        case .strong: endInline(mark: "**")
        case .strike: endInline(mark: "~~")
        case .link, .image: endLink()
        case .other: break
        }
    }

    /// Adds the blank line between two blocks.
    private mutating func separate() {
        if needsBlank, !lines.isEmpty { lines.append(Line(text: container.start.trimmed)) }
        needsBlank = false
    }

    private mutating func add(_ text: StyledText) {
        lines.append(Line(number: number, text: (first ?? container.start) + text))
        (first, number) = (nil, nil)
    }

    /// The width for text. A box is text: the first line of its item starts further left.
    private var room: Int {
        max(columns - max(first?.columns ?? 0, container.start.columns), 8)
    }

    /// Ends the current line of text, and wraps it.
    private mutating func endLine() {
        flush()
        if container.isQuote, isOpening {
            for index in content.spans.indices { content.spans[index].style = .conflict }
        }
        for line in content.wrapped(to: room) { add(line) }
        content = StyledText()
    }

    private mutating func addBlock(_ text: [UInt8], _ style: Style, indent: Int) {
        separate()
        var rows = text.split(separator: 0x0A, omittingEmptySubsequences: false)
        if rows.last?.isEmpty == true { rows.removeLast() }
        let start = String(repeating: " ", count: indent)
        for row in rows {
            let shown = StyledText(spans: [Span(text: start + safe(withoutTabs(row)), style: style)]
            )
            if indent > 0 {
                add(row.isEmpty ? StyledText() : shown)
            } else {
                for line in shown.wrapped(to: room) { add(line) }
            }
        }
        needsBlank = true
    }

    private mutating func addRule() {
        separate()
        add(StyledText(spans: [Span(text: String(repeating: "─", count: room), style: .meta)]))
        needsBlank = true
    }

    private mutating func endCell() {
        flush()
        if let row = table?.rows.indices.last { table?.rows[row].append(content) }
        content = StyledText()
    }

    private mutating func endTable() {
        for line in table?.lines(columns: room) ?? [] { add(line) }
        table = nil
        needsBlank = true
    }
}

// Text.
extension MarkdownLayout {
    /// True at the end of a line in a quote that keeps the lost lines of a merge, which must not
    /// be joined.
    private var endsLineOfCallout: Bool {
        mutating get {
            isCallout = isCallout || container.isQuote && isOpening
            return isCallout
        }
    }

    /// True if the current line starts a callout.
    private var isOpening: Bool {
        let opening = "[!conflict]"
        return content.isEmpty
            ? bytes.starts(with: opening.utf8)
            : content.spans.first?.text.hasPrefix(opening) == true
    }

    private mutating func flush() {
        guard !bytes.isEmpty else { return }
        let plain = withoutTabs(bytes)
        let shown = safe(plain)
        // The displayed address must be the one that opens, so an address with invisible
        // characters stays text.
        let mayLink = addresses.isEmpty && shown.utf8.elementsEqual(plain)
        let text =
            shown
            .replacing(MarkdownBoxes.open, with: "☐").replacing(MarkdownBoxes.ticked, with: "☑")
        for (part, link) in mayLink ? partsWithAddresses(text) : [(text, nil)] {
            content.append(part, styles[styles.count - 1], link: link)
        }
        bytes = []
    }

    private mutating func addBlank() { bytes.append(0x20) }

    private mutating func beginInline(_ style: Style, mark: String) {
        flush()
        styles.append(styles[styles.count - 1].union(style))
        if showsMarks { content.append(mark, style) }
    }

    private mutating func endInline(mark: String) {
        flush()
        let style = styles.removeLast()
        if showsMarks { content.append(mark, style) }
    }

    private mutating func addCode(_ text: [UInt8]) {
        flush()
        let shown = safe(withoutTabs(text))
        content.append(
            showsMarks ? "`" + shown + "`" : shown, styles[styles.count - 1].union(.code))
    }

    /// Returns the text of a link if it is short. Comparing everything inside deeply nested images
    /// would take too long.
    private func shortText(from place: Int) -> String {
        let spans = content.spans.dropFirst(place)
        return spans.count < 64 ? spans.map(\.text).joined() : ""
    }

    /// Adds the address of a link, unless its text is the address.
    private mutating func endLink() {
        flush()
        guard let (address, place) = addresses.popLast() else { return }
        let shown = safe(withoutTabs(address))
        guard !shown.isEmpty else { return }
        let text = shortText(from: place)
        let target = String(decoding: address, as: UTF8.self)
        if !text.isEmpty {
            for index in content.spans.indices.dropFirst(place) {
                content.spans[index].link = content.spans[index].link ?? target
            }
        }
        guard text != shown, "mailto:" + text != shown else { return }
        content.append((text.isEmpty ? "" : " ") + "(\(shown))", .link, link: target)
    }
}

/// A block that contains others, and the prefix of their lines.
struct MarkdownContainer {
    var node = MarkdownNode.other
    /// The prefix of each line.
    var start = StyledText()
    var list = MarkdownList()
    /// The number of items so far.
    var index = 0
    var isTight = false
    var isQuote = false

    /// Indents the following lines, as long as this leaves half of the line for them.
    mutating func push(_ text: StyledText, _ columns: Int) {
        if start.columns + text.columns <= columns / 2 { start = start + text }
    }

    func joined(_ start: StyledText, _ mark: String, _ style: Style, _ columns: Int) -> StyledText {
        guard start.columns + mark.columns <= columns / 2 + 4 else { return start }
        return start + StyledText(spans: [Span(text: mark, style: style)])
    }
}
