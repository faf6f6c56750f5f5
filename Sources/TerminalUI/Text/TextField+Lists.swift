extension TextField {
    /// Inserts a line break at the cursor. In a list or checklist of Markdown, it also begins the
    /// next item; after the mark of an empty item, it ends the list instead.
    package mutating func insertLine() {
        let start = (characters[..<cursor].lastIndex(of: "\n") ?? -1) + 1
        guard let item = ListItem(String(characters[start..<cursor])) else { return insert("\n") }
        let isAtEnd = cursor == characters.count || characters[cursor] == "\n"
        if item.isEmpty, isAtEnd { return delete(start..<cursor) }
        insert("\n" + item.nextMark)
    }
}

/// The beginning of an item of a list: `- `, `2. `, `- [x] `.
private struct ListItem {
    /// True if there is no text after the mark.
    let isEmpty: Bool
    /// The mark of the item below, whose box is empty.
    let nextMark: String

    /// - Parameter line: The text of a line up to the cursor; nil is returned if it is no item.
    init?(_ line: String) {
        let form = /([ \t]*)(?:([-*+])|([0-9]{1,9})([.)]))([ \t]+)(\[[ xX]\][ \t]+)?(.*)/
        guard
            let (_, indent, bullet, number, end, gap, box, text) = line.wholeMatch(of: form)?.output
        else { return nil }
        isEmpty = text.isEmpty
        let mark = bullet ?? "\((number.flatMap { Int($0) } ?? 0) + 1)\(end ?? ".")"
        nextMark = "\(indent)\(mark)\(gap)\(box == nil ? "" : "[ ] ")"
    }
}
