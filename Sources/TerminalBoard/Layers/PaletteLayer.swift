import BoardView
import TaskBoard
import TerminalUI
import Words

/// A search for actions by name. Unavailable actions show the reason.
struct PaletteLayer: Layer {
    private var field = TextField()
    private var list = ScrollList<BoardAction>()
    private let tasks: [TaskID]

    var takesText: Bool { true }

    init(in app: BoardApp) {
        tasks = app.targets
        list.update(matches(in: app))
    }

    func hints(in app: BoardApp) -> [Hint] {
        [
            Hint(key: "Enter", words: app.text(.hint(.run))),
            Hint(key: "Esc", words: app.text(.hint(.close))),
        ]
    }

    /// Returns the actions whose names contain the typed letters in order, tightest match first.
    private func matches(in app: BoardApp) -> [BoardAction] {
        let typed = Array(field.text.lowercased().filter { $0 != " " })
        let scored = BoardAction.allCases.compactMap { action -> (BoardAction, Int)? in
            let names = [action.title(app.language), action.title(.english), action.name]
            let scores = names.compactMap { span(of: typed, in: Array($0.lowercased())) }
            return scores.min().map { (action, $0) }
        }
        return scored.enumerated().sorted {
            ($0.element.1, $0.offset) < ($1.element.1, $1.offset)
        }.map(\.element.0)
    }

    /// Returns the length of the shortest part of a name that contains the letters in order, plus
    /// its offset.
    private func span(of letters: [Character], in name: [Character]) -> Int? {
        guard let first = letters.first else { return 0 }
        var best: Int?
        for start in name.indices where isMatch(first, name[start]) {
            var (next, place) = (0, start)
            while next < letters.count, place < name.count {
                if isMatch(letters[next], name[place]) { next += 1 }
                place += 1
            }
            if next == letters.count {
                best = min(best ?? .max, (place - start) * 4 + start)
            }
        }
        return best
    }

    /// Returns true if a typed letter means a letter of a name: a consonant of Hangul means each
    /// syllable that begins with it.
    private func isMatch(_ typed: Character, _ letter: Character) -> Bool {
        typed == letter || Hangul.begins(String(letter).utf8, with: String(typed).utf8)
    }

    mutating func handle(_ event: InputEvent, in app: inout BoardApp) -> Bool {
        if let position = event.click {
            let inside = rectangle(in: app).inset(columns: 1, rows: 1)
            let index = list.first + position.row - inside.row - 1
            guard inside.contains(column: position.column, row: position.row),
                list.ids.indices.contains(index)
            else { return false }
            app.run(list.ids[index], on: tasks)
            return false
        }
        switch event.plainKey {
        case .escape: return false
        case .up: list.move(by: -1)
        case .down: list.move(by: 1)
        case .enter:
            guard let action = list.selected else { return true }
            app.run(action, on: tasks)
            return false
        default:
            if field.take(event) {
                list.update(matches(in: app))
                list.select(0)
            }
        }
        list.reveal(rows: rectangle(in: app).height - 3) { _ in 1 }
        return true
    }

    private func rectangle(in app: BoardApp) -> Rectangle {
        let (width, height) = (min(app.columns, 56), min(app.boxRows - 1, 16))
        return Rectangle(
            column: (app.columns - width) / 2, row: max(0, (app.boxRows - height) / 4),
            width: width,
            height: height)
    }

    func draw(on screen: inout Screen, in app: BoardApp) {
        let theme = app.environment.theme
        let inside = screen.box(
            rectangle(in: app), title: Line(app.text(.palettePrompt), theme.bold), style: theme.dim)
        screen.write(": ", column: inside.column, row: inside.row, style: theme.accent)
        screen.draw(
            field,
            in: Rectangle(
                column: inside.column + 2, row: inside.row, width: inside.width - 2, height: 1),
            hasCursor: true)
        if list.count == 0 {
            screen.write(
                Line(" " + app.text(.noAction(field.text)), theme.dim), column: inside.column,
                row: inside.row + 1, width: inside.width)
        }
        let facts = app.facts(of: tasks)
        for placed in list.placed(rows: inside.height - 1, measure: { _ in 1 }) {
            let action = list.ids[placed.index]
            let obstacle = action.obstacle(in: facts)
            let row = inside.row + 1 + placed.top
            var line = Line(" " + action.title(app.language), obstacle == nil ? .plain : theme.dim)
            if let obstacle { line.append(": " + app.text(obstacle), theme.dim) }
            let key = app.environment.keys.name(of: action) ?? ""
            screen.write(
                line, column: inside.column, row: row, width: inside.width - columns(of: key) - 2)
            screen.write(
                key, column: inside.columns.upperBound - columns(of: key) - 1, row: row,
                style: theme.accent)
            if placed.index == list.cursor {
                screen.highlight(row: row, in: inside)
            }
        }
    }
}
