import TestSupport
import Testing

/// The next command completes one that was killed between moving the branch and writing its files.
struct JournalTests {
    static let scenarios = FaultScenario.changes.filter {
        ["add", "edit", "move", "rm", "undo"].contains($0.name)
    }

    @Test(arguments: scenarios)
    func `the next command completes one that died after moving the branch`(
        scenario: FaultScenario
    ) throws {
        let boards = try FaultBoards([scenario])
        let faultFree = try #require(boards.faultFreeRuns[scenario.name])
        let calls = try run(scenario, boards, under: nil).counts.changes
        #expect(calls > 0)
        let death = Fault(mode: FaultMode(name: "after"), at: calls)
        let (folder, killed, counts) = try run(scenario, boards, under: death)
        #expect(killed == 137 && counts.faults == 1)
        let board = folder + "/board"
        let look = { (commit: String) in
            try FaultBoards.head(of: board, commit, faultFree.known, boards.sandbox)
        }
        #expect(try look("HEAD") == faultFree.after)
        // The files still have the old values.
        #expect(try workTree(board, boards) != "")
        let next = try boards.pmd(["add", "Next one"], in: board, under: nil, trial: folder).run
        #expect(next.status == 0, "\(next.error)")
        #expect(try look("HEAD~1") == faultFree.after, "\(next.error)")
        #expect(try workTree(board, boards) == "")
    }

    @Test func `a command that died while it discarded an edit leaves nothing beside the task`()
        throws
    {
        let malformed = "---\ntitle: a: b\n---\n"
        /// - Parameter death: The call below `todo` that kills the program; nil to count the calls.
        func run(_ death: Int?) throws -> FaultCounts {
            var board = try ProgramSandbox.board()
            let path = "todo/roof-\(try board.add("Roof")).md"
            board.environment["EDITOR"] = "sh -c 'printf -- \"\(malformed)\" >\"$1\"' sh"
            let state = board.folder.path + "/calls"
            let words = try Fault.words(
                death.map { Fault(mode: FaultMode(name: "kill"), at: $0) }, state: state,
                below: board.here + "/todo")
            // In a terminal, timeout(1) would stop the program when it reads the answer.
            let line = words.drop { $0 != "/usr/bin/env" }.joined(separator: " ") + " pmd edit roof"
            let shown = try board.onTerminal(line, columns: 100, input: "d\n")
            if death == nil { #expect(shown.contains("Nothing changed"), "\(shown)") }
            #expect(try board.shell("test -f \(path)").status == 0)
            try board.add("Next", "one")
            let left = try board.shell("ls -A todo | grep -vE '^([a-z].*[.]md|[.]gitkeep)$' || :")
                .output
            #expect(left.isEmpty, "\(death ?? 0): \(left)")
            return try FaultCounts(at: state)
        }
        let calls = try run(nil).changes
        #expect(calls > 2)
        for call in 1...calls { #expect(try run(call).faults == 1, "\(call)") }
    }

    /// Counts the calls on the branch's folder, or kills the program at one of them.
    private func run(
        _ scenario: FaultScenario, _ boards: FaultBoards, under fault: Fault?
    ) throws -> (folder: String, status: Int32, counts: FaultCounts) {
        let folder = try boards.copy(of: scenario)
        var sandbox = boards.sandbox
        sandbox.here = folder + "/board"
        let state = folder + ".calls"
        let words = try Fault.words(
            fault, state: state, below: folder + "/board/.git/refs/heads")
        let run = try sandbox.run(words + [binaryFolder + "/pmd"] + scenario.words)
        return (folder, run.status, try FaultCounts(at: state))
    }

    private func workTree(_ board: String, _ boards: FaultBoards) throws -> String {
        var sandbox = boards.sandbox
        sandbox.here = board
        return try sandbox.shell("git status --porcelain").output
    }
}
