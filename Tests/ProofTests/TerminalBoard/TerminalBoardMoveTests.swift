import TestSupport
import Testing

/// Moving cards with the keyboard.
struct TerminalBoardMoveTests {
    @Test func `Space and the arrow keys move a card within its column`() throws {
        let open = try OpenBoard(.sampleBoard())
        let before = try open.board.commits()
        try open.terminal.press("Space")
        try open.terminal.wait(for: "Space drop")
        try open.terminal.press("Down")
        let carried = try open.terminal.wait(for: "the card below 우유") {
            guard let milk = $0.place(of: "우유 사기"), let roof = $0.place(of: "┃k5 Fix the roof")
            else { return false }
            return milk.row < roof.row
        }
        #expect(carried.look(of: "k5 Fix the roof")?.isReversed == true)
        try open.terminal.press("Space")
        try open.waitForCommits(before + 1)
        let stat = try open.board.lastStat()
        #expect(stat.contains("todo/roof-k5f3m2.md | 2 +-"), "\(stat)")
        #expect(stat.contains("1 file changed, 1 insertion(+), 1 deletion(-)"), "\(stat)")
        try open.terminal.wait(for: "the new order") {
            guard let milk = $0.place(of: "우유 사기"), let roof = $0.place(of: "▌k5 Fix the roof")
            else { return false }
            return milk.row < roof.row
        }
    }

    @Test func `Space and arrow keys move a card to an exact position in another column`() throws {
        let open = try OpenBoard(.sampleBoard())
        let before = try open.board.commits()
        try open.terminal.press("Space", "Right", "Home", "Down", "Enter")
        try open.waitForCommits(before + 1)
        let stat = try open.board.lastStat()
        #expect(stat.contains("{todo => doing}/roof-k5f3m2.md"), "\(stat)")
        #expect(stat.contains("1 file changed"), "\(stat)")
        let screen = try open.terminal.wait(for: "▌k5 Fix the roof")
        let rows = ["Paint the fence", "Fix the roof", "Empty the shed"].compactMap {
            screen.place(of: $0)?.row
        }
        #expect(rows == rows.sorted() && rows.count == 3)
    }

    @Test func `a number moves a card to that state, and u undoes it`() throws {
        let open = try OpenBoard(.sampleBoard())
        let before = try open.board.commits()
        try open.terminal.press("3")
        try open.waitForCommits(before + 1)
        #expect(try open.board.lastStat().contains("{todo => done}/roof-k5f3m2.md"))
        try open.terminal.wait(for: "u undo")
        try open.terminal.press("u")
        try open.waitForCommits(before + 2)
        try open.terminal.wait(for: "todo 3")
        #expect(try open.git("diff --stat HEAD~2 HEAD").isEmpty)
        try open.terminal.wait(for: "what undo did") { $0.status.contains("Undid") }
        try open.terminal.press("C-r")
        try open.waitForCommits(before + 3)
        try open.terminal.wait(for: "done 2")
    }

    @Test func `a column keeps scrolling while the mouse rests at its edge`() throws {
        let board = try ProgramSandbox.sampleBoard()
        for number in 10..<60 {
            try board.write(
                "todo/t\(number).md", "---\ntitle: Task \(number)\nrank: x\(number)\n---\n")
        }
        let open = try OpenBoard(board, isNested: true)
        let place = try #require(try open.terminal.wait(for: "Task 10").place(of: "Fix the roof"))
        try open.terminal.mouse(.press, column: place.column, row: place.row)
        try open.terminal.mouse(.drag, column: 5, row: 28)
        // No further mouse report is needed.
        try open.terminal.wait(for: "Task 59")
        try open.terminal.press("Escape")
        try open.terminal.wait(for: "no ghost") { !$0.contains("┃") }
    }

    @Test func `on a narrow terminal a card can be dropped on a column's tab`() throws {
        let open = try OpenBoard(.sampleBoard(), columns: 40, rows: 20, isNested: true)
        let before = try open.board.commits()
        let screen = try open.terminal.wait(for: "Fix the roof")
        let card = try #require(screen.place(of: "Fix the roof"))
        let tab = try #require(screen.place(of: "doing"))
        try open.terminal.mouse(.press, column: card.column, row: card.row)
        try open.terminal.mouse(.drag, column: card.column, row: card.row + 1)
        try open.terminal.mouse(.drag, column: tab.column, row: tab.row)
        try open.terminal.wait(for: "the other column") {
            $0.contains("Paint the fence") && !$0.contains("Call the bank")
        }
        try open.terminal.mouse(.release, column: tab.column, row: tab.row)
        try open.waitForCommits(before + 1)
        #expect(try open.board.lastStat().contains("{todo => doing}/roof-k5f3m2.md"))
    }

    @Test func `Esc puts a card back where it was`() throws {
        let open = try OpenBoard(.sampleBoard())
        let before = try open.terminal.screen()
        let commits = try open.board.commits()
        try open.terminal.press("Space", "Right", "Down")
        try open.terminal.wait(for: "┃")
        try open.terminal.press("Escape")
        let after = try open.terminal.wait(for: "the board as before") { !$0.contains("┃") }
        #expect(after.rows[3..<20] == before.rows[3..<20], "\(before)\n\(after)")
        #expect(try open.board.commits() == commits)
    }

    @Test func `u leaves the last action of another open terminal alone`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let (one, other) = (try OpenBoard(board), try OpenBoard(board))
        let before = try board.commits()
        try other.terminal.press("j")
        try other.terminal.wait(for: "▌n8 우유 사기")
        try one.terminal.press("3")
        try one.waitForCommits(before + 1)
        try other.terminal.wait(for: "todo 2")
        try other.terminal.press("3")
        try other.waitForCommits(before + 2)
        try one.terminal.wait(for: "todo 1")
        try one.terminal.press("u")
        try one.waitForCommits(before + 3)
        #expect(try board.lastStat().contains("{done => todo}/roof-k5f3m2.md"))
        try other.terminal.wait(for: "todo 2")
        try other.terminal.press("u")
        try other.waitForCommits(before + 4)
        #expect(try board.lastStat().contains("{done => todo}/milk-n8q4r6.md"))
    }

    @Test func `several cards move in one step`() throws {
        let open = try OpenBoard(.sampleBoard())
        let before = try open.board.commits()
        try open.terminal.press("v", "v")
        try open.terminal.wait(for: "2 selected")
        try open.terminal.press("3")
        try open.waitForCommits(before + 1)
        #expect(try open.board.lastStat().contains("2 files changed"))
        try open.terminal.wait(for: "done 3")
        try open.terminal.press("u")
        try open.waitForCommits(before + 2)
        try open.terminal.wait(for: "todo 3")
    }

    @Test func `the menu offers only the other states`() throws {
        let open = try OpenBoard(.sampleBoard())
        let before = try open.board.commits()
        try open.terminal.press("m")
        let menu = try open.terminal.wait(for: "move to doing")
        #expect(menu.contains("move to done") && !menu.contains("move to todo"))
        try open.terminal.press("2")
        try open.waitForCommits(before + 1)
        #expect(try open.board.lastStat().contains("{todo => doing}/roof-k5f3m2.md"))
    }
}

/// Moving cards with a real mouse, whose reports tmux forwards.
struct TerminalBoardMouseTests {
    /// Drags from a card's title to the rows of another card, or to a cell.
    private func drag(
        _ open: OpenBoard, _ title: String, to end: (column: Int, row: Int), isDropped: Bool = true
    ) throws {
        let start = try #require(try open.terminal.wait(for: title).place(of: title))
        try open.terminal.mouse(.press, column: start.column, row: start.row)
        let middle = ((start.column + end.column) / 2, (start.row + end.row) / 2)
        try open.terminal.mouse(.drag, column: middle.0, row: middle.1)
        try open.terminal.mouse(.drag, column: end.column, row: end.row)
        try open.terminal.wait(for: "the ghost of \(title)") {
            $0.contains("┃")
        }
        if isDropped { try open.terminal.mouse(.release, column: end.column, row: end.row) }
    }

    @Test func `a drag lands at an exact position in the same column`() throws {
        let open = try OpenBoard(.sampleBoard(), isNested: true)
        let before = try open.board.commits()
        let bank = try #require(try open.terminal.screen().place(of: "c4 Call the bank"))
        try drag(open, "Fix the roof", to: (bank.column + 4, bank.row - 1))
        try open.waitForCommits(before + 1)
        let stat = try open.board.lastStat()
        #expect(stat.contains("1 file changed, 1 insertion(+), 1 deletion(-)"), "\(stat)")
        let screen = try open.terminal.wait(for: "▌k5 Fix the roof")
        let rows = ["우유 사기", "Fix the roof", "Call the bank"].compactMap {
            screen.place(of: $0)?.row
        }
        #expect(rows == rows.sorted() && rows.count == 3)
    }

    @Test func `a drag lands at an exact position in another column`() throws {
        let open = try OpenBoard(.sampleBoard(), isNested: true)
        let before = try open.board.commits()
        let shed = try #require(try open.terminal.screen().place(of: "h4 Empty the shed"))
        try drag(open, "Fix the roof", to: (shed.column + 4, shed.row - 1))
        try open.waitForCommits(before + 1)
        let stat = try open.board.lastStat()
        #expect(stat.contains("{todo => doing}/roof-k5f3m2.md"), "\(stat)")
        #expect(stat.contains("1 file changed"), "\(stat)")
        let screen = try open.terminal.wait(for: "▌k5 Fix the roof")
        let rows = ["Paint the fence", "Fix the roof", "Empty the shed"].compactMap {
            screen.place(of: $0)?.row
        }
        #expect(rows == rows.sorted() && rows.count == 3)
    }

    @Test func `a drag works over ssh and through tmux as it does locally`() throws {
        let board = try OpenBoard.sample()
        guard let server = try SSHServer(board) else {
            return noteNotRun("sshd is not installed")
        }
        let exports = board.environment.map { "export \($0.key)='\($0.value)'\n" }.sorted()
        try writeFile(
            server.folder + "/session",
            exports.joined() + "export LANG=C.UTF-8\ncd '\(board.here)'\nexec pmd ui\n")
        let terminal = try Tmux(
            board, "\(server.command) -t hub bash '\(server.folder)/session'", isNested: true)
        try terminal.wait(for: "● main")
        let open = OpenBoard(board: board, terminal: terminal)
        let before = try board.commits()
        let shed = try #require(try terminal.screen().place(of: "h4 Empty the shed"))
        try drag(open, "Fix the roof", to: (shed.column + 4, shed.row - 1))
        try open.waitForCommits(before + 1)
        #expect(try board.lastStat().contains("{todo => doing}/roof-k5f3m2.md"))
        try terminal.press("q")
        try terminal.wait(for: "ended 0")
        try OpenBoard.expectUsable(terminal, board)
        withExtendedLifetime(server) {}
    }

    @Test func `Esc and a drop outside the columns change nothing`() throws {
        let open = try OpenBoard(.sampleBoard(), isNested: true)
        try open.terminal.wait(for: "▌k5 Fix the roof")
        let (before, commits) = (try open.terminal.screen(), try open.board.commits())
        let shed = try #require(before.place(of: "h4 Empty the shed"))
        try drag(open, "Fix the roof", to: (shed.column, shed.row), isDropped: false)
        try open.terminal.press("Escape")
        try open.terminal.wait(for: "no ghost") { !$0.contains("┃") }
        try open.terminal.mouse(.release, column: shed.column, row: shed.row)
        try drag(open, "Fix the roof", to: (10, 0), isDropped: true)
        let after = try open.terminal.wait(for: "no ghost") { !$0.contains("┃") }
        #expect(after.rows[3..<20] == before.rows[3..<20], "\(before)\n\(after)")
        #expect(try open.board.commits() == commits)
        #expect(try open.git("status --porcelain").isEmpty)
    }

    @Test func `a click selects, a second one opens, and a right click opens the menu`() throws {
        let open = try OpenBoard(.sampleBoard(), isNested: true)
        let fence = try #require(try open.terminal.screen().place(of: "Paint the fence"))
        try open.terminal.click(column: fence.column, row: fence.row)
        try open.terminal.wait(for: "▌f3 Paint the fence")
        try open.terminal.click(column: fence.column, row: fence.row)
        let page = try open.terminal.wait(for: "☐ paint it")
        let box = try #require(page.place(of: "☐ paint it"))
        let before = try open.board.commits()
        try open.terminal.click(column: box.column, row: box.row)
        try open.waitForCommits(before + 1)
        try open.terminal.wait(for: "☑ paint it")
        #expect(try open.board.read("doing/fence-f3k5m7.md").contains("- [x] paint it"))
        try open.terminal.press("Escape")
        try open.terminal.wait(for: "the board") { !$0.contains("☑") }
        let milk = try #require(try open.terminal.screen().place(of: "우유 사기"))
        try open.terminal.mouse(.rightPress, column: milk.column, row: milk.row)
        try open.terminal.mouse(.rightRelease, column: milk.column, row: milk.row)
        let menu = try open.terminal.wait(for: "move to doing")
        let item = try #require(menu.place(of: "move to doing"), "\(menu)")
        // tmux drops a left click that comes too soon after a right click.
        try open.terminal.wait(for: "no menu") {
            let isOpen = $0.contains("move to doing")
            if isOpen { try open.terminal.click(column: item.column, row: item.row) }
            return !isOpen
        }
        try open.waitForCommits(before + 2)
        #expect(try open.board.lastStat().contains("{todo => doing}/milk-n8q4r6.md"))
    }

    @Test func `the wheel scrolls the column below it`() throws {
        let board = try OpenBoard.sample()
        for number in 0..<30 {
            try board.write(
                "todo/n\(number).md", "---\ntitle: Task \(number)\nrank: x\(number)\n---\n")
        }
        let open = try OpenBoard(board, isNested: true)
        try open.terminal.wait(for: "todo 33")
        for _ in 0..<12 { try open.terminal.mouse(.wheelDown, column: 4, row: 8) }
        try open.terminal.wait(for: "a column that is scrolled") {
            !$0.contains("Fix the roof") && $0.contains("Paint the fence")
        }
        for _ in 0..<12 { try open.terminal.mouse(.wheelUp, column: 4, row: 8) }
        try open.terminal.wait(for: "Fix the roof")
    }
}
