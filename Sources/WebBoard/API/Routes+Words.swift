import BoardStorage
import BoardView
import HTTPServer
import MarkdownDocument
import TaskBoard
import Words

extension WebBoard {
    static let wordRoutes: [Route] = [
        Route(
            "GET", "words", "words",
            "The texts of the page, the actions with their titles, and the fields of a task's form",
            answer: .named("Words"), access: .open
        ) { web, asked in
            HTTPResponse(200, json: web.words(asked.language)).compressed(for: asked.request)
        },
        Route(
            "GET", "entry", "entry", "A preview of one line of quick entry",
            query: [
                .init("text", "the line"), .init("state", "the column of the new task"),
                .init("for", "add for a new task, or change for words that change tasks"),
            ],
            answer: .object([.init("line", .string), .init("problem", .string)])
        ) { web, asked in try web.preview(asked) },
        Route(
            "GET", "dates", "date", "The date that words mean",
            query: [.init("text", "such as fri or 27 nov")],
            answer: .object([
                .init("value", .string), .init("words", .string), .init("problem", .string),
            ])
        ) { web, asked in try web.date(asked) },
        Route(
            "GET", "completions", "completions", "Completions of the last word of a text",
            query: [.init("text", "the text before the caret"), .init("for", "query or entry")],
            answer: .object([.init("words", .array(.string))])
        ) { web, asked in
            let isQuery = asked.request.value("for") != "entry"
            let words = WordCompletion(try web.shown().board, isQuery: isQuery, asked.language)
                .words(for: asked.request.value("text") ?? "")
            return HTTPResponse(200, json: ["words": .strings(words.map { Text($0) })])
        },
        Route(
            "GET", "openapi.json", "openapi", "This description of the API",
            headers: [.ifNoneMatch], answer: .anything
        ) { web, asked in
            HTTPResponse(
                AnswerCache.Answer(
                    OpenAPI(
                        version: web.options.version, fields: try web.shown().board.settings.fields,
                        base: web.gate.base(of: asked.request)
                    ).json.encoded()),
                for: asked.request)
        },
    ]

    private func words(_ language: Language) -> JSONValue {
        [
            "language": .string(language.rawValue),
            "words": .object(
                BoardText.page.map { .init($0.key, .string($0.text.text(language))) }),
            "actions": .array(
                BoardAction.allCases.map { action in
                    [
                        "name": .string(action.name), "title": .string(action.title(language)),
                        "key": .optional(action.standardKey.map { Text($0) }),
                        "scope": .string("\(action.scope)"), "group": .string("\(action.group)"),
                        "change": .bool(action.isChange),
                        "menu": .optional(BoardAction.inMenu.firstIndex(of: action)),
                        "more": .bool(BoardAction.underMore.contains(action)),
                        "needs": .array(action.needs.map { Self.json(of: $0, language) }),
                        "operation": .optional(Self.operation(of: action).map { Text($0) }),
                    ]
                }),
            "form": .array(FormField.all(.standard).map { $0.json(language) }),
        ]
    }

    /// A condition of an action. The terminal's texts name keys and commands, which the page has
    /// not.
    private static func json(of need: ActionNeed, _ language: Language) -> JSONValue {
        let onPage: [ActionFact: BoardText] = [.openItem: .everyItemTicked, .remote: .noRemoteHere]
        let obstacle = onPage[need.fact] ?? need.obstacle
        return [
            "fact": .string(need.fact.rawValue), "obstacle": .string(obstacle.text(language)),
        ]
    }

    /// The route of an action: `POST /api/undo`; nil for an action of the surface alone.
    static func operation(of action: BoardAction) -> String? {
        let own = routes.first { $0.name == action.name }.map {
            $0.method + " /api/" + $0.path.joined(separator: "/")
        }
        let isOfIntent = BoardAction.ofIntents.contains(action)
        return own ?? (isOfIntent ? "POST /api/actions/" + action.name : nil)
    }

    private func preview(_ asked: APIRequest) throws -> HTTPResponse {
        if asked.request.value("for") == "change" { return try previewChange(asked) }
        let state = asked.request.value("state").map { Text($0) }
        let board = try shown().board
        let preview = QuickEntryPreview(
            [asked.request.value("text") ?? ""], in: state ?? board.settings.first, on: board,
            now: asked.now, me: options.me)
        let words = TaskWords(dates(asked), asked.language) { $0.string }
        let json: JSONValue =
            switch preview {
            case .task(let summary): ["line": .string(words.line(of: summary))]
            case .problem(let error): ["problem": .string(error.words.plain.text(asked.language))]
            case .refused(let error):
                ["problem": .string(error.words.plain.text(asked.language))]
            case .untitled:
                ["problem": .string(BoardText.titleMissing.text(asked.language))]
            }
        return HTTPResponse(200, json: json)
    }

    private func previewChange(_ asked: APIRequest) throws -> HTTPResponse {
        let text = asked.request.value("text") ?? ""
        do {
            let fields = try shown().board.settings.fields
            let edits = try Self.edits(text, asked, options.me, fields)
            let words = TaskWords(dates(asked), asked.language) { $0.string }
            let parts = [plainWords(text), words.line(of: TaskSummary(datesOf: edits, fields))]
            let line = parts.filter { !$0.isEmpty }.joined(separator: " · ")
            return HTTPResponse(200, json: ["line": .string(line)])
        } catch let error as WordError {
            return HTTPResponse(
                200, json: ["problem": .string(error.words.plain.text(asked.language))])
        }
    }

    private func date(_ asked: APIRequest) throws -> HTTPResponse {
        let text = Text(asked.request.value("text") ?? "")
        do throws(WordError) {
            let date = try DueDate.typed(text, in: text, now: asked.now, sense: .ahead)
            let words = dates(asked).planned(date, isLong: true)
            return HTTPResponse(
                200, json: ["value": .string(date.text), "words": .string(words)])
        } catch {
            return HTTPResponse(
                200, json: ["problem": .string(error.words.plain.text(asked.language))])
        }
    }
}
