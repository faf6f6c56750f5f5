/// A list in a viewport: items of different heights, of which one has the cursor.
///
/// The item under the cursor is always in the viewport, at least in part. It stays under the
/// cursor, in the same row of the viewport, when the list changes around it.
package struct ListState<ID: Hashable & Sendable>: Sendable {
    package struct Item: Equatable, Sendable {
        package let id: ID
        /// The rows of the item; at least one.
        package let height: Int

        package init(id: ID, height: Int) {
            self.id = id
            self.height = max(1, height)
        }
    }

    package private(set) var items: [Item] = []
    /// The index of the item under the cursor; nil only in an empty list.
    package private(set) var cursor: Int?
    /// The first row of the list that the viewport shows.
    package private(set) var offset = 0
    /// The rows of the viewport; at least one.
    package private(set) var height: Int

    /// The first row of each item, and the number of all rows.
    private var tops = [0]

    package init(_ items: [Item] = [], height: Int) {
        self.height = max(1, height)
        update(items)
    }

    package var selected: ID? { cursor.map { items[$0].id } }
    package var rowCount: Int { tops[items.count] }

    /// The rows of an item within the list.
    package func rows(of index: Int) -> Range<Int> { tops[index]..<tops[index + 1] }

    /// The items that the viewport shows, at least in part.
    package var visible: Range<Int> {
        guard let first = index(atRow: offset) else { return 0..<0 }
        let last = index(atRow: min(rowCount, offset + height) - 1) ?? first
        return first..<(last + 1)
    }

    /// The first row of an item within the viewport; negative if its top is scrolled out.
    package func top(of index: Int) -> Int { tops[index] - offset }

    /// The item in a row of the viewport, such as that of a click.
    package func item(atViewportRow row: Int) -> Int? {
        (0..<height).contains(row) ? index(atRow: offset + row) : nil
    }

    private func index(atRow row: Int) -> Int? {
        guard row >= 0, row < rowCount else { return nil }
        var range = 0..<items.count
        while range.count > 1 {
            let middle = range.lowerBound + range.count / 2
            range =
                tops[middle] <= row
                ? middle..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}

extension ListState {
    /// Replaces the items.
    ///
    /// The cursor stays on its item. If that is gone, the cursor moves to the next item that
    /// is still there, or else to the one before.
    package mutating func update(_ new: [Item]) {
        let anchor = cursor.map { (index: $0, top: top(of: $0)) }
        let old = items
        items = new
        tops = new.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.height) }
        guard !new.isEmpty else {
            (cursor, offset) = (nil, 0)
            return
        }
        guard let anchor else {
            cursor = 0
            return reveal()
        }
        let places = Dictionary(
            new.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let order = Array(old[anchor.index...]) + old[..<anchor.index].reversed()
        let index = order.lazy.compactMap { places[$0.id] }.first ?? 0
        cursor = index
        offset = tops[index] - anchor.top
        clampOffset()
        if !isShown(index) { reveal() }
    }

    package mutating func resize(height: Int) {
        self.height = max(1, height)
        reveal()
    }

    /// Moves the cursor to an item, or to the nearest end.
    package mutating func select(_ index: Int) {
        guard !items.isEmpty else { return }
        cursor = min(max(0, index), items.count - 1)
        reveal()
    }

    /// Moves the cursor to an item, and returns false if the list does not have it.
    @discardableResult
    package mutating func select(id: ID) -> Bool {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return false }
        select(index)
        return true
    }

    package mutating func move(by count: Int) { select((cursor ?? 0) + count) }
    package mutating func moveToFirst() { select(0) }
    package mutating func moveToLast() { select(items.count - 1) }
    package mutating func pageDown() { page(1) }
    package mutating func pageUp() { page(-1) }

    /// Scrolls by rows. The cursor moves along when its item leaves the viewport.
    package mutating func scroll(by rows: Int) {
        guard let index = cursor else { return }
        offset += rows
        clampOffset()
        if isShown(index) { return }
        let shown = visible
        let whole = shown.filter(isShownWhole)
        cursor =
            index < shown.lowerBound ? whole.first ?? shown.first : whole.last ?? shown.last
    }

    /// The rows to scroll by at each step of a drag to an edge: more, the further outside.
    ///
    /// - Parameters:
    ///   - row: The row of the pointer within the viewport; it may lie outside.
    ///   - margin: The rows at each edge that scroll.
    package func edgeScroll(row: Int, margin: Int = 1) -> Int {
        let margin = min(max(0, margin), height / 2)
        if row < margin { return offset > 0 ? -min(3, margin - row) : 0 }
        let below = row - (height - 1 - margin)
        guard below > 0, offset + height < rowCount else { return 0 }
        return min(3, below)
    }
}

extension ListState {
    /// Moves the cursor by about the rows of the viewport, and by one item at least.
    private mutating func page(_ direction: Int) {
        guard let index = cursor else { return }
        let target = min(max(0, tops[index] + direction * height), rowCount - 1)
        let found = self.index(atRow: target) ?? index
        offset += direction * height
        clampOffset()
        select(found == index ? index + direction : found)
    }

    private func isShown(_ index: Int) -> Bool { visible.contains(index) }

    private func isShownWhole(_ index: Int) -> Bool {
        let rows = rows(of: index)
        return rows.lowerBound >= offset && rows.upperBound <= offset + height
    }

    private mutating func clampOffset() {
        offset = min(max(0, offset), max(0, rowCount - height))
    }

    /// Scrolls as little as needed to show the item under the cursor, or its top if it is
    /// larger than the viewport.
    private mutating func reveal() {
        clampOffset()
        guard let index = cursor else { return }
        let rows = rows(of: index)
        if rows.lowerBound < offset || rows.count >= height {
            offset = rows.lowerBound
        } else if rows.upperBound > offset + height {
            offset = rows.upperBound - height
        }
        clampOffset()
    }
}
