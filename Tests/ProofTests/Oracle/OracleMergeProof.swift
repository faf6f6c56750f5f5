import Glibc
import MergeSupport
import TestSupport
import Testing

/// Both versions merge two heads into the same commit, byte for byte.
struct OracleMergeProof {
    private static let faults = ["differed", "unsound"]
    private static let histories: UInt64 = 100

    @Test func `both versions merge random histories to the same commits`() async throws {
        let proof = Proof("oracle-merge", of: "batches of 100 histories", faults: Self.faults)
        try await proof.againstOlderVersion { older in
            await proof.random(quick: 0) { trial in
                // Every fourth board shares its repository with code.
                let prefix = trial.seed % 4 == 3 ? "tasks/" : ""
                var comparison = try MergeComparison(older, prefix: prefix)
                var stream: [UInt8] = []
                var seeds: [UInt64] = []
                for number in 0..<Self.histories {
                    let seed = trial.seed &* Self.histories &+ number
                    let clones = try Self.clones(seed)
                    stream += try FastImport(clones.history, prefix: prefix).bytes
                    seeds += clones.history.mergedPairs.map { _ in seed }
                }
                guard try comparison.add(stream), comparison.pairs.count == seeds.count else {
                    return trial.fail("broken off", "git cannot import the histories")
                }
                for difference in try comparison.differences() {
                    let which = difference.pair.map { "history \(seeds[$0]): " } ?? ""
                    trial.fail(difference.fault, which + difference.comment)
                }
                trial.count("histories", Int(Self.histories))
                trial.count("merges", seeds.count)
            }
        }
    }

    /// Returns clones as in ``MergeProof``, whose final heads are also merged in pairs.
    private static func clones(_ seed: UInt64) throws -> SimulatedClones {
        var clones = try SimulatedClones(
            seed: seed, clones: 3 + Int(seed % 3), steps: 14 + Int(seed / 3 % 3) * 10)
        let heads = clones.heads
        for (one, other) in zip(heads, heads.dropFirst()) { _ = try clones.merge(one, other) }
        try clones.syncAll()
        return clones
    }

    @Test func `both versions merge the tests' histories to the same commits`() async throws {
        let proof = Proof("oracle-corpus", of: "runs of the merge tests", faults: Self.faults)
        try await proof.againstOlderVersion { older in
            await proof.each(["Merge|Counterexample|CornerCase|Healing|Restored"], quick: 0) {
                filter, trial in
                var comparison = try MergeComparison(older)
                for history in try Self.corpus(filter) {
                    let isStored = try comparison.add(history)
                    trial.count(isStored ? "histories" : "histories that git cannot store")
                }
                for difference in try comparison.differences() {
                    trial.fail(difference.fault, difference.comment)
                }
                trial.count("merges", comparison.pairs.count)
            }
        }
    }

    /// Runs the merge tests in another process, which records their histories. Those with repeating
    /// tasks are left out: the older version does not support them.
    private static func corpus(_ filter: String) throws -> [[UInt8]] {
        var sandbox = try ProgramSandbox()
        sandbox.environment["PMD_MERGE_CORPUS"] = sandbox.here
        var words = CommandLine.arguments
        guard let place = words.firstIndex(of: "--filter"), place + 1 < words.count else {
            throw Unexpected("the tests run without --filter")
        }
        words[place + 1] = "TaskBoardTests.*(\(filter))"
        words += ["--skip", "Succession"]
        words[0] = "/proc/\(getpid())/exe"
        let run = try sandbox.run(words)
        guard run.status == 0 else { throw Unexpected("\(words): \(run.output.suffix(2000))") }
        return try names(in: sandbox.here).map { try readFile(sandbox.here + "/" + $0) }
    }
}
