import Git
import MarkdownDocument
import MergeSupport
import TaskBoard
import TestSupport
import Testing

@testable import BoardStorage

/// Checklist marks survive syncs, stale saves and the undo of a rewrite.
struct ChecklistMarkTests {
    private static let path = "todo/a-k3f9m2.md"
    private let sandbox: BoardSandbox

    init() throws { sandbox = try BoardSandbox() }

    private func expectLaw(
        _ base: String, _ sides: [String], _ text: String, seed: UInt64,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for breach in Marks.breaches(base, sides, text) {
            Issue.record(
                "seed \(seed): \(breach)\n\(base)\n\(sides)\n\(text)",
                sourceLocation: sourceLocation)
        }
    }

    private func commit(_ workspace: Workspace) async throws {
        _ = try await workspace.commitEdits(of: [TaskID(fileName: Array("a-k3f9m2.md".utf8))])
    }

    @Test func `marks and rewrites from two clones merge in a sync`() async throws {
        try sandbox.sh("git init -q --bare -b main remote.git", in: "")
        let ann = try sandbox.board("ann", remote: "\(sandbox.path)/remote.git")
        #expect(try await ann.sync(sandbox.transfer).failure == nil)
        try sandbox.sh("git clone -q remote.git bob; git -C bob config pmd.branch main", in: "")
        let bob = try Workspace(
            Location.find(named: "\(sandbox.path)/bob", in: .ofProcess()), clock: sandbox.clock,
            timeout: 5)
        for number in UInt64(0)..<12 {
            let seed = testSeed &+ number
            var lists = RandomLists(seed: seed)
            let base = lists.first()
            try sandbox.write(base, Self.path, in: "ann")
            for clone in [ann, bob] {
                #expect(try await clone.sync(sandbox.transfer).failure == nil)
            }
            let sides = [lists.ticked(base), lists.edited(base)]
            try sandbox.write(sides[0], Self.path, in: "ann")
            try sandbox.write(sides[1], Self.path, in: "bob")
            for clone in [ann, bob, ann] {
                #expect(try await clone.sync(sandbox.transfer).failure == nil)
            }
            let text = try sandbox.text(Self.path, in: "ann")
            #expect(try sandbox.text(Self.path, in: "bob") == text)
            expectLaw(base, sides, text, seed: seed)
        }
    }

    @Test func `marks survive when an open editor saves over a rewritten list`() async throws {
        let board = try sandbox.board()
        var merges = 0
        for number in UInt64(0)..<12 {
            let seed = testSeed &+ 100 + number
            var lists = RandomLists(seed: seed)
            let list = lists.first()
            let base = "Call.\n\n" + list
            try await board.put(BoardPath(Self.path), base)
            try sandbox.write("swap", "todo/.a-k3f9m2.md.swp")
            // The saved file has the old first line: without it, nothing shows that it is stale.
            let sides = ["Call Bob.\n\n" + lists.edited(list), "Call.\n\n" + lists.ticked(list)]
            try await board.put(BoardPath(Self.path), sides[0])
            try sandbox.write(sides[1], Self.path)
            try sandbox.sh("rm todo/.a-k3f9m2.md.swp")
            try await commit(board)
            // A save that has a mark of the newer version, or no change of its own, stays.
            let text = try sandbox.text(Self.path)
            if text == sides[1] { continue }
            merges += 1
            #expect(text.contains("Call Bob."), "seed \(seed)")
            expectLaw(base, sides, text, seed: seed)
        }
        #expect(merges > 3)
    }

    @Test func `undoing a rewrite keeps marks that were set since`() async throws {
        let board = try sandbox.board()
        for number in UInt64(0)..<12 {
            let seed = testSeed &+ 200 + number
            var lists = RandomLists(seed: seed)
            let base = lists.first()
            try await board.put(BoardPath(Self.path), base)
            let rewritten = lists.edited(base)
            try await board.put(BoardPath(Self.path), rewritten, subject: "Rewrite")
            let rewrite = try sandbox.sh("git rev-parse HEAD").prefix(40)
            let ticked = lists.ticked(rewritten)
            try await board.put(BoardPath(Self.path), ticked, subject: "Tick")
            _ = try await board.undo(.commit(String(rewrite)))
            // The rewrite itself is undone, with the marks that it set; the tick's marks stay.
            let (before, after) = (Marks(rewritten), Marks(ticked))
            let undone = Marks(try sandbox.text(Self.path))
            for mark in after.items.keys where mark.mark != " " && before.items[mark] == nil {
                #expect(
                    undone.items[mark] != nil,
                    "seed \(seed): [\(mark.mark)] of \(mark.word) is lost")
            }
            #expect(undone.set.isEmpty, "seed \(seed): undo wrote a callout")
        }
    }
}
