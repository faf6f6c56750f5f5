package import MarkdownDocument

/// Reads a task from typed words.
///
/// The words are joined and split at blanks. `+tag`, `@person`, `!priority` and
/// `KEY:` of a known key are recognized at the start of a word; `KEY=VALUE` sets
/// any key; a value in quotes may have blanks. `KEY:none` declines the default of a declared
/// field. Everything else is the title, but a word that looks like another tool's field, such as
/// `pri:high`, is an error. A word that is one date or repetition with blanks in it, such as
/// `due:27 nov`, is not split, and a date may have several words (``MultiWordValue``). Beside other
/// words, a word with one field is not split either: a shell gives `note="3 h"` as `note=3 h`.
///
/// - Parameters:
///   - literalAfter: The number of words before a `--`; the rest is the title.
///   - me: The person that `@me` stands for.
///   - fields: The fields of the board.
///   - isOwnInput: True for an input of pmd, which also reads `!h`, `!m` and `!l`.
/// - Throws: The first known key whose value cannot be used.
package func quickEntry(
    _ words: [String], literalAfter: Int? = nil, now: Moment, me: Text? = nil, fields: FieldTable,
    isOwnInput: Bool = false
) throws(WordError) -> TaskDraft {
    try checkLength(of: words, limit: wordsLimit)
    var entry = QuickEntry(now: now, me: me, fields: fields, isOwnInput: isOwnInput)
    let boundary = min(literalAfter ?? words.count, words.count)
    let typed = words[..<max(0, boundary)].flatMap { word in
        entry.isWholeValue(Text(word)) || words.count > 1 && entry.isOneField(Text(word))
            ? [Text(word)] : typedWords(Text(word), fields)
    }
    let literal = words[max(0, boundary)...].flatMap { splitAtBlanks(Text($0)) }
    if typed.count > mostWords { throw WordError(typed[mostWords], .manyWords(limit: mostWords)) }
    var index = 0
    while index < typed.count {
        index += try entry.take(typed[index], typed[(index + 1)...])
    }
    try entry.setDistances()
    entry.title += literal
    entry.draft.title = Text(entry.title.map(\.utf8).joined(by: 0x20))
    return entry.draft
}

/// The maximum length in bytes of the words that create or edit a task: its front matter has no
/// room for more.
let wordsLimit = 65_536
/// The maximum number of words that are read as fields.
let mostWords = 4_096

/// Refuses words with more bytes than a limit; the error quotes only their beginning.
func checkLength(of words: [String], limit: Int) throws(WordError) {
    guard words.reduce(words.count - 1, { $0 + $1.utf8.count }) > limit else { return }
    let beginning = plainWords(words.first ?? "").beginning(characters: 40, bytes: 160)
    throw WordError(beginning, .longInput(limit: limit))
}

private struct QuickEntry {
    let now: Moment
    let me: Text?
    let fields: FieldTable
    let isOwnInput: Bool
    var draft = TaskDraft()
    var title: [Text] = []
    /// The distances from dates that may be typed later, with their words.
    private var distances: [(field: Field, value: Text, word: Text)] = []

    init(now: Moment, me: Text?, fields: FieldTable, isOwnInput: Bool) {
        (self.now, self.me, self.fields, self.isOwnInput) = (now, me, fields, isOwnInput)
    }

    /// Reads a word, and those after it that belong to its value.
    ///
    /// - Returns: The number of words read.
    mutating func take(_ word: Text, _ next: ArraySlice<Text>) throws(WordError) -> Int {
        switch FieldWord(word, fields, isOwnInput: isOwnInput) {
        case .plain:
            if let error = FieldWord.shortPriority(word, isOwnInput: isOwnInput)
                ?? ForeignKey.error(of: word) ?? NearKey.error(of: word, fields)
            {
                throw error
            }
            if let assignment = Assignment(word, fields) {
                try set(assignment, in: word)
            } else {
                title.append(word)
            }
        case .tags(let tags): draft[.tags].add(tags)
        case .assignees(let names): draft[.assignees].add(try people(names, in: word, me: me))
        case .priority(let priority): try set(.priority, to: priority.text, in: word)
        case .key(let field, let value):
            let whole = MultiWordValue(of: field, value, next, now: now)
            try take(field, whole?.text ?? value, in: word)
            return 1 + (whole?.count ?? 0)
        }
        return 1
    }

    /// Returns true if a word is a key and one value of it with blanks.
    func isWholeValue(_ word: Text) -> Bool {
        guard word.utf8.contains(where: \.isBlank),
            case .key(let field, let value) = FieldWord(word, fields)
        else { return false }
        // A value that is almost a rule, or has words after a distance, is refused as a whole.
        return MultiWordValue.value(value, of: field, now) != nil
            || field.kind == .repetition && nearestRule(to: value) != nil
            || field.kind == .reminders && Reminder.beginsWithDistance(value)
    }

    /// Returns true if a word with blanks sets one field, and nothing else in it is a sign or a key.
    func isOneField(_ word: Text) -> Bool {
        guard word.utf8.contains(where: \.isBlank), !word.utf8.contains(UInt8(ascii: "\"")),
            typedWords(word, fields).dropFirst().allSatisfy({
                FieldWord($0, fields) == .plain && Assignment($0, fields) == nil
            })
        else { return false }
        switch FieldWord(word, fields) {
        case .key(let field, let value):
            return (!field.isList || field.isDeclared) && field.accepts(value)
        case .plain: return Assignment(word, fields) != nil
        default: return false
        }
    }

    private mutating func take(_ field: Field, _ value: Text, in word: Text) throws(WordError) {
        if field.isDeclared, value == "none" {
            if let earlier = draft[field].first {
                throw WordError(word, .twoValues(key: field.key, earlier: earlier))
            }
            draft.declined.insert(field)
            return
        }
        if draft.declined.contains(field) {
            throw WordError(word, .twoValues(key: field.key, earlier: "none"))
        }
        if field == .title {
            title += value.isEmpty ? [] : [value]
        } else if field.isList {
            let elements = try field.elements(value, in: word, now: now, me: me)
            if let earlier = draft[field].first, field.isAlone(elements) != field.isAlone([earlier])
            {
                throw WordError(word, .twoValues(key: field.key, earlier: earlier))
            }
            draft[field].add(elements)
        } else if DateShift.isDate(field), DateShift(value, fields) != nil {
            distances.append((field, value, word))
        } else {
            try set(field, to: field.value(value, in: word, now: now, me: me), in: word)
        }
    }

    /// Sets the dates that are typed as a distance from another one.
    mutating func setDistances() throws(WordError) {
        for (field, value, word) in distances {
            guard let shift = DateShift(value, fields),
                let date = shift.value(from: draft[shift.field].first, of: field)
            else { throw .notADate(value, in: word, now: now) }
            try set(field, to: date, in: word)
        }
    }

    /// Sets the key of `KEY=VALUE`, which means the same as in an edit.
    private mutating func set(_ assignment: Assignment, in word: Text) throws(WordError) {
        let (key, value) = (assignment.key, assignment.value)
        if let field = fields.named(key), field.isTyped {
            return try take(field, fields.value(value), in: word)
        }
        try EditWords.requireEditable(key, in: word)
        if let error = NearKey.error(of: key, sign: "=", value, in: word, fields) { throw error }
        if let earlier = draft.extra.first(where: { $0.key == key }), earlier.value != value {
            throw WordError(word, .twoValues(key: key, earlier: Text("\(earlier.value)")))
        }
        draft.extra.removeAll { $0.key == key }
        draft.extra.append(Pair(key: key, value: value))
    }

    private mutating func set(
        _ field: Field, to value: Text, in word: Text
    ) throws(WordError) {
        if let earlier = draft[field].first, earlier != value {
            throw WordError(word, .twoValues(key: field.key, earlier: earlier))
        }
        draft[field] = [value]
    }
}

/// `KEY=VALUE` in quick entry. Words such as `E=mc2`, `DEBUG=1` and `abc==` are
/// text.
private struct Assignment {
    let key: Text
    let value: Text

    init?(_ word: Text, _ fields: FieldTable) {
        guard let sign = word.utf8.firstIndex(of: UInt8(ascii: "=")), sign >= 2 else { return nil }
        key = Text(word.utf8[..<sign])
        value = Text(word.utf8[(sign + 1)...])
        let isKey =
            fields.named(key)?.isTyped == true
            || key.utf8[0].isLowercaseLetter
                && key.utf8.allSatisfy {
                    $0.isLowercaseLetter || $0.isASCIIDigit || $0 == .dash || $0 == 0x5F
                }
        guard isKey, let first = value.utf8.first, first != UInt8(ascii: "=") else { return nil }
    }
}

extension UInt8 {
    fileprivate var isLowercaseLetter: Bool { (0x61...0x7A).contains(self) }
}

extension Field {
    /// Returns true if the only element is one that must be alone: `remind:none`.
    func isAlone(_ elements: [Text]) -> Bool {
        kind == .reminders && elements == [Reminder.none]
    }
}

/// Splits typed text into words. A value in quotes after `KEY:` of a known key or `KEY=` is one
/// word, in which `\"` is a quote: `estimate="3 h"`.
package func typedWords(_ text: Text, _ fields: FieldTable) -> [Text] {
    let bytes = text.utf8
    var (words, index) = ([[UInt8]()], 0)
    while index < bytes.count {
        let byte = bytes[index]
        if byte == UInt8(ascii: "\""), opensValue(words[words.count - 1], fields),
            let phrase = wholePhrase(bytes[index...])
        {
            words[words.count - 1] += phrase.text
            index = phrase.end
            continue
        }
        if byte.isBlank {
            words.append([])
        } else {
            words[words.count - 1].append(byte)
        }
        index += 1
    }
    return words.filter { !$0.isEmpty }.map { Text($0) }
}

/// Returns true if the next byte begins the value of a key.
private func opensValue(_ word: [UInt8], _ fields: FieldTable) -> Bool {
    switch word.last {
    case 0x3A: isTypedKey(word.dropLast(), fields)
    case UInt8(ascii: "="): isKeyName(word.dropLast())
    default: false
    }
}

/// Returns true for a key of the board, also after the sign that removes its value.
private func isTypedKey(_ word: ArraySlice<UInt8>, _ fields: FieldTable) -> Bool {
    fields.named(Text(removed(by: word) ?? word))?.isTyped == true
}

/// Returns what a word removes, after its `-` or `not:`; nil for any other word.
func removed(by word: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    if word.first == .dash { return word.dropFirst() }
    return word.starts(with: "not:".utf8) ? word.dropFirst(4) : nil
}

/// Returns a phrase in quotes; nil if it is empty, not closed, or not a whole word.
private func wholePhrase(_ bytes: ArraySlice<UInt8>) -> (text: [UInt8], end: Int)? {
    guard let phrase = quotedPhrase(bytes), !phrase.text.isEmpty,
        phrase.end == bytes.endIndex || bytes[phrase.end].isBlank
    else { return nil }
    return phrase
}

/// Returns the text of the phrase in quotes at the start, in which `\"` is a quote, and the index
/// after it; nil if it is not closed.
func quotedPhrase(_ bytes: ArraySlice<UInt8>) -> (text: [UInt8], end: Int)? {
    var (text, index) = ([UInt8](), bytes.startIndex + 1)
    while index < bytes.endIndex {
        switch bytes[index] {
        case UInt8(ascii: "\""): return (text, index + 1)
        case UInt8(ascii: "\\") where bytes[(index + 1)...].first == UInt8(ascii: "\""):
            text.append(UInt8(ascii: "\""))
            index += 2
        default:
            text.append(bytes[index])
            index += 1
        }
    }
    return nil
}

func splitAtBlanks(_ text: Text) -> [Text] {
    text.utf8.split(whereSeparator: \.isBlank).map { Text($0) }
}

extension [Text] {
    /// Appends the elements that are not in the list yet.
    package mutating func add(_ elements: [Text]) {
        for element in elements where !contains(element) { append(element) }
    }
}

extension TaskDraft {
    /// Words that quick entry reads as this draft, except for its body: the
    /// fields, then a `--` at `literalAfter`, then the title.
    package var words: (words: [String], literalAfter: Int) {
        let words =
            (Field.all + texts.keys.filter(\.isDeclared).sorted { $0.key < $1.key })
            .flatMap { $0.words(for: self[$0]) }
            + declined.sorted { $0.key < $1.key }.map { $0.key + Text(":none") }
            + extra.map { $0.key + Text("=") + $0.value }
        return (words.map(\.string) + [title.string], words.count)
    }
}

extension Text {
    static func + (a: Text, b: Text) -> Text { Text(a.utf8 + b.utf8) }
}
