import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import TerminalUI
import TestSupport
import Testing

@testable import TerminalBoard

/// Random input, files, answers, sizes and times: no trap, and no typed text is lost.
struct FuzzTests {
    @Test(arguments: [testSeed &+ 1, testSeed &+ 2, 1, 2])
    func `a board survives any input`(seed: UInt64) {
        var fuzz = BoardFuzz(seed: seed)
        for step in 0..<400 {
            fuzz.step()
            if let fault = fuzz.board.app.screen().fault {
                Issue.record("seed \(seed), step \(step): \(fault)")
                return
            }
        }
    }

    @Test(arguments: [testSeed &+ 1, 1, 2])
    func `typed text is shown, saved or kept`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for round in 0..<40 {
            var board = PlayedBoard(columns: 90, rows: 30)
            let isForm = Bool.random(using: &random)
            board.type(isForm ? "e" : "a")
            let word = "q\(round)z"
            board.write(" " + word)
            var isSaved = false
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                isSaved = isSaved || board.holds(word)
                switch Int.random(in: 0...4, using: &random) {
                case 0: board.change("todo/a.md", nil)
                case 1: board.change("todo/a.md", "title: Other\nrank: a1")
                case 2: board.refusal = Bool.random(using: &random) ? "no" : nil
                case 3: board.app.resize(columns: 50, rows: 12)
                default: board.type(["Enter", "Ctrl-S", "Tab"].randomElement(using: &random) ?? "")
                }
            }
            board.type(["Esc", "Enter", "Ctrl-S", "Ctrl-C"].randomElement(using: &random) ?? "")
            board.app.resize(columns: 90, rows: 30)
            let isKept = isSaved || board.holds(word) || board.shows(word)
            #expect(isKept, "seed \(seed), round \(round) \(board.rows)")
        }
    }
}

extension PlayedBoard {
    /// True if a word is in a file or in a draft.
    fileprivate func holds(_ word: String) -> Bool {
        let files = memory.files.values.map { String(decoding: $0, as: UTF8.self) }
        let drafts = effects.flatMap { effect -> [String] in
            if case .keepDraft(let draft) = effect { Array(draft.texts.values) } else { [] }
        }
        return (files + drafts).contains { $0.contains(word) }
    }
}

/// One random session of a board.
private struct BoardFuzz {
    var board: PlayedBoard
    private var random: SplitMix64
    private var parser = InputParser()
    private var seconds: Int64 = 0

    private static let pieces: [[UInt8]] =
        [
            "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[H",
            "\u{1B}[F", "\u{1B}[Z", "\t", "\r", " ", "\u{1B}", "\u{7F}", "\u{13}", "\u{18}",
            "\u{0F}", "\u{14}", "\u{02}", "\u{12}", "\u{1F}", "\u{0C}", "a", "e", "m", "v", "d",
            "x", "/", ":", ",", "?", "L", "H", "P", "c", "C", "w", "i", "=", "+", "u", "z", "n",
            "g", "G",
            "h", "j", "k", "l", "1", "2", "3", "due:fri", "우유 사", "👨‍👩‍👧", "yesterday", "<", ">",
            "\u{1B}[200~pasted\r\ntext 우유\u{1B}[201~", "state:", "sort:due ", "e\u{301}",
        ].map { Array($0.utf8) }

    private static let texts = [
        "title: 우유 사기 👨‍👩‍👧 with a title that is longer than any column\ntags: [집, house]\ndue: 2026-11-01",
        "title: Beta\nrank: a5\npriority: high\nassignees: [ann, 영희]", "title: [", "",
        "---\ntitle: Trip\n---\n# Trip\n\n- [ ] tickets\n- [x] 호텔\n\n> quote\n\n\u{1B}[31m\ttext",
        "---\ntitle: C\nconflicts:\n  - {key: due, value: \"2026-12-05\", by: Bob, at: \"2026\"}\n---\n",
    ]

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        let language: Language = seed % 2 == 0 ? .korean : .english
        let depth = ColourDepth.allCases[Int(seed % 4)]
        board = PlayedBoard(language: language, theme: BoardTheme(depth: depth))
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    mutating func step() {
        switch number(0...19) {
        case 0: changeFile()
        case 1: board.app.resize(columns: number(1...130), rows: number(1...45))
        case 2: board.app.resize(columns: number(40...130), rows: number(10...45))
        case 3: board.answer()
        case 4:
            board.answersAtOnce.toggle()
            board.refusal = number(0...3) == 0 ? "refused: 안 됩니다" : nil
        case 5: tell()
        case 6, 7, 8: mouse()
        case 9: input((0..<number(1...8)).map { _ in UInt8(number(0...255)) })
        default: input(Self.pieces[number(0...(Self.pieces.count - 1))])
        }
    }

    private mutating func input(_ bytes: [UInt8]) {
        for event in parser.take(bytes) + parser.timeOut() { board.take(event) }
    }

    private mutating func mouse() {
        let actions: [MouseEvent.Action] = [
            .press(.left), .drag(.left), .drag(.left), .release(.left), .press(.right),
            .wheel(.up), .wheel(.down), .move,
        ]
        for _ in 0..<number(1...4) {
            board.mouse(actions[number(0...(actions.count - 1))], number(-1...130), number(-1...45))
        }
    }

    private mutating func changeFile() {
        let folder = ["todo", "doing", "done", "odd"][number(0...3)]
        let path = BoardPath("\(folder)/\(["a", "b", "c", "d", "x-k3f9m2"][number(0...4)]).md")
        let settings = [
            "", "states: [todo, doing, done]\nlimits: {todo: 1}\nbody-limit: 5\n",
            "states: [todo, work, done]\nretired: [doing]\n", "states: [a",
            "views: {mine: '@me'}\n",
        ]
        switch number(0...5) {
        case 0: board.change("pmd.yml", settings[number(0...(settings.count - 1))])
        case 1, 2: board.change(path, nil)
        default: board.change(path, Self.texts[number(0...(Self.texts.count - 1))])
        }
    }

    private mutating func tell() {
        seconds += Int64(number(0...100_000))
        let board = board.memory.board
        let notices: [BoardNotice] = [
            .time, .past(BoardVersion(board), DueDate(Sample.day("2026-11-20"))),
            .message("a message", isFailure: true),
            .drafts([FormDraft(id: TaskID("a"), texts: ["title": "초안", "body": "x", "?": "y"])]),
            .history(TaskID("a"), []), .history(nil, []),
        ]
        self.board.tell(notices[number(0...(notices.count - 1))], after: seconds)
    }
}
