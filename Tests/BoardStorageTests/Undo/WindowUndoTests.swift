import Git
import MarkdownDocument
import TaskBoard
import TestSupport
import Testing

@testable import BoardStorage

/// Undo by several windows on one clone: browser windows, terminal boards and commands.
struct WindowUndoTests {
    let sandbox: BoardSandbox
    let workspace: Workspace

    init() throws {
        sandbox = try BoardSandbox()
        workspace = try sandbox.board()
    }

    private func add(_ title: String, by client: ActionClient?) async throws {
        let draft = TaskDraft(title: Text(title))
        _ = try await workspace.perform(
            .add(draft, to: "todo", atTop: false), by: Caller(client: client))
    }

    private func undo(by client: ActionClient?) async throws {
        _ = try await workspace.undo(.last(1), by: Caller(client: client))
    }

    private func titles() async throws -> [String] {
        try await workspace.board().tasks.map(\.title.string).sorted()
    }

    @Test func `a terminal leaves the actions of another running terminal alone`() async throws {
        let one = try TerminalWindow(at: workspace.location)
        try await withOther { other in
            #expect(other != one.client)
            try await add("A", by: one.client)
            try await add("B", by: other)
            try await undo(by: one.client)
            #expect(try await titles() == ["B"])
            await #expect(throws: BoardError.history(.nothingToUndo(isRecordLost: false))) {
                try await undo(by: one.client)
            }
            let preview = try await workspace.undo(
                .last(1), isDryRun: true, by: Caller(client: other))
            #expect(preview.steps.first?.subject.contains("B") == true)
        }
        // After the other one has quit, its actions belong to the next terminal.
        try await undo(by: one.client)
        #expect(try await titles() == [])
        #expect(try sandbox.sh("ls .git/pmd | grep -c window-") == "1\n")
    }

    private func withOther(_ body: (ActionClient) async throws -> Void) async throws {
        let other = try TerminalWindow(at: workspace.location)
        try await body(other.client)
        withExtendedLifetime(other) {}
    }

    @Test func `a terminal undoes what commands and editors did`() async throws {
        let terminal = try TerminalWindow(at: workspace.location)
        try await add("A", by: nil)
        try sandbox.write("---\ntitle: B\n---\n", "todo/b.md")
        try await undo(by: terminal.client)
        #expect(try await titles() == ["A"])
        try await undo(by: terminal.client)
        #expect(try await titles() == [])
    }

    @Test func `the folder of a killed terminal is swept`() async throws {
        try sandbox.sh("mkdir .git/pmd/window-x0123456789abcdef")
        let killed = try #require(ActionClient("terminal-x0123456789abcdef"))
        try await add("A", by: killed)
        let terminal = try TerminalWindow(at: workspace.location)
        #expect(try sandbox.sh("ls .git/pmd | grep -c window-") == "1\n")
        try await undo(by: terminal.client)
        #expect(try await titles() == [])
    }

    @Test func `a browser window undoes only its own actions, a command any`() async throws {
        let (a, b) = (ActionClient(window: "a"), ActionClient(window: "b"))
        let terminal = try TerminalWindow(at: workspace.location)
        try await add("A", by: a)
        try await add("B", by: b)
        try await add("C", by: nil)
        try await add("D", by: terminal.client)
        try sandbox.write("---\ntitle: E\n---\n", "todo/e.md")
        try await undo(by: a)
        #expect(try await titles() == ["B", "C", "D", "E"])
        await #expect(throws: BoardError.self) { try await undo(by: a) }
        _ = try await workspace.redo(.last(1), by: Caller(client: a))
        #expect(try await titles() == ["A", "B", "C", "D", "E"])
        // The redo was the last action; the edit of the editor comes after it.
        _ = try await workspace.undo(.last(5))
        #expect(try await titles() == [])
    }

    @Test func `what a server shows as the next undo is what it undoes`() async throws {
        let log = ActionLog(of: workspace.location)
        let (a, b) = (ActionClient(window: "a"), ActionClient(window: "b"))
        #expect(log.next(of: a) == ActionLog.Next())
        try await add("A", by: a)
        let first = try #require(log.next(of: a).undo)
        #expect(first.commit == first.action && log.next(of: b) == ActionLog.Next())
        let report = try await workspace.undo(.last(1), by: Caller(client: a))
        let redo = try #require(log.next(of: a).redo)
        #expect(redo.commit == report.commit && redo.action == first.action)
        #expect(log.next(of: a).undo == nil)
        let change = try #require(log.change(of: redo, .standard))
        #expect(change.doneSentence.contains("A"))
    }

    /// Two windows whose actions are within one second, as scripts make them.
    private func stopClock() throws -> WindowUndoTests {
        let clock = Clock(nanoseconds: { 1_795_100_000_000_000_000 }, offset: { _ in 60 })
        return WindowUndoTests(
            sandbox: sandbox,
            workspace: try Workspace(workspace.location, clock: clock, timeout: 5))
    }

    private init(sandbox: BoardSandbox, workspace: Workspace) {
        (self.sandbox, self.workspace) = (sandbox, workspace)
    }

    @Test func `an action that git removed is not mistaken for another window's`() async throws {
        let (a, b) = (ActionClient(window: "a"), ActionClient(window: "b"))
        let windows = try stopClock()
        try await windows.add("A", by: a)
        try sandbox.sh("git reset -q --hard HEAD~1")
        try await windows.add("B", by: b)
        await #expect(throws: BoardError.self) { try await windows.undo(by: a) }
        #expect(try await titles() == ["B"])
    }

    @Test func `after a rebase each window undoes its own action of several alike`() async throws {
        let (a, b) = (ActionClient(window: "a"), ActionClient(window: "b"))
        let windows = try stopClock()
        for client in [a, b, a, b] { try await windows.add("A", by: client) }
        let added = try sandbox.sh("git log --reverse --format= --name-only -4")
            .split(separator: "\n").map(String.init)
        try sandbox.sh("git -c user.name=A -c user.email=a@b rebase -q --force-rebase HEAD~4")
        try await windows.undo(by: a)
        try await windows.undo(by: a)
        let left = try sandbox.sh("ls todo/*.md").split(separator: "\n").map(String.init)
        #expect(Set(left) == [added[1], added[3]])
    }

    /// A process that is killed after recording an action, and before the branch moves, leaves a line
    /// without a commit.
    @Test func `a line without a commit is not undone`() async throws {
        let a = ActionClient(window: "a")
        try await add("A", by: a)
        try sandbox.sh(
            """
            made=$(git -c user.name=A -c user.email=a@b commit-tree -m Lost -p HEAD HEAD^{tree})
            echo "do $made by:\(a.name) 1" >> .git/pmd/actions
            echo "do $(printf '%040d' 7) by:\(a.name) 1" >> .git/pmd/actions
            """)
        try await undo(by: a)
        #expect(try await titles() == [])
        await #expect(throws: BoardError.self) { try await undo(by: a) }
        // The window no longer shows an action that it cannot undo.
        #expect(ActionLog(of: workspace.location).next(of: a).undo == nil)
    }
}
