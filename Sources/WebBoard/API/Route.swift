import BoardView
import HTTPServer
import MarkdownDocument
import TaskBoard
import Words

/// An operation of the API, with its parameters and its response. Requests are handled, and
/// `openapi.json` is generated, from the same values.
struct Route: Sendable {
    typealias Handler = @Sendable (WebBoard, APIRequest) async throws -> HTTPResponse

    let method: String
    /// The segments after `/api`; a name in braces is a placeholder.
    let path: [String]
    /// True for a path that is not below `/api`.
    let isAtRoot: Bool
    /// The operation's name in `openapi.json`: the action's name if there is one.
    let name: String
    let summary: String
    var access: Gate.Access
    /// The supported query parameters.
    var query: [Parameter] = []
    /// The supported header fields.
    var headers: [Parameter] = []
    var body: Schema?
    /// True if the body is a file, of any type.
    var hasFile: Bool { access == .uploading }
    /// True if the body is optional.
    var isBodyOptional = false
    var answer: Schema
    var status = 200
    /// The codes of problems with the operation's subject, see ``ProblemCode``.
    var problems: [String] = []
    let handler: Handler

    struct Parameter: Sendable {
        let name: String
        let summary: String
        let schema: Schema
        /// The smallest and the greatest number, and the one without the parameter.
        let range: (values: ClosedRange<Int>, standard: Int)?
        let example: Text?
        /// True if the route refuses a request without it.
        var isRequired = false

        init(
            _ name: String, _ summary: String, _ schema: Schema = .string, example: Text? = nil,
            isRequired: Bool = false
        ) {
            (self.name, self.summary, self.schema) = (name, summary, schema)
            (range, self.example, self.isRequired) = (nil, example, isRequired)
        }

        /// Creates a parameter with a number.
        init(_ name: String, _ summary: String, in values: ClosedRange<Int>, standard: Int) {
            (self.name, self.summary, schema) = (name, summary, .integer)
            (range, example) = ((values, standard), nil)
        }

        /// Creates the parameter `limit` of a list. Every list has a `next`, which a client sends
        /// as ``after`` to get the following page.
        static func limit(_ entries: String, most: Int = 100_000, standard: Int = 100) -> Parameter
        {
            Parameter(
                "limit", "the maximum number of \(entries)", in: 1...most, standard: standard)
        }

        /// The end of the previous page.
        static let after = Parameter("after", "the 'next' value of the previous page, unchanged")

        static let ifNoneMatch = Parameter(
            "If-None-Match", "the 'ETag' of a response that the client has: 304 if it is unchanged")
    }

    init(
        _ method: String, _ path: String, _ name: String, _ summary: String,
        query: [Parameter] = [], headers: [Parameter] = [], body: Schema? = nil,
        isBodyOptional: Bool = false, answer: Schema, status: Int = 200,
        problems: [String] = [], access: Gate.Access? = nil, isAtRoot: Bool = false,
        _ handler: @escaping Handler
    ) {
        (self.method, self.isAtRoot) = (method, isAtRoot)
        self.path = path.split(separator: "/").map(String.init)
        (self.name, self.summary) = (name, summary)
        self.access = access ?? (method == "GET" ? .reading : .writing)
        (self.query, self.headers, self.body) = (query, headers, body)
        (self.isBodyOptional, self.answer, self.status) = (isBodyOptional, answer, status)
        self.problems = problems
        self.handler = handler
    }

    /// True if responses have an entity tag.
    var hasEntityTag: Bool {
        method == "GET" && headers.contains { $0.name == Parameter.ifNoneMatch.name }
    }

    /// The query parameters whose errors refuse the request. The page shows the whole board with
    /// the error of a query.
    var strictQuery: [Parameter] {
        name == "board" ? query.filter { $0.name != "q" && $0.name != "view" } : query
    }

    /// Returns the values of the placeholders; nil if the path belongs to another route.
    func parameters(of segments: some Collection<String>) -> [String: String]? {
        guard segments.count == path.count else { return nil }
        var values: [String: String] = [:]
        for (pattern, segment) in zip(path, segments) {
            if pattern.hasPrefix("{") {
                guard !segment.isEmpty else { return nil }
                values[String(pattern.dropFirst().dropLast())] = segment
            } else if pattern != segment {
                return nil
            }
        }
        return values
    }
}

/// A request for one route that has passed the gate.
struct APIRequest: Sendable {
    let request: HTTPRequest
    let client: Gate.Client
    let parameters: [String: String]
    /// The task in the path.
    let id: TaskID
    let body: JSONValue
    let language: Language
    /// The current time, in ``zone``.
    let now: Moment
    /// The time at which the words of the request were typed, as given by an offline page:
    /// "tomorrow" is the day after.
    let typedAt: Moment
    /// The name of the client's time zone; nil for the server's.
    let zone: String?
    /// The client's locale and clock; nil for those of the language.
    let locale: String?

    /// The value of a placeholder.
    subscript(name: String) -> String { parameters[name] ?? "" }

    /// The window that sent the request, if it identifies itself.
    var window: String? { request.headers["pmd-window"].map { String($0.prefix(64)) } }

    /// The owner of the undo history: the user authenticated by a proxy, else the window. Programs
    /// that send neither share one history.
    var caller: String { caller(window) }

    func caller(_ window: String?) -> String {
        client.user.map { "user " + $0 } ?? window.map { "window " + $0 } ?? "program"
    }

    func flag(_ name: String) throws(ProblemDetails) -> Bool {
        switch request.value(name) {
        case nil, "false": return false
        case "true": return true
        default:
            throw ProblemDetails(.notBoolean(name))
        }
    }

    /// Returns the number in a parameter of the request's route, or its standard.
    func number(_ parameter: Route.Parameter) throws(ProblemDetails) -> Int {
        guard let (values, standard) = parameter.range else {
            preconditionFailure("\(parameter.name) is not a number")
        }
        guard let text = request.value(parameter.name) else { return standard }
        guard let number = Int(text), values.contains(number) else {
            throw ProblemDetails(.notNumber(parameter.name, values))
        }
        return number
    }
}

extension JSONValue {
    var text: String? {
        if case .string(let text) = self { return text.string }
        return nil
    }
    var number: Int? {
        if case .number(let number) = self { return number }
        return nil
    }
    var elements: [JSONValue]? {
        if case .array(let elements) = self { return elements }
        return nil
    }
    var isTrue: Bool { self == .bool(true) }
}
