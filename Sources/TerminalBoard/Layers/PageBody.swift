import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import TextLayout

/// A line of a page, with its click targets.
struct PageLine: Equatable {
    var line: Line
    /// The number of the checklist item that starts on the line.
    var item: Int?
    var isTicked = false
    /// The addresses on the line, with the columns that link to them.
    private(set) var links: [Link] = []

    struct Link: Equatable {
        let columns: Range<Int>
        let address: String
    }

    init(_ line: Line = Line()) { self.line = line }

    fileprivate init(_ text: StyledText, _ theme: BoardTheme) {
        line = Line()
        for span in text.spans {
            let start = line.columns
            line.append(span.text, theme.style(span.style))
            guard let address = span.link, isOpenable(address) else { continue }
            links.append(Link(columns: start..<line.columns, address: address))
        }
    }

    /// Returns the address at a column, counted from 0.
    func link(at column: Int) -> String? {
        links.first { $0.columns.contains(column) }?.address
    }
}

/// The body of a task, wrapped at a width.
struct PageBody: Equatable {
    let lines: [PageLine]
    private let source: [TaskPage.BodyLine]
    private let width: Int
    private let depth: ColourDepth

    init(_ page: TaskPage, _ width: Int, _ theme: BoardTheme) {
        (source, self.width, depth) = (page.body, width, theme.depth)
        let boxes = page.isMalformed ? nil : MarkdownBoxes(page.body)
        lines =
            boxes.map { Self.rendered($0, width, theme) }
            ?? page.body.flatMap { Self.sourceLines($0, width, theme) }
    }

    func isOf(_ page: TaskPage, _ width: Int, _ theme: BoardTheme) -> Bool {
        width == self.width && theme.depth == depth && page.body == source
    }

    private static func rendered(
        _ boxes: MarkdownBoxes, _ width: Int, _ theme: BoardTheme
    ) -> [PageLine] {
        let layout = MarkdownLayout(
            boxes.text, items: boxes.items, columns: width, showsMarks: theme.depth == .none)
        let ticked = Set(boxes.items.values.filter(\.isTicked).map(\.number))
        return layout.lines.map { line in
            var shown = PageLine(line.text, theme)
            shown.item = line.number
            shown.isTicked = line.number.map(ticked.contains) ?? false
            return shown
        }
    }

    /// Returns a line of a malformed file, or of a body that is too expensive to parse, as source.
    private static func sourceLines(
        _ line: TaskPage.BodyLine, _ width: Int, _ theme: BoardTheme
    ) -> [PageLine] {
        safe(withoutTabs(line.text.utf8)).wrapped(to: width).enumerated().map { index, part in
            var shown = PageLine(
                Line(part, line.isTicked ? theme.style(.done) : theme.plain))
            if index == 0 { (shown.item, shown.isTicked) = (line.item, line.isTicked) }
            return shown
        }
    }
}
