import TerminalUI
import Testing

/// Styled lines, cut and wrapped to a width.
struct LineTests {
    @Test(arguments: [
        ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("우유 사기", 9, "우유 사기"), ("우유 사기", 8, "우유 사…"),
        ("우유", 3, "우…"), ("우유", 2, "…"), ("우유", 1, "…"), ("abc", 0, ""), ("abc", -1, ""),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"), ("", 0, ""),
    ])
    func `a line is cut with an ellipsis, never within a character`(
        text: String, width: Int, cut: String
    ) {
        let line = Line(text).cut(to: width)
        #expect(line.text == cut)
        #expect(line.columns <= max(0, width))
    }

    @Test func `a cut line keeps its styles`() {
        var line = Line("ab", CellStyle(.bold))
        line.append("cd", CellStyle(.dim))
        #expect(line.cut(to: 4) == line)
        var cut = Line("ab", CellStyle(.bold))
        cut.append("…", CellStyle(.dim))
        #expect(line.cut(to: 3) == cut)
    }

    @Test(arguments: [
        ("one two three", 7, ["one two", "three"]), ("abcdefgh", 3, ["abc", "def", "gh"]),
        ("우유 사기", 5, ["우유", "사기"]), ("a\nb", 9, ["a", "b"]), ("", 9, [""]),
        ("one  two", 4, ["one", "two"]),
    ])
    func `a text is wrapped at blanks, and within words that are too long`(
        text: String, width: Int, lines: [String]
    ) {
        #expect(wrapped(text, width: width) == lines)
    }

    @Test(arguments: [(4, 3), (10, 1), (1, 1), (0, 0), (2, 2)])
    func `a box of any size is drawn within its rectangle`(width: Int, height: Int) {
        var screen = Screen(columns: 12, rows: 5)
        let inside = screen.box(
            Rectangle(column: 3, row: 2, width: width, height: height), title: Line("우유우유"))
        #expect(inside.width <= width && inside.height <= height)
        #expect((0..<5).allSatisfy { screen.row($0).reduce(0) { $0 + $1.columns } == 12 })
    }
}
