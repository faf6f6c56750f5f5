/// A field of a task: one row of the table that every layer reads.
///
/// A row defines the field's key in files, words, queries and JSON, the kind of its value, and how
/// it merges. The layers above define the meaning of a kind. The table is in the lowest layer that
/// needs it, since the order of keys and the quoting of values in a file depend on it.
package struct Field: Sendable {
    /// The key in the front matter, in queries, and in words that set the
    /// field.
    package let key: Text
    package let kind: Kind
    /// The word for one element of a list.
    package let singular: Text?
    /// The key in JSON, and its position among the others: scripts may rely on the order. The
    /// position is nil for values that JSON only has with the history.
    package let jsonKey: String
    private let jsonPlace: Int?
    /// True if quick entry and edits read `KEY:VALUE`.
    package let isTyped: Bool
    /// True if the value is a list of the kind's values.
    private let isMany: Bool
    /// The declaration in `pmd.yml`; nil for a field of pmd.
    package let declaration: Declaration?
    /// True if `sort:` accepts it.
    package let isSortable: Bool
    /// True if cards show the value, or each element of a list, as it is. Marks that mean more,
    /// such as an overdue date, are in `BoardView/Mark.swift`.
    package let isOnCards: Bool
    private let rule: MergeRule
    /// The first board format whose merges follow the rule.
    private let format: Int

    private init(
        _ key: Text, _ kind: Kind, singular: Text? = nil, json place: Int? = nil,
        jsonKey: String? = nil, typed: Bool = false, sorted: Bool = false, onCards: Bool = false,
        merge rule: MergeRule = .value,
        since format: Int = 1
    ) {
        self.key = key
        self.kind = kind
        self.singular = singular
        self.jsonKey = jsonKey ?? key.string
        jsonPlace = place
        (isTyped, isSortable, isOnCards) = (typed, sorted, onCards)
        (self.rule, self.format) = (rule, format)
        (isMany, declaration) = (false, nil)
    }

    /// Creates a field that a board declares. It merges like any key that pmd does not know, by the
    /// shape of its value, so that clones with other declarations make the same merges.
    package init(_ key: Text, _ kind: Kind, many: Bool = false, declaredBy declaration: Declaration)
    {
        (self.key, self.kind, self.declaration) = (key, kind, declaration)
        (singular, jsonKey, jsonPlace) = (nil, key.string, nil)
        (isTyped, isSortable, isOnCards) = (true, !many, declaration.isOnCards)
        (isMany, rule, format) = (many, .value, 1)
    }

    /// The attributes of a declared field besides its type.
    package struct Declaration: Hashable, Sendable {
        /// True if cards show the value.
        package var isOnCards = false
        /// The value of new tasks, as typed.
        package var initial: Text?
        /// The name for people.
        package var label: Text?
        /// The keys that the field had before, which tasks of other clones may still have.
        package var former: [Text] = []

        package init() {}
    }

    /// The fields: the keys of a file in their usual order, then those that are
    /// not in the front matter.
    package static let all: [Field] = [
        title, due, wait, priority, tags, assignees, project, created, finished, rank, remind,
        `repeat`, parent, blockedBy, conflicts, state, body, checklist, id, path, updated, urgency,
    ]

    package static let title = Field("title", .line, json: 4, typed: true, sorted: true)
    package static let due = Field("due", .date, json: 5, typed: true, sorted: true)
    package static let wait = Field("wait", .day, json: 11, typed: true, sorted: true)
    package static let priority = Field("priority", .priority, json: 6, typed: true, sorted: true)
    package static let tags = Field(
        "tags", .tags, singular: "tag", json: 7, typed: true, onCards: true, merge: .elements)
    package static let assignees = Field(
        "assignees", .people, singular: "assignee", json: 8, typed: true, onCards: true,
        merge: .elements)
    package static let project = Field(
        "project", .hierarchy, json: 18, typed: true, sorted: true, onCards: true)
    package static let created = Field("created", .moment, json: 10, sorted: true)
    /// The finish time that another tool recorded. Without it, the time is taken from the history.
    package static let finished = Field("finished", .moment, sorted: true)
    package static let rank = Field("rank", .rank, json: 9, sorted: true, merge: .rank)
    package static let remind = Field("remind", .reminders, json: 14, typed: true)
    package static let `repeat` = Field("repeat", .repetition, json: 15, typed: true)
    /// The task of which this one is a part.
    package static let parent = Field("parent", .task, json: 19, typed: true)
    package static let blockedBy = Field(
        "blocked-by", .references, json: 16, jsonKey: "blockedBy", typed: true, merge: .elements)
    package static let conflicts = Field("conflicts", .conflicts, json: 17, merge: .records)

    package static let state = Field("state", .state, json: 3, typed: true, sorted: true)
    package static let body = Field("body", .body, json: 13)
    package static let checklist = Field("checklist", .checklist, json: 12)
    package static let id = Field("id", .id, json: 1, sorted: true)
    package static let path = Field("path", .path, json: 2, sorted: true)
    package static let updated = Field("updated", .pastTime, sorted: true)
    package static let urgency = Field("urgency", .urgency, sorted: true)
}

extension Field {
    package enum Kind: Hashable, Sendable {
        /// One line of text.
        case line
        /// A planned day, with or without a time.
        case date
        /// A planned day.
        case day
        /// A moment in the past.
        case moment
        case priority, repetition, rank
        /// A decimal number.
        case number
        /// Hours and minutes, such as `1h30`.
        case duration
        /// One of these values, in their order.
        case choice([Text])
        case person
        /// A task, by its ID.
        case task
        /// Names from the whole to the part, separated by dots, such as `work.code`.
        case hierarchy
        // Lists:
        case tags, people, reminders
        /// Tasks, by their IDs.
        case references
        /// Conflicts: the values that lost a merge.
        case conflicts
        // Not in the front matter:
        case state, body, checklist, id, path
        /// A moment that is stored in the history.
        case pastTime
        /// A number that is computed from the other fields.
        case urgency
    }

    /// The rule for merging a field's values on two sides.
    package enum MergeRule: Hashable, Sendable {
        /// One value stays, and the other becomes a conflict.
        case value
        /// Every addition and every removal of either side applies.
        case elements
        /// The value follows the state.
        case rank
        /// Conflicts merge as a set.
        case records
    }

    /// The keys of the front matter, in their usual order.
    package static let keys: [Field] = all.filter(\.isKey)

    /// The fields that JSON always has, in its order.
    package static let inJSON: [Field] = all.filter { $0.jsonPlace != nil }
        .sorted { ($0.jsonPlace ?? 0) < ($1.jsonPlace ?? 0) }

    /// The fields that cards show as they are.
    package static let onCards: [Field] = all.filter(\.isOnCards)

    /// Returns the field of a key in the front matter.
    package static func keyed(_ key: Text) -> Field? { keys.first { $0.key == key } }

    /// Returns the field that a word of a query or an edit refers to, by its key or its singular.
    package static func named(_ word: Text) -> Field? {
        all.first { $0.key == word || $0.singular == word }
    }

    /// Returns the rule with which boards of a format merge the field.
    package func mergeRule(inFormat format: Int) -> MergeRule {
        format >= self.format ? rule : .value
    }

    /// True if the field is a key of the front matter.
    package var isKey: Bool {
        switch kind {
        case .state, .body, .checklist, .id, .path, .pastTime, .urgency: false
        default: true
        }
    }

    package var isList: Bool {
        switch kind {
        case .tags, .people, .reminders, .references: true
        default: isMany
        }
    }

    /// True if the board declares the field in `pmd.yml`.
    package var isDeclared: Bool { declaration != nil }
}

extension Field.Kind {
    /// The type that a YAML reader may give the values: such values are written
    /// plain, as users write them.
    var scalarKind: ScalarKind {
        switch self {
        case .date, .day, .moment: .moment
        case .number: .number
        default: .string
        }
    }
}

extension Field: Hashable {
    package static func == (a: Field, b: Field) -> Bool { a.key == b.key }
    package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension Field {
    /// Returns the position of a key among others: the fields in their usual order, then the
    /// user's own keys, and the conflicts last.
    static func place(of key: Text) -> Int {
        if key == conflicts.key { return keys.count }
        return keys.firstIndex { $0.key == key } ?? keys.count - 1
    }
}
