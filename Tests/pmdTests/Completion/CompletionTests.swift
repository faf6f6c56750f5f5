import TestSupport
import Testing

@testable import pmd

/// Answers to the completion scripts. `InteractiveCompletionTests` runs the shells themselves.
struct CompletionTests {
    private func complete(_ board: ProgramSandbox, _ words: String...) throws -> [String] {
        let run = try board.run([binaryFolder + "/pmd", "__complete"] + words)
        #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
        return run.output.split(separator: "\n").map(String.init)
    }

    @Test func `a shell gets the board's references`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("Fix", "the", "roof", "+house")
        try board.write("todo/call-bank.md", "")
        let shown = try complete(board, "fish", "pmd", "show", "")
        #expect(shown.first == "space")
        #expect(shown.contains("call-bank\tcall bank"), "\(shown)")
        #expect(shown.contains { $0.hasSuffix("\tFix the roof") && code.hasPrefix($0.prefix(2)) })
    }

    @Test func `move offers the states after a task`() throws {
        let board = try ProgramSandbox.board()
        #expect(try complete(board, "fish", "pmd", "move", "x", "").contains("doing"))
        #expect(try !complete(board, "fish", "pmd", "move", "").contains("doing"))
    }

    @Test func `import and export offer the formats`() throws {
        let sandbox = try ProgramSandbox()
        let imports = try complete(sandbox, "fish", "pmd", "import", "")
        let exports = try complete(sandbox, "fish", "pmd", "export", "")
        #expect(imports.contains("todo.txt") && imports.contains("ics"))
        #expect(exports.contains("taskwarrior") && exports.contains("ics"))
    }

    @Test func `without a board no board words are offered`() throws {
        #expect(try complete(try ProgramSandbox(), "fish", "pmd", "show", "") == ["space"])
    }

    @Test(arguments: [[], ["zsh"], ["zsh", "pmd"], ["bash", "pmd"], ["csh", "pmd", ""]])
    func `words that cannot be completed give no output`(_ words: [String]) throws {
        let run = try ProgramSandbox().run([binaryFolder + "/pmd", "__complete"] + words)
        #expect(run.output == "" || run.output == "space\n")
        #expect(run.error.isEmpty)
    }

    @Test func `a board with wrong settings offers no words of its own`() throws {
        let board = try ProgramSandbox.board()
        try board.write("pmd.yml", "states: $(touch RAN)\n")
        #expect(try complete(board, "fish", "pmd", "move", "") == ["space"])
        #expect(
            try complete(board, "fish", "pmd", "list", "--al").contains { $0.hasPrefix("--all\t") })
    }

    @Test func `zsh gets display texts for candidates, and fish descriptions`() throws {
        let zsh = try complete(try ProgramSandbox(), "zsh", "pmd", "")
        #expect(zsh.contains("add\tadd          -- Add a task"), "\(zsh)")
        let fish = try complete(try ProgramSandbox(), "fish", "pmd", "list", "--")
        #expect(fish.contains("--ids\tPrint only full IDs, one per line."), "\(fish)")
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `each shell loads its script`(_ shell: String) throws {
        let sandbox = try ProgramSandbox()
        let load =
            shell == "zsh" ? "autoload -U compinit && compinit -u -D && . ./script" : ". ./script"
        let run = try sandbox.shell("pmd completion \(shell) > script; \(shell) -c '\(load)'")
        #expect(run.status == 0 && run.error.isEmpty && run.output.isEmpty, "\(run)")
    }

    @Test(
        arguments: [
            (["list"], "", [Offer.query]), (["list"], "--", [.options]), ([], "", [.commands]),
            ([], "-", [.options]), (["-C"], "", [.folders]), (["-C", "x", "list"], "", [.query]),
            (["list", "--sort", "due"], "+", [.query]),
            (["list", "--all", "-house"], "", [.query]),
            (["show", "a"], "-", [.options]), (["move", "--", "a"], "-", [.states, .tasks(.any)]),
            (["done"], "", [.tasks(.unfinished), .where]),
            (["done", "where"], "", [.query]), (["done", "where", "+a"], "", [.query]),
            (["done", "x", "where"], "", [.tasks(.unfinished)]),
            (["done", "--", "where"], "", [.tasks(.unfinished)]),
            (["move", "where", "+a"], "", [.states, .query]),
            (["edit", "where", "+a", "--"], "+", [.changes]), (["list", "--"], "", []),
            (["tick", "where"], "", [.items(isTicked: false)]),
            (["frobnicate"], "", []), ([nil], "", []), (["list", "-C", nil], "", [.query]),
            (["add", "--body"], "", []), (["sync"], "", [.options]),
        ] as [([String?], String, [Offer])])
    func `a position on the line gets its command's candidates`(
        _ words: [String?], _ current: String, _ offers: [Offer]
    ) {
        #expect(CompletionPlace(after: words, current: current).offers == offers)
    }
}
