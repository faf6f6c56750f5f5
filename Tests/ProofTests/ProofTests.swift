import Glibc
import TestSupport
import Testing

/// Proofs report failing trials, and a seed repeats its trial.
struct ProofTests {
    @Test func `a seed determines its trial`() async {
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

    @Test func `a failing trial is recorded as an issue`() async {
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
