package import MarkdownDocument

/// Reads a task from the words that somebody typed.
///
/// The words are joined and split at blanks. `+tag`, `@person`, `!priority` and
/// `KEY:` of a known key count at the start of a word; all else is title.
///
/// - Parameters:
///   - literalAfter: How many of the words stood before a `--`: the rest is title.
///   - me: Who `@me` is.
/// - Throws: The first known key whose value cannot be used.
package func quickEntry(
    _ words: [String], literalAfter: Int? = nil, now: Moment, me: Text? = nil
) throws(WordError) -> TaskDraft {
    var entry = QuickEntry(now: now, me: me)
    let boundary = min(literalAfter ?? words.count, words.count)
    let typed = words[..<max(0, boundary)].flatMap { splitAtBlanks(Text($0)) }
    let literal = words[max(0, boundary)...].flatMap { splitAtBlanks(Text($0)) }
    var index = 0
    while index < typed.count {
        let next = index + 1 < typed.count ? typed[index + 1] : nil
        index += try entry.take(typed[index], next: next)
    }
    entry.title += literal
    entry.draft.title = Text(entry.title.map(\.utf8).joined(by: 0x20))
    return entry.draft
}

private struct QuickEntry {
    let now: Moment
    let me: Text?
    var draft = TaskDraft()
    var title: [Text] = []

    init(now: Moment, me: Text?) { (self.now, self.me) = (now, me) }

    /// Takes a word, and the next one where it is the time behind a day.
    ///
    /// - Returns: How many words were taken.
    mutating func take(_ word: Text, next: Text?) throws(WordError) -> Int {
        switch FieldWord(word) {
        case .plain: title.append(word)
        case .tags(let tags): draft.tags.add(tags)
        case .assignees(let names): draft.assignees.add(try people(names, in: word, me: me))
        case .priority(let priority):
            try set(\.priority, to: priority.text, of: .priority, in: word)
        case .key(.due, let value):
            let joined = withTime(value, next)
            let due = try WordKey.due.value(joined ?? value, in: word, now: now)
            try set(\.due, to: due, of: .due, in: word)
            return joined == nil ? 1 : 2
        case .key(let key, let value) where key.isList:
            let elements = try key.elements(value, in: word, me: me)
            draft[keyPath: list(key)].add(elements)
        case .key(.title, let value): title += value.isEmpty ? [] : [value]
        case .key(let key, let value):
            try set(one(key), to: try key.value(value, in: word, now: now), of: key, in: word)
        }
        return 1
    }

    private mutating func set(
        _ field: WritableKeyPath<TaskDraft, Text?>, to value: Text, of key: WordKey, in word: Text
    ) throws(WordError) {
        if let earlier = draft[keyPath: field], earlier != value {
            throw WordError(
                word: word.string, problem: "'\(key.rawValue)' is already '\(earlier)'",
                expected: "it once")
        }
        draft[keyPath: field] = value
    }

    private func list(_ key: WordKey) -> WritableKeyPath<TaskDraft, [Text]> {
        switch key {
        case .assignees: \.assignees
        case .remind: \.remind
        case .blockedBy: \.blockedBy
        default: \.tags
        }
    }

    private func one(_ key: WordKey) -> WritableKeyPath<TaskDraft, Text?> {
        switch key {
        case .state: \.state
        case .wait: \.wait
        case .priority: \.priority
        case .repeat: \.repeat
        default: \.due
        }
    }
}

/// A day and the word behind it, where that is its time.
func withTime(_ day: Text, _ next: Text?) -> Text? {
    guard let next, !day.isEmpty, !day.utf8.contains(0x3A), minuteOfDay(next) != nil else {
        return nil
    }
    return Text(day.utf8 + [0x20] + next.utf8)
}

func splitAtBlanks(_ text: Text) -> [Text] {
    text.utf8.split(whereSeparator: \.isBlank).map { Text($0) }
}

extension [Text] {
    /// Adds what is not there yet.
    mutating func add(_ elements: [Text]) {
        for element in elements where !contains(element) { append(element) }
    }
}

extension TaskDraft {
    /// The words that quick entry reads as this draft, its body aside: fields
    /// first, then a `--` at `literalAfter`, then the title.
    package var words: (words: [String], literalAfter: Int) {
        var words = [Text]()
        for tag in tags { words.append(Text("tag:") + tag) }
        for name in assignees { words.append(Text("assignee:") + name) }
        let ones: [(String, Text?)] = [
            ("priority:", priority), ("due:", due), ("wait:", wait), ("state:", state),
            ("repeat:", `repeat`.map { Text($0.utf8.map { $0 == 0x20 ? .dash : $0 }) }),
        ]
        for (key, value) in ones { if let value { words.append(Text(key) + value) } }
        for value in remind { words.append(Text("remind:") + value) }
        for value in blockedBy { words.append(Text("blocked-by:") + value) }
        return (words.map(\.string) + [title.string], words.count)
    }
}

extension Text {
    static func + (a: Text, b: Text) -> Text { Text(a.utf8 + b.utf8) }
}
