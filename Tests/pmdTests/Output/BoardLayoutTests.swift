import Testing

@testable import pmd

struct BoardLayoutTests {
    private static let columns = [
        BoardLayout.Column(
            state: "todo", count: 3, limit: 2,
            cards: [
                Card(
                    reference: "k3", title: "Fix the roof before the winter comes and the rain",
                    due: "2026-11-20", isOverdue: true, priority: "high",
                    tags: ["house", "urgent"],
                    assignees: ["ann"], ticked: 1, items: 3, conflicts: 1,
                    body: ["Call before noon.", "Two", "Three", "Four"]),
                Card(reference: "x7", title: "우유 사기와 빵 그리고 계란도 사야 한다 꼭", due: "2026-12-01"),
                Card(
                    reference: "notes", title: "👨‍👩‍👧 👨‍👩‍👧 👨‍👩‍👧 picnic", isMalformed: true, hasProblems: true),
            ]),
        BoardLayout.Column(state: "doing", count: 0, limit: 3, cards: []),
        BoardLayout.Column(
            state: "done", count: 25,
            cards: [Card(reference: "p4", title: "Call the bank", isFinished: true)]),
        BoardLayout.Column(
            state: "someday", count: 1, isUnknown: true,
            cards: [Card(reference: "z9", title: "Sail")]),
    ]

    @Test(arguments: [120, 80, 40, 10])
    func `a board is fitted to the terminal`(_ width: Int) throws {
        let lines = BoardLayout(columns: Self.columns).lines(ink: .plain, columns: width)
        #expect(lines.allSatisfy { $0.columns <= max(width, 10) })
        try expectSnapshot(lines.joined(separator: "\n") + "\n", "board-\(width)")
    }

    @Test func `colour changes no column`() {
        let layout = BoardLayout(columns: Self.columns)
        let coloured = layout.lines(ink: Ink(isColoured: true), columns: 100).map(withoutEscapes)
        #expect(
            coloured.map(\.trimmingTrailingBlanks) == layout.lines(ink: .plain, columns: 100))
    }

    @Test func `overdue is red and has a mark`() {
        let lines = BoardLayout(columns: Self.columns).lines(
            ink: Ink(isColoured: true), columns: 120)
        #expect(lines.contains { $0.contains("\u{1B}[31;1m! 2026-11-20\u{1B}[0m") })
    }
}

/// Text as it stands on a terminal, its styles left out.
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
