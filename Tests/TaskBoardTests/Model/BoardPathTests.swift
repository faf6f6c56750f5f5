import MarkdownDocument
import Testing

@testable import TaskBoard

/// Paths of a board, split and joined.
struct BoardPathTests {
    @Test(arguments: [
        ("todo/fix-roof-k3f9m2.md", "todo", "fix-roof-k3f9m2.md", "fix-roof-k3f9m2", "todo"),
        ("done/2024/x.md", "done", "x.md", "x", "done/2024"),
        ("pmd.yml", "", "pmd.yml", "pmd.yml", ""),
        ("a/.md", "a", ".md", ".md", "a"), ("", "", "", "", ""),
    ])
    func `a path has a folder, a file name, a name and a parent`(
        path: BoardPath, folder: Text, fileName: String, name: Text, parent: BoardPath
    ) {
        #expect(path.folder == folder)
        #expect(path.fileName == Array(fileName.utf8))
        #expect(path.name == name)
        #expect(path.parent == parent)
    }

    @Test func `paths are joined and split`() {
        let path = BoardPath("").appending("todo").appending(Array("x.md".utf8))
        #expect(path == "todo/x.md")
        #expect(path.components == ["todo", "x.md"])
    }

    @Test func `paths in different normal forms are different`() {
        #expect(BoardPath("todo/\u{E9}.md") != BoardPath("todo/e\u{301}.md"))
    }
}
