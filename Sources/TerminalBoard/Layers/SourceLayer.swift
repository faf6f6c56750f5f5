import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import TextLayout
import Words

/// The text of a file that cannot be read as a task, with the error below its line, until it can.
struct SourceLayer: Layer {
    let id: TaskID
    private var base: [UInt8]
    private var field: TextField
    /// The first visible row.
    private var first = 0
    private var malformation: Malformation?
    private var saving: Intent?

    /// The maximum size of a file, in bytes. The file is parsed after each key.
    static let mostBytes = 65_536

    var takesText: Bool { true }

    /// - Parameter draft: The text typed earlier; nil for that of the file.
    init(_ task: TaskItem, draft: String?) {
        (id, base) = (task.id, task.document.bytes)
        field = TextField(draft ?? Self.text(of: base), isMultiline: true)
        malformation = task.document.malformation
        field.moveCursor(to: start(of: malformation?.line ?? 1) + (malformation?.column ?? 1) - 1)
        read()
    }

    private static func text(of bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// The file that the text makes, with the line breaks of the original.
    private var bytes: [UInt8] {
        let isCRLF = base.contains(0x0D)
        return Array((isCRLF ? field.text.replacing("\n", with: "\r\n") : field.text).utf8)
    }

    private var isChanged: Bool {
        field.text != TextField(Self.text(of: base), isMultiline: true).text
    }

    var draft: FormDraft? {
        isChanged ? FormDraft(id: id, texts: [FormDraft.source: field.text]) : nil
    }

    private mutating func read() { malformation = Document(bytes).malformation }

    /// Returns the place of the first character of a line, counted from one.
    private func start(of line: Int) -> Int {
        var rest = line - 1
        guard rest > 0 else { return 0 }
        for (place, character) in field.characters.enumerated() where character == "\n" {
            rest -= 1
            if rest == 0 { return place + 1 }
        }
        return field.characters.count
    }

    func hints(in app: BoardApp) -> [Hint] {
        [
            Hint(key: "Ctrl-S", words: app.text(.hint(.save))),
            Hint(key: "Ctrl-X", words: app.text(.hint(.discard))),
            Hint(key: "Esc", words: app.text(.hint(.leaveForm))),
        ]
    }

    func isSaving(_ intent: Intent) -> Bool { saving == intent }

    mutating func takeRefused() { saving = nil }

    /// Follows the file while the user has typed nothing.
    mutating func update(in app: inout BoardApp, from old: Board?) -> Bool {
        guard let task = app.version?.board[id] else {
            let title = old?[id]?.title.string ?? id.text.string
            app.message = BoardApp.Message(text: app.text(.taskDeleted(title)), isFailure: true)
            return isChanged
        }
        guard task.document.bytes != base, saving == nil, !isChanged else { return true }
        guard task.isMalformed else { return false }
        self = SourceLayer(task, draft: nil)
        return true
    }
}

// Keys.
extension SourceLayer {
    mutating func handle(_ event: InputEvent, in app: inout BoardApp) -> Bool {
        let width = cells(in: app).width
        defer { first = visibleFirst(in: app) }
        if let wheel = event.wheel {
            move(by: wheel * 3, width)
            return true
        }
        if let position = event.click {
            clicked(position, in: app)
            return true
        }
        switch event {
        case .key(KeyPress(.character("s"), .ctrl)): save(in: &app)
        case .key(KeyPress(.character("x"), .ctrl)):
            app.dropDraft(of: id)
            return false
        default:
            switch event.plainKey {
            case .escape: return leave(in: &app)
            case .enter: edit { $0.insert("\n") }
            case .tab: edit { $0.insert("  ") }
            case .up: move(by: -1, width)
            case .down: move(by: 1, width)
            case .pageUp: move(by: -10, width)
            case .pageDown: move(by: 10, width)
            default: edit { $0.take(event) }
            }
        }
        return true
    }

    private mutating func edit(_ change: (inout TextField) -> Void) {
        let before = field.characters.count
        change(&field)
        // Moving the cursor leaves the text as it is.
        if before != field.characters.count || isChanged { read() }
    }

    private mutating func move(by lines: Int, _ width: Int) {
        for _ in 0..<abs(lines) {
            if lines < 0 { field.moveUp(width: width) } else { field.moveDown(width: width) }
        }
    }

    private mutating func save(in app: inout BoardApp) {
        read()
        if let malformation {
            app.message = BoardApp.Message(
                text: malformation.words.text(app.language), isFailure: true)
            field.moveCursor(to: start(of: malformation.line) + malformation.column - 1)
            return
        }
        let intent = Intent.rewrite(id, as: bytes, over: base)
        if app.ask(intent) { saving = intent }
    }

    private func leave(in app: inout BoardApp) -> Bool {
        guard let draft else {
            app.dropDraft(of: id)
            return false
        }
        app.keep(draft)
        app.message = BoardApp.Message(text: app.text(.typingKept))
        return false
    }

    private mutating func clicked(_ position: Position, in app: BoardApp) {
        let cells = cells(in: app)
        guard cells.rows.contains(position.row) else { return }
        let rows = rows(in: app)
        let index = min(first + position.row - cells.row, rows.count - 1)
        guard rows.indices.contains(index), let line = rows[index].line else { return }
        field.moveCursor(
            to: field.layout(width: cells.width)
                .place(column: max(0, position.column - cells.column), row: line))
    }
}

// Drawing.
extension SourceLayer {
    /// The columns of the line numbers.
    private static let gutter = 5

    /// A row: a line of the layout, or the words of the error.
    private struct Row {
        /// The index of the line in the layout; nil for the error.
        let line: Int?
        /// The number of the line in the file; nil for the rest of a wrapped line.
        let number: Int?
        let text: String
    }

    private func rectangle(in app: BoardApp) -> Rectangle {
        let width = app.columns < 100 ? app.columns : max(70, app.columns / 2)
        return Rectangle(
            column: app.columns - width, row: 1, width: width, height: max(3, app.boxRows - 2))
    }

    /// Returns the cells of the text.
    private func cells(in app: BoardApp) -> Rectangle {
        rectangle(in: app).inset(columns: 1, rows: 1).split(columns: Self.gutter).right
    }

    private func rows(in app: BoardApp) -> [Row] {
        let width = cells(in: app).width
        let lines = field.layout(width: width).lines
        var rows: [Row] = []
        var number = 1
        for (index, line) in lines.enumerated() {
            let isFirst = index == 0 || startsLine(line.range.lowerBound)
            if index > 0, isFirst { number += 1 }
            rows.append(Row(line: index, number: isFirst ? number : nil, text: line.text))
            let isEnd = index + 1 == lines.count || startsLine(lines[index + 1].range.lowerBound)
            guard isEnd, let malformation, malformation.line == number else { continue }
            rows += wrapped(malformation.reason.words.text(app.language), width: width - 2).map {
                Row(line: nil, number: nil, text: $0)
            }
        }
        return rows
    }

    private func startsLine(_ place: Int) -> Bool {
        place > 0 && field.characters[place - 1] == "\n"
    }

    /// Returns the first visible row, chosen so that the cursor is visible.
    private func visibleFirst(in app: BoardApp) -> Int {
        let cells = cells(in: app)
        let cursor = field.layout(width: cells.width).cursor.row
        let rows = rows(in: app)
        let row = rows.firstIndex { $0.line == cursor } ?? 0
        // The error below the line of the cursor is visible, too.
        let end = row + rows[(row + 1)...].prefix { $0.line == nil }.count
        return min(max(first, end - cells.height + 1), row)
    }

    func draw(on screen: inout Screen, in app: BoardApp) {
        let theme = app.environment.theme
        let box = rectangle(in: app)
        var title = Line(id.text.string + ".md", theme.bold)
        if saving != nil { title.append(" · " + app.text(.savingForm), theme.dim) }
        let inside = screen.box(box, title: title, style: theme.accent)
        let (cells, rows, first) = (cells(in: app), rows(in: app), visibleFirst(in: app))
        screen.drawScrollMarks(
            of: box, first: first, rows: cells.height, count: rows.count, style: theme.dim)
        let cursor = field.layout(width: cells.width).cursor
        for (offset, row) in rows.dropFirst(first).prefix(cells.height).enumerated() {
            let y = cells.row + offset
            guard row.line != nil else {
                screen.write(
                    Line("! " + row.text, theme.warning), column: cells.column, row: y,
                    width: cells.width)
                continue
            }
            let isWrong = row.number != nil && row.number == malformation?.line
            let number = row.number.map(String.init) ?? ""
            screen.write(
                Line(
                    (isWrong ? "!" : " ") + number.paddedLeft(to: 3),
                    isWrong ? theme.warning : theme.dim),
                column: inside.column, row: y, width: Self.gutter)
            screen.write(
                row.text, column: cells.column, row: y, style: isWrong ? theme.warning : .plain,
                clip: cells)
            if row.line == cursor.row {
                screen.cursor = Position(column: cells.column + cursor.column, row: y)
            }
        }
    }
}

extension BoardApp {
    /// Opens the text of a file that cannot be read, and returns false if it is not such a file or
    /// cannot be repaired here: bytes that are not UTF-8 would be lost.
    mutating func openSource(of task: TaskItem) -> Bool {
        let bytes = task.document.bytes
        guard task.isMalformed, readOnly == nil, bytes.count <= SourceLayer.mostBytes,
            String(validating: bytes, as: UTF8.self) != nil
        else { return false }
        let draft = drafts.first { $0.id == task.id }?.texts[FormDraft.source]
        open(SourceLayer(task, draft: draft))
        if draft != nil { message = Message(text: text(.typingFound)) }
        return true
    }
}
