/// An item in a viewport.
package struct PlacedItem: Equatable, Sendable {
    package let index: Int
    /// The first row of the item within the viewport.
    package let top: Int
    /// The rows of the item; the end of the viewport may cut the last one.
    package let height: Int
}

/// The part of a list that is shown: so many items, from the first one that is shown.
package struct Viewport: Sendable {
    package let count: Int
    package var first: Int

    package init(count: Int, first: Int) { (self.count, self.first) = (count, first) }

    /// Returns the items that are shown, from the top.
    ///
    /// - Parameter measure: The rows of an item.
    package func placed(rows: Int, measure: (Int) -> Int) -> [PlacedItem] {
        var placed: [PlacedItem] = []
        var top = 0
        for index in min(first, count)..<count {
            if top >= rows { break }
            let height = max(1, measure(index))
            placed.append(PlacedItem(index: index, top: top, height: height))
            top += height
        }
        return placed
    }
}

extension Viewport {
    /// Scrolls back where the viewport would show less than it could.
    package mutating func fill(rows: Int, measure: (Int) -> Int) {
        if first > 0 { first = min(first, lastFirst(rows: rows, measure: measure)) }
    }

    /// Scrolls as little as is needed to show an item.
    package mutating func reveal(_ item: Int, rows: Int, measure: (Int) -> Int) {
        fill(rows: rows, measure: measure)
        guard item > first else {
            first = item
            return
        }
        var (index, height) = (item, max(1, measure(item)))
        while index > first {
            height += max(1, measure(index - 1))
            if height > rows { break }
            index -= 1
        }
        first = index
    }

    /// The first item of a viewport that is scrolled to the end of the list.
    func lastFirst(rows: Int, measure: (Int) -> Int) -> Int {
        var (index, height) = (count, 0)
        while index > 0 {
            height += max(1, measure(index - 1))
            if height > rows { break }
            index -= 1
        }
        return min(index, max(0, count - 1))
    }
}

/// A list in a viewport: items of different heights, of which one has the cursor.
///
/// Only items that are shown are measured, so that a list of a hundred thousand costs no more
/// than a short one. The viewport always begins with a whole item.
package struct ScrollList<ID: Hashable & Sendable>: Sendable {
    package private(set) var ids: [ID] = []
    /// The index of the item under the cursor; nil only in an empty list.
    package private(set) var cursor: Int?
    /// The first item that the viewport shows.
    package private(set) var first = 0

    package init(_ ids: [ID] = []) { update(ids) }

    package var selected: ID? { cursor.map { ids[$0] } }
    package var count: Int { ids.count }

    /// Returns the items that a viewport shows, from its top.
    ///
    /// - Parameter measure: The rows of an item.
    package func placed(rows: Int, measure: (Int) -> Int) -> [PlacedItem] {
        Viewport(count: ids.count, first: first).placed(rows: rows, measure: measure)
    }
}

extension ScrollList {
    /// Replaces the items.
    ///
    /// The cursor stays on its item, and as many items as before stay above it. If the item is
    /// gone, the cursor moves to the next one that is still there, or else to the one before.
    package mutating func update(_ new: [ID]) {
        if new == ids { return }
        let (old, place) = (ids, cursor)
        ids = new
        guard !new.isEmpty else {
            (cursor, first) = (nil, 0)
            return
        }
        guard let place else {
            (cursor, first) = (0, 0)
            return
        }
        let places = Dictionary(zip(new, new.indices), uniquingKeysWith: { first, _ in first })
        let order = Array(old[place...]) + old[..<place].reversed()
        let index = order.lazy.compactMap { places[$0] }.first ?? 0
        first = max(0, index - max(0, place - first))
        cursor = index
    }

    /// Moves the cursor to an item, or to the nearest end.
    package mutating func select(_ index: Int) {
        guard !ids.isEmpty else { return }
        cursor = min(max(0, index), ids.count - 1)
    }

    /// Moves the cursor to an item, and returns false if the list does not have it.
    @discardableResult
    package mutating func select(id: ID) -> Bool {
        guard let index = ids.firstIndex(of: id) else { return false }
        select(index)
        return true
    }

    package mutating func move(by count: Int) { select((cursor ?? 0) + count) }

    /// Moves the cursor by about the rows of the viewport, and by one item at least.
    ///
    /// - Parameter direction: 1 or -1.
    package mutating func page(_ direction: Int, rows: Int, measure: (Int) -> Int) {
        guard let cursor else { return }
        var (index, height) = (cursor, 0)
        while ids.indices.contains(index + direction) {
            height += max(1, measure(index))
            if height > rows, index != cursor { break }
            index += direction
        }
        select(index)
        reveal(rows: rows, measure: measure)
    }

    /// Scrolls by items. The cursor moves along when its item leaves the viewport.
    package mutating func scroll(by count: Int, rows: Int, measure: (Int) -> Int) {
        guard let cursor else { return }
        let viewport = Viewport(count: ids.count, first: first)
        first = min(max(0, first + count), viewport.lastFirst(rows: rows, measure: measure))
        let shown = placed(rows: rows, measure: measure)
        guard let start = shown.first?.index else { return }
        let whole = shown.last { $0.top + $0.height <= rows }?.index ?? start
        self.cursor = min(max(cursor, start), whole)
    }

    /// Scrolls back where the viewport would show less than it could.
    package mutating func fill(rows: Int, measure: (Int) -> Int) {
        var viewport = Viewport(count: ids.count, first: first)
        viewport.fill(rows: rows, measure: measure)
        first = viewport.first
    }

    /// Scrolls as little as is needed to show the item under the cursor.
    package mutating func reveal(rows: Int, measure: (Int) -> Int) {
        guard let cursor else { return }
        var viewport = Viewport(count: ids.count, first: first)
        viewport.reveal(cursor, rows: rows, measure: measure)
        first = viewport.first
    }
}
