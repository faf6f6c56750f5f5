import BoardStorage
import BoardView
import HTTPServer
import MarkdownDocument
import TaskBoard
import TaskExchange
import Words

extension WebBoard {
    /// The maximum number of days in a response.
    private static let mostDays = 62

    static let calendarRoutes: [Route] = [
        Route(
            "GET", "calendar", "calendar", "The tasks due within a range of at most 62 days",
            query: queryParameters.filter { $0.name == "q" || $0.name == "view" } + [
                .init("from", "the first day", example: "2026-12-01", isRequired: true),
                .init("to", "the last day", example: "2026-12-31", isRequired: true),
            ], headers: [.ifNoneMatch], answer: .named("Calendar")
        ) { web, asked in try web.calendar(asked) },
        Route(
            "POST", "schedule", "schedule",
            "Moves the due dates of tasks to a day, as one step; each keeps its time of day",
            body: .object([
                .init("tasks", .array(.string), isRequired: true),
                .init("day", .string, isRequired: true),
            ]), answer: .named("Reports"),
            problems: ProblemCode.values + ["wrong-parameter"]
        ) { web, asked in
            let day = try WebBoard.day(asked.body["day"]?.text, named: "day")
            let intent = try web.shown().board.scheduling(
                web.ids(asked), on: day, now: asked.now)
            return try await web.changeTasks(intent, asked)
        },
    ]

    private func calendar(_ asked: APIRequest) throws -> HTTPResponse {
        let first = try Self.day(asked.request.value("from"), named: "from")
        let last = try Self.day(asked.request.value("to"), named: "to")
        guard first <= last, last.number - first.number < Self.mostDays else {
            throw ProblemDetails(.wrongDays)
        }
        let shown = try shown()
        let query = try query(on: shown.board, asked)
        return try cached(shown, asked) {
            let days = (first.number...last.number).map { Day(number: $0) }
            let tasks = shown.board.tasksByDay(matching: query, in: days, now: asked.now)
            let cards = self.cards(shown, asked)
            return JSONValue.object([
                .init(
                    "days",
                    .array(
                        days.map { day in
                            [
                                "day": .string(day.description),
                                "tasks": .array(
                                    (tasks[day] ?? []).map { .encoded(cards.encoded($0)) }),
                            ]
                        }))
            ]).encoded()
        }
    }

    private static func day(_ text: String?, named name: String) throws(ProblemDetails) -> Day {
        if let text, let day = Day(Text(text)) { return day }
        throw ProblemDetails(.notDay(name))
    }
}

extension WebBoard {
    static let feedRoutes: [Route] = [
        Route(
            "GET", "calendar.ics", "calendar-feed", "The open tasks as a calendar (RFC 5545)",
            query: [
                .init("key", "the key in the address that 'pmd serve --print-calendar' prints"),
                .init("events", "true for an event at each due date instead of tasks", .boolean),
            ], headers: [.ifNoneMatch], answer: .string, access: .calendar, isAtRoot: true
        ) { web, asked in try web.feed(asked) }
    ]

    /// Rejects a request without the calendar key.
    ///
    /// The key is read from its file each time, so a new key revokes the old one at once.
    func checkCalendarKey(_ request: HTTPRequest) throws {
        let kept = try Workspace.keptAccess(.calendarKey, at: workspace.location)
            .flatMap { AccessToken($0) }
        // Without a stored key no key is valid, and the comparison takes the same time.
        let wanted = kept ?? AccessToken()
        guard areEqual(request.value("key") ?? "", wanted.text), kept != nil else {
            throw ProblemDetails(.wrongKey)
        }
    }

    /// Returns the calendar, which is generated once per board state.
    private func feed(_ asked: APIRequest) throws -> HTTPResponse {
        let shown = try shown()
        let hasEvents = try asked.flag("events")
        let key = AnswerCache.Key(
            generation: generation(shown.number),
            request: Array("calendar.ics events=\(hasEvents)".utf8), minute: 0)
        let answer = cache.answer(key) {
            // In the server's time zone, since the response is cached for all clients.
            let now = options.now(asked.language)
            var context = ExportContext(now: now, board: shown.board, times: shown.times)
            context.calendar.hasEvents = hasEvents
            context.calendar.name = Text(name)
            context.calendar.zone = workspace.location.zoneName.map { Text($0) }
            context.calendar.reportsLosses = false
            let open = shown.board.tasks.filter { !$0.isFinished }
            guard case .text(let bytes) = ExchangeFormat.ics.write(open, context).files else {
                return AnswerCache.Answer([])
            }
            return AnswerCache.Answer(bytes)
        }
        return HTTPResponse(
            answer, for: asked.request, type: "text/calendar; charset=utf-8",
            caching: "private, no-cache")
    }
}
