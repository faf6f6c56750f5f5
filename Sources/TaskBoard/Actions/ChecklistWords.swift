import MarkdownDocument

/// The words that name items of a task's checklist.
struct ChecklistWords {
    private let items: [ChecklistItem]
    private let path: BoardPath

    init(_ task: TaskItem) { (items, path) = (task.document.checklist, task.path) }

    /// Returns the numbers of the matching items. A word is a number, an ascending range such as
    /// `2-4`, `all`, or text of an item. Words that are none of the former are first tried as one
    /// text, then each alone.
    ///
    /// - Throws: ``ActionError`` for the first word that matches no item, or several.
    func numbers(_ words: [Text]) throws(ActionError) -> [Int] {
        var numbers: [Int] = []
        var texts: [Text] = []
        for word in words {
            if let range = try ranges(word) { numbers += range } else { texts.append(word) }
        }
        if texts.count > 1 {
            let phrase = Text(texts.map(\.utf8).joined(separator: [0x20]))
            let found = matches(phrase)
            if found.count == 1 { return numbers + found }
        }
        for text in texts { numbers.append(try number(text)) }
        return numbers
    }

    /// Returns the items of numbers and ranges with commas between them; nil for another word.
    private func ranges(_ word: Text) throws(ActionError) -> [Int]? {
        var numbers: [Int] = []
        for part in word.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        {
            guard let range = try range(Text(part)) else { return nil }
            numbers += range
        }
        return numbers
    }

    /// Returns the items of a number, a range or `all`; nil for another word.
    private func range(_ word: Text) throws(ActionError) -> [Int]? {
        if word == "all" {
            guard !items.isEmpty else { throw none(1) }
            return Array(1...items.count)
        }
        let parts = word.utf8.split(separator: .dash, omittingEmptySubsequences: false)
        guard parts.count <= 2,
            parts.allSatisfy({ !$0.isEmpty && $0.count < 10 && $0.allSatisfy(\.isASCIIDigit) })
        else { return nil }
        let ends = parts.compactMap { Int(Text($0).string) }
        guard let first = ends.first, let last = ends.last, first <= last else { return nil }
        for end in ends where end < 1 || end > items.count { throw none(end) }
        return Array(first...last)
    }

    private func number(_ text: Text) throws(ActionError) -> Int {
        let found = matches(text)
        guard let number = found.first else {
            throw ActionError(.noItemOf(words: text), path: path)
        }
        guard found.count == 1 else {
            throw ActionError(.severalItems(words: text, found), path: path)
        }
        return number
    }

    /// Returns the items whose text is the words, else those that contain them.
    private func matches(_ words: Text) -> [Int] {
        let folded = words.folded
        let whole = items.filter { $0.text.folded == folded }
        if !whole.isEmpty { return whole.map(\.number) }
        let needle = Needle(words)
        return items.filter { needle.occurs(in: $0.text.utf8) }.map(\.number)
    }

    private func none(_ number: Int) -> ActionError {
        ActionError(.noSuchItem(number, count: items.count), path: path)
    }
}
