import MarkdownDocument
import Testing
import Words

@testable import TaskBoard

/// Ticking checklist items.
struct TickingTests {
    private static let body = "# A\n- [ ] one\n  * [x] two\n```\n- [ ] no\n```\n1. [ ] three\n"

    @Test(arguments: [
        ([1], true, "- [x] one", "ticked \"one\""), ([2], false, "* [ ] two", "unticked \"two\""),
        ([3, 1], true, "1. [x] three", "ticked \"one\", ticked \"three\""),
    ])
    func `an item is ticked in its own line`(
        _ c: (numbers: [Int], isTicked: Bool, line: String, words: String)
    ) throws {
        let board = try ActionBoard.make(["todo/a.md": Self.body])
        let plan = try board.ticking(
            board.tasks[0], items: c.numbers.map { Text("\($0)") }, isTicked: c.isTicked)
        let text = String(decoding: try #require(plan.changes.first?.bytes), as: UTF8.self)
        #expect(text.contains(c.line))
        #expect(text.utf8.count == Self.body.utf8.count)
        #expect(plan.subject == "Edit \"A\": " + c.words)
    }

    @Test func `ticking twice changes nothing`() throws {
        let board = try ActionBoard.make(["todo/a.md": Self.body])
        #expect(try board.ticking(board.tasks[0], items: ["2"]).isEmpty)
    }

    @Test(arguments: [0, 4, 999_999_999])
    func `an error for an unknown item number lists the existing ones`(_ number: Int) throws {
        let board = try ActionBoard.make(["todo/a.md": Self.body])
        let error = #expect(throws: ActionError.self) {
            try board.ticking(board.tasks[0], items: ["1", Text("\(number)")])
        }
        #expect(error?.reason == .noSuchItem(number, count: 3))
    }

    @Test(arguments: [
        (["1-2"], [1, 2]), (["all"], [1, 2, 3, 4]), (["call", "bob"], [1]), (["CALL BOB"], [1]),
        (["bob", "paint"], [1, 3]), (["call"], [2]), (["2", "paint", "the", "door"], [2, 3]),
        (["v2-3"], [4]),
    ])
    func `words, ranges and all select items`(_ words: [Text], _ numbers: [Int]) throws {
        let board = try ActionBoard.make([
            "todo/a.md": "- [ ] Call Bob\n- [ ] call\n- [ ] Paint the door\n- [ ] v2-3\n"
        ])
        let plan = try board.ticking(board.tasks[0], items: words)
        let bytes = try #require(plan.changes.first?.bytes)
        let ticked = Document(bytes).checklist.filter(\.isTicked).map(\.number)
        #expect(ticked == numbers)
    }

    @Test(arguments: [
        (["door", "call"], "no checklist item contains 'door'"),
        (["b"], "several items contain 'b': 1, 2"), (["2-9"], "the checklist has items 1 to 2"),
        (["2-1"], "no checklist item contains '2-1'"),
        (["-1"], "no checklist item contains '-1'"),
        ([""], "several items contain"), (["99999999999999999999"], "no checklist item contains"),
    ])
    func `words that match no item, or several, change nothing`(
        _ words: [Text], _ said: String
    ) throws {
        let board = try ActionBoard.make(["todo/a.md": "- [ ] Call Bob\n- [ ] Paint by hand\n"])
        let error = #expect(throws: ActionError.self) {
            try board.ticking(board.tasks[0], items: words)
        }
        #expect(error?.words.english.contains(said) == true, "\(error?.words.english ?? "")")
        #expect(error?.kind == .data)
    }
}
