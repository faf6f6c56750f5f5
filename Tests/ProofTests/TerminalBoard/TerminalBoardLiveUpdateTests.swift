import Glibc
import TestSupport
import Testing

/// Changes by other programs while the terminal board is open.
struct TerminalBoardLiveUpdateTests {
    /// Waits for a text, and prints how long that took.
    private func measure(
        _ what: String, _ open: OpenBoard, _ text: String, seconds: Int = 5
    ) throws {
        let start = ContinuousClock.now
        try open.terminal.wait(for: text, seconds: 60)
        let time = ContinuousClock.now - start
        print("terminal board: \(what) on screen after \(time / .milliseconds(1)) ms")
        // On an idle machine, it takes a tenth of a second.
        #expect(time < .seconds(seconds), "\(what)")
    }

    @Test func `edits by editors, git and other processes soon appear on screen`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let open = try OpenBoard(board)
        try board.write("todo/new.md", "---\ntitle: Written in place\n---\n")
        try measure("a new file", open, "Written in place")
        // Saves like vim: renames a new file over the old one.
        try board.shell(
            "sed 's/Fix the roof/Mend the roof/' todo/roof-k5f3m2.md > todo/.x.swp~\n"
                + "mv todo/.x.swp~ todo/roof-k5f3m2.md")
        try measure("an editor's save by rename", open, "Mend the roof")
        try board.shell("mv todo/milk-n8q4r6.md doing/")
        try measure("a card moved with mv", open, "doing 3/1 !")
        try board.pmd("add", "By another process")
        try measure("another process's commit", open, "By another process")
        try board.shell("git rm -q todo/bank-c4f6g9.md; git commit -qm 'Remove by git'")
        try open.terminal.wait(for: "no bank") { !$0.contains("Call the bank") }
        // The cursor has stayed on its card. A new code may start with the same letters, which
        // makes the shown one longer.
        try open.terminal.wait(for: "the cursor on its card") {
            $0.contains("▌k5 Mend the roof") || $0.contains("▌k5f Mend the roof")
        }
    }

    @Test func `changes from git pull and pmd sync soon appear on screen`() throws {
        let clones = try Clones()
        var ann = clones.sandbox
        ann.here += "/ann"
        let open = try OpenBoard(ann)
        try clones.run("pmd add From Bob by pull; pmd sync", in: "bob")
        try clones.run("git pull -q --no-rebase origin main", in: "ann")
        try measure("git pull", open, "From Bob by pull")
        try clones.run("pmd add From Bob by sync; pmd sync", in: "bob")
        try clones.run("pmd sync", in: "ann")
        try measure("pmd sync", open, "From Bob by sync")
    }

    @Test func `the cursor stays on its card while others add cards above`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let open = try OpenBoard(board)
        try open.terminal.press("j")
        try open.terminal.wait(for: "▌n8 우유 사기")
        for number in 0..<4 {
            try board.write(
                "todo/n\(number).md", "---\ntitle: Above \(number)\nrank: a\(number)\n---\n")
        }
        try open.terminal.wait(for: "todo 7")
        try open.terminal.wait(for: "▌n8 우유 사기")
    }

    @Test func `deleting the dragged card ends the drag with a message`() throws {
        let open = try OpenBoard(.sampleBoard())
        try open.terminal.press("Space", "Right")
        try open.terminal.wait(for: "┃")
        try open.board.pmd("rm", "roof")
        try open.terminal.wait(for: "was deleted meanwhile")
        try open.terminal.wait(for: "no ghost") { !$0.contains("┃") }
    }

    @Test func `a newer format makes the board read-only with a message`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let open = try OpenBoard(board)
        try board.shell(
            "sed -i 's/format: 1/format: 99/' pmd.yml; git commit -qam 'A newer format'")
        try open.terminal.wait(for: "the sentence") { screen in
            try open.terminal.press("d")
            return screen.status.contains("newer pmd")
        }
        #expect(try open.subject() == "A newer format")
        let screen = try open.terminal.screen()
        #expect(screen.contains("Fix the roof"))
    }

    @Test func `a half-written file keeps its last valid card for a while`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let open = try OpenBoard(board)
        // Writes like an editor that truncates the file first.
        try board.write("todo/roof-k5f3m2.md", "")
        try board.write("todo/seen.md", "---\ntitle: Seen by now\n---\n")
        let screen = try open.terminal.wait(for: "Seen by now")
        #expect(screen.contains("Fix the roof"), "\(screen)")
        try board.write("todo/roof-k5f3m2.md", "---\ntitle: Fix the ro")
        try board.write("todo/seen.md", "---\ntitle: Seen again\n---\n")
        let half = try open.terminal.wait(for: "Seen again")
        #expect(half.contains("Fix the roof"), "\(half)")
        try board.write("todo/roof-k5f3m2.md", "---\ntitle: Fix the roof at last\n---\n")
        try open.terminal.wait(for: "Fix the roof at last")
        // A file that stays broken is shown as broken.
        try board.write("todo/roof-k5f3m2.md", "---\ntitle: Fix the ro")
        try open.terminal.wait(for: "the broken file") { !$0.contains("roof at last") }
    }

    @Test func `5,000 files written at once are all shown`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let open = try OpenBoard(board)
        try board.shell(
            "i=0; while [ $i -lt 5000 ]; do i=$((i+1)); "
                + "printf -- '---\\ntitle: Task %s\\n---\\n' $i > todo/t$i.md; done")
        try measure("5,000 files", open, "todo 5003", seconds: 60)
    }
}
