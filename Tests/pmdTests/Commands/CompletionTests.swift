import TestSupport
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

    @Test func `move offers the states too`() throws {
        let board = try Sandbox.board()
        let shown = try complete(
            board,
            ["---completion", "move", "--", "positional@0", "3", "0", "pmd", "move", "x", ""])
        #expect(shown.contains("doing"))
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

    @Test func `words that cannot be completed are met with silence`() throws {
        let run = try Sandbox().pmd("---completion", "show", "--", "nothing@9", "2", "0", "pmd")
        #expect(run.output.isEmpty && run.error.isEmpty)
    }

    @Test func `zsh gets its colons escaped`() throws {
        var board = try Sandbox.board()
        let words = ["---completion", "list", "--", "positional@0", "2", "0", "pmd", "list", ""]
        #expect(try complete(board, words).contains("state:todo"))
        board.environment["SAP_SHELL"] = "zsh"
        #expect(try complete(board, words).contains("state\\:todo"))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `each shell loads its script`(_ shell: String) throws {
        let sandbox = try Sandbox()
        guard try sandbox.shell("command -v \(shell) || true").output.isEmpty == false else {
            return
        }
        let load =
            shell == "zsh" ? "autoload -U compinit && compinit -u -D && . ./script" : ". ./script"
        let run = try sandbox.shell("pmd completion \(shell) > script; \(shell) -c '\(load)'")
        #expect(run.status == 0 && run.error.isEmpty && run.output.isEmpty, "\(run)")
        let script = try readFile(sandbox.here + "/script")
        let text = String(decoding: script, as: UTF8.self)
        #expect(text.split(separator: "\n").count { $0 == "_pmd_help() {" } <= 1)
    }
}
