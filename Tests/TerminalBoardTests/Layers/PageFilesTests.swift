import TaskBoard
import Testing

@testable import TerminalBoard

/// The attachments on a task's page.
struct PageFilesTests {
    private static let task = """
        ---
        title: Boots
        ---
        ![boots](../attachments/boots-3f2a91c4.png)
        - [ ] buy
        [run](../attachments/run-3f2a91c5.sh) [gone](../attachments/gone-3f2a91c6.pdf)

        """

    private func opened() -> PlayedBoard {
        var board = PlayedBoard(["todo/a.md": Self.task])
        board.type("Enter")
        return board
    }

    private static let sizes: [BoardPath: Int] = [
        "attachments/boots-3f2a91c4.png": 1_234_567, "attachments/run-3f2a91c5.sh": 999,
    ]

    @Test func `attachments are listed with their sizes, and a missing one with a mark`() {
        var board = opened()
        #expect(board.shows("boots-3f2a91c4.png") && !board.shows("MB"))
        board.tell(.files(TaskID("a"), Self.sizes))
        #expect(board.shows("boots-3f2a91c4.png  1.2 MB"))
        #expect(board.shows("run-3f2a91c5.sh  999 B"))
        #expect(board.shows("gone-3f2a91c6.pdf  missing"))
    }

    @Test func `Enter opens the attachment under the cursor`() {
        var board = opened()
        board.tell(.files(TaskID("a"), Self.sizes))
        board.type("Tab", "Tab", "Enter")
        #expect(board.effects.contains(.openFile("attachments/boots-3f2a91c4.png")))
        #expect(board.status.contains("Opening boots-3f2a91c4.png"))
        #expect(!board.app.layers.isEmpty)
    }

    @Test func `a file that may run a program is opened only after a second Enter`() {
        var board = opened()
        board.tell(.files(TaskID("a"), Self.sizes))
        board.type("Tab", "Tab", "Tab", "Enter")
        #expect(!board.effects.contains(.openFile("attachments/run-3f2a91c5.sh")))
        #expect(board.status.contains("may run a program"))
        board.type("Enter")
        #expect(board.effects.contains(.openFile("attachments/run-3f2a91c5.sh")))
    }

    @Test func `a missing attachment is not opened`() {
        var board = opened()
        board.tell(.files(TaskID("a"), Self.sizes))
        board.type("Shift-Tab", "Enter")
        #expect(board.status.contains("does not exist here"))
        #expect(!board.effects.contains(.openFile("attachments/gone-3f2a91c6.pdf")))
    }

    @Test(arguments: [
        ("attachments/a.PNG", true), ("attachments/a.pdf", true), ("attachments/a.desktop", false),
        ("attachments/a.sh", false), ("attachments/a.html", false), ("attachments/a.svg", false),
        ("attachments/a", false), ("attachments/.png", false), ("attachments/a.png.exe", false),
    ])
    func `only files that are shown are harmless`(_ path: String, _ isHarmless: Bool) {
        #expect(PageFiles.isHarmless(BoardPath(path)) == isHarmless)
    }
}
