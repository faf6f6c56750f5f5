import TestSupport
import Testing

/// The script `examples/terminal-board`, which the README runs.
struct TerminalBoardExampleTests {
    @Test func `the example creates sixty tasks and opens them in a terminal`() throws {
        let sandbox = try ProgramSandbox()
        let terminal = try Tmux(
            sandbox, "'\(projectFolder)/examples/terminal-board' '\(sandbox.here)/example'",
            columns: 120,
            rows: 36, environment: ["PMD_BIN": binaryFolder])
        let screen = try terminal.wait(for: "● main", seconds: 60)
        for text in [
            "ideas 11", "todo 21", "doing 6/5 !", "done 22", "우유 사기", "⚑ conflict", "blocked",
            "! 2 days late",
        ] {
            try terminal.wait(for: text)
        }
        #expect(screen.rows.allSatisfy { $0.count <= 120 })
        try terminal.press("s")
        try terminal.wait(for: "todo 20")
        try terminal.press("q")
        try terminal.wait(for: "The board is in")
    }
}
