import BoardStorage
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// The tasks found by a query, and their board.
struct Found: Sendable {
    let board: Board
    var tasks: [TaskItem]
    let times: HistoryTimes
    let query: Query
}

extension Session {
    /// Returns the tasks that match a query, in its order.
    ///
    /// History is read only if the query or the caller needs it, so a plain list never opens the
    /// repository.
    ///
    /// - Parameters:
    ///   - words: The query as the user typed it.
    ///   - more: Terms from options.
    ///   - all: True if finished and waiting tasks are included.
    ///   - limit: The greatest number of tasks to return.
    ///   - isViewed: True to apply this clone's view when the user reads the tasks on a terminal.
    func find(
        _ words: [Word], adding more: [String] = [], all: Bool, withTimes: Bool = false,
        limit: Int = .max, isViewed: Bool = false, in workspace: Workspace
    ) async throws -> Found {
        let board = try await shownBoard(in: workspace)
        let query = try await query(
            words, adding: more, isViewed: isViewed, on: board, in: workspace)
        var found = try await find(query, all: all, withTimes, on: board, in: workspace)
        if found.tasks.count > limit { found.tasks = Array(found.tasks.prefix(limit)) }
        return found
    }

    func find(
        _ query: Query, all: Bool, _ withTimes: Bool, on board: Board, in workspace: Workspace
    ) async throws -> Found {
        guard !withTimes, !query.needsHistory else {
            let (timed, times) = try await timed(board, in: workspace)
            let tasks = timed.tasks(matching: query, all: all, times: times)
            return Found(board: timed, tasks: tasks, times: times, query: query)
        }
        // Finished columns are sorted by finish time, which is only in the history.
        let found = board.tasks(matching: query, all: all)
        guard found.count(where: \.isFinished) > 1 else {
            return Found(board: board, tasks: found, times: HistoryTimes(), query: query)
        }
        let (timed, times) = try await timed(board, in: workspace)
        let paths = Set(found.map(\.path))
        let ordered = timed.tasks.filter { paths.contains($0.path) }
        return Found(
            board: timed, tasks: timed.sorted(ordered, by: query, times: times), times: times,
            query: query)
    }

    /// Returns the board, for a command that only shows it. Also reports entries that are named
    /// like a task but cannot be read.
    func shownBoard(in workspace: Workspace) async throws -> Board {
        let board = try await workspace.board(isForShow: true)
        for file in try await workspace.unreadFiles() {
            console.say(.unreadFile(safe(file.path.bytes), file.reason))
        }
        return board
    }

    /// Returns the board for showing one task. If a path, an ID or the start of a code names the
    /// task, the board holds little more than that task, its blockers and the tasks it blocks.
    ///
    /// - Returns: The board, and whether it determines the task's shortest reference.
    func shownBoard(
        of name: TaskReference, in workspace: Workspace
    ) async throws -> (board: Board, tellsReference: Bool) {
        guard !console.isJSON, let part = try await workspace.board(of: [name])
        else { return (try await shownBoard(in: workspace), true) }
        let tellsReference = name.text.flatMap { part.task(exactly: $0) } == nil
        let task = try part.task(name)
        guard let blocked = try await workspace.tasks(blockedBy: task.id) else {
            return (try await shownBoard(in: workspace), true)
        }
        let others = task.blockedBy + blocked
        guard !others.isEmpty else { return (part, tellsReference) }
        guard let part = try await workspace.board(of: ([task.id] + others).map(TaskReference.init))
        else {
            return (try await shownBoard(in: workspace), true)
        }
        return (part, tellsReference)
    }

    private func timed(
        _ board: Board, in workspace: Workspace
    ) async throws -> (Board, HistoryTimes) {
        let times = try await workspace.historyTimes(of: board.tasks)
        return (Board(settings: board.settings, tasks: board.tasks, times: times), times)
    }

    /// Parses a query for a board.
    ///
    /// - Parameter isViewed: True to apply this clone's view when a user reads the output.
    func query(
        _ words: [Word], adding more: [String] = [], isViewed: Bool = false, on board: Board,
        in workspace: Workspace
    ) async throws -> Query {
        guard words.query?.isEmpty != false else {
            throw Failure(.usage, .whereWithoutTasks)
        }
        let view = isViewed ? try await localView(in: workspace) : []
        let typed = try words.map { word in
            word.isLiteral ? "\"\(try word.text())\"" : try word.text()
        }
        // The user's name is in git's configuration, so read it only if the query needs it.
        let mayNameMe = (typed + more + view).contains { $0.contains("me") || $0.contains("view:") }
        let me = mayNameMe ? try await workspace.me() : nil
        let others = board.columns.filter(\.isUnknown).map(\.state)
        let query = try Query(
            typed + more + view, now: now, me: me, settings: board.settings, otherStates: others)
        try check(query.keysWithoutTasks(on: board))
        return query
    }

    /// Returns and reports the query words of this clone's view, set as `pmd.view` in git's
    /// configuration. Empty if the output is for a program.
    private func localView(in workspace: Workspace) async throws -> [String] {
        guard Stream.output.isTerminal, !console.isJSON,
            let view = try await workspace.localView()
        else { return [] }
        console.say(.view(safe(view.utf8)))
        return ["view:\"\(view)\""]
    }

    /// Reports query keys that no task has.
    ///
    /// - Throws: ``Failure`` (64) for a key that looks like a misspelled pmd key.
    private func check(_ keys: [Text]) throws(WordError) {
        for key in keys {
            if let error = Query.misspelling(key) { throw error }
            console.warn(.keyWithoutTask(safe(key.utf8)))
        }
    }
}
