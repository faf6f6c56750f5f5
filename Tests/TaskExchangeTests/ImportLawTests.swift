import BoardView
import MarkdownDocument
import TaskBoard
import TaskExchange
import TestSupport
import Testing
import Words

/// An import accounts for every record: each is imported or reported as skipped.
struct ImportLawTests {
    private static let oracle = PythonOracle("counters.py", packages: "python3-yaml")

    @Test func `imported and skipped records add up to the count of other parsers`() throws {
        let lines = try (0..<60).flatMap { seed -> [String] in
            var source = SampleSource(SplitMix64(seed: testSeed &+ UInt64(seed)))
            return try SampleSource.formats.map { format in
                let sample = source.sample(of: format)
                let value: JSONValue = .object(
                    [
                        .init("name", .string(Text("\(format.name), PMD_SEED=\(testSeed): "))),
                        .init("format", .string(Text(format.name))),
                        .init("count", .number(try Self.accounted(sample, format))),
                    ] + sample.json)
                return String(decoding: value.encoded(), as: UTF8.self)
            }
        }
        try Self.oracle.expectAgreement(lines, atLeast: lines.count)
    }

    /// Returns the number of records for which an import of the sample accounts.
    private static func accounted(
        _ sample: SampleSource.Sample, _ format: ExchangeFormat
    ) throws -> Int {
        let reading = try format.read(sample.input, context())
        let report = try Board.empty.importing(
            reading.tasks, from: format.name, deleted: [], hash: testHash)
        let left = report.known + report.deleted + report.refused.count
        return report.added.count + left + reading.skipped.total + reading.refused.count
    }

    @Test(arguments: [
        (
            ExchangeFormat.taskwarrior,
            "[{\"uuid\":3},\n{\"uuid\":\"6ffa0852-fb2d-4f33-94e9-f4deb49d982b\","
                + "\"description\":\"a\"}]", "record 1: 'uuid'"
        ),
        (
            .taskwarrior,
            "[\n{\"uuid\":\"6ffa0852-fb2d-4f33-94e9-f4deb49d982b\",\"description\":\"a\"},\n"
                + "{\"uuid\":},\n]", "line 3"
        ),
        (.todoTxt, "a\nb\u{0}\n", "line 2: a NUL byte"),
        (.csv, "title,due\na,b,c\nb,\n", "line 2: 3 values"),
        (.csv, "title\nb\n\"a\n", "line 3: a quote"),
        (.csv, "title,due\n,x\nb,\n", "line 2: a task"),
        (.json, "[{\"title\":\"a\"},{\"odd\":1}]", "record 2: unknown key"),
    ])
    func `a bad record is reported, and does not refuse the others`(
        _ format: ExchangeFormat, _ text: String, _ words: String
    ) throws {
        let reading = try format.read(text)
        let report = try Board.empty.importing(
            reading.tasks, from: format.name, deleted: [], hash: testHash)
        let refused = reading.refused + report.refused
        #expect(report.added.count == 1 && refused.count == 1)
        #expect(refused.first?.words.english.hasPrefix(words) == true, "\(refused)")
    }

    @Test(arguments: [
        (ExchangeFormat.csv, "title,due,priority\na,soon,urgent\n", "imported-due", "soon"),
        (.json, "[{\"title\":\"a\",\"due\":\"soon\"}]", "imported-due", "soon"),
        (
            .taskwarrior,
            "[{\"uuid\":\"6ffa0852-fb2d-4f33-94e9-f4deb49d982b\",\"description\":\"a\","
                + "\"entry\":\"20261301T000000Z\"}]", "imported-created", "20261301T000000Z"
        ),
        (
            .dstask,
            "[{\"uuid\":\"6ffa0852-fb2d-4f33-94e9-f4deb49d982b\",\"summary\":\"a\","
                + "\"due\":\"2026-99-99\"}]", "imported-due", "2026-99-99"
        ),
    ])
    func `an unreadable value is kept and reported`(
        _ format: ExchangeFormat, _ text: String, _ key: String, _ value: String
    ) throws {
        let report = try Board.empty.importing(
            format.read(text).tasks, from: format.name, deleted: [], hash: testHash)
        #expect(report.added.count == 1 && report.refused.isEmpty)
        #expect(report.added[0].scalarText(Text(key)) == Text(value))
        #expect(report.notes.contains { $0.words.english.contains("'\(key)'") })
    }

    @Test func `another tool's finish time becomes the task's`() throws {
        let uuid = "6ffa0852-fb2d-4f33-94e9-f4deb49d982b"
        let texts: [(ExchangeFormat, String, Text)] = [
            (.todoTxt, "x 2016-03-01 2016-02-01 a\n", "2016-03-01"),
            (
                .taskwarrior,
                "[{\"uuid\":\"\(uuid)\",\"description\":\"a\",\"status\":\"completed\","
                    + "\"end\":\"20160301T010000Z\"}]", "2016-03-01T10:00:00+09:00"
            ),
            (
                .dstask,
                "[{\"uuid\":\"\(uuid)\",\"summary\":\"a\",\"status\":\"resolved\","
                    + "\"resolved\":\"2016-03-01T01:00:00Z\"}]", "2016-03-01T10:00:00+09:00"
            ),
            (.csv, "title;state;finished\na;done;2016-03-01\n", "2016-03-01"),
        ]
        for (format, text, finished) in texts {
            let board = try format.board(text)
            #expect(board.tasks[0].texts(of: .finished) == [finished], "\(format.name)")
            let times = HistoryTimes().stated(by: board.tasks, seoul)
            let day = times.finished[board.tasks[0].id].map { seoul.at($0).today.text }
            #expect(day == "2016-03-01", "\(format.name)")
        }
    }

    @Test(arguments: [
        "title;due\na, b;2026-12-01\n", "title\tdue\na, b\t2026-12-01\n",
        "title,due\r\"a, b\",2026-12-01\r", "sep=;\r\ntitle;due\r\na, b;2026-12-01\r\n",
        "\u{FEFF}title,due\r\n\"a, b\",2026-12-01,\r\n,,\r\n",
    ])
    func `a table has any delimiter and any line endings`(_ text: String) throws {
        let task = try ExchangeFormat.csv.board(text).tasks[0]
        #expect(task.title == "a, b" && task.due?.text == "2026-12-01")
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func `a line feed in a cell does not end the row`(_ end: String) throws {
        let rows = ["title,due", "good,", "\"l\nm\",", "last,"]
        let board = try ExchangeFormat.csv.board(rows.joined(separator: end) + end)
        #expect(Set(board.tasks.map(\.title)) == ["good", "l m", "last"])
    }

    @Test(arguments: [
        ("High", "high"), ("MEDIUM", "medium"), ("low", "low"), ("H", "high"),
    ])
    func `a priority may be any spelling of its word`(_ word: String, _ priority: Text) throws {
        let tasks = try ExchangeFormat.csv.board("title;priority\r\(word);\(word)\r").tasks
        #expect(tasks.map(\.priority?.text) == [priority])
    }
}

extension TaskItem {
    fileprivate func scalarText(_ key: Text) -> Text? {
        guard case .scalar(let text)? = extra.first(where: { $0.key == key })?.value else {
            return nil
        }
        return text
    }
}

/// Random exports of other tools, mixed with records that cannot become tasks.
struct SampleSource {
    static let formats: [ExchangeFormat] = [
        .taskwarrior, .todoTxt, .dstask, .backlog, .kanban, .csv, .json,
    ]

    enum Sample {
        case text(String)
        case files([(path: String, text: String)])

        var input: ForeignInput {
            switch self {
            case .text(let text): .text(Array(text.utf8))
            case .files(let files):
                .folder(files.map { ForeignFile(path: $0.path, bytes: Array($0.text.utf8)) })
            }
        }

        var json: [JSONValue.Member] {
            switch self {
            case .text(let text): [.init("text", .string(Text(text)))]
            case .files(let files):
                [.init("files", .object(files.map { .init($0.path, .string(Text($0.text))) }))]
            }
        }
    }

    private var random: SplitMix64

    init(_ random: SplitMix64) { self.random = random }

    mutating func sample(of format: ExchangeFormat) -> Sample {
        // The first record is valid, since an import without valid records fails.
        let count = Int.random(in: 0...12, using: &random)
        switch format {
        case .taskwarrior:
            let good = "{\"uuid\":\"\(Self.uuid)\",\"description\":\"Good\"}"
            return .text(array(good, count) { $0.taskwarrior() })
        case .dstask where Bool.random(using: &random):
            let good = (path: "pending/\(Self.uuid).yml", text: "summary: Good\n")
            return .files([good] + (0..<count).map { dstaskFile($0) })
        case .dstask:
            let good = "{\"uuid\":\"\(Self.uuid)\",\"summary\":\"Good\"}"
            return .text(array(good, count) { $0.dstask() })
        case .json: return .text(array("{\"title\":\"Good\"}", count) { $0.boardRecord() })
        case .backlog:
            let good = (path: "tasks/valid.md", text: "---\nid: task-99\ntitle: Good\n---\n")
            return .files([good] + (0..<count).map { backlogFile($0) })
        case .kanban: return .text(board(count))
        case .csv: return .text(table(count))
        case .todoTxt, .ics:
            let end = pick(["\n", "\r\n", "\r"])
            let lines = ["Good"] + (0..<count).map { _ in pick(Self.lines) }
            return .text(lines.joined(separator: end) + end)
        }
    }

    private mutating func pick(_ texts: [String]) -> String {
        texts.randomElement(using: &random) ?? ""
    }

    private static let uuid = "7ffa0852-fb2d-4f33-94e9-f4deb49d982b"

    private mutating func array(
        _ good: String, _ count: Int, _ record: (inout SampleSource) -> String
    ) -> String {
        let separator = pick([",", ",\n", "\n,\n"])
        var records = [good]
        for _ in 0..<count { records.append(record(&self)) }
        return "[" + records.joined(separator: separator) + "]"
    }

    private mutating func uuid() -> String {
        let digit = Int.random(in: 0...20, using: &random)
        return digit > 9 ? "odd" : "6ffa0852-fb2d-4f33-94e9-f4deb49d982\(digit)"
    }

    private static let dates = ["20261124T131038Z", "20160101T000000Z", "soon", "", "2026-12-01"]
    private static let titles = ["Fix the roof", "a", "", " ", "é: b", "x #tag @{2026-12-01}"]
    private static let lines = [
        "Buy milk", "x 2016-03-01 2016-02-01 old", "(A) @c +p due:2026-12-01", "x", "due:soon",
        "x 2026-13-01 odd", "  ", "\u{0}",
    ]

    private mutating func taskwarrior() -> String {
        if Int.random(in: 0...9, using: &random) == 0 { return pick(["3", "null", "[]", "{}"]) }
        let status = pick(["pending", "completed", "deleted", "recurring", "waiting", "odd"])
        let more = pick([
            "", ",\"tags\":[1,\"a\"]", ",\"annotations\":[{\"entry\":1}]", ",\"depends\":{}",
            ",\"recur\":\"weekly\",\"until\":\"20301231T000000Z\"", ",\"priority\":\"High\"",
            ",\"recur\":\"weekly\",\"parent\":\"\(uuid())\"", ",\"pmd\":\"{\"",
        ])
        return "{\"uuid\":\"\(uuid())\",\"description\":\"\(pick(Self.titles))\","
            + "\"status\":\"\(status)\",\"due\":\"\(pick(Self.dates))\","
            + "\"end\":\"\(pick(Self.dates))\"\(more)}"
    }

    private mutating func dstask() -> String {
        let status = pick(["pending", "resolved", "template", "active", "odd"])
        return "{\"uuid\":\"\(uuid())\",\"summary\":\"\(pick(Self.titles))\","
            + "\"status\":\"\(status)\",\"due\":\"\(pick(Self.dates))\"}"
    }

    private mutating func boardRecord() -> String {
        pick([
            "{\"title\":\"a\"}", "{\"title\":\"\"}", "{\"odd\":1}", "7",
            "{\"title\":\"b\",\"due\":\"soon\"}", "{\"title\":\"c\",\"state\":\"nowhere\"}",
            "{\"title\":\"d\",\"id\":\"k3f9m2\",\"path\":\"todo/d-k3f9m2.md\"}",
        ])
    }

    private mutating func dstaskFile(_ number: Int) -> (path: String, text: String) {
        let name =
            number % 4 == 3 ? "odd-\(number)" : "6ffa0852-fb2d-4f33-94e9-f4deb49d98\(number + 10)"
        let folder = pick(["pending", "resolved", "template", "mine"])
        return (
            "\(folder)/\(name).yml",
            pick(["summary: a\n", "summary: [\n", "notes: x\n", "summary: b\ndue: soon\n"])
        )
    }

    private mutating func backlogFile(_ number: Int) -> (path: String, text: String) {
        let valid =
            "---\nid: task-\(number % 5)\ntitle: T\nstatus: \(pick(["Done", "Odd", "To Do"]))\n---\n"
        let slips = [
            "---\nid: task-\(number)\ntitle: T\nassignee: @ann\nlabels: [@a, b]\n---\n",
            "---\nid: task-\(number)\ntitle: 'T\n---\n", "No front matter\n",
            "---\ntitle: T\n---\n",
        ]
        if Bool.random(using: &random) { return ("tasks/valid-\(number).md", valid) }
        let folder = pick(["tasks", "completed", "drafts", "archive/tasks", "archive"])
        return ("\(folder)/slip-\(number).md", pick(slips))
    }

    private mutating func board(_ count: Int) -> String {
        var text = "---\n\nkanban-plugin: board\n\n---\n\n"
        if Bool.random(using: &random) { text += "- [ ] before\n\n" }
        text += "## A\n\n- good\n"
        for _ in 0..<count {
            text +=
                pick([
                    "- [ ] a #b", "- [x] c<br>d @{2026-12-01}", "- plain", "* [[link]]",
                    "+ [[a|b]]",
                    "1. one", "- [ ] ", "-", "- [ ] e\n\tbody\n\t- [ ] nested", "- f\nlazy text",
                    "\n## B\n\n**Complete**\n- [/] g", "\n***\n\n## Archive\n\n- [x] old", "* * *",
                    "text", "- [ ]\tx ^ab1", "# C\n\n- h",
                ]) + "\n"
        }
        return text + "\n%% kanban:settings\n```\n{}\n```\n- no card\n%%\n"
    }

    private mutating func table(_ count: Int) -> String {
        let sign = pick([",", ";", "\t"])
        let end = pick(["\n", "\r\n", "\r"])
        var rows = [["title", "due", "state", "priority"], ["Good", "", "", ""]]
        for _ in 0..<count {
            rows.append([
                pick(["a", "\"b \"\"c\"\"\"", "\"d\(sign)e\"", ""]),
                pick(["", "2026-12-01", "soon"]), pick(["", "todo", "In progress", "nowhere"]),
                pick(["", "High", "odd"]),
            ])
            if Int.random(in: 0...5, using: &random) == 0 { rows[rows.count - 1].append("x") }
            if Int.random(in: 0...9, using: &random) == 0 { rows[rows.count - 1] = ["", "", ""] }
        }
        return rows.map { $0.joined(separator: sign) }.joined(separator: end) + end
    }
}
