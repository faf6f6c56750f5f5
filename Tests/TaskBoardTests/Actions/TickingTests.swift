import MarkdownDocument
import Testing

@testable import TaskBoard

struct TickingTests {
    private static let body = "# A\n- [ ] one\n  * [x] two\n```\n- [ ] no\n```\n1. [ ] three\n"

    @Test(arguments: [
        ([1], true, "- [x] one", "ticked \"one\""), ([2], false, "* [ ] two", "unticked \"two\""),
        ([3, 1], true, "1. [x] three", "ticked \"one\", ticked \"three\""),
    ])
    func `an item is ticked by its own line`(
        _ c: (numbers: [Int], isTicked: Bool, line: String, words: String)
    ) throws {
        let board = try ActionBoard.make(["todo/a.md": Self.body])
        let plan = try board.ticking(board.tasks[0], items: c.numbers, isTicked: c.isTicked)
        let text = String(decoding: try #require(plan.changes.first?.bytes), as: UTF8.self)
        #expect(text.contains(c.line))
        #expect(text.utf8.count == Self.body.utf8.count)
        #expect(plan.subject == "Edit \"A\": " + c.words)
    }

    @Test func `ticked twice changes nothing`() throws {
        let board = try ActionBoard.make(["todo/a.md": Self.body])
        #expect(try board.ticking(board.tasks[0], items: [2]).isEmpty)
    }

    @Test(arguments: [0, -1, 4, Int.max, Int.min])
    func `an error for an unknown item number names the existing ones`(_ number: Int) throws {
        let board = try ActionBoard.make(["todo/a.md": Self.body])
        let error = #expect(throws: ActionError.self) {
            try board.ticking(board.tasks[0], items: [1, number])
        }
        #expect(error?.reason == .noSuchItem(number, count: 3))
    }
}
