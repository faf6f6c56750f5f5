import MergeSupport
import TestSupport
import Testing

@testable import TaskBoard

/// The laws of merging, for random histories of three to five clones.
///
/// `PMD_SEED=… swift test --filter MergeLawTests` runs one seed again.
struct MergeLawTests {
    /// Seeds that once broke a law.
    private static let regressions: [UInt64] = [
        203_725, 205_270, 15_180_092_501_353_271_466,
    ]

    @Test(arguments: 0..<20)
    func `clones that have all synced twice are equal and no value is lost`(batch: Int) throws {
        for number in 0..<50 { try check(testSeed &+ UInt64(batch * 50 + number)) }
    }

    @Test(arguments: regressions)
    func `seeds that once broke a law keep it`(seed: UInt64) throws { try check(seed) }

    private func check(_ seed: UInt64) throws {
        var clones = try SimulatedClones(
            seed: seed, clones: 3 + Int(seed % 3), steps: 14 + Int(seed / 3 % 3) * 6)
        try clones.syncAll()
        try clones.syncAll()
        #expect(clones.asymmetries.isEmpty, "seed \(seed): one side was asked first")
        #expect(Set(clones.heads).count == 1, "seed \(seed): the clones differ")
        let oracles = Oracles(clones)
        let (lost, stale) = (try oracles.lost(), try oracles.stale())
        #expect(lost.isEmpty, "seed \(seed): lost")
        #expect(stale.isEmpty, "seed \(seed): an old value won")
    }
}
