import BoardStorage
import BoardView
import HTTPServer
import MarkdownDocument
import TaskBoard
import Words

extension WebBoard {
    static let ifMatch = Route.Parameter(
        "If-Match", "the version that the task must still have, in quotes; otherwise 412")
    static let base = Route.Parameter(
        "Pmd-Base",
        "the version that the changes are based on: they are merged with later changes by others")

    /// The members of a task that a client may set, from the field table.
    private static let fields: [Schema.Property] =
        Field.inJSON.filter { $0.isTyped && $0 != .state }.map { field in
            Schema.Property(
                field.jsonKey,
                field.isList
                    ? .nullable(.array(.string)) : field == .title ? .string : .nullable(.string))
        } + [
            .init("body", .string), .init("fields", .named("FieldValues")),
            .init(
                "extra", .map(.plainValue),
                summary: "keys that pmd does not know; a number or a boolean becomes text"),
        ]

    static let place: [Schema.Property] = [
        .init("state", .string),
        .init(
            "before", .nullable(.string),
            summary: "the task below the place, which 'after' overrides"),
        .init(
            "after", .nullable(.string),
            summary: "the task above the place. A neighbour that is not in the column, such as a "
                + "deleted one, is ignored; without any, the task moves to the bottom"),
        .init("end", .string),
    ]

    private static let created =
        ProblemCode.places + ["bad-code", "on-the-board"]

    static let taskRoutes: [Route] = [
        Route(
            "GET", "tasks/{id}", "open", "One task, with its body", headers: [.ifNoneMatch],
            answer: .named("Task")
        ) {
            web, asked in
            let shown = try web.shown()
            let task = try web.task(asked)
            let version = VersionTag(task, hash: contentHash)
            return try web.cached(shown, asked, of: version) {
                web.json(task, on: shown.board, asked).encoded()
            }
        },
        Route(
            "POST", "tasks", "add", "Adds a task, from one line of quick entry or from fields",
            headers: [
                .init(
                    "Idempotency-Key",
                    "a key chosen by the client: a repeated request adds nothing twice")
            ],
            body: .object(
                fields + [
                    .init("entry", .string), .init("state", .string), .init("top", .boolean),
                ]), answer: .named("Change"), status: 201,
            problems: created
        ) { web, asked in try await web.add(asked) },
        Route(
            "POST", "add", "add-together",
            "Adds tasks from lines of quick entry, as one step. If an item cannot be read, "
                + "'pointer' of the problem locates it: #/items/0",
            body: .object([
                .init("items", .array(.string), isRequired: true), .init("state", .string),
            ]), answer: .named("Reports"),
            problems: ProblemCode.values + created + ["no-items", "too-many-items"]
        ) { web, asked in try await web.addTogether(asked) },
        Route(
            "PUT", "tasks/{id}", "create", "Adds a task with a code chosen by the client",
            headers: [.init("If-None-Match", "must be *: an existing task is not replaced")],
            body: .object(
                fields + [
                    .init("entry", .string), .init("state", .string), .init("top", .boolean),
                    .init("place", .object(place)),
                ]), answer: .named("Change"), status: 201,
            problems: created + ["condition-missing", "on-the-board", "deleted"]
        ) { web, asked in try await web.create(asked) },
        Route(
            "PATCH", "tasks/{id}", "edit",
            "Changes fields and the place of a task, as one merge patch (RFC 7396)",
            headers: [ifMatch, base],
            body: .object(fields + [.init("place", .object(place))]), answer: .named("Change")
        ) { web, asked in try await web.edit(asked) },
        Route(
            "PUT", "tasks/{id}/body", "edit-body", "Replaces the body of a task",
            headers: [ifMatch, base],
            body: .object([.init("body", .string, isRequired: true)]), answer: .named("Change"),
            problems: ProblemCode.values
        ) { web, asked in try await web.edit(asked) },
        Route(
            "GET", "tasks/{id}/file", "source", "The whole text of a task's file",
            answer: .named("Source"), problems: ["not-text", "file-too-large"]
        ) { web, asked in try web.source(asked) },
        Route(
            "PUT", "tasks/{id}/file", "rewrite",
            "Replaces the whole file of a task, such as one that cannot be read",
            headers: [ifMatch], body: .object([.init("text", .string, isRequired: true)]),
            answer: .named("Change"), problems: ["version-missing", "malformed", "too-large"]
        ) { web, asked in
            let task = try web.task(asked)
            guard try web.expectedVersions(asked) != nil else {
                throw ProblemDetails(.versionMissing)
            }
            let bytes = Array((asked.body["text"]?.text ?? "").utf8)
            if let malformation = Document(bytes).malformation {
                throw ProblemDetails(422, "malformed", malformation.words)
                    .with("line", .number(malformation.line))
                    .with("column", .number(malformation.column))
            }
            return try await web.change(
                .rewrite(task.id, as: bytes, over: Array(task.bytes)), of: task.id, asked)
        },
    ]

    /// The maximum size of a file that clients edit as text, in bytes.
    private static let mostSource = 1 << 20

    private func source(_ asked: APIRequest) throws -> HTTPResponse {
        let task = try task(asked)
        let bytes = Array(task.bytes)
        guard bytes.count <= Self.mostSource else { throw ProblemDetails(.fileTooLarge) }
        // Other bytes would be lost when the text is saved.
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ProblemDetails(.fileNotText)
        }
        let version = VersionTag(task, hash: contentHash)
        return HTTPResponse(
            200,
            json: [
                "id": .string(task.id.text), "path": .string(Text(task.path.bytes)),
                "text": .string(Text(text)), "version": .string(version.text),
                "problems": .array(task.problems.map { $0.plainJSON(asked.language) }),
            ], version: version)
    }
}

// New tasks.
extension WebBoard {
    private func add(_ asked: APIRequest) async throws -> HTTPResponse {
        guard asked.request.headers.contains("idempotency-key") else {
            return try await add(asked, as: nil)
        }
        guard let key = asked.request.headers["idempotency-key"], !key.isEmpty,
            key.utf8.count <= 255
        else {
            throw ProblemDetails(.wrongIdempotencyKey)
        }
        let owner = asked.client.user ?? ""
        let name = hexDigits(contentHash(Array((owner + "\n" + key).utf8)))
        let isFirst = creating.withLock { $0.insert(name).inserted }
        guard isFirst else {
            throw ProblemDetails(.inFlight)
        }
        defer { creating.withLock { _ = $0.remove(name) } }
        let body = hexDigits(contentHash(asked.request.body))
        let creation = try await workspace.creation(key: name, body: body)
        guard creation.body == body else {
            throw ProblemDetails(.otherBody)
        }
        let id = TaskID(creation.code)
        if let task = try await workspace.board()[id] {
            return created(task, try shown().board, report([], [], commit: nil, asked), asked)
        }
        try await checkDeleted(id, asked)
        return try await add(asked, as: creation.code)
    }

    private func create(_ asked: APIRequest) async throws -> HTTPResponse {
        guard EntityTags(asked.request.headers.values("if-none-match")) == .any else {
            throw ProblemDetails(.conditionMissing)
        }
        let board = try shown().board
        if let task = board[asked.id] { throw present(task, on: board, asked) }
        guard TaskCode.isValid(asked["id"].utf8) else {
            throw BoardError(ActionError(.badCode(Text(asked["id"]))))
        }
        try await checkDeleted(asked.id, asked)
        do {
            return try await add(asked, as: Text(asked["id"]))
        } catch let error as ActionError {
            // The same request arrived twice, and the other one finished first.
            let board = try await workspace.board()
            guard case .onTheBoard = error.reason, let task = board[asked.id] else { throw error }
            throw present(task, on: board, asked)
        }
    }

    private func present(_ task: TaskItem, on board: Board, _ asked: APIRequest) -> ProblemDetails {
        ProblemDetails(.onTheBoard)
            .with("current", json(task, on: board, asked))
    }

    /// Rejects a task that was deleted from the board (410).
    private func checkDeleted(_ id: TaskID, _ asked: APIRequest) async throws {
        if try await !workspace.log(LogFilter(ids: [id], limit: 1)).isEmpty {
            let board = try await workspace.board()
            if let task = board[id] { throw present(task, on: board, asked) }
            throw ProblemDetails(.deleted)
        }
    }

    /// The maximum number of tasks to add at once.
    private static let mostEntries = 100

    private func addTogether(_ asked: APIRequest) async throws -> HTTPResponse {
        let entries = (asked.body["items"]?.elements ?? []).compactMap(\.text)
        guard !entries.isEmpty else { throw ProblemDetails(.noItems) }
        guard entries.count <= Self.mostEntries else {
            throw ProblemDetails(.tooManyItems(limit: Self.mostEntries))
        }
        let settings = try shown().board.settings
        let state = asked.body["state"]?.text.map { Text($0) }
        let intents = try entries.enumerated().map { index, entry -> Intent in
            do {
                let draft = try entryDraft(entry, settings.fields, asked)
                return .add(draft, to: state ?? draft.state ?? settings.first, atTop: false)
            } catch {
                let problem = error as? ProblemDetails ?? ProblemDetails(BoardError(error))
                throw problem.with("pointer", .string("#/items/\(index)"))
            }
        }
        return try await changeTasks(.batch(intents), asked)
    }

    private func entryDraft(
        _ entry: String, _ fields: FieldTable, _ asked: APIRequest
    ) throws -> TaskDraft {
        guard !entry.utf8.contains(0) else { throw ProblemDetails(.holdsNUL) }
        var draft = try quickEntry(
            [entry], now: asked.typedAt, me: options.me, fields: fields, isOwnInput: true)
        try draft.addDefaults(fields, now: asked.typedAt, me: options.me)
        return draft
    }

    private func add(_ asked: APIRequest, as code: Text?) async throws -> HTTPResponse {
        var draft = try draft(asked)
        draft.code = code
        let named = asked.body["state"]?.text.map { Text($0) } ?? draft.state
        let atTop = asked.body["top"]?.isTrue ?? false
        let state = try named ?? shown().board.settings.first
        var intent = Intent.add(draft, to: state, atTop: atTop)
        if let code, let place = asked.body["place"] {
            intent = .batch([intent, .drop(try drop([TaskID(code)], to: place))])
        }
        let result = try await workspace.perform(intent, by: caller(asked))
        guard case .done(let outcome) = result, let id = outcome.plan.tasks.first,
            let task = outcome.board[id]
        else { preconditionFailure("an addition has a task") }
        let report = note(outcome, asked)
        return created(task, outcome.board, report, asked)
    }

    private func created(
        _ task: TaskItem, _ board: Board, _ report: JSONValue, _ asked: APIRequest
    ) -> HTTPResponse {
        var response = HTTPResponse(
            201, json: json(task, on: board, asked).adding([.init("report", report)]),
            version: VersionTag(task, hash: contentHash))
        response.headers.add(
            "Location",
            gate.base(of: asked.request) + "/api/tasks/" + percentEncoded(task.id.text.string))
        return response
    }

    /// Returns the client's new task: from one line, from its fields, or from both. A field replaces
    /// the value in the line.
    private func draft(_ asked: APIRequest) throws -> TaskDraft {
        let placeKeys = ["entry", "state", "top", "place"]
        let table = try shown().board.settings.fields
        let fields = asked.body.without(placeKeys)
        if let entry = asked.body["entry"]?.text {
            var draft = try entryDraft(entry, table, asked)
            draft.take(try Self.fieldEdits(fields, asked, options.me, table), fields: table)
            return draft
        }
        let edits = try Self.fieldEdits(fields, asked, options.me, table)
        var draft: TaskDraft
        do throws(ActionError) { draft = try TaskDraft(edits, fields: table) } catch {
            throw BoardError(error)
        }
        try draft.addDefaults(table, now: asked.typedAt, me: options.me)
        return draft
    }

    static func fieldEdits(
        _ json: JSONValue, _ asked: APIRequest, _ me: Text, _ fields: FieldTable
    ) throws(ProblemDetails) -> [FieldEdit] {
        guard !json.holdsNUL else { throw ProblemDetails(.holdsNUL) }
        do throws(JSONFieldError) {
            return try FieldEdit.edits(from: json, now: asked.typedAt, me: me, fields: fields)
        } catch {
            let status = if case .wrongValue = error.reason { 422 } else { 400 }
            throw ProblemDetails(status, "wrong-value", error.words)
        }
    }
}

// Changes of fields.
extension WebBoard {
    private func edit(_ asked: APIRequest) async throws -> HTTPResponse {
        let shown = try shown()
        let task = try task(asked)
        let edits = try Self.fieldEdits(
            asked.body.without(["place"]), asked, options.me, shown.board.settings.fields)
        let base = try await base(of: task, on: shown.board, asked)
        var intents: [Intent] = [.save(task.id, edits, over: base)]
        if let place = asked.body["place"] {
            intents.append(.drop(try drop([task.id], to: place)))
        }
        let intent = intents.count == 1 ? intents[0] : .batch(intents)
        do {
            return try await change(intent, of: task.id, asked)
        } catch let error as ActionError {
            guard case .changedMeanwhile = error.reason else { throw error }
            throw try await contest(edits, of: task.id, over: base, error, asked)
        }
    }

    /// Returns the bytes of the client's base version.
    ///
    /// - Throws: ``Problem``: 428 if the client does not specify one, 412 if another version is
    ///   needed.
    private func base(
        of task: TaskItem, on board: Board, _ asked: APIRequest
    ) async throws -> [UInt8] {
        if let tags = try expectedVersions(asked) {
            guard tags.matchesStrongly(VersionTag(task, hash: contentHash)) else {
                throw stale(task, on: board, asked)
            }
            return Array(task.bytes)
        }
        guard let text = asked.request.headers["pmd-base"] else {
            throw ProblemDetails(.versionMissing)
        }
        guard let version = VersionTag(VersionTag.named(by: text.filter { $0 != "\"" })),
            let bytes = try await versions.bytes(of: version, now: task, in: workspace)
        else { throw stale(task, on: board, asked) }
        return bytes
    }

    func stale(_ task: TaskItem, on board: Board, _ asked: APIRequest) -> ProblemDetails {
        ProblemDetails(BoardError(ActionError(.otherVersion(title: task.title))))
            .with("current", json(task, on: board, asked))
    }

    /// Returns the changes in conflict (409). Nothing is written, and the client chooses.
    private func contest(
        _ edits: [FieldEdit], of id: TaskID, over base: [UInt8], _ error: ActionError,
        _ asked: APIRequest
    ) async throws -> ProblemDetails {
        let board = try await workspace.board()
        guard let task = board[id] else {
            return ProblemDetails(BoardError(ActionError(.noSuchTask(id))))
        }
        let authors = try await workspace.otherAuthors(of: id)
        let fields = try board.contested(task, edits, over: base).map { contest -> JSONValue in
            [
                "key": .string(FormField(contest.field)?.jsonKey ?? contest.field.jsonKey),
                "field": .string(contest.field.key), "mine": contest.mine.json(of: contest.field),
                "theirs": contest.theirs.json(of: contest.field),
                "by": .optional(authors[contest.field.key.string].map { Text($0) }),
            ]
        }
        return ProblemDetails(BoardError(error)).with("fields", .array(fields))
            .with("current", json(task, on: board, asked))
    }
}

extension [Text] {
    /// Returns the values of a field in their JSON form.
    fileprivate func json(of field: Field) -> JSONValue {
        field.isList ? .strings(self) : .optional(first)
    }
}

extension JSONValue {
    /// True if any text in it has a NUL, which no file of a board may contain.
    fileprivate var holdsNUL: Bool {
        switch self {
        case .string(let text): text.utf8.contains(0)
        case .array(let elements): elements.contains(where: \.holdsNUL)
        case .object(let members):
            members.contains { $0.key.utf8.contains(0) || $0.value.holdsNUL }
        case .null, .bool, .number, .decimal, .encoded: false
        }
    }

    /// Returns this object without some members.
    func without(_ keys: [String]) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !keys.contains($0.key) })
    }
}

/// Returns a percent-encoded path segment (RFC 3986).
func percentEncoded(_ text: String) -> String {
    text.utf8.map { byte in
        let isPlain =
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x61...0x7A).contains(byte) || "-._~".utf8.contains(byte)
        return isPlain ? String(UnicodeScalar(byte)) : "%" + hexDigits([byte]).uppercased()
    }.joined()
}
