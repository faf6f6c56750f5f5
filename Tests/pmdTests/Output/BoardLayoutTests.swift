import BoardView
import MarkdownDocument
import TaskBoard
import TestSupport
import Testing
import TextLayout

@testable import pmd

/// The layout of `board`.
struct BoardLayoutTests {
    private static let now = Moment(seconds: 1_795_000_000)
    private static let settings = BoardSettings.standard

    private static func task(_ path: BoardPath, _ text: String) -> TaskItem {
        TaskItem(path: path, document: Document(Array(text.utf8)), settings: settings)
    }

    private static func column(
        _ state: Text, count: Int, limit: Int? = nil, isUnknown: Bool = false,
        _ tasks: [TaskItem]
    ) -> BoardTable.Column {
        let board = Board(settings: settings, tasks: tasks)
        return BoardTable.Column(
            view: ColumnView(
                state: state, count: count, limit: limit, isUnknown: isUnknown, tasks: tasks),
            cards: CardSource(board, TaskWords(DateWords(.iso, now: now)), now: now))
    }

    private static let columns = [
        column(
            "todo", count: 3, limit: 2,
            [
                task(
                    "todo/roof-k3f9m2.md",
                    """
                    ---
                    title: Fix the roof before the winter comes and the rain
                    due: 2026-11-10
                    priority: high
                    tags: [house, urgent]
                    assignees: [ann]
                    conflicts:
                      - {key: due, value: 2026-11-12, by: Bob, at: 2026-11-01T00:00:00Z}
                    ---
                    Call before noon.
                    - [x] a
                    - [ ] b
                    - [ ] c
                    Two
                    Three
                    Four
                    """),
                task(
                    "todo/milk-x7q2bd.md",
                    "---\ntitle: 우유 사기와 빵 그리고 계란도 사야 한다 꼭\ndue: 2026-12-01\n---\n"),
                task("todo/notes.md", "---\ntitle: 👨‍👩‍👧 👨‍👩‍👧 👨‍👩‍👧 picnic\n: a: b\n---\n"),
            ]),
        column("doing", count: 0, limit: 3, []),
        column("done", count: 25, [task("done/call-p4c2k9.md", "# Call the bank\n")]),
        column(
            "someday", count: 1, isUnknown: true, [task("someday/sail-z9d2k4.md", "# Sail\n")]),
    ]

    @Test(arguments: [120, 80, 40, 30])
    func `a board is fitted to the terminal`(_ width: Int) throws {
        let lines = BoardTable(columns: Self.columns).lines(ink: .plain, columns: width)
        #expect(lines.allSatisfy { $0.columns <= width })
        try expectSnapshot(lines.joined(separator: "\n") + "\n", "board-\(width)")
    }

    @Test func `colour changes no column`() {
        let layout = BoardTable(columns: Self.columns)
        let coloured = layout.lines(ink: Ink(isColoured: true), columns: 100).map(withoutEscapes)
        #expect(
            coloured.map(\.trimmingTrailingBlanks) == layout.lines(ink: .plain, columns: 100))
    }

    @Test func `overdue is red and has a mark`() {
        let lines = BoardTable(columns: Self.columns).lines(
            ink: Ink(isColoured: true), columns: 120)
        #expect(lines.contains { $0.contains("\u{1B}[1;31m! 2026-11-10\u{1B}[0m") })
    }
}

/// Text as a terminal shows it, without styles.
func withoutEscapes(_ text: String) -> String {
    var result = ""
    var isEscape = false
    for character in text {
        if character == "\u{1B}" { isEscape = true }
        if !isEscape { result.append(character) }
        if isEscape, character == "m" { isEscape = false }
    }
    return result
}
