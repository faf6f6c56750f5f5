import TestSupport
import Testing

/// Replicas that sync with each other directly, without a hub.
struct MeshProof {
    @Test func `clones without a hub converge to one commit`() async {
        let proof = Proof("mesh", of: "histories x 4 clones", faults: Replicas.faults)
        await proof.replicas(4, quick: 1) { clones, trial in
            let accepts = Bool.random(using: &clones.random)
            try clones.mesh(accepts: accepts)
            for _ in 0..<Int.random(in: 20...60, using: &clones.random) {
                clones.tick()
                let pair = Array((0..<4).shuffled(using: &clones.random).prefix(2))
                if Int.random(in: 0..<3, using: &clones.random) == 0 {
                    try clones.sync(pair[0], with: pair[1])
                } else {
                    try clones.edit(pair[0])
                    trial.count("edits")
                }
            }
            try clones.syncMesh()
            try clones.syncMesh()
            if !accepts {
                // A clone that only fetches gets the others' latest merges in the next round.
                try clones.expectSameBoard()
                try clones.syncMesh()
            }
            try clones.expectSame()
            try clones.expectSymmetric(4)
        }
    }
}
