import TestSupport
import Testing

/// A command may be killed at any time: the next command works.
struct CrashProof {
    @Test func `a killed command did all or nothing, and the next command works`() async {
        await Proof("crash", of: "kills, before, after and torn", faults: faults).boards(
            FaultScenario.all, FaultMode.deaths, quick: 25)
    }

    @Test func `a sync killed with all its processes did all or nothing`() async {
        await Proof("crash-all", of: "kills of all processes", faults: faults).boards(
            FaultScenario.syncs + [FaultScenario.makings[3]], FaultMode.deathOfAll, quick: 6)
    }

    /// When `init` adds the remote, there is no board yet that could be locked.
    @Test func `an init killed while it locked the configuration can be repeated at once`()
        async throws
    {
        let scenario = try #require(FaultScenario.makings.first { $0.name == "init" })
        let modes =
            ["kill", "after"].map { FaultMode(name: $0) } + [FaultMode(name: "EIO", lasting: 0)]
        await Proof(
            "settings-locks", of: "faults in calls on the configuration", faults: faults
        ).calls(
            of: scenario, on: "/new/.git/config",
            modes.flatMap { mode in (1...120).map { Fault(mode: mode, at: $0) } }, quick: 24)
    }

    /// The index is restored before the files are, so it no longer shows that git reset them.
    @Test func `restoring files that git reset is completed after a kill`() async throws {
        let scenario = FaultScenario.afterReset
        let modes = ["kill", "after"].map { FaultMode(name: $0) }
        await Proof("reset-kills", of: "kills while files are restored", faults: faults).calls(
            of: scenario, on: "/board/todo/",
            modes.flatMap { mode in (1...6).map { Fault(mode: mode, at: $0) } }, quick: 12)
    }

    @Test(.exhaustive) func `a recovery that is itself killed leaves nothing to repair`() async {
        let boards: FaultBoards
        do { boards = try FaultBoards(FaultScenario.all) } catch {
            Issue.record("\(error)")
            return
        }
        let cases = boards.cases(FaultMode.deaths)
        await Proof("crash-twice", of: "kills of a command and of the next", faults: faults)
            .random(quick: 15) { trial in
                guard let first = cases.randomElement(using: &trial.random),
                    let faultFree = boards.faultFreeRuns[first.scenario.name],
                    let mode = FaultMode.deaths.randomElement(using: &trial.random)
                else { return }
                let folder = try boards.copy(of: first.scenario)
                let oracle = FaultOracle(
                    boards: boards, faultFree: faultFree, trial: trial, folder: folder)
                _ = try boards.pmd(
                    first.scenario.words, in: folder + "/" + first.scenario.here,
                    under: first.fault, trial: folder)
                let (words, here) = try oracle.next()
                let points = max(1, mode.points(in: faultFree.counts))
                let second = Fault(mode: mode, at: Int.random(in: 1...points, using: &trial.random))
                trial.note(
                    "\(first.scenario.name), \(first.fault.mode.title) at \(first.fault.at), "
                        + "then \(words[0]), \(mode.title) at \(second.at)")
                let (run, counts) = try boards.pmd(words, in: here, under: second, trial: folder)
                trial.count("killed twice", counts.faults > 0 ? 1 : 0)
                try oracle.judge(run, under: second, wasStruck: true)
                try boards.remove(folder)
            }
    }
}

private let faults = ["torn", "lost", "stuck", "fsck", "left over"]

extension Proof {
    /// Injects one fault per trial into the calls of commands.
    ///
    /// - Parameter last: The number of points to try at the end of each command.
    func boards(
        _ scenarios: [FaultScenario], _ modes: [FaultMode], last: Int = .max, quick: Int
    ) async {
        let boards: FaultBoards
        do { boards = try FaultBoards(scenarios) } catch {
            Issue.record("\(error)")
            return
        }
        await each(boards.cases(modes, last: last), quick: quick) { item, trial in
            guard let faultFree = boards.faultFreeRuns[item.scenario.name] else { return }
            try boards.strike(faultFree, with: item.fault, trial)
        }
    }

    /// Injects faults into one command's calls on files whose paths have a common prefix.
    ///
    /// - Parameters:
    ///   - start: The prefix of the paths, below the trial's folder.
    ///   - runs: How many times the command runs under the fault.
    ///   - check: An additional check of the last run.
    func calls(
        of scenario: FaultScenario, on start: String, _ faults: [Fault], quick: Int,
        runs: Int = 1, check: (Run, Trial) -> Void = { _, _ in }
    ) async {
        let boards: FaultBoards
        do { boards = try FaultBoards([scenario]) } catch {
            Issue.record("\(error)")
            return
        }
        guard let faultFree = boards.faultFreeRuns[scenario.name] else { return }
        await each(faults, quick: quick) { fault, trial in
            try boards.strike(faultFree, with: fault, on: start, runs: runs, trial, check: check)
        }
    }
}

extension FaultBoards {
    /// Runs a scenario's command under a fault, and checks the result.
    fileprivate func strike(
        _ faultFree: FaultFreeRun, with fault: Fault, on start: String = "", runs: Int = 1,
        _ trial: Trial, check: (Run, Trial) -> Void = { _, _ in }
    ) throws {
        let scenario = faultFree.scenario
        let folder = try copy(of: scenario)
        func struck() throws -> (run: Run, counts: FaultCounts) {
            try pmd(
                scenario.words, in: folder + "/" + scenario.here, under: fault, trial: folder,
                below: folder + start)
        }
        for _ in 1..<runs { _ = try struck() }
        let (run, counts) = try struck()
        if counts.faults == 0 { trial.count("not reached") }
        trial.note("\(scenario.name), \(fault.mode.title) at \(fault.at): \(counts.struck)")
        check(run, trial)
        var oracle = FaultOracle(boards: self, faultFree: faultFree, trial: trial, folder: folder)
        oracle.struck = counts.struck
        try oracle.judge(run, under: fault, wasStruck: counts.faults > 0)
        try remove(folder)
    }
}
