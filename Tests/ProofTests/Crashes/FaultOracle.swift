import Glibc
import TestSupport

/// The checks after a command with a fault.
struct FaultOracle {
    let boards: FaultBoards
    let faultFree: FaultBoards.FaultFreeRun
    let trial: Trial
    /// The trial's folder.
    let folder: String

    /// Whether unfinished objects may remain. Nothing records a power cut, so pmd removes them
    /// after a day, as git does.
    var sparesObjects = false

    /// The program, call and path of the first fault.
    var struck = ""
    /// Whether the fault was in the remote's git.
    private var isOfServer: Bool { struck.hasPrefix("git") }
    /// Whether the remote could not list its references. git does not report that, and lists only
    /// the packed ones, which are stale.
    private var isOldListing: Bool {
        struck.hasPrefix("git opendir") && struck.contains("/hub.git/./refs/")
    }

    var scenario: FaultScenario { faultFree.scenario }
    var board: String { folder + "/" + scenario.board }
    /// The root of the board's working tree.
    private var top: String { folder + faultFree.top }

    /// Checks the command that had the fault, then runs and checks the next one.
    func judge(_ run: Run, under fault: Fault?, wasStruck: Bool) throws {
        let held = try judgeStruck(run, fault)
        if wasStruck, fault?.mode.kills == false { judgeWords(run, fault) }
        let isDone = try run.status == 0 || isWholeClone(held)
        // libgit2 does not report a temporary file that it failed to remove after storing an
        // object. It is removed after a day.
        let isUntold = run.status == 0 && fault?.mode.kills == false
        try judgeNext(held, isDone: isDone, mayKeepObject: isUntold)
    }

    /// Records a fault with the details needed to find it.
    private func expect(_ condition: Bool, _ fault: String, _ comment: @autoclosure () -> String) {
        trial.expect(condition, fault, "\(scenario.name): " + comment())
    }

    // MARK: - The command with the fault

    /// - Returns: The view of HEAD; nil if there is no board yet.
    private func judgeStruck(_ run: Run, _ fault: Fault?) throws -> NormalizedFiles? {
        let isKilled = run.status == 137
        expect(!isKilled || fault?.mode.kills != false, "hung", "no answer in 90 seconds")
        let isStarted = !isEndedByDispatch(run, fault)
        if !isStarted { trial.count("ended by libdispatch") }
        expect(
            run.status < 128 || isKilled || !isStarted, "crashed",
            "status \(run.status): \(run.error)")
        guard access(board + "/pmd.yml", F_OK) == 0 else {
            expect(run.status != 0, "false success", "there is no board")
            return nil
        }
        let head = try look()
        if let head {
            expect(
                faultFree.heads.contains(head), "torn",
                "HEAD holds neither\n" + head.difference(from: faultFree.after))
        }
        let isDone = try head == faultFree.after && isPushed()
        let isOld = isOldListing && head == faultFree.before
        if isOld { trial.count("old references of the server") }
        expect(run.status != 0 || isDone || isOld, "false success", "exit 0: \(run.error)")
        if run.status != 0, !isKilled, isDone {
            // A server killed after it accepted a push cannot report it.
            if scenario.kind == .sync {
                trial.count("pushes done but not known")
            } else if isMaking {
                // A new board needs more than its commit. The same command adds the rest.
                trial.count("boards made but not finished")
            } else {
                expect(false, "false failure", "exit \(run.status): \(run.error)")
            }
        }
        if fault?.mode.kills != true, fault?.mode.lasting == 1 { try judgeStruckLocks() }
        return head
    }

    /// Returns whether libdispatch ended the program. It traps if it can open neither its event
    /// queue nor, after a second, the system's list of its threads. Without a descriptor, the
    /// runtime may not be able to print the function that trapped.
    private func isEndedByDispatch(_ run: Run, _ fault: Fault?) -> Bool {
        guard run.status == 132, let fault, fault.mode.name == "EMFILE" else { return false }
        if run.error.contains("_dispatch_workq_monitor_pools") { return true }
        let isNameless = run.error.contains("... failed ***")
        return fault.mode.lasting == 0 && (fault.at == 1 || isNameless)
    }

    /// Checks the message and exit status of a failure.
    private func judgeWords(_ run: Run, _ fault: Fault?) {
        guard run.status != 0, !isEndedByDispatch(run, fault), let mode = fault?.mode else {
            return
        }
        trial.count("exit \(run.status)")
        // A failure at the remote does not concern this disk, and is temporary.
        if scenario.kind == .sync, run.status == 75 { return }
        let words = run.error.lowercased()
        // If libdispatch ends a transfer process, the runtime's message comes first.
        let isTrap = mode.name == "EMFILE" && words.hasPrefix("\n*** signal 4: backtracing")
        if isTrap { trial.count("transfers ended by libdispatch") }
        expect(isTrap || run.error.hasPrefix("pmd: "), "odd words", "\(run.status) \(run.error)")
        // git's server has its own messages: that it refuses, or that this is not a repository.
        if isOfServer, [65, 77].contains(run.status) {
            return trial.count("failures of the server, in its words")
        }
        guard mode.isFullDisk else {
            let known: [Int32] = scenario.kind == .change ? [74] : [74, 75]
            expect(known.contains(run.status), "odd status", "\(run.status) \(run.error)")
            return
        }
        expect(run.status == 74, "odd status", "\(run.status) \(run.error)")
        expect(
            ["space", "room", "quota", "disk"].contains { words.contains($0) }, "odd words",
            run.error)
    }

    // MARK: - The next command

    private var isMaking: Bool { scenario.kind == .making }

    /// Returns whether a clone was killed after it was complete: running the same command then
    /// finds a board and reports it.
    private func isWholeClone(_ held: NormalizedFiles?) throws -> Bool {
        guard scenario.name == "clone", held == faultFree.after else { return false }
        return access(board + "/.git/pmd/cloning", F_OK) != 0
    }

    /// Returns what a user does after the kill, and in which folder: the same command again, or a
    /// look at the board.
    func next() throws -> (words: [String], here: String) {
        let again = (scenario.words, folder + "/" + scenario.here)
        guard scenario.kind == .change || scenario.kind == .changeAfterEdit else { return again }
        return try look() == faultFree.after ? (["list", "--ids"], board) : again
    }

    /// Runs and checks the same command again if it did not complete, and then another.
    private func judgeNext(
        _ held: NormalizedFiles?, isDone: Bool, mayKeepObject: Bool
    ) throws {
        try unlockRemote()
        if trial.random.next() % 2 == 0, held != nil { try mustWork(["list", "--ids"], board) }
        let isRepeated =
            switch scenario.kind {
            case .sync: true
            case .making: !isDone
            case .change, .changeAfterEdit: held != faultFree.after
            }
        if isRepeated { try mustWork(scenario.words, folder + "/" + scenario.here) }
        let settled = try look()
        expect(
            faultFree.isEnd(settled), "lost",
            "after the next command HEAD holds not\n"
                + (settled?.difference(from: faultFree.after) ?? "anything"))
        expect(try isPushed(), "not pushed", "after the next sync")
        try mustWork(["add", "Next one"], board)
        let head = try look()
        expect(
            head.map { $0.files.count == faultFree.after.files.count + 1 } == true, "lost",
            "the next task")
        try judgeLeftovers(mayKeepObject)
        try judgeWorkTree(head)
        if isMaking { try judgeSettings() }
    }

    /// Removes the locks that a killed git on the remote's server leaves, as the owner of the
    /// remote would.
    private func unlockRemote() throws {
        let locks = try shell(
            "find \"\(folder)/hub.git\" -name '*.lock' -print -delete | wc -l", in: folder)
        if locks != "0\n" { trial.count("locks of git's at the remote") }
    }

    private func mustWork(_ words: [String], _ here: String) throws {
        let (run, _) = try boards.pmd(words, in: here, under: nil, trial: folder)
        expect(run.status == 0, "stuck", "\(words): exit \(run.status) \(run.error)")
    }

    /// Checks that the working tree matches HEAD.
    private func judgeWorkTree(_ head: NormalizedFiles?) throws {
        guard let head else { return }
        let files = try NormalizedFiles(of: top, known: faultFree.known)
        expect(
            files == head, "work tree",
            "the work tree is not HEAD\n" + files.difference(from: head))
        let status = try shell("git status --porcelain")
        expect(status.isEmpty, "unclean", status)
    }

    /// Checks that the new board's repository has the same configuration as without a fault.
    private func judgeSettings() throws {
        let settings = try FaultBoards.settings(of: board, below: folder, boards.sandbox)
        expect(
            settings == faultFree.settings || settings == faultFree.otherEnd?.settings, "settings",
            "\(settings)not\n\(faultFree.settings)")
    }

    // MARK: - Examination

    /// git's checks, except the two that git runs in separate processes: no test writes their
    /// files.
    private static let fsck =
        "git -c core.commitGraph=false -c core.multiPackIndex=false"
        + " fsck --strict --no-dangling --no-progress"

    /// Returns the view of HEAD; nil without a commit. The repository must be valid.
    private func look() throws -> NormalizedFiles? {
        let words = try shell(
            "\(Self.fsck) 2>&1 | grep -v '^notice' || :")
        expect(words.isEmpty, "fsck", words)
        guard try shell("git rev-parse -q --verify HEAD || :") != "" else { return nil }
        return try FaultBoards.head(of: top, "HEAD", faultFree.known, boards.sandbox)
    }

    /// Returns whether the remote has HEAD's files.
    private func isPushed() throws -> Bool {
        guard scenario.kind == .sync else { return true }
        let words = try shell("git rev-parse HEAD; git --git-dir=../hub.git rev-parse main")
        let heads = words.split(separator: "\n")
        let fsck = try shell(
            "GIT_DIR=../hub.git \(Self.fsck) 2>&1 || :")
        expect(fsck.isEmpty, "fsck", "at the remote: \(fsck)")
        return heads.count == 2 && heads[0] == heads[1]
    }

    /// Checks that a command that reports a failure has released git's locks, if it could.
    private func judgeStruckLocks() throws {
        let found = try leftovers(["index.lock", "HEAD.lock", "config.lock", "packed-refs.lock"])
        if !found.isEmpty { trial.count("locks that could not be removed") }
    }

    /// Checks for leftover locks, temporary files and unfinished work.
    private func judgeLeftovers(_ mayKeepObject: Bool) throws {
        let objects = try leftovers(["tmp_object_*"]).split(separator: "\n")
        let isKept =
            mayKeepObject && Set(objects.compactMap { $0.split(separator: "/").last }).count == 1
        if isKept { trial.count("temporary objects that go in a day") }
        let found = try leftovers(
            [
                "*.lock", ".pmd-new-*", "*.new", "index.pmd*", "config.pmd*", "pending",
                "temporary", "syncing",
                "cloning", "outgoing-*",
            ] + (sparesObjects || isKept ? [] : ["tmp_*", "pack_git2_*"]))
        expect(found.isEmpty, "left over", found)
    }

    private func leftovers(_ names: [String]) throws -> String {
        let tests = names.map { "-name '\($0)'" }.joined(separator: " -o ")
        return try shell(
            "find . '\(folder)\(faultFree.gitFolder)' \\( \(tests) \\) | sort -u", in: top)
    }

    private func shell(_ line: String, in here: String? = nil) throws -> String {
        var sandbox = boards.sandbox
        sandbox.here = here ?? board
        let run = try sandbox.shell(line)
        guard run.status == 0 else {
            throw FaultLibrary.Failure(words: "\(scenario.name): \(line): \(run.error)")
        }
        return run.output
    }
}
