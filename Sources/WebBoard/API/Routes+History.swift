import BoardStorage
import BoardView
import HTTPServer
import MarkdownDocument
import TaskBoard
import Words

extension WebBoard {
    private static let limit = Route.Parameter.limit("entries", most: 1_000, standard: 50)

    static let historyRoutes: [Route] = [
        Route(
            "GET", "history", "board-history", "The changes of the board, newest first",
            query: [limit, .after], answer: .named("History")
        ) { web, asked in try await web.history(of: [], asked) },
        Route(
            "GET", "tasks/{id}/history", "history", "The changes of one task, newest first",
            query: [limit, .after], answer: .named("History")
        ) { web, asked in try await web.history(of: [asked.id], asked) },
        Route(
            "POST", "undo", "undo", "Undoes the client's last action, or the entry of a commit",
            body: .object([.init("commit", .string)]), isBodyOptional: true,
            answer: .named("Reports"), problems: ProblemCode.undo
        ) { web, asked in try await web.undo(asked) },
        Route(
            "POST", "redo", "redo", "Redoes the client's last undo", body: .object([]),
            isBodyOptional: true, answer: .named("Reports"), problems: ProblemCode.undo
        ) { web, asked in try await web.redo(asked) },
        Route(
            "POST", "sync", "sync",
            "Exchanges commits with the remote; concurrent requests share one sync",
            body: .object([]), isBodyOptional: true, answer: .named("Sync"),
            problems: ProblemCode.sync
        ) { web, asked in try await web.sync(asked) },
        Route(
            "GET", "status", "status", "The sync status of this clone",
            answer: .named("Status")
        ) { web, asked in
            await web.clone.lookBriefly()
            return HTTPResponse(200, json: web.json(of: web.clone.status, asked))
        },
    ]

    /// The maximum number of history entries to search for one page.
    private static let historyLimit = 10_000

    private func history(of ids: Set<TaskID>, _ asked: APIRequest) async throws -> HTTPResponse {
        let limit = try asked.number(Self.limit)
        var wanted = limit + 1
        var entries = try await workspace.log(LogFilter(ids: ids, limit: wanted))
        if !ids.isEmpty, entries.isEmpty, try shown().board[asked.id] == nil {
            throw BoardError(ActionError(.noSuchTask(asked.id)))
        }
        var start = 0
        if let after = asked.request.value("after") {
            // Finding an unknown commit would mean searching the whole history.
            guard try await workspace.isInHistory(commit: after) else {
                throw ProblemDetails(.wrongCursor)
            }
            while !entries.contains(where: { $0.commit == after }), entries.count == wanted,
                wanted < Self.historyLimit
            {
                wanted *= 4
                entries = try await workspace.log(LogFilter(ids: ids, limit: wanted))
            }
            guard let place = entries.lastIndex(where: { $0.commit == after }) else {
                throw ProblemDetails(.wrongCursor)
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
    /// Undoes the caller's last action, or any change by its commit. The undo of somebody else's
    /// change is itself an action of the caller.
    private func undo(_ asked: APIRequest) async throws -> HTTPResponse {
        let named = try Self.commit(asked)
        let report = try await perform(.undo(named.map(UndoRequest.commit) ?? .last(1)), asked)
        return answer(report, isRedo: false, asked)
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

    private func redo(_ asked: APIRequest) async throws -> HTTPResponse {
        answer(try await perform(.redo(.last(1)), asked), isRedo: true, asked)
    }

    private func perform(_ intent: Intent, _ asked: APIRequest) async throws -> UndoReport {
        var caller = try caller(asked)
        caller.record = { [self] in
            if case .undone(let report, _) = $0 { note(report, asked) }
        }
        do {
            let result = try await workspace.perform(intent, by: caller)
            guard case .undone(let report, _) = result else {
                preconditionFailure("an undo has a report")
            }
            return report
        } catch let error as BoardError {
            switch error.reason {
            case .history(.nothingToUndo): throw ProblemDetails(.nothingToUndo)
            case .history(.nothingToRedo): throw ProblemDetails(.nothingToRedo)
            default: throw error
            }
        }
    }

    /// Keeps the sentence of an undo that is itself an action of the caller, since it undid
    /// somebody else's change.
    private func note(_ report: UndoReport, _ asked: APIRequest) {
        guard let commit = report.commit, actions.next(of: asked.caller).undo?.action == commit
        else { return }
        actions.note(view(report, isRedo: false, asked).sentences.first ?? "", of: commit)
    }

    private func view(_ report: UndoReport, isRedo: Bool, _ asked: APIRequest) -> UndoView {
        UndoView(
            report, isRedo: isRedo, isPreview: false, dates: dates(asked).wording,
            language: asked.language)
    }

    /// Publishes an undo or redo.
    private func answer(
        _ report: UndoReport, isRedo: Bool, _ asked: APIRequest
    ) -> HTTPResponse {
        live.catchUp()
        let view = view(report, isRedo: isRedo, asked)
        let skipped = view.skipped.map { BoardText.leftAlone($0.words).text(asked.language) }
        let json: JSONValue = [
            "sentences": .strings(view.sentences.map { Text($0) }),
            "notices": .strings(skipped.map { Text($0) }),
            "undo": undoJSON(of: asked.caller, asked.language),
            "redo": redoJSON(of: asked.caller, asked.language),
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
        switch await clone.sync() {
        case .success(let done): report = done
        case .failure(let error): throw error
        }
        live.catchUp()
        let notes = report.sentences.map { Text($0.plain.text(asked.language)) }
        return HTTPResponse(
            200,
            json: report.json.adding([
                .init(
                    "failure",
                    .optional(report.failure.map { Text($0.words.plain.text(asked.language)) })),
                .init("notices", .strings(notes)),
                .init("status", json(of: clone.status, asked)),
            ]))
    }

    /// Returns the status of the clone for a client.
    func json(of status: CloneStatus, _ asked: APIRequest) -> JSONValue {
        // A stream of events outlives the time of its request.
        let now = asked.now.at(options.now(asked.language).seconds)
        return status.json(DateWords(.relative, now: now), asked.language)
    }
}
