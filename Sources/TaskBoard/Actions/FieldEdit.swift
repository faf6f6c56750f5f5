package import MarkdownDocument

/// One typed change of a task.
package enum FieldEdit: Hashable, Sendable {
    /// Sets a key to a value, in its spelling for the file.
    case set(key: Text, value: Text)
    /// Sets a key to exactly these elements.
    case setList(key: Text, elements: [Text])
    /// Removes a key.
    case clear(key: Text)
    /// Adds an element to a list, or removes one.
    case add(key: Text, element: Text)
    case remove(key: Text, element: Text)
    /// Replaces the body, or appends text to it.
    case body(Text)
    case append(Text)
}

extension FieldEdit {
    /// Returns the field that is changed; nil for a key that the board does not know.
    func field(_ fields: FieldTable) -> Field? {
        switch self {
        case .set(let key, _), .setList(let key, _), .clear(let key), .add(let key, _),
            .remove(let key, _):
            fields.keyed(key)
        case .body, .append: .body
        }
    }
}

extension FieldEdit {
    /// Creates the edit for `KEY=VALUE`: an empty value or `none` clears, a
    /// list is split at commas, and `body` is the text.
    package init(key: Text, value: Text, fields: FieldTable = .standard) {
        if key == "body" {
            self = .body(value)
        } else if key == Field.remind.key, value == Reminder.none {
            self = .set(key: key, value: value)
        } else if key != "title" && (value.isEmpty || value == "none") {
            self = .clear(key: key)
        } else if fields.keyed(key)?.isList == true {
            self = .setList(key: key, elements: splitList(value))
        } else {
            self = .set(key: key, value: value)
        }
    }

    /// Creates the edit that gives a field these values; an empty list clears it.
    package init(_ field: Field, _ values: [Text]) {
        if values.isEmpty {
            self = .clear(key: field.key)
        } else if field.isList, !field.isAlone(values) {
            self = .setList(key: field.key, elements: values)
        } else {
            self = .set(key: field.key, value: values[0])
        }
    }

    /// Throws for an edit that the format does not allow, before any file is read.
    ///
    /// - Parameter mayShift: True if a date may be a distance from one of the task's own.
    func check(_ fields: FieldTable, mayShift: Bool = false) throws(ActionError) {
        if let key, !FieldEdit.isSettable(key) { throw ActionError(.fixedKey(key)) }
        if case .clear("title") = self { throw ActionError(.noTitle) }
        try checkReminders()
        try checkElements(fields)
        guard case .set(let key, let value) = self else { return }
        if value.utf8.contains(where: isLineBreak) { throw ActionError(.severalLines(key: key)) }
        if key == "title" && plainWords(value).isEmpty { throw ActionError(.noTitle) }
        if key == Field.repeat.key {
            do throws(RecurrenceError) {
                _ = try RecurrenceRule(value)
            } catch {
                throw ActionError(.notARule(value, error))
            }
        }
        guard let field = fields.keyed(key) else { return }
        // A reference and a distance from a date are resolved later.
        let isLater =
            field.namesTasks
            || mayShift && DateShift.isDate(field) && DateShift(value, fields) != nil
        guard isLater || field.accepts(value), field == .title || !isNullWord(value) else {
            throw ActionError(.wrongValue(key: key, value: value, expected: field.expected))
        }
    }

    /// Throws for an element that would not be read again, or that does not fit a declared list.
    private func checkElements(_ fields: FieldTable) throws(ActionError) {
        let elements: [Text]
        switch self {
        case .setList(_, let list): elements = list
        case .add(_, let element): elements = [element]
        default: return
        }
        guard let field = field(fields) else { return }
        let isChecked = field.isDeclared && !field.namesTasks
        guard
            let wrong = elements.first(where: {
                isNullWord($0) || isChecked && !field.accepts($0)
            })
        else { return }
        throw ActionError(
            .wrongValue(key: field.key, value: wrong, expected: field.expectedElement))
    }

    /// Throws for an element of `remind` that is not a reminder.
    private func checkReminders() throws(ActionError) {
        let elements: [Text]
        switch self {
        case .setList(Field.remind.key, let list): elements = list
        case .add(Field.remind.key, let element): elements = [element]
        default: return
        }
        guard let wrong = elements.first(where: { Reminder($0) == nil }) else { return }
        throw ActionError(
            .wrongValue(key: Field.remind.key, value: wrong, expected: .reminderInFile))
    }

    var key: Text? {
        switch self {
        case .set(let key, _), .setList(let key, _), .clear(let key), .add(let key, _),
            .remove(let key, _):
            key
        case .body, .append: nil
        }
    }

    /// Ranks and conflicts have commands of their own; any other key must be a
    /// word that YAML reads without quotes.
    private static func isSettable(_ key: Text) -> Bool {
        if ["conflicts", "rank", "body"].contains(key) || key.utf8.first == .dash { return false }
        var isWord = !key.isEmpty && key.utf8.count <= 60
        eachScalar(key.utf8) { scalar, _, _ in
            isWord = isWord && (nameScalar(scalar) == .word || scalar == 0x2D || scalar == 0x5F)
            return isWord
        }
        return isWord
    }
}

extension Document {
    /// Returns the document after one edit, in its own spelling and line
    /// breaks.
    func applying(
        _ edit: FieldEdit, in path: BoardPath?, fields: FieldTable = .standard
    ) throws(ActionError) -> Document {
        try edited(in: path) { (document) throws(EditError) in
            switch edit {
            case .set("title", let title): try document.settingTitle(title)
            case .set(let key, let value):
                try document.setting(key, to: value, as: fields.keyed(key)?.kind)
            case .clear(let key):
                document.entry(key) == nil ? document : try document.removing(key)
            case .add(let key, let element):
                try document.adding(element, toListOf: key)
            case .remove(let key, let element):
                try document.removing(document.elements(key, meaning: element), from: key)
            case .setList(let key, let elements):
                document.elements(key) == elements
                    ? document : try document.setting(key, toList: elements)
            case .body(let text):
                try document.replacingBody(document.lineEnds(endingInNewline(text.utf8)))
            case .append(let text):
                text.isEmpty ? document : try document.appendingToBody(document.lineEnds(text.utf8))
            }
        }
    }

    /// Returns the document after one edit, and adds the path of the task to
    /// its errors.
    func edited(
        in path: BoardPath?, _ edit: (Document) throws(EditError) -> Document
    ) throws(ActionError) -> Document {
        do throws(EditError) {
            return try edit(self)
        } catch {
            throw ActionError(.refusedEdit(error), path: path)
        }
    }
}

// MARK: Lists

extension Document {
    /// Returns the elements of a list as they are spelled; a scalar is split at
    /// commas.
    private func elements(_ key: Text) -> [Text] {
        switch entry(key)?.value {
        case .list(let elements): elements
        case .scalar(let text): splitList(text)
        case .map, .records, .other, nil: []
        }
    }

    private func removing(_ elements: [Text], from key: Text) throws(EditError) -> Document {
        var document = self
        for element in elements { document = try document.removing(element, from: key) }
        return document
    }

    /// Returns the spellings in the list that mean an element: `#house` means
    /// `house` too.
    private func elements(_ key: Text, meaning element: Text) -> [Text] {
        guard let field = Field.keyed(key) else { return elements(key).filter { $0 == element } }
        return elements(key).filter { field.areSame($0, element) }
    }

    /// Returns the document with an element that its list did not have. A reminder takes the place
    /// of `none`.
    private func adding(_ element: Text, toListOf key: Text) throws(EditError) -> Document {
        if Field.keyed(key)?.isAlone(elements(key)) == true {
            return try setting(key, toList: [element])
        }
        return elements(key, meaning: element).isEmpty ? try adding(element, to: key) : self
    }
}

// MARK: Titles

extension Document {
    /// Changes the source of the title: `title:`, or else the first heading. A
    /// document with neither, or whose heading cannot hold the title, gets a
    /// `title:`.
    private func settingTitle(_ title: Text) throws(EditError) -> Document {
        let hasKey = entry("title").map { $0.value != .scalar("") } ?? false
        guard !hasKey, let heading = firstHeading else { return try setting("title", to: title) }
        if heading == title { return self }
        do {
            return try settingFirstHeading(to: title)
        } catch .touchesMore {
            return try setting("title", to: title)
        }
    }
}

// MARK: Line ends

extension Document {
    /// Returns a text with the line breaks of this file.
    func lineEnds(_ text: [UInt8]) -> [UInt8] {
        guard usesCRLF else { return text }
        var result: [UInt8] = []
        for byte in text {
            if byte == .lineFeed && result.last != UInt8(ascii: "\r") {
                result.append(UInt8(ascii: "\r"))
            }
            result.append(byte)
        }
        return result
    }
}
