import BoardView
import MarkdownDocument
import TaskBoard

/// The schemas of responses. Clients may rely on the members listed here; responses may have more.
enum ResponseSchemas {
    static let all: [(name: String, json: JSONValue)] = [
        (
            "Problem",
            shape([
                ("type", .string), ("title", .string), ("status", .integer),
                ("code", .named("ProblemCode")), ("detail", .string), ("plain", .string),
            ])
        ),
        ("ProblemCode", problemCode),
        ("Card", shape(card, examples: Examples.fields)),
        ("Task", shape(task, examples: Examples.fields)),
        ("Change", shape(task + [("report", .named("Report"))], examples: Examples.fields)),
        (
            "Mark", shape([("kind", .string), ("text", .string), ("tone", .string)])
        ),
        (
            "Link",
            shape([("id", .string), ("title", .nullable(.string)), ("finished", .boolean)])
        ),
        (
            "Conflict",
            shape([
                ("n", .integer), ("key", .string), ("value", .string), ("by", .string),
                ("at", .string),
            ])
        ),
        (
            "Choice",
            shape([
                ("n", .integer), ("key", .string), ("current", .nullable(.string)),
                ("value", .string), ("deletion", .boolean), ("by", .string), ("at", .string),
                ("choices", .array(.string)),
            ])
        ),
        (
            "FileProblem",
            shape([("message", .string), ("line", .integer), ("column", .integer)])
        ),
        (
            "Source",
            shape([
                ("id", .string), ("path", .string), ("text", .string), ("version", .string),
                ("problems", .array(.named("FileProblem"))),
            ])
        ),
        (
            "HistoryEntry",
            shape([
                ("commit", .string), ("at", .string), ("by", .string), ("action", .string),
                ("id", .nullable(.string)), ("title", .nullable(.string)),
                ("changes", .array(.named("FieldChange"))), ("undoes", .nullable(.string)),
                ("redoes", .nullable(.string)), ("sentence", .string), ("reorder", .boolean),
            ])
        ),
        (
            "FieldChange",
            shape([("key", .string), ("from", .anything), ("to", .anything)])
        ),
        (
            "Report",
            shape([
                ("sentences", .array(.string)), ("notices", .array(.string)),
                ("undo", .nullable(.named("Undo"))), ("redo", .nullable(.named("Undo"))),
                ("commit", .nullable(.string)),
            ])
        ),
        ("Undo", shape([("title", .string), ("commit", .string)])),
        ("Reports", shape([("report", .named("Report"))])),
        (
            "Reminders",
            shape([
                ("due", .array(reminder)), ("next", .nullable(.string)),
                ("snoozed", .array(snooze)),
            ])
        ),
        ("Snoozed", shape([("until", .nullable(.string)), ("sentence", .string)])),
        ("Calendar", shape([("days", .array(calendarDay))])),
        (
            "Statistics",
            shape([
                ("states", .array(.string)), ("finished", .array(.string)),
                ("weeks", .array(week)), ("lead", durations), ("cycle", durations),
                ("inProgress", .array(started)), ("by", .nullable(.string)),
                ("groups", .array(group)), ("flow", .array(flowPoint)),
                ("keys", .array(.string)),
            ])
        ),
        (
            "Cards",
            shape([
                ("tasks", .array(.named("Card"))), ("count", .integer),
                ("next", .nullable(.string)),
            ])
        ),
        (
            "Tasks",
            shape([
                ("tasks", .array(.named("Card"))), ("count", .integer),
                ("next", .nullable(.string)), ("warnings", .array(.string)),
            ])
        ),
        (
            "Column",
            shape([
                ("state", .string), ("label", .string), ("count", .integer),
                ("limit", .nullable(.integer)),
                ("overLimit", .boolean), ("finished", .boolean), ("unknown", .boolean),
                ("matching", .nullable(.integer)), ("waiting", .integer), ("hidden", .integer),
                ("tasks", .array(.named("Card"))), ("next", .nullable(.string)),
            ])
        ),
        (
            "Board",
            shape([
                ("generation", .nullable(.string)), ("id", .string), ("name", .string),
                ("readOnly", .nullable(.string)), ("settings", .named("Settings")),
                ("columns", .array(.named("Column"))), ("undo", .nullable(.named("Undo"))),
                ("redo", .nullable(.named("Undo"))), ("queryProblem", .nullable(.string)),
                ("settingsError", .nullable(.string)), ("sorted", .boolean),
                ("form", .array(formField)), ("plan", object(planned)),
                ("viewPlans", .array(object(planned + [("name", .string)]))),
            ])
        ),
        (
            "Settings",
            shape([
                ("states", .array(.string)), ("finished", .array(.string)), ("start", .string),
                ("limits", .map(.integer)), ("labels", .map(.string)),
                ("bodyLimit", .nullable(.integer)), ("covers", .boolean),
                ("attachmentLimit", .integer),
                ("views", .array(.map(.string))),
            ])
        ),
        (
            "SettingsChange",
            shape([("settings", .named("Settings")), ("report", .named("Report"))])
        ),
        (
            "History",
            shape([("entries", .array(.named("HistoryEntry"))), ("next", .nullable(.string))])
        ),
        (
            "Session",
            shape([
                ("session", .nullable(.map(.anything))), ("user", .nullable(.string)),
                ("me", .string),
                ("readOnly", .nullable(.string)), ("board", .map(.string)), ("language", .string),
                ("version", .string), ("reachable", .array(.string)),
            ])
        ),
        (
            "Status",
            shape([
                ("branch", .nullable(.string)), ("ahead", .nullable(.integer)),
                ("behind", .nullable(.integer)), ("remote", .boolean), ("syncing", .boolean),
                ("offline", .boolean), ("failure", .nullable(.string)),
                ("uncommitted", .array(.string)), ("takenBack", .array(.string)),
                ("sentence", .string),
            ])
        ),
        (
            "Sync",
            shape([
                ("pushed", .integer), ("received", .integer), ("merged", .integer),
                ("conflicts", .integer), ("committed", .integer), ("offline", .boolean),
                ("takenBack", .array(.string)),
                ("failure", .nullable(.string)), ("notices", .array(.string)),
                ("status", .named("Status")),
            ])
        ),
        (
            "Words",
            shape([
                ("language", .string), ("words", .map(.string)),
                ("actions", .array(.map(.anything))), ("form", .array(formField)),
            ])
        ),
    ]

    /// One enumeration, as generators of clients expect it, with the meanings as a list.
    private static let problemCode: JSONValue = {
        var seen: Set<String> = []
        let codes = ProblemCode.table.map(\.code).filter { seen.insert($0).inserted }
        let meanings = ProblemCode.table.map { "- `\($0.code)` (\($0.status)): \($0.meaning)" }
        return [
            "type": "string", "description": .string(meanings.joined(separator: "\n")),
            "enum": .strings(codes.map { Text($0) }),
        ]
    }()

    private static func object(_ members: [(String, Schema)]) -> Schema {
        .object(members.map { Schema.Property($0.0, $0.1, isRequired: true) })
    }

    private static let calendarDay = object([
        ("day", .string), ("tasks", .array(.named("Card"))),
    ])

    private static let week = object([
        ("week", .string), ("added", .integer), ("finished", .integer), ("removed", .integer),
        ("open", .integer), ("states", .map(.integer)),
    ])

    private static let durations = object([
        ("count", .integer), ("median", .nullable(.integer)), ("p85", .nullable(.integer)),
    ])

    private static let started = object([
        ("id", .string), ("ref", .string), ("title", .string), ("state", .string),
        ("since", .string),
    ])

    private static let group = object([
        ("value", .nullable(.string)), ("weeks", .array(week)), ("lead", durations),
        ("cycle", durations),
    ])

    private static let flowPoint = object([("at", .string), ("counts", .array(.integer))])

    private static let reminder = object([
        ("id", .string), ("title", .string), ("words", .string),
        (
            "keys",
            .array(object([("id", .string), ("due", .string), ("element", .string)]))
        ),
    ])

    private static let formField = object([
        ("key", .string), ("field", .string), ("kind", .string), ("label", .string),
        ("type", .nullable(.string)),
        ("required", .boolean), ("both", .boolean),
        ("choices", .array(object([("value", .string), ("label", .string)]))),
    ])

    /// A query as data, or the part of it that needs the server.
    private static let planned: [(String, Schema)] = [
        (
            "plan",
            .nullable(
                object([
                    ("find", .map(.anything)), ("sort", .array(order)), ("finished", .boolean),
                    ("waiting", .boolean),
                ]))
        ), ("needs", .nullable(.string)),
    ]

    private static let order = object([
        ("field", .string), ("kind", .string), ("descending", .boolean),
        ("choices", .array(.string)), ("terms", .array(.map(.anything))),
    ])

    private static let snooze = object([("id", .string), ("until", .string)])

    /// - Parameter examples: Values of members.
    static func shape(
        _ members: [(String, Schema)], examples: [String: JSONValue] = [:]
    ) -> JSONValue {
        let properties = members.map { name, schema -> JSONValue.Member in
            guard let example = examples[name], case .object(let own) = schema.json else {
                return .init(name, schema.json)
            }
            return .init(name, .object(own + [.init("examples", .array([example]))]))
        }
        return [
            "type": "object", "properties": .object(properties),
            "required": .strings(members.map { Text($0.0) }),
        ]
    }

    /// The members of a card, from the field table.
    private static let card: [(String, Schema)] =
        Field.inJSON.filter { $0 != .body }.map { ($0.jsonKey, schema(of: $0)) } + [
            ("ref", .string), ("name", .string), ("overdue", .boolean),
            ("extra", .map(.plainValue)), ("fields", .named("Fields")),
            ("problems", .array(.named("FileProblem"))), ("version", .string),
            ("marks", .array(.named("Mark"))), ("excerpt", .array(.string)),
            ("overdueAt", .nullable(.string)), ("facts", .array(.string)),
        ]

    private static let task =
        card + [
            ("body", .string), ("rendered", .array(.map(.anything))),
            ("choices", .array(.named("Choice"))), ("blocks", .array(.named("Link"))),
            ("blockers", .array(.named("Link"))), ("children", .array(.named("Link"))),
            ("progress", .nullable(.string)), ("named", .array(.named("Link"))),
            ("itemLines", .array(.integer)), ("misfits", .map(.string)),
            ("lengthWarning", .nullable(.string)),
        ]

    private static func schema(of field: Field) -> Schema {
        switch field.kind {
        case .checklist: .map(.integer)
        case .conflicts: .array(.named("Conflict"))
        case .id, .path, .state, .body: .string
        case .line where field == .title: .string
        case .reminders: .nullable(.array(.string))
        default: field.isList ? .array(.string) : .nullable(.string)
        }
    }
}
