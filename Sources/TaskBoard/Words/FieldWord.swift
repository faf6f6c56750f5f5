package import MarkdownDocument

/// A word with a sign or a key, in quick entry, edits and queries.
enum FieldWord: Equatable {
    /// `+a,b`
    case tags([Text])
    /// `@ann,bob`
    case assignees([Text])
    /// `!high`
    case priority(Priority)
    /// `due:fri`
    case key(Field, value: Text)
    /// Anything else.
    case plain

    /// - Parameter isOwnInput: True for an input of pmd, where `!h` is a priority. In a shell, `!`
    ///   would call up an earlier command.
    init(_ word: Text, _ fields: FieldTable, isOwnInput: Bool = false) {
        self =
            FieldWord.signed(word, isOwnInput: isOwnInput) ?? FieldWord.keyed(word, fields)
            ?? .plain
    }

    private static func signed(_ word: Text, isOwnInput: Bool) -> FieldWord? {
        let rest = word.utf8.dropFirst()
        switch word.utf8.first {
        case UInt8(ascii: "+"): return beginsName(rest) ? .tags(splitList(Text(rest))) : nil
        case UInt8(ascii: "@"): return beginsName(rest) ? .assignees(splitList(Text(rest))) : nil
        case UInt8(ascii: "!"):
            let priority =
                isOwnInput ? Priority(typed: Text(rest)) : Priority(word: Text(rest))
            return priority.map { .priority($0) }
        default: return nil
        }
    }

    /// Returns the error of a word such as `!h`, which looks like a priority but is none in a shell;
    /// nil for any other word.
    static func shortPriority(_ word: Text, isOwnInput: Bool) -> WordError? {
        let rest = Text(word.utf8.dropFirst())
        // One syllable of Hangul, such as `!상`, is a word of its own.
        guard !isOwnInput, word.utf8.first == UInt8(ascii: "!"), rest.utf8.count == 1,
            Priority(typed: rest) != nil
        else { return nil }
        return WordError(word, .shortPriority(instead: "p:\(rest)"))
    }

    private static func keyed(_ word: Text, _ fields: FieldTable) -> FieldWord? {
        // An address is text: `project://x`.
        guard let colon = word.utf8.firstIndex(of: 0x3A),
            !word.utf8[(colon + 1)...].starts(with: "//".utf8),
            let field = fields.typed(
                Text(word.utf8[..<colon]), value: Text(word.utf8[(colon + 1)...])), field.isTyped
        else { return nil }
        return .key(field, value: fields.value(Text(word.utf8[(colon + 1)...])))
    }

    /// Returns true if the bytes begin like a tag or a person: with a letter,
    /// so that `+1` and `@5pm` are text.
    private static func beginsName(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first?.isASCIIDigit == false else { return false }
        var begins = false
        eachScalar(Array(bytes.prefix(4))) { scalar, _, _ in
            begins = nameScalar(scalar) == .word
            return false
        }
        return begins
    }
}

// Typed values of fields.

extension Field {
    /// Returns one value of a typed word, spelled for a file. References to tasks stay as typed.
    ///
    /// - Parameter me: The person that `me` stands for.
    func value(
        _ value: Text, in word: Text, now: Moment, me: Text? = nil
    ) throws(WordError) -> Text {
        switch kind {
        case .date: return try DueDate.typed(value, in: word, now: now).text
        case .day: return try Day.typed(value, in: word, now: now).text
        case .priority:
            guard let priority = Priority(typed: value) else {
                throw wrong(value, in: word)
            }
            return priority.text
        case .repetition:
            let spaced = RecurrenceRule.spaced(value)
            guard !value.isEmpty else { throw wrong(value, in: word) }
            do throws(RecurrenceError) {
                _ = try RecurrenceRule(spaced)
            } catch {
                throw WordError(word, .notARule(spaced, error))
            }
            return spaced
        case .duration:
            guard let duration = TaskDuration(value) else { throw wrong(value, in: word) }
            return duration.text
        case .choice(let values):
            guard let choice = values.first(where: { $0.folded == value.folded }) else {
                throw WordError(word, .notAChoice(value, key: key, known: values))
            }
            return choice
        case .hierarchy where value.utf8.contains(.slash):
            let dotted = Text(value.utf8.split(separator: .slash).joined(by: UInt8(ascii: ".")))
            throw WordError(word, .slashInPath(key: key, dotted: dotted))
        case .person:
            let name = value.utf8.first == UInt8(ascii: "@") ? Text(value.utf8.dropFirst()) : value
            guard !name.isEmpty else { throw wrong(value, in: word) }
            return try people([name], in: word, me: me)[0]
        default:
            guard !value.isEmpty, accepts(value) else { throw wrong(value, in: word) }
            return value
        }
    }

    /// Returns the elements of a typed word for the field's list.
    func elements(
        _ value: Text, in word: Text, now: Moment, me: Text?
    ) throws(WordError) -> [Text] {
        var elements: [Text] = []
        elements.add(
            splitList(value).flatMap(splitAtSigns).map {
                $0.utf8.first == typedSign && typedSign != nil ? Text($0.utf8.dropFirst()) : $0
            })
        guard !elements.isEmpty else { throw wrong(value, in: word) }
        if isDeclared {
            var values: [Text] = []
            for element in elements {
                values.add([try self.value(element, in: word, now: now, me: me)])
            }
            return values
        }
        if kind == .reminders { return try reminders(elements, in: word, now: now) }
        return kind == .people ? try people(elements, in: word, me: me) : elements
    }

    /// Returns the elements of `ann @bob`: a sign after a blank begins one.
    private func splitAtSigns(_ text: Text) -> [Text] {
        guard let typedSign else { return [text] }
        var elements: [[UInt8]] = [[]]
        for byte in text.utf8 {
            if byte == typedSign, elements[elements.count - 1].last?.isBlank == true {
                elements.append([])
            }
            elements[elements.count - 1].append(byte)
        }
        return elements.map { trimmed(Text($0)) }.filter { !$0.isEmpty }
    }

    /// Returns typed reminders, spelled for a file. `none` is valid only by itself.
    private func reminders(
        _ elements: [Text], in word: Text, now: Moment
    ) throws(WordError) -> [Text] {
        if elements == [Reminder.none] { return elements }
        var texts: [Text] = []
        for element in elements {
            guard let reminder = Reminder(typed: element, now: now) else {
                throw wrong(element, in: word)
            }
            texts.add([reminder.text])
        }
        return texts
    }

    /// Returns the values of a text that was typed for this field alone, as in a form: one,
    /// or the elements of a list; none if the text is blank.
    ///
    /// - Parameter me: The person that `me` stands for.
    package func values(
        typed text: Text, now: Moment, me: Text? = nil
    ) throws(WordError) -> [Text] {
        let words = trimmed(text)
        guard !words.utf8.isEmpty else { return [] }
        if isList { return try elements(text, in: text, now: now, me: me) }
        if words.utf8.contains(where: isLineBreak) {
            throw WordError(text, .severalLines)
        }
        return [try value(words, in: text, now: now, me: me)]
    }

    /// Returns words that quick entry reads as these values.
    func words(for texts: [Text]) -> [Text] {
        let prefix = (singular ?? key) + Text(":")
        return texts.map { prefix + word(for: $0) }
    }

    /// Returns a value as one word, with a dash for each blank of a rule.
    package func word(for text: Text) -> Text {
        kind == .repetition ? Text(text.utf8.map { $0 == 0x20 ? .dash : $0 }) : text
    }

    /// The sign before an element in a word.
    package var typedSign: UInt8? {
        switch kind {
        case .tags: UInt8(ascii: "+")
        case .people: UInt8(ascii: "@")
        default: nil
        }
    }

    /// The value to type.
    private var example: ExpectedValue {
        switch kind {
        case .line: self == .title ? .title : .line
        case .state: .state
        case .date, .day: .typedDate
        case .priority: expected
        case .tags: .tag
        case .people, .person: .person
        case .reminders: .reminder
        case .repetition: .repetition
        case .references, .task: .reference
        default: expected
        }
    }

    private func wrong(_ value: Text, in word: Text) -> WordError {
        WordError(
            word,
            value.isEmpty ? .missingValue(example) : .wrongValue(value, key: key, example))
    }
}

/// Returns the people of a word; `me` is the current user.
func people(_ names: [Text], in word: Text, me: Text?) throws(WordError) -> [Text] {
    var people = [Text]()
    for name in names {
        guard name == "me" else {
            people.append(name)
            continue
        }
        guard let me else {
            throw WordError(word, .nameNotSet)
        }
        people.append(me)
    }
    return people
}

/// Returns a text without blanks and line breaks at both ends.
private func trimmed(_ text: Text) -> Text {
    let isBlank = { (byte: UInt8) in byte.isBlank || isLineBreak(byte) }
    let start = text.utf8.drop(while: isBlank)
    return Text(start.reversed().drop(while: isBlank).reversed())
}

extension RecurrenceRule {
    /// Returns a typed rule as in a file: with blanks for its dashes, `every 2 weeks` for
    /// `every-2-weeks`, and `every week` for `weekly` or a rule in Korean.
    static func spaced(_ typed: Text) -> Text {
        if let rule = oneWord[typed.folded.string].map({ Text($0) }) ?? koreanRule(typed) {
            return rule
        }
        // A rule of RFC 5545 may contain dashes: BYDAY=-1FR.
        let isCalendarRule = typed.utf8.contains(UInt8(ascii: "="))
        return isCalendarRule ? typed : Text(typed.utf8.map { $0 == .dash ? 0x20 : $0 })
    }

    /// Rules that people type in one word.
    private static let oneWord = [
        "daily": "every day", "weekly": "every week", "monthly": "every month",
        "yearly": "every year",
    ]
}

extension TaskItem {
    /// Returns true if a field has a value.
    func has(_ field: Field, _ times: HistoryTimes) -> Bool {
        switch field.kind {
        case .state, .id, .path: true
        case .line where field == .title: titleSource != .fileName
        case .conflicts: !openConflicts.isEmpty
        case .body: body.contains { !$0.isBlank }
        case .checklist: checklist.total > 0
        case .pastTime: time(field, times) != nil
        case .moment where field == .finished: time(field, times) != nil
        case .urgency: true
        default: !texts(of: field).isEmpty
        }
    }

    /// Returns the value of a date field, in seconds and as a local day.
    func date(of field: Field, times: HistoryTimes, now: Moment) -> (Int64, Day)? {
        func stated(_ date: DueDate) -> (Int64, Day) { (date.seconds(now), date.day(now)) }
        return switch field {
        case .due: due.map(stated)
        case .wait: wait.map { stated(DueDate($0)) }
        case .created: created.map(stated)
        case .updated, .finished: time(field, times).map { ($0, now.at($0).today) }
        default:
            field.dateSense == nil ? nil : texts(of: field).first.flatMap(DueDate.init).map(stated)
        }
    }

    /// Returns a time from the history.
    private func time(_ field: Field, _ times: HistoryTimes) -> Int64? {
        field == .updated ? times.updated[id] : isFinished ? times.finished[id] : nil
    }
}
