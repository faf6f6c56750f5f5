import MarkdownText

extension ManPage {
    /// All pages, in the order in which man looks for a name.
    static let all: [ManPage] =
        [program] + PMD.shown.map { ManPage(of: $0) } + [settings]
        + ManualPage.all.map { ManPage($0) }

    /// Returns the page for a name such as `sync` or `pmd-sync`, in the first section that has it,
    /// or `sync.7`; nil if there is none.
    static func named(_ word: String) -> ManPage? {
        all.first { page in
            let title = page.name.title
            let short = title.hasPrefix("pmd-") ? String(title.dropFirst(4)) : title
            let others = PMD.command(named: word).map(Name.init) == page.name ? [word] : []
            return ([title, short] + page.otherTitles + others).contains {
                word == $0 || word == "\($0).\(page.name.section)"
            }
        }
    }

    /// The page of one topic of the manual.
    init(_ page: ManualPage) {
        name = Name(page)
        summary = page.title.startingSmall
        body = MarkdownMdoc(page.markdown).lines
        related = Name.mentioned(in: page.markdown) + [Self.program.name]
    }

    /// The page of the board settings, taken from the manual's page on the format.
    private static let settings: ManPage = {
        let text = ManualPage.all.first { $0.topic == "format" }?.section("Settings") ?? ""
        return ManPage(
            name: .settings, summary: "settings of a pmd board", body: MarkdownMdoc(text).lines,
            related: Name.mentioned(in: text) + [
                program.name, Name(title: "pmd-config", section: 1),
                Name(title: "pmd-format", section: 7),
            ])
    }()
}

extension ManualPage {
    /// Returns the text below a heading of the second level; nil if there is none.
    func section(_ heading: String) -> String? {
        let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(of: "## " + heading) else { return nil }
        return lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }.joined(separator: "\n")
    }
}

/// Converts Markdown to mdoc sections. Text between the title and the next heading becomes the
/// description.
struct MarkdownMdoc {
    private(set) var lines: [String] = []
    /// The inline text so far, escaped.
    private var line = ""
    private var open: [MarkdownNode] = []
    private var table = MdocTable()
    /// True if the next block needs a separator macro before it.
    private var needsSeparator = false

    init(_ markdown: String) {
        lines = [Self.description]
        for event in MarkdownText(Array(markdown.utf8))?.events ?? [] { take(event) }
        // A page may begin with a heading.
        if lines.count > 1, lines[1].hasPrefix(".Sh ") { lines.removeFirst() }
    }

    private static let description = ".Sh DESCRIPTION"

    private mutating func take(_ event: MarkdownEvent) {
        switch event {
        case .begin(let node): begin(node)
        case .end: if let node = open.popLast() { end(node) }
        case .text(let bytes): line += Mdoc.characters(String(decoding: bytes, as: UTF8.self))
        case .code(let bytes):
            line += "\\fB" + Mdoc.characters(String(decoding: bytes, as: UTF8.self)) + font
        case .html(let bytes): line += Mdoc.characters(String(decoding: bytes, as: UTF8.self))
        case .softBreak: line += " "
        case .lineBreak: line += "\n.br\n"
        case .codeBlock(let bytes), .htmlBlock(let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            lines += Mdoc.literal(
                text.split(separator: "\n", omittingEmptySubsequences: false).dropLast())
            needsSeparator = true
        case .rule: break
        }
    }

    /// The font of the innermost node that sets one.
    private var font: String {
        for node in open.reversed() {
            if node == .strong { return "\\fB" }
            if node == .emphasis { return "\\fI" }
        }
        return "\\fR"
    }

    private mutating func begin(_ node: MarkdownNode) {
        open.append(node)
        switch node {
        case .heading, .cell: line = ""
        case .paragraph:
            line = ""
            if needsSeparator { lines.append(".Pp") }
        case .quote:
            lines.append(".Bd -ragged -offset indent")
            needsSeparator = false
        case .list(let list):
            let kind = list.start == nil ? "-bullet" : "-enum"
            lines.append(".Bl \(kind)" + (list.isTight ? " -compact" : ""))
            if list.isTight { lines.insert(".Pp", at: lines.count - 1) }
        case .item:
            lines.append(".It")
            needsSeparator = false
        case .table(let alignments): table = MdocTable(alignments: alignments)
        case .row(let isHeader): table.beginRow(isHeader: isHeader)
        case .emphasis, .strong: line += font
        case .strike, .link, .image, .other: break
        }
    }

    private mutating func end(_ node: MarkdownNode) {
        switch node {
        case .heading(let level):
            // The title is in NAME.
            if level > 1 {
                let text = line.replacing("\\fB", with: "").replacing("\\fR", with: "")
                lines.append(
                    level == 2
                        ? ".Sh \(Mdoc.quoted(text.uppercasedOutsideEscapes))"
                        : ".Ss \(Mdoc.quoted(text))")
            }
            needsSeparator = false
        case .paragraph:
            lines += Self.filled(line)
            needsSeparator = true
        case .quote: endBlock(".Ed")
        case .list: endBlock(".El")
        case .cell: table.add(line)
        case .table:
            lines += table.lines
            needsSeparator = true
        case .emphasis, .strong: line += font
        case .link(let address):
            let text = String(decoding: address, as: UTF8.self)
            let shown = Mdoc.characters(text)
            if text.contains("://"), !line.hasSuffix(shown) { line += " <\(shown)>" }
        case .item, .row, .strike, .image, .other: break
        }
    }

    private mutating func endBlock(_ macro: String) {
        lines.append(macro)
        needsSeparator = true
    }

    /// Returns the lines of a paragraph, escaped so that roff does not treat any of them as a
    /// request.
    fileprivate static func filled(_ text: String) -> [String] {
        text.split(separator: "\n").map { line in
            line.hasPrefix(".") && line != ".br" ? "\\&" + line : String(line)
        }
    }
}

/// A Markdown table, as a definition list if it has two columns, else as a tbl table.
private struct MdocTable {
    private let alignments: [MarkdownNode.ColumnAlignment]
    private var header: [String] = []
    private var rows: [[String]] = []
    private var isHeader = false

    init(alignments: [MarkdownNode.ColumnAlignment] = []) { self.alignments = alignments }

    mutating func beginRow(isHeader: Bool) {
        self.isHeader = isHeader
        if !isHeader { rows.append([]) }
    }

    mutating func add(_ cell: String) {
        if isHeader {
            header.append(cell)
        } else {
            rows[rows.count - 1].append(cell)
        }
    }

    var lines: [String] {
        if header.count == 2 {
            return Mdoc.definitions(
                rows.map { (term: Mdoc.quoted($0[0]), lines: MarkdownMdoc.filled($0[1])) })
        }
        let columns = alignments.map { $0 == .right ? "r" : "l" }.joined(separator: " ")
        return [".Pp", ".TS", "\(columns)."]
            + ([header.map { $0.isEmpty ? "" : "\\fI\($0)\\fR" }] + rows).flatMap(row)
            + [".TE"]
    }

    /// Returns a row whose long cells are filled. tbl makes a filled cell in a table of N columns
    /// as wide as the line divided by N + 1, so no row exceeds a line of 70 characters.
    private func row(_ cells: [String]) -> [String] {
        let limit = 70 / (cells.count + 1)
        // Left-aligned: a line of few words cannot be justified to both edges of its cell, and
        // groff would warn.
        return cells.map { $0.count > limit ? "T{\n.ad l\n\($0)\nT}" : "\\&\($0)" }
            .joined(separator: "\t").split(separator: "\n").map(String.init)
    }
}

extension String {
    /// The text in capitals, except for roff escape names.
    fileprivate var uppercasedOutsideEscapes: String {
        var result = ""
        var rest = self[...]
        while let character = rest.popFirst() {
            guard character == "\\" else {
                result += character.uppercased()
                continue
            }
            let length = rest.first == "(" ? 3 : 1
            result += "\\" + rest.prefix(length)
            rest = rest.dropFirst(length)
        }
        return result
    }
}
