import BoardStorage
import BoardView
import HTTPServer
import MarkdownDocument
import TaskBoard
import Words

extension WebBoard {
    private static let pages: [Route.Parameter] = [
        .init("limit", "the most entries, 50 unless told", .integer),
        .init("after", "the commit of the last entry that is known"),
    ]

    static let historyRoutes: [Route] = [
        Route(
            "GET", "history", "board-history", "The changes of the board, newest first",
            query: pages, answer: .named("History")
        ) { web, asked in try await web.history(of: [], asked) },
        Route(
            "GET", "tasks/{id}/history", "history", "The changes of one task, newest first",
            query: pages, answer: .named("History")
        ) { web, asked in try await web.history(of: [asked.id], asked) },
        Route(
            "POST", "undo", "undo", "Undoes the caller's own last action, or one by its commit",
            body: .object([.init("commit", .string)]), isBodyOptional: true,
            answer: .named("Reports")
        ) { web, asked in try await web.undo(asked) },
        Route(
            "POST", "redo", "redo", "Redoes what the caller undid last", body: .object([]),
            isBodyOptional: true, answer: .named("Reports")
        ) { web, asked in try await web.redo(asked) },
        Route(
            "POST", "sync", "sync",
            "Exchanges commits with the remote; who asks meanwhile gets the same answer",
            body: .object([]), isBodyOptional: true, answer: .named("Sync")
        ) { web, asked in try await web.sync(asked) },
        Route(
            "GET", "status", "status", "Where this clone and its remote stand",
            answer: .named("Status")
        ) { web, asked in
            await web.standing.lookBriefly()
            return HTTPResponse(200, json: web.statusJSON(asked))
        },
    ]

    /// The maximum number of history entries to search for one page.
    private static let historyLimit = 10_000

    private func history(of ids: Set<TaskID>, _ asked: APIRequest) async throws -> HTTPResponse {
        let limit = try asked.number("limit", in: 1...1_000, default: 50)
        var wanted = limit + 1
        var entries = try await workspace.log(LogFilter(ids: ids, limit: wanted))
        if !ids.isEmpty, entries.isEmpty, try shown().board[asked.id] == nil {
            throw BoardError(ActionError(.noSuchTask(asked.id)))
        }
        var start = 0
        if let after = asked.request.value("after") {
            // Finding an unknown commit would mean searching the whole history.
            guard try await workspace.isInHistory(commit: after) else {
                throw Self.notInLog(after)
            }
            while !entries.contains(where: { $0.commit == after }), entries.count == wanted,
                wanted < Self.historyLimit
            {
                wanted *= 4
                entries = try await workspace.log(LogFilter(ids: ids, limit: wanted))
            }
            guard let place = entries.lastIndex(where: { $0.commit == after }) else {
                throw Self.notInLog(after)
            }
            start = place + 1
            entries = try await workspace.log(LogFilter(ids: ids, limit: start + limit + 1))
        }
        let page = entries.dropFirst(start).prefix(limit)
        let dates = dates(asked)
        return HTTPResponse(
            200,
            json: [
                "entries": .array(page.map { Self.json($0, dates, asked.language) }),
                "next": entries.count > start + limit
                    ? .optional(page.last.map { Text($0.commit) }) : .null,
            ])
    }

    private static func notInLog(_ commit: String) -> ProblemDetails {
        let error = BoardError.history(.notInLog(plainWords(commit)))
        return ProblemDetails(404, error.code, error.words)
    }

    private static func json(
        _ entry: LogEntry, _ dates: DateWords, _ language: Language
    ) -> JSONValue {
        let view = HistoryEntry(entry)
        return entry.json.adding([
            .init("sentence", .string(view.sentence(dates, language))),
            .init("reorder", .bool(view.isReorder)),
        ])
    }
}

// Undo and redo.
extension WebBoard {
    private func undo(_ asked: APIRequest) async throws -> HTTPResponse {
        let named = try Self.commit(asked)
        while let own = callers.takeUndo(of: asked.caller, commit: named) {
            let report = try await perform(.undo(.action(own.commit)), own, asked)
            guard let report else { continue }
            callers.noteUndone(own, by: action(report, own.title), of: asked.caller)
            return answer(report, isRedo: false, asked)
        }
        if let named { return try await undo(named, asked) }
        throw ProblemDetails(.nothingToUndo)
    }

    /// Returns the commit in the body.
    ///
    /// - Throws: ``Problem`` (400) for text that is not a commit, or is too short to identify one.
    private static func commit(_ asked: APIRequest) throws(ProblemDetails) -> String? {
        guard let text = asked.body["commit"]?.text else { return nil }
        guard (4...40).contains(text.utf8.count), text.allSatisfy(\.isHexDigit) else {
            throw ProblemDetails(.wrongCommit)
        }
        return text.lowercased()
    }

    /// Undoes somebody else's change. The undo is itself an action of the caller.
    private func undo(_ commit: String, _ asked: APIRequest) async throws -> HTTPResponse {
        let report = try await perform(.undo(.commit(commit)), asked)
        let title = view(report, isRedo: false, asked).sentences.first ?? ""
        if let action = action(report, title) { callers.noteDone(action, by: asked.caller) }
        return answer(report, isRedo: false, asked)
    }

    private func redo(_ asked: APIRequest) async throws -> HTTPResponse {
        while let own = callers.takeRedo(of: asked.caller) {
            let report = try await perform(.redo(.action(own.commit)), own, asked)
            guard let report else { continue }
            callers.noteRedone(own, by: action(report, own.title), of: asked.caller)
            return answer(report, isRedo: true, asked)
        }
        throw ProblemDetails(.nothingToRedo)
    }

    /// Undoes or redoes one of the caller's actions.
    ///
    /// - Returns: Nil if the commit is no longer on the branch, for example after `git reset`. The
    ///   action is then forgotten.
    private func perform(
        _ intent: Intent, _ own: CallerActions.Action, _ asked: APIRequest
    ) async throws -> UndoReport? {
        do {
            return try await perform(intent, asked)
        } catch let error as BoardError where error.code == "no-commit" {
            callers.forget(own, of: asked.caller)
            return nil
        } catch {
            callers.giveBack(own, of: asked.caller)
            throw error
        }
    }

    private func perform(_ intent: Intent, _ asked: APIRequest) async throws -> UndoReport {
        let result = try await workspace.perform(intent, by: caller(asked))
        guard case .undone(let report, _) = result else {
            preconditionFailure("an undo has a report")
        }
        return report
    }

    /// Returns the commit of an undo or redo; nil if others have changed everything since, so that
    /// nothing was left to revert.
    private func action(_ report: UndoReport, _ title: String) -> CallerActions.Action? {
        report.commit.map { CallerActions.Action(commit: $0, title: title) }
    }

    private func view(_ report: UndoReport, isRedo: Bool, _ asked: APIRequest) -> UndoView {
        UndoView(
            report, isRedo: isRedo, isPreview: false, dates: dates(asked).value,
            language: asked.language)
    }

    /// Publishes an undo or redo that has already been recorded for the caller.
    private func answer(
        _ report: UndoReport, isRedo: Bool, _ asked: APIRequest
    ) -> HTTPResponse {
        feed.post(
            changed: Set(report.steps.flatMap(\.tasks).map(\.id)),
            hasSettings: report.steps.contains { $0.settings != nil }, isCommitted: true)
        let view = view(report, isRedo: isRedo, asked)
        let skipped = view.skipped.map { BoardText.leftAlone($0.words).text(asked.language) }
        let json: JSONValue = [
            "sentences": .strings(view.sentences.map { Text($0) }),
            "notices": .strings(skipped.map { Text($0) }), "undo": undoJSON(of: asked.caller),
            "redo": redoJSON(of: asked.caller),
            "commit": .optional(report.commit.map { Text($0) }),
        ]
        return HTTPResponse(200, json: ["report": json])
    }
}

// Sync and status.
extension WebBoard {
    private func sync(_ asked: APIRequest) async throws -> HTTPResponse {
        _ = try caller(asked)
        let report: SyncReport
        switch await standing.sync() {
        case .success(let done): report = done
        case .failure(let error): throw error
        }
        feed.post(changed: [], isCommitted: true)
        let notes = report.sentences.map { Text($0.text(asked.language)) }
        return HTTPResponse(
            200,
            json: report.json.adding([
                .init(
                    "failure",
                    .optional(report.failure.map { Text($0.words.text(asked.language)) })),
                .init("notices", .strings(notes)),
                .init("status", statusJSON(asked)),
            ]))
    }

    /// Returns the sync state with its sentence.
    func statusJSON(_ asked: APIRequest) -> JSONValue {
        let (now, language) = (standing.now, asked.language)
        let (report, last) = (now.report, now.report?.lastSync)
        let failure: String? =
            now.failure?.words.text(language)
            ?? last.flatMap { $0.code != 0 && !$0.isPassing ? $0.result.text : nil }
        let isOffline = last.map { $0.isPassing && $0.code != 0 } ?? false
        return [
            "branch": .optional(report?.branch.map { Text($0) }),
            "ahead": .optional(report?.ahead), "behind": .optional(report?.behind),
            "remote": .bool(report?.remote != nil), "syncing": .bool(now.isSyncing),
            "lastSync": last.map {
                ["at": .string(Moment.utcStamp($0.time)), "result": .string($0.result.text)]
            } ?? .null,
            "offline": .bool(isOffline), "failure": .optional(failure.map { Text($0) }),
            "uncommitted": .strings((report?.uncommitted ?? []).map { Text($0.bytes) }),
            "takenBack": .strings((report?.takenBack ?? []).map { Text($0.notice.text(language)) }),
            "sentence": .string(
                sentence(isOffline: isOffline, failure: failure, asked)),
        ]
    }

    private func sentence(
        isOffline: Bool, failure: String?, _ asked: APIRequest
    ) -> String {
        let (now, language) = (standing.now, asked.language)
        if now.isSyncing { return BoardText.syncing.text(language) }
        if now.report?.remote == nil { return BoardText.noRemote.text(language) }
        if isOffline { return BoardText.remoteUnreachable.text(language) }
        if let failure { return BoardText.remoteFails(failure).text(language) }
        guard let last = now.report?.lastSync else { return "" }
        // A stream of events outlives the time of its request.
        let dates = DateWords(.relative, now: asked.now.at(options.now(language).seconds))
        return BoardText.synced(dates.past(last.time)).text(language)
    }
}
