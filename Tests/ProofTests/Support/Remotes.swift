import Glibc
import TestSupport

/// A bare repository, and boards that sync with it.
struct Remotes {
    var sandbox: ProgramSandbox
    /// The folder of bare repositories.
    let repositories: String

    init() throws {
        sandbox = try ProgramSandbox()
        repositories = sandbox.folder.path + "/repositories"
        guard mkdir(repositories, 0o755) == 0 else { throw SystemFailure(call: "mkdir") }
    }

    var hub: String { repositories + "/hub.git" }

    /// Creates `repositories/hub.git`, the board `ann` below the sandbox's folder, with one task
    /// pushed by path, and the files that ``freshBoard(_:from:)`` copies.
    ///
    /// - Parameter settings: Deadlines for `pmd.yml`.
    func makeBoards(deadlines: String = "") throws {
        try sandbox.must(
            """
            git init -q --bare -b main '\(hub)'
            git -C '\(hub)' config http.receivepack true
            pmd init -q ann --remote '\(hub)'; cd ann
            \(deadlines.isEmpty ? "" : "printf 'sync: {\(deadlines)}\\n' >> pmd.yml")
            pmd add Fix the roof; pmd sync; cp -a ../ann ../template
            cp -a '\(hub)' ../hub; cp -a ../template ../other; cp -a ../template ../waiting
            cd ../other; pmd add Buy milk; pmd sync
            cd ../waiting; pmd add Call the bank
            cd ..; mv '\(hub)' ahead; mv hub '\(hub)'; rm -rf other
            """)
    }

    /// Returns a fresh board with a task to push and another one to fetch, and a fresh hub.
    func freshBoard(_ name: String, from remote: String) throws -> ProgramSandbox {
        var board = sandbox
        board.here += "/" + name
        // Processes that still serve the old hub end with it.
        try sandbox.must(
            """
            rm -rf \(name) before; mv '\(hub)' before; cp -a ahead '\(hub)'
            cp -a waiting \(name); cd \(name); git remote set-url origin '\(remote)'
            """)
        return board
    }

    /// The commit of the hub's branch.
    func hubHead() throws -> String {
        String(try sandbox.must("git -C '\(hub)' rev-parse main").dropLast())
    }

    /// Returns the leftovers in a board that a transfer must not leave.
    func leftovers(_ board: ProgramSandbox) throws -> String {
        try board.must(
            """
            find .git -name '*.lock' -o -name 'tmp_*' -o -name 'pack_git2_*' \
                -o -name '.pmd-*' | grep -v '/objects/[0-9a-f][0-9a-f]/' || :
            # A server that dies over a client that went away keeps what it was sent.
            # Its own git gc may be at work: find fails over a folder that goes meanwhile.
            find '\(hub)' -name '*.lock' -o -name 'pack_git2_*' -o -name '.pmd-*' || :
            git for-each-ref refs/pmd/outgoing-*
            """)
    }
}

/// Runs a program and measures its time.
func timed(_ body: () throws -> Run) rethrows -> (run: Run, seconds: Double) {
    let start = ContinuousClock.now
    let run = try body()
    let time = (ContinuousClock.now - start).components
    return (run, Double(time.seconds) + Double(time.attoseconds) / 1e18)
}

/// `git daemon` for the bare repositories, which accepts pushes.
func gitDaemon(_ remotes: Remotes) throws -> (port: Int, program: BackgroundProgram) {
    for attempt in 1...20 {
        let port = try freePort()
        let program = try BackgroundProgram(
            [
                "git", "daemon", "--port=\(port)", "--listen=127.0.0.1", "--verbose",
                "--base-path=\(remotes.repositories)", "--export-all", "--enable=receive-pack",
            ], environment: remotes.sandbox.environment,
            log: remotes.sandbox.folder.path + "/daemon-\(attempt)")
        if try program.waitFor("Ready to rumble") { return (port, program) }
    }
    throw WaitFailure(what: "git daemon")
}
