import BoardStorage
import MarkdownDocument
import TaskBoard

/// The tasks that a query found, and their board.
struct Found: Sendable {
    let board: Board
    let tasks: [TaskItem]
    let times: HistoryTimes
}

extension Session {
    /// The tasks that a query asks for, in its order.
    ///
    /// History is only read where the query or the caller asks for it, so that a
    /// plain list never opens the repository.
    ///
    /// - Parameters:
    ///   - words: The query as the user typed it.
    ///   - more: Terms from options.
    ///   - all: True if finished and waiting tasks are included.
    func find(
        _ words: [Word], adding more: [String] = [], all: Bool, withTimes: Bool = false,
        in workspace: Workspace
    ) async throws -> Found {
        let board = try await shownBoard(in: workspace)
        let query = try await query(words, adding: more, on: board, in: workspace)
        guard !withTimes, !query.needsHistory else {
            let (timed, times) = try await timed(board, in: workspace)
            let tasks = timed.tasks(matching: query, all: all, times: times)
            return Found(board: timed, tasks: tasks, times: times)
        }
        // Finished columns are sorted by finish time, which only history knows.
        let found = board.tasks(matching: query, all: all)
        guard found.count(where: \.isFinished) > 1 else {
            return Found(board: board, tasks: found, times: HistoryTimes())
        }
        let (timed, times) = try await timed(board, in: workspace)
        let paths = Set(found.map(\.path))
        let ordered = timed.tasks.filter { paths.contains($0.path) }
        return Found(board: timed, tasks: query.sorted(ordered, times: times), times: times)
    }

    /// The board, for a command that only shows it. Reports the entries that have a task's
    /// name and cannot be read.
    func shownBoard(in workspace: Workspace) async throws -> Board {
        let board = try await workspace.board(isForShow: true)
        for file in try await workspace.unreadFiles() {
            console.say("\(safe(file.path.bytes)) is left out: \(file.reason)")
        }
        return board
    }

    /// The board for showing one task. If a path, an ID or the start of a code names the
    /// task, the board holds little more than that task and its blockers.
    ///
    /// - Returns: The board, and whether the task's shortest reference is known from it.
    func shownBoard(
        of reference: Word, in workspace: Workspace
    ) async throws -> (board: Board, tellsReference: Bool) {
        let name = TaskReference(reference.bytes, isAlone: true)
        guard !console.isJSON, let part = try await workspace.board(of: [name])
        else { return (try await shownBoard(in: workspace), true) }
        let tellsReference = name.text.flatMap { part.task(exactly: $0) } == nil
        let blockers = try part.task(name).blockedBy
        guard !blockers.isEmpty else { return (part, tellsReference) }
        let names = [name] + blockers.map { TaskReference($0) }
        guard let part = try await workspace.board(of: names) else {
            return (try await shownBoard(in: workspace), true)
        }
        return (part, tellsReference)
    }

    private func timed(
        _ board: Board, in workspace: Workspace
    ) async throws -> (Board, HistoryTimes) {
        let times = try await workspace.historyTimes()
        return (Board(settings: board.settings, tasks: board.tasks, times: times), times)
    }

    /// Parses a query for a board.
    func query(
        _ words: [Word], adding more: [String] = [], on board: Board, in workspace: Workspace
    ) async throws -> Query {
        let typed = try words.map { word in
            word.isLiteral ? "\"\(try word.text())\"" : try word.text()
        }
        // The user's name is in git's configuration, which is read only if the query needs it.
        let me = typed.contains { $0.contains("me") } ? try await workspace.me() : nil
        let others = board.columns.filter(\.isUnknown).map(\.state)
        let query = try Query(
            typed + more, now: now, me: me, settings: board.settings, otherStates: others)
        try check(query.keysWithoutTasks(on: board))
        return query
    }

    /// Reports keys that no task has.
    ///
    /// - Throws: ``Failure`` (64) for one that looks like a misspelt key of pmd.
    private func check(_ keys: [Text]) throws(Failure) {
        for key in keys {
            let name = safe(key.utf8)
            if let near = nearKey(key.string) {
                throw Failure(.usage, "'\(name):': unknown key; did you mean '\(near):'?")
            }
            console.warn("pmd: no task has the key '\(name)'")
        }
    }

    /// The key of pmd that a misspelt or abbreviated one may mean.
    private func nearKey(_ key: String) -> String? {
        let key = key.lowercased()
        if let near = suggestion(for: key, among: Query.keys) { return near }
        return key.count < 3 ? nil : Query.keys.first { $0.hasPrefix(key) }
    }
}
