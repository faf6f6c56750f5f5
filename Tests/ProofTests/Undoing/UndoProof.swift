import Glibc
import TestSupport
import Testing

/// Undo reverts all changes of this clone, and no others.
struct UndoProof {
    @Test func `undoing all of a clone's actions restores its first state, redoing them its last`()
        async throws
    {
        await Proof("undo", of: "runs", faults: ["first state", "last state", "refused"])
            .random(quick: 2) { trial in
                let user = try BoardUser(try ProgramSandbox.boardInMemory(), "a")
                try user.makeFirstTasks()
                let first = try user.tree()
                for _ in 0..<Self.actions { try user.act(&trial.random) }
                try user.pmd("sync")
                try expectTheWayBack(of: user, to: first, trial)
            }
    }

    @Test func `undo after syncs reverts only this clone's changes`() async throws {
        await Proof(
            "undo-shared", of: "runs",
            faults: ["refused", "lost", "left over", "other value", "last state"]
        ).random(quick: 2) { trial in
            let scenario = try UndoScenario()
            for _ in 0..<(Self.actions / 2) { try scenario.act(&trial.random) }
            try scenario.syncAll()
            let last = try scenario.ann.tree()
            let count = try scenario.ann.commits()
            for run in try scenario.ann.undoAll() {
                trial.expect(run.error.contains("changed since"), "refused", run.error)
            }
            try scenario.compare(trial)
            let undone = try scenario.ann.commits() - count
            trial.count("undos", undone)
            if undone > 0 { try scenario.ann.pmd("redo", "\(undone)") }
            try scenario.ann.expect(last, "last state", trial)
        }
    }

    /// The number of actions in a run.
    private static let actions = Proof.isSoak ? 200 : 50

    private func expectTheWayBack(of user: BoardUser, to first: String, _ trial: Trial) throws {
        let (last, count) = (try user.tree(), try user.commits())
        for run in try user.undoAll() { trial.fail("refused", run.error) }
        try user.expect(first, "first state", trial)
        let status = try user.status()
        trial.expect(status.isEmpty, "first state", status)
        let undone = try user.commits() - count
        trial.count("undos", undone)
        let redo = try user.pmd("redo", "\(undone)")
        trial.expect(redo.status == 0, "refused", redo.error)
        try user.expect(last, "last state", trial)
    }
}
