/// A text that is being edited, with its cursor.
///
/// The cursor is always between user-perceived characters: a Hangul syllable, a letter with its
/// marks, or an emoji family is one character. An inserted scalar joins the character before it if
/// Unicode says so.
package struct TextField: Sendable {
    /// The characters of the text. A line break is a single character.
    package private(set) var characters: [Character]
    /// The number of characters before the cursor.
    package private(set) var cursor: Int
    /// True if the text can have line breaks.
    package let isMultiline: Bool

    /// The column that vertical movement returns to; nil after any other movement.
    var goalColumn: Int?
    private var history = EditHistory()

    /// Creates a field with the cursor at the end of the text.
    package init(_ text: String = "", isMultiline: Bool = false) {
        self.isMultiline = isMultiline
        characters = Array(Self.insertable(text, isMultiline: isMultiline))
        cursor = characters.count
    }

    package var text: String { String(characters) }
    package var isEmpty: Bool { characters.isEmpty }

    /// Moves the cursor to a position, or to the nearest end of the text.
    package mutating func moveCursor(to place: Int) {
        goalColumn = nil
        history.endGroup()
        cursor = min(max(0, place), characters.count)
    }

    /// Moves the cursor vertically, keeping the goal column.
    mutating func moveVertically(to place: Int, goal: Int) {
        moveCursor(to: place)
        goalColumn = goal
    }
}

extension TextField {
    /// Inserts typed text at the cursor. Typing a word without interruption is one undo step.
    package mutating func insert(_ text: String) {
        let text = Self.insertable(text, isMultiline: isMultiline)
        if !text.isEmpty { replace(cursor..<cursor, with: text, isTyping: true) }
    }

    /// Inserts pasted text at the cursor, as one undo step.
    ///
    /// Line breaks of any system become line breaks, or blanks in a single-line field. Other
    /// control characters are dropped.
    package mutating func paste(_ text: String) {
        let text = Self.insertable(text, isMultiline: isMultiline)
        history.endGroup()
        if !text.isEmpty { replace(cursor..<cursor, with: text, isTyping: false) }
        history.endGroup()
    }

    /// Deletes characters, and moves the cursor to their position.
    package mutating func delete(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<characters.count)
        if !range.isEmpty { replace(range, with: "", isTyping: true) }
    }

    /// Replaces the entire text, as one undo step.
    package mutating func replaceAll(with text: String) {
        history.endGroup()
        replace(
            0..<characters.count, with: Self.insertable(text, isMultiline: isMultiline),
            isTyping: false)
        history.endGroup()
    }

    /// Undoes the last step, and returns false if there is none.
    @discardableResult
    package mutating func undo() -> Bool {
        guard let edit = history.undo() else { return false }
        apply(edit.inverse)
        return true
    }

    /// Redoes the last undone step, and returns false if there is none.
    @discardableResult
    package mutating func redo() -> Bool {
        guard let edit = history.redo() else { return false }
        apply(edit)
        return true
    }
}

extension TextField {
    /// Replaces characters, and splits their line into characters again: inserted text can join
    /// its neighbours, and a deletion can bring scalars together that form one character.
    private mutating func replace(_ range: Range<Int>, with text: String, isTyping: Bool) {
        let start = lineStart(of: range.lowerBound)
        let end = lineEnd(of: range.upperBound)
        let before = String(characters[start..<range.lowerBound]) + text
        let line = Array(before + String(characters[range.upperBound..<end]))
        let edit = TextEdit(
            old: characters[start..<end], new: line, at: start, cursorBefore: cursor,
            cursorAfter: start + Self.count(of: line, covering: before.unicodeScalars.count))
        history.record(edit, isTyping: isTyping)
        apply(edit)
    }

    private mutating func apply(_ edit: TextEdit) {
        goalColumn = nil
        characters.replaceSubrange(
            edit.place..<(edit.place + edit.removed.count), with: edit.inserted)
        cursor = edit.cursorAfter
    }

    /// Returns the number of characters that contain the first scalars.
    private static func count(of line: [Character], covering scalars: Int) -> Int {
        var rest = scalars
        var count = 0
        while rest > 0, count < line.count {
            rest -= line[count].unicodeScalars.count
            count += 1
        }
        return count
    }

    /// Returns the text with line breaks as line feeds or blanks, and without other control
    /// characters.
    private static func insertable(_ text: String, isMultiline: Bool) -> String {
        var result = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            defer { isAfterReturn = scalar == "\r" }
            switch scalar {
            case "\n" where isAfterReturn: continue
            case "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}":
                result.append(isMultiline ? "\n" : " ")
            case "\t": result.append(isMultiline ? "\t" : " ")
            default: if !scalar.isControl { result.append(scalar) }
            }
        }
        return String(result)
    }
}

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

extension TextField {
    package mutating func moveLeft() { moveCursor(to: cursor - 1) }
    package mutating func moveRight() { moveCursor(to: cursor + 1) }
    package mutating func moveWordLeft() { moveCursor(to: wordStart) }
    package mutating func moveWordRight() { moveCursor(to: wordEnd) }
    package mutating func moveToLineStart() { moveCursor(to: lineStart(of: cursor)) }
    package mutating func moveToLineEnd() { moveCursor(to: lineEnd(of: cursor)) }
    package mutating func moveToStart() { moveCursor(to: 0) }
    package mutating func moveToEnd() { moveCursor(to: characters.count) }

    /// Moves the cursor up one displayed line, and returns false if there is none.
    ///
    /// The cursor keeps its column across shorter lines.
    ///
    /// - Parameter width: The width at which the text is wrapped.
    @discardableResult
    package mutating func moveUp(width: Int) -> Bool { moveLines(-1, width: width) }

    /// Moves the cursor down one displayed line, and returns false if there is none.
    @discardableResult
    package mutating func moveDown(width: Int) -> Bool { moveLines(1, width: width) }

    private mutating func moveLines(_ count: Int, width: Int) -> Bool {
        let layout = layout(width: width)
        let goal = goalColumn ?? layout.cursor.column
        let target = layout.cursor.row + count
        guard layout.lines.indices.contains(target) else { return false }
        moveVertically(to: layout.place(column: goal, row: target), goal: goal)
        return true
    }

    package mutating func deleteBackward() { delete((cursor - 1)..<cursor) }
    package mutating func deleteForward() { delete(cursor..<(cursor + 1)) }
    package mutating func deleteWordBackward() { delete(wordStart..<cursor) }
    package mutating func deleteWordForward() { delete(cursor..<wordEnd) }

    /// Deletes to the start of the line.
    package mutating func deleteToLineStart() { delete(lineStart(of: cursor)..<cursor) }

    /// Deletes to the end of the line, or the line break if the cursor is there.
    package mutating func deleteToLineEnd() {
        let end = lineEnd(of: cursor)
        delete(cursor..<(end > cursor ? end : cursor + 1))
    }
}

extension TextField {
    /// Returns the position after the nearest line break before a position.
    func lineStart(of place: Int) -> Int {
        (characters[..<place].lastIndex(of: "\n") ?? -1) + 1
    }

    /// Returns the position of the line break at or after a position, or the end of the text.
    func lineEnd(of place: Int) -> Int {
        characters[place...].firstIndex(of: "\n") ?? characters.count
    }

    /// The start of the word before the cursor, skipping blanks.
    private var wordStart: Int {
        var place = cursor
        while place > 0, characters[place - 1].isWhitespace { place -= 1 }
        guard place > 0 else { return 0 }
        let isWord = characters[place - 1].isWordCharacter
        while place > 0, !characters[place - 1].isWhitespace,
            characters[place - 1].isWordCharacter == isWord
        {
            place -= 1
        }
        return place
    }

    /// The end of the word after the cursor, skipping blanks.
    private var wordEnd: Int {
        var place = cursor
        while place < characters.count, characters[place].isWhitespace { place += 1 }
        guard place < characters.count else { return place }
        let isWord = characters[place].isWordCharacter
        while place < characters.count, !characters[place].isWhitespace,
            characters[place].isWordCharacter == isWord
        {
            place += 1
        }
        return place
    }
}

extension Character {
    /// True for letters, digits and `_`; runs of other characters are words of their own.
    var isWordCharacter: Bool { isLetter || isNumber || self == "_" }
}
