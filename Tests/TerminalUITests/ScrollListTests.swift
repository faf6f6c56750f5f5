import TerminalUI
import TestSupport
import Testing

/// The cursor and the visible part of a scrolling list.
struct ScrollListTests {
    private func rows(_ list: ScrollList<Int>, _ rows: Int, _ height: Int = 1) -> [Int] {
        list.placed(rows: rows) { _ in height }.map { list.ids[$0.index] }
    }

    @Test func `the cursor stays on its item, and as many items stay above it`() {
        var list = ScrollList(Array(0..<10))
        list.select(5)
        list.reveal(rows: 3) { _ in 1 }
        #expect(rows(list, 3) == [3, 4, 5])
        list.update([20, 21] + Array(0..<10))
        #expect(list.selected == 5)
        #expect(rows(list, 3) == [3, 4, 5])
    }

    @Test(
        arguments: [
            ([0, 1, 3, 4], 3), ([0, 1], 1), ([9], 9), ([], nil),
        ] as [([Int], Int?)])
    func `if its item is removed, the cursor moves to the next item, else to the previous one`(
        left: [Int], selected: Int?
    ) {
        var list = ScrollList([0, 1, 2, 3, 4])
        list.select(2)
        list.update(left)
        #expect(list.selected == selected)
    }

    @Test func `a new list has its cursor on the first item`() {
        var list = ScrollList<Int>()
        #expect(list.selected == nil)
        list.move(by: 1)
        list.update([7, 8])
        #expect(list.selected == 7)
        list.select(id: 8)
        let hasNine = list.select(id: 9)
        #expect(!hasNine)
        #expect(list.selected == 8)
    }

    @Test func `after the list was empty, the cursor returns to its item`() {
        var list = ScrollList([0, 1, 2])
        list.select(2)
        list.update([])
        list.update([0, 1, 2])
        #expect(list.selected == 2)
        list.update([])
        list.update([5, 6])
        #expect(list.selected == 5)
    }

    @Test func `a viewport starts with a whole item and shows as much as fits`() {
        var list = ScrollList(Array(0..<5))
        list.select(4)
        list.reveal(rows: 7) { _ in 3 }
        #expect(rows(list, 7, 3) == [3, 4])
        list.fill(rows: 20) { _ in 3 }
        #expect(rows(list, 20, 3) == [0, 1, 2, 3, 4])
    }

    @Test func `scrolling moves the cursor too, and pages move by rows`() {
        var list = ScrollList(Array(0..<20))
        list.scroll(by: 4, rows: 5) { _ in 1 }
        #expect(list.selected == 4)
        list.page(1, rows: 5) { _ in 1 }
        #expect(list.selected == 9)
        list.page(1, rows: 1) { _ in 4 }
        #expect(list.selected == 10)
        list.page(-1, rows: 100) { _ in 1 }
        #expect(list.selected == 0)
    }

    @Test func `after any steps the cursor is in the list and in the viewport`() {
        var random = SplitMix64(seed: testSeed)
        var list = ScrollList<Int>()
        for _ in 0..<2_000 {
            let heights = Int.random(in: 1...4, using: &random)
            let room = Int.random(in: -1...12, using: &random)
            let by = Int.random(in: -9...9, using: &random)
            let measure: (Int) -> Int = { ($0 + heights) % 4 + 1 }
            switch Int.random(in: 0...5, using: &random) {
            case 0:
                let count = Int.random(in: 0...30, using: &random)
                list.update(Array((0..<40).shuffled(using: &random).prefix(count)))
            case 1: list.select(by * 4)
            case 2: list.move(by: by)
            case 3: list.scroll(by: by, rows: room, measure: measure)
            case 4: list.page(by < 0 ? -1 : 1, rows: room, measure: measure)
            default: list.fill(rows: room, measure: measure)
            }
            list.reveal(rows: room, measure: measure)
            let placed = list.placed(rows: max(1, room), measure: measure).map(\.index)
            #expect((list.cursor == nil) == list.ids.isEmpty)
            #expect(list.cursor.map(placed.contains) != false)
        }
    }
}
