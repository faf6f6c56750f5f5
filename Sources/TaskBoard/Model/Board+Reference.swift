import MarkdownDocument

/// Failures to resolve references to tasks.
package enum ReferenceError: Error, Sendable {
    case none(String)
    case several(String, [TaskItem])
    /// The start of a code among several words. Only whole codes count there.
    case startOfCode(String, TaskItem)
    /// Several words match several tasks, at least one of them by its title: the user must confirm
    /// that.
    case unconfirmed([TaskItem])
}

extension ReferenceError {
    /// The facts for the error message.
    package var fault: ReferenceFault {
        switch self {
        case .none(let reference): .none(visible(reference.utf8))
        case .several(let reference, let tasks):
            .several(visible(reference.utf8), tasks.count, Self.list(tasks))
        case .startOfCode(let reference, let task):
            .startOfCode(visible(reference.utf8), visible(task.id.text.utf8))
        case .unconfirmed(let tasks): .unconfirmed(tasks.count, Self.list(tasks))
        }
    }

    private static func list(_ tasks: [TaskItem]) -> String {
        let names = tasks.prefix(10).map {
            let due = $0.due.map { ", \($0.text)" } ?? ""
            let name = visible($0.isDuplicate ? $0.path.bytes : $0.id.text.utf8)
            return "\(name) (\(plainWords($0.title))\(due))"
        }
        return names.joined(separator: ", ") + (tasks.count > 10 ? ", …" : "")
    }
}

extension Board {
    /// The tasks that are tried before the others.
    package enum Preference: Sendable { case unfinished, finished, conflicted }

    /// Returns the task that the user means.
    ///
    /// A whole ID, file name or path wins, then a whole title. Otherwise the prefixes of codes and
    /// names and the words of titles are tried together, first among unfinished tasks, and among
    /// finished ones only if none matches. The beginnings of words in Hangul are tried last.
    /// For `reopen`, finished tasks are tried first, and for `resolve`, tasks with conflicts.
    ///
    /// - Parameter isCautious: True if two-letter words must not match a task.
    /// - Throws: ``ReferenceError`` if no task matches, or several.
    package func resolve(
        _ reference: String, preferring preference: Preference = .unfinished,
        isCautious: Bool = false
    ) throws(ReferenceError) -> TaskItem {
        try named(reference, as: .only, preferring: preference, isCautious: isCautious).task
    }

    /// The role of a reference in the user's input.
    private enum Role {
        /// The only reference.
        case only
        /// One of several: the start of a code or of a name does not count.
        case oneOfSeveral
    }

    /// A task, and whether its title named it.
    private struct Named {
        let task: TaskItem
        let isByTitle: Bool
    }

    private func named(
        _ reference: String, as role: Role, preferring preference: Preference, isCautious: Bool
    ) throws(ReferenceError) -> Named {
        let wanted = Reference(reference)
        if let task = task(exactly: wanted) { return Named(task: task, isByTitle: false) }
        guard !wanted.text.isEmpty else { throw ReferenceError.none(reference) }
        var some = tasks.filter { wanted.isPart($0, withPrefixes: role == .only) }
        if some.isEmpty, !isCautious, let short = wanted.withShortWords {
            some = tasks.filter { short.isPart($0, withPrefixes: false) }
        }
        if some.isEmpty, let begun = wanted.withBeginnings(isCautious: isCautious) {
            some = tasks.filter { begun.isPart($0, withPrefixes: false) }
        }
        let whole = some.filter(wanted.isWhole)
        guard whole.isEmpty else {
            return Named(task: try theOne(of: whole, reference), isByTitle: false)
        }
        let candidates = candidates(in: some, titled: wanted.isTitle, preferring: preference)
        let task = try theOne(of: candidates, reference)
        return Named(task: task, isByTitle: !wanted.begins(task.id))
    }

    /// Returns the task whose title is, or contains, all the words of several
    /// references as one phrase; nil if none does.
    ///
    /// - Throws: ``ReferenceError/several(_:_:)`` if several titles do.
    private func named(
        asPhrase references: [String], preferring preference: Preference
    ) throws(ReferenceError) -> TaskItem? {
        let words = references.joined(separator: " ")
        let phrase = Phrase(words)
        let candidates = candidates(
            in: tasks.filter(phrase.isPart), titled: phrase.isTitle, preferring: preference)
        return candidates.isEmpty ? nil : try theOne(of: candidates, words)
    }

    /// Narrows matches to the preferred ones, if there are any, and to the one of these whose
    /// whole title matches.
    private func candidates(
        in matches: [TaskItem], titled isTitle: (TaskItem) -> Bool,
        preferring preference: Preference
    ) -> [TaskItem] {
        let preferred = matches.filter { task in
            switch preference {
            case .unfinished: !task.isFinished
            case .finished: task.isFinished
            case .conflicted: !task.openConflicts.isEmpty
            }
        }
        let candidates = preferred.isEmpty ? matches : preferred
        let titled = candidates.filter(isTitle)
        return titled.count == 1 ? titled : candidates
    }

    /// Returns the tasks that several references name together, each once, in that order.
    ///
    /// Whole IDs, file names and paths win. Otherwise the words are tried as one phrase, so that
    /// `fix the roof` names "Fix the roof" and nothing else. Only then is each reference resolved
    /// by itself. The starts of codes do not count, since many English words begin like one.
    ///
    /// - Parameter isCautious: True if two-letter words must not match a task.
    /// - Throws: ``ReferenceError``, also if titles name several tasks.
    func resolve(
        together references: [String], preferring preference: Preference,
        isCautious: Bool = false
    ) throws(ReferenceError) -> [TaskItem] {
        let exact = references.compactMap { task(exactly: $0) }
        if exact.count == references.count { return exact.distinct }
        if let task = try named(asPhrase: references, preferring: preference) { return [task] }
        var found: [Named] = []
        for reference in references {
            do throws(ReferenceError) {
                found.append(
                    try named(
                        reference, as: .oneOfSeveral, preferring: preference,
                        isCautious: isCautious))
            } catch {
                throw explained(error, of: reference)
            }
        }
        let tasks = found.map(\.task).distinct
        if tasks.count > 1, found.contains(where: \.isByTitle) {
            throw ReferenceError.unconfirmed(tasks)
        }
        return tasks
    }

    /// Returns a more helpful error for a reference that matches no task: if it is the start of a
    /// single task's code, the error includes that task.
    private func explained(_ error: ReferenceError, of reference: String) -> ReferenceError {
        guard case .none = error else { return error }
        let wanted = Reference(reference)
        let begun = tasks.filter { $0.id.isCode && wanted.begins($0.id) }
        return begun.count == 1 ? .startOfCode(reference, begun[0]) : error
    }

    /// Returns the task with this path or whole ID, regardless of the names of other tasks. Nil if
    /// the reference is neither, or if several tasks have the ID.
    package func task(exactly reference: String) -> TaskItem? {
        task(exactly: Reference(reference))
    }

    /// Returns true if these tasks determine the result of a reference even if
    /// the board has others: it is a path or a whole ID, or only codes begin
    /// with it.
    ///
    /// If it is the beginning of a code, the tasks must include those that
    /// ``CodeBeginning`` selects.
    package func isDecidedWithin(_ reference: String) -> Bool {
        let wanted = Reference(reference)
        if task(exactly: wanted) != nil { return true }
        guard CodeBeginning(wanted) != nil else { return false }
        let named = tasks.filter { wanted.isPart($0, withPrefixes: true) }
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

extension Board {
    /// Returns the words of tasks' titles that begin with typed letters, in order, each with the
    /// tasks whose titles have it. A word that names one of the tasks alone is a reference to it.
    ///
    /// - Parameters:
    ///   - tasks: The tasks that the user can mean.
    ///   - limit: The number of words from which on there are too many to choose from.
    package func titleWords(
        beginning typed: String, of tasks: [TaskItem], limit: Int = 30
    ) -> [(word: String, tasks: [TaskItem])] {
        let beginning = Text(typed).folded.utf8
        guard !beginning.isEmpty, !beginning.contains(where: isBetweenWords) else { return [] }
        let hasInitials = Hangul.hasInitials(beginning)
        var found: [Text: [TaskItem]] = [:]
        for task in tasks {
            let words = Set(wordsOfTitle(task.title.folded)).filter { word in
                word.count >= Reference.shortestWord
                    && (word.starts(with: beginning)
                        || hasInitials && Hangul.begins(word, with: beginning))
            }
            for word in words { found[Text(word), default: []].append(task) }
        }
        guard found.count <= limit else { return [] }
        return found.sorted { $0.key < $1.key }.map { (word: $0.key.string, tasks: $0.value) }
            .filter { word, tasks in tasks.count > 1 || names(word, tasks[0]) }
    }

    /// Returns true if a reference names a task.
    private func names(_ reference: String, _ task: TaskItem) -> Bool {
        let preference = task.isFinished ? Preference.finished : .unfinished
        do throws(ReferenceError) {
            return try resolve(reference, preferring: preference).path == task.path
        } catch {
            return false
        }
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
/// The task that it names, and that task's shortest reference, depend on only a few tasks of a
/// board: those whose codes begin with the same two characters, and those with a word in the name
/// or the title that could be the beginning of a code.
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

    /// Returns true if a file's name has a code that begins with the same two
    /// characters.
    package func mayName(_ fileName: UnsafeRawBufferPointer) -> Bool {
        let code = fileName.count - 3 - TaskCode.length
        return code >= 0 && (fileName[code], fileName[code + 1]) == start
    }

    /// Returns true if the name or the title of a record's task has a word that
    /// could be the beginning of a code; true for a record that cannot be read.
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
    /// True if a word is long enough to match titles.
    private var holdsLongWord: Bool
    /// True if the beginnings of words in Hangul match.
    private var hasBeginnings = false

    init(_ reference: String) {
        var bytes = Array(reference.utf8)
        while bytes.starts(with: "./".utf8) { bytes.removeFirst(2) }
        path = BoardPath(bytes)
        text = Text(folded(bytes.hasMarkdownSuffix ? bytes.dropLast(3) : bytes[...]))
        id = TaskID(text)
        prefix = CodePrefix(text.utf8)
        words = Set(wordsOfTitle(text))
        holdsLongWord = words.contains { $0.count >= Self.shortestWord }
    }

    /// The length in bytes of the shortest word that can match a title like any other. `3rd` and
    /// `to` are in too many titles; a syllable of Hangul has three bytes.
    static let shortestWord = 3

    /// The reference with its two-letter words, which are tried if nothing else matches; nil if it
    /// has none, or has longer ones.
    var withShortWords: Reference? {
        guard !holdsLongWord, words.contains(where: { $0.count == 2 }) else { return nil }
        var reference = self
        reference.holdsLongWord = true
        return reference
    }

    /// Returns the reference with words that match the beginnings of words in Hangul, which are
    /// tried if nothing else matches; nil if no word can.
    ///
    /// - Parameter isCautious: True if a single syllable, or consonants by themselves, must not
    ///   match.
    func withBeginnings(isCautious: Bool) -> Reference? {
        let areSure = words.allSatisfy { $0.count >= 6 && !Hangul.hasInitials($0) }
        guard holdsLongWord, areSure || !isCautious else { return nil }
        var reference = self
        reference.hasBeginnings = true
        return reference
    }

    /// Returns true if an ID begins with the reference.
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

    /// Returns true if the reference is the whole title.
    func isTitle(_ task: TaskItem) -> Bool {
        var isSame = false
        task.withTitle { title in
            eachFolded(UnsafeRawBufferPointer(title)) { isSame = $0.elementsEqual(text.utf8) }
        }
        return isSame
    }

    /// Returns true if the reference can mean a task: by its name, or by words
    /// of its title.
    ///
    /// - Parameter withPrefixes: True if the start of a code or of a name
    ///   counts.
    func isPart(_ task: TaskItem, withPrefixes: Bool) -> Bool {
        if withPrefixes ? begins(task.id) : isWhole(task) { return true }
        var isPart = false
        if withPrefixes {
            task.withName { name in
                eachFolded(name) { isPart = $0.starts(with: text.utf8) }
            }
        }
        guard !isPart, !words.isEmpty else { return isPart }
        guard holdsLongWord else { return isTitle(task) }
        task.withTitle { title in
            eachFolded(UnsafeRawBufferPointer(title)) { title in
                isPart = words.allSatisfy { word in
                    isWord(word, of: title)
                        || hasBeginnings && isBeginning(word, ofWordOf: title)
                }
            }
        }
        return isPart
    }
}

/// Several words of the command line as one phrase of a title.
private struct Phrase {
    private let text: Text
    private let needle: Needle

    init(_ words: String) {
        text = Text(words).folded
        needle = Needle(Text(words))
    }

    func isPart(_ task: TaskItem) -> Bool { task.withTitle { needle.occurs(in: $0) } }

    func isTitle(_ task: TaskItem) -> Bool { task.title.folded == text }
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

/// Returns true if a folded title contains a word.
private func isWord(_ word: ArraySlice<UInt8>, of title: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    for end in 0...title.count where end == title.count || isBetweenWords(title[end]) {
        if end - start == word.count, title[start..<end].elementsEqual(word) { return true }
        start = end + 1
    }
    return false
}

/// Returns true if a word of a folded title begins like a word, and one of the letters around the
/// end of the beginning is Hangul: `회의` begins `회의록을`, and `api` begins `api를`.
private func isBeginning(
    _ word: ArraySlice<UInt8>, ofWordOf title: UnsafeRawBufferPointer
) -> Bool {
    // Only ASCII is in most titles.
    guard title.contains(where: { $0 >= 0x80 }) else { return false }
    return title.split(whereSeparator: isBetweenWords).contains { whole in
        guard whole.count > word.count || Hangul.hasInitials(word) else { return false }
        if word.allSatisfy({ $0 < 0x80 }) {
            let next = whole.dropFirst(word.count)
            return whole.starts(with: word) && Hangul.isIn(next.prefix(3))
        }
        return (Hangul.isIn(word) || Hangul.hasInitials(word)) && Hangul.begins(whole, with: word)
    }
}

/// Returns the words of a folded title, which blanks and ASCII punctuation
/// separate.
func wordsOfTitle(_ title: Text) -> [ArraySlice<UInt8>] {
    title.utf8.split(whereSeparator: isBetweenWords)
}

func isBetweenWords(_ byte: UInt8) -> Bool {
    byte < 0x80 && !byte.isASCIILetter && !byte.isASCIIDigit
}
