import Glibc
import TestSupport

/// The boards of the fault tests: each is created once and copied for every trial.
final class FaultBoards {
    /// The result of a command without a fault.
    struct FaultFreeRun: Sendable {
        let scenario: FaultScenario
        /// The paths of the board's working tree and git directory, relative to the trial's folder,
        /// each beginning with a slash.
        let top, gitFolder: String
        let counts: FaultCounts
        /// The paths that exist before the command.
        let known: Set<String>
        /// The repository's configuration after the command; see ``FaultBoards/settings(of:)``.
        let settings: String
        let before: NormalizedFiles
        /// The views of HEAD during the command, including the first and the last.
        let heads: [NormalizedFiles]
        var after: NormalizedFiles { heads[heads.count - 1] }
        /// The result of the same command by the program that runs after the fault, if it is
        /// another version: a new board may have the files and settings of either.
        var otherEnd: (after: NormalizedFiles, settings: String)?

        /// Returns true for the view of HEAD after the command.
        func isEnd(_ view: NormalizedFiles?) -> Bool { view == after || view == otherEnd?.after }
    }

    /// The sandbox of all boards. Its program creates them and gets the faults.
    let sandbox: ProgramSandbox
    let faultFreeRuns: [String: FaultFreeRun]
    /// The program that runs after a fault.
    private let next: String
    private var trials = 0

    /// - Parameters:
    ///   - scenarios: The scenarios to try.
    ///   - struck: The pmd that gets the faults; by default the built one.
    ///   - next: The pmd that runs after it; by default the built one.
    init(
        _ scenarios: [FaultScenario], inMemory: Bool = true, struck: String? = nil,
        next: String? = nil
    ) throws {
        var sandbox = try ProgramSandbox(inMemory: inMemory)
        self.next = next ?? sandbox.program
        if let struck { sandbox.program = struck }
        self.sandbox = sandbox
        try Self.run(
            "mkdir base && cd base; { \(FaultScenario.base)\n} >../base.log 2>&1", sandbox)
        var faultFreeRuns: [String: FaultFreeRun] = [:]
        for scenario in scenarios {
            try Self.run(
                "cp -a base \(scenario.name); cd \(scenario.name)\n\(scenario.setUp)", sandbox)
            var faultFree = try Self.faultFree(scenario, sandbox)
            if let next, scenario.kind == .making {
                var other = sandbox
                other.program = next
                let end = try Self.faultFree(scenario, other)
                faultFree.otherEnd = (end.after, end.settings)
            }
            faultFreeRuns[scenario.name] = faultFree
        }
        self.faultFreeRuns = faultFreeRuns
    }

    /// Copies a scenario's folder and returns its absolute path.
    func copy(of scenario: FaultScenario) throws -> String {
        trials += 1
        try Self.run("cp -a \(scenario.name) t\(trials)", sandbox)
        return "\(sandbox.here)/t\(trials)"
    }

    func remove(_ folder: String) throws { try Self.run("rm -rf '\(folder)'", sandbox) }

    /// Runs the program in a folder of the trial, either with a fault or counting its calls.
    ///
    /// - Parameter below: The prefix of the calls' paths; by default the trial's folder.
    func pmd(
        _ words: [String], in folder: String, under fault: Fault?, trial: String,
        below: String? = nil, disk: SyncedDisk? = nil
    ) throws -> (run: Run, counts: FaultCounts) {
        var sandbox = sandbox
        sandbox.here = folder
        let state = trial + ".calls"
        unlink(state)
        let run = try sandbox.run(
            Fault.words(fault, state: state, below: below ?? trial, disk: disk)
                + [fault == nil ? next : sandbox.program] + words)
        defer { unlink(state) }
        return (run, try FaultCounts(at: state))
    }

    /// Returns every fault of these modes for these scenarios.
    ///
    /// - Parameter last: The number of points at the end of a command.
    func cases(
        _ modes: [FaultMode], last: Int = .max
    ) -> [(scenario: FaultScenario, fault: Fault)] {
        faultFreeRuns.values.sorted { $0.scenario.name < $1.scenario.name }.flatMap { faultFree in
            modes.flatMap { mode in
                let points = 1...max(1, mode.points(in: faultFree.counts))
                return points.suffix(last).map { (faultFree.scenario, Fault(mode: mode, at: $0)) }
            }
        }
    }

    private static func run(_ line: String, _ sandbox: ProgramSandbox) throws {
        let run = try sandbox.shell(line)
        guard run.status == 0 else {
            let log = sandbox.here + "/base.log"
            let words = String(decoding: (try? readFile(log)) ?? [], as: UTF8.self)
            throw FaultLibrary.Failure(words: "\(line): \(run.error)\n\(words)")
        }
    }

    private static func faultFree(_ scenario: FaultScenario, _ sandbox: ProgramSandbox) throws
        -> FaultFreeRun
    {
        let trial = sandbox.here + "/\(scenario.name)-free"
        try run("cp -a \(scenario.name) \(scenario.name)-free", sandbox)
        let board = trial + "/" + scenario.board
        let isMaking = scenario.kind == .making
        let paths = isMaking ? [] : Set(try allPaths(board))
        var here = sandbox
        here.here = trial + "/" + scenario.here
        let state = trial + ".calls"
        let before =
            isMaking
            ? NormalizedFiles()
            : try head(of: places(of: board, sandbox)[0], "HEAD", paths, sandbox)
        let log = isMaking ? 0 : try commits(board, sandbox).count
        let words = try Fault.words(nil, state: state, below: trial)
        let result = try here.run(words + [sandbox.program] + scenario.words)
        guard result.status == 0 else {
            throw FaultLibrary.Failure(words: "\(scenario.name): \(result.error)")
        }
        let places = try places(of: board, sandbox)
        let moves = try commits(board, sandbox)
        var heads = isMaking ? [] : [before]
        for commit in moves.dropLast(log).reversed() {
            heads.append(try head(of: places[0], commit, paths, sandbox))
        }
        let counts = try FaultCounts(at: state)
        let settings = try settings(of: board, below: trial, sandbox)
        try run("rm -rf '\(trial)' '\(state)'", sandbox)
        let below = places.map { String($0.dropFirst(trial.utf8.count)) }
        return FaultFreeRun(
            scenario: scenario, top: below[0], gitFolder: below[1], counts: counts, known: paths,
            settings: settings, before: before, heads: heads)
    }

    /// Returns the root of a board's working tree, and its git directory.
    private static func places(of board: String, _ sandbox: ProgramSandbox) throws -> [String] {
        var here = sandbox
        here.here = board
        return try here.shell(
            "git rev-parse --path-format=absolute --show-toplevel --git-common-dir"
        ).output.split(separator: "\n").map(String.init)
    }

    /// Returns a board's repository configuration, in git's format and order, with `TRIAL` for the
    /// trial's folder. It leaves out settings about modes, links and case: libgit2 tests these, and
    /// if a test fails it assumes that the file system lacks them.
    static func settings(
        of board: String, below trial: String, _ sandbox: ProgramSandbox
    ) throws -> String {
        var here = sandbox
        here.here = board
        return try here.shell(
            """
            git config --local --list | grep -vE '^core.(filemode|symlinks|ignorecase)=' |
                sed 's|\(trial)|TRIAL|g' | sort
            """
        ).output
    }

    /// Returns the paths of a working tree, including the codes of tasks.
    private static func allPaths(_ board: String) throws -> [String] {
        var sandbox = try ProgramSandbox()
        sandbox.here = board
        return try sandbox.shell("find . -path ./.git -prune -o -type f -print").output
            .split(separator: "\n").map { String($0.dropFirst(2)) }
    }

    /// Returns the commits that the branch has pointed to, newest first.
    private static func commits(_ board: String, _ sandbox: ProgramSandbox) throws -> [String] {
        var here = sandbox
        here.here = board
        return try here.shell("git reflog --format=%H HEAD").output.split(separator: "\n")
            .map(String.init)
    }

    static func head(
        of top: String, _ commit: String, _ known: Set<String>, _ sandbox: ProgramSandbox
    ) throws -> NormalizedFiles {
        let folder = try TemporaryFolder()
        var here = sandbox
        here.here = top
        let run = try here.shell("git archive \(commit) | tar -xf - -C '\(folder.path)'")
        guard run.status == 0 else { throw FaultLibrary.Failure(words: run.error) }
        return try NormalizedFiles(of: folder.path, known: known)
    }
}
