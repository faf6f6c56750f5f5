import BoardStorage
import BoardView
package import HTTPServer
import MarkdownDocument
import TaskBoard
import Words

extension WebBoard {
    /// All routes, besides the files of the page.
    static let routes: [Route] =
        sessionRoutes + boardRoutes + calendarRoutes + feedRoutes + fileRoutes + taskRoutes
        + changeRoutes + reminderRoutes + historyRoutes + statisticsRoutes
        + wordRoutes + settingRoutes + eventRoutes

    /// The first parts of the server's own paths, which no base path may begin with: a proxy may
    /// remove the base.
    package static var ownNames: Set<String> {
        let names = routes.filter(\.isAtRoot).map(\.path) + PageFile.all.keys.map { [$0] }
        return Set(names.compactMap(\.first) + ["api"])
    }

    /// Responds to a request. Every failure becomes a response, too.
    ///
    /// Behind a proxy that serves the board below a path, everything else in the server sees the
    /// request without that path, whether the proxy passes it on or removes it.
    package func answer(_ sent: HTTPRequest) async -> HTTPResponse {
        let base = gate.base(of: sent)
        let request = sent.below(base) ?? sent
        let language = language(of: request)
        var response: HTTPResponse
        do {
            let rest = sent.target.dropFirst(base.count)
            if !base.isEmpty, sent.target.hasPrefix(base), rest.first ?? "?" == "?" {
                response = Self.moved(to: base + "/" + rest)
            } else {
                response = try await route(request, language)
            }
        } catch let problem as ProblemDetails {
            response = problem.response(language)
        } catch {
            response = ProblemDetails(BoardError(error)).response(language)
        }
        if !response.headers.contains("content-security-policy") {
            response.headers.add("Content-Security-Policy", contentPolicy(for: request))
        }
        for (name, value) in Self.securityHeaders { response.headers.add(name, value) }
        return response
    }

    /// Responds to a request that the server refuses by itself, perhaps before it has read the
    /// board.
    ///
    /// - Parameter request: The request without its body; nil if its head is malformed.
    package static func refusal(
        _ refusal: HTTPRefusal, of request: HTTPRequest?, _ options: Options
    ) -> HTTPResponse {
        let problem: RequestProblem =
            switch refusal {
            case .malformed: .malformed
            case .bodyTooLarge: .bodyTooLarge
            case .headTooLarge: .headTooLarge
            case .busy: .busy
            }
        let language = request.map { Self.language(of: $0, or: options.language) }
        var response = ProblemDetails(problem).response(language ?? options.language)
        response.headers.add(
            "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
        for (name, value) in securityHeaders { response.headers.add(name, value) }
        return response
    }

    /// The addresses in the page are relative, so its own must end in a slash.
    private static func moved(to address: String) -> HTTPResponse {
        HTTPResponse(308, headers: HTTPFields([("Location", address)]))
    }

    /// Returns the policy of the page. It runs only its own scripts, by their exact addresses, so
    /// that nothing else on this server is one, such as an attached file.
    private func contentPolicy(for request: HTTPRequest) -> String {
        let host = request.headers["host"]?.lowercased() ?? ""
        // A policy cannot name an IPv6 address.
        let isNamed = gate.hosts.contains(host) && !host.hasPrefix("[")
        let place = host + gate.base(of: request)
        let scripts = isNamed ? PageFile.scripts.map { place + $0 } : ["'self'"]
        return "default-src 'none'; script-src \(scripts.joined(separator: " ")); "
            + "style-src 'self'; img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; "
            + "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    }

    /// The security headers of every response.
    private static let securityHeaders = [
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
            throw found.isEmpty
                ? ProblemDetails(.noRoute) : Self.wrongMethod(found.map(\.route.method))
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
            zone: request.headers["pmd-zone"], locale: request.headers["pmd-locale"])
        var response = try await route.handler(self, asked)
        response.credential = client?.credential ?? (route.access == .calendar ? "calendar" : nil)
        response.headers.add(
            "Vary",
            "Accept-Language, Pmd-Language, Pmd-Zone, Pmd-Locale, Pmd-Session, Authorization")
        return response
    }

    private func gate(
        _ request: HTTPRequest, _ access: Gate.Access, hasBody: Bool
    ) throws(ProblemDetails) -> Gate.Client? {
        do throws(AccessRefusal) {
            return try gate.check(request, for: access, hasBody: hasBody)
        } catch {
            throw ProblemDetails(error)
        }
    }

    private static func wrongMethod(_ methods: [String]) -> ProblemDetails {
        let allowed = methods + (methods.contains("GET") ? ["HEAD"] : [])
        return ProblemDetails(.wrongMethod(allowed: allowed))
    }

    /// Rejects unknown or repeated query parameters.
    private func check(_ request: HTTPRequest, for route: Route) throws(ProblemDetails) {
        var seen: Set<String> = []
        for (name, _) in request.query {
            guard route.query.contains(where: { $0.name == name }), seen.insert(name).inserted
            else {
                throw ProblemDetails(.unknownParameter(name, known: route.query.map(\.name)))
            }
        }
    }

    /// Rejects conditions that would be ignored: repeated ones, and versions where none is
    /// compared.
    private func checkConditions(_ request: HTTPRequest, for route: Route) throws(ProblemDetails) {
        guard route.method != "GET" else { return }
        // Conditions with tags are lists, which may be split across header fields.
        for name in ["Pmd-Base", "Idempotency-Key"]
        where request.headers.values(name).count > 1 {
            throw ProblemDetails(.repeatedHeader(name))
        }
        let knowsVersion = route.headers.contains { $0.name == "If-Match" }
        guard knowsVersion || !request.headers.contains("if-match") else {
            throw ProblemDetails(.noConditionHere)
        }
    }

    private func body(
        of request: HTTPRequest, for route: Route
    ) throws(ProblemDetails) -> JSONValue {
        if route.hasFile { return .null }
        guard let schema = route.body, !(route.isBodyOptional && request.body.isEmpty) else {
            guard request.body.isEmpty else {
                throw ProblemDetails(.noBodyHere)
            }
            return .null
        }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: request.body)
        } catch {
            throw ProblemDetails(.badJSON(error))
        }
        try schema.check(value)
        return value
    }

    /// Returns the language requested by the client, or else the server's.
    func language(of request: HTTPRequest) -> Language {
        Self.language(of: request, or: options.language)
    }

    private static func language(of request: HTTPRequest, or own: Language) -> Language {
        let asked =
            request.headers["pmd-language"] ?? request.headers["accept-language"] ?? ""
        for part in asked.split(separator: ",") {
            let tag = part.prefix { $0 != ";" && $0 != "-" }.filter { $0 != " " }.lowercased()
            if let language = Language(rawValue: tag) { return language }
        }
        return asked.isEmpty ? own : .english
    }
}

// Times and time zones of clients.
extension WebBoard {
    /// The headers supported by every route.
    static let clientHeaders: [Route.Parameter] = [
        .init(
            "Pmd-Zone",
            "the client's time zone, such as Europe/Berlin, for every date; after a semicolon the "
                + "minutes east of UTC, for a server that does not have the zone"),
        .init(
            "Pmd-Locale",
            "the form of the client's dates, such as de-DE, and after a semicolon the hours of its "
                + "clock, 12 or 24", example: "de-DE;24"),
        .init(
            "Pmd-Typed-At",
            "when words such as due:tomorrow were typed, such as 2026-12-01T07:00:00Z"),
        .init(
            "Pmd-Window",
            "the window whose actions undo and redo revert; programs without it share their undo"),
    ]

    /// Returns the current time in the client's time zone, or else in the server's.
    private func present(
        of request: HTTPRequest, _ language: Language
    ) throws(ProblemDetails) -> Moment {
        let own = options.now(language)
        let words = try dateLanguage(of: request, own.language)
        let now = Moment(seconds: own.seconds, language: words, offset: own.offset)
        guard request.headers.contains("pmd-zone") else { return now }
        guard let rules = request.headers["pmd-zone"].flatMap(Self.zoneRules) else {
            throw ProblemDetails(.unknownZone)
        }
        return Moment(seconds: now.seconds, language: words) { rules.offset(at: $0) }
    }

    /// Returns the language with the dates and the clock of the client's region.
    private func dateLanguage(
        of request: HTTPRequest, _ language: DateLanguage
    ) throws(ProblemDetails) -> DateLanguage {
        guard request.headers.contains("pmd-locale") else { return language }
        let parts =
            request.headers["pmd-locale"]?.split(
                separator: ";", omittingEmptySubsequences: false
            )
            .map { $0.trimmingPrefix { $0 == " " } } ?? []
        guard (1...2).contains(parts.count), parts[0].utf8.count <= 64,
            parts[0].wholeMatch(of: /[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*/) != nil,
            parts.count == 1 || ["12", "24"].contains(parts[1])
        else { throw ProblemDetails(.wrongLocale) }
        return language.ofReader(parts[0], hasTwelveHours: parts.count == 2 && parts[1] == "12")
    }

    /// Parses `Europe/Berlin` or `Europe/Berlin;60`.
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

    /// Returns the time at which the words were typed. A time in the future means that the client's
    /// clock is ahead; the current time is used instead.
    private static func typingTime(
        of request: HTTPRequest, now: Moment
    ) throws(ProblemDetails) -> Moment {
        guard request.headers.contains("pmd-typed-at") else { return now }
        guard let date = request.headers["pmd-typed-at"].flatMap({ DueDate(Text($0)) }),
            date.offset != nil
        else {
            throw ProblemDetails(.wrongTime)
        }
        return now.at(min(date.seconds(now), now.seconds))
    }
}
