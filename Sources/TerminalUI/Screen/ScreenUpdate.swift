/// The bytes that update a terminal from one screen to the next.
///
/// The terminal shows the update atomically if it supports synchronized output. Rows containing a
/// glyph of fragile width are fully repainted, and the cursor is repositioned after each such
/// glyph, so that all other cells are right even if the terminal draws the glyph with another
/// width.
package struct ScreenUpdate {
    /// The maximum number of unchanged cells to rewrite instead of moving the cursor.
    private static let shortGap = 4
    /// The minimum number of blanks at the end of a row to erase instead of writing.
    private static let longBlank = 8

    private let depth: ColourDepth
    private let next: Screen
    private var bytes: [UInt8] = []
    /// The position of the terminal's cursor; nil if it is unknown.
    private var position: Position?
    private var style = CellStyle.plain

    /// Returns the bytes that turn the previous screen into the next; none if both are equal.
    ///
    /// - Parameters:
    ///   - previous: The current screen of the terminal; nil, or one of another size, to repaint
    ///     everything.
    ///   - hasPictures: True if the terminal can show pictures. Neither screen has one otherwise.
    package static func bytes(
        from previous: Screen?, to next: Screen, depth: ColourDepth, hasPictures: Bool = false
    ) -> [UInt8] {
        if previous == next { return [] }
        var update = ScreenUpdate(depth: depth, next: next)
        update.begin()
        if let previous, previous.bounds == next.bounds {
            update.removePictures(of: previous)
            for row in 0..<next.rows { update.change(row, from: previous.row(row)) }
            update.showPictures(besides: previous.pictures)
        } else {
            if hasPictures { update.append(PictureCommand.deleteAll) }
            update.repaint()
            update.showPictures(besides: [])
        }
        update.end()
        return update.bytes
    }

    private init(depth: ColourDepth, next: Screen) {
        self.depth = depth
        self.next = next
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func begin() {
        append(TerminalModes.beginUpdate + TerminalModes.hideCursor + "\u{1B}[m")
    }

    private mutating func end() {
        setStyle(.plain)
        if let cursor = next.cursor {
            move(
                column: min(max(0, cursor.column), next.columns - 1),
                row: min(max(0, cursor.row), next.rows - 1))
            append(TerminalModes.showCursor)
        }
        append(TerminalModes.endUpdate)
    }
}

// Pictures.
extension ScreenUpdate {
    /// Removes the previous pictures that are not at the same place of the next screen.
    private mutating func removePictures(of previous: Screen) {
        let kept = Set(next.pictures.map(\.picture.number))
        for placed in previous.pictures where !next.pictures.contains(placed) {
            let isKept = kept.contains(placed.picture.number)
            append(
                isKept
                    ? PictureCommand.remove(placed.picture) : PictureCommand.delete(placed.picture))
        }
    }

    /// Shows the pictures that are new or at another place, and sends the data of new ones.
    private mutating func showPictures(besides previous: [PlacedPicture]) {
        let sent = Set(previous.map(\.picture.number))
        for placed in next.pictures where !previous.contains(placed) {
            if !sent.contains(placed.picture.number) {
                bytes += PictureCommand.send(placed.picture)
            }
            move(column: placed.rectangle.column, row: placed.rectangle.row)
            append(PictureCommand.place(placed))
            // Not every terminal leaves the cursor where it was.
            position = nil
        }
    }
}

extension ScreenUpdate {
    private mutating func repaint() {
        append("\u{1B}[2J")
        for row in 0..<next.rows where next.row(row).contains(where: { $0 != .blank() }) {
            paint(row)
        }
    }

    private mutating func change(_ row: Int, from previous: ArraySlice<Cell>) {
        let cells = next.row(row)
        if cells == previous { return }
        if Self.isFragile(cells) || Self.isFragile(previous) {
            move(column: 0, row: row)
            setStyle(.plain)
            append("\u{1B}[2K")
            return paint(row)
        }
        for run in Self.changedRuns(from: Array(previous), to: Array(cells)) {
            write(run, row)
        }
    }

    /// Writes a row up to the last cell that is not blank. The terminal's row must be blank.
    private mutating func paint(_ row: Int) {
        let cells = Array(next.row(row))
        let end = (cells.lastIndex { $0 != .blank() } ?? -1) + 1
        write(0..<end, row)
        // If the terminal draws the last glyph wider, its rest would otherwise remain.
        if end > 0, end < next.columns, Self.isFragile(cells[...]) { erase(from: end, row) }
    }

    private static func isFragile(_ cells: ArraySlice<Cell>) -> Bool {
        cells.contains { hasFragileWidth($0.text) }
    }

    /// Returns the ranges of cells that differ, joined across short gaps. No range splits a wide
    /// glyph.
    private static func changedRuns(from previous: [Cell], to next: [Cell]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for index in next.indices where next[index] != previous[index] {
            let start = next[index].isContinuation ? index - 1 : index
            let end = index + max(1, next[index].columns)
            if let last = runs.last, start - last.upperBound <= shortGap {
                runs[runs.count - 1] = last.lowerBound..<max(last.upperBound, end)
            } else {
                runs.append(start..<end)
            }
        }
        return runs
    }

    private mutating func write(_ run: Range<Int>, _ row: Int) {
        let cells = next.row(row)
        let first = cells.startIndex
        var end = run.upperBound
        while end > run.lowerBound, cells[first + end - 1] == .blank() { end -= 1 }
        let isErased = run.upperBound == next.columns && run.upperBound - end >= Self.longBlank
        for column in run.lowerBound..<(isErased ? end : run.upperBound) {
            write(cells[first + column], column, row)
        }
        if isErased { erase(from: end, row) }
    }

    private mutating func erase(from column: Int, _ row: Int) {
        move(column: column, row: row)
        setStyle(.plain)
        append("\u{1B}[K")
    }

    private mutating func write(_ cell: Cell, _ column: Int, _ row: Int) {
        guard !cell.isContinuation else { return }
        move(column: column, row: row)
        setStyle(cell.style)
        let isFragile = hasFragileWidth(cell.text)
        if isFragile {
            // The background remains visible if the terminal draws the glyph narrower.
            append(String(repeating: " ", count: cell.columns))
            position = nil
            move(column: column, row: row)
        }
        append(cell.text)
        let end = column + cell.columns
        // After the last column, terminals differ in the cursor position.
        position = isFragile || end >= next.columns ? nil : Position(column: end, row: row)
    }
}

extension ScreenUpdate {
    private mutating func move(column: Int, row: Int) {
        if let position, position.row == row, position.column <= column {
            if column == position.column + 1 {
                append("\u{1B}[C")
            } else if column > position.column {
                append("\u{1B}[\(column - position.column)C")
            }
        } else if column == 0 {
            append("\u{1B}[\(row + 1)H")
        } else {
            append("\u{1B}[\(row + 1);\(column + 1)H")
        }
        position = Position(column: column, row: row)
    }

    private mutating func setStyle(_ new: CellStyle) {
        let shown = new.degraded(to: depth)
        append(CellStyle.change(from: style, to: shown))
        style = shown
    }
}
