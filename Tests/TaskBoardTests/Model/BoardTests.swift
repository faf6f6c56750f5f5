import MarkdownDocument
import MergeSupport
import TestSupport
import Testing
import Words

@testable import TaskBoard

/// Columns and the order of their tasks.
struct BoardTests {
    @Test func `columns are in the board's order, unknown ones last`() {
        let board = Sample.board(
            Sample.task("done/d.md"), Sample.task("someday/x-k3f9m2.md"), Sample.task("todo/a.md"))
        #expect(board.columns.map(\.state) == ["todo", "doing", "done", "someday"])
        #expect(board.columns.map(\.count) == [1, 0, 1, 1])
        #expect(board.columns.map(\.isUnknown) == [false, false, false, true])
        #expect(board.columns.map(\.isFinished) == [false, false, true, false])
        #expect(
            board[TaskID("k3f9m2")]?.problems.map(\.words.english) == [
                "the folder 'someday' is not a state; the board has todo, doing, done"
            ])
    }

    @Test func `a board made of another board's tasks states each problem once`() {
        let first = Sample.board(Sample.task("todo/a-k3f9m2.md"), Sample.task("other/b-k3f9m2.md"))
        let again = Board(settings: first.settings, tasks: first.tasks)
        #expect(again.tasks.map(\.problems) == first.tasks.map(\.problems))
        #expect(again.tasks.map(\.problems.count) == [1, 2])
        let alone = Board(settings: first.settings, tasks: Array(first.tasks.prefix(1)))
        #expect(alone.tasks[0].problems.isEmpty && !alone.tasks[0].isDuplicate)
        #expect(alone.duplicates.isEmpty)
    }

    @Test func `a column is ordered by rank, then ID, implied ranks last`() {
        let board = Sample.board(
            Sample.task("todo/z.md"), Sample.task("todo/y.md", "created: 2026-01-01T00:00:00Z"),
            Sample.task("todo/d.md", "rank: b"), Sample.task("todo/c.md", "rank: a3"),
            Sample.task("todo/b.md", "rank: a3"), Sample.task("todo/x.md"))
        #expect(board.tasks.map(\.id.description) == ["b", "c", "d", "y", "x", "z"])
    }

    @Test
    func `finished columns show the newest first, and tasks without a time before all others`() {
        let times = HistoryTimes(finished: [TaskID("a"): 100, TaskID("b"): 300])
        let tasks = ["done/a.md", "done/b.md", "done/c.md"].map { Sample.task(BoardPath($0)) }
        let board = Board(settings: .standard, tasks: tasks, times: times)
        #expect(board.tasks.map(\.id.description) == ["c", "b", "a"])
        #expect(
            Board(settings: .standard, tasks: tasks).tasks.map(\.id.description) == ["a", "b", "c"])
    }

    @Test func `a column over its limit is marked`() throws {
        let settings = try Sample.settings("limits: {todo: 1}")
        let one = Board(settings: settings, tasks: [Sample.task("todo/a.md")])
        let two = Board(
            settings: settings, tasks: [Sample.task("todo/a.md"), Sample.task("todo/b.md")])
        #expect(one.columns[0].isOverLimit == false && one.columns[0].limit == 1)
        #expect(two.columns[0].isOverLimit)
        #expect(two.columns[1].limit == nil && !two.columns[1].isOverLimit)
    }

    @Test func `files with one ID are all shown by path, with a warning`() throws {
        let board = Sample.board(
            Sample.task("todo/a-k3f9m2.md"), Sample.task("doing/b-k3f9m2.md"),
            Sample.task("todo/c-x7q2bd.md"), Sample.task("done/c-k3f9m2.md"))
        #expect(board.tasks.count == 4)
        #expect(board.duplicates[TaskID("k3f9m2")]?.count == 3)
        #expect(board.duplicates.count == 1)
        let task = try #require(board["doing/b-k3f9m2.md"])
        #expect(task.isDuplicate)
        #expect(
            task.problems.map(\.words.english) == [
                "the ID 'k3f9m2' is also used by done/c-k3f9m2.md, todo/a-k3f9m2.md"
            ])
        #expect(References(board)[task] == "doing/b-k3f9m2.md")
        #expect(try board.resolve("doing/b-k3f9m2.md").path == "doing/b-k3f9m2.md")
        #expect(throws: ReferenceError.self) { try board.resolve("k3f9m2") }
        #expect(try board.resolve("b-k3f9m2").path == "doing/b-k3f9m2.md")
    }

    @Test func `a task is blocked by unfinished tasks of the board`() {
        let board = Sample.board(
            Sample.task("todo/a.md", "blocked-by: [b]"), Sample.task("doing/b.md"),
            Sample.task("todo/c.md", "blocked-by: [d, gone]"), Sample.task("done/d.md"),
            Sample.task("done/e.md", "blocked-by: [b]"))
        #expect(board.tasks.filter(board.isBlocked).map(\.id.description) == ["a"])
    }
}

/// References to tasks: codes, titles and ambiguous words.
struct ReferenceTests {
    private let board = Sample.board(
        Sample.task("todo/fix-roof-k3f9m2.md", "title: Fix the roof"),
        Sample.task("todo/우유-사기-k7q2bd.md", "title: 우유 사기"),
        Sample.task("doing/call-bank.md"),
        Sample.task("done/old-roof-x2x3x4.md", "title: Old roof"),
        Sample.task("done/k3.md", "title: Short name"),
        Sample.task("doing/x.md", "title: The ÄRGER with K7"))

    @Test(arguments: [
        // Whole IDs, file names and paths win.
        ("k3f9m2", "k3f9m2"), ("K3F9M2", "k3f9m2"), ("fix-roof-k3f9m2", "k3f9m2"),
        ("fix-roof-k3f9m2.md", "k3f9m2"), ("todo/fix-roof-k3f9m2.md", "k3f9m2"),
        ("./doing/call-bank.md", "call-bank"), ("Call-Bank", "call-bank"), ("x", "x"),
        ("k3", "k3"),
        // Prefixes of codes and names, and words of titles, unfinished tasks first.
        ("k3f", "k3f9m2"), ("fix-r", "k3f9m2"), ("call", "call-bank"), ("roof", "k3f9m2"),
        ("the roof", "k3f9m2"), ("ROOF fix", "k3f9m2"), ("bank", "call-bank"),
        ("ärger", "x"), ("a\u{308}rger", "x"),
        ("우유", "k7q2bd"), ("\u{110B}\u{116E}\u{110B}\u{1172}", "k7q2bd"), ("사기", "k7q2bd"),
        // Finished tasks if nothing else matches.
        ("old", "x2x3x4"), ("x2", "x2x3x4"), ("short", "k3"),
    ])
    func `a reference identifies one task`(reference: String, id: String) throws {
        #expect(try board.resolve(reference).id.text == Text(id))
    }

    @Test(arguments: ["nothing", "", "roo", "/", "todo", "…", "k3f9m2x", "todo/call-bank.md"])
    func `a reference that matches nothing is an error`(reference: String) {
        let error = #expect(throws: ReferenceError.self) { try board.resolve(reference) }
        #expect(error?.fault.words.english == "no task matches '\(reference)'")
    }

    @Test func `a reference that matches several lists them`() {
        let error = #expect(throws: ReferenceError.self) { try board.resolve("the") }
        #expect(
            error?.fault.words.english
                == "'the' matches 2 tasks: k3f9m2 (Fix the roof), x (The ÄRGER with K7)")
    }

    @Test func `a word of two letters identifies a task if nothing else does`() throws {
        #expect(try board.resolve("k7").id == TaskID("k7q2bd"))
        let ux = Sample.board(
            Sample.task("todo/a-b2b3b4.md", "title: Fix UX (v2)"),
            Sample.task("todo/b-c2c3c4.md", "title: Luxury to go"))
        #expect(try ux.resolve("ux").id == TaskID("b2b3b4"))
        #expect(try ux.resolve("v2").id == TaskID("b2b3b4"))
        #expect(try ux.resolve("c2").id == TaskID("c2c3c4"))
        for reference in ["ux", "v2", "to"] {
            #expect(throws: ReferenceError.self) {
                try ux.tasks([TaskReference(Array(reference.utf8))], isCautious: true)
            }
        }
        #expect(throws: ReferenceError.self) { try ux.resolve("fi") }
        let board = Sample.board(
            Sample.task("todo/a-b2b3b4.md", "title: Buy a TV"),
            Sample.task("todo/b-c2c3c4.md", "title: TV"))
        #expect(try board.resolve("tv").id == TaskID("c2c3c4"))
    }

    @Test(arguments: [
        // A whole title wins, then the one title that contains the words.
        ("fix the roof", ["k3f9m2"]), ("FIX the ROOF", ["k3f9m2"]), ("the roof", ["k3f9m2"]),
        ("우유 사기", ["k7q2bd"]), ("the ärger", ["x"]), ("old roof", ["x2x3x4"]),
        // Whole names win over a phrase, and several of them need no confirmation.
        ("k3f9m2 x2x3x4", ["k3f9m2", "x2x3x4"]), ("call-bank k3", ["call-bank", "k3"]),
        // Words of one title in another order.
        ("roof fix", ["k3f9m2"]),
    ])
    func `several words are first tried as one phrase`(words: String, ids: [Text]) throws {
        let references = words.split(separator: " ").map { TaskReference(Array($0.utf8)) }
        #expect(try board.tasks(references).map(\.id.text) == ids)
    }

    @Test(arguments: [
        ("회의록", "a"), ("회의", "b"), ("ㅎㅇㄹ", "a"), ("api", "c"), ("보", "d"), ("설계 회의", "b"),
    ])
    func `the beginning of a word in Hangul names a task if no whole word does`(
        reference: String, id: String
    ) throws {
        let board = Self.hangul
        #expect(try board.resolve(reference).id == TaskID(Text(id)))
        let isSure = ["회의록", "회의", "설계 회의"].contains(reference)
        if isSure {
            #expect(try board.resolve(reference, isCautious: true).id == TaskID(Text(id)))
        } else {
            #expect(throws: ReferenceError.self) { try board.resolve(reference, isCautious: true) }
        }
    }

    private static let hangul = Sample.board(
        Sample.task("todo/a.md", "title: 회의록을 정리"), Sample.task("todo/b.md", "title: 설계 회의"),
        Sample.task("todo/c.md", "title: API를 문서화"), Sample.task("todo/d.md", "title: 보고서 쓰기"),
        Sample.task("todo/e.md", "title: Rooftop meeting"))

    @Test func `words of titles complete what was typed`() {
        let board = Self.hangul
        func words(_ typed: String) -> [String] {
            board.titleWords(beginning: typed, of: board.tasks).map(\.word)
        }
        #expect(words("ro") == ["rooftop"] && words("RO") == ["rooftop"])
        #expect(words("회") == ["회의", "회의록을"] && words("ㅎㅇ") == ["회의", "회의록을"])
        #expect(words("") == [] && words("x") == [] && words("top") == [])
    }

    @Test func `several tasks identified by words must be confirmed`() throws {
        let error = #expect(throws: ReferenceError.self) { try board.tasks(["roof", "bank"]) }
        #expect(
            error?.fault.words.english
                == "these words match 2 tasks: k3f9m2 (Fix the roof), call-bank (call bank); use "
                + "their codes, or confirm with --yes")
        #expect(throws: ReferenceError.self) { try board.tasks(["k3f9m2", "bank"]) }
        #expect(try board.tasks(["roof", "bank"], isForReading: true).count == 2)
    }

    @Test func `among several words a code prefix does not count`() throws {
        #expect(throws: ReferenceError.self) { try board.tasks(["k3f", "x2"]) }
        let lines = ["k3f", "x2"].map { TaskReference(Array($0.utf8), isAlone: true) }
        #expect(try board.tasks(lines).map(\.id.text) == ["k3f9m2", "x2x3x4"])
    }

    @Test func `a phrase in several titles is an error, and a prefix does not decide`() {
        let board = Sample.board(
            Sample.task("todo/a-b2b3b4.md", "title: Fix the roof"),
            Sample.task("todo/b-c2c3c4.md", "title: Fix the roof window"))
        #expect(throws: ReferenceError.self) { try board.tasks(["the", "roof"]) }
        #expect(throws: ReferenceError.self) { try board.tasks(["fix", "the"]) }
        #expect((try? board.tasks(["fix", "the", "roof"]).map(\.id)) == [TaskID("b2b3b4")])
    }

    @Test func `reopen tries finished tasks first`() throws {
        #expect(try board.resolve("roof", preferring: .finished).id == TaskID("x2x3x4"))
        #expect(try board.resolve("fix", preferring: .finished).id == TaskID("k3f9m2"))
    }

    @Test func `a task's short reference identifies it`() throws {
        let references = References(board)
        let refs = board.tasks.map { references[$0] }
        // `k3` is a whole name, `k7` a word of a title.
        #expect(Set(refs) == ["k3f", "k7q", "call-bank", "x2", "k3", "x"])
        for task in board.tasks { #expect(try board.resolve(references[task]).path == task.path) }
    }

    @Test(arguments: ["-", "-rf", "+x", "@ann", "not:x", "due:fri", "a=b", "!high"])
    func `a name that commands would misread is replaced by its path`(
        name: String
    ) throws {
        let board = Sample.board(Sample.task(BoardPath("todo/\(name).md")))
        #expect(References(board)[board.tasks[0]] == "todo/\(name).md")
        #expect(try board.resolve("todo/\(name).md").path == board.tasks[0].path)
    }

    @Test func `on a large board every short reference identifies its task`() throws {
        var random = SplitMix64(seed: testSeed)
        var used = Set<TaskID>()
        let tasks = (0..<600).map { number in
            let code = TaskCode.random(using: &random, excluding: used)
            used.insert(TaskID(code))
            let state = ["todo", "done"][number % 2]
            let words = ["k3", "the", "b7", "x", "roof"].filter { _ in random.next() % 3 == 0 }
            return Sample.task(
                BoardPath("\(state)/b\(number % 7)-\(code).md"),
                "title: t\(number) \(words.joined(separator: " "))")
        }
        let board = Board(settings: .standard, tasks: tasks)
        let references = References(board)
        for task in board.tasks.prefix(200) {
            let ref = references[task]
            #expect(ref.utf8.count >= 2)
            #expect(try board.resolve(ref).path == task.path, "seed \(testSeed): \(ref)")
        }
    }

    @Test
    func `a short reference is the shortest that no other task matches by code, name or title`() {
        var random = SplitMix64(seed: testSeed)
        let starts = ["k3", "k3f", "k3f9", "b7", "x2x3x", "23"]
        for _ in 0..<60 {
            func some(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }
            let tasks = (0..<Int.random(in: 1...12, using: &random)).map { number in
                let tail = String(
                    (0..<6).map { _ in some(["2", "k", "3", "f", "9", "b"]) }.joined())
                let code = String((some(starts + [""]) + tail).prefix(6))
                let name = some(["\(some(starts))-\(code)", code, some(starts), "a-\(code)"])
                return Sample.task(
                    BoardPath("\(some(["todo", "done"]))/\(name).md"),
                    "title: \(some(starts + ["the"])) \(some(starts)) \(number)")
            }
            // Some tasks are read from their records.
            for task in tasks where Bool.random(using: &random) { _ = task.contents.record }
            let board = Board(settings: .standard, tasks: tasks)
            let references = References(board)
            for task in board.tasks where task.id.isCode && !task.isDuplicate {
                let shortest = (2...5).map { String(task.id.text.string.prefix($0)) }
                    .first { isFree($0, for: task, on: board) }
                #expect(
                    references[task] == shortest ?? task.id.text.string,
                    "seed \(testSeed): \(board.tasks.map { "\($0.path) \($0.title)" })")
            }
        }
    }

    private func isFree(_ prefix: String, for task: TaskItem, on board: Board) -> Bool {
        let matching = board.tasks.filter { other in
            other.id.text.string.hasPrefix(prefix) || other.name.string.hasPrefix(prefix)
                || other.title.string.split(separator: " ").contains { $0 == prefix }
        }
        let open = matching.count { !$0.isFinished }
        let isWhole = board.tasks.contains { $0.name.string == prefix }
        return !isWhole
            && (task.isFinished ? open == 0 && matching.count == 1 : open == 1)
    }
}
