/// One cell of a terminal: its text and its look.
package struct TerminalCell: Equatable, Sendable {
    /// The text, empty for the right half of a wide character.
    package var text = " "
    package var look = Look()

    /// The attributes and colours of a cell.
    package struct Look: Equatable, Sendable {
        /// The SGR numbers: 1 bold, 2 dim, 4 underlined, 7 reversed.
        package var attributes: Set<Int> = []
        package var foreground: Colour?
        package var background: Colour?

        package var isBold: Bool { attributes.contains(1) }
        package var isDim: Bool { attributes.contains(2) }
        package var isReversed: Bool { attributes.contains(7) }
        /// True if the cell has no colour.
        package var isColourless: Bool { foreground == nil && background == nil }
    }

    /// A colour: one of the terminal's sixteen or 256, or an RGB colour.
    package enum Colour: Equatable, Sendable {
        case palette(Int)
        case rgb(Int, Int, Int)
    }
}

/// A terminal screen as cells, parsed from the output of `tmux capture-pane -e -p -N`.
package struct TerminalScreen: Sendable, CustomStringConvertible {
    /// The rows without plain blanks at their ends.
    package let rows: [[TerminalCell]]

    package init(_ captured: String) {
        var look = TerminalCell.Look()
        rows = captured.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
            var cells = Self.cells(of: $0, &look)
            // tmux prints blanks that were written, and omits those that never were.
            while cells.last == TerminalCell() { cells.removeLast() }
            return cells
        }
    }

    /// The lines without trailing blanks.
    package var lines: [String] {
        rows.map { row in
            let text = row.map(\.text).joined()
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }

    package var description: String { lines.joined(separator: "\n") }

    package func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

    /// The last line with text: on a full screen, the status line.
    package var status: String { lines.last { !$0.isEmpty } ?? "" }

    /// The column and row of a text, counted from zero.
    package func place(of text: String) -> (column: Int, row: Int)? {
        for (row, cells) in rows.enumerated() {
            for column in cells.indices where !cells[column].text.isEmpty {
                let rest = cells[column...].map(\.text).joined()
                if rest.hasPrefix(text) { return (column, row) }
            }
        }
        return nil
    }

    /// The look of a text's first cell.
    package func look(of text: String) -> TerminalCell.Look? {
        place(of: text).map { rows[$0.row][$0.column].look }
    }
}

extension TerminalScreen {
    private static func cells(
        of line: Substring, _ look: inout TerminalCell.Look
    ) -> [TerminalCell] {
        var cells: [TerminalCell] = []
        var rest = line.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\u{1B}" {
                take(escape: &rest, &look)
                continue
            }
            switch columns(of: scalar) {
            case 0 where !cells.isEmpty:
                let place = cells.lastIndex { !$0.text.isEmpty } ?? 0
                cells[place].text.unicodeScalars.append(scalar)
            case 2:
                cells.append(TerminalCell(text: String(scalar), look: look))
                cells.append(TerminalCell(text: "", look: look))
            default: cells.append(TerminalCell(text: String(scalar), look: look))
            }
        }
        return cells
    }

    /// Parses an escape sequence. Only SGR sequences matter.
    private static func take(
        escape rest: inout Substring.UnicodeScalarView, _ look: inout TerminalCell.Look
    ) {
        guard rest.first == "[" else {
            // A character set: one letter follows the parenthesis.
            if rest.first == "(" || rest.first == ")" { rest = rest.dropFirst(2) }
            return
        }
        rest.removeFirst()
        let parameters = rest.prefix { !("@"..."~").contains($0) }
        rest = rest[parameters.endIndex...]
        guard rest.popFirst() == "m" else { return }
        let numbers = String(parameters).split(separator: ";", omittingEmptySubsequences: false)
            .map { Int($0) ?? 0 }
        take(numbers[...], &look)
    }

    private static func take(_ numbers: ArraySlice<Int>, _ look: inout TerminalCell.Look) {
        var numbers = numbers
        while let number = numbers.popFirst() {
            switch number {
            case 0: look = TerminalCell.Look()
            case 1...9: look.attributes.insert(number)
            case 22: look.attributes.subtract([1, 2])
            case 23...29: look.attributes.remove(number - 20)
            case 30...37: look.foreground = .palette(number - 30)
            case 38: look.foreground = colour(&numbers)
            case 39: look.foreground = nil
            case 40...47: look.background = .palette(number - 40)
            case 48: look.background = colour(&numbers)
            case 49: look.background = nil
            case 90...97: look.foreground = .palette(number - 82)
            case 100...107: look.background = .palette(number - 92)
            default: break
            }
        }
    }

    private static func colour(_ numbers: inout ArraySlice<Int>) -> TerminalCell.Colour? {
        let isRGB = numbers.popFirst() == 2
        guard isRGB else { return numbers.popFirst().map { .palette($0) } }
        guard let red = numbers.popFirst(), let green = numbers.popFirst(),
            let blue = numbers.popFirst()
        else { return nil }
        return .rgb(red, green, blue)
    }

    /// The number of columns that tmux gives a scalar.
    private static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6:
            return 2
        default: break
        }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return properties.isEmojiPresentation ? 2 : 1
        }
    }
}
