import BoardStorage
import BoardView
import HTTPServer
import MarkdownDocument
import TaskBoard
import TaskExchange
import Words

extension WebBoard {
    static let feedRoutes: [Route] = [
        Route(
            "GET", "calendar.ics", "calendar-feed", "The open tasks as a calendar (RFC 5545)",
            query: [
                .init("key", "the key of the address that 'pmd serve --print-calendar' prints"),
                .init("events", "true for an event at each due date", .boolean),
            ], answer: .string, access: .calendar, isAtRoot: true
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
                return []
            }
            return bytes
        }
        return HTTPResponse(
            answer, for: asked.request, type: "text/calendar; charset=utf-8",
            caching: "private, no-cache")
    }
}
