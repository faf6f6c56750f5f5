import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import TerminalUI
import Testing
import Words

@testable import TerminalBoard

/// A terminal board that a test plays as a person does: keys, mouse and pastes go in, and what
/// it asks for is carried out on a board in memory.
struct PlayedBoard {
    var app: BoardApp
    private(set) var memory: MemoryBoard
    /// All intents that the board asked for, in their order.
    private(set) var intents: [Intent] = []
    /// The edits of the forms that were saved.
    var saved: [[FieldEdit]] {
        intents.compactMap { if case .save(_, let edits, _) = $0 { edits } else { nil } }
    }
    /// The other effects.
    private(set) var effects: [BoardEffect] = []
    /// False while the answers to intents are held back.
    var answersAtOnce = true
    /// The message with which intents are refused.
    var refusal: String?
    private var waiting: [(number: Int, intent: Intent)] = []

    init(
        _ files: [String: String] = sampleFiles, settings: String = "", columns: Int = 100,
        rows: Int = 30, language: Language = .english, keys: KeyMap = KeyMap(),
        theme: BoardTheme = BoardTheme(depth: .sixteen)
    ) {
        memory = MemoryBoard(files, settings: settings)
        app = BoardApp(
            BoardEnvironment(
                name: "tasks",
                now: Moment(
                    seconds: Sample.now.seconds,
                    language: language == .korean ? .korean : .english,
                    offset: Sample.now.offset),
                language: language, me: "ann", theme: theme, keys: keys,
                hash: memoryHash))
        app.resize(columns: columns, rows: rows)
        tell(.board(BoardVersion(memory.board)))
        tellStatus()
    }

    /// Three columns with cards of one line, sorted by name.
    static let sampleFiles = [
        "todo/a.md": "title: Alpha\nrank: a1", "todo/b.md": "title: Beta\nrank: a2",
        "todo/c.md": "title: Gamma\nrank: a3", "doing/d.md": "title: Delta\nrank: a1",
        "doing/e.md": "title: Epsilon\nrank: a2", "done/f.md": "title: Phi",
    ]
}

// User input.
extension PlayedBoard {
    /// Presses keys by their names: `j`, `Enter`, `Ctrl-R`.
    mutating func type(_ names: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        for name in names {
            guard let key = KeyName.key(name) else {
                Issue.record("\(name) is not a key", sourceLocation: sourceLocation)
                continue
            }
            take(.key(key))
        }
    }

    /// Types a text, one character after the other.
    mutating func write(_ text: String) {
        for character in text { take(.key(KeyPress(.character(String(character))))) }
    }

    mutating func paste(_ text: String) { take(.paste(Paste(text))) }

    mutating func mouse(_ action: MouseEvent.Action, _ column: Int, _ row: Int) {
        take(.mouse(MouseEvent(action, column: column, row: row)))
    }

    mutating func click(_ column: Int, _ row: Int) {
        mouse(.press(.left), column, row)
        mouse(.release(.left), column, row)
    }

    /// Clicks on the first cell of a text that the screen shows, from a column on.
    mutating func click(
        on text: String, from column: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard let place = place(of: text, from: column, sourceLocation) else { return }
        click(place.column, place.row)
    }

    /// Presses on a text, and moves the mouse to a cell with the button held.
    mutating func drag(
        _ text: String, to column: Int, _ row: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard let place = place(of: text, sourceLocation) else { return }
        mouse(.press(.left), place.column, place.row)
        mouse(.drag(.left), column, row)
    }

    /// Drags a card onto a cell, and releases it there.
    mutating func drop(
        _ text: String, at column: Int, _ row: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        drag(text, to: column, row, sourceLocation: sourceLocation)
        mouse(.release(.left), column, row)
    }

    mutating func take(_ event: InputEvent) {
        app.take(event)
        perform()
    }
}

// Outside events.
extension PlayedBoard {
    mutating func tell(_ notice: BoardNotice, after seconds: Int64 = 0) {
        app.take(notice, now: app.environment.now.at(Sample.now.seconds + seconds))
        perform()
    }

    /// Another program writes files; nil removes one.
    mutating func change(_ files: [(BoardPath, String?)], isNewer: Bool = false) {
        let changed = files.map { TaskID(fileName: $0.0.fileName) }
        for (path, text) in files { memory.write(path, text) }
        tell(.board(BoardVersion(memory.board, isNewer: isNewer, changed: Set(changed))))
    }

    mutating func change(_ path: BoardPath, _ text: String?) { change([(path, text)]) }

    /// Answers the intents that were held back.
    mutating func answer() {
        let held = waiting
        waiting = []
        for (number, intent) in held { answer(intent, number) }
    }

    private mutating func perform() {
        for effect in app.takeEffects() {
            guard case .perform(let intent, let number) = effect else {
                effects.append(effect)
                continue
            }
            intents.append(intent)
            if answersAtOnce { answer(intent, number) } else { waiting.append((number, intent)) }
        }
    }

    private mutating func answer(_ intent: Intent, _ number: Int) {
        let answer: IntentAnswer
        do throws(ActionError) {
            if let refusal {
                answer = .refused(refusal)
            } else {
                let (report, tasks) = try memory.perform(intent, now: app.environment.now)
                let sentences = report.map { [$0] } ?? []
                answer =
                    intent.isUndo
                    ? .undone(sentences, leftAlone: [], byOthers: nil, tasks: tasks)
                    : .done(sentences, notices: [], tasks: tasks)
            }
        } catch {
            answer = .refused(error.words.english)
        }
        tell(.board(BoardVersion(memory.board)))
        tell(.carriedOut(number: number, answer))
        tellStatus()
    }

    private mutating func tellStatus() {
        var status = CloneStatus()
        status.branch = "main"
        tell(.status(status))
        var offers = UndoOffers()
        (offers.undo, offers.redo) = (memory.undoSubject, memory.redoSubject)
        tell(.offers(offers))
    }
}

// The visible screen.
extension PlayedBoard {
    /// The rows of the screen as text.
    var rows: [String] { app.screen().texts }

    /// The last row: keys, or a message.
    var status: String { rows[rows.count - 1] }

    func shows(_ text: String) -> Bool { rows.contains { $0.contains(text) } }

    /// The cell at which a text begins.
    func place(
        of text: String, from first: Int = 0,
        _ sourceLocation: SourceLocation = #_sourceLocation
    ) -> Position? {
        let screen = app.screen()
        for row in 0..<screen.rows {
            for column in first..<screen.columns where !screen[column, row].isContinuation {
                let rest = screen.row(row).dropFirst(column).map(\.text).joined()
                if rest.hasPrefix(text) { return Position(column: column, row: row) }
            }
        }
        Issue.record("the screen does not show \(text)", sourceLocation: sourceLocation)
        return nil
    }

    /// The names of a column's tasks, from the top.
    func column(_ state: Text) -> String {
        (memory.board.column(state)?.tasks ?? []).map(\.id.text.string).joined(separator: " ")
    }

    /// The task under the cursor.
    var current: String? { app.current?.text.string }

    /// The text of a task's file.
    func file(_ path: BoardPath) -> String? {
        memory.files[path].map { String(decoding: $0, as: UTF8.self) }
    }

    var drops: [Drop] {
        intents.compactMap { if case .drop(let drop) = $0 { drop } else { nil } }
    }
}

extension Screen {
    /// The rows as text, without the blanks at their ends.
    var texts: [String] {
        (0..<rows).map { row in
            var text = self.row(row).map(\.text).joined()
            while text.last == " " { text.removeLast() }
            return text
        }
    }
}

extension TaskID {
    init(_ text: String) { self.init(Text(text)) }
}
