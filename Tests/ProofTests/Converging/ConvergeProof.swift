import TestSupport
import Testing

/// Replicas that edit offline, with clocks years apart, end with equal boards.
struct ConvergeProof {
    @Test func `clones converge to one commit and lose nothing that anybody wrote`() async {
        let proof = Proof("converge", of: "histories x 5 clones", faults: Replicas.faults)
        await proof.replicas(5, quick: 2) { clones, trial in
            for _ in 0..<Int.random(in: 20...80, using: &clones.random) {
                clones.tick()
                let clone = Int.random(in: 0..<5, using: &clones.random)
                if Int.random(in: 0..<4, using: &clones.random) == 0 {
                    try clones.sync(clone)
                } else {
                    try clones.edit(clone)
                    trial.count("edits")
                }
            }
            try clones.syncAll()
            try clones.syncAll()
            try clones.expectSame()
            try clones.expectSymmetric(4)
            try clones.expectQuiet(3)
        }
    }
}
