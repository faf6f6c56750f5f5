import BoardStorage
import BoardView
package import HTTPServer
import MarkdownDocument
import TaskBoard

extension WebBoard {
    /// All that can be asked for, besides the files of the page.
    static let routes: [Route] =
        sessionRoutes + boardRoutes + calendarRoutes + feedRoutes + fileRoutes + taskRoutes
        + changeRoutes + reminderRoutes + historyRoutes + wordRoutes + settingRoutes + eventRoutes

    /// Answers a request. Whatever goes wrong has an answer too.
    package func answer(_ request: HTTPRequest) async -> HTTPResponse {
        let language = language(of: request)
        var response: HTTPResponse
        do {
            response = try await route(request, language)
        } catch let problem as Problem {
            response = problem.response(language)
        } catch {
            response = Problem(BoardError(error)).response(language)
        }
        for (name, value) in Self.securityHeaders { response.headers.add(name, value) }
        return response
    }

    /// What every answer says to browsers.
    private static let securityHeaders = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
                + "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
                + "form-action 'self'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    private func route(
        _ request: HTTPRequest, _ language: Language
    ) async throws -> HTTPResponse {
        let isAPI = request.path.first == "api"
        let segments = isAPI ? request.path.dropFirst() : request.path[...]
        let found = Self.routes.compactMap { route in
            route.isAtRoot == isAPI
                ? nil : route.parameters(of: segments).map { (route: route, parameters: $0) }
        }
        guard isAPI || !found.isEmpty else { return try page(request) }
        let method = request.method == "HEAD" ? "GET" : request.method
        guard let (route, parameters) = found.first(where: { $0.route.method == method }) else {
            _ = try gate(request, .reading, hasBody: false)
            throw found.isEmpty ? Self.noRoute : Self.wrongMethod(found.map(\.route.method))
        }
        let client = try gate(
            request, route.access, hasBody: route.body != nil && !route.isBodyOptional)
        if route.access == .calendar { try checkCalendarKey(request) }
        try check(request, for: route)
        try checkConditions(request, for: route)
        let present = try present(of: request, language)
        let asked = APIRequest(
            request: request, client: client ?? Gate.Client(), parameters: parameters,
            id: id(named: parameters["id"] ?? ""), body: try body(of: request, for: route),
            language: language, now: present,
            typedAt: try Self.typingTime(of: request, now: present),
            zone: request.headers["pmd-zone"])
        var response = try await route.handler(self, asked)
        response.credential = client?.credential ?? (route.access == .calendar ? "calendar" : nil)
        response.headers.add(
            "Vary", "Accept-Language, Pmd-Language, Pmd-Zone, Pmd-Session, Authorization")
        return response
    }

    private func gate(
        _ request: HTTPRequest, _ access: Gate.Access, hasBody: Bool
    ) throws(Problem) -> Gate.Client? {
        do throws(Gate.Refusal) {
            return try gate.check(request, for: access, hasBody: hasBody)
        } catch {
            throw Problem(error)
        }
    }

    private static let noRoute = Problem(
        404, "no-such-route", "there is nothing here: 'GET /api/openapi.json' lists what there is",
        "여기에는 아무것도 없습니다: 'GET /api/openapi.json'이 있는 것을 알려 줍니다")

    private static func wrongMethod(_ methods: [String]) -> Problem {
        let allowed = methods + (methods.contains("GET") ? ["HEAD"] : [])
        var problem = Problem(
            405, "wrong-method", "this takes \(allowed.joined(separator: ", ")) only",
            "여기서는 \(allowed.joined(separator: ", "))만 됩니다")
        problem.headers = [("Allow", allowed.joined(separator: ", "))]
        return problem
    }

    /// Refuses members of the query that the route does not know, or that are given twice.
    private func check(_ request: HTTPRequest, for route: Route) throws(Problem) {
        var seen: Set<String> = []
        for (name, _) in request.query {
            guard route.query.contains(where: { $0.name == name }), seen.insert(name).inserted
            else {
                let known = route.query.map(\.name).joined(separator: ", ")
                throw Problem(
                    400, "unknown-parameter",
                    "'\(plainWords(name))' is unknown here, or given twice; known: \(known)",
                    "'\(plainWords(name))'은(는) 여기서 모르는 것이거나 두 번 있습니다; 아는 것: \(known)")
            }
        }
    }

    /// Refuses a condition that would be overlooked: one that is given twice, and a version where
    /// none is compared.
    private func checkConditions(_ request: HTTPRequest, for route: Route) throws(Problem) {
        guard route.method != "GET" else { return }
        // Conditions with tags are lists, which may be given in parts.
        for name in ["Pmd-Base", "Idempotency-Key"]
        where request.headers.values(name).count > 1 {
            throw Problem(
                400, "repeated-header", "'\(name)' is given twice", "'\(name)'이(가) 두 번 있습니다")
        }
        let knowsVersion = route.headers.contains { $0.name == "If-Match" }
        guard knowsVersion || !request.headers.contains("if-match") else {
            throw Problem(
                400, "no-condition-here", "this takes no 'If-Match'",
                "여기에는 'If-Match'를 보낼 수 없습니다")
        }
    }

    private func body(
        of request: HTTPRequest, for route: Route
    ) throws(Problem) -> JSONValue {
        guard let schema = route.body, !(route.isBodyOptional && request.body.isEmpty) else {
            guard request.body.isEmpty else {
                throw Problem(
                    400, "no-body-here", "this takes no body", "여기에는 본문을 보낼 수 없습니다")
            }
            return .null
        }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: request.body)
        } catch {
            throw Problem(
                400, "bad-json", "\(error)", "JSON이 잘못되었습니다: \(error)")
        }
        try schema.check(value)
        return value
    }

    /// The language that the client asks for, else that of the server.
    func language(of request: HTTPRequest) -> Language {
        let asked =
            request.headers["pmd-language"] ?? request.headers["accept-language"] ?? ""
        for part in asked.split(separator: ",") {
            let tag = part.prefix { $0 != ";" && $0 != "-" }.filter { $0 != " " }.lowercased()
            if let language = Language(rawValue: tag) { return language }
        }
        return asked.isEmpty ? options.language : .english
    }
}

// Times and zones of clients.
extension WebBoard {
    /// The headers that every route knows.
    static let clientHeaders: [Route.Parameter] = [
        .init(
            "Pmd-Zone",
            "the client's time zone, such as Europe/Berlin, for every date; after a semicolon the "
                + "minutes east of UTC, for a server that does not have the zone"),
        .init(
            "Pmd-Typed-At",
            "when words such as due:tomorrow were typed, such as 2026-12-01T07:00:00Z"),
    ]

    /// The present, in the zone that the client names, else in the server's.
    private func present(
        of request: HTTPRequest, _ language: Language
    ) throws(Problem) -> Moment {
        let now = options.now(language)
        guard request.headers.contains("pmd-zone") else { return now }
        guard let rules = request.headers["pmd-zone"].flatMap(Self.zoneRules) else {
            throw Problem(
                400, "unknown-zone", "'Pmd-Zone' is not the name of a time zone: Europe/Berlin is",
                "'Pmd-Zone'이 시간대 이름이 아닙니다, 예: Asia/Seoul")
        }
        return Moment(seconds: now.seconds, language: now.language) { rules.offset(at: $0) }
    }

    /// Reads `Europe/Berlin` or `Europe/Berlin;60`.
    private static func zoneRules(_ text: String) -> ZoneRules? {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
            .map { $0.trimmingPrefix { $0 == " " } }
        guard parts.count <= 2, let name = parts.first else { return nil }
        if let rules = ZoneDatabase.rules(of: String(name)) { return rules }
        guard parts.count == 2, let minutes = Int(parts[1]), abs(minutes) <= 26 * 60 else {
            return nil
        }
        return ZoneRules(offset: minutes * 60)
    }

    /// A time of the future comes from a clock that is ahead: the words are as of now.
    private static func typingTime(
        of request: HTTPRequest, now: Moment
    ) throws(Problem) -> Moment {
        guard request.headers.contains("pmd-typed-at") else { return now }
        guard let date = request.headers["pmd-typed-at"].flatMap({ DueDate(Text($0)) }),
            date.offset != nil
        else {
            throw Problem(
                400, "bad-time", "'Pmd-Typed-At' is not a time such as 2026-12-01T07:00:00Z",
                "'Pmd-Typed-At'이 2026-12-01T07:00:00Z 같은 때가 아닙니다")
        }
        return now.at(min(date.seconds(now), now.seconds))
    }
}
