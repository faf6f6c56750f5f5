import BoardView
import MarkdownDocument
import TaskBoard

/// The shape of a JSON value: what a client may send is checked by it, and `openapi.json` has it.
indirect enum Schema: Sendable {
    case string
    case integer
    case boolean
    case array(Schema)
    case nullable(Schema)
    /// An object with these members only.
    case object([Property])
    /// An object with any members of one shape.
    case map(Schema)
    /// A shape with a name of its own.
    case named(String)
    case anything

    struct Property: Sendable {
        let name: String
        let schema: Schema
        var isRequired = false

        init(_ name: String, _ schema: Schema, isRequired: Bool = false) {
            (self.name, self.schema, self.isRequired) = (name, schema, isRequired)
        }
    }
}

extension Schema {
    /// Refuses a value of another shape (400).
    func check(_ value: JSONValue, at path: String = "") throws(Problem) {
        switch (self, value) {
        case (.anything, _), (.string, .string), (.integer, .number), (.boolean, .bool),
            (.nullable, .null):
            return
        case (.nullable(let schema), _): try schema.check(value, at: path)
        case (.array(let schema), .array(let values)):
            for (index, value) in values.enumerated() {
                try schema.check(value, at: "\(path)[\(index)]")
            }
        case (.map(let schema), .object(let members)):
            for member in members { try schema.check(member.value, at: path + "." + member.key) }
        case (.object(let properties), .object(let members)):
            try Self.check(members, by: properties, at: path)
        default: throw wrongType(at: path)
        }
    }

    private static func check(
        _ members: [JSONValue.Member], by properties: [Property], at path: String
    ) throws(Problem) {
        for member in members {
            let place = (path.isEmpty ? "" : path + ".") + member.key
            guard let property = properties.first(where: { $0.name == member.key }) else {
                let known = properties.map(\.name).joined(separator: ", ")
                throw Problem(
                    400, "unknown-member",
                    "unknown member '\(plainWords(place))'; known: \(known)",
                    "'\(plainWords(place))'은(는) 모르는 항목입니다; 아는 것: \(known)")
            }
            try property.schema.check(member.value, at: place)
        }
        for property in properties where property.isRequired {
            if !members.contains(where: { $0.key == property.name }) {
                throw Problem(
                    400, "missing-member", "'\(property.name)' is missing",
                    "'\(property.name)' 항목이 없습니다")
            }
        }
    }

    private func wrongType(at path: String) -> Problem {
        let place = path.isEmpty ? "the body" : "'\(plainWords(path))'"
        let koreanPlace = path.isEmpty ? "본문" : "'\(plainWords(path))'"
        return Problem(
            400, "wrong-type", "\(place) has the wrong type: expected \(words)",
            "\(koreanPlace)의 형식이 다릅니다; 필요한 것: \(koreanWords)")
    }

    private var words: String {
        switch self {
        case .string: "a string"
        case .integer: "a whole number"
        case .boolean: "true or false"
        case .array(let schema): "an array of \(schema.plural)"
        case .nullable(let schema): "\(schema.words) or null"
        case .object, .map, .named: "an object"
        case .anything: "any value"
        }
    }

    private var koreanWords: String {
        switch self {
        case .string: "글"
        case .integer: "정수"
        case .boolean: "true 또는 false"
        case .array(let schema): "\(schema.koreanWords)의 배열"
        case .nullable(let schema): "\(schema.koreanWords) 또는 null"
        case .object, .map, .named: "객체"
        case .anything: "아무 값"
        }
    }

    private var plural: String {
        switch self {
        case .string: "strings"
        case .integer: "whole numbers"
        default: "objects"
        }
    }
}

extension Schema {
    /// The shape as JSON Schema (2020-12) writes it.
    var json: JSONValue {
        switch self {
        case .string: ["type": "string"]
        case .integer: ["type": "integer"]
        case .boolean: ["type": "boolean"]
        case .array(let schema): ["type": "array", "items": schema.json]
        case .nullable(let schema): ["anyOf": .array([schema.json, ["type": "null"]])]
        case .map(let schema): ["type": "object", "additionalProperties": schema.json]
        case .named(let name): ["$ref": .string("#/components/schemas/\(name)")]
        case .anything: [:]
        case .object(let properties): Self.json(of: properties)
        }
    }

    private static func json(of properties: [Property]) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("type", "object"),
            .init(
                "properties",
                .object(properties.map { JSONValue.Member($0.name, $0.schema.json) })),
        ]
        let required = properties.filter(\.isRequired).map { Text($0.name) }
        if !required.isEmpty { members.append(.init("required", .strings(required))) }
        members.append(.init("additionalProperties", .bool(false)))
        return .object(members)
    }
}

extension JSONValue: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self = .string(Text(value)) }
}
