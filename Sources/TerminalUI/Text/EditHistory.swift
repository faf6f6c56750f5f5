/// A replacement of characters in a text.
struct TextEdit: Equatable, Sendable {
    var place: Int
    var removed: [Character]
    var inserted: [Character]
    var cursorBefore: Int
    var cursorAfter: Int

    /// The replacement of one line by another, without the common prefix and suffix.
    init(
        old: ArraySlice<Character>, new: [Character], at start: Int, cursorBefore: Int,
        cursorAfter: Int
    ) {
        // Characters that are equal can differ in their scalars, which must be preserved.
        func isSame(_ one: Character, _ other: Character) -> Bool {
            one.utf8.elementsEqual(other.utf8)
        }
        let prefix = zip(old, new).prefix { isSame($0, $1) }.count
        let suffix = zip(old.dropFirst(prefix).reversed(), new.dropFirst(prefix).reversed())
            .prefix { isSame($0, $1) }.count
        place = start + prefix
        removed = Array(old.dropFirst(prefix).dropLast(suffix))
        inserted = Array(new.dropFirst(prefix).dropLast(suffix))
        self.cursorBefore = cursorBefore
        self.cursorAfter = cursorAfter
    }

    /// The edit that reverts this one.
    var inverse: TextEdit {
        var edit = self
        (edit.removed, edit.inserted) = (inserted, removed)
        (edit.cursorBefore, edit.cursorAfter) = (cursorAfter, cursorBefore)
        return edit
    }

    /// Returns this edit and the next combined; nil if they do not belong to one action, such as
    /// typing a word.
    func joined(with next: TextEdit) -> TextEdit? {
        guard next.cursorBefore == cursorAfter else { return nil }
        var edit = self
        edit.cursorAfter = next.cursorAfter
        if inserted.isEmpty, next.inserted.isEmpty {
            if next.place == place {
                edit.removed += next.removed
            } else if next.place + next.removed.count == place {
                edit.place = next.place
                edit.removed = next.removed + removed
            } else {
                return nil
            }
            return edit
        }
        // Typing continues at the end of the inserted text, and may change its last character.
        guard !inserted.isEmpty, !next.inserted.isEmpty,
            next.place + next.removed.count == place + inserted.count,
            next.removed.count <= inserted.count, !next.beginsWord(after: inserted.last)
        else { return nil }
        edit.inserted.removeLast(next.removed.count)
        edit.inserted += next.inserted
        return edit
    }

    private func beginsWord(after last: Character?) -> Bool {
        guard let last, let first = inserted.first else { return false }
        return last.isWhitespace && !first.isWhitespace
    }
}

/// The edits of a text, for undo and redo.
struct EditHistory: Sendable {
    /// The maximum number of steps.
    private static let limit = 1_000

    private var done: [TextEdit] = []
    private var undone: [TextEdit] = []
    /// True if the next edit may join the last step.
    private var isGroupOpen = false

    mutating func record(_ edit: TextEdit, isTyping: Bool) {
        undone = []
        if isTyping, isGroupOpen, let joined = done.last?.joined(with: edit) {
            done[done.count - 1] = joined
        } else {
            done.append(edit)
            if done.count > Self.limit { done.removeFirst() }
        }
        isGroupOpen = isTyping
    }

    /// Closes the last step, so that the next edit starts a new one.
    mutating func endGroup() { isGroupOpen = false }

    mutating func undo() -> TextEdit? {
        isGroupOpen = false
        guard let edit = done.popLast() else { return nil }
        undone.append(edit)
        return edit
    }

    mutating func redo() -> TextEdit? {
        isGroupOpen = false
        guard let edit = undone.popLast() else { return nil }
        done.append(edit)
        return edit
    }
}
