import TestSupport
import Testing

/// A failing system call is reported, and leaves nothing half done.
@Suite(.exhaustive)
struct FaultProof {
    /// The faults that a failing call must not cause.
    static let faults = [
        "false success", "false failure", "torn", "lost", "stuck", "fsck", "left over",
    ]

    @Test func `a command with failing calls reports them and does no damage`() async {
        await Proof(
            "call-errors", of: "failing calls",
            faults: Self.faults
        ).boards(FaultScenario.all, FaultMode.errors, quick: 8)
    }

    /// Once its commit is made, undo reads only for its report.
    @Test func `a failure after an undo is complete does not fail the undo`() async {
        await Proof(
            "late-errors", of: "failing calls at the end",
            faults: Self.faults
        ).boards(
            FaultScenario.all.filter { ["undo", "redo"].contains($0.name) },
            [FaultMode(name: "EIO", lasting: 0)], last: 60, quick: 120)
    }

    /// Such a board is a working tree of the code's repository, which must stay unchanged.
    @Test func `a board beside code is removed if its files cannot be written`() async {
        await Proof(
            "half-boards", of: "failing calls while the first files are written",
            faults: Self.faults
        ).boards(
            FaultScenario.all.filter { $0.name == "init-beside-code" },
            ["EDQUOT", "EIO", "EINTR"].map { FaultMode(name: $0) }, last: 120, quick: 40)
    }

    /// libgit2 reports an unreadable local reference in the same words as a remote one.
    @Test func `a push's unreadable reference is not blamed on the remote`() async throws {
        let scenario = try #require(FaultScenario.all.first { $0.name == "sync-send" })
        await Proof(
            "outgoing-errors", of: "failing calls on the reference of a push",
            faults: Self.faults + ["remote blamed"]
        ).calls(
            of: scenario, on: "/board/.git/refs/pmd/outgoing-",
            (1...24).map { Fault(mode: FaultMode(name: "EIO"), at: $0) }, quick: 24
        ) { run, trial in
            trial.expect(!run.error.contains("remote: "), "remote blamed", run.error)
        }
    }

    /// A file that keeps its old bytes because it cannot be replaced is not an edit of HEAD.
    @Test func `a file that two commands could not write does not count as an edit`() async throws {
        let scenario = try #require(FaultScenario.all.first { $0.name == "sync-receive" })
        let modes = ["EIO", "EROFS"].map { FaultMode(name: $0, lasting: 0) }
        await Proof(
            "twice-errors", of: "failing calls on files, in two commands", faults: Self.faults
        ).calls(
            of: scenario, on: "/board/todo/fix-roof-k3f9m2.md",
            modes.flatMap { mode in (1...6).map { Fault(mode: mode, at: $0) } }, quick: 12,
            runs: 2)
    }

    @Test func `the next command removes temporary files that two could not remove`() async throws {
        let scenario = try #require(FaultScenario.all.first { $0.name == "sync-receive" })
        await Proof(
            "twice-read-only", of: "read-only folders, in two commands", faults: Self.faults
        ).calls(
            of: scenario, on: "/board/todo/",
            (1...8).map { Fault(mode: FaultMode(name: "EROFS", lasting: 0), at: $0) }, quick: 8,
            runs: 2)
    }

    /// A program without arguments prints its help.
    @Test func `a program without readable arguments reports that and does nothing`() async throws {
        let scenario = try #require(FaultScenario.all.first { $0.name == "rm" })
        await Proof(
            "no-descriptors", of: "programs that may open nothing", faults: Self.faults
        ).calls(
            of: scenario, on: "/",
            (1...8).map { Fault(mode: FaultMode(name: "EMFILE", lasting: 0), at: $0) }, quick: 8)
    }

    @Test func `with few descriptors left a command does all or nothing`() async {
        let boards: FaultBoards
        do { boards = try FaultBoards(FaultScenario.all) } catch {
            Issue.record("\(error)")
            return
        }
        let cases = FaultScenario.all.flatMap { scenario in
            (8...64).map { (scenario: scenario, limit: $0) }
        }
        await Proof(
            "few-descriptors", of: "limits of open files",
            faults: Self.faults
        ).each(cases, quick: 10) { item, trial in
            guard let faultFree = boards.faultFreeRuns[item.scenario.name] else { return }
            let folder = try boards.copy(of: item.scenario)
            trial.note("\(item.scenario.name), ulimit -n \(item.limit)")
            var sandbox = boards.sandbox
            sandbox.here = folder + "/" + item.scenario.here
            let run = try sandbox.shell(
                "ulimit -n \(item.limit); exec timeout -s KILL 90 \(item.scenario.shellWords)")
            let oracle = FaultOracle(
                boards: boards, faultFree: faultFree, trial: trial, folder: folder)
            let fault = Fault(mode: FaultMode(name: "EMFILE", lasting: 0), at: 1)
            // Below about twenty, the program cannot even start.
            let isStarted = run.error.hasPrefix("pmd: ") || run.status == 0
            trial.count("not started", isStarted ? 0 : 1)
            try oracle.judge(run, under: fault, wasStruck: isStarted)
            try boards.remove(folder)
        }
    }
}
