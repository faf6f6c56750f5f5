/// A rectangle of cells.
package struct Rectangle: Equatable, Sendable {
    package var column: Int
    package var row: Int
    /// The number of columns; never negative.
    package let width: Int
    /// The number of rows; never negative.
    package let height: Int

    /// A negative width or height counts as zero.
    package init(column: Int = 0, row: Int = 0, width: Int, height: Int) {
        self.column = column
        self.row = row
        self.width = max(0, width)
        self.height = max(0, height)
    }

    package var columns: Range<Int> { column..<(column + width) }
    package var rows: Range<Int> { row..<(row + height) }
    package var isEmpty: Bool { width == 0 || height == 0 }

    package func contains(column: Int, row: Int) -> Bool {
        columns.contains(column) && rows.contains(row)
    }

    /// Returns the cells in both rectangles; empty if there are none.
    package func intersection(_ other: Rectangle) -> Rectangle {
        let columns = columns.clamped(to: other.columns)
        let rows = rows.clamped(to: other.rows)
        return Rectangle(
            column: columns.lowerBound, row: rows.lowerBound, width: columns.count,
            height: rows.count)
    }

    /// Returns the rectangle with this many columns and rows removed at each side.
    package func inset(columns: Int = 0, rows: Int = 0) -> Rectangle {
        let columns = min(max(0, columns), width)
        let rows = min(max(0, rows), height)
        return Rectangle(
            column: column + columns, row: row + rows, width: width - 2 * columns,
            height: height - 2 * rows)
    }

    /// Returns the first columns, at most all of them, and the rest.
    package func split(columns count: Int) -> (left: Rectangle, right: Rectangle) {
        let count = min(max(0, count), width)
        return (
            Rectangle(column: column, row: row, width: count, height: height),
            Rectangle(column: column + count, row: row, width: width - count, height: height)
        )
    }

    /// Returns the first rows, at most all of them, and the rest.
    package func split(rows count: Int) -> (top: Rectangle, bottom: Rectangle) {
        let count = min(max(0, count), height)
        return (
            Rectangle(column: column, row: row, width: width, height: count),
            Rectangle(column: column, row: row + count, width: width, height: height - count)
        )
    }
}

/// A position on the screen, counted from zero.
package struct Position: Equatable, Sendable {
    package var column: Int
    package var row: Int

    package init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}
