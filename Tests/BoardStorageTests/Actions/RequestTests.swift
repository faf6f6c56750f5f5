import MarkdownDocument
import Synchronization
import TaskBoard
import Testing

@testable import BoardStorage

/// Requests that arrive while another one waits for the disk.
struct RequestTests {
    let sandbox: BoardSandbox
    let workspace: Workspace

    init() throws {
        sandbox = try BoardSandbox()
        workspace = try sandbox.board()
    }

    /// Carries out intents that have arrived together.
    private func results(
        of intents: [Intent], by callers: [Caller] = []
    ) async -> [Result<IntentResult, any Error>] {
        let requests = intents.enumerated().map { number, intent in
            IntentRequest(intent, by: number < callers.count ? callers[number] : .user)
        }
        workspace.requests.withLock { $0 += requests }
        await workspace.carryOutRequests()
        return requests.map { request in Result { try request.answer() } }
    }

    private func outcomes(of intents: [Intent]) async throws -> [ActionOutcome] {
        try await results(of: intents).map { result in
            guard case .done(let outcome) = try result.get() else { throw Failure("an undo") }
            return outcome
        }
    }

    private static func adding(_ title: String, to state: Text = "todo") -> Intent {
        .add(TaskDraft(title: Text(title)), to: state, atTop: false)
    }

    private func commits() throws -> [String] {
        try sandbox.sh("git log --format=%s --reverse").split(separator: "\n").map(String.init)
    }

    private var moves: Int {
        get throws { try sandbox.sh("git reflog main").split(separator: "\n").count }
    }

    private func titles(_ state: Text) -> [String]? {
        workspace.snapshot?.board.column(state)?.tasks.map(\.title.string)
    }

    @Test func `requests that arrive together share one move of the branch, with a commit each`()
        async throws
    {
        try await workspace.watch()
        let before = try moves
        let outcomes = try await outcomes(of: (1...5).map { Self.adding("Task \($0)") })
        #expect(try moves == before + 1)
        #expect(try commits().dropFirst() == (1...5).map { "Add \"Task \($0)\"" }[...])
        #expect(titles("todo") == (1...5).map { "Task \($0)" })
        let hashes = try sandbox.sh("git log --format=%H --reverse").split(separator: "\n")
        #expect(outcomes.map { $0.commit ?? "" } == hashes.dropFirst().map(String.init))
        #expect(outcomes.map { $0.board.tasks.count } == [1, 2, 3, 4, 5])
        try sandbox.expectClean()
    }

    @Test func `each of them is undone by itself`() async throws {
        try await workspace.watch()
        let callers = ["one", "two", "three"].map { Caller(client: ActionClient(window: $0)) }
        let results = await results(of: ["A", "B", "C"].map { Self.adding($0) }, by: callers)
        #expect(results.allSatisfy { if case .success = $0 { true } else { false } })
        _ = try await workspace.perform(.undo(.last(1)), by: callers[1])
        #expect(titles("todo") == ["A", "C"])
        _ = try await workspace.perform(.undo(.last(1)), by: callers[0])
        #expect(titles("todo") == ["C"])
        try sandbox.expectClean()
    }

    @Test func `a lost record of actions is rebuilt with all of them`() async throws {
        try await workspace.watch()
        _ = try await outcomes(of: ["A", "B"].map { Self.adding($0) })
        try sandbox.sh("rm .git/pmd/actions")
        _ = try await workspace.perform(.undo(.last(2)))
        #expect(titles("todo") == [])
    }

    @Test func `requests about the same task, and refused ones, are carried out one by one`()
        async throws
    {
        try await workspace.watch()
        let added = try await workspace.add(TaskDraft(title: "Roof"))
        let id = added.plan.tasks[0]
        let missing = TaskID(Text("b2b2b2"))
        let results = await results(of: [
            .edit([id], [.set(key: "title", value: "Barn")]), Self.adding("Milk"),
            .edit([missing], []),
            .edit([id], [.set(key: "priority", value: "high")]), Self.adding("Done", to: "done"),
            Self.adding("Bread"),
        ])
        let isDone = results.map { if case .success = $0 { true } else { false } }
        #expect(isDone == [true, true, false, true, true, true])
        #expect(titles("todo") == ["Barn", "Milk", "Bread"])
        #expect(titles("done") == ["Done"])
        #expect(workspace.snapshot?.board[id]?.priority == .high)
        try sandbox.expectClean()
    }

    @Test func `an edit by hand that arrives before them is kept`() async throws {
        try await workspace.watch()
        let id = try await workspace.add(TaskDraft(title: "Roof")).plan.tasks[0]
        let path = try #require(workspace.snapshot?.board[id]?.path.string)
        try sandbox.write("---\ntitle: Roof\n---\nBy hand.\n", path)
        let results = await results(of: [
            Self.adding("Milk"), .edit([id], [.set(key: "priority", value: "low")]),
        ])
        #expect(results.allSatisfy { if case .success = $0 { true } else { false } })
        #expect(try sandbox.text(path).contains("By hand."))
        #expect(try sandbox.text(path).contains("priority: low"))
        try sandbox.expectClean()
    }

    @Test func `concurrent callers get the answers to their own requests`() async throws {
        try await workspace.watch()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<24 {
                group.addTask { [workspace] in
                    let title = "Task \(number)"
                    guard case .done(let outcome) = try await workspace.perform(Self.adding(title)),
                        let id = outcome.plan.tasks.first
                    else { throw Failure("no outcome") }
                    #expect(outcome.board[id]?.title.string == title)
                }
            }
            try await group.waitForAll()
        }
        #expect(Set(titles("todo") ?? []) == Set((0..<24).map { "Task \($0)" }))
        #expect(try commits().count == 25)
        try sandbox.expectClean()
    }
}
