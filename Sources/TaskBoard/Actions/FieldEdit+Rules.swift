package import MarkdownDocument

extension FieldEdit {
    /// Creates the edit for `KEY=VALUE`: an empty value or `none` clears, a
    /// list is split at commas, and `body` is the text.
    package init(key: Text, value: Text) {
        if key == "body" {
            self = .body(value)
        } else if key == Field.remind.key, value == Reminder.none {
            self = .set(key: key, value: value)
        } else if key != "title" && (value.isEmpty || value == "none") {
            self = .clear(key: key)
        } else if Field.keyed(key)?.isList == true {
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
    func check() throws(ActionError) {
        if let key, !FieldEdit.isSettable(key) { throw ActionError(.fixedKey(key)) }
        if case .clear("title") = self { throw ActionError(.noTitle) }
        try checkReminders()
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
        if let field = Field.keyed(key), !field.accepts(value) {
            throw ActionError(.wrongValue(key: key, value: value, expected: field.expected))
        }
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
