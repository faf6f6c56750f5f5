import BoardView
import MarkdownDocument
import TaskBoard
import TaskExchange
import Testing
import Words

/// Tasks in the format of dstask.
struct DstaskTests {
    private static let uuid = "6ffa0852-fb2d-4f33-94e9-f4deb49d982b"

    private static func file(_ text: String, status: String = "pending") -> ForeignFile {
        ForeignFile(path: "\(status)/\(uuid).yml", bytes: Array(text.utf8))
    }

    private static let text = """
        summary: Fix the roof
        notes: |-
          Call Jo.
          Then order.
        tags:
        - urgent
        project: house
        priority: P1
        delegatedto: ann
        subtasks:
        - summary: tiles
          resolved: true
        dependencies: []
        created: 2026-11-21T09:14:00.123456789+09:00
        resolved: 0001-01-01T00:00:00Z
        due: 2026-12-01T00:00:00Z

        """

    @Test func `each value of a file is converted`() throws {
        let reading = try ExchangeFormat.dstask.read(.folder([Self.file(Self.text)]), context())
        #expect(
            try Board.empty.adding(reading).onlyFile() == """
                ---
                title: Fix the roof
                due: 2026-12-01
                priority: high
                tags: [urgent]
                assignees: [ann]
                project: house
                created: 2026-11-21T09:14:00+09:00
                rank: i
                source: dstask:\(Self.uuid)
                ---
                Call Jo.
                Then order.
                - [x] tiles

                """)
    }

    @Test(arguments: [
        ("pending", "todo"), ("paused", "todo"), ("active", "doing"), ("resolved", "done"),
    ])
    func `the folder determines the state`(_ status: String, _ state: String) throws {
        let file = Self.file(Self.text, status: status)
        let reading = try ExchangeFormat.dstask.read(.folder([file]), context())
        #expect(try Board.empty.adding(reading).tasks[0].state == Text(state))
    }

    @Test(arguments: ["template", "recurring", "mine"])
    func `other folders are skipped and counted`(_ status: String) throws {
        let file = Self.file(Self.text, status: status)
        let reading = try ExchangeFormat.dstask.read(.folder([file]), context())
        #expect(reading.tasks.isEmpty && reading.skipped.counts.map(\.count) == [1])
    }

    @Test func `the JSON that dstask prints has the same tasks`() throws {
        let json = """
            [{"uuid":"\(Self.uuid)","status":"active","id":1,"summary":"Fix the roof",\
            "notes":"","tags":null,"project":"","priority":"P3",\
            "created":"2026-11-21T00:14:00Z","resolved":"0001-01-01T00:00:00Z",\
            "due":"0001-01-01T00:00:00Z"}]
            """
        let task = try ExchangeFormat.dstask.board(json).tasks[0]
        #expect(task.state == "doing" && task.priority?.text == "low" && task.due == nil)
        #expect(task.extra.map(\.key) == ["source"])
    }

    @Test func `an export is a folder that dstask can read`() throws {
        let roof = task("---\ntitle: Fix the roof\ndue: 2026-12-01\nproject: house\n---\nA\nB\n")
        let writing = Board(settings: .standard, tasks: [roof]).written(.dstask).asDstaskFolder
        guard case .folder(let files) = writing.files else { return }
        #expect(files.count == 1 && files[0].path.hasPrefix("pending/"))
        let text = String(decoding: files[0].bytes, as: UTF8.self)
        #expect(text.contains("summary: Fix the roof\n") && text.contains("notes: \"A\\nB\\n\"\n"))
        let copy = try Board.empty.adding(
            ExchangeFormat.dstask.read(writing.input, context())
        ).tasks[0]
        #expect(copy.due?.text == "2026-12-01" && Array(copy.body) == Array("A\nB\n".utf8))
    }

    @Test(arguments: [
        ("summary: [a", "pending", "pending/\(uuid).yml:"), ("notes: x\n", "pending", "'summary'"),
    ])
    func `an unreadable file is reported`(
        _ text: String, _ status: String, _ words: String
    ) throws {
        let error = try #require(throws: BoardError.self) {
            try ExchangeFormat.dstask.read(
                .folder([Self.file(text, status: status)]), context())
        }
        #expect(
            error.exit == .data && error.words.english.contains(words), "\(error.words.english)")
    }
}

/// Boards in the format of Obsidian Kanban.
struct KanbanTests {
    private static let text = """
        ---

        kanban-plugin: board

        ---

        ## Backlog

        - [ ] Fix the #roof now @{2026-12-01} @@{15:00} #house ^a1b2
        \tCall Jo.

        \t- [ ] tiles
        - [ ] Plain #123


        ## Doing

        - [ ] Paint

        ## Review

        - [ ] Read it

        ## Shipped

        **Complete**
        - [x] Buy milk


        ***

        ## Archive

        - [x] Old

        %% kanban:settings
        ```
        {"kanban-plugin":"board"}
        ```
        %%

        """

    @Test func `a tag with line breaks does not create a card`() throws {
        let roof = TaskItem(
            path: "todo/roof.md",
            document: Document(
                Array("---\ntags: [\"x\\n\\n## done\\n\\n- [x] forged\"]\n---\n".utf8)))
        let writing = Board(settings: .standard, tasks: [roof]).written(.kanban)
        #expect(!writing.losses.counts.isEmpty)
        let copies = try Board.empty.adding(
            ExchangeFormat.kanban.read(writing.input, context())
        ).tasks
        #expect(copies.count == 1 && copies[0].state == "todo")
    }

    @Test func `columns and cards become states and tasks`() throws {
        let board = try ExchangeFormat.kanban.board(Self.text)
        let states: [(String, Text)] = [
            ("Fix the #roof now", "todo"), ("Plain #123", "todo"), ("Paint", "doing"),
            ("Read it", "doing"), ("Buy milk", "done"), ("Old", "done"),
        ]
        #expect(board.tasks.count == states.count)
        for (title, state) in states {
            #expect(try board.task(titled: title).state == state, "\(title)")
        }
        let roof = try board.task(titled: "Fix the #roof now")
        #expect(roof.tags == ["roof", "house"] && roof.due?.text == "2026-12-01T15:00")
        #expect(Array(roof.body) == Array("Call Jo.\n\n- [ ] tiles\n".utf8))
        #expect(roof.source == "obsidian-kanban:^a1b2")
        #expect(
            try board.task(titled: "Read it").extra.contains {
                $0.key == "lane" && $0.value == .scalar("Review")
            })
    }

    @Test func `an export is read back, with columns for states`() throws {
        let board = try ExchangeFormat.kanban.board(Self.text)
        let text = board.written(.kanban).text
        #expect(text.hasPrefix("---\n\nkanban-plugin: board\n\n---\n\n## todo\n"))
        let copy = try ExchangeFormat.kanban.board(text)
        for task in board.tasks {
            let other = try copy.task(titled: task.title.string)
            #expect(other.state == task.state && Array(other.body) == Array(task.body))
            #expect(Set(other.tags) == Set(task.tags) && other.due?.text == task.due?.text)
        }
    }

    @Test func `a note that is not a board is refused`() throws {
        let error = try ExchangeFormat.kanban.refusal("# Notes\n\n- [ ] a\n")
        #expect(error.exit == .data && error.message.english.contains("kanban-plugin"))
    }
}

extension KanbanTests {
    private func cards(_ text: String) throws -> Board {
        try ExchangeFormat.kanban.board("---\nkanban-plugin: board\n---\n\n## Todo\n\n\(text)")
    }

    @Test(arguments: [
        ("- plain", "plain"), ("* [[Roof]]", "[[Roof]]"), ("+ [[a|b]] c", "[[a|b]] c"),
        ("1. one", "one"), ("- [/] half", "half"), (" - [ ] one blank", "one blank"),
    ])
    func `every list item becomes a card`(_ line: String, _ title: Text) throws {
        let tasks = try cards(line + "\n").tasks
        #expect(tasks.map(\.title) == [title])
        #expect(tasks[0].state == (line.contains("[/]") ? "done" : "todo"))
    }

    @Test func `a card ends its lines with <br>`() throws {
        let task = try cards("- [ ] Roof<br>Call Jo #urgent<br/>@{2026-12-01} ^ab1\n\tmore\n")
            .tasks[0]
        #expect(task.title == "Roof" && task.due?.text == "2026-12-01" && task.tags == ["urgent"])
        #expect(Array(task.body) == Array("Call Jo #urgent\n\nmore\n".utf8))
        #expect(task.source == "obsidian-kanban:^ab1")
    }

    @Test func `a heading above the columns is not a column`() throws {
        let board = try ExchangeFormat.kanban.board(
            "---\nkanban-plugin: board\n---\n\n# Board\n\nText\n\n## Ideas\n- a\n\n## To do\n- b\n\n## Next\n- c\n"
        )
        #expect(try board.task(titled: "a").state == "todo")
        #expect(try board.task(titled: "b").state == "todo")
        #expect(try board.task(titled: "c").state == "doing")
    }

    @Test func `text after a card without a blank line belongs to it`() throws {
        let tasks = try cards("- [ ] a\nmore\n\nnot a card\n- b\n").tasks
        #expect(tasks.map(\.title) == ["a", "b"])
        #expect(Array(tasks[0].body) == Array("more\n".utf8))
    }
}

/// Tasks in CSV tables.
struct CSVTests {
    @Test func `columns are found by name, and others become keys`() throws {
        let board = try ExchangeFormat.csv.board(
            "Title,Due,Tags,Estimate,id\n\"Fix, the \"\"roof\"\"\",2026-12-01,\"a, b\",3h,7\n\n")
        let task = board.tasks[0]
        #expect(task.title == "Fix, the \"roof\"" && task.due?.text == "2026-12-01")
        #expect(task.tags == ["a", "b"] && task.source == "csv:7")
        #expect(task.extra.contains { $0.key == "Estimate" && $0.value == .scalar("3h") })
    }

    @Test(arguments: [
        ("a,b\n1,2\n", "has no column 'title'"), ("title,title\na,b\n", "appears twice"),
        ("title\na,b\n", "line 2: 2 values for 1 column"), ("title\n\"a\n", "line 2: a quote"),
        ("title\n\"a\"b\n", "line 2: text follows"), ("title,due\n\n,fri\n", "line 3: a task"),
        ("title,state\n\"a\nb\",x\nc,y\n", "line 2: there is no state 'x'"),
    ])
    func `an unreadable row is reported with its line`(
        _ text: String, _ words: String
    ) throws {
        let error = try ExchangeFormat.csv.refusal(text)
        #expect(
            error.exit == .data && error.message.english.contains(words), "\(error.message.english)"
        )
    }

    @Test func `empty input is not a task`() throws {
        #expect(try ExchangeFormat.csv.read("").tasks.isEmpty)
        #expect(try ExchangeFormat.csv.read("title\n").tasks.isEmpty)
    }
}
