import TestSupport
import Testing

/// Each version completes a killed command of the other version.
struct OracleCrashProof {
    private typealias Case = (direction: Int, scenario: FaultScenario, fault: Fault)

    /// The kill comes before or in the middle of each write, with or without the command's child
    /// processes.
    private static let modes = [
        FaultMode(name: "kill"), FaultMode(name: "torn"), FaultMode(name: "kill", killsAll: true),
    ]
    private static let faults = ["torn", "lost", "stuck", "fsck", "left over", "unclean"]

    @Test func `each version completes what the other left unfinished`() async throws {
        let proof = Proof(
            "oracle-crash", of: "kills of one version, finished by the other", faults: Self.faults)
        try await proof.againstOlderVersion { older in
            let versions = Version.pairs(older)
            // The older version does not repeat tasks, so its result differs.
            let scenarios = FaultScenario.all.filter { $0.name != "repeat" }
            let boards = try versions.map {
                try FaultBoards(scenarios, struck: $0.first.pmd, next: $0.next.pmd)
            }
            let cases: [Case] = boards.indices.flatMap { direction in
                boards[direction].cases(Self.modes).map {
                    (direction, $0.scenario, $0.fault)
                }
            }
            await proof.each(cases, quick: 0) { item, trial in
                let (struck, next) = versions[item.direction]
                trial.note("the \(struck.name) version is killed, the \(next.name) goes on")
                let folder = try boards[item.direction].strike(item.scenario, item.fault, trial)
                let board = folder + "/" + item.scenario.board
                for version in [struck, next] {
                    try Self.expectWork(of: version, on: board, boards[item.direction], trial)
                }
                try boards[item.direction].remove(folder)
            }
        }
    }

    /// Runs commands on the completed board, and checks the repository.
    private static func expectWork(
        of version: Version, on board: String, _ boards: FaultBoards, _ trial: Trial
    ) throws {
        var sandbox = boards.sandbox
        (sandbox.here, sandbox.program) = (board, version.pmd)
        for words in [["add", "By \(version.name)"], ["undo"], ["redo"], ["list", "--all"]] {
            let run = try sandbox.run([version.pmd] + words)
            trial.expect(
                run.status == 0, "stuck", "\(version.name): \(words): \(run.status) \(run.error)")
        }
        let check = try sandbox.expect(
            """
            git status --porcelain
            git fsck --strict --no-dangling --no-progress 2>&1 | grep -v ^notice || :
            cd "$(git rev-parse --git-common-dir)" && find . -name '*.lock' -o -name pending
            """)
        trial.expect(check.isEmpty, "unclean", "after the \(version.name) version: \(check)")
    }
}

extension FaultBoards {
    /// Kills a command, runs the next one, and checks both.
    ///
    /// - Returns: The trial's folder.
    fileprivate func strike(
        _ scenario: FaultScenario, _ fault: Fault, _ trial: Trial
    ) throws -> String {
        guard let faultFree = faultFreeRuns[scenario.name] else { throw Unexpected(scenario.name) }
        let folder = try copy(of: scenario)
        let (run, counts) = try pmd(
            scenario.words, in: folder + "/" + scenario.here, under: fault, trial: folder)
        trial.note("\(scenario.name), \(fault.mode.title) at \(fault.at): \(counts.struck)")
        if counts.faults == 0 { trial.count("not reached") }
        var oracle = FaultOracle(boards: self, faultFree: faultFree, trial: trial, folder: folder)
        oracle.struck = counts.struck
        try oracle.judge(run, under: fault, wasStruck: counts.faults > 0)
        return folder
    }
}
