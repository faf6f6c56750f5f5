import TestSupport
import Testing

/// The numbers of opened files and written objects are independent of the board's size.
struct BoardSizeCostTests {
    /// Returns a synced board whose tasks are in the cache.
    func board(of count: Int) throws -> ProgramSandbox {
        var sandbox = try ProgramSandbox()
        try sandbox.shell(
            """
            git init -q --bare remote.git; pmd init -q board --remote remote.git
            for i in $(seq \(count)); do
                printf -- '---\\ntitle: Task %s\\n---\\nText\\n' $i > board/todo/task-$i.md
            done
            touch -d 2026-01-01 board/todo/*.md
            cd board; pmd sync -q; git gc -q; pmd list > ../list
            """)
        sandbox.here += "/board"
        return sandbox
    }

    private struct Cost: Equatable {
        var opened = 0
        var objects = 0
    }

    private func cost(of words: String, in sandbox: ProgramSandbox) throws -> Cost {
        let run = try sandbox.shell(
            """
            find .git/objects -type f | sort > ../before
            strace -f -qq -o ../calls -e trace=open,openat,openat2 pmd \(words) > ../out
            find .git/objects -type f | sort > ../after
            grep -cE '\\.md"|/objects/' ../calls || true
            comm -13 ../before ../after | wc -l
            """)
        let numbers = run.output.split(separator: "\n").compactMap { Int($0) }
        try #require(run.status == 0 && numbers.count == 2, "\(run)")
        return Cost(opened: numbers[0], objects: numbers[1])
    }

    @Test func `a large board opens and writes no more files and objects than a small one`()
        async throws
    {
        let proof = Proof("cost", of: "rows of commands", faults: ["grew"])
        let (small, large) = (try board(of: 20), try board(of: 600))
        let tools = try small.shell("command -v strace && strace -o /dev/null true || true")
        guard tools.output.contains("strace"), tools.error.isEmpty else {
            return proof.notRun("strace cannot trace here")
        }
        await proof.each([Self.commands], quick: 1) { commands, trial in
            for words in commands {
                let costs = try (cost(of: words, in: small), cost(of: words, in: large))
                trial.expect(
                    costs.1.opened <= costs.0.opened + 8 && costs.1.objects == costs.0.objects,
                    "grew", "\(words): \(costs)")
                trial.count("commands")
            }
        }
    }

    /// The commands in order, each on the board that the last one left.
    private static let commands = [
        "list", "show task-7", "board", "add Something", "edit task-3 due:fri",
        "move task-4 doing", "done task-5", "rm task-6", "log -n 3", "sync", "undo",
    ]
}
