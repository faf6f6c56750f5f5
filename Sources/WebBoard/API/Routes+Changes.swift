import BoardStorage
import BoardView
import HTTPServer
import MarkdownDocument
import TaskBoard
import Words

extension WebBoard {
    /// The maximum number of checklist items to tick at once.
    private static let mostItems = 1_000
    /// The maximum number of words in a change of tasks.
    private static let mostWords = 1_000

    static let changeRoutes: [Route] = [
        Route(
            "POST", "tasks/{id}/move", "move-to",
            "Moves a task between two others, either of which may be omitted", headers: [ifMatch],
            body: .object(place), answer: .named("Change")
        ) { web, asked in
            let drop = try web.drop([web.task(asked).id], to: asked.body)
            return try await web.change(.drop(drop), of: asked.id, asked)
        },
        Route(
            "POST", "move", "move-together", "Moves several tasks as one step",
            body: .object(
                [.init("tasks", .array(.string), isRequired: true)] + place),
            answer: .named("Reports")
        ) { web, asked in try await web.moveTogether(asked) },
        Route(
            "POST", "actions/{action}", "act",
            "Runs a board action on tasks, as one step: "
                + BoardAction.ofIntents.map(\.name).joined(separator: ", "),
            body: .object([.init("tasks", .array(.string), isRequired: true)]),
            answer: .named("Reports"),
            problems: ProblemCode.values + ProblemCode.places + [
                "unknown-action", "not-possible", "last-occurrence",
            ]
        ) { web, asked in try await web.act(asked) },
        Route(
            "POST", "change", "change",
            "Changes several tasks by words such as due:fri, as one step",
            body: .object([
                .init("tasks", .array(.string), isRequired: true),
                .init("words", .string, isRequired: true),
            ]), answer: .named("Reports"),
            problems: ProblemCode.values + ProblemCode.places + ["too-many-words"]
        ) { web, asked in try await web.changeTogether(asked) },
        Route(
            "POST", "remove", "remove-together", "Deletes several tasks as one step",
            body: .object([.init("tasks", .array(.string), isRequired: true)]),
            answer: .named("Reports"), problems: ["path-taken"]
        ) { web, asked in
            try await web.changeTasks(.remove(try web.ids(asked)), asked)
        },
        Route(
            "POST", "tasks/{id}/tick", "tick", "Ticks items of the checklist, or unticks them",
            headers: [ifMatch],
            body: .object([
                .init("items", .array(.integer), isRequired: true), .init("done", .boolean),
            ]), answer: .named("Change"),
            problems: ["no-items", "too-many-items", "no-such-item", "several-items", "malformed"]
        ) { web, asked in
            let named = (asked.body["items"]?.elements ?? []).compactMap(\.number)
            let isTicked = asked.body["done"].map(\.isTrue) ?? true
            let id = try web.task(asked).id
            guard !named.isEmpty else {
                throw ProblemDetails(.noItems)
            }
            guard named.count <= WebBoard.mostItems else {
                throw ProblemDetails(.tooManyItems(limit: WebBoard.mostItems))
            }
            return try await web.change(
                .tick(id, items: Set(named).sorted(), isTicked: isTicked), of: id, asked)
        },
        Route(
            "POST", "skip", "skip", "Moves repeating tasks on to their next dates, as one step",
            body: .object([.init("tasks", .array(.string), isRequired: true)]),
            answer: .named("Reports"),
            problems: ["repeats-nothing", "last-occurrence", "malformed", "refused-edit"]
        ) { web, asked in
            try await web.changeTasks(.skip(try web.ids(asked)), asked)
        },
        Route(
            "POST", "tasks/{id}/resolve", "conflicts", "Resolves conflicts of a task",
            headers: [ifMatch],
            body: .object([
                .init("take", .integer), .init("both", .integer), .init("keep", .boolean),
            ]), answer: .named("Change"),
            problems: ProblemCode.values + [
                "bad-choice", "nothing-to-resolve", "no-such-conflict", "no-conflict-of",
                "kept-file-gone",
            ]
        ) { web, asked in
            let id = try web.task(asked).id
            return try await web.change(
                .resolve(id, WebBoard.resolution(asked.body)), of: id, asked)
        },
        Route(
            "POST", "tasks/{id}/notes", "annotate", "Adds a dated line to the body",
            headers: [ifMatch],
            body: .object([.init("text", .string, isRequired: true)]), answer: .named("Change"),
            problems: ["no-text", "body-too-long", "malformed", "refused-edit"]
        ) { web, asked in
            let text = Text(asked.body["text"]?.text ?? "")
            guard !plainWords(text).isEmpty else {
                throw ProblemDetails(.noteWithoutText)
            }
            return try await web.change(
                .annotate(web.task(asked).id, text), of: asked.id, asked)
        },
        Route(
            "DELETE", "tasks/{id}", "delete", "Deletes a task, which stays in the history",
            headers: [ifMatch], answer: .named("Change")
        ) { web, asked in
            try await web.change(.remove([web.task(asked).id]), of: asked.id, asked)
        },
        Route(
            "POST", "tasks/{id}/restore", "restore", "Restores a deleted task",
            body: .object([]), isBodyOptional: true, answer: .named("Change"),
            problems: ["no-match", "path-taken", "on-the-board"]
        ) { web, asked in try await web.change(.restore([asked.id]), of: asked.id, asked) },
    ]

    private static func resolution(_ body: JSONValue) throws(ProblemDetails) -> Resolution {
        if case .object(let members) = body, members.count == 1 {
            if let number = body["take"]?.number { return .take(number) }
            if let number = body["both"]?.number { return .both(number) }
            if body["keep"]?.isTrue == true { return .keep }
        }
        throw ProblemDetails(.wrongChoice)
    }

    private func moveTogether(_ asked: APIRequest) async throws -> HTTPResponse {
        try await changeTasks(.drop(try drop(try ids(asked), to: asked.body)), asked)
    }

    private func changeTogether(_ asked: APIRequest) async throws -> HTTPResponse {
        let fields = try shown().board.settings.fields
        let edits = try Self.edits(asked.body["words"]?.text ?? "", asked, options.me, fields)
        return try await changeTasks(.edit(try ids(asked), edits), asked)
    }

    /// Returns the edits for words such as `due:fri +house`.
    static func edits(
        _ text: String, _ asked: APIRequest, _ me: Text, _ fields: FieldTable
    ) throws -> [FieldEdit] {
        guard !text.utf8.contains(0) else { throw ProblemDetails(.holdsNUL) }
        let words = typedWords(Text(text), fields).map(\.string)
        guard words.count <= mostWords else {
            throw ProblemDetails(.tooManyWords(limit: mostWords))
        }
        let read = try EditWords(
            words, now: asked.typedAt, me: me, fields: fields, isOwnInput: true)
        if let other = read.references.first { throw WordError(other, .notAChange(other)) }
        return read.edits
    }

    /// Returns the task IDs in the body.
    func ids(_ asked: APIRequest) throws -> [TaskID] {
        let ids = (asked.body["tasks"]?.elements ?? []).compactMap {
            $0.text.map { id(named: $0) }
        }
        let board = try shown().board
        if let missing = ids.first(where: { board[$0] == nil }) {
            throw BoardError(ActionError(.noSuchTask(missing)))
        }
        guard !ids.isEmpty else {
            throw ProblemDetails(.noTasks)
        }
        return ids
    }

    /// Carries out an action on tasks, if its rule allows it.
    private func act(_ asked: APIRequest) async throws -> HTTPResponse {
        let (ids, board) = (try ids(asked), try shown().board)
        guard let action = BoardAction(rawValue: asked["action"]),
            let intent = action.intent(on: ids, of: board)
        else {
            throw ProblemDetails(
                .unknownAction(asked["action"], known: BoardAction.ofIntents.map(\.name)))
        }
        let facts = ActionFacts(of: ids.compactMap { board[$0] })
        if let obstacle = action.obstacle(in: facts) {
            throw ProblemDetails(.notPossible(obstacle))
        }
        return try await changeTasks(intent, asked)
    }

    /// Carries out a change of several tasks.
    func changeTasks(_ intent: Intent, _ asked: APIRequest) async throws -> HTTPResponse {
        let result = try await workspace.perform(intent, by: caller(asked))
        guard case .done(let outcome) = result else {
            preconditionFailure("a change of tasks is no undo")
        }
        return HTTPResponse(200, json: ["report": note(outcome, asked)])
    }
}
