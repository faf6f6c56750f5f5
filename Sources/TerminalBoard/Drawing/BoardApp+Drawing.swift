import BoardView
import MarkdownDocument
import TaskBoard
package import TerminalUI
import Words

extension BoardApp {
    /// Draws the board and the layers over it.
    package func screen() -> Screen {
        var screen = Screen(columns: columns, rows: rows)
        guard columns >= 40, rows >= 10 else {
            screen.write(
                Line(text(.tooSmall)), column: 0, row: rows / 2, width: columns)
            return screen
        }
        let layout = layout()
        drawHeader(on: &screen)
        drawTitles(layout, on: &screen)
        for column in layout.columns { draw(column, on: &screen) }
        drawDetail(on: &screen)
        if shown == nil {
            screen.write(
                Line(text(.readingBoard), environment.theme.dim), column: 1, row: 3,
                width: columns - 2)
        } else if shown?.isEmpty == true, carry == nil {
            let words: BoardText =
                filter.isEmpty && view == nil ? .noTasksYet : .noMatches(filter)
            screen.write(
                Line(filterProblem ?? text(words), environment.theme.dim), column: 1, row: 4,
                width: boardColumns - 2)
        }
        for layer in layers { layer.draw(on: &screen, in: self) }
        drawGhost(on: &screen)
        drawReminder(on: &screen)
        drawStatus(layout, on: &screen)
        return screen
    }

    private func drawTitles(_ layout: BoardLayout, on screen: inout Screen) {
        guard let shown else { return }
        let theme = environment.theme
        if layout.hasTabs {
            var line = Line()
            for (index, column) in shown.columns.enumerated().dropFirst(firstTab) {
                var title = title(of: column.view)
                title = title.restyled { style in
                    if index == focus { style.attributes.insert(.reverse) }
                }
                line.append(" ")
                line.append(title)
                if index + 1 < shown.columns.count { line.append(" │", theme.dim) }
            }
            screen.write(line, column: 0, row: 1, width: columns)
        } else {
            for column in layout.columns {
                var title = title(of: shown.columns[column.index].view)
                if column.index == focus {
                    title = title.restyled { $0.attributes.formUnion([.bold, .underline]) }
                }
                screen.write(
                    title, column: column.title.column + 1, row: 1, width: column.title.width - 2)
            }
            drawSigns(of: layout, count: shown.columns.count, on: &screen)
        }
        guard rows > 6 else { return }
        for column in layout.columns {
            let rule = String(repeating: "─", count: column.title.width)
            let isTarget = carry.map { $0.state == column.state && !$0.isOutside } ?? false
            screen.write(
                rule, column: column.title.column, row: 2,
                style: isTarget ? theme.accent : theme.dim)
        }
    }

    /// Marks each side on which the board has columns off screen.
    private func drawSigns(of layout: BoardLayout, count: Int, on screen: inout Screen) {
        guard let first = layout.columns.first, let last = layout.columns.last else { return }
        let accent = environment.theme.accent
        if first.index > 0 { screen.write("‹", column: 0, row: 1, style: accent) }
        if last.index + 1 < count {
            screen.write("›", column: boardColumns - 1, row: 1, style: accent)
        }
    }

    /// Returns the title of a column with its count and its limit, marked if the limit is
    /// exceeded.
    func title(of view: ColumnView) -> Line {
        let theme = environment.theme
        var line = Line(view.label.string, view.isFinished ? theme.dim : theme.plain)
        var count =
            " "
            + (view.matching.map { text(.matchCount(self.count($0), of: self.count(view.count))) }
                ?? number(view.count))
        if let limit = view.limit {
            count += view.matching == nil ? "/\(number(limit))" : " (\(number(limit)))"
        }
        line.append(
            view.isOverLimit ? count + " !" : count, view.isOverLimit ? theme.overLimit : theme.dim)
        if view.isUnknown { line.append(" ?", theme.warning) }
        return line
    }

    private func draw(_ column: BoardLayout.Column, on screen: inout Screen) {
        guard let shown else { return }
        for item in column.items {
            switch item.content {
            case .card(let id):
                if let card = shown.card(id) { draw(card, item.rectangle, column, on: &screen) }
            case .gap: drawGap(item.rectangle, on: &screen)
            }
        }
        drawRest(of: column, on: &screen)
        let isTarget = carry.map { $0.state == column.state && !$0.isOutside } ?? false
        if isTarget, isSelfOrdered(column.state) { light(column.cards, on: &screen) }
    }

    /// Highlights an entire sorted column as a drop target.
    private func light(_ cards: Rectangle, on screen: inout Screen) {
        let theme = environment.theme
        screen.restyle(cards) { $0.background = theme.glow }
        guard theme.glow == .default else { return }
        for row in cards.rows {
            screen.write("┃", column: cards.column, row: row, style: theme.accent)
        }
    }

    private func draw(
        _ card: Card, _ rectangle: Rectangle, _ column: BoardLayout.Column, on screen: inout Screen
    ) {
        let theme = environment.theme
        let isCurrent = carry == nil && column.index == focus && card.id == current
        let isSelected = selection.contains(card.id)
        let lines = lines(of: card, in: room(in: column.state))
        for (offset, line) in lines.enumerated() where offset < rectangle.height {
            let row = rectangle.row + offset
            let mark = isSelected ? "✓" : isCurrent ? "▌" : " "
            var style = isCurrent || isSelected ? theme.accent : .plain
            // On a selected card, the cursor must be visible without colours too.
            if isCurrent, isSelected { style.attributes.insert(.reverse) }
            screen.write(
                offset == 0 || isCurrent ? mark : " ", column: rectangle.column, row: row,
                style: style)
            screen.write(
                line, column: rectangle.column + 1, row: row, width: rectangle.width - 2)
        }
        if isCurrent { screen.restyle(rectangle) { theme.tint(&$0) } }
        if glowing[card.id] != nil || isSelected && !isCurrent {
            screen.restyle(rectangle) { $0.background = theme.glow }
            if theme.glow == .default, glowing[card.id] != nil {
                screen.write(
                    "•", column: rectangle.columns.upperBound - 1, row: rectangle.row,
                    style: theme.accent)
            }
        }
    }

    /// Draws the insertion point: a dotted outline, or for the keyboard the card itself.
    private func drawGap(_ rectangle: Rectangle, on screen: inout Screen) {
        let theme = environment.theme
        guard let carry, !rectangle.isEmpty else { return }
        if carry.pointer == nil {
            drawCarried(at: rectangle, on: &screen)
        } else {
            let dots = String(repeating: "·", count: max(0, rectangle.width - 1))
            for row in rectangle.rows {
                screen.write(
                    dots, column: rectangle.column, row: row,
                    style: carry.isOutside ? theme.dim : theme.accent)
            }
        }
    }

    private func drawCarried(at rectangle: Rectangle, on screen: inout Screen) {
        let theme = environment.theme
        guard let carry, let id = carry.tasks.first, let card = shown?.card(id) else { return }
        screen.fill(rectangle)
        var lines = lines(of: card, in: room(in: carry.state))
        if carry.tasks.count > 1 {
            let words = Line("   " + text(.carrying(carry.tasks.count)), theme.dim)
            lines = density == .comfortable ? [lines[0], words] : [words]
        }
        for (offset, line) in lines.prefix(rectangle.height).enumerated() {
            screen.write(
                "┃", column: rectangle.column, row: rectangle.row + offset, style: theme.accent)
            screen.write(
                line, column: rectangle.column + 1, row: rectangle.row + offset,
                width: rectangle.width - 2)
        }
        screen.restyle(rectangle) { $0 = CellStyle(.reverse) }
    }

    /// Draws the card that follows the mouse.
    private func drawGhost(on screen: inout Screen) {
        guard let carry, let pointer = carry.pointer else { return }
        let width = min(room(in: carry.state).width, columns)
        // Tabs stay visible below the pointer.
        let top = layout().hasTabs ? 2 : 1
        drawCarried(
            at: Rectangle(
                column: max(0, min(pointer.column - carry.grip.column, columns - width)),
                row: max(top, min(pointer.row - carry.grip.row, rows - 1 - gapHeight)),
                width: width,
                height: gapHeight), on: &screen)
    }

    private func drawStatus(_ layout: BoardLayout, on screen: inout Screen) {
        let theme = environment.theme
        let row = layout.status.row
        if let message = message ?? queryMessage {
            let lines = lines(of: message)
            for (offset, line) in lines.enumerated() {
                let row = row - lines.count + 1 + offset
                screen.fill(Rectangle(column: 0, row: row, width: columns, height: 1))
                screen.write(line, column: 0, row: row, width: columns)
            }
            return
        }
        screen.fill(layout.status)
        var line = Line()
        if !selection.isEmpty {
            line.append(" " + text(.selected(count(selection.count))) + " ·", theme.accent)
        }
        for (index, hint) in fitting(hints, in: columns - line.columns).enumerated() {
            line.append(index == 0 ? " " : " · ", theme.dim)
            line.append(hint.key, theme.accent)
            line.append(" " + hint.words, theme.dim)
        }
        screen.write(line, column: 0, row: row, width: columns)
    }

    /// Returns the hints that fit into a width, none of them truncated. The last one, which opens
    /// more or closes, is always included.
    private func fitting(_ hints: [Hint], in width: Int) -> [Hint] {
        var (fitting, rest) = (hints, width)
        func columns(_ hint: Hint) -> Int { TerminalUI.columns(of: hint.key + hint.words) + 4 }
        rest -= hints.reduce(-2) { $0 + columns($1) }
        while rest < 0, fitting.count > 1 {
            rest += columns(fitting.remove(at: fitting.count - 2))
        }
        return fitting
    }

    /// The reason the current filter has no effect.
    private var queryMessage: Message? {
        layers.isEmpty && carry == nil
            ? filterProblem.map { Message(text: $0, isFailure: true) } : nil
    }

    /// The maximum number of lines of a message.
    private static let messageLines = 3

    /// Returns the lines of a message. Truncation never removes the offer to undo.
    private func lines(of message: Message) -> [Line] {
        if message.canUndo {
            let key = environment.keys.name(of: .undo) ?? "u"
            let offer = TerminalUI.columns(of: text(.undoOffer("", key: key)))
            let words = Line(message.text).cut(to: columns - offer - 1).text
            return [Line(" " + text(.undoOffer(words, key: key)))]
        }
        let start = message.isFailure ? " ! " : " "
        let style = message.isFailure ? environment.theme.warning : .plain
        // A prompt is directly above the last line.
        let most = layers.last is PromptLayer ? 1 : Self.messageLines
        let width = columns - TerminalUI.columns(of: start) - 1
        var lines = wrapped(message.text, width: width)
        if lines.count > most {
            let rest = lines[(most - 1)...].joined(separator: " ")
            lines = lines.prefix(most - 1) + [Line(rest).cut(to: width).text]
        }
        return lines.enumerated().map { index, words in
            let indent = String(repeating: " ", count: TerminalUI.columns(of: start))
            return Line((index == 0 ? start : indent) + words, style)
        }
    }

    /// The most useful keys in the current context.
    var hints: [Hint] {
        if carry?.pointer != nil {
            return [
                Hint(key: text(.hint(.release)), words: text(.hint(.drop))),
                Hint(key: "Esc", words: text(.hint(.cancel))),
            ]
        }
        if carry != nil {
            return [
                Hint(key: "↑↓←→", words: text(.hint(.move))),
                Hint(key: "Space", words: text(.hint(.putDown))),
                Hint(key: "Esc", words: text(.hint(.cancel))),
            ]
        }
        if let layer = layers.last { return layer.hints(in: self) }
        let actions: [BoardAction] = [.add, .open, .pickUp, .menu, .filter, .undo, .help]
        let facts = facts(of: targets)
        return actions.compactMap { action in
            guard action.obstacle(in: facts) == nil || action == .help,
                let key = environment.keys.name(of: action)
            else { return nil }
            return Hint(key: key, words: action.hint(language))
        }
    }
}
