import BoardView
import MarkdownDocument
import TaskBoard
import Words

/// The description of the API (OpenAPI 3.1), generated from its routes.
struct OpenAPI {
    let version: String
    /// The fields of the board, whose declared ones are described, too.
    let fields: FieldTable
    /// The path below which the client reaches the server; empty for the root.
    var base = ""

    var json: JSONValue {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "pmd", "version": .string(version),
                "summary": "A board of tasks, stored as Markdown files",
                "description": "Each GET operation also accepts HEAD, which returns no content.",
            ],
            "servers": .array([["url": .string(Text(base + "/"))]]),
            "security": .array([["token": .array([])], ["session": .array([])]]),
            "paths": .object(paths),
            "components": [
                "schemas": .object(
                    (ResponseSchemas.all + EventSchemas.all + FieldSchemas(fields).all)
                        .map { JSONValue.Member($0.name, $0.json) }),
                "securitySchemes": [
                    "token": ["type": "http", "scheme": "bearer"],
                    "session": ["type": "apiKey", "in": "header", "name": "Pmd-Session"],
                    "fileKey": ["type": "apiKey", "in": "query", "name": "k"],
                    "calendarKey": ["type": "apiKey", "in": "query", "name": "key"],
                ],
            ],
        ]
    }

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
            var content: [JSONValue.Member] = [.init("schema", body.json)]
            if let example = Examples.bodies[route.name] {
                content.append(.init("example", example))
            }
            members.append(
                .init(
                    "requestBody",
                    [
                        "required": .bool(!route.isBodyOptional),
                        "content": ["application/json": .object(content)],
                    ]))
        }
        if route.hasFile {
            members.append(
                .init(
                    "requestBody",
                    [
                        "required": .bool(true), "description": "the file, as it is",
                        "content": ["application/octet-stream": Self.bytes],
                    ]))
        }
        members.append(.init("responses", Self.responses(of: route)))
        return .object(members)
    }

    private static func json(_ parameter: Route.Parameter, in place: Text) -> JSONValue {
        var schema: [JSONValue.Member] = []
        if case .object(let members) = parameter.schema.json { schema = members }
        if let (values, standard) = parameter.range {
            schema += [
                .init("minimum", .number(values.lowerBound)),
                .init("maximum", .number(values.upperBound)),
                .init("default", .number(standard)),
            ]
        }
        var members: [JSONValue.Member] = [
            .init("name", .string(parameter.name)), .init("in", .string(place)),
            .init("required", .bool(place == "path" || parameter.isRequired)),
            .init("description", .string(parameter.summary)), .init("schema", .object(schema)),
        ]
        if let example = parameter.example { members.append(.init("example", .string(example))) }
        return .object(members)
    }

    private static func responses(of route: Route) -> JSONValue {
        var responses = [
            JSONValue.Member(
                String(route.status),
                [
                    "description": .string(route.summary),
                    "content": .object(content(of: route)),
                ])
        ]
        if route.hasEntityTag {
            responses.append(
                .init("304", ["description": "The client has this response: see 'If-None-Match'"]))
        }
        let codes = ProblemCode.codes(of: route)
        for status in Set(codes.map(\.status)).sorted() {
            let names = codes.filter { $0.status == status }.map { Text($0.code) }
            responses.append(.init(String(status), problem(names)))
        }
        return .object(responses)
    }

    /// The media types of a response, with their schemas.
    private static func content(of route: Route) -> [JSONValue.Member] {
        if route.name == "file" {
            let shown = MediaType.allCases.map { String($0.rawValue.prefix { $0 != ";" }) }
            return (["application/octet-stream"] + shown).map { .init($0, bytes) }
        }
        let types = ["events": "text/event-stream", "calendar-feed": "text/calendar"]
        var content: [JSONValue.Member] = [.init("schema", route.answer.json)]
        if route.name == "events" { content.append(.init("examples", EventSchemas.examples)) }
        return [.init(types[route.name] ?? "application/json", .object(content))]
    }

    /// A file. Client generators leave out an operation whose content has no schema.
    private static let bytes: JSONValue = ["schema": ["type": "string", "format": "binary"]]

    /// A problem document with one of these codes. Client generators leave out a response that
    /// restricts the codes in its schema.
    private static func problem(_ codes: [Text]) -> JSONValue {
        [
            "description": .string(codes.map(\.string).joined(separator: ", ")),
            "content": [
                "application/problem+json": [
                    "schema": ["$ref": "#/components/schemas/Problem"]
                ]
            ],
        ]
    }
}
