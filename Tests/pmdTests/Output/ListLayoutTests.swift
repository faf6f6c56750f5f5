import BoardView
import MarkdownDocument
import TaskBoard
import TestSupport
import Testing
import TextLayout

@testable import pmd

/// The layout of `list`.
struct ListLayoutTests {
    private static let files = [
        (
            "todo/fix-the-roof-k3m2p9.md",
            """
            ---
            title: Fix the roof before the winter comes and the rain
            due: 2001-11-20
            priority: high
            tags: [house, urgent]
            assignees: [ann]
            ---
            - [x] One
            - [ ] Two
            - [ ] Three

            """
        ),
        ("todo/milk-x7b4c2.md", "---\ntitle: 우유 사기와 빵 그리고 계란도 사야 한다 꼭\ndue: 2999-12-01\n---\n"),
        ("doing/notes.md", "---\ntitle: 👨‍👩‍👧 👨‍👩‍👧 👨‍👩‍👧 picnic\nwait: [\n"),
        ("todo/odd.md", "---\ntitle: \"a\\e[31mb\\tc\"\ndue: soon\nblocked-by: [k3m2p9]\n---\n"),
        ("done/call-p4d5f6.md", "---\ntitle: Call the bank\ndue: 2001-01-01T10:30\n---\n"),
    ]

    private func lines(
        _ files: [(String, String)] = files, ink: Ink = .plain, style: DateWords.Style = .iso,
        columns: Int?
    ) throws -> [String] {
        let tasks = files.map { path, text in
            TaskItem(path: BoardPath(path), document: Document(Array(text.utf8)))
        }
        let board = Board(settings: .standard, tasks: tasks)
        let layout = ListLayout(
            board.tasks, board, dates: DateWords(style, now: Moment(seconds: 1_795_220_040)),
            columns: columns)
        var bytes: [UInt8] = []
        try layout.write(ink: ink) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test(arguments: [100, 75, 44, 30])
    func `a list is cut at the terminal's width`(_ width: Int) throws {
        let lines = try lines(columns: width)
        #expect(lines.allSatisfy { $0.columns <= width })
        try expectSnapshot(lines.joined(separator: "\n") + "\n", "list-\(width)")
    }

    @Test func `a list is not cut when another program reads it`() throws {
        let lines = try lines(columns: nil)
        #expect(lines.contains { $0.contains("before the winter comes and the rain") })
        #expect(lines.contains { $0.contains("a^[[31mb^Ic") && $0.contains("blocked") })
    }

    @Test func `colour changes no column`() throws {
        let coloured = try lines(ink: Ink(isColoured: true), columns: 60)
        #expect(coloured.map(withoutEscapes) == (try lines(columns: 60)))
        #expect(coloured.contains { $0.contains("\u{1B}[1;31m!\u{1B}[0m") })
    }

    @Test func `one long name does not crowd out the other titles`() throws {
        let long = String(repeating: "a", count: 200)
        let files = [("todo/\(long).md", "# One\n"), ("todo/two.md", "# Two\n")]
        let lines = try lines(files, columns: 60)
        #expect(lines.allSatisfy { $0.columns <= 60 })
        #expect(lines[0].hasSuffix("One") && lines[1].hasSuffix("Two"))
        #expect(try self.lines(files, columns: nil)[0].hasPrefix(long))
    }
}
