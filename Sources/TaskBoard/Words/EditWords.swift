package import MarkdownDocument

/// The words of `pmd edit`: changes, and the tasks to change.
package struct EditWords: Hashable, Sendable {
    package var edits: [FieldEdit] = []
    /// The words with neither a sign nor a key.
    package var references: [String] = []
    private let fields: FieldTable
    private let isOwnInput: Bool

    /// Reads `+tag`, `@person`, `!priority`, `KEY:VALUE` of a known key and
    /// `KEY=VALUE` of any key. `-x` and `not:x` remove a tag, `-@ann` and
    /// `not:@ann` a person, and `due:none` removes a value. For a list,
    /// `tags:x` adds an element, as in quick entry, and `tags=x` replaces all
    /// elements.
    ///
    /// - Throws: The first word whose value cannot be used.
    package init(
        _ words: [String], now: Moment, me: Text? = nil, fields: FieldTable,
        isOwnInput: Bool = false
    ) throws(WordError) {
        (self.fields, self.isOwnInput) = (fields, isOwnInput)
        let words = words.map { Text($0) }
        var index = 0
        while index < words.count {
            let word = words[index]
            index += 1
            if case .key(let field, let value) = FieldWord(word, fields),
                let whole = MultiWordValue(of: field, value, words[index...], now: now)
            {
                try set(field, whole.text, in: word, now: now, me: me)
                index += whole.count
            } else {
                try take(word, now: now, me: me)
            }
            guard edits.count <= Self.mostEdits else {
                throw WordError(word, .manyWords(limit: Self.mostEdits))
            }
        }
    }

    /// The maximum number of changes in one edit. Each is made on its own in each task.
    private static let mostEdits = 1_024

    private mutating func take(_ word: Text, now: Moment, me: Text?) throws(WordError) {
        if let edits = try removal(word, now: now, me: me) {
            self.edits += edits
            return
        }
        switch FieldWord(word, fields, isOwnInput: isOwnInput) {
        case .tags(let tags): edits += tags.map { .add(key: Field.tags.key, element: $0) }
        case .assignees(let names):
            edits += try people(names, in: word, me: me).map {
                .add(key: Field.assignees.key, element: $0)
            }
        case .priority(let priority):
            edits.append(.set(key: Field.priority.key, value: priority.text))
        case .key(let key, let value): try set(key, value, in: word, now: now, me: me)
        case .plain:
            if let edit = try assignment(word, now: now, me: me) {
                edits += edit
            } else {
                if let error = FieldWord.shortPriority(word, isOwnInput: isOwnInput)
                    ?? ForeignKey.error(of: word, mayBeTitle: false)
                {
                    throw error
                }
                if let error = NearKey.error(of: word, fields) { throw error }
                references.append(word.string)
            }
        }
    }

    private func removal(
        _ word: Text, now: Moment, me: Text?
    ) throws(WordError) -> [FieldEdit]? {
        guard word.utf8.count > 1, let bytes = removed(by: word.utf8[...]) else { return nil }
        let rest = Text(bytes)
        switch FieldWord(rest, fields) {
        case .assignees(let names):
            return try people(names, in: word, me: me).map {
                .remove(key: Field.assignees.key, element: $0)
            }
        case .tags(let tags): return tags.map { .remove(key: Field.tags.key, element: $0) }
        case .priority: return [.clear(key: Field.priority.key)]
        case .key(let key, let value) where key.isList:
            return try key.elements(value, in: word, now: now, me: me)
                .map { .remove(key: key.key, element: $0) }
        case .key, .plain:
            // A tag of another tool may begin with a sign, as in `not:+@phone`.
            let tags = splitList(
                rest.utf8.first == UInt8(ascii: "+") ? Text(rest.utf8.dropFirst()) : rest)
            guard !tags.isEmpty, !rest.utf8.contains(0x3A), rest.utf8.first != .dash else {
                throw WordError(word, .notRemovable(rest))
            }
            if tags.count == 1, tags[0] == rest, let field = fields.named(rest), field.isTyped {
                throw WordError(word, .tagLikeKey(key: field.key, tag: rest))
            }
            return tags.map { .remove(key: Field.tags.key, element: $0) }
        }
    }

    private mutating func set(
        _ field: Field, _ value: Text, in word: Text, now: Moment, me: Text?
    ) throws(WordError) {
        try EditWords.requireEditable(field.key, in: word)
        if value.isEmpty, field != .title { throw WordError(word, .emptyChange(key: field.key)) }
        if value == "none", field.kind == .reminders {
            // `none` differs from a missing key, which means the default reminder.
            edits.append(.set(key: field.key, value: value))
        } else if value == "none", field != .title {
            edits.append(.clear(key: field.key))
        } else if field.isList {
            let elements = try field.elements(value, in: word, now: now, me: me)
            edits += elements.map { .add(key: field.key, element: $0) }
        } else if DateShift.isDate(field), DateShift(value, fields) != nil {
            edits.append(.set(key: field.key, value: value))
        } else {
            let value = try field.value(value, in: word, now: now, me: me)
            edits.append(.set(key: field.key, value: value))
        }
    }

    /// Returns the edit of `KEY=VALUE`, which any key accepts; nil for another
    /// word.
    private func assignment(
        _ word: Text, now: Moment, me: Text?
    ) throws(WordError) -> [FieldEdit]? {
        guard let sign = word.utf8.firstIndex(of: UInt8(ascii: "=")),
            isKeyName(word.utf8[..<sign])
        else { return nil }
        let key = Text(word.utf8[..<sign])
        let value = fields.value(Text(word.utf8[(sign + 1)...]))
        try EditWords.requireEditable(key, in: word)
        // `p=h` is `p:h`, and `p=` removes the priority.
        let typed = fields.typed(key, value: value.isEmpty ? "none" : value)
        guard let known = typed, known.isTyped else {
            // A key by mistake can be removed.
            if !value.isEmpty,
                let error = NearKey.error(of: key, sign: "=", value, in: word, fields)
            {
                throw error
            }
            return [value.isEmpty ? .clear(key: key) : .set(key: key, value: value)]
        }
        if value.isEmpty, known != .title { return [.clear(key: known.key)] }
        if known.isList, value != "none" {
            let elements = try known.elements(value, in: word, now: now, me: me)
            return [.setList(key: known.key, elements: elements)]
        }
        var edits = EditWords(fields)
        try edits.set(known, value, in: word, now: now, me: me)
        return edits.edits
    }

    private init(_ fields: FieldTable) { (self.fields, isOwnInput) = (fields, false) }

    /// Returns true if commands parse a word as a task instead of a change or an option.
    static func isReference(_ word: Text) -> Bool {
        FieldWord(word, .standard) == .plain && word.utf8.first != .dash
            && !word.utf8.starts(with: "not:".utf8) && !word.utf8.contains(UInt8(ascii: "="))
    }

    /// Throws for a key with a command of its own, which does more than change
    /// the value.
    static func requireEditable(_ key: Text, in word: Text) throws(WordError) {
        if let key = WordError.CommandKey(rawValue: key.string) {
            throw WordError(word, .keyOfCommand(key))
        }
        switch key.string {
        case "id", "path", "is", "has", "no", "sort", "text", "view", "where":
            throw WordError(word, .keyOfQueries(key))
        default: return
        }
    }
}

/// Returns true if these bytes can be a typed key of the front matter.
func isKeyName(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, first.isASCIILetter || first >= 0x80 || first == 0x5F else {
        return false
    }
    return bytes.allSatisfy {
        $0.isASCIILetter || $0.isASCIIDigit || $0 >= 0x80 || $0 == .dash || $0 == 0x5F
    }
}
