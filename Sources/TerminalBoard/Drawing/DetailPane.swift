import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

/// The task under the cursor, beside the columns of a wide terminal.
///
/// Its lines are made when the cursor or the board changes, and drawn as they are until then. Only
/// the selected task is read.
struct DetailPane: Sendable {
    /// The values that the lines depend on.
    struct Source: Equatable, Sendable {
        let id: TaskID
        /// The number of the drawn board; see ``BoardApp/drawing``.
        let drawing: Int
        let width: Int
        let isDark: Bool
        let snoozedUntil: Int64?
    }

    let source: Source
    let lines: [PageLine]
    /// The first visible line.
    var first = 0
    fileprivate let page: PageLayer

    /// The width of a terminal from which there is a pane.
    static let narrowest = 140
    /// The maximum number of bytes of a body that are laid out. Its page shows all.
    fileprivate static let bodyBytes = 8_192
}

extension BoardApp {
    /// The width of the pane with its rule; 0 on a terminal that is too narrow.
    private var paneWidth: Int {
        columns < DetailPane.narrowest ? 0 : min(90, max(50, columns * 36 / 100))
    }

    /// The width of the columns of cards.
    var boardColumns: Int { columns - paneWidth }

    var pane: Rectangle? {
        paneWidth == 0
            ? nil
            : Rectangle(
                column: boardColumns, row: 1, width: paneWidth,
                height: max(1, boxRows - 2))
    }

    /// The cells of the pane's lines, right of its rule.
    private var paneCells: Rectangle? {
        pane.map {
            Rectangle(
                column: $0.column + 2, row: $0.row, width: $0.width - 3, height: $0.height)
        }
    }

    /// Makes the lines of the pane, if the task under the cursor or the board has changed.
    mutating func layOutDetail() {
        guard let cells = paneCells, let id = carry?.tasks.first ?? current else {
            detail = nil
            return
        }
        let theme = environment.theme
        let source = DetailPane.Source(
            id: id, drawing: drawing, width: cells.width, isDark: theme.isDark,
            snoozedUntil: snoozes[id])
        if detail?.source == source { return }
        var layer = PageLayer(id, bodyBytes: DetailPane.bodyBytes)
        if detail?.source.id == id { layer.keepBody(of: detail?.page) }
        guard let page = layer.page(in: self) else {
            detail = nil
            return
        }
        environment.work?.add(cards: 1)
        layer.layOut(in: self, width: cells.width)
        var lines = PageLayer.titleLines(of: page, cells.width, theme)
        lines += layer.factLines(of: page, in: self, width: cells.width)
        let first = detail?.source.id == id ? detail?.first ?? 0 : 0
        detail = DetailPane(source: source, lines: lines, first: first, page: layer)
        scrollDetail(by: 0)
    }

    /// Scrolls the pane by lines.
    mutating func scrollDetail(by count: Int) {
        guard let cells = paneCells, var shown = detail else { return }
        let last = max(0, shown.lines.count - cells.height)
        shown.first = min(max(0, shown.first + count), last)
        detail = shown
    }

    /// Opens the link, ticks the item or opens the task at a position of the pane.
    mutating func clickDetail(at position: Position) {
        guard let detail, let cells = paneCells else { return }
        let index = detail.first + position.row - cells.row
        let line = detail.lines.indices.contains(index) ? detail.lines[index] : nil
        if let link = line?.link(at: position.column - cells.column) {
            effects.append(.openLink(link))
        } else if let line, let item = line.item, readOnly == nil {
            ask(.tick(detail.source.id, items: [item], isTicked: !line.isTicked))
        } else {
            run(.open, on: [detail.source.id])
        }
    }

    func drawDetail(on screen: inout Screen) {
        guard let pane, let cells = paneCells else { return }
        let theme = environment.theme
        for row in pane.rows { screen.write("│", column: pane.column, row: row, style: theme.dim) }
        guard let detail else { return }
        for (offset, line) in detail.lines.dropFirst(detail.first).prefix(cells.height).enumerated()
        {
            screen.write(
                line.line, column: cells.column, row: cells.row + offset, width: cells.width)
        }
        let below = detail.lines.count - detail.first - cells.height
        guard below > 0 else { return }
        let row = cells.rows.upperBound - 1
        screen.fill(Rectangle(column: cells.column, row: row, width: cells.width, height: 1))
        screen.write(
            Line(text(.cardsBelow(number(below + 1))), theme.dim), column: cells.column, row: row,
            width: cells.width)
    }
}
