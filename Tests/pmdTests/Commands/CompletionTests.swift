import Testing

/// Completion as shells ask for it.
struct CompletionTests {
    private func complete(_ board: Sandbox, _ words: [String]) throws -> [String] {
        let run = try board.run([binaryFolder + "/pmd"] + words)
        #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
        return run.output.split(separator: "\n").map(String.init)
    }

    @Test func `a shell gets the references of the board`() throws {
        let board = try Sandbox.board()
        let code = try board.add("Fix", "the", "roof", "+house")
        try board.write("todo/call-bank.md", "")
        let shown = try complete(
            board, ["---completion", "show", "--", "positional@0", "2", "0", "pmd", "show", ""])
        #expect(shown.contains("call-bank") && shown.contains { code.hasPrefix($0) })
    }

    @Test func `where there is no board nothing is offered and nothing complained of`() throws {
        let sandbox = try Sandbox()
        let shown = try complete(
            sandbox, ["---completion", "show", "--", "positional@0", "2", "0", "pmd", "show", ""])
        #expect(shown.isEmpty)
    }

    @Test func `bash completes commands and tasks`() throws {
        let board = try Sandbox.board()
        try board.write("todo/call-bank.md", "")
        let script = """
            pmd completion bash > ../pmd.bash
            . ../pmd.bash
            ask() {
                COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
                COMPREPLY=(); _pmd 2>/dev/null; echo "${COMPREPLY[@]}"
            }
            ask pmd sta
            ask pmd show cal
            """
        let run = try board.run(["/bin/bash", "-c", script])
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(
            lines.first?.contains("start") == true && lines.first?.contains("status") == true,
            "\(run)")
        #expect(lines.last?.contains("call-bank") == true, "\(run)")
    }
}
