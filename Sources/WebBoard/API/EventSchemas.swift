import BoardView
import MarkdownDocument
import TaskBoard

/// The schemas of server-sent events. Each event is described as an object with the event's fields,
/// and with its `data` parsed.
enum EventSchemas {
    static let all: [(name: String, json: JSONValue)] = [
        (
            "Event",
            [
                "oneOf": .array([
                    ["$ref": "#/components/schemas/BoardEvent"],
                    ["$ref": "#/components/schemas/StatusEvent"],
                    ["$ref": "#/components/schemas/ResetEvent"],
                ]),
                "discriminator": [
                    "propertyName": "event",
                    "mapping": [
                        "board": "#/components/schemas/BoardEvent",
                        "status": "#/components/schemas/StatusEvent",
                        "reset": "#/components/schemas/ResetEvent",
                    ],
                ],
            ]
        ),
        ("BoardEvent", event("board", "BoardEventData", hasID: true)),
        ("StatusEvent", event("status", "Status")),
        ("ResetEvent", event("reset", "ResetEventData")),
        (
            "BoardEventData",
            ResponseSchemas.shape([
                ("generation", .string), ("tasks", .array(.named("TaskVersion"))),
                ("settings", .boolean), ("history", .boolean), ("undo", .nullable(.named("Undo"))),
                ("redo", .nullable(.named("Undo"))), ("gone", .boolean),
            ])
        ),
        // A reset has no data: the client loads the board again.
        ("ResetEventData", ["type": "object"]),
        (
            "TaskVersion",
            ResponseSchemas.shape([("id", .string), ("version", .nullable(.string))])
        ),
    ]

    private static func event(_ name: Text, _ data: String, hasID: Bool = false) -> JSONValue {
        let id: [JSONValue.Member] = hasID ? [.init("id", ["type": "string"])] : []
        return [
            "type": "object",
            "properties": .object(
                id + [
                    .init("event", ["const": .string(name)]),
                    .init("data", ["$ref": .string(Text("#/components/schemas/" + data))]),
                ]),
            "required": .strings(id.map { Text($0.key) } + ["event", "data"]),
        ]
    }

    /// The text of a stream with each kind of event.
    static let examples: JSONValue = [
        "board": [
            "summary": "A task was changed, and another one deleted",
            "value": .string(
                Text(
                    "id: 5f0c1a-12\nevent: board\n"
                        + #"data: {"generation":"5f0c1a-12","tasks":[{"id":"k5f3m2","version":""#
                        + "3f9c2e11d08a4b6c7e5f90a1b2c3d4e5f60718293a4b5c6d"
                        + #""},{"id":"n8t4v9","version":null}],"settings":false,"history":true,"#
                        + #""undo":{"title":"Moved Fix the roof to doing","commit":""#
                        + "9b1f0c2d3e4a5b6c7d8e9f00112233445566778f"
                        + #""},"redo":null,"gone":false}"# + "\n\n")),
        ],
        "status": [
            "summary": "The state of the remote",
            "value": .string(
                Text(
                    "event: status\n"
                        + #"data: {"branch":"main","ahead":0,"behind":0,"remote":true,"#
                        + #""syncing":false,"offline":false,"failure":null,"uncommitted":[],"#
                        + #""takenBack":[],"sentence":"up to date with origin"}"# + "\n\n")),
        ],
        "reset": [
            "summary": "Events were missed: load the board again",
            "value": "event: reset\ndata: {}\n\n",
        ],
    ]
}
