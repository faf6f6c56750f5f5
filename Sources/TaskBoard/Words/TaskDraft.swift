package import MarkdownDocument

/// A typed task without a file. The values are spelled as in the file.
package struct TaskDraft: Hashable, Sendable {
    /// The title; empty if only other words were typed.
    package var title = Text("")
    package var body: Text?
    /// The code that a client chose; nil for one that the board chooses.
    package var code: Text?
    /// The values of keys that pmd does not know, in the order in which they
    /// were typed.
    package var extra: [Pair] = []
    /// Lists under keys that pmd does not know.
    package var edits: [FieldEdit] = []
    fileprivate(set) var texts: [Field: [Text]] = [:]
    /// The declared fields whose defaults the new task does not get.
    package var declined: Set<Field> = []

    package init(title: Text = "") { self.title = title }

    /// The value of a field other than the title, or the elements of its list.
    /// References to tasks and the state are as typed.
    package subscript(field: Field) -> [Text] {
        get { texts[field] ?? [] }
        set { texts[field] = newValue.isEmpty ? nil : newValue }
    }

    private subscript(one field: Field) -> Text? {
        get { self[field].first }
        set { self[field] = newValue.map { [$0] } ?? [] }
    }
}

extension TaskDraft {
    /// The named state. The caller checks whether the board has it.
    package var state: Text? {
        get { self[one: .state] }
        set { self[one: .state] = newValue }
    }
    package var due: Text? {
        get { self[one: .due] }
        set { self[one: .due] = newValue }
    }
    package var priority: Text? {
        get { self[one: .priority] }
        set { self[one: .priority] = newValue }
    }
    package var tags: [Text] {
        get { self[.tags] }
        set { self[.tags] = newValue }
    }
    package var assignees: [Text] {
        get { self[.assignees] }
        set { self[.assignees] = newValue }
    }

    /// Returns the references to tasks in all fields.
    package func references(_ fields: FieldTable) -> [Text] {
        fields.keys.filter(\.namesTasks).flatMap { self[$0] }
    }
}

extension TaskDraft {
    /// Sets the fields without a value to the defaults that the board declares.
    ///
    /// - Throws: ``WordError`` for a default that is not a value of its field today.
    package mutating func addDefaults(
        _ fields: FieldTable, now: Moment, me: Text?
    ) throws(WordError) {
        for field in fields.declared where self[field].isEmpty && !declined.contains(field) {
            self[field] = try field.initialValues(now: now, me: me)
        }
    }
}

extension Field {
    /// Returns the default that the board declares as values; none without a default.
    ///
    /// - Throws: ``WordError`` for a default that is not a value of the field today.
    func initialValues(now: Moment, me: Text?) throws(WordError) -> [Text] {
        guard let initial = declaration?.initial else { return [] }
        do throws(WordError) {
            return try values(typed: initial, now: now, me: me)
        } catch {
            throw WordError("fields.\(key).default", error.reason)
        }
    }
}

extension TaskDraft {
    /// Creates a draft from the edits of a client. Clearing a declared field declines its default.
    ///
    /// - Throws: ``ActionError`` for a value that no new task can have.
    package init(_ edits: [FieldEdit], fields: FieldTable) throws(ActionError) {
        self.init()
        take(edits, fields: fields)
    }

    /// Replaces the values of fields with those of a client's edits.
    package mutating func take(_ edits: [FieldEdit], fields: FieldTable) {
        for edit in edits {
            switch edit {
            case .body(let text), .append(let text): body = text
            case .set(Field.title.key, let value): title = value
            case .set(let key, let value):
                if let field = fields.keyed(key) {
                    self[field] = [value]
                } else {
                    extra.removeAll { $0.key == key }
                    extra.append(Pair(key: key, value: value))
                }
            case .setList(let key, let elements):
                guard let field = fields.keyed(key) else {
                    self.edits.append(edit)
                    continue
                }
                self[field] = elements
            case .clear(let key):
                extra.removeAll { $0.key == key }
                guard let field = fields.keyed(key) else { continue }
                self[field] = []
                if field.isDeclared { declined.insert(field) }
            case .add, .remove: break
            }
        }
    }
}
