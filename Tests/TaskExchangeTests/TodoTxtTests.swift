import MarkdownDocument
import TaskBoard
import TaskExchange
import Testing
import Words

/// Tasks in the todo.txt format.
struct TodoTxtTests {
    @Test func `a line is converted into a task`() throws {
        let board = try ExchangeFormat.todoTxt.board(
            "(A) 2026-11-01 Call Mom +Family @phone due:2026-12-01 t:2026-11-28 note:loud\n")
        let file = try board.onlyFile()
        for line in [
            "title: Call Mom", "due: 2026-12-01", "wait: 2026-11-28", "priority: high",
            "tags: ['@phone']", "project: Family", "created: 2026-11-01", "note: loud",
        ] {
            #expect(file.contains(line + "\n"), "\(line)")
        }
        #expect(board.tasks[0].assignees.isEmpty && board.tasks[0].state == "todo")
    }

    @Test(arguments: [
        ("x Buy milk", nil, nil), ("x 2026-11-20 Buy milk", "2026-11-20", nil),
        ("x 2026-11-20 2026-11-02 Buy milk", "2026-11-20", "2026-11-02"),
    ])
    func `a finished task has its finish day, then its creation day`(
        _ line: String, _ finished: String?, _ created: String?
    ) throws {
        let task = try ExchangeFormat.todoTxt.board(line).tasks[0]
        #expect(task.state == "done" && task.title == "Buy milk")
        #expect(task.created?.text == created.map { Text($0) })
        #expect(task.texts(of: .finished) == (finished.map { [Text($0)] } ?? []))
    }

    @Test(arguments: [
        "Dinner +1 @5pm", "See http://x.org/a:b", "Re: the roof", "C:\\temp", "std::vector",
        "due:soon", "xylophone", "(a) lower case", "a @ b + c", "title:x state:y",
    ])
    func `all other words are the title`(_ line: String) throws {
        let task = try ExchangeFormat.todoTxt.board(line).tasks[0]
        #expect(task.title == Text(line) && task.tags.isEmpty && task.due == nil)
        #expect(task.extra.map(\.key) == ["source"])
    }

    @Test(arguments: [("(B)", "medium"), ("(C)", "low"), ("(D)", "low"), ("(Z)", "low")])
    func `letters are priorities, and those after C are kept`(
        _ letter: String, _ priority: String
    ) throws {
        let task = try ExchangeFormat.todoTxt.board("\(letter) Read").tasks[0]
        #expect(task.priority?.text == Text(priority))
        let line = Board(settings: .standard, tasks: [task]).written(.todoTxt).text
        #expect(line == "\(letter) Read\n")
    }

    @Test func `the first of several projects is the task's, and the others become tags`() throws {
        let reading = try ExchangeFormat.todoTxt.read("Paint +house +garden @out +house +roof")
        let task = try Board.empty.adding(reading).tasks[0]
        #expect(task.texts(of: .project) == ["house"] && task.tags == ["@out", "garden", "roof"])
        #expect(
            reading.notes == [.furtherProjects(["garden", "roof"], first: "house", task: "Paint")])
    }

    @Test(arguments: [
        ("Paint +house", "Paint +house\n"), ("Paint project:house", "Paint +house\n"),
        ("Paint project:+1", "Paint project:+1\n"), ("Paint +work/code", "Paint +work.code\n"),
    ])
    func `a project is written as it is read`(_ line: String, _ written: String) throws {
        #expect(try ExchangeFormat.todoTxt.board(line).written(.todoTxt).text == written)
    }

    @Test(arguments: [
        ("rec:+2w", "every 2 weeks"), ("rec:1d", "after 1 day"), ("rec:+1m", "every month"),
    ])
    func `a recurrence becomes a rule`(_ word: String, _ repetition: String) throws {
        let task = try ExchangeFormat.todoTxt.board("Water \(word)").tasks[0]
        #expect(task.texts(of: .repeat) == [Text(repetition)])
        #expect(
            Board(settings: .standard, tasks: [task]).written(.todoTxt).text
                == "Water \(word)\n")
    }

    @Test func `equal lines are separate tasks, with the same identity each time`() throws {
        let text = "Call Mom\nCall Mom\n\nCall Mom\n"
        let first = try ExchangeFormat.todoTxt.read(text)
        #expect(Set(first.tasks.map(\.origin)).count == 3)
        #expect(try ExchangeFormat.todoTxt.read(text).tasks == first.tasks)
        let done = try ExchangeFormat.todoTxt.read("x 2026-11-20 Call Mom @phone due:2026-12-01")
        #expect(done.tasks[0].origin == first.tasks[0].origin)
    }

    @Test(arguments: [
        (Array("a\nb\0c".utf8), "line 2: a NUL byte"),
        (Array("a\n\n".utf8) + [0xFF], "line 3: bytes that are not UTF-8"),
        (Array("x 2026-11-20".utf8), ""), (Array("x".utf8), ""),
    ])
    func `a line that is not text is reported`(_ bytes: [UInt8], _ words: String) throws {
        guard !words.isEmpty else {
            _ = try ExchangeFormat.todoTxt.read(.text(bytes), context())
            return
        }
        let reading = try ExchangeFormat.todoTxt.read(.text(bytes), context())
        #expect(reading.tasks.count == 1)
        #expect(reading.refused.map(\.words.english) == [words])
    }

    @Test func `parts that a line cannot hold are reported`() throws {
        let roof = task(
            "---\ntitle: Fix the roof\nassignees: [ann b]\nremind: [1d]\nmap: {a: 1}\n---\nText\n")
        let writing = Board(settings: .standard, tasks: [roof]).written(.todoTxt)
        #expect(writing.text == "Fix the roof\n")
        #expect(Set(writing.lost) == ["assignees", "remind", "body", "map"])
    }

    @Test func `tabs, a byte order mark and CRLF are not part of a title`() throws {
        let board = try ExchangeFormat.todoTxt.board("\u{FEFF}(A) Call\tMom\r\n\r\nx Done\r\n")
        #expect(Set(board.tasks.map(\.title)) == ["Call Mom", "Done"])
    }
}
