extension TextField {
    /// Handles an editing key, a movement key or a paste.
    ///
    /// - Returns: False for events without a meaning in a text field.
    @discardableResult
    package mutating func take(_ event: InputEvent) -> Bool {
        switch event {
        case .paste(let paste):
            self.paste(paste.text)
            return true
        case .key(let press): return take(press)
        default: return false
        }
    }

    private mutating func take(_ press: KeyPress) -> Bool {
        let isWord = !press.modifiers.isDisjoint(with: [.ctrl, .alt])
        switch press.key {
        case .character(let text) where press.modifiers.isEmpty || press.modifiers == .shift:
            insert(text)
        case .character(let text): return takeControl(text, press.modifiers)
        case .backspace: isWord ? deleteWordBackward() : deleteBackward()
        case .delete: isWord ? deleteWordForward() : deleteForward()
        case .left: isWord ? moveWordLeft() : moveLeft()
        case .right: isWord ? moveWordRight() : moveRight()
        case .home: isWord ? moveToStart() : moveToLineStart()
        case .end: isWord ? moveToEnd() : moveToLineEnd()
        default: return false
        }
        return true
    }

    /// Handles the line-editing keys of shells, such as `Ctrl-W`. Undo is `Ctrl-_`, since `Ctrl-Z`
    /// suspends.
    private mutating func takeControl(_ text: String, _ modifiers: Modifiers) -> Bool {
        if modifiers == .alt {
            switch text {
            case "b": moveWordLeft()
            case "f": moveWordRight()
            case "d": deleteWordForward()
            default: return false
            }
            return true
        }
        guard modifiers.contains(.ctrl) else { return false }
        switch text.lowercased() {
        case "a": moveToLineStart()
        case "e": moveToLineEnd()
        case "b": moveLeft()
        case "f": moveRight()
        case "d": deleteForward()
        case "h": deleteBackward()
        case "w": deleteWordBackward()
        case "u": deleteToLineStart()
        case "k": deleteToLineEnd()
        case "_", "/", "-": undo()
        case "y": redo()
        default: return false
        }
        return true
    }
}

extension Screen {
    /// Draws a text field, and places the terminal's cursor in it.
    ///
    /// - Parameters:
    ///   - first: The first visible line of a multi-line field.
    ///   - hasCursor: True if the field has the focus.
    package mutating func draw(
        _ field: TextField, in rectangle: Rectangle, first: Int = 0, style: CellStyle = .plain,
        hasCursor: Bool
    ) {
        let layout = field.layout(width: rectangle.width)
        for row in 0..<rectangle.height where layout.lines.indices.contains(first + row) {
            write(
                layout.lines[first + row].text, column: rectangle.column - layout.scrolled,
                row: rectangle.row + row, style: style,
                clip: Rectangle(
                    column: rectangle.column, row: rectangle.row + row, width: rectangle.width,
                    height: 1))
        }
        let row = layout.cursor.row - first
        if hasCursor, (0..<max(1, rectangle.height)).contains(row) {
            cursor = Position(
                column: rectangle.column + layout.cursor.column, row: rectangle.row + row)
        }
    }
}
