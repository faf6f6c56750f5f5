import Glibc
import TestSupport
import Testing

/// Undo reverts all changes of this clone and no others.
struct UndoProof {
    @Test func `undoing all that one clone did gives the first state, redoing it the last`()
        async throws
    {
        await Proof("undo", of: "runs", faults: ["first state", "last state", "refused"])
            .random(quick: 2) { trial in
                let hand = try Hand(try ProgramSandbox.boardInMemory(), "a")
                try hand.makeFirstTasks()
                let first = try hand.tree()
                for _ in 0..<Self.actions { try hand.act(&trial.random) }
                try hand.pmd("sync")
                try expectTheWayBack(of: hand, to: first, trial)
            }
    }

    @Test func `undo after syncs takes back this clone's part and nothing else`() async throws {
        await Proof(
            "undo-shared", of: "runs",
            faults: ["refused", "lost", "left over", "other value", "last state"]
        ).random(quick: 2) { trial in
            let team = try Team()
            for _ in 0..<(Self.actions / 2) { try team.act(&trial.random) }
            try team.syncAll()
            let last = try team.ann.tree()
            let count = try team.ann.commits()
            for run in try team.ann.undoAll() {
                trial.expect(run.error.contains("changed since"), "refused", run.error)
            }
            try team.compare(trial)
            let undone = try team.ann.commits() - count
            trial.count("undos", undone)
            if undone > 0 { try team.ann.pmd("redo", "\(undone)") }
            try team.ann.expect(last, "last state", trial)
        }
    }

    /// The number of actions of a run.
    private static let actions = Proof.isSoak ? 200 : 50

    private func expectTheWayBack(of hand: Hand, to first: String, _ trial: Trial) throws {
        let (last, count) = (try hand.tree(), try hand.commits())
        for run in try hand.undoAll() { trial.fail("refused", run.error) }
        try hand.expect(first, "first state", trial)
        let status = try hand.status()
        trial.expect(status.isEmpty, "first state", status)
        let undone = try hand.commits() - count
        trial.count("undos", undone)
        let redo = try hand.pmd("redo", "\(undone)")
        trial.expect(redo.status == 0, "refused", redo.error)
        try hand.expect(last, "last state", trial)
    }
}
