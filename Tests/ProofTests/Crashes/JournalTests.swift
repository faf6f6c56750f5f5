import TestSupport
import Testing

/// The one point at which a command leaves something to finish: the branch has moved, and
/// the files are not written.
struct JournalTests {
    static let scenarios = FaultScenario.changes.filter {
        ["add", "edit", "move", "rm", "undo"].contains($0.name)
    }

    @Test(arguments: scenarios)
    func `a command that dies when the branch has moved is finished by the next`(
        scenario: FaultScenario
    ) throws {
        let field = try FaultField([scenario])
        let ground = try #require(field.grounds[scenario.name])
        let calls = try run(scenario, field, under: nil).counts.changes
        #expect(calls > 0)
        let death = Fault(mode: FaultMode(name: "after"), at: calls)
        let (folder, killed, counts) = try run(scenario, field, under: death)
        #expect(killed == 137 && counts.faults == 1)
        let board = folder + "/board"
        let look = { (commit: String) in
            try FaultField.head(of: board, commit, ground.known, field.sandbox)
        }
        #expect(try look("HEAD") == ground.after)
        // The files still have the old values.
        #expect(try workTree(board, field) != "")
        let next = try field.pmd(["add", "Next one"], in: board, under: nil, trial: folder).run
        #expect(next.status == 0, "\(next.error)")
        #expect(try look("HEAD~1") == ground.after, "\(next.error)")
        #expect(try workTree(board, field) == "")
    }

    /// Counts the calls on the branch's own folder, or kills the program at one of them.
    private func run(
        _ scenario: FaultScenario, _ field: FaultField, under fault: Fault?
    ) throws -> (folder: String, status: Int32, counts: FaultCounts) {
        let folder = try field.copy(of: scenario)
        var sandbox = field.sandbox
        sandbox.here = folder + "/board"
        let state = folder + ".calls"
        let words = try Fault.words(
            fault, state: state, below: folder + "/board/.git/refs/heads")
        let run = try sandbox.run(words + [binaryFolder + "/pmd"] + scenario.words)
        return (folder, run.status, try FaultCounts(at: state))
    }

    private func workTree(_ board: String, _ field: FaultField) throws -> String {
        var sandbox = field.sandbox
        sandbox.here = board
        return try sandbox.shell("git status --porcelain").output
    }
}
