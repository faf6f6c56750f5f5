import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

// The first line: the board, the Git state of its clone, and the views.
extension BoardApp {
    /// A part of the clone's state.
    private struct Part {
        let line: Line
        /// True if the part may be left out when space is short.
        var isExtra = false
    }

    func drawHeader(on screen: inout Screen) {
        var line = nameLine
        let views = placedViews(after: line)
        for (index, part) in statusParts.enumerated() {
            let room = views.column - 1 - line.columns - 3
            if part.isExtra, part.line.columns > room { continue }
            line.append(index == 0 ? "  " : " · ", environment.theme.dim)
            line.append(part.line)
        }
        screen.write(line, column: 0, row: 0, width: views.column - 1)
        screen.write(views.line, column: views.column, row: 0, width: columns - views.column)
    }

    /// The start of the header: the board, and the day it shows.
    private var nameLine: Line {
        var line = Line(" " + environment.name, environment.theme.bold)
        if let past {
            line.append("  ◷ " + environment.dates.planned(past.date), environment.theme.warning)
        }
        return line
    }

    /// Returns the view whose name is at a position in the header.
    func view(at position: Position) -> Int? {
        guard position.row == 0 else { return nil }
        let views = placedViews(after: nameLine)
        return views.places.first { $0.columns.contains(position.column - views.column) }?.view
    }

    /// Returns the views and the filter at the end of the header. They yield space to the clone's
    /// state, but keep at least a third.
    private func placedViews(after line: Line) -> (line: Line, places: [ViewPlace], column: Int) {
        let whole = statusParts.reduce(line.columns) { $0 + $1.line.columns + 3 }
        var (right, places) = viewLine(onlyCurrent: false)
        if whole + right.columns > columns { (right, places) = viewLine(onlyCurrent: true) }
        return (right, places, columns - min(right.columns, max(columns - whole, columns / 3)))
    }

    /// The columns occupied by a view's name.
    private struct ViewPlace {
        let view: Int
        let columns: Range<Int>
    }

    /// Returns the views and the filter. If not all views fit, only the current one is shown.
    private func viewLine(onlyCurrent: Bool) -> (Line, [ViewPlace]) {
        let theme = environment.theme
        var line = Line()
        var places: [ViewPlace] = []
        for (index, view) in (shown?.board.settings.allViews ?? []).enumerated()
        where index == self.view || !onlyCurrent {
            let start = line.columns
            line.append(
                view.name.string, index == self.view ? CellStyle([.bold, .underline]) : theme.dim)
            places.append(ViewPlace(view: index, columns: start..<line.columns))
            line.append("  ")
        }
        if !filter.isEmpty { line.append("/" + filter + " ", theme.accent) }
        return (line, places)
    }

    /// The branch, and its state relative to the remote.
    private var statusParts: [Part] {
        let theme = environment.theme
        var parts: [Part] = []
        if let branch = status.branch {
            var line = Line("● ", status.isFailing ? theme.warning : theme.person)
            line.append(branch)
            if let ahead = status.ahead, let behind = status.behind {
                line.append(" " + text(.aheadBehind(ahead, behind)), theme.dim)
            }
            parts.append(Part(line: line))
        }
        if !status.uncommitted.isEmpty {
            let words = text(.uncommitted(count(status.uncommitted.count)))
            parts.append(Part(line: Line(words, theme.dim), isExtra: true))
        }
        if version?.isGone == true {
            parts.append(Part(line: Line(text(.folderGone), theme.warning)))
        } else if let sync = syncPart {
            parts.append(sync)
        }
        if let error = version?.settingsError?.text(language) {
            parts.append(Part(line: Line(error, theme.warning)))
        }
        return parts
    }

    /// The state of the sync; nil without a remote.
    private var syncPart: Part? {
        if case .noRemote = status.sync { return nil }
        return status.sentence(environment.dates, language, countsMinutes: true).map { sentence in
            let isQuiet = sentence.tone == .quiet
            let theme = environment.theme
            return Part(
                line: Line(sentence.text, isQuiet ? theme.dim : theme.warning), isExtra: isQuiet)
        }
    }
}

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
            (rest.below > 0 ? [text(.cardsBelow(number(rest.below)))] : [])
            + (isFree ? leftOut : [])
        let above =
            (rest.above > 0 ? [text(.cardsAbove(number(rest.above)))] : [])
            + (isFree ? [] : leftOut)
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
        (view.waiting > 0 ? [text(.waiting(count(view.waiting)))] : [])
            + (view.older > 0 ? [text(.older(number(view.older)))] : [])
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
