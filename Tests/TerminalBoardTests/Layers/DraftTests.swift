import MarkdownDocument
import MergeSupport
import TaskBoard
import TestSupport
import Testing

@testable import TerminalBoard

/// Drafts of forms, and changes made before a draft is reopened.
struct DraftTests {
    @Test(arguments: ["e", "a"])
    func `typed text is saved once, after a pause`(key: String) {
        var board = PlayedBoard()
        board.type(key)
        board.write("Roof")
        let kept = { (board: PlayedBoard) in
            board.effects.filter { if case .keepDraft = $0 { true } else { false } }.count
        }
        #expect(kept(board) == 0)
        #expect(board.app.nextChange == Sample.now.seconds + 2)
        for later in [1, 2, 3, 60] as [Int64] {
            board.tell(.time, after: later)
            #expect(kept(board) == (later < 2 ? 0 : 1))
        }
        board.write("!")
        board.tell(.time, after: 62)
        #expect(kept(board) == 2)
    }

    private static let task = "---\ntitle: Roof\ndue: 2026-12-01\n---\nCall.\n"

    /// A board whose only task has a draft with another title.
    private func drafted() -> PlayedBoard {
        var board = PlayedBoard(["todo/a.md": Self.task])
        board.type("e")
        board.write("!")
        board.type("Esc")
        return board
    }

    /// The next run of a board, which reads the draft files.
    ///
    /// - Parameter path: A file that is deleted by then but is in history.
    private func nextRun(
        of board: PlayedBoard, _ files: [String: String], deleting path: BoardPath? = nil
    ) -> PlayedBoard {
        let drafts = board.effects.compactMap { effect -> FormDraft? in
            if case .keepDraft(let draft) = effect { FormDraft(draft.bytes) } else { nil }
        }
        var next = PlayedBoard(files)
        if let path { next.change(path, nil) }
        next.tell(.drafts(drafts))
        return next
    }

    @Test(arguments: [false, true])
    func `later changes are merged into a draft's untouched fields`(isNextRun: Bool) {
        var board = drafted()
        let changed = "---\ntitle: Roof\ndue: 2026-12-05\n---\nCall Bob.\n"
        if isNextRun {
            board = nextRun(of: board, ["todo/a.md": changed])
        } else {
            board.change("todo/a.md", changed)
        }
        board.type("e")
        #expect(board.shows("due: 2026-12-01 → 2"))
        #expect(board.shows("Call Bob."))
        #expect(board.shows("▌title      Roof!"))
        board.type("Ctrl-S")
        #expect(board.saved == [[.set(key: "title", value: "Roof!")]])
    }

    @Test(arguments: [("Ctrl-O", "Roof!"), ("Ctrl-T", "House"), ("Ctrl-B", "Roof!, House")])
    func `a field that was changed since the draft was saved is a choice`(
        key: String, title: String
    ) {
        var board = drafted()
        board.change("todo/a.md", "---\ntitle: House\ndue: 2026-12-01\n---\nCall.\n")
        board.type("e")
        #expect(board.shows("⚑ theirs: House"))
        board.type("Ctrl-S")
        #expect(board.intents.isEmpty)
        board.type(key, "Ctrl-S")
        #expect(board.memory.board.tasks.first?.title.string == title)
    }

    @Test func `an open choice is asked again in the next run`() {
        var board = PlayedBoard(["todo/a.md": Self.task])
        board.type("e")
        board.write("!")
        let changed = "---\ntitle: House\ndue: 2026-12-01\n---\nCall.\n"
        board.change("todo/a.md", changed)
        board.type("Esc")
        board = nextRun(of: board, ["todo/a.md": changed])
        board.type("e")
        #expect(board.shows("⚑ theirs: House"))
        board.type("Ctrl-S")
        #expect(board.intents.isEmpty)
    }

    @Test func `a moved task's draft is saved at the new path`() {
        var board = nextRun(of: drafted(), ["doing/a.md": Self.task])
        board.type("l", "e", "Ctrl-S")
        #expect(board.file("doing/a.md")?.contains("title: Roof!") == true)
        #expect(board.memory.board.tasks.count == 1)
    }

    @Test func `a deleted task's draft is reported, and restores the task`() {
        var board = nextRun(
            of: drafted(), ["todo/a.md": Self.task, "todo/b.md": "title: Beta"],
            deleting: "todo/a.md")
        #expect(board.status.contains("\"Roof!\" was deleted, but your draft is kept"))
        board.type("r")
        #expect(board.shows("was deleted meanwhile"))
        #expect(board.status.contains("your unsaved draft is shown"))
        board.type("Ctrl-S")
        let restored = board.memory.board[TaskID("a")]
        #expect(restored?.title == "Roof!" && restored?.due != nil)
        #expect(restored?.body.elementsEqual("Call.\n".utf8) == true)
        #expect(board.effects.last == .dropDraft(TaskID("a")))
        board.type("r")
        #expect(board.status == " ! there are no drafts")
    }

    @Test func `several drafts are listed, and one can be opened`() {
        var board = PlayedBoard()
        board.type("e")
        board.write("1")
        board.type("Esc", "j", "e")
        board.write("2")
        board.type("Esc")
        board.change("todo/a.md", nil)
        board.type("r")
        #expect(board.shows("Drafts"))
        #expect(board.shows("Alpha1 (deleted)"))
        board.type("2")
        #expect(board.shows("▌title      Beta2"))
    }

    @Test func `an older version's draft is read without a base`() {
        let file = "id 1\na\nbody 5\nTwo.\n\ntitle 5\nRoof!\n"
        #expect(
            FormDraft(Array(file.utf8))
                == FormDraft(id: TaskID("a"), texts: ["title": "Roof!", "body": "Two.\n"]))
        var board = PlayedBoard(["todo/a.md": Self.task])
        board.tell(.drafts([FormDraft(Array(file.utf8))].compactMap(\.self)))
        board.type("e", "Ctrl-S")
        #expect(board.file("todo/a.md")?.contains("title: Roof!") == true)
        var gone = PlayedBoard(["todo/a.md": Self.task, "todo/b.md": "title: Beta"])
        gone.change("todo/a.md", nil)
        gone.tell(.drafts([FormDraft(Array(file.utf8))].compactMap(\.self)))
        gone.type("r", "Ctrl-S")
        #expect(gone.memory.board[TaskID("a")]?.title == "Roof!")
    }

    @Test func `a draft survives a round trip`() {
        let draft = FormDraft(
            id: TaskID("우유"), texts: ["title": "a\n\nb 3\n", "body": ""],
            base: FormDraft.Base(path: "todo/우유.md", bytes: [0xFF, 0x0A, 0x00]),
            clashes: ["title", "body"])
        #expect(FormDraft(draft.bytes) == draft)
        let entry = FormDraft(id: nil, texts: [FormDraft.entry: "Call"])
        #expect(FormDraft(entry.bytes) == entry)
    }

    @Test func `damaged drafts never trap`() {
        var random = SplitMix64(seed: testSeed)
        let draft = FormDraft(
            id: TaskID("a"), texts: ["title": "Roof!", "body": "Two"],
            base: FormDraft.Base(path: "todo/a.md", bytes: Array(Self.task.utf8)),
            clashes: ["title"])
        let pieces = ["9223372036854775807", "-1", "../../x.md", "todo/", "\n", " ", "base 3\n"]
        for _ in 0..<400 {
            var bytes = draft.bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes = Array(bytes[..<place])
                case 1: bytes.insert(.random(in: 0...255, using: &random), at: place)
                default:
                    let piece = pieces.randomElement(using: &random) ?? ""
                    bytes.insert(contentsOf: piece.utf8, at: place)
                }
            }
            var board = PlayedBoard(["todo/a.md": Self.task])
            board.tell(.drafts([FormDraft(bytes)].compactMap(\.self)))
            board.type("r", "e", "Ctrl-T", "Ctrl-S", "Esc")
            #expect(board.app.screen().fault == nil, "seed \(testSeed), bytes \(bytes)")
        }
    }
}
