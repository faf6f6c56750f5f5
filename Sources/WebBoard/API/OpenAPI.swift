import BoardView
import MarkdownDocument
import TaskBoard
import Words

/// The description of the API (OpenAPI 3.1), generated from its routes.
struct OpenAPI {
    let version: String
    /// The fields of the board, whose declared ones are described, too.
    let fields: FieldTable

    var json: JSONValue {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "pmd", "version": .string(version),
                "summary": "A board of tasks, stored as Markdown files",
            ],
            "security": .array([["token": .array([])], ["session": .array([])]]),
            "paths": .object(paths),
            "components": [
                "schemas": .object(
                    (Self.schemas + FieldSchemas(fields).all)
                        .map { JSONValue.Member($0.name, $0.json) }),
                "securitySchemes": [
                    "token": ["type": "http", "scheme": "bearer"],
                    "session": ["type": "apiKey", "in": "header", "name": "Pmd-Session"],
                    "fileKey": ["type": "apiKey", "in": "query", "name": "k"],
                    "calendarKey": ["type": "apiKey", "in": "query", "name": "key"],
                ],
                "responses": ["Problem": Self.problem],
            ],
        ]
    }

    private static let problem: JSONValue = [
        "description": "An error; nothing was changed (RFC 9457)",
        "content": [
            "application/problem+json": [
                "schema": ["$ref": "#/components/schemas/Problem"]
            ]
        ],
    ]

    /// The operations by path.
    private var paths: [JSONValue.Member] {
        var names: [String] = []
        var operations: [String: [JSONValue.Member]] = [:]
        for route in WebBoard.routes {
            let path = (route.isAtRoot ? "/" : "/api/") + route.path.joined(separator: "/")
            if operations[path] == nil { names.append(path) }
            operations[path, default: []].append(
                .init(route.method.lowercased(), operation(route)))
        }
        return names.map { .init($0, .object(operations[$0] ?? [])) }
    }

    private func operation(_ route: Route) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("operationId", .string(route.name)), .init("summary", .string(route.summary)),
        ]
        if route.access == .open { members.append(.init("security", .array([]))) }
        if route.access == .calendar {
            members.append(.init("security", .array([["calendarKey": .array([])]])))
        }
        if route.access == .file {
            members.append(
                .init(
                    "security",
                    .array([
                        ["token": .array([])], ["session": .array([])], ["fileKey": .array([])],
                    ])))
        }
        let parameters =
            route.path.filter { $0.hasPrefix("{") }.map {
                Self.json(
                    Route.Parameter(String($0.dropFirst().dropLast()), ""), in: "path")
            } + route.query.map { Self.json($0, in: "query") }
            + (route.headers + WebBoard.clientHeaders).map { Self.json($0, in: "header") }
        if !parameters.isEmpty { members.append(.init("parameters", .array(parameters))) }
        if let body = route.body {
            members.append(
                .init(
                    "requestBody",
                    [
                        "required": .bool(!route.isBodyOptional),
                        "content": ["application/json": ["schema": body.json]],
                    ]))
        }
        members.append(.init("responses", Self.responses(of: route)))
        return .object(members)
    }

    private static func json(_ parameter: Route.Parameter, in place: Text) -> JSONValue {
        [
            "name": .string(parameter.name), "in": .string(place),
            "required": .bool(place == "path"), "description": .string(parameter.summary),
            "schema": parameter.schema.json,
        ]
    }

    private static func responses(of route: Route) -> JSONValue {
        let types = [
            "events": "text/event-stream", "calendar-feed": "text/calendar",
            "file": "application/octet-stream",
        ]
        let type = types[route.name] ?? "application/json"
        return .object([
            .init(
                String(route.status),
                [
                    "description": .string(route.summary),
                    "content": .object([.init(type, ["schema": route.answer.json])]),
                ]),
            .init("default", ["$ref": "#/components/responses/Problem"]),
        ])
    }
}

extension OpenAPI {
    /// The schemas of responses. Clients may rely on the members listed here; responses may have
    /// more.
    private static let schemas: [(name: String, json: JSONValue)] = [
        (
            "Problem",
            shape([
                ("type", .string), ("title", .string), ("status", .integer), ("code", .string),
                ("detail", .string),
            ])
        ),
        ("Card", shape(card)),
        ("Task", shape(task)),
        ("Change", shape(task + [("report", .named("Report"))])),
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
        ("Cards", shape([("tasks", .array(.named("Card"))), ("next", .nullable(.string))])),
        (
            "Tasks",
            shape([
                ("tasks", .array(.named("Card"))), ("count", .integer),
                ("next", .nullable(.string)), ("hint", .nullable(.string)),
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
                ("form", .array(formField)),
            ])
        ),
        (
            "Settings",
            shape([
                ("states", .array(.string)), ("finished", .array(.string)), ("start", .string),
                ("limits", .map(.integer)), ("labels", .map(.string)),
                ("bodyLimit", .nullable(.integer)),
                ("views", .array(.map(.string))),
            ])
        ),
        (
            "SettingsChange", shape([("settings", .named("Settings")), ("report", .anything)])
        ),
        (
            "History",
            shape([("entries", .array(.map(.anything))), ("next", .nullable(.string))])
        ),
        (
            "Session",
            shape([
                ("session", .nullable(.map(.anything))), ("user", .nullable(.string)),
                ("me", .string),
                ("readOnly", .nullable(.string)), ("board", .map(.string)), ("language", .string),
                ("version", .string),
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

    private static let snooze = object([("id", .string), ("until", .string)])

    private static func shape(_ members: [(String, Schema)]) -> JSONValue {
        [
            "type": "object",
            "properties": .object(members.map { JSONValue.Member($0.0, $0.1.json) }),
            "required": .strings(members.map { Text($0.0) }),
        ]
    }

    /// The members of a card, from the field table.
    private static let card: [(String, Schema)] =
        Field.inJSON.filter { $0 != .body }.map { ($0.jsonKey, schema(of: $0)) } + [
            ("ref", .string), ("name", .string), ("overdue", .boolean), ("extra", .map(.anything)),
            ("fields", .named("Fields")),
            ("problems", .array(.map(.anything))), ("version", .string),
            ("marks", .array(.map(.anything))), ("excerpt", .array(.string)),
            ("overdueAt", .nullable(.string)), ("facts", .array(.string)),
        ]

    private static let task =
        card + [
            ("body", .string), ("rendered", .array(.map(.anything))),
            ("choices", .array(.map(.anything))), ("blocks", .array(.map(.anything))),
            ("blockers", .array(.map(.anything))), ("children", .array(.map(.anything))),
            ("progress", .nullable(.string)), ("named", .array(.map(.anything))),
            ("misfits", .map(.string)), ("lengthWarning", .nullable(.string)),
        ]

    private static func schema(of field: Field) -> Schema {
        switch field.kind {
        case .checklist: .map(.integer)
        case .conflicts: .array(.map(.anything))
        case .id, .path, .state: .string
        case .line where field == .title: .string
        default: field.isList && field.kind != .reminders ? .array(.string) : .anything
        }
    }
}
