import MarkdownDocument

/// A reference that names no one task.
package enum ReferenceError: Error, Sendable {
    case none(String)
    case several(String, [TaskItem])
}

extension ReferenceError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .none(let reference): "no task matches '\(reference)'"
        case .several(let reference, let tasks):
            "'\(reference)' matches \(tasks.count) tasks: "
                + tasks.prefix(10).map {
                    "\($0.isDuplicate ? $0.path.string : $0.id.description)"
                        + " (\($0.title))"
                }.joined(separator: ", ")
                + (tasks.count > 10 ? ", …" : "")
        }
    }
}

extension Board {
    /// Which tasks are tried before the others.
    package enum Preference: Sendable { case unfinished, finished }

    /// The task that a person means.
    ///
    /// A whole ID, file name or path wins at once. Otherwise the prefixes of codes
    /// and names and the words of titles are tried together, first among unfinished
    /// tasks, among finished ones only if nothing matches there; the other way
    /// round for `reopen`.
    ///
    /// - Throws: ``ReferenceError`` where no task matches, or several.
    package func resolve(
        _ reference: String, preferring preference: Preference = .unfinished
    ) throws(ReferenceError) -> TaskItem {
        let wanted = Reference(reference)
        if let task = task(exactly: wanted) { return task }
        let whole = wanted.text.isEmpty ? [] : matches(wanted.isWhole)
        if !whole.isEmpty { return try theOne(of: whole, reference) }
        guard !wanted.text.isEmpty else { throw ReferenceError.none(reference) }
        let some = matches(wanted.isPart)
        let preferred = some.filter { $0.isFinished == (preference == .finished) }
        return try theOne(of: preferred.isEmpty ? some : preferred, reference)
    }

    /// The task whose path or whole ID this is: what the other tasks are called does
    /// not count. Nil where only they tell, or where several have the ID.
    package func task(exactly reference: String) -> TaskItem? {
        task(exactly: Reference(reference))
    }

    private func task(exactly wanted: Reference) -> TaskItem? {
        if let task = self[wanted.path] { return task }
        guard let task = self[TaskID(wanted.text)], !task.isDuplicate else { return nil }
        return task
    }

    private func matches(_ isMatch: (TaskItem) -> Bool) -> [TaskItem] { tasks.filter(isMatch) }

    private func theOne(
        of matches: [TaskItem], _ reference: String
    ) throws(ReferenceError) -> TaskItem {
        guard let task = matches.first else { throw ReferenceError.none(reference) }
        guard matches.count == 1 else { throw ReferenceError.several(reference, matches) }
        return task
    }
}

extension TaskID {
    /// The IDs that the task may have which this names by its path or whole ID.
    package static func named(exactly reference: String) -> [TaskID] {
        let wanted = Reference(reference)
        return [TaskID(wanted.text), TaskID(fileName: wanted.path.fileName)]
    }
}

/// What a person typed to name a task.
private struct Reference {
    let text: Text
    let path: BoardPath
    private let words: Set<ArraySlice<UInt8>>

    init(_ reference: String) {
        var bytes = Array(reference.utf8)
        while bytes.starts(with: "./".utf8) { bytes.removeFirst(2) }
        path = BoardPath(bytes)
        text = Text(folded(bytes.hasMarkdownSuffix ? bytes.dropLast(3) : bytes[...]))
        words = Set(wordsOfTitle(text))
    }

    func isWhole(_ task: TaskItem) -> Bool {
        if task.id.text == text { return true }
        var isSame = false
        task.withName { name in
            eachFolded(name) { isSame = $0.elementsEqual(text.utf8) }
        }
        return isSame
    }

    func isPart(_ task: TaskItem) -> Bool {
        if task.id.text.utf8.starts(with: text.utf8) { return true }
        var isPart = false
        task.withName { name in
            eachFolded(name) { isPart = $0.starts(with: text.utf8) }
        }
        guard !isPart, !words.isEmpty else { return isPart }
        task.withTitle { title in
            eachFolded(UnsafeRawBufferPointer(title)) { title in
                isPart = words.allSatisfy { isWord($0, of: title) }
            }
        }
        return isPart
    }
}

/// Lends text as it is compared; what holds no capital and only ASCII as it is.
func eachFolded(_ text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    if text.allSatisfy({ $0 < 0x80 && !($0 >= 0x41 && $0 <= 0x5A) }) { return body(text) }
    folded(text).withUnsafeBytes(body)
}

/// Whether a word stands in a folded title.
private func isWord(_ word: ArraySlice<UInt8>, of title: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    for end in 0...title.count where end == title.count || isBetweenWords(title[end]) {
        if end - start == word.count, title[start..<end].elementsEqual(word) { return true }
        start = end + 1
    }
    return false
}

/// The words of a folded title: what stands between blanks and ASCII punctuation.
func wordsOfTitle(_ title: Text) -> [ArraySlice<UInt8>] {
    title.utf8.split(whereSeparator: isBetweenWords)
}

func isBetweenWords(_ byte: UInt8) -> Bool {
    byte < 0x80 && !byte.isASCIILetter && !byte.isASCIIDigit
}
