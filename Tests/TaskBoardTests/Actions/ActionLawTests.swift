import MarkdownDocument
import TestSupport
import Testing

@testable import TaskBoard

/// Random boards and tasks, from a seed that a failure reports.
private struct RandomBoard {
    var generator: SplitMix64

    init(_ seed: UInt64) { generator = SplitMix64(seed: testSeed &+ seed) }

    mutating func board() throws -> Board {
        var files: [String: String] = [:]
        for number in 0..<Int.random(in: 1...12, using: &generator) {
            let folder = pick(["todo", "doing", "done", "done/2024", "todo/sub"])
            files["\(folder)/\(pick(["x", "y-k3f9m2", "메모", "n\(number)"])).md"] = text()
        }
        return try ActionBoard.make(files, "body-limit: 200\n")
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &generator)]
    }

    mutating func tasks(_ board: Board) -> [TaskItem] {
        board.tasks.filter { _ in Bool.random(using: &generator) }
    }

    mutating func edits() -> [FieldEdit] {
        (0..<Int.random(in: 1...3, using: &generator)).map { _ in
            pick([
                .set(key: "due", value: "2026-12-01"), .set(key: "title", value: "New: one"),
                .set(key: "priority", value: "low"), .set(key: "estimate", value: "@3h"),
                .clear(key: "due"), .clear(key: "estimate"), .add(key: "tags", element: "house"),
                .remove(key: "tags", element: "old"), .body("- [ ] new\n"), .append("more"),
                .setList(key: "tags", elements: ["b", "a"]),
            ])
        }
    }

    private mutating func text() -> String {
        if Int.random(in: 0..<8, using: &generator) == 0 { return "---\ntitle: a: b\n---\nx\n" }
        let end = pick(["\n", "\r\n"])
        let keys = [
            "title: Task", "due: 2026-11-01 # day", "tags: [old, 'x']", "tags:\n  - old\n  - y",
            "rank: c", "rank: e", "rank: c", "note: \"kept\"", "# a comment",
            "priority: 'high'", "created: 2026-01-01T00:00:00Z",
        ].filter { _ in Bool.random(using: &generator) }
        var seen: Set<Substring> = []
        let front = keys.filter { seen.insert($0.prefix { $0 != ":" }).inserted }
        let body = pick(["", "text\n", "# Head\n- [ ] a\n- [x] b\n", "no end"])
        let all = front.isEmpty ? body : "---\n" + front.joined(separator: "\n") + "\n---\n" + body
        return all.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: end)
    }
}

/// Laws of actions on random boards: inverses, order and untouched files.
struct ActionLawTests {
    /// Returns the plans of every kind of action for some tasks, without
    /// refused ones.
    private func plans(
        _ random: inout RandomBoard, _ board: Board, _ tasks: [TaskItem]
    ) -> [(plan: Plan, named: [TaskItem])] {
        var plans: [(plan: Plan, named: [TaskItem])] = []
        func attempt(_ named: [TaskItem], _ make: () throws -> Plan) {
            do { plans.append((try make(), named)) } catch { #expect(error is ActionError) }
        }
        let edits = random.edits()
        let state: Text = random.pick(["todo", "doing", "done", "."])
        let place: ColumnPosition<TaskItem>? = random.pick([nil, .top, .bottom])
        attempt(tasks) { try board.editing(tasks, edits) }
        attempt(tasks) { try board.moving(tasks, to: state, place: place, hash: ActionBoard.hash) }
        attempt(tasks) { board.removing(tasks) }
        for task in tasks.prefix(1) {
            attempt([task]) { try board.ticking(task, items: ["1", "2"], isTicked: true) }
            attempt([task]) {
                try board.resolving([task], .keep, hash: ActionBoard.hash)
            }
        }
        var generator = random.generator
        attempt(tasks) {
            board.fixing(tasks, now: ActionBoard.now, using: &generator).plan
        }
        return plans
    }

    @Test func `a plan touches the named tasks and otherwise only neighbours of equal rank`()
        throws
    {
        for seed in 0..<500 as Range<UInt64> {
            var random = RandomBoard(seed)
            let board = try random.board()
            let tasks = random.tasks(board)
            for (plan, named) in plans(&random, board, tasks) {
                let after = ActionBoard.after(plan, on: board)
                let paths = Set(named.map(\.path))
                for change in plan.changes {
                    let path = try #require(change.before, "seed \(testSeed) + \(seed)")
                    if paths.contains(path) { continue }
                    let (old, new) = (try #require(board[path]), try #require(after[path]))
                    #expect(
                        fieldChanges(from: old, to: new).map(\.key) == ["rank"],
                        "seed \(testSeed) + \(seed)")
                }
                let touched = Set(plan.changes.compactMap(\.before))
                for task in board.tasks where !touched.contains(task.path) {
                    #expect(
                        after[task.path]?.document == task.document, "seed \(testSeed) + \(seed)")
                }
                let isCounted = plan.isEmpty == plan.subject.isEmpty
                #expect(isCounted, "seed \(testSeed) + \(seed): \(plan.subject)")
                #expect(columnCount(plan.subject.utf8) <= 72, "seed \(testSeed) + \(seed)")
            }
        }
    }

    @Test func `moving and moving back leave all bytes but the rank`() throws {
        for seed in 0..<500 as Range<UInt64> {
            var random = RandomBoard(seed)
            let board = try random.board()
            let task = random.pick(board.tasks)
            let state: Text = random.pick(["todo", "doing", "done"])
            let there = try board.moving([task], to: state, hash: ActionBoard.hash)
            let middle = ActionBoard.after(there, on: board)
            let moved = try #require(there.isEmpty ? task : middle[there.changes[0].after ?? ""])
            let back = try middle.moving([moved], to: task.state, hash: ActionBoard.hash)
            let end = ActionBoard.after(back, on: middle)
            let path = back.isEmpty ? moved.path : back.changes[0].after
            let result = try #require(end[path ?? ""])
            #expect(
                try bare(result) == bare(task), "seed \(testSeed) + \(seed): \(task.path) \(state)")
        }
    }

    /// Returns the task's bytes without a rank.
    private func bare(_ task: TaskItem) throws -> [UInt8] {
        guard task.document.entry("rank") != nil else { return task.document.bytes }
        return try task.document.removing("rank").bytes
    }

    @Test func `an edit and its inverse are the identity`() throws {
        for seed in 0..<500 as Range<UInt64> {
            var random = RandomBoard(seed)
            let board = try random.board()
            let task = random.pick(board.tasks)
            guard task.document.malformation == nil else { continue }
            for (edit, inverse) in inverses(of: task) {
                let there = try board.editing([task], [edit])
                let middle = ActionBoard.after(there, on: board)
                let edited = try #require(middle[task.path])
                let end = ActionBoard.after(try middle.editing([edited], [inverse]), on: middle)
                #expect(
                    end[task.path]?.document == task.document,
                    "seed \(testSeed) + \(seed): \(edit) in \(task.document.bytes)")
            }
        }
    }

    private func inverses(of task: TaskItem) -> [(FieldEdit, FieldEdit)] {
        var pairs: [(FieldEdit, FieldEdit)] = [
            (.set(key: "estimate", value: "3h"), .clear(key: "estimate")),
            (.add(key: "tags", element: "new"), .remove(key: "tags", element: "new")),
            (.body("- [ ] other\n"), .body(Text(task.document.body))),
        ]
        for key in ["due", "priority", "title"] as [Text] {
            guard case .scalar(let value)? = task.document.entry(key)?.value else { continue }
            let other: Text = key == "due" ? "2027-01-01" : key == "priority" ? "low" : "a: b"
            pairs.append((.set(key: key, value: other), .set(key: key, value: value)))
        }
        // A body without a final line break gets one, as every new text does.
        return task.document.body.last == UInt8(ascii: "\n")
            ? pairs : Array(pairs.filter { !$0.0.isBody })
    }

    @Test func `ticking and unticking restores the bytes`() throws {
        for seed in 0..<200 as Range<UInt64> {
            var random = RandomBoard(seed)
            let board = try random.board()
            for task in board.tasks {
                let open = task.document.checklist.filter { !$0.isTicked }.map(\.number)
                guard !open.isEmpty else { continue }
                let middle = ActionBoard.after(
                    try board.ticking(task, items: open.map { Text("\($0)") }), on: board)
                let ticked = try #require(middle[task.path])
                let end = ActionBoard.after(
                    try middle.ticking(ticked, items: open.map { Text("\($0)") }, isTicked: false),
                    on: middle)
                #expect(end[task.path]?.document == task.document, "seed \(testSeed) + \(seed)")
            }
        }
    }

    @Test func `a drop anywhere gives the requested order`() throws {
        for seed in 0..<500 as Range<UInt64> {
            var random = RandomBoard(seed)
            let board = try random.board()
            let column = random.pick(["todo", "doing"] as [Text])
            let stay = board.tasks(in: column)
            let task = random.pick(board.tasks)
            guard let neighbour = stay.first(where: { $0.path != task.path }),
                [task, neighbour].allSatisfy({ $0.document.malformation == nil }),
                !stay.contains(where: { $0.document.malformation != nil })
            else { continue }
            let isAbove = Bool.random(using: &random.generator)
            let plan = try board.moving(
                [task], to: column, place: isAbove ? .before(neighbour) : .after(neighbour),
                hash: ActionBoard.hash)
            let after = ActionBoard.after(plan, on: board).tasks(in: column).map(\.path)
            let path = plan.changes.first { $0.before == task.path }?.after ?? task.path
            let others = stay.map(\.path).filter { $0 != task.path }
            #expect(after.filter { $0 != path } == others, "seed \(testSeed) + \(seed)")
            let (mine, its) = (
                try #require(after.firstIndex(of: path)),
                try #require(after.firstIndex(of: neighbour.path))
            )
            #expect(mine == (isAbove ? its - 1 : its + 1), "seed \(testSeed) + \(seed)")
        }
    }
}

extension FieldEdit {
    fileprivate var isBody: Bool {
        if case .body = self { true } else { false }
    }
}
