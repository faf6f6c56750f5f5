import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard

/// Moves of cards on a small board, with the columns that a preview shows.
enum MoveCases {
    private static let board = Sample.board(
        Sample.task("todo/a.md", "title: A\nrank: a1"),
        Sample.task("todo/b.md", "title: B\nrank: a2"),
        Sample.task("todo/c.md", "title: C\nrank: a3"),
        Sample.task("doing/d.md", "title: D\nrank: b1"),
        Sample.task("doing/e.md", "title: E\nrank: b2"),
        Sample.task("done/f.md", "title: F\nrank: c1"),
        Sample.task("done/g.md", "title: G\nrank: c2"), times: times)
    private static let times = HistoryTimes(finished: [TaskID("f"): 200, TaskID("g"): 100])

    /// Cards that move together, in board order.
    private static let groups: [[Text]] = [
        ["a"], ["b"], ["c"], ["d"], ["f"], ["g"], ["a", "c"], ["b", "d"], ["a", "f"],
        ["b", "e", "g"],
    ]

    /// Neighbours that a person may have seen. The card x is gone.
    private static let neighbours: [(above: Text?, below: Text?)] = [
        (nil, nil), (nil, "a"), ("a", "b"), ("b", "c"), ("c", nil), ("x", "b"), ("a", "x"),
        ("x", nil), (nil, "d"), ("d", "e"), ("e", nil), (nil, "f"), ("f", "g"), ("a", "c"),
    ]

    static func all() throws -> [JSONValue] {
        var cases: [JSONValue] = []
        for group in groups {
            for state in ["todo", "doing", "done"] as [Text] {
                for (above, below) in neighbours {
                    let drop = Drop(
                        group.map { TaskID($0) }, to: state, above: above.map { TaskID($0) },
                        below: below.map { TaskID($0) })
                    cases.append(
                        try json(
                            .drop(drop),
                            [
                                .init("kind", .string("move")), .init("ids", .strings(group)),
                                .init("state", .string(state)), .init("after", .optional(above)),
                                .init("before", .optional(below)),
                            ]))
                }
            }
            for atTop in [true, false] {
                cases.append(
                    try json(
                        .toEnd(group.map { TaskID($0) }, atTop: atTop),
                        [
                            .init("kind", .string("end")), .init("ids", .strings(group)),
                            .init("end", .string(atTop ? "top" : "bottom")),
                        ]))
            }
            cases.append(
                try json(
                    .remove(group.map { TaskID($0) }),
                    [.init("kind", .string("remove")), .init("ids", .strings(group))]))
        }
        return [["columns": columns(of: board)]] + cases
    }

    private static func json(_ intent: Intent, _ move: [JSONValue.Member]) throws -> JSONValue {
        let after = try board.previewing(intent, times: times, hash: { $0 }) ?? board
        return .object(
            move + [
                .init("columns", .array(after.columns.map { .strings($0.tasks.map(\.id.text)) }))
            ])
    }

    /// The columns with the IDs of their cards.
    private static func columns(of board: Board) -> JSONValue {
        .array(
            board.columns.map { column in
                [
                    "state": .string(column.state), "finished": .bool(column.isFinished),
                    "tasks": .strings(column.tasks.map(\.id.text)),
                ]
            })
    }
}
