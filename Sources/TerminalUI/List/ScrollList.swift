/// An item in a viewport.
package struct PlacedItem: Equatable, Sendable {
    package let index: Int
    /// The first row of the item within the viewport.
    package let top: Int
    /// The height of the item in rows. The end of the viewport may cut off the last item.
    package let height: Int
}

/// The visible part of a list, given by the first visible item.
package struct Viewport: Sendable {
    package let count: Int
    package var first: Int

    package init(count: Int, first: Int) { (self.count, self.first) = (count, first) }

    /// Returns the visible items, from the top.
    ///
    /// - Parameter measure: Returns the height of an item in rows.
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
    /// Scrolls back if the viewport has empty rows that could show items.
    package mutating func fill(rows: Int, measure: (Int) -> Int) {
        if first > 0 { first = min(first, lastFirst(rows: rows, measure: measure)) }
    }

    /// Scrolls the minimum distance to show an item.
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

    /// Returns the first visible item when the list is scrolled to its end.
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

/// A scrolling list with a cursor and items of varying height.
///
/// Only visible items are measured, so a list of a hundred thousand items costs no more than a
/// short one. The viewport always starts at the top of an item.
package struct ScrollList<ID: Hashable & Sendable>: Sendable {
    package private(set) var ids: [ID] = []
    /// The index of the item under the cursor; nil only in an empty list.
    package private(set) var cursor: Int?
    /// The first visible item.
    package private(set) var first = 0
    /// The item that the cursor had when the list became empty, as under a filter that matches
    /// nothing.
    private var remembered: ID?

    package init(_ ids: [ID] = []) { update(ids) }

    package var selected: ID? { cursor.map { ids[$0] } }
    package var count: Int { ids.count }

    /// Returns the visible items, from the top.
    ///
    /// - Parameter measure: Returns the height of an item in rows.
    package func placed(rows: Int, measure: (Int) -> Int) -> [PlacedItem] {
        Viewport(count: ids.count, first: first).placed(rows: rows, measure: measure)
    }
}

extension ScrollList {
    /// Replaces the items.
    ///
    /// The cursor stays on its item and at the same distance from the top, in items. If the item
    /// is gone, the cursor moves to the next remaining one, or to the previous one if there is
    /// none.
    package mutating func update(_ new: [ID]) {
        if new == ids { return }
        let (old, place) = (ids, cursor)
        ids = new
        guard !new.isEmpty else {
            (cursor, first, remembered) = (nil, 0, place.map { old[$0] })
            return
        }
        guard let place else {
            (cursor, first) = (remembered.flatMap(new.firstIndex) ?? 0, 0)
            return
        }
        let index = Self.index(of: old, from: place, in: new)
        first = max(0, index - max(0, place - first))
        cursor = index
    }

    /// Returns the index in `new` of the item at a place in `old`; or of the first one below it
    /// that remains, or above it; or 0.
    private static func index(of old: [ID], from place: Int, in new: [ID]) -> Int {
        // A list of thousands is rarely worth a table of its items.
        if let index = new.firstIndex(of: old[place]) { return index }
        let places = Dictionary(zip(new, new.indices), uniquingKeysWith: { first, _ in first })
        let order = Array(old[place...]) + old[..<place].reversed()
        return order.lazy.compactMap { places[$0] }.first ?? 0
    }

    /// Moves the cursor to an item, or to the nearest end.
    package mutating func select(_ index: Int) {
        guard !ids.isEmpty else { return }
        cursor = min(max(0, index), ids.count - 1)
    }

    /// Moves the cursor to an item, and returns false if it is not in the list.
    @discardableResult
    package mutating func select(id: ID) -> Bool {
        guard let index = ids.firstIndex(of: id) else { return false }
        select(index)
        return true
    }

    package mutating func move(by count: Int) { select((cursor ?? 0) + count) }

    /// Moves the cursor by about one viewport, and by at least one item.
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

    /// Scrolls by items. The cursor moves along if its item leaves the viewport.
    package mutating func scroll(by count: Int, rows: Int, measure: (Int) -> Int) {
        guard let cursor else { return }
        let viewport = Viewport(count: ids.count, first: first)
        first = min(max(0, first + count), viewport.lastFirst(rows: rows, measure: measure))
        let shown = placed(rows: rows, measure: measure)
        guard let start = shown.first?.index else { return }
        let whole = shown.last { $0.top + $0.height <= rows }?.index ?? start
        self.cursor = min(max(cursor, start), whole)
    }

    /// Scrolls back if the viewport has empty rows that could show items.
    package mutating func fill(rows: Int, measure: (Int) -> Int) {
        var viewport = Viewport(count: ids.count, first: first)
        viewport.fill(rows: rows, measure: measure)
        first = viewport.first
    }

    /// Scrolls the minimum distance to show the item under the cursor.
    package mutating func reveal(rows: Int, measure: (Int) -> Int) {
        guard let cursor else { return }
        var viewport = Viewport(count: ids.count, first: first)
        viewport.reveal(cursor, rows: rows, measure: measure)
        first = viewport.first
    }
}
