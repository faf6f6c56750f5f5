import Glibc
import TestSupport
import Testing

/// Adding, editing, deleting and finding tasks in the terminal board.
struct TerminalBoardEditingTests {
    @Test func `quick add shows how it reads an entry, and adds exactly that`() throws {
        let open = try OpenBoard(.sampleBoard())
        let before = try open.board.commits()
        try open.terminal.press("a")
        try open.terminal.wait(for: "add to todo:")
        try open.terminal.type("Buy nails +shop @ann priority:high due:2030-01-02")
        let preview = try open.terminal.wait(for: "Buy nails · ")
        #expect(preview.look(of: "Buy nails · ")?.isDim == true)
        let line = preview.lines.first { $0.contains("Buy nails · ") } ?? ""
        for part in ["2 Jan 2030", "high", "+shop", "@ann"] {
            #expect(line.contains(part), "\(line)")
        }
        #expect(try open.board.commits() == before)
        try open.terminal.press("Enter")
        try open.waitForCommits(before + 1)
        try open.terminal.wait(for: "the new card under the cursor") {
            $0.lines.contains { $0.contains("▌") && $0.contains("Buy nails") }
        }
        let path = try open.git("show --name-only --format= HEAD")
        let file = try open.board.read(path)
        for line in ["title: Buy nails", "due: 2030-01-02", "priority: high", "tags: [shop]"] {
            #expect(file.contains(line), "\(file)")
        }
    }

    @Test func `quick add shows what is wrong, and Esc adds nothing`() throws {
        let open = try OpenBoard(.sampleBoard())
        let before = try open.board.commits()
        try open.terminal.press("a")
        try open.terminal.type("Buy nails due:someday")
        try open.terminal.wait(for: "someday' is not a date")
        try open.terminal.press("Enter")
        try open.terminal.wait(for: "add to todo: Buy nails due:someday")
        try open.terminal.press("Escape")
        try open.terminal.wait(for: "the board") { !$0.contains("Buy nails") }
        #expect(try open.board.commits() == before)
    }

    @Test func `the form changes one line, and accepts Hangul`() throws {
        let open = try OpenBoard(.sampleBoard())
        let before = try open.board.commits()
        try open.terminal.press("e")
        try open.terminal.wait(for: "▌title      Fix the roof")
        try open.terminal.type(" 지붕")
        try open.terminal.wait(for: "Fix the roof 지붕")
        try open.terminal.press("C-s")
        try open.waitForCommits(before + 1)
        let change = try open.git("show --format= -U0 HEAD")
        #expect(change.contains("+title: Fix the roof 지붕"), "\(change)")
        #expect(try open.board.lastStat().contains("1 file changed, 1 insertion(+), 1 deletion(-)"))
        try open.terminal.wait(for: "▌k5 Fix the roof 지붕")
    }

    @Test func `saving a form without changes makes no commit`() throws {
        let open = try OpenBoard(.sampleBoard())
        let before = try open.board.commits()
        try open.terminal.press("e")
        try open.terminal.wait(for: "Ctrl-S save")
        try open.terminal.press("C-s")
        try open.terminal.wait(for: "nothing changed")
        #expect(try open.board.commits() == before)
    }

    @Test func `a closed form keeps a draft, even for the next run`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let open = try OpenBoard(board)
        try open.terminal.press("e")
        try open.terminal.wait(for: "Ctrl-S save")
        try open.terminal.type(" one day")
        try open.terminal.press("Escape")
        try open.terminal.wait(for: "your text is kept as a draft")
        try open.terminal.press("q")
        try open.terminal.wait(for: "ended 0")
        #expect(try open.git("status --porcelain").isEmpty)
        let again = try OpenBoard(board)
        try again.terminal.press("e")
        try again.terminal.wait(for: "Fix the roof one day")
        try again.terminal.press("C-x")
        try again.terminal.wait(for: "the board") { !$0.contains("one day") }
        try again.terminal.press("e")
        try again.terminal.wait(for: "a form without the draft") {
            $0.contains("Ctrl-S save") && !$0.contains("one day")
        }
    }

    @Test func `a draft is merged with changes made before the next run`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let open = try OpenBoard(board, columns: 180)
        try open.terminal.press("e")
        try open.terminal.wait(for: "Ctrl-S save")
        try open.terminal.type(" one day")
        try open.terminal.press("Escape")
        try open.terminal.wait(for: "your text is kept as a draft")
        try open.terminal.press("q")
        try open.terminal.wait(for: "ended 0")
        try board.pmd("edit", "roof", "due:2031-02-03")
        let before = try board.commits()
        let again = try OpenBoard(board, columns: 180)
        try again.terminal.press("e")
        let form = try again.terminal.wait(for: "due: 2020-05-01 → 2031-02-03")
        #expect(form.contains("Fix the roof one day"))
        try again.terminal.press("C-s")
        try again.waitForCommits(before + 1)
        let file = try board.read("todo/roof-k5f3m2.md")
        #expect(file.contains("title: Fix the roof one day") && file.contains("due: 2031-02-03"))
    }

    @Test func `the draft of a deleted task is kept, and restores the task`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let open = try OpenBoard(board)
        try open.terminal.press("e")
        try open.terminal.wait(for: "Ctrl-S save")
        try open.terminal.type(" one day")
        try open.terminal.press("Escape")
        try open.terminal.wait(for: "your text is kept as a draft")
        try open.terminal.press("q")
        try open.terminal.wait(for: "ended 0")
        try board.pmd("rm", "roof")
        let again = try OpenBoard(board)
        try again.terminal.wait(for: "but your draft is kept: r opens it")
        try again.terminal.press("r")
        try again.terminal.wait(for: "was deleted meanwhile")
        try again.terminal.press("C-s")
        try again.terminal.wait(for: "the restored card") {
            $0.contains("Fix the roof one day") && !$0.contains("deleted meanwhile")
        }
    }

    @Test func `E opens $EDITOR and commits the change`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let editor = board.folder.path + "/editor"
        try writeFile(
            editor,
            "#!/bin/sh\nprintf 'in the editor\\n'; read line\n"
                + "printf 'Ask Jo.\\n' >> \"$1\"\n")
        try board.shell("chmod +x '\(editor)'")
        let open = try OpenBoard(board, environment: ["VISUAL": editor, "EDITOR": editor])
        let before = try board.commits()
        try open.terminal.press("E")
        try open.terminal.wait(for: "in the editor")
        #expect(try open.terminal.value(of: "#{alternate_on}") == "0")
        try open.terminal.press("Enter")
        try open.waitForCommits(before + 1)
        try open.terminal.wait(for: "the board again") {
            $0.contains("▌k5 Fix the roof") && $0.contains("Ask Jo.")
        }
        #expect(try open.terminal.value(of: "#{alternate_on}") == "1")
        #expect(try board.lastStat().contains("1 file changed, 1 insertion(+)"))
        try open.terminal.press("j")
        try open.terminal.wait(for: "▌n8 우유 사기")
    }

    @Test func `a file that the editor leaves malformed is reported with its line`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let editor = board.folder.path + "/editor"
        try writeFile(editor, "#!/bin/sh\nsed -i 's/^title: .*/title: [oops/' \"$1\"\n")
        try board.shell("chmod +x '\(editor)'")
        let open = try OpenBoard(board, environment: ["VISUAL": editor, "EDITOR": editor])
        try open.terminal.press("E")
        let screen = try open.terminal.wait(for: "the error") {
            $0.lines.contains { $0.hasPrefix(" ! todo/roof-k5f3m2.md:2:") }
        }
        #expect(!screen.contains("Edited"))
    }

    @Test func `a deleted card can be restored at once`() throws {
        let open = try OpenBoard(.sampleBoard())
        let before = try open.board.commits()
        try open.terminal.press("d")
        try open.terminal.wait(for: "the offer of undo") {
            $0.status.contains("Deleted \"Fix the roof\"") && $0.status.contains("u undo")
        }
        try open.waitForCommits(before + 1)
        #expect(access(open.board.here + "/todo/roof-k5f3m2.md", F_OK) != 0)
        try open.terminal.press("l", "u")
        try open.waitForCommits(before + 2)
        // The cursor is on the restored card.
        try open.terminal.wait(for: "▌k5 Fix the roof")
        #expect(try open.git("diff --stat HEAD~2 HEAD").isEmpty)
    }

    @Test func `a filter shows its count, and Esc clears it`() throws {
        let open = try OpenBoard(.sampleBoard())
        try open.terminal.press("/")
        try open.terminal.type("+house")
        try open.terminal.wait(for: "the filter while it is typed") {
            $0.contains("todo 1 of 3") && !$0.contains("우유") && $0.contains("filter: +house")
        }
        try open.terminal.press("Enter")
        try open.terminal.wait(for: "/+house")
        try open.terminal.press("Escape")
        try open.terminal.wait(for: "todo 3")
        try open.terminal.press("/")
        try open.terminal.type("due:someday")
        try open.terminal.wait(for: "is not a date")
        try open.terminal.press("Escape")
        try open.terminal.press("Tab")
        try open.terminal.wait(for: "todo 0 of 3")
    }

    @Test func `a query on the command line becomes the filter`() throws {
        let open = try OpenBoard(.sampleBoard(), "+garden is:any")
        try open.terminal.wait(for: "todo 0 of 3")
    }

    @Test func `the palette finds an action by its name`() throws {
        let open = try OpenBoard(.sampleBoard())
        try open.terminal.press(":")
        try open.terminal.type("settings")
        try open.terminal.wait(for: "the palette") { $0.contains("settings") && $0.contains(",") }
        try open.terminal.press("Enter")
        try open.terminal.wait(for: "limits.doing")
        try open.terminal.press("Escape", "?")
        let help = try open.terminal.wait(for: "add a task")
        #expect(help.contains("Keys"))
    }

    @Test func `a paste opens quick add and never acts as keys`() throws {
        let open = try OpenBoard(.sampleBoard())
        let before = try open.board.commits()
        try open.terminal.paste("q d 3 Buy\nqd\u{1B}[2J nails")
        let screen = try open.terminal.wait(for: "add to todo: q d 3 Buy")
        #expect(screen.contains("nails"))
        try open.terminal.press("Escape")
        try open.terminal.wait(for: "▌k5 Fix the roof")
        #expect(try open.board.commits() == before)
        try open.terminal.press("e")
        try open.terminal.wait(for: "Ctrl-S save")
        for _ in 0..<5 { try open.terminal.press("BTab") }
        try open.terminal.press("Escape")
    }

    @Test func `the board's history lists each change, and can undo any of them`() throws {
        let open = try OpenBoard(.sampleBoard())
        let before = try open.board.commits()
        try open.board.pmd("edit", "milk", "+shop")
        try open.board.pmd("move", "bank", "doing")
        try open.terminal.wait(for: "todo 2")
        try open.terminal.press("L")
        let history = try open.terminal.wait(for: "the history") {
            $0.contains("History") && $0.contains("Call the bank")
                && $0.contains("Fix the roof")
        }
        let newest = try #require(history.place(of: "Call the bank") ?? history.place(of: "bank"))
        #expect(newest.row < 8)
        try open.terminal.press("j", "u")
        try open.waitForCommits(before + 3)
        #expect(try !open.board.read("todo/milk-n8q4r6.md").contains("shop"))
        // The list updates while it is open.
        try open.board.pmd("edit", "milk", "+later")
        try open.terminal.wait(for: "later")
    }

    @Test func `--at shows the board of another day, read-only`() throws {
        let board = try ProgramSandbox.sampleBoard()
        try board.pmd("add", "Something new")
        let open = try OpenBoard(board, "--at 2020-01-05")
        let screen = try open.terminal.wait(for: "◷")
        #expect(!screen.contains("Something new") && screen.contains("Fix the roof"))
        let before = try board.commits()
        try open.terminal.press("d")
        try open.terminal.wait(for: "it is read-only")
        try open.terminal.press("Escape")
        try open.terminal.wait(for: "the present") {
            $0.contains("Something new") && !$0.contains("◷")
        }
        try open.terminal.press("P")
        try open.terminal.type("2020-01-05")
        try open.terminal.press("Enter")
        try open.terminal.wait(for: "the past") { !$0.contains("Something new") }
        #expect(try board.commits() == before)
    }
}
