import BoardView
import HTTPServer
import MarkdownDocument
import TaskBoard
import TestSupport
import Testing
import Words

@testable import WebBoard

/// The OpenAPI description of the REST API.
struct OpenAPITests {
    private static func description(_ fields: FieldTable = .standard) throws -> JSON {
        let json = OpenAPI(version: "1.0", fields: fields).json
        return try JSON(String(decoding: json.encoded(), as: UTF8.self))
    }

    @Test func `the fields that the board declares are described with their types`() throws {
        var declaration = Field.Declaration()
        declaration.label = "단계"
        let table = FieldTable([
            Field("estimate", .duration, declaredBy: Field.Declaration()),
            Field("stage", .choice(["idea", "spec"]), declaredBy: declaration),
            Field("links", .line, many: true, declaredBy: Field.Declaration()),
        ])
        let schemas = try Self.description(table)["components"]?["schemas"]
        let shown = schemas?["Fields"]?["properties"]
        #expect(shown?["estimate"]?["anyOf"]?[0]?["type"] == "integer")
        #expect(shown?["stage"]?["anyOf"]?[0]?["enum"] == ["idea", "spec"])
        #expect(shown?["stage"]?["description"] == "단계")
        #expect(shown?["links"]?["anyOf"]?[0]?["items"]?["type"] == "string")
        #expect(schemas?["Fields"]?["required"] == ["estimate", "stage", "links"])
        let sent = schemas?["FieldValues"]
        #expect(sent?["properties"]?["estimate"]?["anyOf"]?[1]?["type"] == "string")
        #expect(sent?["additionalProperties"] == .bool(false))
        #expect(
            schemas?["Task"]?["properties"]?["fields"]?["$ref"] == "#/components/schemas/Fields")
    }

    /// All values of a key, at any depth.
    private static func values(of key: String, in json: JSON) -> [JSON] {
        switch json {
        case .object(let members, _):
            (members[key].map { [$0] } ?? []) + members.values.flatMap { values(of: key, in: $0) }
        case .array(let elements): elements.flatMap { values(of: key, in: $0) }
        default: []
        }
    }

    @Test func `every reference resolves to a definition`() throws {
        let description = try Self.description()
        let references = Self.values(of: "$ref", in: description).compactMap(\.text)
        #expect(references.count > 30)
        for reference in references {
            let parts = reference.split(separator: "/").map(String.init)
            #expect(parts.first == "#")
            var target: JSON? = description
            for part in parts.dropFirst() { target = target?[part] }
            #expect(target != nil, "\(reference)")
        }
    }

    @Test func `client generators find a schema for each content, and one for all problems`()
        throws
    {
        let description = try Self.description()
        let contents = Self.values(of: "content", in: description["paths"] ?? .null)
        #expect(contents.count > 300)
        for content in contents {
            for type in content.keys {
                let schema = content[type]?["schema"]
                #expect(schema != nil, "\(type)")
                guard type == "application/problem+json" else { continue }
                #expect(schema?["$ref"] == "#/components/schemas/Problem")
            }
        }
        let code = description["components"]?["schemas"]?["ProblemCode"]
        guard case .array(let codes)? = code?["enum"] else {
            Issue.record("the codes are not an enumeration")
            return
        }
        #expect(Set(codes.compactMap(\.text)) == Set(ProblemCode.table.map(\.code)))
        #expect(Set(codes.compactMap(\.text)).count == codes.count)
    }

    @Test func `an attached file has the type that a browser shows, or that of any bytes`() throws {
        let file = try Self.description()["paths"]?["/files/{blob}"]?["get"]
        let types = file?["responses"]?["200"]?["content"]?.keys ?? []
        #expect(
            Set(types) == [
                "application/octet-stream", "image/avif", "image/gif", "image/jpeg", "image/png",
                "image/webp", "text/plain",
            ])
    }

    @Test(
        arguments: [
            ("/api/attachments", "post", ["task"]), ("/api/calendar", "get", ["from", "to"]),
            ("/api/board", "get", []),
        ] as [(String, String, [String])])
    func `a parameter is required if a request without it is refused`(
        path: String, method: String, names: [String]
    ) async throws {
        let operation = try Self.description()["paths"]?[path]?[method]
        guard case .array(let parameters)? = operation?["parameters"] else {
            Issue.record("no parameters")
            return
        }
        let required = parameters.filter { $0["required"] == .bool(true) }
        #expect(required.compactMap { $0["name"]?.text } == names)
        #expect(parameters.contains { $0["name"] == "Pmd-Window" })
        let answer = try await Site().ask(method.uppercased(), path, nil)
        #expect((answer.status == 400) == !names.isEmpty)
    }

    @Test func `the board's description has no refusal of a query, which the board reports`()
        async throws
    {
        let responses = try Self.description()["paths"]?["/api/board"]?["get"]?["responses"]
        #expect(responses?["200"] != nil && responses?["404"] == nil)
        let site = try await Site()
        for query in ["view=nothing", "q=due:gibberish"] {
            let answer = try await site.ask("GET", "/api/board?" + query)
            #expect(try answer.status == 200 && answer.json["queryProblem"]?.text != nil)
        }
    }

    @Test func `HEAD is described, and accepted like GET`() async throws {
        #expect(try Self.description()["info"]?["description"]?.text?.contains("HEAD") == true)
        #expect(try await Site().ask("HEAD", "/api/board").status == 200)
    }

    @Test func `every operation has a unique name, and its path's parameters`()
        throws
    {
        let description = try Self.description()
        let names = Self.values(of: "operationId", in: description).compactMap(\.text)
        #expect(names.count == WebBoard.routes.count && Set(names).count == names.count)
        guard case .object(let paths, _) = description["paths"] else { return }
        for (path, operations) in paths {
            guard case .object(let operations, _) = operations else { continue }
            for (method, operation) in operations {
                let named = path.split(separator: "{").dropFirst().map {
                    String($0.prefix { $0 != "}" })
                }
                var listed: [String] = []
                if case .array(let parameters) = operation["parameters"] {
                    listed = parameters.filter { $0["in"] == "path" }.compactMap {
                        $0["name"]?.text
                    }
                }
                #expect(listed == named, "\(method) \(path)")
            }
        }
    }

    /// Actions without a route of their own: another action's route with a value.
    private static let byOthers: [BoardAction: String] = [
        .editFile: "edit", .pickUp: "move-to", .toTop: "move-to", .toBottom: "move-to",
        .finish: "move-to", .tag: "change", .assign: "change", .priority: "change",
        .due: "change", .wait: "change", .remind: "edit",
        .duplicate: "act", .drafts: "edit", .past: "board", .filter: "list", .showAll: "board",
    ]
    /// Actions that exist only on a surface.
    private static let ofSurface: Set<BoardAction> = [
        .menu, .select, .nextMatch, .nextConflict, .nextView, .previousView, .density, .reminder,
        .palette, .help, .quit,
    ]

    @Test(arguments: BoardAction.allCases)
    func `every board action has a request`(action: BoardAction) {
        let names = WebBoard.routes.map(\.name)
        if Self.ofSurface.contains(action) {
            #expect(!action.isChange)
        } else {
            #expect(names.contains(Self.byOthers[action] ?? action.name))
        }
    }

    @Test func `every list has the same parameters of paging`() {
        for route in WebBoard.routes where route.query.contains(where: { $0.name == "after" }) {
            let limit = route.query.first { $0.name == "limit" }
            #expect(limit?.range != nil, "\(route.name)")
            guard case .named(let name) = route.answer else { continue }
            let shape = ResponseSchemas.all.first { $0.name == name }?.json
            #expect(shape?["properties"]?["next"] != nil, "\(route.name)")
        }
    }

    @Test func `no GET request makes a change`() {
        for route in WebBoard.routes {
            #expect(route.method == "GET" ? route.access != .writing : true)
            if route.access == .reading, route.method != "GET" { #expect(route.name == "sign-out") }
        }
        #expect(
            WebBoard.routes.filter { $0.access == .open }.map(\.name).sorted() == [
                "prove-server", "sign-in", "words",
            ])
    }

    /// `Site` compares each response of each test with the description. These have no other test.
    @Test(arguments: [
        "/api/board", "/api/tasks", "/api/board/todo", "/api/status", "/api/session",
        "/api/history", "/api/settings", "/api/words", "/api/reminders", "/api/stats",
        "/api/calendar?from=2030-01-01&to=2030-01-31", "/api/dates?text=fri", "/api/entry?text=a",
    ])
    func `responses are as described`(target: String) async throws {
        let site = try await Site()
        _ = try await site.add(
            #"{"title":"A","due":"2030-01-02","remind":["1d"],"body":"- [ ] a\n"}"#)
        #expect(try await site.ask("GET", target).status == 200)
    }

    @Test func `a response that differs from the description is noticed`() throws {
        for (text, fault) in [
            (#"{"tasks":[],"count":0,"next":null}"#, nil),
            (#"{"tasks":[],"count":"0","next":null}"#, ".count"),
            (#"{"tasks":[],"next":null}"#, "'count' is missing"),
            (#"{"tasks":[{}],"count":1,"next":null}"#, ".tasks[0]"),
        ] {
            let found = Described.fault(in: try JSON(text), named: "Cards")
            #expect(found == nil ? fault == nil : found!.contains(fault ?? "?"), "\(text)")
        }
    }

    @Test func `each code of the gate is described with its status`() {
        for refusal in AccessRefusal.allCases {
            let (status, code) = refusal.statusAndCode
            #expect(ProblemCode.table.contains { $0.status == status && $0.code == code })
        }
    }

    @Test func `each example of a body is accepted`() async throws {
        for route in WebBoard.routes {
            guard let body = route.body, !route.isBodyOptional, route.access == .writing else {
                continue
            }
            let example = try #require(Examples.bodies[route.name], "\(route.name)")
            try body.check(example)
        }
        let site = try await Site()
        for name in ["add", "create", "edit", "edit-body", "move-to", "annotate", "set"] {
            let route = try #require(WebBoard.routes.first { $0.name == name })
            let example = try #require(Examples.bodies[name])
            let path = route.path.map { $0.hasPrefix("{") ? "k5f3m2" : $0 }.joined(separator: "/")
            let condition = route.headers.first { ["If-None-Match", "If-Match"].contains($0.name) }
            let answer = try await site.ask(
                route.method, "/api/" + path, String(decoding: example.encoded(), as: UTF8.self),
                condition.map { [$0.name: "*"] } ?? [:])
            #expect(answer.status == route.status, "\(name)")
        }
    }
}
