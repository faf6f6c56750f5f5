import TestSupport
import Testing

/// Words on the command line that refer to tasks.
struct TaskReferenceTests {
    private func board() throws -> (board: ProgramSandbox, roof: String, bank: String) {
        let board = try ProgramSandbox.board()
        return (
            board, try board.add("Fix", "the", "roof"), try board.add("Call", "the", "bank")
        )
    }

    @Test func `the words of one title identify that task and no other`() throws {
        let (board, roof, bank) = try board()
        let run = try board.pmd("done", "fix", "the", "roof")
        #expect(run.status == 0, "\(run.error)")
        #expect(try board.json("show", roof)["state"] == "done")
        #expect(try board.json("show", bank)["state"] == "todo")
    }

    @Test(arguments: [
        ["done", "roof", "bank"], ["move", "roof", "bank", "doing"], ["rm", "roof", "bank"],
        ["edit", "roof", "bank", "+x"],
    ])
    func `several tasks identified by words need a confirmation`(words: [String]) throws {
        let (board, _, _) = try board()
        try board.expectRefusal(words, 65, "--yes")
        let before = try board.commits()
        let run = try board.shell("pmd \(words.joined(separator: " ")) --yes")
        #expect(run.status == 0, "\(run.error)")
        #expect(try board.commits() == before + 1)
        #expect(run.error.split(separator: "\n").count == 2)
    }

    @Test func `restore accepts a phrase too`() throws {
        let (board, roof, bank) = try board()
        #expect(try board.pmd("rm", roof, bank).status == 0)
        let run = try board.pmd("restore", "fix", "the", "roof")
        #expect(run.status == 0, "\(run.error)")
        #expect(try board.json("list").count == 1)
    }

    @Test(arguments: ["log", "blame"])
    func `history accepts a phrase too`(_ command: String) throws {
        let (board, _, _) = try board()
        let one = try board.pmd(command, "fix", "the", "roof")
        let same = try board.pmd(command, "roof")
        #expect(one.status == 0 && one.output == same.output, "\(one)")
    }

    @Test func `a note may come from standard input, and items may be separated by commas`() throws
    {
        let (board, roof, _) = try board()
        let run = try board.shell("printf 'Bob came' | pmd annotate \(roof) -")
        #expect(run.status == 0 && run.error.hasSuffix(": Bob came\n"), "\(run)")
        try board.pmd("edit", roof, "--append", "- [ ] a\n- [ ] b\n- [ ] c")
        #expect(try board.pmd("tick", roof, "1,3").status == 0)
        let items = String(describing: try board.json("show", roof)["checklist"])
        #expect(items.contains("2") && items.contains("3"), "\(items)")
    }

    @Test(arguments: ["edit - --body -", "edit - --append -", "done - -", "edit - - +x"])
    func `standard input is read once`(words: String) throws {
        let (board, roof, _) = try board()
        let run = try board.shell("printf '\(roof)\\n' | pmd \(words)")
        #expect(run.status == 64, "\(run.error)")
        #expect(run.error.contains("standard input"))
        #expect(try board.json("show", roof)["body"] == "")
        #expect(try board.json("show", roof)["state"] == "todo")
    }
}
