import BoardView
import HTTPServer
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// Compares responses with `openapi.json`, so that each test also tests the description.
struct Described {
    private static let description: JSON? = try? JSON(
        String(
            decoding: OpenAPI(version: "1.0", fields: .standard).json.encoded(), as: UTF8.self))

    /// Records an issue if the operation's description does not have the response.
    static func check(
        _ answer: Site.Answer, to method: String, _ target: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let path = HTTPRequest.target(target)?.path ?? []
        let segments = path.first == "api" ? Array(path.dropFirst()) : path
        let route = WebBoard.routes.first {
            $0.method == method && $0.isAtRoot == (path.first != "api")
                && $0.parameters(of: segments) != nil
        }
        guard let route, let description else { return }
        let name = (route.isAtRoot ? "/" : "/api/") + route.path.joined(separator: "/")
        let responses = description["paths"]?[name]?[method.lowercased()]?["responses"]
        let response = responses?[String(answer.status)]
        #expect(
            response != nil, "\(method) \(name): \(answer.status) is not described",
            sourceLocation: sourceLocation)
        let type = answer.headers["content-type"] ?? ""
        guard type.hasSuffix("json"), answer.stream == nil, !answer.bytes.isEmpty,
            answer.headers["content-encoding"] == nil, let response
        else { return }
        let fault = fault(in: try answer.json, by: response["content"]?[type]?["schema"], at: "")
        #expect(
            fault == nil, "\(method) \(name) \(answer.status): \(fault ?? "")",
            sourceLocation: sourceLocation)
        guard type == "application/problem+json" else { return }
        let codes = (response["description"]?.text ?? "").split(separator: ", ").map(String.init)
        let code = try answer.code ?? ""
        #expect(
            codes.contains(code), "\(method) \(name) \(answer.status): \(code) is not described",
            sourceLocation: sourceLocation)
    }

    /// Returns the first place where a value does not fit a schema of the description.
    static func fault(in value: JSON, named name: String) -> String? {
        fault(in: value, by: description?["components"]?["schemas"]?[name], at: "")
    }

    private static func fault(in value: JSON, by schema: JSON?, at place: String) -> String? {
        guard let schema else { return "\(place): no schema" }
        if let name = schema["$ref"]?.text?.split(separator: "/").last {
            return fault(
                in: value, by: description?["components"]?["schemas"]?[String(name)], at: place)
        }
        if let constant = schema["const"], constant != value { return "\(place): not \(constant)" }
        if case .array(let values)? = schema["enum"], !values.contains(value) {
            return "\(place): \(value) is none of \(values.count) values"
        }
        if case .array(let all)? = schema["allOf"] {
            for part in all {
                if let found = fault(in: value, by: part, at: place) { return found }
            }
        }
        for key in ["anyOf", "oneOf"] {
            guard case .array(let some)? = schema[key] else { continue }
            let faults = some.map { fault(in: value, by: $0, at: place) }
            if !faults.contains(nil) { return faults.compactMap { $0 }.joined(separator: "; ") }
        }
        return typeFault(in: value, by: schema, at: place)
    }

    private static func typeFault(in value: JSON, by schema: JSON, at place: String) -> String? {
        switch (schema["type"]?.text, value) {
        case (nil, _), ("string", .string), ("boolean", .bool), ("null", .null),
            ("integer", .number), ("number", .number), ("number", .decimal):
            break
        case ("array", .array(let elements)):
            for (index, element) in elements.enumerated() {
                let found = fault(in: element, by: schema["items"], at: "\(place)[\(index)]")
                if let found { return found }
            }
        case ("object", .object): break
        default: return "\(place): \(value) is not \(schema["type"]?.text ?? "")"
        }
        guard case .object(let members, _) = value else { return nil }
        if case .array(let required)? = schema["required"] {
            for name in required.compactMap(\.text) where members[name] == nil {
                return "\(place): '\(name)' is missing"
            }
        }
        for (name, member) in members {
            var rule = schema["properties"]?[name]
            if rule == nil, schema["additionalProperties"] != nil {
                if schema["additionalProperties"] == .bool(false) {
                    return "\(place): '\(name)' is not described"
                }
                rule = schema["additionalProperties"]
            }
            guard let rule else { continue }
            if let found = fault(in: member, by: rule, at: "\(place).\(name)") { return found }
        }
        return nil
    }
}
