import Glibc
import TestSupport
import Testing

/// A full disk, a lock or a missing folder while a terminal board is open: typed text is kept.
struct TerminalBoardFailureTests {
    private func type(_ words: String, _ open: OpenBoard) throws {
        try open.terminal.press("a")
        try open.terminal.type(words)
        try open.terminal.wait(for: words)
        try open.terminal.press("Enter")
    }

    @Test func `on a full file system the typed text is kept and offered again`() throws {
        let open = try OpenBoard(.sampleBoard())
        let (process, before) = (try open.process(), try open.board.commits())
        // Every write to a file fails, as on a full disk.
        try open.board.shell("prlimit --pid \(process) --fsize=0:")
        try type("Buy nails +shop", open)
        let screen = try open.terminal.wait(for: "the typed words again") {
            $0.contains("add to todo: Buy nails +shop") && $0.status.hasPrefix(" ! cannot write")
        }
        #expect(screen.contains("▌k5 Fix the roof"), "\(screen)")
        #expect(try open.board.commits() == before)
        try open.board.shell("prlimit --pid \(process) --fsize=unlimited:")
        try open.terminal.press("Enter")
        try open.waitForCommits(before + 1)
        try open.terminal.wait(for: "the new card under the cursor") {
            $0.lines.contains { $0.contains("▌") && $0.contains("Buy nails") }
        }
    }

    @Test func `a form that cannot be saved stays open with its text`() throws {
        let open = try OpenBoard(.sampleBoard())
        let (process, before) = (try open.process(), try open.board.commits())
        try open.terminal.press("e")
        try open.terminal.wait(for: "Ctrl-S save")
        try open.terminal.type(" soon")
        try open.board.shell("prlimit --pid \(process) --fsize=0:")
        try open.terminal.press("C-s")
        try open.terminal.wait(for: "the form with a problem") {
            $0.contains("Fix the roof soon") && $0.contains("│ ! cannot write")
        }
        try open.board.shell("prlimit --pid \(process) --fsize=unlimited:")
        try open.terminal.press("C-s")
        try open.waitForCommits(before + 1)
        try open.terminal.wait(for: "▌k5 Fix the roof soon")
    }

    @Test func `a lock held by git shows a message, and the typed text is offered again`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let open = try OpenBoard(board)
        let before = try board.commits()
        let lock = board.here + "/.git/refs/heads/main.lock"
        let holder = try Tmux(
            board, "cp /bin/sleep ../git; exec 8> '\(lock)'; echo held; exec ../git 1000")
        try holder.wait(for: "held")
        try waitFor { access(lock, F_OK) == 0 }
        try type("Buy nails", open)
        // pmd waits for the lock for a while.
        try open.terminal.wait(for: "the typed words again", seconds: 60) {
            $0.contains("add to todo: Buy nails") && $0.contains("it is locked")
        }
        #expect(try board.commits() == before)
        try holder.close()
        try board.shell("rm -f '\(lock)'")
        try open.terminal.press("Enter")
        try open.waitForCommits(before + 1)
    }

    @Test func `a lock held by another pmd delays the change, not the screen`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let open = try OpenBoard(board)
        let before = try board.commits()
        let holder = try Tmux(
            board, "flock .git/pmd/lock sh -c 'echo held; exec sleep 1000'")
        try holder.wait(for: "held")
        try open.terminal.press("3", "j")
        // The change is drawn before it is written, and keys still work.
        try open.terminal.wait(for: "done 2")
        try open.terminal.press("?")
        try open.terminal.wait(for: "Keys")
        try open.terminal.press("Escape")
        #expect(try board.commits() == before)
        try holder.close()
        try open.waitForCommits(before + 1)
    }

    @Test func `a missing board folder is reported at once, and the typed text is kept`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let open = try OpenBoard(board)
        let before = try board.commits()
        try open.terminal.press("a")
        try open.terminal.type("Buy nails")
        try open.terminal.wait(for: "add to todo: Buy nails")
        #expect(rename(board.here, board.here + "-away") == 0)
        try open.terminal.wait(for: " ! the board's folder is gone")
        try open.terminal.press("Enter")
        try open.terminal.wait(for: "the words") {
            $0.contains("add to todo: Buy nails") && $0.contains("folder gone")
        }
        #expect(rename(board.here + "-away", board.here) == 0)
        try open.terminal.wait(for: "the board's folder is back")
        try open.terminal.press("Enter")
        try open.waitForCommits(before + 1)
        try open.terminal.wait(for: "no failure") { !$0.contains("folder gone") }
    }

    @Test func `a board whose folder is missing can be read and quit`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let open = try OpenBoard(board)
        #expect(rename(board.here, board.here + "-away") == 0)
        let screen = try open.terminal.wait(for: " ! the board's folder is gone")
        #expect(screen.contains("Fix the roof") && screen.contains("Paint the fence"))
        try open.terminal.press("j", "d")
        try open.terminal.wait(for: " ! the board's folder is gone")
        try open.terminal.press("q")
        try open.terminal.wait(for: "ended")
        #expect(try open.terminal.value(of: "#{alternate_on}") == "0")
    }

    @Test func `deleting or breaking a file while its form is open loses no text`() throws {
        let open = try OpenBoard(.sampleBoard())
        try open.terminal.press("e")
        try open.terminal.wait(for: "Ctrl-S save")
        try open.terminal.type(" soon")
        try open.board.write("todo/roof-k5f3m2.md", "---\ntitle: [broken\n")
        try open.board.write("todo/seen.md", "---\ntitle: Seen by now\n---\n")
        try open.terminal.wait(for: "Seen by now")
        let screen = try open.terminal.screen()
        #expect(screen.contains("Fix the roof soon"), "\(screen)")
        try open.board.shell("rm todo/roof-k5f3m2.md")
        try open.terminal.wait(for: "was deleted meanwhile")
        #expect(try open.terminal.screen().contains("Fix the roof soon"))
        try open.terminal.press("C-s")
        try open.terminal.wait(for: "the restored card") {
            $0.contains("Fix the roof soon") && !$0.contains("deleted meanwhile")
        }
    }
}
