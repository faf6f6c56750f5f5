import BoardStorage
import BoardView
import HTTPServer
import MarkdownDocument
import TaskBoard
import Words

// The common parts of all changes.
extension WebBoard {
    /// Returns the caller and the version condition of a request. An action that is carried out for
    /// the caller becomes its next undo, before the event of the change, which includes that.
    func caller(
        _ asked: APIRequest, expecting expected: [TaskID: VersionTag] = [:]
    ) throws(ProblemDetails) -> Caller {
        let shown = try shown()
        if let obstacle = shown.obstacle {
            let isNewer = shown.isNewer && !shown.isGone
            throw ProblemDetails(
                isNewer ? 501 : 403, isNewer ? "newer-format" : "read-only",
                obstacle.words)
        }
        var caller = Caller(
            author: asked.client.user.map { Identity(name: $0, email: Self.email(of: $0)) },
            expected: expected, offset: asked.zone == nil ? nil : asked.now.offset,
            client: ActionClient(window: asked.caller))
        let (language, dates) = (asked.language, dates(asked).wording)
        caller.record = { [actions] result in
            guard case .done(let outcome) = result, let commit = outcome.commit else { return }
            actions.note(outcome.title(language, dates: dates), of: commit)
        }
        return caller
    }

    /// Returns the email address for a user authenticated by a proxy.
    private static func email(of user: String) -> String {
        user.contains("@") && !user.contains(" ")
            ? user : user.filter { !" ,;:\"".contains($0) } + "@localhost"
    }

    /// Returns the condition `If-Match`; nil if it is missing.
    func expectedVersions(_ asked: APIRequest) throws(ProblemDetails) -> EntityTags? {
        let fields = asked.request.headers.values("if-match")
        if fields.isEmpty { return nil }
        guard let tags = EntityTags(fields) else {
            throw ProblemDetails(.wrongVersion)
        }
        return tags
    }

    /// Returns the version that a task must still have when the change is carried out; nil for
    /// any.
    ///
    /// - Throws: ``Problem`` (412) if `If-Match` does not match the current version.
    private func expectedVersion(
        of id: TaskID, on board: Board, _ asked: APIRequest
    ) throws(ProblemDetails) -> VersionTag? {
        guard let tags = try expectedVersions(asked), tags != .any, let task = board[id] else {
            return nil
        }
        let version = VersionTag(task, hash: contentHash)
        guard tags.matchesStrongly(version) else { throw stale(task, on: board, asked) }
        return version
    }

    /// Carries out a change of one task, and responds with the updated task.
    func change(
        _ intent: Intent, of id: TaskID, _ asked: APIRequest
    ) async throws -> HTTPResponse {
        let shown = try shown()
        var expected: [TaskID: VersionTag] = [:]
        if let version = try expectedVersion(of: id, on: shown.board, asked) {
            expected[id] = version
        }
        let result: IntentResult
        do {
            result = try await workspace.perform(
                intent, by: caller(asked, expecting: expected))
        } catch let error as ActionError {
            guard case .otherVersion = error.reason, let task = try await workspace.board()[id]
            else { throw error }
            throw stale(task, on: shown.board, asked)
        }
        guard case .done(let outcome) = result else {
            preconditionFailure("a change of a task is no undo")
        }
        let report = note(outcome, asked)
        let board =
            outcome.board.tasks.count < shown.board.tasks.count - 1
            ? try await workspace.board() : outcome.board
        if let task = board[outcome.plan.tasks.first ?? id] ?? board[id] {
            return HTTPResponse(
                200, json: json(task, on: board, asked).adding([.init("report", report)]),
                version: VersionTag(task, hash: contentHash))
        }
        guard let old = shown.board[id] ?? outcome.before[id] else {
            throw BoardError(ActionError(.noSuchTask(id)))
        }
        return HTTPResponse(
            200,
            json: json(old, on: shown.board, asked).adding([
                .init("deleted", .bool(true)), .init("report", report),
            ]))
    }

    /// Publishes the outcome of an action.
    ///
    /// - Returns: The report for the client.
    func note(_ outcome: ActionOutcome, _ asked: APIRequest) -> JSONValue {
        let dates = dates(asked).wording
        let results = outcome.plan.isEmpty ? [] : outcome.results.changesFirst
        let sentences = results.map { $0.text(asked.language, dates: dates, isOnPage: true) }
        live.catchUp()
        return report(
            sentences,
            outcome.notices.map { $0.text(asked.language, dates: dates, isOnPage: true) },
            commit: outcome.commit,
            asked)
    }

    /// Returns the drop at a client's position: given by the tasks above and below, or as an end
    /// of the column, whose tasks the client may not all have loaded.
    func drop(_ tasks: [TaskID], to place: JSONValue) throws(ProblemDetails) -> Drop {
        let board = try shown().board
        if let end = place["end"]?.text {
            return try drop(tasks, to: place["state"]?.text.map { Text($0) }, end: end, on: board)
        }
        let neighbours = [place["after"], place["before"]].map { value in
            value?.text.map { TaskID(Text($0)) }
        }
        let beside = neighbours.compactMap { $0.flatMap { board[$0] } }.first
        guard
            let state = place["state"]?.text.map({ Text($0) }) ?? beside?.state
                ?? tasks.first.flatMap({ board[$0]?.state })
        else {
            throw ProblemDetails(.missingMember("state"))
        }
        return Drop(tasks, to: state, above: neighbours[0], below: neighbours[1])
    }

    private func drop(
        _ tasks: [TaskID], to state: Text?, end: String, on board: Board
    ) throws(ProblemDetails) -> Drop {
        guard ["top", "bottom"].contains(end) else {
            throw ProblemDetails(.wrongEnd)
        }
        guard let state = state ?? tasks.first.flatMap({ board[$0]?.state }) else {
            throw ProblemDetails(.missingMember("state"))
        }
        let others = (board.column(board.settings.folder(ofState: state))?.tasks ?? []).map(\.id)
            .filter { !tasks.contains($0) }
        return end == "top"
            ? Drop(tasks, to: state, below: others.first)
            : Drop(tasks, to: state, above: others.last)
    }
}

extension ActionOutcome {
    /// Returns the sentence of the first change, as the title of the action's undo.
    fileprivate func title(_ language: Language, dates: DateWording?) -> String {
        results.changesFirst.first?.text(language, dates: dates, isOnPage: true) ?? ""
    }
}
