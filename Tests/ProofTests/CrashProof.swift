import TestSupport
import Testing

/// A command can be killed at any instant, and the next one simply works.
struct CrashProof {
    @Test func `a command that is killed did all or nothing, and the next one works`() async {
        await Proof("crash", of: "kills, before, after and torn", faults: faults).boards(
            FaultScenario.all, FaultMode.deaths, quick: 25)
    }

    @Test func `a sync that dies with all its processes did all or nothing`() async {
        await Proof("crash-all", of: "kills of all processes", faults: faults).boards(
            FaultScenario.syncs + [FaultScenario.makings[3]], FaultMode.deathOfAll, quick: 6)
    }

    @Test func `a recovery that is killed too leaves nothing to repair`() async {
        let field: FaultField
        do { field = try FaultField(FaultScenario.all) } catch {
            Issue.record("\(error)")
            return
        }
        let cases = field.cases(FaultMode.deaths)
        await Proof("crash-twice", of: "kills of a command and of the next", faults: faults)
            .random(quick: 15) { trial in
                guard let first = cases.randomElement(using: &trial.random),
                    let ground = field.grounds[first.scenario.name],
                    let mode = FaultMode.deaths.randomElement(using: &trial.random)
                else { return }
                let folder = try field.copy(of: first.scenario)
                let oracle = FaultOracle(
                    field: field, ground: ground, trial: trial, folder: folder)
                _ = try field.pmd(
                    first.scenario.words, in: folder + "/" + first.scenario.here,
                    under: first.fault, trial: folder)
                let (words, here) = try oracle.next()
                let points = max(1, mode.points(in: ground.counts))
                let second = Fault(mode: mode, at: Int.random(in: 1...points, using: &trial.random))
                trial.note(
                    "\(first.scenario.name), \(first.fault.mode.title) at \(first.fault.at), "
                        + "then \(words[0]), \(mode.title) at \(second.at)")
                let (run, counts) = try field.pmd(words, in: here, under: second, trial: folder)
                trial.count("killed twice", counts.faults > 0 ? 1 : 0)
                try oracle.judge(run, under: second, wasStruck: true)
                try field.remove(folder)
            }
    }
}

private let faults = ["torn", "lost", "stuck", "fsck", "left over"]

extension Proof {
    /// Injects one fault per trial into the calls of commands.
    ///
    /// - Parameter last: How many points at the end of each command are tried.
    func boards(
        _ scenarios: [FaultScenario], _ modes: [FaultMode], last: Int = .max, quick: Int
    ) async {
        let field: FaultField
        do { field = try FaultField(scenarios) } catch {
            Issue.record("\(error)")
            return
        }
        await each(field.cases(modes, last: last), quick: quick) { item, trial in
            guard let ground = field.grounds[item.scenario.name] else { return }
            let folder = try field.copy(of: item.scenario)
            let (run, counts) = try field.pmd(
                item.scenario.words, in: folder + "/" + item.scenario.here, under: item.fault,
                trial: folder)
            if counts.faults == 0 { trial.count("not reached") }
            trial.note(
                "\(item.scenario.name), \(item.fault.mode.title) at \(item.fault.at): \(counts.struck)"
            )
            var oracle = FaultOracle(field: field, ground: ground, trial: trial, folder: folder)
            oracle.struck = counts.struck
            try oracle.judge(run, under: item.fault, wasStruck: counts.faults > 0)
            try field.remove(folder)
        }
    }
}
