import TestSupport
import Testing

/// `pmd doctor --fix` may be killed at any instant.
struct RepairKillProof {
    @Test func `a repair that is killed changes no reference, and the next one finishes it`() async
    {
        let proof = Proof("repair-kills", of: "kills of a repair", faults: ["changed", "left"])
        let cases = FaultMode.deathOfAll.flatMap { mode in
            (1...80).map { Fault(mode: mode, at: $0) }
        }
        await proof.each(cases, quick: 8) { fault, trial in
            let sandbox = try Self.damagedBoard()
            trial.note("\(fault.mode.title) at \(fault.at)")
            let before = try sandbox.gitFiles()
            let state = sandbox.here + "/../state"
            let words = try Fault.words(fault, state: state, below: sandbox.here + "/.git")
            let run = try sandbox.run(
                words + [binaryFolder + "/pmd", "doctor", "objects", "--fix"])
            let counts = try FaultCounts(at: state)
            if counts.faults == 0 { trial.count("not reached") }
            trial.expect(try sandbox.gitFiles() == before, "changed", "\(counts.struck): \(run)")
            let again = try sandbox.pmd("doctor", "objects", "--fix")
            trial.expect(again.status == 0, "left", "\(counts.struck): \(again)")
            // The damaged file of an object may stay if a copied pack has the object, too.
            let after = try sandbox.shell(
                "git rev-list --objects --all >/dev/null; pmd doctor repository objects; "
                    + "pmd add Another; pmd sync")
            trial.expect(after.status == 0, "left", "\(counts.struck): \(after)")
        }
    }

    @Test func `a clone that is killed leaves no folder that looks finished`() async {
        let proof = Proof("clone-kills", of: "kills of a clone", faults: ["changed", "left"])
        let cases = FaultMode.deathOfAll.flatMap { mode in
            (1...320).map { Fault(mode: mode, at: $0) }
        }
        await proof.each(cases, quick: 6) { fault, trial in
            let sandbox = try NewCloneTests.damagedBoard()
            trial.note("\(fault.mode.title) at \(fault.at)")
            let before = try sandbox.files()
            let state = sandbox.here + "/../state"
            let words = try Fault.words(fault, state: state, below: sandbox.folder.path)
            let run = try sandbox.run(
                words + [binaryFolder + "/pmd", "doctor", "--clone", "../new"])
            let counts = try FaultCounts(at: state)
            if counts.faults == 0 { trial.count("not reached") }
            trial.expect(try sandbox.files() == before, "changed", "\(counts.struck): \(run)")
            let isMade = try sandbox.shell("test -e ../new").status == 0
            // The next run removes what the killed one left, and a clone in its place is whole.
            let again = try sandbox.pmd("doctor", "--clone", "../new")
            trial.expect(
                again.status == (isMade ? 65 : 0), "left", "\(counts.struck): \(again)")
            let after = try sandbox.shell(
                """
                set -e; test $(ls -A .. | grep -c pmd-clone) = 0; cd ../new
                pmd sync; git fsck --strict; test $(ls todo | grep -c theirs) = 19
                ls todo | grep not-pushed; grep edited doing/*first*; grep 2027 todo/*second*
                git diff --quiet HEAD; git diff --quiet HEAD origin/main
                """)
            trial.expect(after.status == 0, "left", "\(counts.struck): \(after)")
        }
    }

    /// Returns a board with a damaged pack and a damaged loose object, both of which the remote
    /// has, and an uncommitted edit.
    private static func damagedBoard() throws -> ProgramSandbox {
        let sandbox = try ProgramSandbox.board()
        try sandbox.add("First task")
        try sandbox.must(
            """
            git init -q --bare ../remote.git; git remote add origin ../remote.git; pmd sync; git gc -q
            pmd add Later; pmd sync; rm -rf .git/pmd/objects; chmod -R u+w .git/objects
            echo more >>"$(ls todo/*first*)"
            printf x | dd status=none conv=notrunc bs=1 seek=300 of=$(ls .git/objects/pack/*.pack)
            id=$(git rev-parse HEAD)
            echo garbage >.git/objects/$(echo $id | cut -c1-2)/$(echo $id | cut -c3-)
            """)
        return sandbox
    }
}
