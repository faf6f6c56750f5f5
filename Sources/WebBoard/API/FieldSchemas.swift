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
        return described(
            field, field.isList ? [list(of: one)] : [one],
            example: example(of: field, isTyped: false))
    }

    private static func request(_ field: Field) -> JSONValue {
        let one: [JSONValue] =
            switch field.kind {
            case .number: [["type": "number"], ["type": "string"]]
            case .duration: [["type": "integer", "minimum": .number(0)], ["type": "string"]]
            case .choice(let values): [["type": "string", "enum": .strings(values)]]
            default: [["type": "string"]]
            }
        return described(
            field, field.isList ? [list(of: ["anyOf": .array(one)])] : one,
            example: example(of: field, isTyped: true))
    }

    private static func list(of element: JSONValue) -> JSONValue {
        ["type": "array", "items": element]
    }

    /// - Parameter isTyped: True for a value as a person types it.
    private static func example(of field: Field, isTyped: Bool) -> JSONValue {
        let one: JSONValue =
            switch field.kind {
            case .number: .number(3)
            case .duration: isTyped ? "1h30" : .number(90)
            case .choice(let values): .optional(values.first)
            case .date: "2030-12-24 15:00"
            case .day: "2030-12-24"
            case .person: "ann"
            case .task: "k5f3m2"
            default: "roof"
            }
        return field.isList ? .array([one]) : one
    }

    private static func described(
        _ field: Field, _ shapes: [JSONValue], example: JSONValue
    ) -> JSONValue {
        let label = field.declaration?.label ?? field.key
        let isDuration = field.kind == .duration
        return [
            "description": .string(label.string + (isDuration ? " (minutes)" : "")),
            "anyOf": .array(shapes + [["type": "null"]]), "examples": .array([example]),
        ]
    }
}
