import TaskBoard
import TerminalUI
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

    // Pictures.

    private static let boots: BoardPath = "attachments/boots-3f2a91c4.png"
    /// A header of 400 × 300 pixels.
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 1, 0x90, 0, 0, 1, 0x2C]

    private func shown() -> PlayedBoard {
        var board = PlayedBoard(["todo/a.md": Self.task], rows: 44)
        board.take(.pictures)
        board.type("Enter")
        board.tell(.files(TaskID("a"), Self.sizes))
        board.tell(.picture(TaskID("a"), Self.boots, Self.png))
        return board
    }

    private func placed(_ board: PlayedBoard) -> PlacedPicture? {
        board.app.screen().pictures.first
    }

    @Test func `a terminal without the protocol reads and shows no picture`() {
        var board = opened()
        board.tell(.files(TaskID("a"), Self.sizes))
        #expect(!board.effects.contains(.loadPicture(TaskID("a"), Self.boots)))
        #expect(placed(board) == nil)
    }

    @Test func `a picture is below its file, in its proportions`() throws {
        let board = shown()
        #expect(board.effects.contains(.loadPicture(TaskID("a"), Self.boots)))
        let row = try #require(board.rows.lastIndex { $0.contains("boots-3f2a91c4.png") })
        let found = try #require(placed(board))
        #expect(found.rectangle == Rectangle(column: 54, row: row + 1, width: 40, height: 15))
        #expect(board.rows[row + 16].contains("run-3f2a91c5.sh"))
    }

    @Test func `a picture is read again only when its size has changed`() {
        var board = shown()
        func loads() -> Int {
            board.effects.filter { $0 == .loadPicture(TaskID("a"), Self.boots) }.count
        }
        board.tell(.files(TaskID("a"), Self.sizes))
        #expect(loads() == 1 && placed(board) != nil)
        board.tell(.files(TaskID("a"), [Self.boots: 24]))
        #expect(loads() == 2 && placed(board) == nil)
        board.tell(.files(TaskID("a"), [:]))
        #expect(loads() == 2)
    }

    @Test func `large files and pictures over the limit of a page are not read`() {
        let links = (0..<9).map { "![\($0)](../attachments/\($0).png)" }.joined(separator: "\n")
        var board = PlayedBoard(["todo/a.md": "---\ntitle: Boots\n---\n\(links)\n"])
        board.take(.pictures)
        board.type("Enter")
        var sizes: [BoardPath: Int] = [:]
        for number in 0..<9 { sizes[BoardPath("attachments/\(number).png")] = 4_000_000 }
        sizes["attachments/0.png"] = 4_000_001
        board.tell(.files(TaskID("a"), sizes))
        let read = board.effects.compactMap { effect -> BoardPath? in
            if case .loadPicture(_, let file) = effect { file } else { nil }
        }
        #expect(read == (1...4).map { BoardPath("attachments/\($0).png") })
    }

    @Test func `a page shows the rows of a picture that fit, and closing it removes the picture`()
        throws
    {
        var board = shown()
        let whole = try #require(placed(board))
        board.app.resize(columns: 100, rows: 20)
        let cut = try #require(placed(board))
        #expect(cut.rows == 10 && cut.rectangle.columns.upperBound <= 98)
        #expect(cut.visible.lowerBound == 0 && cut.visible.upperBound < 10)
        board.type("G")
        let scrolled = try #require(placed(board))
        #expect(scrolled.visible == 0..<10 && scrolled.rectangle.row < cut.rectangle.row)
        #expect(scrolled.picture == whole.picture)
        board.type("Esc")
        #expect(placed(board) == nil)
    }

    @Test func `a menu over a picture removes it as long as it is open`() {
        var board = shown()
        board.type("?")
        #expect(placed(board) == nil)
        board.type("Esc")
        #expect(placed(board) != nil)
    }

    @Test func `a click on a picture opens its file`() throws {
        var board = shown()
        let place = try #require(placed(board)).rectangle
        board.click(place.column + 3, place.row + 3)
        #expect(board.effects.contains(.openFile(Self.boots)))
    }

    @Test(arguments: ["", "GIF89a", "\u{1B}_Ga=d\u{1B}\\"])
    func `a file that is not a PNG has no picture`(_ content: String) {
        var board = shown()
        board.tell(.files(TaskID("a"), [Self.boots: 7]))
        board.tell(.picture(TaskID("a"), Self.boots, Array(content.utf8)))
        #expect(placed(board) == nil && board.shows("boots-3f2a91c4.png  7 B"))
    }
}
