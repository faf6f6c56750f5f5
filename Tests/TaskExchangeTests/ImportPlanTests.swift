import MarkdownDocument
import TaskBoard
import TaskExchange
import Testing
import Words

/// The tasks that an import adds, and their names.
struct ImportPlanTests {
    private let text = "(A) Call Mom\nx Buy milk\nPaint +house\n"

    @Test func `importing twice adds no duplicates`() throws {
        let reading = try ExchangeFormat.todoTxt.read(text)
        let board = try Board.empty.adding(reading)
        let again = try board.importing(
            reading.tasks, from: "todo.txt", deleted: [], hash: testHash)
        #expect(again.added.isEmpty && again.plan.isEmpty && again.known == 3)
    }

    @Test func `two tasks with one ID become one, and the other is reported`() throws {
        let path = #""path": "todo/a-k3f9m2.md", "title": "One""#
        let other = #""path": "doing/b-k3f9m2.md", "title": "Two""#
        let reading = try ExchangeFormat.json.read("[{\(path)}, {\(other)}]")
        let report = try Board.empty.importing(
            reading.tasks, from: "json", deleted: [], hash: testHash)
        #expect(report.added.map(\.title) == ["One"])
        #expect(
            report.refused.map(\.problem.words.english) == [
                "\"Two\": another task of the import has the ID 'k3f9m2'"
            ])
    }

    @Test func `a dependency cycle in an import is reported`() throws {
        func notes(_ blockers: [Int]) throws -> [String] {
            let texts = blockers.enumerated().map { index, blocker in
                #"{"path": "todo/t\#(index)-k3f9m\#(index + 2).md", "title": "T\#(index)", "#
                    + #""blockedBy": ["k3f9m\#(blocker + 2)"]}"#
            }
            let reading = try ExchangeFormat.json.read("[\(texts.joined(separator: ","))]")
            return try Board.empty.importing(
                reading.tasks, from: "json", deleted: [], hash: testHash
            ).notes.map(\.words.english)
        }
        // A chain ends at a missing task; then its end is blocked by its middle.
        #expect(try notes([1, 2, 3, 6]).isEmpty)
        let cycle = try notes([1, 2, 3, 2])
        #expect(
            cycle.count == 1 && !cycle[0].contains("T0") && !cycle[0].contains("T1"), "\(cycle)")
    }

    @Test func `a deleted task is not imported again`() throws {
        let reading = try ExchangeFormat.todoTxt.read(text)
        let board = try Board.empty.adding(reading)
        let report = try Board.empty.importing(
            reading.tasks, from: "todo.txt", deleted: [board.tasks[0]], hash: testHash)
        #expect(report.added.count == 2 && report.deleted == 1)
    }

    @Test func `a code is derived from the source, and on a collision the next one is used`() throws
    {
        let reading = try ExchangeFormat.todoTxt.read("Call Mom\n")
        let first = try Board.empty.adding(reading).tasks[0]
        #expect(try Board.empty.adding(reading).tasks[0].path == first.path)
        let taken = TaskItem(
            path: BoardPath("todo/other-\(first.id).md"), document: Document([]))
        let board = try Board(settings: .standard, tasks: [taken]).adding(reading)
        let second = try board.task(titled: "Call Mom")
        #expect(second.id != first.id && second.id.isCode)
    }

    @Test func `an import is one commit with a sentence for each task`() throws {
        let report = try Board.empty.importing(
            ExchangeFormat.todoTxt.read(text).tasks, from: "todo.txt", deleted: [],
            hash: testHash)
        #expect(report.plan.subject == "Import 3 tasks from todo.txt")
        #expect(report.plan.body.count == 3 && report.plan.changes.count == 3)
        let many = String(repeating: "Call Mom\n", count: 120)
        let large = try Board.empty.importing(
            ExchangeFormat.todoTxt.read(many).tasks, from: "todo.txt", deleted: [],
            hash: testHash)
        #expect(large.plan.body.last == "and 70 more" && large.added.count == 120)
    }

    @Test func `new tasks come after those in their column, in import order`() throws {
        let old = task("---\ntitle: Old\nrank: i\n---\n")
        let board = try Board(settings: .standard, tasks: [old])
            .adding(ExchangeFormat.todoTxt.read("b\na\nc\n"))
        #expect(board.column("todo")?.tasks.map(\.title) == ["Old", "b", "a", "c"])
    }

    @Test(arguments: [
        (#"[{"title":"a","id":"x","path":"todo/y.md"}]"#, "does not belong to the path"),
        (#"[{"title":"a","path":"../../x.md"}]"#, "record 1"),
        (#"[{"title":"a","id":"x","path":"todo/../x.md"}]"#, "cannot be the path"),
        (#"[{"title":"a","id":"../x"}]"#, "cannot be the path"),
        (#"[{"title":"a","id":".git"}]"#, "cannot be the path"),
        (#"[{"title":"a","id":"x\u0000y"}]"#, "cannot be the path"),
        (#"[{"title":"a","state":"nowhere"}]"#, "there is no state 'nowhere'"),
        (#"[{"title":"a","tags":"x"}]"#, "'tags' is not an array"),
        (#"[{"title":"a","color":"x"}]"#, "unknown key 'color'"),
        (#"[{"title":"a","extra":{"due":"x"}}]"#, "'due'"),
        (#"[{"title":"a","extra":{"":"x"}}]"#, "record 1"),
        (#"[{"title":""}]"#, "a task needs a title"), (#"[1]"#, "record 1: not an object"),
        (#"[{"title":"a","body":"\u0000"}]"#, "NUL"), ("[", "line 1, column 2"),
    ])
    func `JSON that is not a task is refused with its record`(_ text: String, _ words: String)
        throws
    {
        let error = try ExchangeFormat.json.refusal(text)
        #expect(
            error.exit == .data && error.message.english.contains(words), "\(error.message.english)"
        )
    }

    @Test func `a JSON record needs only a title`() throws {
        let board = try ExchangeFormat.json.board(#"[{"title":"Call Mom"},{"title":"Call Mom"}]"#)
        #expect(board.tasks.count == 2)
        #expect(board.tasks.allSatisfy { $0.source?.string.hasPrefix("json:") == true })
    }
}
