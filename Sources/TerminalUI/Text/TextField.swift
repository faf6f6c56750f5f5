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
