package import MarkdownDocument

/// The fields of a task's document, read from the keys that pmd knows.
struct TaskFields: Sendable {
    var title = Text("")
    var titleSource = TaskItem.TitleSource.key
    var due: DueDate?
    var wait: Day?
    var priority: Priority?
    var tags: [Text] = []
    var assignees: [Text] = []
    var rank: Rank?
    var created: DueDate?
    /// The values of the fields that have no property here, by key.
    var others: [Text: [Text]] = [:]
    /// The values of keys that pmd does not know, in the order of the file: a board may declare
    /// them.
    var own: [OwnEntry] = []
    var blockedBy: [TaskID] = []
    var conflicts: [ConflictRecord] = []
    /// The values that could not be used.
    var problems: [Problem] = []
    var isMalformed = false
    /// True if the body may have callouts of conflicts.
    var mayHoldCallout = false
    /// The offset of the body in the file's bytes.
    var bodyStart = 0
}

// A method of the struct would copy all of its fields for each call.
extension LazyTask.ParsedFields {
    /// Returns the value of a field in the file, or the elements of its list.
    func texts(of field: Field) -> [Text] {
        if field.isDeclared { return value(of: field.key).map(field.texts) ?? [] }
        return switch field {
        case .title: [fields.title]
        case .due: one(fields.due?.text)
        case .wait: one(fields.wait?.text)
        case .priority: one(fields.priority?.text)
        case .tags: fields.tags
        case .assignees: fields.assignees
        case .created: one(fields.created?.text)
        case .rank: one(fields.rank?.text)
        case .blockedBy: fields.blockedBy.map(\.text)
        default: fields.others[field.key] ?? []
        }
    }

    /// Returns the value of a key that pmd does not know; nil without one, and for a null.
    func value(of key: Text) -> OwnValue? {
        fields.own.first { $0.key == key }?.value.withoutNulls
    }
}

private func one(_ text: Text?) -> [Text] { text.map { [$0] } ?? [] }

extension TaskFields {
    /// Reads a document. This runs for every file of a board.
    ///
    /// - Parameters:
    ///   - name: The file's name without `.md`, which is the title if there is
    ///     no other.
    ///   - state: The name of the folder.
    init(_ document: Document, name: Text, state: Text) {
        bodyStart = document.bytes.count - document.body.count
        mayHoldCallout = TaskBoard.mayHoldCallout(document.body)
        if let malformation = document.malformation {
            readSalvage(document.salvage, malformation)
        } else {
            for entry in document.entries { read(entry, state) }
        }
        guard title.utf8.allSatisfy(\.isBlank) else { return }
        if let heading = document.firstHeading, !heading.isEmpty {
            (title, titleSource) = (oneLine(heading), .heading)
        } else {
            (title, titleSource) = (words(ofName: name), .fileName)
        }
    }

    private mutating func read(_ entry: Entry, _ state: Text) {
        // Unlike `Text`, short strings are compared without allocations.
        switch entry.key.string {
        case "title": title = oneLine(text(entry, .title) ?? Text(""))
        case "due": due = parsed(entry, .due, DueDate.init)
        case "wait": wait = parsed(entry, .wait) { Day($0) }
        case "priority": priority = parsed(entry, .priority) { Priority($0) }
        case "tags": tags = elements(entry, .tags)
        case "assignees": assignees = elements(entry, .assignees)
        case "rank": rank = parsed(entry, .rank) { Rank($0) }
        case "created": created = parsed(entry, .created, DueDate.init)
        case "blocked-by": blockedBy = elements(entry, .blockedBy).map { TaskID($0) }
        case "conflicts": readConflicts(entry)
        default: readOther(entry, state)
        }
    }

    /// Reads a field that has no property of its own, or notes a key of the user's own.
    private mutating func readOther(_ entry: Entry, _ state: Text) {
        guard let field = Field.keyed(entry.key) else {
            own.append(OwnEntry(key: entry.key, value: OwnValue(entry.value)))
            if entry.key == Field.state.key { compare(entry, state) }
            return
        }
        let texts =
            switch field.kind {
            case .repetition: rule(entry, field)
            case .reminders: reminders(entry, field)
            case .hierarchy, .task: shown(entry, field)
            case _ where field.isList: elements(entry, field)
            default: parsed(entry, field) { field.accepts($0) ? [$0] : nil } ?? []
            }
        if !texts.isEmpty { others[field.key] = texts }
    }

    /// Reads the salvaged lines of a malformed file, so that it is still shown.
    private mutating func readSalvage(_ pairs: [Pair], _ malformation: Malformation) {
        isMalformed = true
        problems.append(
            Problem(
                .malformed(malformation.reason), line: malformation.line,
                column: malformation.column))
        for pair in pairs {
            switch pair.key.string {
            case "title": title = oneLine(pair.value)
            case "due": due = DueDate(pair.value)
            case "tags":
                let brackets: Set<UInt8> = [UInt8(ascii: "["), UInt8(ascii: "]")]
                tags = splitList(Text(pair.value.utf8.filter { !brackets.contains($0) }))
                    .map { Field.tags.bare($0) }
            default: break
            }
        }
    }

    private mutating func readConflicts(_ entry: Entry) {
        switch entry.value {
        case .records(let maps):
            conflicts = maps.compactMap(ConflictRecord.init)
            if conflicts.count != maps.count { note(entry, .keyedRecords) }
        case .list(let elements) where elements.isEmpty: break
        case .scalar(let text) where text.isEmpty: break
        case .scalar, .list, .map, .other: note(entry, .records)
        }
    }

    private mutating func compare(_ entry: Entry, _ state: Text) {
        guard case .scalar(let text) = entry.value, text.nfc != state else { return }
        problems.append(
            Problem(
                .otherState(text, folder: state), line: entry.valueLine,
                column: entry.valueColumn))
    }
}

extension TaskFields {
    private mutating func text(_ entry: Entry, _ field: Field) -> Text? {
        guard case .scalar(let text) = entry.value else {
            note(entry, field.expected)
            return nil
        }
        return text
    }

    /// Returns the value that `parse` reads. An empty value and YAML's null are
    /// absent; any other failure is a problem.
    private mutating func parsed<Parsed>(
        _ entry: Entry, _ field: Field, _ parse: (Text) -> Parsed?
    ) -> Parsed? {
        guard let text = text(entry, field), !text.isEmpty else { return nil }
        let value = parse(text)
        if value == nil, !isNullWord(text) { note(entry, field.expected) }
        return value
    }

    /// Returns the text of a rule. A problem names the place in the rule that cannot be read.
    private mutating func rule(_ entry: Entry, _ field: Field) -> [Text] {
        guard let text = text(entry, field), !text.isEmpty, !isNullWord(text) else {
            return []
        }
        do throws(RecurrenceError) {
            _ = try RecurrenceRule(text)
            return [text]
        } catch {
            // In text with several lines or escapes, columns differ from those of the file.
            let start = [0, 1].first { entry.valueSource.dropFirst($0).starts(with: text.utf8) }
            let column = start.map { entry.valueColumn + $0 + error.column - 1 }
            problems.append(
                Problem(
                    .notARule(key: entry.key, text, expected: error.expected),
                    line: entry.valueLine, column: column ?? entry.valueColumn))
            return []
        }
    }

    /// Returns the reminders of a task. A problem names the place of each element that is not one.
    private mutating func reminders(_ entry: Entry, _ field: Field) -> [Text] {
        let elements = elements(entry, field)
        if field.isAlone(elements) { return elements }
        return elements.filter { element in
            guard Reminder(element) == nil else { return true }
            note(entry, field.expected, element: element)
            return false
        }
    }

    private mutating func elements(_ entry: Entry, _ field: Field) -> [Text] {
        let list: [Text]
        switch entry.value {
        case .list(let elements): list = elements
        case .scalar(let text): list = splitList(text)
        case .map, .records, .other:
            note(entry, field.expected)
            return []
        }
        return list.filter { !isNullWord($0) }.map { field.bare($0) }.filter { !$0.isEmpty }
    }

    /// Returns the texts of a value even if it does not fit: boards have used such keys before pmd
    /// knew them.
    private mutating func shown(_ entry: Entry, _ field: Field) -> [Text] {
        guard let value = OwnValue(entry.value).withoutNulls else { return [] }
        if value.shape != .text || !value.texts.allSatisfy(field.accepts) {
            note(entry, field.expected)
        }
        return value.texts
    }

    /// - Parameter element: The wrong element of a list; nil if the whole value is wrong.
    private mutating func note(
        _ entry: Entry, _ expected: ExpectedValue, element: Text? = nil
    ) {
        let shape = element.map(ValueShape.text) ?? ValueShape(entry.value)
        let place = element.flatMap { entry.place(of: $0) }
        problems.append(
            Problem(
                .wrongValue(key: entry.key, shape, expected: expected),
                line: place?.line ?? entry.valueLine,
                column: place?.column ?? entry.valueColumn))
    }
}

/// Returns true for the words that mean no value in YAML. They are no elements of a list either.
func isNullWord(_ text: Text) -> Bool {
    text.utf8.elementsEqual("~".utf8) || text.utf8.elementsEqual("null".utf8)
}

/// Returns a title on one line, however many lines its value has.
package func oneLine(_ text: Text) -> Text {
    guard text.utf8.contains(where: { (0x0A...0x0D).contains($0) }) else { return text }
    return Text(text.utf8.split(whereSeparator: { (0x0A...0x0D).contains($0) }).joined(by: 0x20))
}

/// Returns a file's name as words: without its code, with blanks for `-` and
/// `_`.
func words(ofName name: Text) -> Text {
    let slug =
        TaskCode.suffix(of: name.utf8) == nil
        ? name.utf8[...] : name.utf8.dropLast(TaskCode.length + 1)
    let words = slug.split { $0 == .dash || $0 == UInt8(ascii: "_") || $0.isBlank }
    return words.isEmpty ? name : Text(words.joined(by: 0x20))
}

extension Collection where Element: Collection<UInt8> {
    func joined(by separator: UInt8) -> [UInt8] { Array(joined(separator: [separator])) }
}
