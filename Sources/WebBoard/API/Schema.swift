import BoardView
import MarkdownDocument
import TaskBoard
import Words

/// The shape of a JSON value, for checking client input and for `openapi.json`.
indirect enum Schema: Sendable {
    case string
    case integer
    case boolean
    case array(Schema)
    case nullable(Schema)
    /// An object with exactly these members.
    case object([Property])
    /// An object with arbitrary keys and values of one shape.
    case map(Schema)
    /// A named shape. In a request, its members are checked where they are read.
    case named(String)
    case anything
    /// A string, a number, a boolean, several strings, or null.
    case plainValue

    struct Property: Sendable {
        let name: String
        let schema: Schema
        var isRequired = false
        var summary: String?

        init(
            _ name: String, _ schema: Schema, isRequired: Bool = false, summary: String? = nil
        ) {
            (self.name, self.schema) = (name, schema)
            (self.isRequired, self.summary) = (isRequired, summary)
        }
    }
}

extension Schema {
    /// Rejects a value of another shape (400).
    func check(_ value: JSONValue, at path: String = "") throws(ProblemDetails) {
        switch (self, value) {
        case (.anything, _), (.string, .string), (.integer, .number), (.boolean, .bool),
            (.nullable, .null), (.named, .object), (.plainValue, .string), (.plainValue, .number),
            (.plainValue, .decimal), (.plainValue, .bool), (.plainValue, .null):
            return
        case (.plainValue, .array(let values)) where values.allSatisfy({ $0.text != nil }):
            return
        case (.nullable(let schema), _): try schema.check(value, at: path)
        case (.array(let schema), .array(let values)):
            for (index, value) in values.enumerated() {
                try schema.check(value, at: "\(path)[\(index)]")
            }
        case (.map(let schema), .object(let members)):
            for member in members {
                try schema.check(member.value, at: Self.place(of: member.key, in: path))
            }
        case (.object(let properties), .object(let members)):
            try Self.check(members, by: properties, at: path)
        default: throw ProblemDetails(.wrongType(at: path, expected: shape))
        }
    }

    private static func check(
        _ members: [JSONValue.Member], by properties: [Property], at path: String
    ) throws(ProblemDetails) {
        for member in members {
            let place = Self.place(of: member.key, in: path)
            guard let property = properties.first(where: { $0.name == member.key }) else {
                throw ProblemDetails(.unknownMember(place, known: properties.map(\.name)))
            }
            try property.schema.check(member.value, at: place)
        }
        for property in properties where property.isRequired {
            if !members.contains(where: { $0.key == property.name }) {
                throw ProblemDetails(.missingMember(property.name))
            }
        }
    }

    private static func place(of key: String, in path: String) -> String {
        (path.isEmpty ? "" : path + ".") + key
    }

    /// The shape as named in messages.
    private var shape: JSONShape {
        switch self {
        case .string: .string
        case .integer: .integer
        case .boolean: .boolean
        case .array(let schema): .array(schema.shape)
        case .nullable(let schema): .nullable(schema.shape)
        case .object, .map, .named: .object
        case .anything: .anything
        case .plainValue: .plainValue
        }
    }
}

extension Schema {
    /// The shape as JSON Schema (2020-12).
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
        case .plainValue:
            [
                "anyOf": .array([
                    ["type": "string"], ["type": "number"], ["type": "boolean"],
                    ["type": "array", "items": ["type": "string"]], ["type": "null"],
                ])
            ]
        case .object(let properties): Self.json(of: properties)
        }
    }

    private static func json(of properties: [Property]) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("type", "object"),
            .init(
                "properties",
                .object(properties.map { JSONValue.Member($0.name, $0.json) })),
        ]
        let required = properties.filter(\.isRequired).map { Text($0.name) }
        if !required.isEmpty { members.append(.init("required", .strings(required))) }
        members.append(.init("additionalProperties", .bool(false)))
        return .object(members)
    }
}

extension Schema.Property {
    fileprivate var json: JSONValue {
        guard let summary else { return schema.json }
        return schema.json.adding([.init("description", .string(summary))])
    }
}

extension JSONValue: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self = .string(Text(value)) }
}
