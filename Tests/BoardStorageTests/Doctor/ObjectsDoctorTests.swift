import Git
import TaskBoard
import Testing

@testable import BoardStorage

/// Answers of the process that examines and restores objects, complete or interrupted.
struct ObjectsDoctorTests {
    private let sandbox: BoardSandbox
    private let board: Workspace

    init() throws {
        sandbox = try BoardSandbox()
        board = try sandbox.board()
    }

    /// Runs `doctor --fix` with a script in place of the process.
    ///
    /// - Returns: The findings, and the number of arguments of each run.
    private func fix(_ script: String) async throws -> (found: [Diagnosis], runs: [String]) {
        let process = sandbox.path + "/process"
        try sandbox.sh(
            """
            cat > process <<'END'
            #!/bin/sh
            echo $# >> '\(sandbox.path)/runs'
            \(script)
            END
            chmod +x process
            """, in: ".")
        let found = await board.diagnose(
            [.objects], TransferSettings(executable: process), version: "1", isFixing: true)
        return (found, try sandbox.sh("cat runs", in: ".").split(separator: "\n").map(String.init))
    }

    @Test(arguments: [("exit 3", 3), ("kill -TERM $$", 143)] as [(String, Int32)])
    func `an interrupted run is reported, and nothing more is restored`(
        end: String, status: Int32
    ) async throws {
        let (found, runs) = try await fix("echo fault the tree 1 is missing; \(end)")
        // Checks, restores for opening, checks again, and does not restore from the remote.
        #expect(runs == ["2", "3", "2"])
        let fact = ObjectsFact.interrupted(.exit(status: status), workTree: board.location.workTree)
        #expect(found.count { $0.fact == .objects(fact) } == 2)
    }

    @Test func `a fault is not an interruption, whatever its message`() async throws {
        let (found, runs) = try await fix("echo fault checking the objects is hard")
        #expect(runs == ["2", "3", "4", "2"])
        // The remedy changes after a failed repair.
        let words = "checking the objects is hard"
        #expect(
            found.map(\.fact)
                == [false, false, true].map {
                    .objects(.fault(words: words, isFixed: $0))
                })
    }

    @Test func `a process that cannot be started is reported, without any output from it`()
        async throws
    {
        let found = await board.diagnose(
            [.objects], TransferSettings(executable: "/nowhere/pmd"), version: "1")
        #expect(found.map(\.fact) == [.objects(.notStarted(program: "/nowhere/pmd"))])
    }

    @Test(
        arguments: [
            ("fault a b", .init(.fault, "a b")), ("loss x", .init(.loss, "x")),
            ("done x", .init(.done, "x")), ("reference x", .init(.reference, "x")), ("fault", nil),
            ("other x", nil), ("", nil),
        ] as [(String, ObjectsFinding?)])
    func `a line is parsed as a finding of its kind, or rejected`(
        line: String, finding: ObjectsFinding?
    ) {
        #expect(ObjectsFinding(line: line[...]) == finding)
        if let finding { #expect(finding.line == line + "\n") }
    }

    @Test func `a message of several lines becomes one line`() {
        #expect(ObjectsFinding(.fault, "a\nb").line == "fault a b\n")
    }
}
