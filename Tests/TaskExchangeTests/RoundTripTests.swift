import BoardView
import MarkdownDocument
import TaskBoard
import TaskExchange
import TestSupport
import Testing

/// Exports that are imported again give the same tasks.
struct RoundTripTests {
    /// Seeds that failed once.
    private static let regressions: [UInt64] = []
    private static let seeds = regressions + (0..<60).map { testSeed &+ $0 }

    private func copy(_ board: Board, by format: ExchangeFormat) throws -> Board {
        try Board.empty.adding(format.read(board.written(format).input, context()))
    }

    @Test(arguments: seeds, [ExchangeFormat.json, .csv, .taskwarrior])
    func `json, csv and taskwarrior hold every field`(
        seed: UInt64, format: ExchangeFormat
    ) throws {
        var random = SplitMix64(seed: seed)
        let board = Board(
            settings: .standard,
            tasks: (0..<6).map { RandomTask(using: &random).item(number: $0) })
        let (wanted, read) = (board.jsonByID, try copy(board, by: format).jsonByID)
        #expect(Set(wanted.keys) == Set(read.keys), "PMD_SEED=\(seed)")
        for (id, json) in wanted {
            guard case .object(let members) = json else { continue }
            for member in members {
                #expect(
                    read[id]?[member.key] == member.value,
                    "PMD_SEED=\(seed) \(format.name) \(id) \(member.key)")
            }
        }
    }

    @Test(arguments: seeds, [ExchangeFormat.todoTxt, .kanban, .dstask, .backlog])
    func `a field that an export does not report as lost is read back`(
        seed: UInt64, format: ExchangeFormat
    ) throws {
        var random = SplitMix64(seed: seed)
        let task = RandomTask(using: &random).item(number: 1)
        let board = Board(settings: .standard, tasks: [task])
        let writing = board.written(format)
        let lost = Set(writing.lost)
        let read = try format.read(writing.input, context())
        guard read.tasks.count == 1 else {
            #expect(lost.contains("body"), "PMD_SEED=\(seed) \(format.name)")
            return
        }
        let copy = try Board.empty.adding(read).tasks[0]
        for field in Field.keys where !["rank", "conflicts"].contains(field.key) {
            guard !lost.contains(field.jsonKey) else { continue }
            // The export states when a finished task was finished.
            if field == .finished, task.texts(of: field).isEmpty { continue }
            #expect(
                copy.texts(of: field) == task.texts(of: field),
                "PMD_SEED=\(seed) \(format.name) \(field.key)")
        }
        if !lost.contains("body") {
            #expect(Array(copy.body) == Array(task.body), "PMD_SEED=\(seed) \(format.name)")
        }
    }

    private static let declared: BoardSettings = {
        let yaml = """
            fields:
              estimate: duration
              points: number
              scheduled: date
              stage: {type: choice, values: [idea, build]}
              links: {type: text, many: true}
              area: path
            """
        return (try? BoardSettings(Document(Array(yaml.utf8), kind: .yaml))) ?? .standard
    }()

    @Test(arguments: seeds, [ExchangeFormat.json, .csv, .taskwarrior])
    func `json, csv and taskwarrior hold declared fields`(
        seed: UInt64, format: ExchangeFormat
    ) throws {
        var random = SplitMix64(seed: seed)
        let settings = Self.declared
        #expect(settings.fields.declared.count == 6)
        let board = Board(
            settings: settings,
            tasks: (0..<6).map { number in
                let values = RandomTask.ownValues(using: &random)
                let text = "---\ntitle: T\(number)\n" + values.joined(separator: "\n") + "\n---\n"
                return task(text, at: BoardPath("todo/t-k3f9m\(number + 2).md"))
            })
        let text = board.written(format)
        // A board without the declarations has the same text under each key.
        for settings in [settings, .standard] {
            let empty = Board(settings: settings, tasks: [])
            let reading = try format.read(text.input, context(settings))
            var copy = try empty.adding(reading)
            copy = Board(settings: board.settings, tasks: copy.tasks)
            let read = copy.jsonByID
            #expect(Set(read.keys) == Set(board.jsonByID.keys), "PMD_SEED=\(seed)")
            for (id, json) in board.jsonByID {
                for member in json.members where member.key != "problems" {
                    #expect(
                        read[id]?[member.key] == member.value,
                        "PMD_SEED=\(seed) \(format.name) \(id) \(member.key)")
                }
            }
        }
    }

    @Test func `conflicts survive json and taskwarrior`() throws {
        let roof = task(
            """
            ---
            title: Fix the roof
            conflicts:
              - {key: due, value: 2026-12-03, by: Ann, at: 2026-11-21T00:14:00Z}
            ---
            Text

            > [!conflict] Bob wrote instead, 2026-11-21
            > Other

            """)
        let board = Board(settings: .standard, tasks: [roof])
        for format in [ExchangeFormat.json, .taskwarrior] {
            #expect(try copy(board, by: format).jsonByID == board.jsonByID)
        }
        #expect(board.written(.csv).lost == ["conflicts"])
    }

    @Test func `fields that a format cannot hold are reported`() {
        let odd = task("---\ntitle: a\ndue: soon\n---\n")
        let malformed = task("---\ntitle: a: b\n---\n", at: "todo/b-k3f9m3.md")
        let list = task("---\ntitle: a\nproject: [a, b]\n---\n", at: "todo/b-k3f9m4.md")
        let board = Board(settings: .standard, tasks: [odd, malformed, list])
        for format in ExchangeFormat.allCases {
            let lost = board.written(format).lost
            #expect(
                lost.contains("invalid value of due") && lost.contains("malformed front matter"))
            #expect(lost.contains("invalid value of project"))
        }
    }
}

/// A task with random values in the fields that a file can have.
struct RandomTask {
    private var lines: [String] = []
    private var body = ""
    private let state: String

    private static let words = [
        "roof", "우유", "a: b", "\"q\"", "it's", "#tag", "+p", "@c", "x", "due:fri", "-", "[x]",
        "a,b", "é", "%%", "^id", "http://x.org/a", "🎉", "\\n", "~", "null", "1:30", "##",
    ]

    init(using random: inout SplitMix64) {
        func pick<Value>(_ values: [Value]) -> Value {
            values.randomElement(using: &random)!
        }
        func maybe(_ line: @autoclosure () -> String) {
            if Bool.random(using: &random) { lines.append(line()) }
        }
        func text() -> String {
            (0...Int.random(in: 0...3, using: &random)).map { _ in pick(Self.words) }
                .joined(separator: pick([" ", " ", "  ", ""]))
        }
        func quoted(_ text: String) -> String {
            "'" + text.replacing("'", with: "''") + "'"
        }
        func list() -> String {
            let count = Int.random(in: 1...3, using: &random)
            return "[" + (0..<count).map { _ in quoted(text()) }.joined(separator: ", ") + "]"
        }
        state = pick(["todo", "doing", "done"])
        lines.append("title: " + quoted("T " + text()))
        maybe(
            "due: "
                + pick([
                    "2026-12-01", "2026-12-01T15:00", "2026-12-01 15:00:30",
                    "2026-12-01T15:00:00+02:00", "2026-12-01T00:00", "0001-01-01",
                ]))
        maybe("wait: " + pick(["2026-11-01", "2027-01-01"]))
        maybe("priority: " + pick(["high", "medium", "low"]))
        maybe("tags: " + list())
        maybe("assignees: " + list())
        maybe("created: " + pick(["2026-11-21T09:14:00+09:00", "2026-11-21", "2026-11-21T00:14Z"]))
        maybe("rank: " + pick(["a3", "i", "zz1"]))
        maybe("remind: " + pick(["[1d]", "[1d, 2h]", "2026-11-30T09:00"]))
        // A finished task no longer repeats.
        let rule = pick(["every 2 weeks", "after 3 days", "every month on 1"])
        if state != "done" { maybe("repeat: " + rule) }
        maybe("blocked-by: " + pick(["[code22]", "[hand-1]", "[hand-1, hand-2]"]))
        maybe("project: " + pick(["house", "work.code", "'집 정원'", "+1", "''"]))
        maybe("parent: " + pick(["code22", "hand-1"]))
        maybe("pri: " + quoted(text()))
        maybe("estimate: " + pick(["3h", "'3.5'", "true", quoted(text())]))
        maybe("\"odd key\": " + pick(["|\n  two\n  lines", "[]", "[[a], b]"]))
        maybe("completed: " + pick(["2026-11-20", "'2026-11-20T15:00'", "soon"]))
        maybe("source: " + pick(["csv:1", "odd", "taskwarrior:x"]))
        if Bool.random(using: &random) {
            body =
                (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    pick(["", "- 2026-11-22: ", "- [ ] ", "# ", "\t", "> ", "***", "  "]) + text()
                }.joined(separator: pick(["\n", "\r\n", "\n\n"])) + pick(["", "\n", "\n\n"])
        }
    }

    /// Values of declared fields, some of which do not fit.
    static func ownValues(using random: inout SplitMix64) -> [String] {
        let values = [
            "estimate": ["45min", "2h", "1h30", "1h 30min", "120min", "soon", "''"],
            "points": ["3", "-0.5", "007", "3.50", "1000000", "many"],
            "scheduled": ["2026-12-01", "2026-12-01T15:00", "2026-12-01T15:00:00+02:00", "soon"],
            "stage": ["idea", "Build", "other"],
            "links": ["[a, 'b, c']", "a", "'a, b'", "[]", "['[x]']"],
            "area": ["work.code", "'집 정원'", "a/b"], "other": ["2h", "3.0", "[a]"],
        ]
        return values.keys.sorted().compactMap { key in
            guard Bool.random(using: &random) else { return nil }
            return (values[key]?.randomElement(using: &random)).map { "\(key): \($0)" }
        }
    }

    func item(number: Int) -> TaskItem {
        let name = number % 2 == 0 ? "hand-\(number)" : "task-k3f9m\(number + 2)"
        let text = "---\n" + lines.joined(separator: "\n") + "\n---\n" + body
        return TaskItem(
            path: BoardPath("\(state)/\(name).md"), document: Document(Array(text.utf8)))
    }
}
