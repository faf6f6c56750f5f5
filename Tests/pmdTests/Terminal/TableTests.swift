import Testing

@testable import pmd

/// Tables aligned by column width in any script.
struct TableTests {
    @Test func `a table is aligned in any script`() {
        var table = Table()
        table.append([.init(text: "k3"), .init(text: ""), .init(text: "우유 사기")])
        table.append([
            .init(text: "x7q"), .init(text: ""), .init(text: "Fix the roof of the house"),
        ])
        #expect(table.lines(ink: .plain, limit: 20) == ["k3   우유 사기", "x7q  Fix the roof o…"])
    }
}
