import BoardView
import MarkdownDocument
import TaskBoard
import TaskExchange
import Testing
import Words

/// Tasks in the format of Taskwarrior.
struct TaskwarriorTests {
    private static let uuid = "6ffa0852-fb2d-4f33-94e9-f4deb49d982b"
    private static let other = "1e3485ea-8f71-46ba-93e0-91224840416c"

    private static func record(_ more: String, uuid: String = uuid) -> String {
        "{\"uuid\":\"\(uuid)\",\"description\":\"Fix the roof\",\"status\":\"pending\"\(more)}"
    }

    @Test func `each attribute is converted`() throws {
        let text = Self.record(
            #","due":"20261130T150000Z","wait":"20261201T150000Z","entry":"20261124T131038Z""#
                + #","priority":"H","tags":["urgent"],"project":"house","estimate":3.5"#
                + #","scheduled":"20261128T060000Z""#)
        let board = try ExchangeFormat.taskwarrior.board("[\(text)]")
        #expect(
            try board.onlyFile() == """
                ---
                title: Fix the roof
                due: 2026-12-01
                wait: 2026-12-02
                priority: high
                tags: [urgent]
                project: house
                created: 2026-11-24T22:10:38+09:00
                rank: i
                source: taskwarrior:\(Self.uuid)
                estimate: '3.5'
                scheduled: '2026-11-28T15:00'
                ---

                """)
    }

    @Test(arguments: [
        ("20261130T150000Z", "2026-12-01"), ("20261201T060000Z", "2026-12-01T15:00"),
        ("20261201T000000Z", "2026-12-01T09:00"), ("20261201T060030Z", "2026-12-01T15:00:30"),
        ("2026-11-30T15:00:00Z", "2026-12-01"),
    ])
    func `local midnight is a day, and any other moment a local time`(
        _ moment: String, _ date: String
    ) throws {
        let text = Self.record(#","due":"\#(moment)""#)
        #expect(try ExchangeFormat.taskwarrior.board(text).tasks[0].due?.text == Text(date))
    }

    @Test(arguments: [
        ("pending", "", "todo"), ("waiting", "", "todo"), ("completed", "", "done"),
        ("pending", #","start":"20261124T131038Z""#, "doing"),
    ])
    func `the status determines the state`(_ status: String, _ more: String, _ state: String) throws
    {
        let text = Self.record(more).replacing("pending", with: status)
        #expect(try ExchangeFormat.taskwarrior.board(text).tasks[0].state == Text(state))
    }

    @Test func `deleted tasks are skipped and counted`() throws {
        let text = Self.record("").replacing("pending", with: "deleted")
        let reading = try ExchangeFormat.taskwarrior.read(text)
        #expect(reading.tasks.isEmpty)
        #expect(reading.skipped.counts.map(\.name) == ["deleted in Taskwarrior"])
    }

    @Test func `annotations become dated lines at the end of the body`() throws {
        let text = Self.record(
            #","annotations":[{"entry":"20261124T131038Z","description":"Called Jo"},"#
                + #"{"entry":"20261125T231038Z","description":"Two\nlines"}]"#)
        let task = try ExchangeFormat.taskwarrior.board(text).tasks[0]
        #expect(
            String(decoding: task.body, as: UTF8.self)
                == "- 2026-11-24: 22:10 Called Jo\n- 2026-11-26: 08:10 Two\n  lines\n")
    }

    @Test func `an annotation keeps its time of day through an export and back`() throws {
        let roof = task(
            """
            ---
            title: Fix the roof
            start: '2026-11-24T22:10'
            ---
            - 2026-11-22: Called
            - 2026-11-22: 15:10 Called again
            - 2026-11-22: 15:10 And again
            - 2026-11-23: 00:05 Woke up
            - 2026-11-23: 25:10 is no time

            """, at: "doing/fix-the-roof-k3f9m2.md")
        let text = Board(settings: .standard, tasks: [roof]).written(.taskwarrior).text
        for stamp in ["20261122T061001Z", "20261122T061002Z", "20261124T131000Z"] {
            #expect(text.contains(stamp), "\(text)")
        }
        #expect(text.contains("\"description\":\"Called again\""))
        #expect(text.contains("\"description\":\"00:05 Woke up\""))
        let copy = try ExchangeFormat.taskwarrior.board(text).tasks[0]
        #expect(
            String(decoding: copy.body, as: UTF8.self) == String(decoding: roof.body, as: UTF8.self)
        )
        #expect(
            copy.extra.contains { $0.key == "start" && $0.value == .scalar("2026-11-24T22:10") })
        // A note that was added in Taskwarrior comes with its time.
        let added = text.replacing(
            "\"annotations\":[",
            with: #""annotations":[{"entry":"20261125T013000Z","description":"New"},"#)
        let body = try ExchangeFormat.taskwarrior.board(added).tasks[0].body
        #expect(String(decoding: body, as: UTF8.self).hasSuffix("- 2026-11-25: 10:30 New\n"))
    }

    @Test func `the start is kept as a key, and the lost time of 'wait' is counted`() throws {
        let reading = try ExchangeFormat.taskwarrior.read(
            "[" + Self.record(#","start":"20261124T131038Z","wait":"20261201T060000Z""#) + ","
                + Self.record(#","wait":"20261201T150000Z""#, uuid: Self.other) + "]")
        #expect(reading.losses.counts.map(\.name) == ["time of wait"])
        #expect(reading.losses.counts.map(\.count) == [1])
        let task = try #require(
            Board.empty.adding(reading).tasks.first { $0.state == "doing" })
        #expect(task.wait?.description == "2026-12-01")
        #expect(
            task.extra.contains { $0.key == "start" && $0.value == .scalar("2026-11-24T22:10:38") })
    }

    @Test(arguments: [#"["\#(other)"]"#, #""\#(other)""#, #""\#(other),\#(other)""#])
    func `depends is a list or a text, and becomes IDs`(_ depends: String) throws {
        let first = Self.record(#","depends":\#(depends)"#)
        let second = Self.record("", uuid: Self.other).replacing("Fix the roof", with: "Tiles")
        let board = try ExchangeFormat.taskwarrior.board("[\(first),\(second)]")
        let roof = try board.task(titled: "Fix the roof")
        #expect(Set(roof.blockedBy) == [try board.task(titled: "Tiles").id])
        #expect(roof.blockedBy.count == 1)
    }

    @Test func `a dependency on a missing task is kept and reported`() throws {
        let reading = try ExchangeFormat.taskwarrior.read(
            Self.record(#","depends":["\#(Self.other)"]"#))
        let report = try Board.empty.importing(
            reading.tasks, from: "taskwarrior", deleted: [], hash: testHash)
        #expect(report.notes.count == 1 && report.notes[0].words.english.contains(Self.other))
        #expect(report.added[0].extra.contains { $0.key == "depends" })
        #expect(report.added[0].blockedBy.isEmpty)
    }

    @Test func `the newest open task of a series repeats, and its template is skipped`() throws {
        let parent = "a7988ae0-8ac7-46cf-bac7-ccbc958cd154"
        let template = Self.record(#","recur":"weekly""#, uuid: parent)
            .replacing("pending", with: "recurring")
        let children = [
            ("0", "20261119T150000Z"), ("1", "20261126T150000Z"), ("2", "20261112T150000Z"),
        ].map { id, due in
            Self.record(
                #","recur":"weekly","parent":"\#(parent)","due":"\#(due)""#,
                uuid: "0000000\(id)-0000-4000-8000-000000000000")
        }
        let text = "[\(template),\(children[1]),\(children[0]),\(children[2])]"
        let reading = try ExchangeFormat.taskwarrior.read(text)
        // The older one of the two that are overdue is skipped as well.
        #expect(reading.skipped.counts.map(\.count) == [1, 1])
        let tasks = try Board.empty.adding(reading).tasks
        #expect(tasks.count == 2)
        for task in tasks {
            let isNewest = task.due?.text == "2026-11-27"
            #expect(task.texts(of: .repeat) == (isNewest ? ["every week"] : []))
        }
    }

    @Test(arguments: [
        ("completed", "completed", "", 2, "00000001"), ("completed", "deleted", "", 1, "00000000"),
        ("completed", "completed", #","until":"20261031T150000Z""#, 2, ""),
    ])
    func `a series whose tasks are all finished adds no open task, and keeps its period`(
        first: String, second: String, until: String, count: Int, last: String
    ) throws {
        let parent = "a7988ae0-8ac7-46cf-bac7-ccbc958cd154"
        let template = Self.record(#","recur":"weekly"\#(until)"#, uuid: parent)
            .replacing("pending", with: "recurring")
        let children = [("0", "20261105T150000Z", first), ("1", "20261112T150000Z", second)].map {
            id, due, status in
            Self.record(
                #","recur":"weekly","parent":"\#(parent)","due":"\#(due)""#,
                uuid: "0000000\(id)-0000-4000-8000-000000000000"
            ).replacing("pending", with: status)
        }
        let reading = try ExchangeFormat.taskwarrior.read(
            "[" + ([template] + children).joined(separator: ",") + "]")
        let tasks = try Board.empty.adding(reading).tasks
        #expect(tasks.count == count && tasks.allSatisfy(\.isFinished))
        #expect(tasks.allSatisfy { $0.texts(of: .repeat).isEmpty })
        let keeping = tasks.filter { task in task.extra.contains { $0.key == "recur" } }
        #expect(keeping.count == (last.isEmpty ? 0 : 1))
        for task in keeping {
            #expect(task.document.entry("recur")?.value == .scalar("weekly"))
            guard case .scalar(let source)? = task.document.entry("source")?.value else { continue }
            #expect(source.string.contains(last))
        }
        let isNoted = reading.notes.contains { note in
            if case .finishedSeries = note { true } else { false }
        }
        #expect(isNoted == !last.isEmpty)
    }

    @Test(arguments: [
        ("weekly", "FREQ=WEEKLY;UNTIL=20270101"), ("2wks", "FREQ=WEEKLY;INTERVAL=2;UNTIL=20270101"),
        ("P3M", "FREQ=MONTHLY;INTERVAL=3;UNTIL=20270101"),
        ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20270101"),
    ])
    func `a series ends with its 'until'`(_ period: String, _ rule: Text) throws {
        let text = Self.record(
            #","due":"20261130T150000Z","recur":"\#(period)","until":"20261231T150000Z""#)
        let task = try ExchangeFormat.taskwarrior.board(text).tasks[0]
        #expect(task.texts(of: .repeat) == [rule] && task.problems.isEmpty)
        #expect(!task.extra.contains { $0.key == "until" })
    }

    @Test func `an 'until' without a period is kept as a key`() throws {
        let text = Self.record(#","until":"20261231T150000Z""#)
        let task = try ExchangeFormat.taskwarrior.board(text).tasks[0]
        #expect(task.extra.contains { $0.key == "until" && $0.value == .scalar("2027-01-01") })
    }

    @Test func `a template without tasks becomes the task itself`() throws {
        let template = Self.record(#","recur":"2wks""#).replacing("pending", with: "recurring")
        let task = try ExchangeFormat.taskwarrior.board(template).tasks[0]
        #expect(task.texts(of: .repeat) == ["every 2 weeks"])
    }

    @Test func `an open task that recurs without a template repeats`() throws {
        let task = try ExchangeFormat.taskwarrior.board(Self.record(#","recur":"2wks""#)).tasks[0]
        #expect(task.texts(of: .repeat) == ["every 2 weeks"])
    }

    @Test(arguments: [
        ("daily", "every day"), ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("P3M", "every 3 months"), ("quarterly", "every 3 months"), ("3 d", "every 3 days"),
        ("yearly", "every year"), ("5 fortnights", nil),
    ])
    func `a period becomes a rule, or is kept and reported`(_ period: String, _ words: String?)
        throws
    {
        let text = Self.record(#","recur":"\#(period)""#).replacing("pending", with: "recurring")
        let reading = try ExchangeFormat.taskwarrior.read(text)
        let task = try Board.empty.adding(reading).tasks[0]
        #expect(task.texts(of: .repeat) == (words.map { [Text($0)] } ?? []))
        #expect(reading.notes.isEmpty == (words != nil))
        #expect(task.extra.contains { $0.key == "recur" } == (words == nil))
    }

    @Test(arguments: ["rank", "body", "state", "source", "created", "conflicts"])
    func `an attribute with a field's name is renamed`(_ name: String) throws {
        let text = Self.record(#","\#(name)":"a\nb""#)
        let task = try ExchangeFormat.taskwarrior.board(text).tasks[0]
        #expect(task.extra.contains { $0.key == Text("taskwarrior-\(name)") })
        #expect(task.problems.isEmpty)
    }

    @Test func `attributes that pmd cannot hold are reported`() throws {
        let reading = try ExchangeFormat.taskwarrior.read(
            Self.record(#","urgency":5.8,"modified":"20261124T131038Z","id":3"#))
        #expect(reading.losses.counts.map(\.name) == ["urgency", "modified", "id"])
    }

    @Test func `tasks may be printed one per line, as in older versions`() throws {
        let second = Self.record("", uuid: Self.other)
        for text in ["\(Self.record(""))\n\(second)\n", "\(Self.record("")),\n\(second)\n", ""] {
            let count = try ExchangeFormat.taskwarrior.read(text).tasks.count
            #expect(count == (text.isEmpty ? 0 : 2))
        }
    }

    @Test(arguments: [
        ("[{}]", "record 1: 'uuid'"), ("[3]", "record 1: not an object"),
        ("[{\"uuid\":\"x\",\"description\":\"a\"}]", "record 1: 'uuid'"),
        (record("").replacing("pending", with: "odd"), "record 1: 'odd' is not a status"),
        (record("").replacing("Fix the roof", with: " "), "record 1: a task needs a title"),
        ("[" + record("") + "," + record(#","wait":"x""#), "line 1, column"),
        (record(#","pmd":"{""#), "record 1: 'pmd' is not as pmd wrote it"),
        (record(#","pmd":"{\"path\":\"../x.md\",\"id\":\"x\"}""#), "record 1: '../x.md'"),
    ])
    func `an unreadable record is reported`(_ text: String, _ words: String) throws {
        let error = try ExchangeFormat.taskwarrior.refusal(text)
        #expect(
            error.exit == .data && error.message.english.contains(words), "\(error.message.english)"
        )
        #expect(error.message.english.hasSuffix("nothing was imported"))
    }

    @Test func `an export has Taskwarrior's own attributes`() throws {
        let roof = task(
            """
            ---
            title: Fix the roof
            due: 2026-12-01
            priority: low
            tags: [house]
            created: 2026-11-21T09:14:00+09:00
            project: home
            ---
            - 2026-11-22: Called

            """)
        let board = Board(settings: .standard, tasks: [roof])
        let record = try JSONValue(parsing: Array(board.written(.taskwarrior).text.utf8))
        guard case .array(let records) = record else { return }
        let attributes: [(String, String)] = [
            ("description", "Fix the roof"), ("status", "pending"), ("due", "20261130T150000Z"),
            ("priority", "L"), ("entry", "20261121T001400Z"), ("project", "home"),
        ]
        for (key, value) in attributes { #expect(records[0][key] == .string(Text(value))) }
        #expect(records[0]["tags"] == .strings(["house"]))
        #expect(
            records[0]["annotations"]
                == .array([
                    [
                        "entry": .string(Text("20261121T150000Z")),
                        "description": .string(Text("Called")),
                    ]
                ]))
    }

    @Test func `a change made in Taskwarrior since the export is read`() throws {
        let roof = task("---\ntitle: Fix the roof\ndue: 2026-12-01T15:00+09:00\n---\nText\n")
        let text = Board(settings: .standard, tasks: [roof]).written(.taskwarrior).text
            .replacing("20261201T060000Z", with: "20261202T150000Z")
            .replacing("\"status\":\"pending\"", with: "\"status\":\"completed\"")
        let task = try ExchangeFormat.taskwarrior.board(text).tasks[0]
        #expect(task.due?.text == "2026-12-03" && task.state == "done")
        #expect(Array(task.body) == Array("Text\n".utf8) && task.id == roof.id)
    }
}
