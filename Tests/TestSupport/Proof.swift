import Glibc
import Testing

/// A promise that is tried repeatedly with random or enumerated cases.
///
/// A test run tries a few cases, always the same. `Tests/soak` gives each promise minutes, and new
/// seeds. A failing trial leaves a file that repeats that trial alone.
///
/// Environment variables, which `Tests/soak` sets, control it:
/// - `PMD_PROOF`: the only promise to try. The others return at once.
/// - `PMD_PROOF_SECONDS`: how long to try, instead of the quick number of trials.
/// - `PMD_PROOF_TRIALS`: the exact number of trials, beginning with `PMD_SEED`.
/// - `PMD_PROOF_REPORT`: the file that gets one line for the promise.
/// - `PMD_PROOF_FAILURES`: the folder that gets a file for each failing trial.
package struct Proof: Sendable {
    private let name: String
    private let unit: String
    private let faults: [String]
    private let suite: String
    private let settings = ProofSettings.shared

    /// - Parameters:
    ///   - name: One word of `a-z` and `-`, such as `converge`.
    ///   - unit: What a trial is, in the plural, such as `histories x 5 clones`.
    ///   - faults: The faults that the report counts, such as `diverged` and `lost`.
    ///   - file: The test's file, which has the suite's name.
    package init(_ name: String, of unit: String, faults: [String], file: String = #fileID) {
        (self.name, self.unit, self.faults) = (name, unit, faults)
        suite = String(file.split(separator: "/").last?.dropLast(".swift".count) ?? "")
    }

    /// Whether a trial may be large: in a soak, and when one of its trials is repeated.
    package static var isSoak: Bool { ProofSettings.shared.only != nil }

    /// Tries one seed after another.
    package func random(
        quick: Int, _ body: (Trial) async throws -> Void
    ) async {
        await run(quick: quick, of: nil) { try await body($0) }
    }

    /// Tries every case in a soak, and `quick` random cases in a test run.
    package func each<Case: Sendable>(
        _ cases: [Case], quick: Int, _ body: (Case, Trial) async throws -> Void
    ) async {
        guard !cases.isEmpty else { preconditionFailure("\(name): no case") }
        var order = Array(cases.indices)
        var random = SplitMix64(seed: settings.firstSeed)
        if settings.trials == nil { order.shuffle(using: &random) }
        await run(quick: min(quick, cases.count), of: order) { trial in
            try await body(cases[Int(trial.seed % UInt64(cases.count))], trial)
        }
    }

    /// Prefixes of the promises that a test run leaves out because of their cost: another script
    /// tries them. Any other promise that is not tried is reported.
    private static let triedElsewhere = ["oracle-"]

    /// Records that this machine cannot try the promise, so that it is never skipped silently.
    package func notRun(_ why: String) {
        guard settings.isAsked(for: name) else { return }
        settings.report("\(name): not run: \(why)")
        let isLeftOut = Self.triedElsewhere.contains(where: name.hasPrefix)
        if Self.isSoak || !isLeftOut { noteNotRun(why) }
    }

    private func run(
        quick: Int, of order: [Int]?, _ body: (Trial) async throws -> Void
    ) async {
        guard settings.isAsked(for: name) else { return }
        var tally = Tally()
        let start = ContinuousClock.now
        while settings.goesOn(after: tally.trials, quick: quick, of: order?.count, since: start) {
            let seed = order.flatMap { order in
                settings.trials == nil ? UInt64(order[tally.trials]) : nil
            }
            let trial = Trial(seed: seed ?? settings.firstSeed &+ UInt64(tally.trials))
            do {
                try await body(trial)
            } catch {
                trial.fail("broken off", "\(error)")
            }
            tally.add(trial)
            if !trial.failures.isEmpty { keep(trial) }
        }
        settings.report(line(tally, of: order?.count))
    }

    private func line(_ tally: Tally, of total: Int?) -> String {
        let known = faults.map { "\(tally.faults[$0] ?? 0) \($0)" }
        let others = tally.faults.keys.filter { !faults.contains($0) }.sorted().map {
            "\(tally.faults[$0] ?? 0) \($0)"
        }
        let counts = tally.counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        let peaks = tally.peaks.sorted { $0.key < $1.key }.map { "at most \($0.value) \($0.key)" }
        let tried = total.map { "\(tally.trials) of \($0)" } ?? "\(tally.trials)"
        return
            "\(name): \(tried) \(unit), \((known + others + counts + peaks).joined(separator: ", "))"
    }

    /// Records the failure, and writes the script that repeats this seed.
    private func keep(_ trial: Trial) {
        let failures = (trial.notes + trial.failures).joined(separator: "\n")
        Issue.record("\(name), seed \(trial.seed): \(failures)")
        let comment = failures.split(separator: "\n").map { "# \($0)\n" }.joined()
        settings.keep(
            """
            #!/bin/sh
            # \(name), \(unit):
            \(comment)PMD_PROOF=\(name) PMD_SEED=\(trial.seed) PMD_PROOF_TRIALS=1 \
            exec Tests/run --filter \(suite)

            """, as: "\(name)-\(trial.seed)")
    }
}

/// One trial of a promise, with its random numbers and faults.
package final class Trial {
    /// The seed that determines this trial: the same seed gives the same trial.
    package let seed: UInt64
    package var random: SplitMix64
    fileprivate var faults: [String: Int] = [:]
    fileprivate var counts: [String: Int] = [:]
    fileprivate var peaks: [String: Int] = [:]
    fileprivate var failures: [String] = []
    fileprivate var notes: [String] = []

    fileprivate init(seed: UInt64) { (self.seed, random) = (seed, SplitMix64(seed: seed)) }

    /// Records a fault by name, with the details needed to understand it.
    package func fail(_ fault: String, _ comment: String) {
        faults[fault, default: 0] += 1
        if failures.count < 20 { failures.append("\(fault): \(comment)") }
    }

    /// Records a fault unless the condition holds.
    package func expect(
        _ condition: Bool, _ fault: String, _ comment: @autoclosure () -> String
    ) {
        if !condition { fail(fault, comment()) }
    }

    /// Describes the trial, for readers of a failure report.
    package func note(_ comment: String) { notes.append(comment) }

    /// Adds to a count that the report shows besides trials and faults, such as `merges`.
    package func count(_ what: String, _ number: Int = 1) { counts[what, default: 0] += number }

    /// Records a number whose maximum over all trials is reported, such as `MB`.
    package func most(_ what: String, _ number: Int) {
        peaks[what] = max(number, peaks[what] ?? number)
    }
}

/// The totals over the trials of one promise.
private struct Tally {
    var trials = 0
    var faults: [String: Int] = [:]
    var counts: [String: Int] = [:]
    var peaks: [String: Int] = [:]

    mutating func add(_ trial: Trial) {
        trials += 1
        faults.merge(trial.faults, uniquingKeysWith: +)
        counts.merge(trial.counts, uniquingKeysWith: +)
        peaks.merge(trial.peaks, uniquingKeysWith: max)
    }
}

/// How many trials to run, and where to report them, from the environment.
private struct ProofSettings: Sendable {
    static let shared = ProofSettings()

    let only = variable("PMD_PROOF")
    let seconds = variable("PMD_PROOF_SECONDS").flatMap(Int.init)
    let trials = variable("PMD_PROOF_TRIALS").flatMap(Int.init)
    let reportFile = variable("PMD_PROOF_REPORT")
    let failures = variable("PMD_PROOF_FAILURES")

    /// A test run uses the same trials each time. Randomness is for the soak, whose failures
    /// someone looks at.
    var firstSeed: UInt64 {
        seconds == nil && variable("PMD_SEED") == nil ? 1 : testSeed
    }

    func isAsked(for name: String) -> Bool { only == nil || only == name }

    func goesOn(
        after count: Int, quick: Int, of total: Int?, since start: ContinuousClock.Instant
    ) -> Bool {
        if let trials { return count < trials }
        if let total, count >= total { return false }
        guard let seconds else { return count < quick }
        return count == 0 || ContinuousClock.now - start < .seconds(seconds)
    }

    func report(_ line: String) {
        guard let reportFile else { return }
        append("\(line)\n", to: reportFile, mode: 0o644)
    }

    func keep(_ script: String, as name: String) {
        guard let failures else { return }
        append(script, to: "\(failures)/\(name)", mode: 0o755)
    }
}

private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
