import MarkdownDocument
import MergeSupport
import Testing

@testable import TaskBoard

/// Children of tasks, and their progress.
struct FamilyTests {
    private static let board = Sample.board(
        Sample.task("todo/a.md", "title: A"), Sample.task("todo/b.md", "title: B\nparent: a"),
        Sample.task("done/c.md", "title: C\nparent: a"),
        Sample.task("todo/d.md", "title: D\nparent: b"),
        Sample.task("todo/x.md", "title: X\nparent: y"),
        Sample.task("todo/y.md", "title: Y\nparent: z"),
        Sample.task("todo/z.md", "title: Z\nparent: y"),
        Sample.task("todo/s.md", "title: S\nparent: s"),
        Sample.task("todo/u.md", "title: U\nparent: gone"))

    @Test(arguments: [
        ("under:a", "bdc"), ("under:a is:any", "bdc"), ("parent:a is:any", "bc"),
        ("is:parent", "aby"), ("is:child", "bcdx"), ("under:gone", ""), ("has:parent", "bcdsuxyz"),
        ("not:under:a is:child", "x"),
    ])
    func `queries find children`(words: String, ids: String) throws {
        let query = try Query([words], now: Sample.now)
        let found = Self.board.tasks(matching: query, all: true).map(\.id.text.string).joined()
        #expect(Set(found) == Set(ids) && found.count == ids.count, "\(found)")
    }

    @Test func `a task with unfinished children is not ready`() throws {
        let query = try Query(["is:ready"], now: Sample.now)
        let ready = Set(Self.board.tasks(matching: query).map(\.id.text.string))
        #expect(!ready.contains("a") && !ready.contains("b") && ready.contains("d"))
    }

    @Test func `a cycle reads as no parent, and is reported`() {
        #expect(Self.board.family.cyclic == [TaskID("y"), TaskID("z"), TaskID("s")])
        #expect(Self.board.family.parents[TaskID("x")] == TaskID("y"))
        let found = Self.board.findings.filter { $0.kind == .parent }.compactMap(\.id?.text.string)
        #expect(found == ["s", "u", "y", "z"])
    }

    @Test func `an edit cannot make a task its own parent`() throws {
        let (board, edit) = (Self.board, FieldEdit.set(key: "parent", value: "d"))
        #expect(throws: ActionError.self) {
            try board.editing([board.tasks.first { $0.id == TaskID("a") }!], [edit])
        }
        #expect(throws: ActionError.self) {
            try board.editing(
                [board.tasks.first { $0.id == TaskID("a") }!], [.set(key: "parent", value: "a")])
        }
        // A task may leave a cycle that a merge made.
        let plan = try board.editing(
            [board.tasks.first { $0.id == TaskID("y") }!], [.set(key: "parent", value: "a")])
        #expect(plan.changes.count == 1)
    }

    @Test func `progress counts children and sums durations`() throws {
        let settings = try Sample.settings("fields: {estimate: duration}\n")
        let board = Board(
            settings: settings,
            tasks: [
                Sample.task("todo/a.md", "title: A"),
                Sample.task("todo/b.md", "title: B\nparent: a\nestimate: 45min"),
                Sample.task("done/c.md", "title: C\nparent: a\nestimate: 1h30"),
                Sample.task("todo/d.md", "title: D\nparent: a\nestimate: long"),
            ])
        let progress = try #require(board.progress(of: TaskID("a")))
        #expect(progress.done == 1 && progress.total == 3)
        #expect(progress.sums.map(\.done.minutes) == [90])
        #expect(progress.sums.map(\.total.minutes) == [135])
        #expect(board.progress(of: TaskID("b")) == nil)
    }

    @Test func `random parents agree with a walk from each task`() {
        var source = SplitMix(seed: testSeedOfFamilies)
        for _ in 0..<200 {
            let count = Int(source.next() % 12) + 1
            let parents = (0..<count).map { _ in Int(source.next() % UInt64(count + 2)) }
            let tasks = parents.enumerated().map { index, parent in
                Sample.task(
                    BoardPath(Array("todo/t\(index).md".utf8)),
                    "title: T\(index)\nparent: t\(parent)")
            }
            let family = Board(settings: .standard, tasks: tasks).family
            for index in 0..<count {
                var (seen, next) = (Set<Int>(), index)
                while next < count, seen.insert(next).inserted { next = parents[next] }
                let isCyclic = next == index
                let id = TaskID(Text("t\(index)"))
                #expect(family.cyclic.contains(id) == isCyclic)
                let hasParent = !isCyclic && parents[index] < count
                #expect((family.parents[id] != nil) == hasParent)
            }
        }
    }
}

private let testSeedOfFamilies: UInt64 = 20_261_129

/// A small generator of the same numbers on every machine.
private struct SplitMix {
    var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
