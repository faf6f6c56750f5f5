import Git
import MarkdownDocument
import TaskBoard
import TestSupport
import Testing

@testable import BoardStorage

/// The index of the tasks that each commit touched: missing, damaged or complete.
struct TouchIndexTests {
    let sandbox: BoardSandbox
    let workspace: Workspace

    init() throws {
        sandbox = try BoardSandbox()
        workspace = try sandbox.board()
        try sandbox.sh("git config user.name Ann; git config user.email ann@example.org")
    }

    /// Commits by git: edits, moves, deletions, merges of branches, several tasks at once.
    private func commits(_ count: Int, _ random: inout SplitMix64) throws {
        var script = ""
        for number in 0..<count {
            let (task, other) = (Int.random(in: 0..<6, using: &random), number % 6)
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                script +=
                    "git mv todo/t\(task).md done/ 2>/dev/null || git mv done/t\(task).md todo/ "
                script += "2>/dev/null || :; git commit -qm move --allow-empty\n"
            case 1:
                script +=
                    "git rm -qf --ignore-unmatch todo/t\(task).md; git commit -qm rm --allow-empty\n"
            case 2:
                script += """
                    git checkout -qb side; echo side\(number) > todo/t\(task).md; git add .
                    git commit -qm side; git checkout -q -; echo x\(number) > todo/o\(other).md
                    git add .; git commit -qm ours; git merge -q --no-edit side; git branch -qD side

                    """
            default:
                script += "echo \(number) >> todo/t\(task).md; echo \(number) > todo/t\(other).md\n"
                script += "git add .; git commit -qm edit\n"
            }
        }
        try sandbox.sh(script)
    }

    /// Expects each task's log and blame to equal those from a full walk.
    private func expectSame(limit: Int = .max) async throws {
        let all = try await workspace.log(LogFilter()).map(description)
        let names = (0..<6).flatMap { ["t\($0)", "o\($0)"] } + ["none"]
        for name in names {
            let id = TaskID(Text(name))
            let log = try await workspace.log(LogFilter(ids: [id], limit: limit)).map(description)
            #expect(log == Array(all.filter { $0.hasPrefix("\(name) ") }.prefix(limit)))
        }
    }

    private func description(_ entry: LogEntry) -> String {
        "\(entry.change.id?.text ?? "") \(entry.commit) \(entry.change.action)"
    }

    private var file: String { workspace.location.localState + "/touched" }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `a task's log is its part of the whole log`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        for limit in [1, .max, 2, .max] {
            try commits(6, &random)
            try await expectSame(limit: limit)
            try await expectSame()
        }
        try sandbox.sh("git reset -q --hard HEAD~3")
        try await expectSame()
        try commits(2, &random)
        try await expectSame()
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `the deleted tasks are the same with and without kept effects`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        func describe(_ tasks: [TaskItem]) -> Set<String> {
            Set(tasks.map { "\($0.path) \($0.document.bytes)" })
        }
        for _ in 0..<4 {
            try commits(8, &random)
            let read = try await workspace.deletedBoardWithoutTrace(within: .seconds(600)).tasks
            for _ in 0..<2 {
                let kept = try await workspace.deletedTasks().map(\.task)
                #expect(kept.count == read.count, "seed \(seed)")
                #expect(describe(kept) == describe(read), "seed \(seed)")
            }
        }
    }

    @Test func `the places of many tasks are those of each task`() async throws {
        try sandbox.sh(
            """
            mkdir -p todo doing done/2026; for n in 1 2 3 4 5 6 7; do echo $n > todo/t$n.md; done
            cp todo/t2.md done/2026/t2.md
            cp todo/t3.md doing/Other-k3f9m2.md; echo x > todo/t3.txt; git add .; git commit -qm x
            """)
        let repository = try BoardRepository(workspace.location, clock: sandbox.clock, waiting: 5)
        let head = try #require(try repository.git.head().commit?.bytes)
        let many = GitHistorySource(repository)
        for name in ["t1", "t2", "t3", "t4", "t5", "t6", "none", "k3f9m2", "t2", "t7"] {
            let id = TaskID(Text(name))
            let single = try GitHistorySource(repository).places(of: id, in: head)
            #expect(try many.places(of: id, in: head) == single, "\(name)")
            #expect(single.count == (name == "none" ? 0 : name == "t2" ? 2 : 1), "\(name)")
        }
    }

    @Test func `damage in the commit index is noticed`() async throws {
        var random = SplitMix64(seed: 7)
        try commits(8, &random)
        try await expectSame()
        let whole = try readFile(file)
        #expect(whole.count > 100)
        for place in whole.indices {
            var damaged = whole
            damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            #expect(TouchRecords(damaged).count == 0, "byte \(place)")
            #expect(TouchRecords(Array(whole[..<place])).count == 0, "cut at \(place)")
        }
        try writeFile(file, Array(whole.reversed()))
        try await expectSame()
        #expect(try readFile(file) == whole)
    }

    @Test func `a commit that touched very many tasks counts as touching every task`() async throws
    {
        try sandbox.sh(
            "for i in $(seq 1200); do echo > todo/n$i.md; done; git add .; git commit -qm n")
        let entries = try await workspace.log(LogFilter(ids: [TaskID(Text("n77"))]))
        #expect(entries.count == 1)
        #expect(try readFile(file).count < 1000)
    }
}
