import Glibc
import TestSupport
import Testing

/// Text that a teammate pushed is only data to bash, zsh and fish when they complete a command.
@Suite(.exhaustive)
struct HostileCompletionTests {
    static let shells = ["bash", "zsh", "fish"]

    /// Words that shells run, expand or otherwise interpret.
    private static let words = [
        "$(touch${IFS}RAN)", "`touch${IFS}RAN`", ";touch${IFS}RAN", "|touch${IFS}RAN",
        "&touch${IFS}RAN", ">RAN", "<(touch${IFS}RAN)", "(touch${IFS}RAN)", "${X:=$(touch RAN)}",
        "!!", "!touch", "~", "~root", "*", "?", "[ab]", "{a,b}", "'", "\"", "'$(touch${IFS}RAN)",
        "\"$(touch${IFS}RAN)", "\\", "\\$(touch${IFS}RAN)", "#x", "%F{red}", "%n", ":touch RAN",
        "=ls", "^a^b", "$HOME", "$'x'", "(e:touch RAN:)", "*(e:'touch RAN':)", "a b", "\u{A0}b",
        "é:ü@x",
    ]

    /// Words that cannot appear unchanged on a command line.
    private static let invisible = [
        "a\tb", "a\nRAN", "a\r$(touch RAN)", "a\u{1B}[31m", "a\u{202E}b", "a\u{200B}b", "a\u{7F}",
        "a\u{9B}31m", "a\u{3164}",
    ]

    private func quoted(_ word: String) -> String {
        let escaped = word.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case _ where scalar.value < 0xA0 && !(0x20...0x7E).contains(scalar.value):
                "\\x" + String(scalar.value + 0x100, radix: 16).dropFirst()
            default: String(scalar)
            }
        }
        return "\"" + escaped.joined() + "\""
    }

    /// Returns a board that has every word as a tag, assignee, file name, state, view and folder.
    private func hostileBoard() throws -> ProgramSandbox {
        let board = try ProgramSandbox.board()
        let all = Self.words + Self.invisible + Self.words.map { "a" + $0 } + ["-rf", "--json"]
        let list = all.map(quoted).joined(separator: ", ")
        try board.write(
            "todo/plain.md",
            "---\ntags: [\(list)]\nassignees: [\(list)]\nconflicts:\n"
                + all.map { "  - {key: due, value: \(quoted($0)), by: \(quoted($0))}\n" }.joined()
                + "---\n" + Self.words.map { "- [ ] \($0)\n" }.joined())
        for word in all where !word.contains("/") {
            try board.write("todo/\(word).md", "")
            guard mkdir(board.here + "/" + word, 0o755) == 0 else { continue }
            try board.write("\(word)/stray-k3f9m2.md", "")
        }
        let views = all.map { "  \(quoted($0)): is:overdue\n" }.joined()
        // A new board already has a few views, at the end of the file.
        try board.write("pmd.yml", try board.read("pmd.yml") + views)
        return board
    }

    private func ran(_ sandbox: ProgramSandbox) throws -> String {
        try sandbox.shell(
            "find '\(sandbox.folder.path)' -name .git -prune -o -type f -name '*RAN*' ! -name '*.md' -print"
        ).output
    }

    @Test(arguments: shells)
    func `neither TAB nor ENTER runs text from the board`(_ name: String) throws {
        let board = try hostileBoard()
        let shell = try InteractiveShell(name, in: board, folder: board.here)
        let beginnings = [
            "pmd list ", "pmd list +", "pmd list @", "pmd list +a", "pmd list not:+a",
            "pmd show ", "pmd show a", "pmd show a\\$", "pmd show 'a$", "pmd show \"a\\$",
            "pmd edit X +", "pmd edit X @a", "pmd move plain ", "pmd add --state=",
            "pmd add --tag ", "pmd list state:", "pmd config views.", "pmd config limits.",
            "pmd list view:", "pmd list state:a", "pmd list state:todo,", "pmd config start ",
            "pmd config --local view ", "pmd config views.a ", "pmd move plain a",
            "pmd edit X --tag -", "pmd tick plain ", "pmd resolve plain ", "pmd restore ",
            "pmd done where +a", "pmd import csv a", "pmd log --by a",
            "pmd -C ", "pmd -C a", "pmd -C ./", "pmd init a", "pmd show -- ", "pmd show ~",
            "pmd show a\\", "pmd show a*", "pmd -C a/ list ", "./pmd list ",
        ]
        for beginning in beginnings {
            for keys in ["\t", "\t\t", "\t\t\t"] {
                _ = try shell.line(after: beginning + keys)
                _ = try shell.words(after: beginning + keys)
                #expect(try ran(board) == "", "\(name): \(beginning)\(keys.count) TABs")
            }
        }
    }

    @Test(arguments: shells)
    func `a hostile name arrives as one word`(_ name: String) throws {
        let board = try ProgramSandbox.board()
        for (number, word) in Self.words.enumerated() {
            try board.write("todo/\(number + 10)\(word)x.md", "")
        }
        let shell = try InteractiveShell(name, in: board, folder: board.here)
        for (number, word) in Self.words.enumerated() {
            let words = try shell.words(after: "pmd show \(number + 10)\t")
            // IDs are lowercased. The path is used for a name that looks different and does not
            // begin with the typed text.
            let task = "\(number + 10)\(word)x"
            // A word of the title names the task as well.
            let isWordOfTitle =
                words?.count == 2 && words?[1] != "\(number + 10)"
                && words.map { task.lowercased().hasPrefix($0[1]) } == true
            #expect(
                words == ["show", task.lowercased()] || words == ["show", "todo/\(task).md"]
                    || isWordOfTitle
                    || task.contains("=") && words == ["show", "\(number + 10)"],
                "\(name) \(word): \(words ?? [])")
        }
        #expect(try ran(board) == "")
    }

    @Test(arguments: shells)
    func `a hostile name at the start of a word arrives as one word`(_ name: String) throws {
        let sandbox = try ProgramSandbox()
        let words = Self.words.filter { !$0.contains("/") }
        for (number, word) in words.enumerated() {
            try sandbox.shell("mkdir -p \(number)/.git \(number)/todo; : >\(number)/pmd.yml")
            try sandbox.write("\(number)/todo/\(word).md", "")
        }
        let shell = try InteractiveShell(name, in: sandbox, folder: sandbox.here)
        for (number, word) in words.enumerated() {
            let found = try shell.words(after: "pmd show -C \(number) \t")
            // fish would expand a '~' in any case.
            if name == "fish", word.hasPrefix("~") {
                #expect(found == ["show", "-C", "\(number)"])
                continue
            }
            #expect(
                found == ["show", "-C", "\(number)", word.lowercased()]
                    || found == ["show", "-C", "\(number)", "todo/\(word).md"],
                "\(name) \(word): \(found ?? [])")
        }
        #expect(try ran(sandbox) == "")
    }

    @Test(arguments: shells)
    func `a folder with a hostile name arrives as one word`(_ name: String) throws {
        let sandbox = try ProgramSandbox()
        for (number, word) in Self.words.enumerated() {
            for end in ["", "y"] where end.isEmpty || number % 2 == 0 {
                guard mkdir("\(sandbox.here)/\(number + 10)\(word)x\(end)", 0o755) == 0 else {
                    throw SystemFailure(call: "mkdir")
                }
            }
        }
        let shell = try InteractiveShell(name, in: sandbox, folder: sandbox.here)
        for (number, word) in Self.words.enumerated() {
            let words = try shell.words(after: "pmd list -C \(number + 10)\t")
            let folder = "\(number + 10)\(word)x"
            #expect(
                words?.dropLast() == ["list", "-C"]
                    && [folder, folder + "/"].contains(words?.last), "\(name) \(words ?? [])")
        }
        #expect(try ran(sandbox) == "")
    }

    @Test(arguments: shells)
    func `words that cannot be shown unchanged or look like options are not offered`(
        _ name: String
    ) throws {
        let board = try ProgramSandbox.board()
        let list = (Self.invisible + ["-rf", "--json"]).map(quoted).joined(separator: ", ")
        try board.write("todo/b.md", "---\ntags: [\(list)]\nassignees: [\(list)]\n---\n")
        for word in Self.invisible + ["-rf", "--json"] { try board.write("todo/\(word).md", "") }
        let shell = try InteractiveShell(name, in: board, folder: board.here)
        #expect(try shell.line(after: "pmd list +\t\t") == "pmd list +")
        #expect(try shell.line(after: "pmd list @a\t\t") == "pmd list @a")
        #expect(try shell.line(after: "pmd show a\t") == "pmd show a")
        #expect(try shell.line(after: "pmd show -r\t") == "pmd show -r")
    }

    @Test(arguments: shells)
    func `completion leaves no trace on disk`(_ name: String) throws {
        let board = try ProgramSandbox.board()
        for number in 0..<50 { try board.write("todo/task-\(number).md", "---\ntags: [a]\n---\n") }
        try board.shell("rm -rf .git/pmd")
        let shell = try InteractiveShell(name, in: board, folder: board.here)
        let listing = "find . -printf '%p %s %T@ %C@ %m\\n' | sort"
        let before = try board.shell(listing).output
        for keys in ["pmd list \t\t", "pmd show task-4\t\t", "pmd list +\t", "pmd move task-1 d\t"]
        {
            _ = try shell.line(after: keys)
        }
        #expect(try board.shell(listing).output == before)
    }

    @Test(arguments: shells)
    func `a program in the current folder is not run`(_ name: String) throws {
        let board = try ProgramSandbox.board()
        try board.write("pmd", "#!/bin/sh\ntouch RAN\n")
        try board.shell("chmod +x pmd")
        let shell = try InteractiveShell(name, in: board, folder: board.here)
        _ = try shell.line(after: "./pmd list \t\t")
        #expect(try ran(board) == "")
    }

    @Test func `completion stops when nobody reads the candidates`() throws {
        let board = try ProgramSandbox.board()
        let name = String(repeating: "n", count: 200)
        for number in 0..<500 { try board.write("todo/\(name)-\(number).md", "") }
        let run = try board.shell(
            "mkfifo ../full; exec 3<>../full; pmd __complete zsh pmd show '' >../full || echo $?")
        #expect(run.output == "75\n" && run.error == "")
    }
}
