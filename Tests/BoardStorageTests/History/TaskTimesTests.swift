import MarkdownDocument
import TaskBoard
import TestSupport
import Testing

@testable import BoardStorage

/// Creation, change and finishing times, equal on every clone and without a cache.
struct TaskTimesTests {
    @Test func `a finish merged with an undone edit survives on every clone`() async throws {
        let clones = try await Clones(["one", "two"], names: ["ann", "bob"])
        for name in clones.names { _ = try await clones.times(name) }
        try clones.sandbox.sh("mv todo/one.md todo/two.md done/", in: "ann")
        try await clones.sync("ann", isFirst: true)
        let finished = try await clones.times("ann").finished
        #expect(finished.count == 2)
        try clones.sandbox.sh("printf 'x\\n' >> todo/one.md", in: "bob")
        _ = try await clones.workspace("bob").commitEdits(of: [TaskID("one")])
        _ = try await clones.workspace("bob").undo(.last(1))
        _ = try await clones.times("bob")
        for name in ["bob", "ann", "bob"] { try await clones.sync(name) }
        for name in clones.names {
            #expect(try await clones.times(name).finished == finished)
            try await clones.expectSameWithoutCache(name)
        }
        // As a consequence, both are archived.
        let plan = try await clones.workspace("bob").board(withTimes: true)
        #expect(plan.column("done")?.tasks.count == 2)
    }

    @Test(arguments: 0..<4)
    func `clones with one history have the same times, with and without a cache`(
        number: Int
    ) async throws {
        let seed = testSeed &+ UInt64(number)
        var random = SplitMix64(seed: seed)
        let clones = try await Clones(["a", "b", "c", "d"], names: ["ann", "bob", "cat"])
        for step in 0..<40 {
            let name = clones.names.randomElement(using: &random)!
            try await clones.change(name, step, &random)
            if Int.random(in: 0..<3, using: &random) == 0 { _ = try await clones.times(name) }
            if Int.random(in: 0..<4, using: &random) == 0 {
                try await clones.expectSameWithoutCache(name)
            }
        }
        for name in clones.names + clones.names { try await clones.sync(name) }
        let first = try await clones.times("ann")
        let board = try await clones.workspace("ann").board()
        for task in board.tasks {
            #expect(first.updated[task.id] != nil, "seed \(seed)")
            if task.isFinished { #expect(first.finished[task.id] != nil, "seed \(seed)") }
        }
        for name in clones.names.dropFirst() {
            #expect(try await clones.times(name) == first, "seed \(seed)")
            try await clones.expectSameWithoutCache(name)
        }
    }

    @Test func `names with odd bytes, and damaged files, change no times`() async throws {
        let clones = try await Clones(["a"], names: ["ann"])
        try clones.sandbox.sh(
            """
            printf 'x\\n' > "todo/$(printf 'b\\tc').md"; printf 'x\\n' > "done/$(printf 'd\\ne').md"
            printf 'x\\n' > 'done/50%25.md'; git add .; git commit -qm odd
            """, in: "ann")
        let times = try await clones.times("ann")
        #expect(times.updated.count == 4 && times.finished.count == 2)
        #expect(try await clones.times("ann") == times)
        for damage in ["printf garbage > F", "truncate -s -9 F", "printf x >> F", "rm F"] {
            for file in ["times", "effects"] {
                let script = damage.split(separator: " ").map {
                    $0 == "F" ? ".git/pmd/\(file)" : $0
                }
                try clones.sandbox.sh(script.joined(separator: " "), in: "ann")
                try clones.sandbox.sh("git commit -q --allow-empty -m x", in: "ann")
                #expect(try await clones.times("ann") == times, "\(damage) \(file)")
            }
        }
    }

    @Test func `renaming or adding a finished state finishes nothing now`() async throws {
        let clones = try await Clones(["a", "b"], names: ["ann"])
        try clones.sandbox.sh("mv todo/a.md done/", in: "ann")
        try await clones.sync("ann", isFirst: true)
        let before = try await clones.times("ann").finished
        let workspace = try clones.workspace("ann")
        _ = try await workspace.renameState("done", to: "closed")
        #expect(try await clones.times("ann").finished == before)
        try clones.sandbox.sh(
            "mkdir dropped; git mv todo/b.md dropped/; git commit -qm Dropped", in: "ann")
        let moved = try Int64(clones.sandbox.sh("git log -1 --format=%at", in: "ann").dropLast())
        _ = try await workspace.setSetting("states", to: "todo,doing,dropped,closed")
        #expect(try await clones.times("ann").finished == before)
        _ = try await workspace.setSetting("finished", to: "dropped,closed")
        #expect(try await clones.times("ann").finished[TaskID("b")] == moved)
        try await clones.expectSameWithoutCache("ann")
    }
}

/// Clones of one board with a remote.
private struct Clones {
    let sandbox: BoardSandbox
    let names: [String]
    private var workspaces: [String: Workspace] = [:]

    init(_ tasks: [String], names: [String]) async throws {
        sandbox = try BoardSandbox()
        self.names = names
        try sandbox.sh("git init -q --bare -b main remote.git", in: "")
        let first = try sandbox.board(names[0], remote: "\(sandbox.path)/remote.git")
        for task in tasks { try await first.put(BoardPath("todo/\(task).md"), "# \(task)\n") }
        _ = try await first.sync(sandbox.transfer)
        workspaces[names[0]] = first
        for name in names.dropFirst() {
            let made = try BoardCreation.clone(
                CloneRequest(
                    url: "\(sandbox.path)/remote.git", folder: "\(sandbox.path)/\(name)",
                    transfer: sandbox.transfer), clock: sandbox.clock)
            workspaces[name] = try Workspace(made.location, clock: sandbox.clock)
        }
        for name in names {
            try sandbox.sh("git config user.name \(name); git config user.email a@b", in: name)
        }
    }

    func workspace(_ name: String) throws -> Workspace { try #require(workspaces[name]) }

    func times(_ name: String) async throws -> HistoryTimes {
        try await workspace(name).historyTimes()
    }

    /// - Parameter isFirst: True to skip the remote.
    func sync(_ name: String, isFirst: Bool = false) async throws {
        if isFirst {
            let ids = try await Set(workspace(name).board().tasks.map(\.id))
            _ = try await workspace(name).commitEdits(of: ids)
            return
        }
        if let failure = try await workspace(name).sync(sandbox.transfer).failure { throw failure }
    }

    func expectSameWithoutCache(
        _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let known = try await times(name)
        try sandbox.sh("rm -f .git/pmd/times .git/pmd/effects", in: name)
        #expect(try await times(name) == known, sourceLocation: sourceLocation)
    }

    /// Moves, edits, copies or deletes a task, by hand or by git, or syncs or undoes.
    func change(_ name: String, _ step: Int, _ random: inout SplitMix64) async throws {
        let file = "$(ls */*.md | sed -n '\(Int.random(in: 1...4, using: &random))p')"
        let state = ["todo", "doing", "done"].randomElement(using: &random)!
        let save = "git add -A; git commit -qm \(step) --allow-empty"
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: try await sync(name)
        case 2: _ = try? await workspace(name).undo(.last(1))
        case 3: try sandbox.sh("printf 'x\(step)\\n' >> \(file); \(save)", in: name)
        case 4: try sandbox.sh("cp \(file) \(state)/ 2>/dev/null || :; \(save)", in: name)
        case 5: try sandbox.sh("printf '# n\\n' > \(state)/n\(step).md; \(save)", in: name)
        case 6:
            try sandbox.sh(
                "GIT_AUTHOR_DATE='@\(1_700_000_000 + step)' git commit -q --allow-empty -m x;"
                    + "mv \(file) \(state)/ 2>/dev/null || :; \(save)", in: name)
        default:
            try sandbox.sh("mv \(file) \(state)/ 2>/dev/null || :; \(save)", in: name)
        }
    }
}
