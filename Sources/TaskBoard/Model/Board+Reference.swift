import MarkdownDocument

/// A reference that names no task or several.
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
    /// The tasks that are tried before the others.
    package enum Preference: Sendable { case unfinished, finished }

    /// Returns the task that the user means.
    ///
    /// A whole ID, file name or path wins. Otherwise the prefixes of codes and
    /// names and the words of titles are tried together, first among unfinished
    /// tasks, and among finished ones only if none matches. For `reopen`,
    /// finished tasks are tried first.
    ///
    /// - Throws: ``ReferenceError`` if no task matches, or several.
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

    /// Returns the task with this path or whole ID, whatever other tasks are
    /// called. Nil if the reference is neither, or if several tasks have the
    /// ID.
    package func task(exactly reference: String) -> TaskItem? {
        task(exactly: Reference(reference))
    }

    /// Whether these tasks determine the result of a reference even if the
    /// board has others: it is a path or a whole ID, or only codes begin with
    /// it.
    ///
    /// If it is the beginning of a code, the tasks must include those that
    /// ``CodeBeginning`` selects.
    package func isDecidedWithin(_ reference: String) -> Bool {
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
    /// Returns the IDs that a task with this path or whole ID may have.
    package static func named(exactly reference: String) -> [TaskID] {
        let wanted = Reference(reference)
        return [TaskID(wanted.text), TaskID(fileName: wanted.path.fileName)]
    }
}

/// The beginning of a code, typed by the user.
///
/// Only a few tasks of a board decide which task it names and what that task's
/// shortest reference is: those whose codes begin with the same two characters,
/// and those with a word in the name or the title that could be the beginning
/// of a code.
package struct CodeBeginning: Sendable {
    private let start: (UInt8, UInt8)

    /// Creates the beginning of a code; nil if no code begins with the
    /// reference, or if it is as long as a whole code.
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

    /// Whether the name or the title of a record's task has a word that could
    /// be the beginning of a code; true for a record that cannot be read.
    package static func mayBeWord(ofRecord record: UnsafeRawBufferPointer) -> Bool {
        do throws(DamagedRecord) {
            return try RecordHead.flags(of: record).contains(.holdsCodeWords)
        } catch {
            return true
        }
    }
}

/// A typed reference to a task.
private struct Reference {
    let text: Text
    let path: BoardPath
    private let id: TaskID
    /// The reference as the beginning of a code; nil if no code begins like
    /// that.
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

    /// Whether an ID begins with the reference.
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

/// Calls `body` with folded text; ASCII text without capitals is passed without
/// a copy.
func eachFolded(_ text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    guard text.allSatisfy({ $0 < 0x80 }) else { return folded(text).withUnsafeBytes(body) }
    guard text.contains(where: { lowered($0) != $0 }) else { return body(text) }
    // Most titles have a capital, so this avoids an allocation for each.
    withUnsafeTemporaryAllocation(byteCount: text.count, alignment: 1) { lower in
        for (index, byte) in text.enumerated() { lower[index] = lowered(byte) }
        body(UnsafeRawBufferPointer(lower))
    }
}

/// Whether a folded title contains a word.
private func isWord(_ word: ArraySlice<UInt8>, of title: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    for end in 0...title.count where end == title.count || isBetweenWords(title[end]) {
        if end - start == word.count, title[start..<end].elementsEqual(word) { return true }
        start = end + 1
    }
    return false
}

/// Returns the words of a folded title, which blanks and ASCII punctuation
/// separate.
func wordsOfTitle(_ title: Text) -> [ArraySlice<UInt8>] {
    title.utf8.split(whereSeparator: isBetweenWords)
}

func isBetweenWords(_ byte: UInt8) -> Bool {
    byte < 0x80 && !byte.isASCIILetter && !byte.isASCIIDigit
}
