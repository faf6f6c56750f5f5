package import MarkdownDocument
package import TaskBoard
package import Words

/// A field of a task's form, as data.
///
/// The terminal board draws it, and the page receives it with its words and builds its form from
/// it. A row of the field table that words can set appears in both forms.
package struct FormField: Sendable {
    /// How a form shows a text, and how it completes it.
    package enum Kind: String, CaseIterable, Sendable {
        /// A line of prose.
        case text
        /// A line in words that pmd reads, such as a repetition.
        case rule
        /// A day in words, or from a calendar.
        case date
        /// One of the field's ``FormField/choices``, or none.
        case choice
        /// Values, separated by commas.
        case list
        /// Lines of prose.
        case body
    }

    package let field: Field
    package let kind: Kind

    /// The field of a row that a form can change; nil for any other row.
    package init?(_ field: Field) {
        guard let kind = Kind(of: field) else { return nil }
        (self.field, self.kind) = (field, kind)
    }

    /// Returns the fields of a form, in order: those of the front matter as in a file, those that
    /// the board declares, and the body.
    package static func all(_ fields: FieldTable) -> [FormField] {
        (fields.keys.filter(\.isTyped) + [.body]).compactMap(FormField.init)
    }

    /// True if a task cannot be without a value.
    package var isRequired: Bool { field == .title }

    /// True if the field can hold the texts of both sides.
    package var holdsBoth: Bool {
        switch kind {
        case .text, .list, .body: true
        case .rule, .date, .choice: false
        }
    }

    /// The values to choose from, with their names.
    package var choices: [(value: Text, name: Bilingual)] {
        switch field.kind {
        case .priority: Priority.allCases.map { ($0.text, $0.name.words) }
        case .choice(let values): values.map { ($0, Bilingual(untranslated: $0.string)) }
        default: []
        }
    }

    /// The name in the reader's language; the key for a field without a name.
    package func label(_ language: Language) -> String {
        Self.labels[field]?.text(language) ?? (field.declaration?.label ?? field.key).string
    }

    private static let labels: [Field: BoardText] = [
        .title: .fieldTitle, .due: .fieldDue, .wait: .fieldWait, .priority: .fieldPriority,
        .tags: .fieldTags, .assignees: .fieldAssignees, .remind: .fieldRemind,
        .repeat: .fieldRepeat, .blockedBy: .fieldBlockedBy, .body: .body,
        .project: .fieldProject, .parent: .fieldParent,
    ]
}

extension FormField.Kind {
    fileprivate init?(of field: Field) {
        switch field.kind {
        case _ where field.isList: self = .list
        case .line, .number, .duration, .person, .task, .hierarchy: self = .text
        case .choice: self = .choice
        case .repetition: self = .rule
        case .date, .day: self = .date
        case .priority: self = .choice
        case .tags, .people, .reminders, .references: self = .list
        case .body: self = .body
        case .moment, .rank, .conflicts, .state, .checklist, .id, .path, .pastTime, .urgency:
            return nil
        }
    }
}

extension Field {
    /// Returns the values of texts that were written in a form or sent to the API, spelled for a
    /// file.
    ///
    /// A value that a file may have keeps its spelling, since it may not have been edited.
    ///
    /// - Parameters:
    ///   - texts: One text, or the elements of a list.
    ///   - me: The person that `me` stands for.
    func values(
        written texts: [Text], now: Moment, me: Text?
    ) throws(WordError) -> [Text] {
        var values: [Text] = []
        for text in texts {
            let isAsInFile = (dateSense != nil || self == .remind) && accepts(text)
            let read = isAsInFile ? [text] : try self.values(typed: text, now: now, me: me)
            values += read.filter { !values.contains($0) }
        }
        return values
    }
}

extension FormField: Hashable {
    package static func == (a: FormField, b: FormField) -> Bool { a.field == b.field }
    package func hash(into hasher: inout Hasher) { hasher.combine(field) }
}

extension Priority {
    /// The word on cards.
    var name: BoardText {
        switch self {
        case .high: .high
        case .medium: .medium
        case .low: .low
        }
    }
}
