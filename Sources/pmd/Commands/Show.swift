import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import Words

/// Shows tasks in full.
struct Show: Command {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show tasks: fields, body, conflicts, last changes",
        discussion: """
            Numbers checklist items for 'pmd tick', and conflicts for 'pmd resolve'. Renders the \
            body on a terminal, and prints its source to a pipe.

            Examples:
              pmd show fix the roof
              pmd show k3 --at 2026-11-01
              pmd show roof --json
            """,
        aliases: ["s"])

    /// The number of changes shown in text output.
    private static let changesShown = 5

    @Argument(help: .tasks) var tasks: [Word] = []
    @Option(help: "Show the tasks as of this date or commit, such as 2w, 2026-11-01 or 3f9c2e1.")
    var at: Word?
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        guard let found = try await find(session, workspace) else { return }
        if session.console.isJSON { return try await printJSON(found, session, workspace) }
        let context = try await Context(found, workspace, session)
        var lines: [String] = []
        for task in found.tasks {
            if !lines.isEmpty { lines.append("") }
            lines += try self.lines(of: task, found, context, session)
        }
        try page(lines, on: session.console)
    }

    /// The values that the pages of all tasks share. They are read only once.
    private struct Context {
        let entries: [TaskID: [LogEntry]]
        let snoozes: [TaskID: Int64]
        let won: [TaskID: WonLines]
        let dates: DateWords
        let references: References?
        /// The tasks that each task blocks; nil for a single task, for which they are looked up.
        let blocked: [TaskID: [TaskItem]]?

        init(_ found: Found, _ workspace: Workspace, _ session: Session) async throws {
            dates = await session.dates(workspace)
            snoozes = found.time == nil ? try await workspace.snoozes(on: found.board) : [:]
            entries = try await workspace.logs(
                of: Set(found.tasks.map(\.id)), until: found.time, limit: Show.changesShown)
            won = try workspace.wonLines(of: found.tasks, on: found.board)
            references = found.tellsReferences ? found.references : nil
            blocked = found.tasks.count > 1 ? found.board.tasksByBlocker() : nil
        }
    }

    private struct Found {
        let board: Board
        let tasks: [TaskItem]
        /// The time in seconds since 1970; nil for the current state.
        var time: Int64?
        /// True if the board determines the tasks' shortest references.
        var tellsReferences = true
        var isList = false

        /// The references to the tasks.
        var references: References {
            References(board, only: tasks.count == 1 ? tasks.first : nil)
        }
    }

    /// Returns the named tasks, as they are or were; nil if a query finds none.
    private func find(_ session: Session, _ workspace: Workspace) async throws -> Found? {
        if let at {
            guard !tasks.isEmpty else { throw Failure(.usage, .taskMissing) }
            let (board, time) = try await session.board(at: at, in: workspace)
            guard let named = try await session.named(tasks, on: board, in: workspace) else {
                return nil
            }
            let tasks = try board.tasks(named.references, isForReading: true)
            return Found(board: board, tasks: tasks, time: time, isList: named.isList)
        }
        guard
            let named = tasks.isEmpty
                ? try await session.chosen(in: workspace)
                : try await session.named(tasks, in: workspace)
        else { return nil }
        if named.references.count == 1, !named.isList {
            let name = TaskReference(named.references[0].bytes, isAlone: true)
            return try await session.picking([name], in: workspace) { names in
                let (board, tells) = try await session.shownBoard(of: names[0], in: workspace)
                return Found(
                    board: board, tasks: [try board.task(names[0])], tellsReferences: tells)
            }
        }
        let board = try await session.shownBoard(in: workspace)
        let tasks = try board.tasks(named.references, isForReading: true)
        return Found(board: board, tasks: tasks, isList: named.isList)
    }

    private func lines(
        of task: TaskItem, _ found: Found, _ context: Context, _ session: Session
    ) throws -> [String] {
        let page = TaskPage(
            task, reference: context.references?[task] ?? References.whole(task), on: found.board,
            blocks: context.blocked.map { $0[task.id] ?? [] },
            history: context.entries[task.id] ?? [], won: context.won[task.id],
            snoozedUntil: context.snoozes[task.id], now: session.now)
        let limit = session.console.cut
        let layout = TaskLayout(page, context.dates, isRendered: limit != nil)
        return layout.lines(ink: try session.console.ink, columns: limit)
    }

    private func printJSON(
        _ found: Found, _ session: Session, _ workspace: Workspace
    ) async throws {
        let times =
            if let time = found.time {
                try await workspace.historyTimes(at: time)
                    .stated(by: found.tasks, session.now)
            } else {
                try await workspace.historyTimes(of: found.tasks)
            }
        let entries = try await workspace.logs(
            of: Set(found.tasks.map(\.id)), until: found.time)
        let references = found.references
        let objects = found.tasks.map { task in
            let changes = (entries[task.id] ?? []).map(\.json)
            return task.json(ref: references[task], overdue: session.now, fields: references.fields)
                .adding(
                    [JSONValue.Member("history", .array(changes))] + task.historyJSON(times))
        }
        try session.console.print(json: objects, isList: found.isList)
    }
}

extension Session {
    /// Returns the board as of a date or a commit, and that time in seconds since 1970.
    func board(at word: Word, in workspace: Workspace) async throws -> (Board, Int64) {
        let text = try word.text()
        let isCommit = (7...40).contains(text.utf8.count) && text.allSatisfy(\.isHexDigit)
        do {
            let date = try DueDate.typed(Text(text), in: "--at", now: now, sense: .back)
            guard date.seconds(now) <= now.seconds else {
                throw Failure(.usage, .futureDate(text, of: "--at"))
            }
            let time = date.endSeconds(now)
            return (try await workspace.board(at: time), time)
        } catch let error as WordError {
            guard isCommit else { throw error }
            return try await workspace.board(ofCommit: text)
        }
    }
}
