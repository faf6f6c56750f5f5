import TestSupport
import Testing

/// A command syncs all files and folders to the disk before it reports success.
struct DurabilityProof {
    @Test func `a power cut that keeps only synced data loses nothing acknowledged`() async {
        let proof = Proof("durable", of: "acknowledged commands", faults: faults)
        guard let boards = boards(proof) else { return }
        await proof.each(FaultScenario.all, quick: FaultScenario.all.count) { scenario, trial in
            try strike(scenario, nil, boards, trial)
        }
    }

    @Test func `a power cut at any instant that keeps only synced data leaves all or nothing`()
        async
    {
        let proof = Proof("durable-cut", of: "power cuts", faults: faults)
        guard let boards = boards(proof) else { return }
        let modes = [FaultMode(name: "after", killsAll: true)]
        await proof.each(boards.cases(modes), quick: 10) { item, trial in
            try strike(item.scenario, item.fault, boards, trial)
        }
    }

    private let faults = ["torn", "lost", "stuck", "fsck", "false success", "left over"]

    private func boards(_ proof: Proof) -> FaultBoards? {
        do {
            guard try SyncedDisk.works(ProgramSandbox()) else {
                proof.notRun("there is no file system in memory at /dev/shm")
                return nil
            }
            return try FaultBoards(FaultScenario.all)
        } catch {
            Issue.record("\(error)")
            return nil
        }
    }

    private func strike(
        _ scenario: FaultScenario, _ fault: Fault?, _ boards: FaultBoards, _ trial: Trial
    ) throws {
        guard let faultFree = boards.faultFreeRuns[scenario.name] else { return }
        trial.note(
            fault.map { "\(scenario.name), power cut after call \($0.at)" } ?? scenario.name)
        let folder = try boards.copy(of: scenario)
        let disk = try SyncedDisk(of: folder, boards, hasJournal: fault != nil)
        let (run, _) = try boards.pmd(
            scenario.words, in: folder + "/" + scenario.here, under: fault, trial: folder,
            disk: disk)
        trial.count("acknowledged", run.status == 0 ? 1 : 0)
        try disk.cutPower()
        let oracle = FaultOracle(
            boards: boards, faultFree: faultFree, trial: trial, folder: folder, sparesObjects: true)
        let cut = Fault(mode: FaultMode(name: "kill", killsAll: true), at: fault?.at ?? 0)
        try oracle.judge(run, under: cut, wasStruck: true)
        try boards.remove(folder)
    }
}
