import TestSupport
import Testing

/// Untrusted input costs memory and time at most in proportion to its size.
@Suite(.exhaustive)
struct AmplificationTests {
    /// A command's processor time in seconds and memory in KiB.
    private struct Cost {
        var seconds: Double
        var memory: Int
    }

    /// Runs a command from a small process: the kernel also counts the memory that the process used
    /// before the program began.
    private func cost(_ sandbox: ProgramSandbox, _ words: [String]) throws -> Cost {
        let script = """
            import os, resource, sys
            child = os.fork()
            if child == 0:
                null = os.open("/dev/null", os.O_RDWR)
                for stream in range(3): os.dup2(null, stream)
                resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
                os.execv(sys.argv[1], sys.argv[1:])
            used = os.wait4(child, 0)[2]
            print(used.ru_utime + used.ru_stime, used.ru_maxrss)
            """
        let run = try sandbox.run(["python3", "-c", script, sandbox.program] + words)
        let numbers = run.output.split(whereSeparator: \.isWhitespace)
        try #require(numbers.count == 2, "\(run)")
        return Cost(seconds: Double(numbers[0]) ?? .infinity, memory: Int(numbers[1]) ?? .max)
    }

    /// Expects that four times the input costs at most about six times as much, not counting the
    /// fixed cost of a command; a quadratic cost would be sixteen times as much. A busy machine may
    /// disturb one measurement, so the least of three counts.
    private func expectLinear(
        _ name: String, _ size: Int, sourceLocation: SourceLocation = #_sourceLocation,
        _ measure: (Int) throws -> Cost
    ) throws {
        let few = try measure(size)
        var tries: [Cost] = []
        repeat {
            tries.append(try measure(4 * size))
            let (seconds, memory) = (tries.map(\.seconds).min()!, tries.map(\.memory).min()!)
            if seconds <= 6 * few.seconds + 0.3, memory <= 5 * few.memory + 16_384 { return }
        } while tries.count < 3
        Issue.record("\(name): \(few) becomes \(tries)", sourceLocation: sourceLocation)
    }

    private func board(of count: Int) throws -> ProgramSandbox {
        let board = try ProgramSandbox.board()
        try board.shell(
            """
            for i in $(seq \(count)); do
                printf -- '---\\ntitle: Task %s of many\\ntags: [a, b]\\n---\\nbody\\n' $i >todo/t$i.md
            done
            """)
        return board
    }

    /// Import inputs of a given size, by format.
    private static let imports: [(name: String, format: String, text: @Sendable (Int) -> String)] =
        [
            ("rows", "csv", { "title\n" + String(repeating: "a\n", count: $0) }),
            ("blank rows", "csv", { "title\n" + String(repeating: "\n", count: 20 * $0) }),
            ("cells", "csv", { "title\na" + String(repeating: ",", count: 20 * $0) + "\n" }),
            ("columns", "csv", { "title" + String(repeating: ",", count: 20 * $0) + "\na\n" }),
            (
                "named columns", "csv",
                { size in
                    let names = (0..<size).map { ",c\($0)" }.joined()
                    return "title\(names)\na\(String(repeating: ",v", count: size))\n"
                }
            ),
            ("tags of csv", "csv", { "title,tags\na,\"\(numbered("t", $0, ","))\"\n" }),
            ("lines", "todo.txt", { String(repeating: "a\n", count: $0) }),
            ("keys", "todo.txt", { "a " + (0..<$0).map { "k\($0):v" }.joined(separator: " ") }),
            ("tags", "todo.txt", { "a " + numbered("@t", $0, " ") }),
            ("projects", "todo.txt", { "a " + numbered("+t", $0, " ") }),
            (
                "tags of Taskwarrior", "taskwarrior",
                { #"[{\#(record),"tags":["\#(numbered("t", $0, "\",\""))"]}]"# }
            ),
            (
                "keys of Taskwarrior", "taskwarrior",
                {
                    #"[{\#(record),\#((0..<$0).map { "\"k\($0)\":\"v\"" }.joined(separator: ","))}]"#
                }
            ),
            (
                "dependencies", "taskwarrior",
                { #"[{\#(record),"depends":["\#(numbered("t", $0, "\",\""))"]}]"# }
            ),
            ("arrays", "json", { "[" + String(repeating: "[],", count: 20 * $0) + "[]]" }),
            ("records", "json", { "[" + String(repeating: "{},", count: 20 * $0) + "{}]" }),
            ("cards", "obsidian-kanban", { kanban + String(repeating: "- [ ] a\n", count: $0) }),
            (
                "tags of a card", "obsidian-kanban",
                { kanban + "- [ ] a " + numbered("#t", $0, " ") }
            ),
            (
                "lines of a card", "obsidian-kanban",
                { kanban + "- [ ] a\n" + String(repeating: "\tb\n", count: 10 * $0) }
            ),
        ]

    private static let kanban = "---\n\nkanban-plugin: basic\n\n---\n\n## A\n\n"
    private static let record =
        #""description":"a","status":"pending","uuid":"00000000-0000-0000-0000-000000000001""#

    private static func numbered(_ prefix: String, _ count: Int, _ separator: String) -> String {
        (0..<count).map { "\(prefix)\($0)" }.joined(separator: separator)
    }

    @Test(arguments: imports.map(\.name))
    func `the cost of an import is proportional to its size`(name: String) throws {
        let entry = try #require(Self.imports.first { $0.name == name })
        let board = try ProgramSandbox.board()
        try expectLinear(name, 3_000) { size in
            try board.write("../input", entry.text(size))
            return try cost(board, ["import", entry.format, "../input", "--dry-run"])
        }
    }

    @Test func `input too large for any board is refused while it is read`() throws {
        let board = try ProgramSandbox.board()
        for (format, text, words) in [
            ("csv", "title\n" + String(repeating: "a\n", count: 100_001), "100000 records"),
            ("todo.txt", String(repeating: "a\n", count: 100_001), "100000 records"),
            ("csv", "title" + String(repeating: ",a", count: 1_024) + "\n", "1024 columns"),
            ("json", "[" + String(repeating: "1,", count: 2_000_000) + "1]", "2000000 values"),
        ] {
            try board.write("../input", text)
            let run = try board.pmd("import", format, "../input")
            #expect(run.status == 65 && run.error.contains(words), "\(format): \(run)")
            let used = try cost(board, ["import", format, "../input"])
            #expect(used.memory < 400_000, "\(format): \(used)")
        }
    }

    @Test(arguments: [
        "sort:title", "word", "sort:title,due,-priority", "title:a,b,c,d", "+a,b,c,d", "no:due",
        "not:x", "body:y",
    ])
    func `the cost of a query is proportional to its number of words`(word: String) throws {
        let board = try board(of: 300)
        let once = try cost(board, ["list", word])
        for count in [64, 1_000] {
            let many = try cost(board, ["list"] + [String](repeating: word, count: count))
            #expect(many.seconds < 40 * once.seconds + 1, "\(count) × \(word): \(once), \(many)")
            #expect(many.memory < once.memory + 32_768, "\(count) × \(word): \(once), \(many)")
        }
    }

    @Test func `a teammate's view costs no more than a query on the command line`() throws {
        let board = try board(of: 300)
        let once = try cost(board, ["list"])
        for query in [
            String(repeating: "sort:title ", count: 1_000), String(repeating: "a ", count: 5_000),
            "title:" + Self.numbered("w", 5_000, ","),
        ] {
            try board.write("pmd.yml", "views:\n  big: \"\(query)\"\n  two: view:big view:big\n")
            for words in [["list", "view:big"], ["list", "view:two"], ["list"], ["check"]] {
                let used = try cost(board, words)
                #expect(used.seconds < 10 * once.seconds + 2, "\(words): \(once), \(used)")
                #expect(used.memory < once.memory + 32_768, "\(words): \(once), \(used)")
            }
            // Other views still work.
            #expect(try board.pmd("list", "view:today").status == 0)
        }
    }

    @Test func `the cost of labels is proportional to their number`() throws {
        let board = try ProgramSandbox.board()
        try expectLinear("labels", 800) { size in
            // Short names, since settings have at most 64 KiB.
            let letters = "abcdefghijklmnopqrstuvwxyz".map { String($0) }
            let names = letters.flatMap { first in
                letters.flatMap { second in letters.map { first + second + $0 } }
            }.prefix(size)
            try board.write(
                "pmd.yml",
                """
                states: [todo, done]
                views: {\(names.map { "\($0): a" }.joined(separator: ","))}
                labels: {\(names.map { "\($0): \($0)1" }.joined(separator: ","))}

                """)
            return try cost(board, ["list"])
        }
    }

    @Test func `a query with too many words is refused with the limit`() throws {
        let board = try ProgramSandbox.board()
        let many = try board.run([board.program, "list"] + (0..<257).map { "w\($0)" })
        #expect(many.status == 64 && many.error.contains("more than 256 words"), "\(many)")
        let long = try board.pmd("list", String(repeating: "a", count: 8_193))
        #expect(long.status == 64 && long.error.contains("more than 8192 bytes"), "\(long)")
        #expect(long.error.utf8.count < 300, "\(long)")
        #expect(try board.run([board.program, "list"] + (0..<256).map { "w\($0)" }).status == 0)
    }

    @Test(arguments: ["tags", "assignees", "blocked-by", "keys", "items", "quotes", "callouts"])
    func `the cost of a task is proportional to its parts`(part: String) throws {
        try expectLinear(part, part == "callouts" ? 13_000 : 2_000) { size in
            let board = try ProgramSandbox.board()
            let entries = (0..<size).map { "entry\($0)" }
            let (front, body) =
                switch part {
                case "keys": (entries.map { $0 + ": 1" }.joined(separator: "\n"), "")
                case "items": ("", entries.map { "- [ ] \($0)\n" }.joined())
                case "quotes": ("", entries.map { "> [!conflict] \($0)\n> x\n\n" }.joined())
                case "callouts": ("", String(repeating: "> [!conflict] a\n\n", count: size))
                default: ("\(part): [\(entries.joined(separator: ", "))]", "")
                }
            try board.write("todo/odd.md", "---\ntitle: Odd\n\(front)\n---\n\(body)")
            let costs = try [
                ["list", "--json"], ["show", "odd"], ["edit", "odd", "priority:high"], ["check"],
            ].map { try cost(board, $0) }
            return Cost(
                seconds: costs.map(\.seconds).reduce(0, +), memory: costs.map(\.memory).max()!)
        }
    }

    @Test(arguments: [
        "FREQ=MONTHLY;BYDAY=6MO", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31", "FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=4,6,9,11",
        "FREQ=YEARLY;BYDAY=53MO;BYMONTH=3", "FREQ=WEEKLY;INTERVAL=6957;BYMONTH=2",
    ])
    func `a rule that never matches costs a finished task nothing`(rule: String) throws {
        func board(_ rule: String) throws -> ProgramSandbox {
            let board = try ProgramSandbox.board()
            try board.shell(
                """
                for i in $(seq 200); do
                    printf -- '---\\ntitle: T\\ndue: 2026-01-31\\nrepeat: %s\\n---\\n' '\(rule)' \
                        >done/t$i.md
                done
                """)
            return board
        }
        let usual = try cost(try board("every month"), ["sync"])
        let never = try cost(try board(rule), ["sync"])
        #expect(never.seconds < 1.5 * usual.seconds + 1, "\(usual), \(never)")
    }
}
