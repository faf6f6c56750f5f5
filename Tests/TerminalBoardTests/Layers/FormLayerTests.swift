import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import TerminalUI
import Testing

@testable import TerminalBoard

extension String {
    /// The number of times another text occurs in this one.
    fileprivate func components(of other: String) -> Int {
        ranges(of: other).count
    }
}

/// The form of a task, and changes by others while it is open.
struct FormLayerTests {
    private static let task = "---\ntitle: Roof\ndue: 2026-12-01\n---\nCall.\n"

    /// A board with one task, whose form is open.
    private func form(columns: Int = 100, rows: Int = 30, settings: String = "") -> PlayedBoard {
        var board = PlayedBoard(
            ["todo/a.md": Self.task], settings: settings, columns: columns, rows: rows)
        board.type("e")
        return board
    }

    /// Moves to the body, the last field.
    private func goToBody(_ board: inout PlayedBoard) { board.type("Shift-Tab") }

    @Test func `typed fields are saved as one edit of only these fields`() {
        var board = form()
        board.write(" and walls")
        board.type("Tab", "Ctrl-U")
        board.write("fri")
        #expect(board.shows("27 Nov"))
        board.type("Ctrl-S")
        #expect(
            board.saved == [
                [
                    .set(key: "title", value: "Roof and walls"),
                    .set(key: "due", value: "2026-11-27"),
                ]
            ])
        #expect(board.app.layers.isEmpty)
    }

    @Test func `an unchanged form saves nothing`() {
        var board = form()
        board.type("Ctrl-S")
        #expect(board.intents.isEmpty)
        #expect(board.status.contains("nothing changed"))
        #expect(board.app.layers.isEmpty)
    }

    @Test func `control characters of a file do not count as a change`() {
        var board = PlayedBoard(["todo/a.md": "---\ntitle: \"Ro\\tof\"\n---\na\u{0C}b\u{1B}c\n"])
        board.type("e", "Ctrl-S")
        #expect(board.intents.isEmpty)
        #expect(board.app.layers.isEmpty)
    }

    @Test func `an invalid value is explained next to its field`() {
        var board = form()
        board.type("Tab", "Ctrl-U")
        board.write("sooon")
        board.type("Tab", "Ctrl-S")
        #expect(board.intents.isEmpty)
        #expect(board.shows(" ! due: "))
        #expect(board.shows("▌due"))
    }

    @Test func `letters are text, and undo is Ctrl-_`() {
        var board = form()
        board.write("qua?/:")
        #expect(board.shows("Roofqua?/:"))
        board.type("Ctrl-_")
        #expect(!board.shows("qua"))
        board.type("Ctrl-Y")
        #expect(board.shows("Roofqua?/:"))
        #expect(board.effects.isEmpty)
    }

    @Test func `the body accepts several lines, pastes and Hangul`() {
        var board = form()
        goToBody(&board)
        board.type("Down")
        board.paste("one\r\ntwo")
        board.type("Enter")
        board.write("우유")
        board.type("Ctrl-S")
        #expect(board.file("todo/a.md")?.hasSuffix("---\nCall.\none\ntwo\n우유\n") == true)
    }

    @Test
    func
        `an outside change is merged into untouched fields, with a mark, and not into the focused one`()
    {
        var board = form()
        board.write("!")
        board.change("todo/a.md", "---\ntitle: Roof\ndue: 2026-12-05\n---\nCall Bob.\n")
        #expect(board.shows("2026-12-05"))
        #expect(board.shows("due: 2026-12-01 → 2"))
        #expect(board.shows("Call Bob."))
        #expect(board.shows("Roof!"))
        board.type("Ctrl-S")
        #expect(board.saved == [[.set(key: "title", value: "Roof!")]])
    }

    @Test func `the focused field gets an outside change when it is left untouched`() {
        var board = form()
        board.change("todo/a.md", "---\ntitle: House\ndue: 2026-12-01\n---\nCall.\n")
        #expect(board.shows("▌title      Roof"))
        board.type("Tab")
        #expect(board.shows("title      House"))
        board.type("Ctrl-S")
        #expect(board.intents.isEmpty)
    }

    @Test func `a date does not offer both values`() {
        var board = form()
        #expect(board.shows("repeat") && board.shows("remind"))
        board.type("Tab", "Ctrl-U")
        board.write("2026-12-07")
        board.change("todo/a.md", "---\ntitle: Roof\ndue: 2026-12-05\n---\nCall.\n")
        #expect(board.status.contains("Ctrl-T theirs") && !board.status.contains("Ctrl-B"))
        board.type("Ctrl-B")
        #expect(board.shows("2026-12-07"))
    }

    @Test func `a later change replaces the mark of an earlier one`() {
        var board = form()
        board.change("todo/a.md", "---\ntitle: Roof\ndue: 2026-12-05\n---\nCall.\n")
        #expect(board.shows("2026-12-01 →"))
        board.type("Tab", "Ctrl-U")
        board.write("2026-12-07")
        board.change("todo/a.md", "---\ntitle: Roof\ndue: 2026-12-10\n---\nCall.\n")
        #expect(board.shows("⚑ theirs: 2026-12-10"))
        board.type("Ctrl-O")
        #expect(board.shows("2026-12-07") && !board.shows("2026-12-05"))
    }

    @Test func `marks show how many lines are above and below`() {
        var board = form(columns: 40, rows: 10)
        #expect(board.rows[8].contains(" ↓ ") && !board.rows[1].contains("↑"))
        goToBody(&board)
        #expect(board.rows[1].contains(" ↑ ") && !board.rows[8].contains("↓"))
        board.type("Up")
        #expect(board.rows[8].contains(" ↓ "))
        board.app.resize(columns: 100, rows: 30)
        #expect(!board.rows[1].contains("↑") && !board.rows[28].contains("↓"))
    }

    @Test(arguments: [("Ctrl-O", "Roof!"), ("Ctrl-T", "House"), ("Ctrl-B", "Roof!, House")])
    func `a field that both changed is a choice between mine, theirs and both`(
        key: String, title: String
    ) {
        var board = form()
        board.write("!")
        board.change("todo/a.md", "---\ntitle: House\ndue: 2026-12-01\n---\nCall.\n")
        #expect(board.shows("⚑ theirs: House"))
        board.type("Ctrl-S")
        #expect(board.intents.isEmpty)
        #expect(
            board.status.contains("Ctrl-T theirs") && board.shows("title: choose a value first"))
        board.type(key)
        #expect(board.shows("▌title      \(title)"))
        board.type("Ctrl-S")
        #expect(board.intents.count == (title == "House" ? 0 : 1))
        #expect(board.memory.board.tasks.first?.title.string == title)
    }

    @Test func `an outside change shows its committer, and an editor's change shows nobody`() {
        var board = form(columns: 160)
        board.write("!")
        board.change("todo/a.md", "---\ntitle: House\ndue: 2026-12-05\n---\nCall.\n")
        #expect(board.effects == [.findAuthors(TaskID("a"))])
        #expect(board.shows("due: 2026-12-01 → 2026-12-05"))
        #expect(!board.shows("2026-12-05,"))
        board.tell(.authors(TaskID("a"), ["due": "Bob", "title": "Cleo"]))
        #expect(board.shows("due: 2026-12-01 → 2026-12-05, Bob"))
        #expect(board.shows("⚑ Cleo: House"))
        // The next change is by someone else.
        board.change("todo/a.md", "---\ntitle: House\ndue: 2026-12-07\n---\nCall.\n")
        #expect(board.shows("2026-12-05 → 2026-12-07"))
        #expect(!board.shows("Bob"))
    }

    @Test func `a conflict ends when the other side reaches the same text`() {
        var board = form()
        board.write("!")
        board.change("todo/a.md", "---\ntitle: House\n---\n")
        board.change("todo/a.md", "---\ntitle: Roof!\n---\n")
        #expect(!board.shows("⚑"))
    }

    @Test func `a deleted task is restored with the form's text`() {
        var board = form()
        let task = Self.task.replacing("due: ", with: "color: red\ndue: ")
        board.change("todo/a.md", task)
        board.change("todo/a.md", nil)
        #expect(board.shows("\"Roof\" was deleted meanwhile"))
        #expect(board.status.contains("Ctrl-S restore with this text"))
        board.write("!")
        board.type("Ctrl-S")
        #expect(board.file("todo/a.md") == task.replacing("title: Roof", with: "title: Roof!"))
        #expect(board.memory.board.tasks.count == 1)
        #expect(board.app.layers.isEmpty)
    }

    @Test func `a task that returns after its deletion is edited again`() {
        var board = form()
        board.write("!")
        board.change("todo/a.md", nil)
        board.change("todo/a.md", Self.task)
        #expect(!board.shows("deleted meanwhile"))
        board.type("Ctrl-S")
        #expect(board.file("todo/a.md")?.contains("title: Roof!") == true)
    }

    @Test func `Ctrl-X discards the form and its draft`() {
        var board = form()
        board.write("!")
        board.type("Esc", "e", "Ctrl-X")
        #expect(board.effects.last == .dropDraft(TaskID("a")))
        board.type("e")
        #expect(board.shows("▌title      Roof"))
        #expect(!board.shows("Roof!"))
    }

    @Test func `closing a changed form keeps a draft, which is offered again`() {
        var board = form()
        board.write("!")
        board.type("Esc")
        #expect(
            board.effects == [
                .keepDraft(
                    FormDraft(
                        id: TaskID("a"), texts: ["title": "Roof!"],
                        base: FormDraft.Base(path: "todo/a.md", bytes: Array(Self.task.utf8))))
            ])
        #expect(board.status.contains("kept as a draft"))
        board.type("e")
        #expect(board.shows("Roof!"))
        #expect(board.status.contains("your unsaved draft is shown"))
        board.type("Ctrl-S")
        #expect(board.effects.last == .dropDraft(TaskID("a")))
        #expect(board.memory.board.tasks.first?.title == "Roof!")
    }

    @Test func `a refused save keeps the form's text, and changes made meanwhile`() {
        var board = form()
        board.write("!")
        board.answersAtOnce = false
        board.type("Ctrl-S")
        board.change("todo/a.md", "---\ntitle: Roof\ndue: 2026-12-05\n---\nCall.\n")
        board.refusal = "the disk is full"
        board.answer()
        #expect(board.shows(" ! the disk is full"))
        #expect(board.shows("Roof!"))
        #expect(board.shows("2026-12-05"))
        (board.refusal, board.answersAtOnce) = (nil, true)
        board.type("Ctrl-S")
        #expect(board.file("todo/a.md")?.contains("title: Roof!\ndue: 2026-12-05") == true)
    }

    @Test func `text typed while a form is being saved stays in it, unsaved`() {
        var board = form()
        board.write("!")
        board.answersAtOnce = false
        board.type("Ctrl-S")
        #expect(board.shows("Edit · saving"))
        board.write("?")
        board.type("Shift-Tab")
        board.paste("Ask Jo. ")
        board.answersAtOnce = true
        board.answer()
        #expect(board.file("todo/a.md")?.contains("title: Roof!\n") == true)
        #expect(board.shows("title      Roof!?"))
        #expect(board.shows("Ask Jo. Call."))
        #expect(!board.shows("⚑") && !board.shows("→"))
        board.type("Ctrl-S")
        #expect(board.app.layers.isEmpty)
        #expect(board.intents.count == 2)
        #expect(board.file("todo/a.md")?.contains("title: Roof!?\n") == true)
        #expect(board.file("todo/a.md")?.hasSuffix("Ask Jo. Call.\n") == true)
    }

    @Test func `a second save waits for the first one and includes all of the text`() {
        var board = form()
        board.write("!")
        board.answersAtOnce = false
        board.type("Ctrl-S")
        board.write("?")
        board.type("Ctrl-S", "Ctrl-S")
        board.answersAtOnce = true
        board.answer()
        #expect(board.intents.count == 2)
        #expect(board.app.layers.isEmpty)
        #expect(board.file("todo/a.md")?.contains("title: Roof!?\n") == true)
    }

    @Test(arguments: [nil, "the disk is full"] as [String?])
    func `a form that is closed during a save keeps a draft until the save is done`(
        refusal: String?
    ) {
        var board = form()
        board.write("!")
        board.answersAtOnce = false
        board.type("Ctrl-S", "Esc")
        #expect(board.app.layers.isEmpty)
        #expect(board.app.drafts.map(\.texts) == [["title": "Roof!"]])
        board.refusal = refusal
        board.answer()
        #expect(board.app.drafts.isEmpty == (refusal == nil))
        #expect(board.status.contains(refusal ?? "Roof!"))
    }

    @Test func `text typed while a deleted task is restored stays in the restored task's form`() {
        var board = form()
        board.write("!")
        board.change("todo/a.md", nil)
        board.answersAtOnce = false
        board.type("Ctrl-S")
        board.write("?")
        board.answersAtOnce = true
        board.answer()
        #expect(!board.shows("deleted meanwhile"))
        board.type("Ctrl-S")
        #expect(board.memory.board.tasks.map(\.title) == ["Roof!?"])
    }

    @Test func `a long failure is shown once, in as many lines as needed`() {
        var board = form(columns: 90, rows: 24)
        board.write("!")
        let words = (1...40).map { "word\($0)" }.joined(separator: " ")
        board.refusal = words
        board.type("Ctrl-S")
        let told = board.rows.joined(separator: " ")
        for number in 1...40 { #expect(told.contains("word\(number)"), "\(number)") }
        #expect(told.components(of: "word7 ") == 1)
        #expect(board.shows(" ! word1 word2"))
        #expect(board.status.contains("Ctrl-S save"))
        #expect(board.shows("▌title      Roof!"))
        #expect(board.app.screen().fault == nil)
    }

    @Test(arguments: [44, 80, 100])
    func `other users' changes are shown in full`(columns: Int) {
        var board = form(columns: columns, rows: 24)
        board.write("!")
        board.change(
            "todo/a.md",
            "---\ntitle: A house at the end of the road\ndue: 2026-12-05\ntags: [garden, house]\n"
                + "---\nCall Bob before noon about it.\n")
        board.tell(.authors(TaskID("a"), ["title": "Bartholomew", "due": "Bartholomew"]))
        let told = board.rows.map { row in
            row.dropFirst(columns < 80 ? 0 : columns - max(50, columns / 2))
                .filter { !"│▌".contains($0) }.split(separator: " ").joined(separator: " ")
        }.joined(separator: " ")
        #expect(told.contains("⚑ Bartholomew: A house at the end of the road"), "\(told)")
        #expect(told.contains("due: 2026-12-01 → 2026-12-05, Bartholomew"), "\(told)")
        #expect(told.contains("tags: — → garden, house"), "\(told)")
        #expect(told.contains("Call. → Call Bob before noon about it."), "\(told)")
        board.click(on: "garden, house", from: 10)
        board.write("X")
        #expect(board.shows("Xgarden, house"))
        #expect(board.app.screen().fault == nil)
    }

    @Test func `a body over its limit shows a counter and is not saved`() {
        var board = form(settings: "body-limit: 10\n")
        goToBody(&board)
        board.write("12345678")
        #expect(board.shows("of 10 characters !"))
        board.type("Ctrl-S")
        #expect(board.intents.isEmpty)
        #expect(board.shows(" ! body: "))
        #expect(board.shows("12345678Call."))
    }

    @Test func `the calendar opens on the date, moves by days, weeks and months, and sets it`() {
        var board = form()
        board.type("Tab", "Down")
        #expect(board.shows("┌ Dec 2026 "))
        board.type("l", "j", "PageDown")
        #expect(board.shows("┌ Jan 2027 "))
        board.type("Enter")
        #expect(board.shows("▌due        2027-01-09"))
        board.type("Down", "Esc")
        #expect(!board.shows("┌ Jan 2027 "))
        #expect(board.app.layers.count == 1)
    }

    @Test func `a click on a calendar day chooses it`() {
        var board = form()
        board.type("Tab", "Down")
        board.click(on: "17")
        #expect(board.shows("▌due        2026-12-17"))
    }

    @Test func `a click sets the focus and the cursor`() {
        var board = form()
        board.click(on: "Call.", from: 50)
        board.write("X")
        #expect(board.shows("XCall."))
        board.click(on: "oof", from: 50)
        board.write("Y")
        #expect(board.shows("▌title      RYoof"))
    }

    @Test(arguments: [(40, 10), (44, 20), (80, 24)])
    func `every field and the body can be reached and seen at every size`(
        columns: Int, rows: Int
    ) {
        var board = form(columns: columns, rows: rows)
        for field in FormField.all(.standard) where field.kind != .body {
            #expect(board.shows("▌" + field.field.key.string))
            #expect(board.app.screen().cursor != nil)
            board.type("Tab")
        }
        board.write("Hello")
        #expect(board.shows("HelloCall."))
        #expect(board.app.screen().cursor != nil)
        board.type("Tab", "Tab", "Down")
        #expect(board.shows("┌ Dec 2026 "))
        #expect(board.shows("31"))
    }

    @Test func `a malformed file that is read-only does not have a form, and the reason is shown`()
    {
        var board = PlayedBoard(["todo/a.md": "---\ntitle: [\n---\n"])
        board.change([], isNewer: true)
        board.type("e")
        #expect(board.app.layers.isEmpty)
        #expect(board.status.hasPrefix(" ! "))
    }

    @Test(arguments: [(1, " Mo Tu"), (7, " Su Mo"), (6, " Sa Su")])
    func `the calendar of a date begins with the first day of the week`(
        first: Int, heading: String
    ) {
        var board = form()
        board.app.environment.firstWeekday = first
        board.type("Tab", "Down")
        #expect(board.shows("│" + heading))
        board.click(on: "17")
        #expect(board.shows("▌due        2026-12-17"))
    }
}
