import TerminalUI
import TestSupport
import Testing

struct ListStateTests {
    private typealias Item = ListState<Int>.Item

    private func list(_ count: Int, height: Int, item: Int = 2) -> ListState<Int> {
        ListState((0..<count).map { Item(id: $0, height: item) }, height: height)
    }

    @Test func `the cursor stays in the viewport and on its item`() {
        var random = SplitMix64(seed: testSeed)
        for number in 0..<500 {
            var list = ListState<Int>(height: Int.random(in: 1...8, using: &random))
            for _ in 0..<40 {
                let before = list
                let isUpdate = Int.random(in: 0..<3, using: &random) == 0
                if isUpdate { update(&list, &random) } else { move(&list, &random) }
                let note = "seed \(testSeed), list \(number): \(before) -> \(list)"
                expectLaws(list, note)
                guard isUpdate, let id = before.selected, let cursor = list.cursor else { continue }
                if list.items.contains(where: { $0.id == id }) {
                    #expect(list.selected == id, "\(note)")
                } else if !before.items.contains(where: { old in
                    list.items.contains { $0.id == old.id }
                }) {
                    #expect(cursor == 0, "\(note)")
                }
            }
        }
    }

    private func update(_ list: inout ListState<Int>, _ random: inout SplitMix64) {
        var items = list.items
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0...items.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0 where place < items.count: items.remove(at: place)
            case 1: items.reverse()
            case 2 where Int.random(in: 0..<5, using: &random) == 0: items = []
            default:
                let item = Item(
                    id: Int.random(in: 0..<1_000_000, using: &random),
                    height: Int.random(in: 1...5, using: &random))
                items.insert(item, at: place)
            }
        }
        list.update(items)
    }

    private func move(_ list: inout ListState<Int>, _ random: inout SplitMix64) {
        let before = list
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            list.move(by: 1)
            if let cursor = before.cursor {
                #expect(list.cursor == min(cursor + 1, list.items.count - 1))
            }
        case 1: list.move(by: -1)
        case 2: list.pageDown()
        case 3: list.pageUp()
        case 4: list.moveToFirst()
        case 5: list.moveToLast()
        case 6: list.resize(height: Int.random(in: 1...8, using: &random))
        default:
            let rows = Int.random(in: -4...4, using: &random)
            list.scroll(by: rows)
            let most = max(0, list.rowCount - list.height)
            if list.cursor != nil {
                #expect(list.offset == min(max(0, before.offset + rows), most))
            }
        }
        #expect(list.items == before.items)
    }

    private func expectLaws(_ list: ListState<Int>, _ note: String) {
        #expect((list.cursor == nil) == list.items.isEmpty, "\(note)")
        #expect(list.offset >= 0 && list.offset <= max(0, list.rowCount - list.height), "\(note)")
        guard let cursor = list.cursor else { return }
        #expect(list.visible.contains(cursor), "\(note)")
        for row in 0..<list.height {
            let found = list.item(atViewportRow: row)
            let expected = list.items.indices.first {
                list.rows(of: $0).contains(list.offset + row)
            }
            #expect(found == expected, "\(note)")
        }
    }

    @Test func `the item under the cursor keeps its row when items come and go`() {
        var list = list(20, height: 8)
        list.select(9)
        let top = list.top(of: 9)
        let more = [Item(id: 100, height: 3), Item(id: 101, height: 1)] + list.items
        list.update(more)
        #expect(list.selected == 9 && list.top(of: 11) == top)
        list.update(more.filter { $0.id > 4 })
        #expect(list.selected == 9 && list.cursor.map { list.top(of: $0) } == top)
        list.update(list.items.filter { $0.id != 9 })
        #expect(list.selected == 10 && list.cursor.map { list.top(of: $0) } == top)
        list.update(list.items.filter { $0.id < 10 })
        #expect(list.selected == 8)
        list.update([])
        #expect(list.selected == nil && list.visible.isEmpty)
    }

    @Test func `keys show the item as a whole, or its top`() {
        var list = list(20, height: 5)
        list.select(3)
        #expect(list.offset == 3)
        list.move(by: -2)
        #expect(list.offset == 2)
        list.pageDown()
        #expect(list.cursor == 3 && list.offset == 6)
        list.moveToLast()
        #expect(list.offset == 35)
        list.resize(height: 1)
        #expect(list.offset == 38)
    }

    @Test func `the wheel takes the cursor along only at the edge`() {
        var list = list(20, height: 6)
        list.scroll(by: 1)
        #expect(list.cursor == 0 && list.offset == 1)
        list.scroll(by: 1)
        #expect(list.cursor == 1 && list.offset == 2)
        list.select(4)
        list.scroll(by: -99)
        #expect(list.cursor == 2 && list.offset == 0)
    }

    @Test(arguments: [
        (10, 0, -1), (10, -1, -2), (10, -9, -3), (10, 1, 0), (10, 4, 0), (10, 5, 1), (10, 7, 3),
        (0, 0, 0), (34, 5, 0),
    ])
    func `a drag to an edge scrolls, faster beyond it`(_ offset: Int, _ row: Int, _ rows: Int) {
        var list = list(20, height: 6)
        list.scroll(by: offset)
        #expect(list.edgeScroll(row: row) == rows)
    }
}
