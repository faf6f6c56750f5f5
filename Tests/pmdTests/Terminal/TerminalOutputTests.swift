import TestSupport
import Testing
import TextLayout

@testable import pmd

/// Commands run on a terminal that `script` provides: colours, questions and the pager.
struct TerminalOutputTests {
    @Test func `add reports how it parsed the words`() throws {
        let board = try ProgramSandbox.board()
        let shown = try board.onTerminal(
            "pmd add Fix the roof +house @ann priority:high due:2020-05-01")
        #expect(
            shown.hasSuffix("Fix the roof · due 1 May 2020 · +house · @ann · high · todo\n"))
        #expect(!(try board.onTerminal("pmd add -q Second due:2020-05-01")).contains("·"))
    }

    @Test func `output is coloured and fitted to the terminal`() throws {
        let board = try ProgramSandbox.board()
        try board.add(
            "Fix", "the", "roof", "of", "the", "house", "before", "winter", "comes", "and", "it",
            "snows",
            "due:2020-05-01")
        for command in ["pmd list", "pmd board"] {
            let shown = try board.onTerminal(command)
            #expect(shown.contains("\u{1B}[1;31"))
            let lines = shown.split(separator: "\n").map { withoutEscapes(String($0)) }
            #expect(lines.allSatisfy { $0.columns <= 50 } && lines.contains { $0.contains("…") })
        }
        #expect(!(try board.onTerminal("NO_COLOR=1 pmd list")).contains("\u{1B}"))
        #expect(!(try board.onTerminal("TERM=dumb pmd list")).contains("\u{1B}"))
        #expect(!(try board.onTerminal("pmd list --color never")).contains("\u{1B}"))
        #expect(!(try board.onTerminal("pmd list | cat")).contains("\u{1B}"))
    }

    @Test func `a file left malformed is opened again`() throws {
        var board = try ProgramSandbox.board()
        let code = try board.add("Fix", "the", "roof")
        try writeFile(
            board.folder.path + "/editor",
            """
            #!/bin/sh
            if [ -e '\(board.folder.path)/once' ]; then title=Mended; else title='a: b'; fi
            touch '\(board.folder.path)/once'
            printf -- "---\\ntitle: $title\\n---\\n" > "$1"

            """)
        try board.shell("chmod +x '\(board.folder.path)/editor'")
        board.environment["EDITOR"] = board.folder.path + "/editor"
        let shown = try board.onTerminal("pmd edit roof; echo ended $?", input: "y\n")
        #expect(shown.contains("[E]dit it again") && shown.hasSuffix("ended 0\n"), "\(shown)")
        #expect(try board.json("show", code)["title"] == "Mended")
    }

    @Test func `a new task without a title is written in the editor`() throws {
        var board = try ProgramSandbox.board()
        board.environment["EDITOR"] =
            "sh -c 'sed -i \"s/^title: */title: Fix the roof/\" \"$1\"; echo Call. >>\"$1\"' sh"
        let shown = try board.onTerminal("pmd add +house due:2030-01-02; echo ended $?")
        #expect(shown.hasSuffix("ended 0\n"), "\(shown)")
        let task = try board.json("show", "roof")
        #expect(task["title"] == "Fix the roof" && task["tags"] == ["house"])
        #expect(task["due"] == "2030-01-02" && task["body"] == "Call.\n")
        #expect(task["created"] != .null && task["rank"] != .null)
        #expect(try board.shell("git status --porcelain; ls .git/pmd/new").output.isEmpty)
    }

    @Test func `a new task that cannot be added is kept`() throws {
        var board = try ProgramSandbox.board()
        board.environment["EDITOR"] = "true"
        let before = try board.state()
        var shown = try board.onTerminal("pmd add; echo ended $?")
        #expect(shown.contains("a task needs a title") && shown.hasSuffix("ended 64\n"), "\(shown)")
        #expect(try board.shell("ls .git/pmd/new").output.isEmpty)
        board.environment["EDITOR"] = "sh -c 'echo Words. >>\"$1\"' sh"
        shown = try board.onTerminal("pmd add; echo ended $?")
        #expect(
            shown.contains("your text is saved in") && shown.hasSuffix("ended 64\n"), "\(shown)")
        #expect(try board.shell("tail -n1 .git/pmd/new/*").output == "Words.\n")
        #expect(try board.onTerminal("pmd add ''; echo ended $?").hasSuffix("ended 64\n"))
        #expect(try board.state() == before)
    }

    @Test func `a file left malformed is kept if the user declines to edit it`() throws {
        var board = try ProgramSandbox.board()
        let code = try board.add("Fix", "the", "roof")
        board.environment["EDITOR"] = "sh -c 'printf -- \"---\\ntitle: a: b\\n---\\n\" > \"$1\"' sh"
        let shown = try board.onTerminal("pmd edit roof; echo ended $?", input: "n\n")
        #expect(shown.hasSuffix("ended 65\n"), "\(shown)")
        #expect(try board.read("todo/fix-the-roof-\(code).md") == "---\ntitle: a: b\n---\n")
    }

    @Test func `the manual is rendered on a terminal`() throws {
        let shown = try ProgramSandbox().onTerminal("PMD_PAGER= pmd help queries")
        #expect(shown.hasPrefix("\u{1B}[1mWords, queries and dates\u{1B}[0m\n"))
        #expect(!shown.contains("```"))
    }

    @Test func `long output is shown in the pager`() throws {
        let shown = try ProgramSandbox().onTerminal(
            "stty rows 10; PMD_PAGER='sed s/^/paged:/' pmd help queries")
        #expect(shown.hasPrefix("paged:"))
    }

    @Test func `the log is shown while it is read, and reading ends with the pager`() throws {
        let board = try ProgramSandbox.board()
        // The trees of the oldest commits are missing, which is noticed only on reaching them.
        try board.shell(
            """
            for number in $(seq 10 59); do
                printf -- '---\\ntitle: Task %s\\n---\\n' $number >todo/task-$number.md
                git add . && git commit -qm $number
            done
            for tree in $(git log --format=%T HEAD~40); do
                rm -f .git/objects/$(echo $tree | cut -c1-2)/$(echo $tree | cut -c3-)
            done
            """)
        let all = try board.onTerminal("PMD_PAGER= pmd log; echo ended $?")
        #expect(all.contains("Task 59") && all.contains("Task 30"), "\(all)")
        #expect(!all.hasSuffix("ended 0\n"), "\(all)")
        let first = try board.onTerminal(
            "stty rows 10; PMD_PAGER='head -5' pmd log; echo ended $?")
        #expect(first.contains("Task 59") && !first.contains("Task 50"), "\(first)")
        let piped = try board.shell("pmd log | head -5")
        #expect(piped.output.contains("Task 59"))
    }
}
