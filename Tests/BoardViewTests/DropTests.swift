import MarkdownDocument
import MergeSupport
import TaskBoard
import Testing

/// The position of a card after it is dropped.
struct DropTests {
    private let board = Sample.board(
        Sample.task("todo/a.md", "title: A\nrank: a1"),
        Sample.task("todo/b.md", "title: B\nrank: a2"),
        Sample.task("todo/c.md", "title: C\nrank: a3"), Sample.task("doing/d.md", "title: D"),
        Sample.task("done/e.md", "title: E"))

    @Test(
        arguments: [
            // Between two cards, at the top, at the bottom, in an empty gap.
            ("d", "todo", "a", "b", .after("a")), ("d", "todo", nil, "a", .before("a")),
            ("d", "todo", "c", nil, .after("c")), ("d", "todo", nil, nil, .bottom),
            // The neighbour above has moved away, or both are gone.
            ("a", "doing", "c", "d", .before("d")), ("a", "doing", "x", "b", .bottom),
            // Next to itself.
            ("b", "todo", "a", "c", .after("a")), ("a", "todo", "a", "b", .before("b")),
            ("d", "doing", "d", nil, nil),
            // A finished column has its own order.
            ("a", "done", nil, "e", nil),
        ] as [(Text, Text, Text?, Text?, ColumnPosition<Text>?)])
    func `a drop becomes a move next to a card that still exists`(
        task: Text, state: Text, above: Text?, below: Text?, place: ColumnPosition<Text>?
    ) throws {
        let drop = Drop(
            [TaskID(task)], to: state, above: above.map { TaskID($0) },
            below: below.map { TaskID($0) })
        #expect(board.place(of: drop)?.map(\.id) == place?.map { TaskID($0) })
    }

    @Test func `deleting the card or the column ends the drag`() {
        #expect(throws: ActionError(.noSuchTask(TaskID("x")))) {
            try board.dropping(Drop([TaskID("x")], to: "todo"), hash: { _ in [] })
        }
        let error = #expect(throws: ActionError.self) {
            try board.dropping(Drop([TaskID("a")], to: "later"), hash: { _ in [] })
        }
        #expect(error?.code == "unknown-state")
    }
}
