import BoardStorage
import BoardView
import HTTPServer
import MarkdownDocument
import TaskBoard
import Words

extension WebBoard {
    static let statisticsRoutes: [Route] = [
        Route(
            "GET", "stats", "stats",
            "What was added, finished and open by week, how long it took, and the tasks in "
                + "progress; durations in seconds",
            query: queryParameters.filter { $0.name == "q" || $0.name == "view" } + [
                .init("by", "a key, such as tag, for the same by value"),
                .init("since", "a past day of the first week, such as 12w, which is the default"),
                week,
            ], answer: .named("Statistics"), problems: ["word", "future-date"]
        ) { web, asked in try await web.statistics(asked) }
    ]

    private static let week = Route.Parameter(
        "week", "the first day of the week: 1 is Monday, and 7 Sunday", in: 1...7, standard: 1)

    /// The number of points of the picture.
    private static let flowPoints = 121

    private func statistics(_ asked: APIRequest) async throws -> HTTPResponse {
        let board = try shown().board
        let query = try query(on: board, asked)
        var request = StatisticsRequest(
            query: query.termCount > 0 ? query : nil, since: StatisticsRequest.firstDay(asked.now),
            firstWeekday: try asked.number(Self.week),
            points: Self.flowPoints)
        if let text = asked.request.value("since") {
            let date = try DueDate.typed(Text(text), in: "since", now: asked.now, sense: .back)
            request.since = date.day(asked.now)
            guard request.since <= asked.now.today else { throw ProblemDetails(.futureDate(text)) }
        }
        request.grouping = try asked.request.value("by").map {
            try Grouping(Text($0), in: "by", on: board)
        }
        let statistics = try await workspace.statistics(request, of: board, now: asked.now)
        let keys = Grouping.keys(of: board)
        return HTTPResponse(
            200, json: statistics.json(board).adding([.init("keys", .strings(keys))]))
    }
}
