import TestSupport
import Testing

/// Sync, conflicts and undo in the terminal board, with a real second clone.
struct TerminalBoardSyncTests {
    /// Ann's clone of a board, and Bob's, in which `Clones` runs lines.
    private func clones() throws -> (clones: Clones, ann: ProgramSandbox) {
        let clones = try Clones()
        try clones.run("pmd add Fix the roof due:2030-01-01; pmd sync", in: "ann")
        try clones.run("pmd sync", in: "bob")
        var ann = clones.sandbox
        ann.here += "/ann"
        return (clones, ann)
    }

    @Test func `s syncs and shows the received changes`() throws {
        let (clones, ann) = try clones()
        let open = try OpenBoard(ann)
        try clones.run("pmd add From Bob; pmd sync", in: "bob")
        try open.terminal.press("s")
        try open.terminal.wait(for: "From Bob")
        try open.terminal.wait(for: "received 1")
        try open.terminal.press("s")
        try open.terminal.wait(for: "nothing to sync")
        try open.terminal.press("a")
        try open.terminal.type("From Ann")
        try open.terminal.press("Enter")
        try open.terminal.wait(for: "↑1 ↓0")
        try open.terminal.press("s")
        try open.terminal.wait(for: "↑0 ↓0")
        try clones.run("pmd sync; pmd list | grep 'From Ann'", in: "bob")
    }

    @Test func `a remote that is added in a shell is used at once`() throws {
        let (clones, ann) = try clones()
        try clones.run("git remote remove origin; pmd add From Ann", in: "ann")
        let open = try OpenBoard(ann)
        try open.terminal.press("s")
        try open.terminal.wait(for: "the board has no remote")
        try open.terminal.press(",")
        try open.terminal.wait(for: "┌ Settings ")
        try clones.run("git remote add origin \"$PWD/../hub.git\"", in: "ann")
        try open.terminal.wait(for: "the address of the remote") {
            $0.lines.contains { $0.contains("remote ") && $0.contains("/") }
        }
        try open.terminal.press("Escape")
        try open.terminal.press("s")
        try open.terminal.wait(for: "pushed 1")
    }

    @Test func `a sync in a shell updates the numbers of commits`() throws {
        let (clones, ann) = try clones()
        let open = try OpenBoard(ann)
        try clones.run("pmd add From Ann", in: "ann")
        try open.terminal.wait(for: "↑1 ↓0")
        try clones.run("pmd sync", in: "ann")
        try open.terminal.wait(for: "↑0 ↓0")
        try clones.run("pmd sync; pmd add From Bob; pmd sync", in: "bob")
        try clones.run("git fetch -q", in: "ann")
        try open.terminal.wait(for: "↑0 ↓1")
    }

    @Test func `a missing remote shows a message, and the board keeps working`() throws {
        let (clones, ann) = try clones()
        let open = try OpenBoard(ann)
        try clones.run("mv hub.git away", in: "")
        try open.terminal.press("s")
        let screen = try open.terminal.wait(for: "a failure") {
            $0.lines.contains { $0.hasPrefix(" ! ") }
        }
        #expect(screen.contains("Fix the roof"))
        try open.terminal.press("a")
        try open.terminal.type("While offline")
        try open.terminal.press("Enter")
        try open.terminal.wait(for: "k") {
            $0.lines.contains { $0.contains("▌") && $0.contains("While offline") }
        }
        try clones.run("mv away hub.git", in: "")
        try open.terminal.press("s")
        try open.terminal.wait(for: "pushed 1")
    }

    @Test func `a conflict shows both values with author and time, and can be resolved`() throws {
        let (clones, ann) = try clones()
        try clones.run("pmd edit roof due:2030-01-03; pmd sync", in: "bob")
        let open = try OpenBoard(ann)
        try open.board.pmd("edit", "roof", "due:2030-01-05")
        try open.terminal.wait(for: "5 Jan 2030")
        try open.terminal.press("s")
        let card = try open.terminal.wait(for: "⚑ conflict")
        #expect(card.look(of: "⚑")?.foreground == .palette(5))
        try open.terminal.wait(for: "1 conflict")
        try open.terminal.press("c")
        let layer = try open.terminal.wait(for: "Conflicts Fix the roof")
        #expect(layer.contains("2030-01-05") && layer.contains("2030-01-03"))
        #expect(layer.contains("bob"))
        let before = try open.board.commits()
        try open.terminal.press("Enter")
        try open.waitForCommits(before + 1)
        try open.terminal.wait(for: "no conflict") { !$0.contains("⚑") }
        try open.terminal.wait(for: "3 Jan 2030")
        #expect(try !open.git("grep conflicts: -- todo").contains("conflicts"))
    }

    @Test func `undo reverts one's own action and reports a newer one by someone else`() throws {
        let (clones, ann) = try clones()
        try clones.run("pmd add Mine; pmd sync", in: "ann")
        try clones.run("pmd sync; pmd start roof; pmd sync", in: "bob")
        let open = try OpenBoard(ann, columns: 180)
        try open.terminal.press("s")
        try open.terminal.wait(for: "received 1")
        try open.terminal.press("u")
        let screen = try open.terminal.wait(for: "not undone: bob moved \"Fix the roof\"")
        #expect(
            screen.status.contains("Undid: ")
                && screen.status.contains("to undo it, press L, then u"))
        #expect(try open.board.pmd("list").output.contains("doing"))
        try open.terminal.press("L")
        try open.terminal.wait(for: "moved from todo to doing  Fix the roof  bob")
        try open.terminal.press("j", "u")
        try open.terminal.wait(for: "the undo of bob's move") {
            try !$0.contains("nothing") && !open.board.pmd("list").output.contains("doing")
        }
        let run = try open.board.pmd("undo")
        #expect(!run.error.contains("Not undone"))
    }

    @Test func `pmd undo reports a newer action by someone else with its commit`() throws {
        let (clones, ann) = try clones()
        try clones.run("pmd start roof; pmd sync", in: "bob")
        try clones.run("pmd sync", in: "ann")
        let commit = try ann.shell("git log -1 --no-merges --author=bob --format=%h --abbrev=7")
            .output.dropLast()
        let run = try ann.pmd("undo", "--dry-run")
        #expect(
            run.error.contains(
                "Not undone: bob moved \"Fix the roof\" from todo to doing; "
                    + "to undo that too: 'pmd undo \(commit)'"), "\(run.error)")
    }

    @Test func `a form saves its changes alongside those of others`() throws {
        let (clones, ann) = try clones()
        let open = try OpenBoard(ann, columns: 180)
        try open.terminal.press("e")
        try open.terminal.wait(for: "Ctrl-S save")
        try open.terminal.type(" soon")
        try clones.run("pmd edit roof priority:high due:2030-01-03; pmd sync", in: "bob")
        try open.board.pmd("sync")
        // The others' values appear, marked. The caret and the typed text stay.
        let form = try open.terminal.wait(for: "due: 2030-01-01 → 2030-01-03, bob")
        #expect(form.contains("Fix the roof soon"))
        try open.terminal.type(" ok")
        try open.terminal.press("C-s")
        try open.terminal.wait(for: "k") {
            $0.contains("Fix the roof soon ok") && $0.contains("high")
        }
        try open.terminal.wait(for: "3 Jan 2030")
    }

    @Test func `a form offers mine, theirs and both if both sides changed a field`() throws {
        let (clones, ann) = try clones()
        let open = try OpenBoard(ann, columns: 180)
        try open.terminal.press("e")
        try open.terminal.wait(for: "Ctrl-S save")
        try open.terminal.type(" soon")
        try clones.run("pmd edit roof --title 'Mend the roof'; pmd sync", in: "bob")
        try open.board.pmd("sync")
        try open.terminal.wait(for: "⚑ bob: Mend the roof")
        let before = try open.board.commits()
        try open.terminal.press("C-s")
        try open.terminal.wait(for: "Ctrl-T theirs")
        #expect(try open.board.commits() == before)
        try open.terminal.press("C-o", "C-s")
        try open.waitForCommits(before + 1)
        try open.terminal.wait(for: "Fix the roof soon")
    }

    @Test func `the form of a deleted task can restore it with its text`() throws {
        let (_, ann) = try clones()
        let open = try OpenBoard(ann, columns: 180)
        try open.terminal.press("e")
        try open.terminal.wait(for: "Ctrl-S save")
        try open.terminal.type(" soon")
        try open.terminal.wait(for: "Fix the roof soon")
        try open.board.pmd("rm", "roof")
        try open.terminal.wait(for: "was deleted meanwhile")
        try open.terminal.press("C-s")
        try open.terminal.wait(for: "the restored card") {
            $0.contains("Fix the roof soon") && !$0.contains("deleted meanwhile")
        }
        #expect(try open.board.pmd("list").output.contains("Fix the roof soon"))
    }
}
