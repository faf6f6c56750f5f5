import TestSupport
import Testing

/// A successful command survives a power failure.
@Suite(.exhaustive)
struct PowerLossProof {
    private struct Case: Sendable {
        var scenario: FaultScenario
        var kind: String
        /// The milliseconds from the command's start or end to the power cut.
        var delay: Int
        var isAcknowledged: Bool

        var title: String {
            "\(scenario.name) on \(kind), cut \(delay) ms after its "
                + (isAcknowledged ? "end" : "start")
        }
    }

    @Test(arguments: ["ext4", "xfs"])
    func `acknowledged changes survive a power cut`(kind: String) async {
        let faults = ["lost", "torn", "stuck", "fsck", "false success"]
        let proof =
            kind == "xfs"
            ? Proof("power-xfs", of: "power cuts", faults: faults)
            : Proof("power-ext4", of: "power cuts", faults: faults)
        guard let words = FileSystems.image(kind) else {
            return proof.notRun("this user may not mount \(kind) from an image")
        }
        let boards: FaultBoards
        do {
            boards = try FaultBoards(FaultScenario.all)
            try makeImage(of: boards, kind, words)
        } catch {
            Issue.record("\(error)")
            return
        }
        await proof.random(quick: 4) { trial in
            let item = first(kind, trial.seed) ?? any(kind, &trial.random)
            trial.note(item.title)
            guard let faultFree = boards.faultFreeRuns[item.scenario.name] else { return }
            let folder = try boards.copy(of: item.scenario)
            let run = try boards.strike(script(item), with: words, in: folder)
            let oracle = FaultOracle(
                boards: boards, faultFree: faultFree, trial: trial, folder: folder)
            let fault = Fault(mode: FaultMode(name: "kill", killsAll: true), at: 1)
            trial.count("acknowledged", run.status == 0 ? 1 : 0)
            try oracle.judge(run, under: fault, wasStruck: true)
            try boards.remove(folder)
        }
    }

    /// Returns the first cases of a test run, with an immediate power cut: these reveal what was
    /// not synced.
    private func first(_ kind: String, _ seed: UInt64) -> Case? {
        let names: [UInt64: String] = [1: "edit", 2: "undo", 3: "add"]
        let scenario = FaultScenario.all.first { $0.name == names[seed] }
        return scenario.map { Case(scenario: $0, kind: kind, delay: 0, isAcknowledged: true) }
    }

    private func any(_ kind: String, _ random: inout SplitMix64) -> Case {
        let all = FaultScenario.all
        let isAcknowledged = Int.random(in: 0..<4, using: &random) > 0
        return Case(
            scenario: all[Int.random(in: 0..<all.count, using: &random)], kind: kind,
            delay: isAcknowledged
                ? [0, 0, 0, 300, 1_500].randomElement(using: &random) ?? 0
                : Int.random(in: 0...80, using: &random),
            isAcknowledged: isAcknowledged)
    }

    /// Creates one image with all boards, which is copied for each trial.
    private func makeImage(of boards: FaultBoards, _ kind: String, _ words: [String]) throws {
        var sandbox = boards.sandbox
        sandbox.environment["PATH"] = binaryFolder + ":/usr/sbin:/usr/bin:/sbin:/bin"
        let names = boards.faultFreeRuns.keys.sorted().joined(separator: " ")
        let run = try sandbox.run(
            words + [
                """
                truncate -s 300M image; mkfs.\(kind) -q image; mkdir mounted
                mount -o loop image mounted; cp -a \(names) mounted; sync -f mounted; umount mounted
                """
            ])
        guard run.status == 0 else { throw FaultLibrary.Failure(words: run.error) }
    }

    /// Returns the script that runs the command on the image, cuts the power, and copies the disk's
    /// state afterwards. The remote's git is configured to sync its disk.
    private func script(_ item: Case) -> String {
        let name = item.scenario.name
        let options = item.kind == "ext4" ? "loop,commit=1" : "loop"
        let seconds = "\(item.delay / 1000).\(String(1000 + item.delay % 1000).dropFirst())"
        return """
            top=$PWD; cp --sparse=always ../image image; mkdir mounted
            mount -o \(options) image mounted
            git -C mounted/\(name)/hub.git config core.fsync all
            git -C mounted/\(name)/hub.git config receive.unpackLimit 1; sync -f mounted
            cut() {
                python3 -c 'import fcntl, os, struct, sys
            fcntl.ioctl(os.open(sys.argv[1], 0), 0x8004587d, struct.pack("I", 2))' "$top/mounted"
            }
            echo 137 >status
            \(item.scenario.here == "." ? "cd mounted/\(name)" : bindings(name))
            (cd '\(item.scenario.here)'; set +e
            \(item.isAcknowledged ? "" : "{ sleep \(seconds); cut; } & ")
            timeout -s KILL 90 \(item.scenario.shellWords) >"$top/out" 2>"$top/err"
            echo $? >"$top/status"
            \(item.isAcknowledged ? "sleep \(seconds); cut" : "wait"))
            cd "$top"
            for folder in board other code hub.git; do umount $folder 2>/dev/null || :; done
            umount mounted
            mount -o \(options) image mounted
            for folder in board other code hub.git empty.git new; do
                rm -rf $folder
                [ ! -e mounted/\(name)/$folder ] || cp -a mounted/\(name)/$folder .
            done
            # A clone knows its remote by where the disk was.
            for file in new/.git/pmd/cloning new/.git/config; do
                [ ! -s $file ] || sed -i 's|/mounted/\(name)||' $file
            done
            umount mounted; rm -r image mounted
            """
    }

    /// Returns the mounts that put the image's boards at the trial's paths: linked working trees
    /// contain each other's absolute paths.
    private func bindings(_ name: String) -> String {
        """
        for folder in board other code hub.git; do
            mount --bind mounted/\(name)/$folder $folder
        done
        """
    }
}
