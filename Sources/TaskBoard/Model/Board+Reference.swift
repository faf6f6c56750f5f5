import MarkdownDocument

/// A reference that names no one task.
package enum ReferenceError: Error, Sendable {
    case none(String)
    case several(String, [TaskItem])
}

extension ReferenceError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .none(let reference): "no task matches '\(visible(reference.utf8))'"
        case .several(let reference, let tasks):
            "'\(visible(reference.utf8))' matches \(tasks.count) tasks: "
                + tasks.prefix(10).map {
                    "\(visible($0.isDuplicate ? $0.path.bytes : $0.id.text.utf8))"
                        + " (\(plainWords($0.title)))"
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
        guard !wanted.text.isEmpty else { throw ReferenceError.none(reference) }
        let some = tasks.filter(wanted.isPart)
        let whole = some.filter(wanted.isWhole)
        if !whole.isEmpty { return try theOne(of: whole, reference) }
        let preferred = some.filter { $0.isFinished == (preference == .finished) }
        return try theOne(of: preferred.isEmpty ? some : preferred, reference)
    }

    /// The task whose path or whole ID this is: what the other tasks are called does
    /// not count. Nil where only they tell, or where several have the ID.
    package func task(exactly reference: String) -> TaskItem? {
        task(exactly: Reference(reference))
    }

    /// Whether these tasks are enough to tell what a reference names, though the board
    /// may have others: it is a path or a whole ID, or only codes begin with it.
    ///
    /// Where it is the beginning of a code, those that ``CodeBeginning`` asks for must be
    /// among them.
    package func tellsAlone(_ reference: String) -> Bool {
        let wanted = Reference(reference)
        if task(exactly: wanted) != nil { return true }
        guard CodeBeginning(wanted) != nil else { return false }
        let named = tasks.filter(wanted.isPart)
        return !named.isEmpty && named.allSatisfy { $0.id.isCode && wanted.begins($0.id) }
    }

    private func task(exactly wanted: Reference) -> TaskItem? {
        if let task = self[wanted.path] { return task }
        guard let task = self[TaskID(wanted.text)], !task.isDuplicate else { return nil }
        return task
    }

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

/// The beginning of a code that a person typed instead of all of it.
///
/// What it names, and which reference to that is the shortest, few of a board's tasks
/// tell: those whose codes begin with the same two characters, and those of which
/// something beside the code could be the beginning of one.
package struct CodeBeginning: Sendable {
    private let start: (UInt8, UInt8)

    /// Nil for what no code begins with, and for what is as long as a whole one.
    package init?(_ reference: String) { self.init(Reference(reference)) }

    fileprivate init?(_ wanted: Reference) {
        let bytes = wanted.text.utf8
        guard 2..<TaskCode.length ~= bytes.count, bytes.allSatisfy(TaskCode.isInAlphabet) else {
            return nil
        }
        start = (bytes[bytes.startIndex], bytes[bytes.startIndex + 1])
    }

    /// Whether a file's name has a code that begins with the same two characters.
    package func mayName(_ fileName: UnsafeRawBufferPointer) -> Bool {
        let code = fileName.count - 3 - TaskCode.length
        return code >= 0 && (fileName[code], fileName[code + 1]) == start
    }

    /// Whether something that a record's task is called beside its code could be the
    /// beginning of one; true of a record that cannot be read.
    package static func mayBeWord(ofRecord record: UnsafeRawBufferPointer) -> Bool {
        do throws(DamagedRecord) {
            return try RecordHead.flags(of: record).contains(.holdsCodeWords)
        } catch {
            return true
        }
    }
}

/// What a person typed to name a task.
private struct Reference {
    let text: Text
    let path: BoardPath
    private let id: TaskID
    /// As the beginning of a code; nil where none begins so.
    private let prefix: CodePrefix?
    private let words: Set<ArraySlice<UInt8>>

    init(_ reference: String) {
        var bytes = Array(reference.utf8)
        while bytes.starts(with: "./".utf8) { bytes.removeFirst(2) }
        path = BoardPath(bytes)
        text = Text(folded(bytes.hasMarkdownSuffix ? bytes.dropLast(3) : bytes[...]))
        id = TaskID(text)
        prefix = CodePrefix(text.utf8)
        words = Set(wordsOfTitle(text))
    }

    /// Whether an ID begins with it.
    func begins(_ id: TaskID) -> Bool {
        id.isCode ? prefix?.begins(id) ?? false : id.text.utf8.starts(with: text.utf8)
    }

    func isWhole(_ task: TaskItem) -> Bool {
        if task.id == id { return true }
        var isSame = false
        task.withName { name in
            eachFolded(name) { isSame = $0.elementsEqual(text.utf8) }
        }
        return isSame
    }

    func isPart(_ task: TaskItem) -> Bool {
        if begins(task.id) { return true }
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
    guard text.allSatisfy({ $0 < 0x80 }) else { return folded(text).withUnsafeBytes(body) }
    guard text.contains(where: { lowered($0) != $0 }) else { return body(text) }
    // Most titles have one: none is to take memory of its own for it.
    withUnsafeTemporaryAllocation(byteCount: text.count, alignment: 1) { lower in
        for (index, byte) in text.enumerated() { lower[index] = lowered(byte) }
        body(UnsafeRawBufferPointer(lower))
    }
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
