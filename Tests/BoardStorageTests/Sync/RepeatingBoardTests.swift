import BoardStorage
import MarkdownDocument
import TaskBoard
import TestSupport
import Testing

@testable import BoardStorage

/// Three clones that finish, undo and sync repeating tasks, on real repositories.
struct RepeatingBoardTests {
    @Test(arguments: 0..<6)
    func `each chain of dates has exactly one open task, whatever three clones do`(
        number: Int
    ) async throws {
        let seed = testSeed &+ UInt64(number)
        do {
            var clones = try await RepeatingRepositories(seed: seed)
            for _ in 0..<40 { try await clones.step() }
            try await clones.syncAll()
            try await clones.syncAll()
            try await clones.expectOneOpenEach("seed \(seed)")
        } catch {
            Issue.record("seed \(seed): \(error)")
        }
    }
}

/// Three clones of a board with three repeating tasks.
private struct RepeatingRepositories {
    let sandbox: BoardSandbox
    private var random: SplitMix64
    private var clones: [(name: String, workspace: Workspace)] = []

    private static let firstTasks = [
        "rent-k3f9m2": "title: Rent\ndue: 2026-11-30\nrepeat: every month",
        "water-x7q2bd": "title: Water\nrepeat: after 3 days",
        "tyres-g4h7n2": "title: Tyres\ndue: 2026-12-01\nrepeat: FREQ=WEEKLY;BYDAY=TU",
    ]

    init(seed: UInt64) async throws {
        sandbox = try BoardSandbox()
        random = SplitMix64(seed: seed)
        try sandbox.sh("git init -q --bare -b main remote.git", in: "")
        let first = try sandbox.board("c0", remote: "\(sandbox.path)/remote.git")
        for (name, lines) in Self.firstTasks {
            try await first.put(BoardPath("todo/\(name).md"), "---\n\(lines)\n---\n- [x] do\n")
        }
        _ = try await first.sync(sandbox.transfer)
        // The first clone does nothing: it could undo the creation of the tasks.
        for name in ["c1", "c2", "c3"] {
            let made = try BoardCreation.clone(
                CloneRequest(
                    url: "\(sandbox.path)/remote.git", folder: "\(sandbox.path)/\(name)",
                    transfer: sandbox.transfer), clock: sandbox.clock)
            clones.append((name, try Workspace(made.location, clock: sandbox.clock)))
        }
    }

    mutating func step() async throws {
        let (name, workspace) = clones[Int(random.next() % UInt64(clones.count))]
        switch random.next() % 10 {
        case 0, 1, 2: try expectDone(try await workspace.sync(sandbox.transfer))
        case 3, 4: try await finish(in: workspace) { TaskReference($0.id) }
        case 5: try await byHand(name, workspace) { "mv \($0) done/" }
        case 6:
            try await byHand(name, workspace) {
                "git mv \($0) done/ && git -c user.name=A -c user.email=a@b commit -qm finish"
            }
        case 7, 8:
            do {
                _ = try await workspace.undo(.last(1))
            } catch let error as BoardError where error.exit == .data {
                // There is nothing to undo, or the next task has changed.
            }
        default: try await byHand(name, workspace) { "printf 'more\\n' >> \($0)" }
        }
    }

    /// Acts on a random open task.
    private mutating func byHand(
        _ name: String, _ workspace: Workspace, _ script: (String) -> String
    ) async throws {
        guard let task = try await openTask(of: workspace) else { return }
        try sandbox.sh(
            "git add -A; git -c user.name=A -c user.email=a@b commit -qm mine || true", in: name)
        try sandbox.sh(script(task.path.string), in: name)
    }

    private mutating func finish(
        in workspace: Workspace, _ reference: (TaskItem) -> TaskReference
    ) async throws {
        guard let task = try await openTask(of: workspace) else { return }
        _ = try await workspace.finish([reference(task)])
    }

    private mutating func openTask(of workspace: Workspace) async throws -> TaskItem? {
        let open = try await workspace.board().tasks.filter { !$0.isFinished }
        return open.isEmpty ? nil : open[Int(random.next() % UInt64(open.count))]
    }

    func syncAll() async throws {
        for clone in clones { try expectDone(try await clone.workspace.sync(sandbox.transfer)) }
    }

    private func expectDone(_ report: SyncReport) throws {
        if let failure = report.failure { throw failure }
    }

    func expectOneOpenEach(_ message: Comment) async throws {
        for clone in clones {
            #expect(
                try sandbox.sh("git rev-parse HEAD", in: "c1")
                    == sandbox.sh("git rev-parse HEAD", in: clone.name), message)
            try sandbox.expectClean(clone.name)
        }
        let board = try await clones[0].workspace.board()
        #expect(board.duplicates.isEmpty, message)
        for name in Self.firstTasks.keys {
            var (id, chain) = (TaskID(fileName: Array("\(name).md".utf8)), [TaskItem]())
            while let task = board[id] {
                chain.append(task)
                id = Succession.next(after: id, hash: contentHash)
            }
            let open = chain.filter { !$0.isFinished && !$0.texts(of: .repeat).isEmpty }
            #expect(!open.isEmpty, "\(message) \(name)")
            // Undoing a completion while another clone finishes the next task is a conflict.
            let isContested = chain.contains { !$0.conflicts.isEmpty }
            #expect(
                open.count == 1 || isContested,
                "\(message) \(name): \(chain.map(\.path.string))")
            #expect(
                chain.filter(\.isFinished).allSatisfy { $0.texts(of: .repeat).isEmpty }, message)
        }
    }
}
