import Glibc
import TestSupport
import Testing

/// Proofs report failing trials, and seeds repeat them.
struct ProofTests {
    @Test func `a trial follows from its seed`() async {
        var seeds: [UInt64] = []
        var first: [UInt64] = []
        await Proof("proof", of: "numbers", faults: ["odd"]).random(quick: 3) { trial in
            seeds.append(trial.seed)
            first.append(trial.random.next())
        }
        #expect(
            first
                == seeds.map {
                    var random = SplitMix64(seed: $0); return random.next()
                })
    }

    @Test func `a trial that fails is an issue`() async {
        await withKnownIssue {
            await Proof("proof", of: "numbers", faults: ["odd"]).random(quick: 1) { trial in
                trial.expect(false, "odd", "\(trial.seed)")
            }
        }
        await withKnownIssue {
            await Proof("proof", of: "numbers", faults: ["odd"]).each([1, 2], quick: 1) { _, _ in
                throw SystemFailure(call: "trial")
            }
        }
    }
}
