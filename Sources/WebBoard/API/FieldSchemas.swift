import BoardView
import MarkdownDocument
import TaskBoard

/// The shapes of the fields that a board declares, in responses and in requests.
struct FieldSchemas {
    private let fields: [Field]

    init(_ table: FieldTable) { fields = table.declared }

    var all: [(name: String, json: JSONValue)] {
        [("Fields", responses), ("FieldValues", requests)]
    }

    /// Other boards, and this one later, declare other fields.
    private var responses: JSONValue {
        [
            "type": "object",
            "description": .string(
                "The fields that the board declares: a number, the minutes of a duration, a text, "
                    + "or a list; null without a value, and for a value that does not fit"),
            "properties": .object(
                fields.map { JSONValue.Member($0.jsonKey, Self.response($0)) }),
            "required": .strings(fields.map(\.key)), "additionalProperties": Self.anyValue,
        ]
    }

    private var requests: JSONValue {
        [
            "type": "object",
            "description": .string(
                "Values of fields that the board declares, as typed or as in responses; "
                    + "null removes a value"),
            "properties": .object(
                fields.map { JSONValue.Member($0.jsonKey, Self.request($0)) }),
            "additionalProperties": .bool(false),
        ]
    }

    /// A value of a field with any declaration.
    private static let anyValue: JSONValue = {
        let one: [JSONValue] = [["type": "string"], ["type": "number"]]
        let list: JSONValue = ["type": "array", "items": ["anyOf": .array(one)]]
        return ["anyOf": .array(one + [list, ["type": "null"]])]
    }()

    private static func response(_ field: Field) -> JSONValue {
        let one: JSONValue =
            switch field.kind {
            case .number: ["type": "number"]
            case .duration: ["type": "integer", "minimum": .number(0)]
            case .choice(let values): ["type": "string", "enum": .strings(values)]
            default: ["type": "string"]
            }
        // An empty list is a list.
        return described(field, field.isList ? [list(of: one)] : [one])
    }

    private static func request(_ field: Field) -> JSONValue {
        let one: [JSONValue] =
            switch field.kind {
            case .number: [["type": "number"], ["type": "string"]]
            case .duration: [["type": "integer", "minimum": .number(0)], ["type": "string"]]
            case .choice(let values): [["type": "string", "enum": .strings(values)]]
            default: [["type": "string"]]
            }
        return described(field, field.isList ? [list(of: ["anyOf": .array(one)])] : one)
    }

    private static func list(of element: JSONValue) -> JSONValue {
        ["type": "array", "items": element]
    }

    private static func described(_ field: Field, _ shapes: [JSONValue]) -> JSONValue {
        let label = field.declaration?.label ?? field.key
        let isDuration = field.kind == .duration
        return [
            "description": .string(label.string + (isDuration ? " (minutes)" : "")),
            "anyOf": .array(shapes + [["type": "null"]]),
        ]
    }
}
