import BoardView
import TaskBoard
import TerminalUI
import Words

// The parts of a column other than the visible cards.
extension BoardApp {
    /// Shows how many cards are above and below the visible ones, and how many tasks are left out.
    /// The number above is on the column's rule. The rest is in its last row, over a card that is
    /// only partly visible.
    func drawRest(of column: BoardLayout.Column, on screen: inout Screen) {
        guard let view = shown?.columns[column.index].view else { return }
        let lastRow = column.cards.rows.upperBound - 1
        let rest = rest(of: column, lastRow: lastRow)
        let leftOut = leftOut(of: view)
        let isFree = rest.below > 0 || rest.end <= lastRow
        let below =
            (rest.below > 0 ? [text(.cardsBelow(rest.below))] : []) + (isFree ? leftOut : [])
        let above =
            (rest.above > 0 ? [text(.cardsAbove(rest.above))] : []) + (isFree ? [] : leftOut)
        if !below.isEmpty {
            screen.fill(
                Rectangle(
                    column: column.cards.column, row: lastRow, width: column.cards.width, height: 1)
            )
        }
        write(below, atEndOf: column, row: lastRow, on: &screen)
        write(above, atEndOf: column, row: column.cards.row - 1, on: &screen)
    }

    /// Returns the numbers of cards above and below the visible ones, and the row after the last
    /// one. A card with only its last row left to show counts as below, if others follow.
    private func rest(
        of column: BoardLayout.Column, lastRow: Int
    ) -> (above: Int, below: Int, end: Int) {
        let entries = entries(of: column.state)
        guard let first = column.items.first, let last = column.items.last else {
            return (0, 0, column.cards.row)
        }
        let isLastCut = last.index + 1 < entries.count && last.rectangle.row == lastRow
        let end = isLastCut ? last.index : last.index + 1
        return (
            entries.cards(above: first.index), entries.cards - entries.cards(above: end),
            last.rectangle.rows.upperBound
        )
    }

    /// Returns the words for the tasks left out of a column.
    private func leftOut(of view: ColumnView) -> [String] {
        (view.waiting > 0 ? [text(.waiting(.number(view.waiting)))] : [])
            + (view.older > 0 ? [text(.older(view.older))] : [])
    }

    private func write(
        _ words: [String], atEndOf column: BoardLayout.Column, row: Int, on screen: inout Screen
    ) {
        guard !words.isEmpty else { return }
        let line = Line(" " + words.joined(separator: " · "), environment.theme.dim)
            .cut(to: column.cards.width)
        screen.write(
            line, column: column.cards.columns.upperBound - line.columns, row: row,
            width: line.columns)
    }
}
