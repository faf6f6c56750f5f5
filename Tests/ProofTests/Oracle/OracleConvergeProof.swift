import TestSupport
import Testing

/// Clones that run two versions of pmd on one board converge to one commit.
struct OracleConvergeProof {
    @Test func `clones of both versions converge to one commit and lose nothing`() async throws {
        let proof = Proof(
            "oracle-converge", of: "histories x 5 clones of two versions", faults: Replicas.faults)
        try await proof.againstOlderVersion { older in
            let versions = [Version.old(older), .new]
            await proof.replicas(5, quick: 0) { clones, trial in
                // In every third history, one clone changes its version.
                let mayChange = trial.seed % 3 == 2
                for clone in 0..<5 { clones.use(versions[clone % 2].pmd, in: clone) }
                for _ in 0..<Int.random(in: 20...80, using: &clones.random) {
                    clones.tick()
                    let clone = Int.random(in: 0..<5, using: &clones.random)
                    if mayChange, let version = versions.randomElement(using: &clones.random) {
                        clones.use(version.pmd, in: clone)
                    }
                    switch Int.random(in: 0..<8, using: &clones.random) {
                    case 0, 1: try clones.sync(clone)
                    case 2:
                        try clones.undo(clone)
                        trial.count("undos")
                    default:
                        try clones.edit(clone)
                        trial.count("edits")
                    }
                }
                try clones.syncAll()
                try clones.syncAll()
                try clones.expectSame()
                for version in versions {
                    try clones.expectSymmetric(4, by: version.pmd)
                    clones.use(version.pmd, in: 0)
                    try clones.expectQuiet(2)
                }
            }
        }
    }
}
