import BoardStorage
import BoardView
import HTTPServer
import MarkdownDocument
import TaskBoard
import Words

extension WebBoard {
    static let queryParameters: [Route.Parameter] = [
        .init("q", "a query, such as +house due.before:2w", example: "+house due.before:2w"),
        .init("view", "the name of a view", example: "today"),
        .init("all", "true to include waiting and all finished tasks", .boolean),
        limit,
    ]
    private static let limit = Route.Parameter.limit("cards, in each column")

    static let boardRoutes: [Route] = [
        Route(
            "GET", "board", "board",
            "The board: its columns with their cards. A wrong query or view filters nothing, and "
                + "'queryProblem' has the reason",
            query: queryParameters + [.init("at", "a past day or time", example: "yesterday")],
            headers: [.ifNoneMatch],
            answer: .named("Board"), problems: ["word", "future-date", "nothing-then"]
        ) { web, asked in try await web.board(asked) },
        Route(
            "GET", "board/{state}", "column", "The next cards of one column",
            query: queryParameters + [.after], answer: .named("Cards"), problems: ["unknown-state"]
        ) { web, asked in try web.column(asked) },
        Route(
            "GET", "tasks", "list", "Tasks, in board order or as the query sorts them",
            query: queryParameters.filter { $0.name == "q" || $0.name == "limit" } + [
                .after, .init("body", "true to include the bodies", .boolean),
            ], headers: [.ifNoneMatch], answer: .named("Tasks")
        ) { web, asked in try web.list(asked) },
    ]

    func query(on board: Board, _ asked: APIRequest) throws -> Query {
        if let view = asked.request.value("view") {
            guard board.settings.allViews.contains(where: { $0.name.string == view }) else {
                throw ProblemDetails(.unknownView(view))
            }
        }
        return try wordQuery(on: board, asked)
    }

    private func board(_ asked: APIRequest) async throws -> HTTPResponse {
        let shown = try shown()
        if let text = asked.request.value("at") { return try await past(text, asked) }
        let head = try JSONValue.object(boardHead(shown, asked))
        let limit = try asked.number(Self.limit)
        return try cached(shown, asked, head) {
            try self.json(
                of: shown.board, shown.times, cards(shown, asked), asked, limit: limit, head: head)
        }
    }

    /// Returns the part of the response that can differ between clients, or over time, while the
    /// board does not change.
    private func boardHead(
        _ shown: BoardVersion, _ asked: APIRequest
    ) throws(ProblemDetails) -> [JSONValue.Member] {
        [
            .init("generation", .string(generation(shown.number))),
            .init("id", .string(id)), .init("name", .string(name)),
            .init("readOnly", .optional(readOnlyWords(shown, asked).map { Text($0) })),
            .init(
                "settingsError",
                .optional(shown.settingsError.map { Text($0.plain.text(asked.language)) })),
            .init("undo", undoJSON(of: asked.caller, asked.language)),
            .init("redo", redoJSON(of: asked.caller, asked.language)),
        ]
    }

    func readOnlyWords(_ shown: BoardVersion, _ asked: APIRequest) -> String? {
        if let obstacle = shown.obstacle { return obstacle.text(asked.language) }
        if gate.isReadOnly { return ProblemDetails(.readOnly).detail.plain.text(asked.language) }
        let isReader = asked.client.session?.role == .reader
        return isReader ? ProblemDetails(.reader).detail.plain.text(asked.language) : nil
    }

    private func json(
        of board: Board, _ times: HistoryTimes, _ cards: CardJSON, _ asked: APIRequest, limit: Int,
        head: JSONValue
    ) throws -> [UInt8] {
        var (query, problem) = (Query.everything(now: asked.now), String?.none)
        do throws(WordError) {
            query = try wordQuery(on: board, asked)
        } catch {
            // The page shows the unfiltered board with the problem in the query.
            problem = error.sentence.plain.text(asked.language)
        }
        let columns = board.columnViews(matching: query, all: try asked.flag("all"), now: asked.now)
        problem =
            problem ?? Self.plusHint(asked)
            ?? query.hint(
                on: board, isEmpty: columns.allSatisfy { $0.matching == 0 }, asked.language)
        return head.adding([
            .init("settings", board.settings.json),
            .init(
                "form",
                .array(FormField.all(board.settings.fields).map { $0.json(asked.language) })),
            .init("sorted", .bool(!query.sort.isEmpty)),
            .init("plan", plan(of: query, on: board)),
            .init(
                "viewPlans",
                .array(board.settings.allViews.map { plan(of: $0, on: board, asked) })),
            .init("queryProblem", .optional(problem.map { Text($0) })),
            .init(
                "columns",
                .array(
                    columns.map { column in
                        column.json(
                            cards, limit: limit,
                            cursor: { board.cursor(of: $0, in: query, times: times).text },
                            waiting: board.column(column.state)?.tasks.count {
                                $0.isWaiting(asked.now)
                            } ?? 0)
                    })),
        ]).encoded()
    }

    /// Returns the query as data, which the page evaluates while the server is unavailable, or the
    /// part of the query that needs the server.
    private func plan(of query: Query, on board: Board) -> JSONValue {
        do throws(PlanObstacle) {
            return ["plan": try query.plan(on: board).json, "needs": .null]
        } catch {
            return ["plan": .null, "needs": .string(error.part)]
        }
    }

    private func plan(
        of view: BoardSettings.View, on board: Board, _ asked: APIRequest
    ) -> JSONValue {
        let plan: JSONValue
        do throws(WordError) {
            let query = try Query(
                [], adding: [Query.term(ofView: view.name)], now: asked.now, me: options.me,
                settings: board.settings)
            plan = self.plan(of: query, on: board)
        } catch {
            plan = ["plan": .null, "needs": .string(view.query)]
        }
        return plan.adding([.init("name", .string(view.name))])
    }

    private func wordQuery(
        on board: Board, _ asked: APIRequest
    ) throws(WordError) -> Query {
        let views = asked.request.value("view").map { [Query.term(ofView: Text($0))] } ?? []
        let words = asked.request.value("q") ?? ""
        return views.isEmpty && words.allSatisfy(\.isWhitespace)
            ? .everything(now: asked.now)
            : try Query(
                [words], adding: views, now: asked.now, me: options.me, settings: board.settings,
                otherStates: board.unknownStates)
    }

    /// Returns a hint if the query has a `+` at the start of a word: an address has it as `%2B`,
    /// since `+` is a blank there.
    private static func plusHint(_ asked: APIRequest) -> String? {
        let parts = asked.request.target.split(separator: "?", maxSplits: 1).dropFirst()
        let query = parts.first?.split(separator: "&").first { $0.hasPrefix("q=") }?.dropFirst(2)
        guard
            let words = query?.replacing("%20", with: "+").split(
                separator: "+", omittingEmptySubsequences: false),
            let place = words.firstIndex(of: ""),
            let word = words[place...].first(where: { !$0.isEmpty })
        else { return nil }
        return BoardText.plusIsBlank(plainWords(String(word))).text(asked.language)
    }

    /// Returns a response that is computed once per board state, and not sent again to clients
    /// that have it.
    ///
    /// - Parameter version: The version of the task that the response is about, for its entity tag.
    func cached(
        _ shown: BoardVersion, _ asked: APIRequest, _ head: JSONValue = .null,
        of version: VersionTag? = nil, _ make: () throws -> [UInt8]
    ) throws -> HTTPResponse {
        let key = AnswerCache.Key(
            generation: generation(shown.number),
            request: Self.keyBytes(of: asked, head),
            minute: asked.now.seconds / 60)
        let answer = try cache.answer(key) {
            let bytes = try make()
            return AnswerCache.Answer(
                bytes: bytes, tag: version?.responseTag(bytes) ?? entityTag(bytes))
        }
        return HTTPResponse(answer, for: asked.request)
    }

    /// Encoded as a JSON list, elements stay distinct whatever they contain.
    private static func keyBytes(of asked: APIRequest, _ head: JSONValue) -> [UInt8] {
        let query = asked.request.query.flatMap { [$0.name, $0.value] }
        return JSONValue.array([
            .strings(asked.request.path.map { Text($0) }), .strings(query.map { Text($0) }),
            // A hint depends on the query's spelling.
            .string(Text(asked.request.target)),
            .string(asked.language.rawValue), .optional(asked.zone.map { Text($0) }),
            .optional(asked.locale.map { Text($0) }), head,
        ]).encoded()
    }

    /// Returns the board of another day, which is read-only.
    private func past(_ text: String, _ asked: APIRequest) async throws -> HTTPResponse {
        let date = try DueDate.typed(Text(text), in: "at", now: asked.now, sense: .back)
        guard date.seconds(asked.now) <= asked.now.seconds else {
            throw ProblemDetails(.futureDate(text))
        }
        let end =
            date.secondOfDay == nil
            ? asked.now.seconds(of: date.day.adding(days: 1), secondOfDay: 0) - 1
            : date.seconds(asked.now)
        let board = try await workspace.board(at: min(end, asked.now.seconds))
        let words = BoardText.pastIsReadOnly(dates(asked).past(date)).text(asked.language)
        let head: JSONValue = [
            "generation": .null, "id": .string(id), "name": .string(name),
            "readOnly": .string(words), "settingsError": .null, "undo": .null, "redo": .null,
        ]
        let limit = try asked.number(Self.limit)
        return HTTPResponse(
            AnswerCache.Answer(
                try json(
                    of: board, HistoryTimes(), cards(of: board, asked), asked, limit: limit,
                    head: head)),
            for: asked.request)
    }

    private func column(_ asked: APIRequest) throws -> HTTPResponse {
        let shown = try shown()
        let limit = try asked.number(Self.limit)
        let query = try query(on: shown.board, asked)
        let columns = shown.board.columnViews(
            matching: query, all: try asked.flag("all"), now: asked.now)
        guard let column = columns.first(where: { $0.state.string == asked["state"] }) else {
            throw ProblemDetails(.unknownColumn(asked["state"]))
        }
        let rest = try tasks(column.tasks, of: query, shown, after: asked)
        let cards = cards(shown, asked)
        let page = rest.prefix(limit)
        return HTTPResponse(
            200,
            json: [
                "tasks": .array(page.map { .encoded(cards.encoded($0)) }),
                "count": .number(column.tasks.count),
                "next": next(after: page, of: rest, query, shown),
            ])
    }

    /// Returns the tasks after the cursor of the previous page.
    private func tasks(
        _ tasks: [TaskItem], of query: Query, _ shown: BoardVersion, after asked: APIRequest
    ) throws(ProblemDetails) -> ArraySlice<TaskItem> {
        guard let after = asked.request.value("after") else { return tasks[...] }
        guard let cursor = ListCursor(after),
            let rest = shown.board.rest(of: tasks, after: cursor, in: query, times: shown.times)
        else {
            throw ProblemDetails(.wrongCursor)
        }
        return rest
    }

    /// Returns the cursor of a page; null for the last page.
    private func next(
        after page: ArraySlice<TaskItem>, of rest: ArraySlice<TaskItem>, _ query: Query,
        _ shown: BoardVersion
    ) -> JSONValue {
        guard page.count < rest.count, let last = page.last else { return .null }
        let cursor = shown.board.cursor(of: last, in: query, times: shown.times)
        return .string(Text(cursor.text))
    }

    private func list(_ asked: APIRequest) throws -> HTTPResponse {
        let shown = try shown()
        let limit = try asked.number(Self.limit)
        let hasBody = try asked.flag("body")
        let query = try query(on: shown.board, asked)
        let found = shown.board.tasks(matching: query, times: shown.times)
        let rest = try tasks(found, of: query, shown, after: asked)
        let warnings = [
            Self.plusHint(asked),
            query.hint(on: shown.board, isEmpty: found.isEmpty, asked.language),
        ].compactMap { $0 }
        return try cached(shown, asked) {
            let cards = cards(shown, asked)
            var (page, size) = ([JSONValue](), 0)
            for task in rest.prefix(limit) where size < Self.pageBytes {
                let bytes = cards.encoded(task, hasBody: hasBody)
                page.append(.encoded(bytes))
                size += bytes.count
            }
            let value: JSONValue = [
                "tasks": .array(page), "count": .number(found.count),
                "next": next(after: rest.prefix(page.count), of: rest, query, shown),
                "warnings": .strings(warnings.map { Text($0) }),
            ]
            return value.encoded()
        }
    }

    /// The maximum size of a list in bytes, since bodies may be long. The client requests the
    /// rest.
    private static let pageBytes = 4 << 20
}

extension AnswerCache.Answer {
    init(_ bytes: [UInt8]) { self.init(bytes: bytes, tag: entityTag(bytes)) }
}
