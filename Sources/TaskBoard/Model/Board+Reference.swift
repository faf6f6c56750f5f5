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
        if let task = self[wanted.path] { return task }
        if let task = self[TaskID(wanted.text)], !task.isDuplicate { return task }
        let whole = wanted.text.isEmpty ? [] : matches(wanted.isWhole)
        if !whole.isEmpty { return try theOne(of: whole, reference) }
        guard !wanted.text.isEmpty else { throw ReferenceError.none(reference) }
        let some = matches(wanted.isPart)
        let preferred = some.filter { $0.isFinished == (preference == .finished) }
        return try theOne(of: preferred.isEmpty ? some : preferred, reference)
    }

    private func matches(_ isMatch: (FoldedNames) -> Bool) -> [TaskItem] {
        tasks.filter { isMatch(FoldedNames($0)) }
    }

    private func theOne(
        of matches: [TaskItem], _ reference: String
    ) throws(ReferenceError) -> TaskItem {
        guard let task = matches.first else { throw ReferenceError.none(reference) }
        guard matches.count == 1 else { throw ReferenceError.several(reference, matches) }
        return task
    }
}

/// A task's names as references are compared with them.
struct FoldedNames: Sendable {
    let id: Text
    let name: Text
    let title: Text

    init(_ task: TaskItem) {
        id = task.id.text
        name = task.name.folded
        title = task.title.folded
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

    func isWhole(_ task: FoldedNames) -> Bool { task.id == text || task.name == text }

    func isPart(_ task: FoldedNames) -> Bool {
        task.id.utf8.starts(with: text.utf8) || task.name.utf8.starts(with: text.utf8)
            || !words.isEmpty && words.isSubset(of: wordsOfTitle(task.title))
    }
}

/// The words of a folded title: what stands between blanks and ASCII punctuation.
func wordsOfTitle(_ title: Text) -> [ArraySlice<UInt8>] {
    title.utf8.split { $0 < 0x80 && !$0.isASCIILetter && !$0.isASCIIDigit }
}
