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
