import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import TerminalUI
import Testing
import Words

@testable import TerminalBoard

/// Input lines at the bottom of the board.
struct PromptTests {
    @Test func `quick add shows how it parses the words, adds the task and selects it`() {
        var board = PlayedBoard()
        board.type("a")
        #expect(board.shows("Fix the roof due:fri +house @ann !h project:home"))
        board.write(" ")
        #expect(board.shows("type a title"))
        board.type("Ctrl-U")
        board.write("Fix the roof due:fri !h +house")
        #expect(board.shows("Fix the roof · "))
        board.type("Enter")
        #expect(board.memory.board.tasks.contains { $0.title == "Fix the roof" })
        #expect(board.memory.board[board.app.current ?? TaskID("")]?.title == "Fix the roof")
        #expect(board.app.layers.isEmpty)
    }

    @Test func `quick add in a finished column adds to the first state`() {
        var board = PlayedBoard()
        board.type("l", "l", "a")
        #expect(board.shows("add to todo"))
    }

    @Test func `unusable words are explained and nothing is added`() {
        var board = PlayedBoard()
        board.type("a")
        board.write("Call due:sooon")
        #expect(board.rows[28].contains("sooon"))
        board.type("Enter")
        #expect(board.intents.isEmpty)
        #expect(board.shows("Call due:sooon"))
    }

    @Test func `quick add explains a task that the board refuses`() {
        var board = PlayedBoard()
        board.type("a")
        board.write("Buy milk remind:10m")
        #expect(board.rows[28].contains("has no due date"), "\(board.rows[28])")
        board.type("Enter")
        #expect(board.intents.isEmpty && board.rows[28].contains("has no due date"))
        board.write(" due:fri-15:00")
        #expect(!board.rows[28].contains("has no due date"))
        board.type("Enter")
        #expect(board.memory.board.tasks.contains { $0.title == "Buy milk" })
    }

    @Test(arguments: [("D", "due 25 Dec"), ("w", "waits until 25 Dec")])
    func `a prompt shows how it reads a date`(key: String, words: String) {
        var board = PlayedBoard()
        board.type(key)
        board.write("25 dec")
        #expect(board.rows[28].contains(words), "\(board.rows[28])")
    }

    @Test(arguments: ["D", "+", "@", "p", "w"])
    func `a prompt is no error before its value is typed`(key: String) {
        var board = PlayedBoard()
        let screen = { (board: PlayedBoard) in board.app.screen() }
        let isWarning = { (board: PlayedBoard) in
            (0..<100).contains { column in
                screen(board)[column, 28].style.foreground == .theme(3)
            }
        }
        board.type(key)
        #expect(!isWarning(board))
        board.type("Enter")
        #expect(board.intents.isEmpty && isWarning(board))
    }

    @Test func `quick add keeps its text when the terminal closes`() {
        var board = PlayedBoard()
        board.type("a")
        board.write("Call Bob")
        board.app.leaveForms()
        board.tell(.time)
        #expect(board.app.drafts.map(\.texts) == [["entry": "Call Bob"]])
    }

    @Test(arguments: [("a", "Call Bob"), ("i", "a note"), ("=", "due:fri")])
    func `typed text is offered again when it is refused`(key: String, text: String) {
        var board = PlayedBoard()
        board.refusal = "the disk is full"
        board.type(key)
        if key == "=" { board.type("Ctrl-U") }
        board.write(text)
        board.type("Enter")
        #expect(board.status == " ! the disk is full")
        #expect(board.shows(": " + text))
        board.refusal = nil
        board.type("Enter")
        #expect(board.app.layers.isEmpty)
        #expect(board.intents.count == 2)
    }

    @Test func `a refusal does not capture keys typed meanwhile`() {
        var board = PlayedBoard()
        board.answersAtOnce = false
        board.type("a")
        board.write("One")
        board.type("Enter", "a")
        board.write("Tw")
        board.refusal = "the disk is full"
        board.answer()
        board.write("o")
        #expect(board.shows(": Two"))
        board.type("Esc")
        #expect(board.shows(": One"))
    }

    @Test func `words that are refused immediately stay`() {
        var board = PlayedBoard(["todo/a.md": "---\ntitle: [\n---\n"])
        board.type("=")
        board.write("due:fri")
        board.type("Enter")
        #expect(board.shows("due:fri"))
        #expect(board.intents.isEmpty)
        #expect(board.status.hasPrefix(" ! "))
    }

    @Test func `Esc, or a click elsewhere, keeps a new task's words for the next time`() {
        var board = PlayedBoard()
        board.type("a")
        board.write("Call Bo")
        board.type("Esc")
        let draft = FormDraft(id: nil, texts: ["entry": "Call Bo"])
        #expect(board.effects == [.keepDraft(draft)])
        board.type("a")
        #expect(board.shows("add to todo: Call Bo"))
        #expect(board.status.contains("your earlier text"))
        board.write("b")
        board.click(50, 10)
        board.type("a", "Enter")
        #expect(board.memory.board.tasks.contains { $0.title == "Call Bob" })
        #expect(board.effects.last == .dropDraft(nil))
        board.type("a")
        #expect(board.shows("Fix the roof due:fri"))
    }

    @Test(arguments: ["", "Enter", "m", "?", ","])
    func `a paste outside of a text field opens quick add, and is never read as keys`(place: String)
    {
        var board = PlayedBoard()
        if !place.isEmpty { board.type(place) }
        board.paste("dddqq\r\nu")
        #expect(board.intents.isEmpty)
        #expect(board.effects.allSatisfy { $0 != .quit })
        #expect(board.shows("add to todo: dddqq u"))
    }

    @Test func `a paste on a read-only board explains why it is not added`() {
        var board = PlayedBoard()
        board.change([], isNewer: true)
        board.paste("text")
        #expect(board.status.contains("it is read-only"))
    }

    @Test func `change words apply to the card, and other words are explained`() {
        var board = PlayedBoard()
        board.type("=")
        board.write("due:fri +garden @bob")
        board.type("Enter")
        #expect(board.file("todo/a.md")?.contains("due: 2026-11-27") == true)
        #expect(board.file("todo/a.md")?.contains("assignees: [bob]") == true)
        board.type("=")
        board.write("roof")
        #expect(board.shows("'roof' is not a change"))
    }

    @Test func `the board as of another day or time is opened by its date`() throws {
        var board = PlayedBoard()
        board.type("P")
        board.write("yesterday")
        board.type("Enter")
        let day = DueDate(Sample.day("2026-11-20"))
        #expect(board.effects == [.loadPast(day)])
        board.tell(.past(BoardVersion(board.memory.board), day))
        #expect(board.app.layers.isEmpty)
        board.type("P")
        board.write("2026-11-20T09:03")
        #expect(board.rows[28].contains("09:03"), "\(board.rows[28])")
        board.type("Enter")
        let time = try #require(DueDate("2026-11-20T09:03"))
        #expect(board.effects.last == .loadPast(time))
        board.tell(.past(BoardVersion(board.memory.board), time))
        #expect(board.rows[0].contains("09:03"))
        board.type("Esc", "P")
        board.write("tomorrow")
        let count = board.effects.count
        board.type("Enter")
        #expect(board.effects.count == count)
        #expect(board.rows[28].contains("'tomorrow' is in the future"), "\(board.rows[28])")
        board.type("Ctrl-U")
        board.write("foo")
        board.type("Enter")
        #expect(board.rows[28].contains("foo") && board.rows[27].hasSuffix(": foo"))
    }

    @Test func `a day before the first commit is explained, and the prompt stays`() {
        var board = PlayedBoard()
        board.type("P")
        board.write("yesterday")
        board.type("Enter")
        board.tell(.message("the board has no commit then", isFailure: true))
        #expect(board.status == " ! the board has no commit then")
        board.write("d")
        #expect(board.intents.isEmpty && board.rows[27].hasSuffix(": yesterdayd"))
        board.type("Esc")
        #expect(board.app.layers.isEmpty)
    }

    @Test(arguments: Language.allCases, [40, 44])
    func `the prompt for another day fits a narrow terminal`(
        language: Language, columns: Int
    ) {
        var board = PlayedBoard(columns: columns, rows: 20, language: language)
        board.type("P")
        #expect(board.shows(BoardText.pastPrompt.text(language) + ":"))
        #expect(board.rows[18].contains("09:03") && !board.rows[17].contains("…"))
        board.write("2026-11-20")
        #expect(board.rows[17].hasSuffix(": 2026-11-20"), "\(board.rows[17])")
    }

    @Test func `a click next to a note loses none of its words`() {
        var board = PlayedBoard()
        board.type("i")
        board.write("Bob is away")
        board.click(50, 10)
        #expect(board.shows("note: Bob is away"))
        board.type("Esc", "i")
        board.click(50, 10)
        #expect(board.app.layers.isEmpty)
    }

    @Test func `a note is added to the body`() {
        var board = PlayedBoard()
        board.type("i")
        board.write("q d 메모")
        board.type("Enter")
        #expect(board.intents == [.annotate(TaskID("a"), "q d 메모")])
    }

    // A file to attach.

    @Test func `Tab completes a path, and Enter attaches its file`() {
        var board = PlayedBoard()
        board.type("f")
        #expect(board.shows("a path, such as ~/boots.jpg"))
        board.write("~/b")
        #expect(board.effects.last == .findPaths("~/b"))
        board.tell(.paths("~/b", ["~/boots.jpg", "~/bills/"]))
        #expect(board.rows[28].hasPrefix(" boots.jpg  bills/"))
        board.type("Tab", "Tab")
        #expect(board.rows[27].hasPrefix(" attach: ~/bills/"))
        board.type("Tab", "Enter")
        #expect(board.effects.last == .readFile(TaskID("a"), "~/boots.jpg"))
        #expect(board.shows("attach: ~/boots.jpg"))
        let file = Attachment(name: "boots.jpg", bytes: [1])
        board.answersAtOnce = false
        board.tell(.fileRead(TaskID("a"), file))
        #expect(board.intents == [.attach(TaskID("a"), [file])])
        #expect(board.app.layers.isEmpty)
    }

    @Test func `the next Tab opens the only folder`() {
        var board = PlayedBoard()
        board.type("f")
        board.write("bi")
        board.tell(.paths("bi", ["bills/"]))
        board.type("Tab")
        #expect(board.effects.last == .findPaths("bills/"))
        board.tell(.paths("bills/", ["bills/may.pdf"]))
        board.type("Tab")
        #expect(board.shows("attach: bills/may.pdf"))
    }

    @Test func `a file that cannot be read leaves the path, and a late one is not attached`() {
        var board = PlayedBoard()
        board.type("f")
        board.write("gone")
        board.tell(.paths("go", ["gold"]))
        board.type("Tab", "Enter")
        board.tell(.message("cannot attach 'gone'", isFailure: true))
        #expect(board.shows("attach: gone") && board.status.contains("cannot attach"))
        board.type("Esc")
        board.tell(.fileRead(TaskID("a"), Attachment(name: "gone", bytes: [1])))
        #expect(board.intents.isEmpty)
    }
}
