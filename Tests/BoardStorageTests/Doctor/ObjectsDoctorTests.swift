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
    func `a run that is interrupted is reported, and nothing more is restored`(
        end: String, status: Int32
    ) async throws {
        let (found, runs) = try await fix("echo fault the tree 1 is missing; \(end)")
        // Examined, restored for the opening, examined again, and not restored from the remote.
        #expect(runs == ["2", "3", "2"])
        let fact = ObjectsFact.interrupted(.exit(status: status), workTree: board.location.workTree)
        #expect(found.count { $0.fact == .objects(fact) } == 2)
    }

    @Test func `a fault is no interruption, whatever its words are`() async throws {
        let (found, runs) = try await fix("echo fault checking the objects is hard")
        #expect(runs == ["2", "3", "4", "2"])
        // The remedy is another one once the repair was tried.
        let words = Bilingual(untranslated: "checking the objects is hard")
        #expect(
            found.map(\.fact)
                == [false, false, true].map {
                    .objects(.fault(words: words, isFixed: $0))
                })
    }

    @Test(arguments: ["unread HEAD is damaged", "done x"])
    func `nothing is restored unless an object, or a reference to one, is damaged`(line: String)
        async throws
    {
        #expect(try await fix("echo \(line)").runs == ["2", "2"])
        #expect(try await fix("echo reference r names x, which is missing").runs.count > 4)
    }

    @Test func `a process that cannot be run is reported, and no line of it is needed`()
        async throws
    {
        let found = await board.diagnose(
            [.objects], TransferSettings(executable: "/nowhere/pmd"), version: "1")
        #expect(found.map(\.fact) == [.objects(.notStarted(program: "/nowhere/pmd"))])
    }

    @Test(
        arguments: [
            ("fault a b\t가 나", .init(.fault, Bilingual("a b", "가 나"))),
            ("unread x\ty", .init(.unread, Bilingual("x", "y"))),
            ("done x\ty", .init(.done, Bilingual("x", "y"))),
            ("reference x\ty", .init(.reference, Bilingual("x", "y"))), ("fault", nil),
            ("other x", nil), ("", nil),
        ] as [(String, ObjectsFinding?)])
    func `a line is a finding with its kind, or none`(line: String, finding: ObjectsFinding?) {
        #expect(ObjectsFinding(line: line[...]) == finding)
        if let finding { #expect(finding.line == line + "\n") }
    }

    @Test func `words of several lines are one line`() {
        #expect(ObjectsFinding(.fault, Bilingual("a\nb", "a\tb")).line == "fault a b\ta b\n")
    }

    @Test func `a line without Korean words has the English ones in both languages`() {
        #expect(
            ObjectsFinding(line: "fault a b")
                == ObjectsFinding(.fault, Bilingual(untranslated: "a b")))
    }
}
