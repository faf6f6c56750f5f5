import TestSupport
import Testing

/// A full disk: a command does all or nothing, reports the error, and works once there is space
/// again.
struct FullDiskProof {
    private struct Case: Sendable {
        var scenario: FaultScenario
        /// The folder with its own small file system.
        var folder: String
        var kibibytes: Int?
        var inodes: Int?

        var title: String {
            "\(scenario.name), \(folder), "
                + (kibibytes.map { "\($0) KiB" } ?? "\(inodes ?? 0) inodes") + " left"
        }
    }

    @Test func `a full disk here or on the remote does no damage`() async {
        let proof = Proof(
            "full-disk", of: "amounts of room left",
            faults: FaultProof.faults
        )
        guard let words = FileSystems.memory else {
            return proof.notRun("this user may not mount a file system in memory")
        }
        let boards: FaultBoards
        do { boards = try FaultBoards(FaultScenario.all) } catch {
            Issue.record("\(error)")
            return
        }
        await proof.each(cases(), quick: 10) { item, trial in
            guard let faultFree = boards.faultFreeRuns[item.scenario.name] else { return }
            let folder = try boards.copy(of: item.scenario)
            trial.note(item.title)
            let run = try boards.strike(script(item), with: words, in: folder)
            let oracle = FaultOracle(
                boards: boards, faultFree: faultFree, trial: trial, folder: folder)
            let fault = Fault(mode: FaultMode(name: "ENOSPC", lasting: 0), at: 1)
            try oracle.judge(run, under: fault, wasStruck: run.status != 0)
            try boards.remove(folder)
        }
    }

    private func cases() -> [Case] {
        FaultScenario.all.flatMap { scenario -> [Case] in
            // A command that creates a board does so in a subfolder.
            let own = scenario.here == "." ? "new" : scenario.here
            let folders = [own] + (scenario.kind == .sync ? ["hub.git"] : [])
            return folders.flatMap { folder in
                stride(from: 0, through: 400, by: 4).map {
                    Case(scenario: scenario, folder: folder, kibibytes: $0)
                } + (0...60).map { Case(scenario: scenario, folder: folder, inodes: $0) }
            }
        }
    }

    /// Fills the file system except for the given space, runs the command, and copies the result to
    /// another file system.
    private func script(_ item: Case) -> String {
        let fill =
            item.kibibytes.map {
                """
                free=$(df --output=avail -k '\(item.folder)' | tail -1)
                head -c $(((free - \($0)) * 1024)) /dev/zero >small/filler
                """
            }
                ?? """
                used=$(df --output=iused '\(item.folder)' | tail -1)
                mount -o remount,nr_inodes=$((used + \(item.inodes ?? 0))) none small
                """
        return """
            mkdir -p '\(item.folder)'; mv '\(item.folder)' roomy; mkdir '\(item.folder)'
            mkdir small; mount -t tmpfs -o size=16m,nr_inodes=5000 none small
            cp -a roomy small/board; mount --bind small/board '\(item.folder)'
            \(fill)
            top=$PWD
            (cd '\(item.scenario.here)'; set +e
            timeout -s KILL 90 \(item.scenario.shellWords) >"$top/out" 2>"$top/err"
            echo $? >"$top/status")
            rm -rf roomy small/filler; cp -a '\(item.folder)' roomy
            umount '\(item.folder)'; umount small; rmdir small; rmdir '\(item.folder)'; mv roomy '\(item.folder)'
            """
    }
}
