import ArgumentParser
import BoardStorage
import BoardView
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

extension Found {
    /// The number of tasks that match the query's conditions but wait, so that lists leave them out.
    func waitingCount(_ now: Moment) -> Int {
        guard query.termCount > 0, !query.includesWaiting else { return 0 }
        let waiting = board.tasks.filter { $0.isWaiting(now) }
        guard !waiting.isEmpty else { return 0 }
        return board.tasks(matching: query, among: waiting, all: true, times: times).count
    }
}

extension Session {
    /// Reports the waiting tasks that a list leaves out.
    func sayWaiting(of found: Found) {
        let count = found.waitingCount(now)
        if count > 0 { console.say(.leftOut(parents: 0, blocked: 0, waiting: count)) }
    }
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
    /// task, the board holds little more than that task, its blockers, its children and the tasks it blocks.
    ///
    /// - Returns: The board, and whether it determines the task's shortest reference.
    func shownBoard(
        of name: TaskReference, in workspace: Workspace
    ) async throws -> (board: Board, tellsReference: Bool) {
        guard !console.isJSON, let part = try await workspace.board(of: [name])
        else { return (try await shownBoard(in: workspace), true) }
        let tellsReference = name.text.flatMap { part.task(exactly: $0) } == nil
        let task = try part.task(name)
        guard let naming = try await workspace.tasks(naming: task.id) else {
            return (try await shownBoard(in: workspace), true)
        }
        let others = task.blockedBy + [task.parent].compactMap(\.self) + naming
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
            word.isLiteral ? Query.phrase(try word.text()) : try word.text()
        }
        // The user's name is in git's configuration, so read it only if the query needs it.
        let mayNameMe = (typed + more + view).contains { $0.contains("me") || $0.contains("view:") }
        let me = mayNameMe ? try await workspace.me() : nil
        let query = try Query(
            typed, adding: more + view, now: now, me: me, settings: board.settings,
            otherStates: board.unknownStates)
        for key in query.keysWithoutTasks(on: board) {
            let instead = query.term(insteadOf: key).map { safe($0.utf8) }
            console.warn(.keyWithoutTask(safe(key.utf8), instead: instead))
        }
        for (tag, term) in query.virtualTags(on: board) {
            console.warn(.tagWithoutTask(safe(tag.utf8), instead: term))
        }
        if let reference = query.unresolvedReference(on: board) {
            _ = try board.resolve(reference)
        }
        return query
    }

    /// Returns and reports the query words of this clone's view, set as `pmd.view` in git's
    /// configuration. Empty if the output is for a program.
    private func localView(in workspace: Workspace) async throws -> [String] {
        guard Stream.output.isTerminal, !console.isJSON,
            let view = try await workspace.localView()
        else { return [] }
        console.say(.view(safe(view.utf8)))
        return [Query.term(ofView: Text(view))]
    }
}

/// The option of commands that change several tasks.
struct ConfirmOptions: ParsableArguments {
    @Flag(help: "Change several tasks at once without asking.") var yes = false
}

struct NamedTasks {
    let references: [TaskReference]
    /// True if they came from a query or from standard input. The JSON is then an array even for
    /// one task.
    let isList: Bool
}

extension ArgumentHelp {
    static var tasks: ArgumentHelp {
        """
        Tasks, by code or words of the title; - reads IDs from standard input, and 'where' \
        followed by a query selects all tasks that match.
        """
    }
}

extension [Word] {
    /// The query after `where`, if that is the first word. To name a task whose title begins with
    /// "where", use its code.
    var query: [Word]? {
        guard let first, first.bytes == [UInt8]("where".utf8), !first.isLiteral else { return nil }
        return Array(dropFirst())
    }
}

extension Session {
    /// Returns the tasks among the words of the command line: references, `-` for IDs from
    /// standard input, one per line, or `where` and a query.
    ///
    /// - Parameters:
    ///   - options: The options of a command that changes tasks, which asks before it changes
    ///     several.
    ///   - question: The question to ask.
    ///   - more: Further terms of the query.
    ///   - board: The board to query; nil for the current one.
    /// - Returns: Nil if a query or standard input has no task, which has been reported.
    /// - Throws: ``Failure`` (1) if the user declines.
    func named(
        _ words: [Word], _ options: ConfirmOptions? = nil,
        to question: CommandSentence.Question = .change,
        adding more: [String] = [],
        on board: Board? = nil, in workspace: Workspace
    ) async throws -> NamedTasks? {
        guard let query = words.query else {
            let references = try references(words)
            guard !references.isEmpty else {
                try sayNoMatch()
                return nil
            }
            return NamedTasks(
                references: references, isList: words.contains { $0.isStandardInput })
        }
        guard !query.isEmpty else {
            throw Failure(.usage, .queryMissing)
        }
        let current: Board
        if let board { current = board } else { current = try await shownBoard(in: workspace) }
        let parsed = try await self.query(query, adding: more, on: current, in: workspace)
        // An empty script variable must not match every task.
        guard parsed.termCount > more.count else {
            throw Failure(.usage, .queryWithoutCondition)
        }
        let found =
            board != nil
            ? current.tasks(matching: parsed, all: true)
            : try await find(parsed, all: false, false, on: current, in: workspace).tasks
        if found.isEmpty {
            try sayNoMatch()
            return nil
        }
        if let options, !options.yes, found.count > 1, Stream.canAsk {
            try confirm(found, to: question, current.settings)
        }
        return NamedTasks(
            references: found.map { TaskReference($0.path.bytes, isAlone: true) }, isList: true)
    }

    /// Reports that there is no task to show or to change, which is not an error.
    private func sayNoMatch() throws {
        console.say(.noMatch)
        if console.isJSON { try console.print(json: .array([])) }
    }

    /// Refuses words after a reference that continue the title of its task, as in `annotate fix
    /// the roof …`: the user probably means them as part of the reference.
    func refuseRestOfTitle(
        after reference: Word, _ words: [String], in workspace: Workspace
    ) async throws {
        guard let next = words.first, let name = String(validating: reference.bytes, as: UTF8.self)
        else { return }
        let reference = TaskReference(reference.bytes)
        let board = try await workspace.readableBoard(of: [reference])
        let task: TaskItem
        // The action itself reports a reference to no task, and asks if there are several.
        do throws(ReferenceError) { task = try board.task(reference) } catch { return }
        guard task.titleContains("\(name) \(next)") else { return }
        throw Failure(
            .usage,
            .restOfTitle(
                safe(next.utf8), title: quoted(task.title), code: safe(task.id.text.utf8)))
    }

    /// Lets the user choose one task on a terminal, for a command without words that name one.
    ///
    /// - Parameter query: The terms that the offered tasks match.
    /// - Returns: nil if no task matches, which has been reported.
    /// - Throws: ``Failure`` (64) without a terminal, and (1) if the user cancels.
    func chosen(among query: [String] = [], in workspace: Workspace) async throws -> NamedTasks? {
        guard Stream.canAsk, !console.isJSON else { throw Failure(.usage, .taskMissing) }
        let found = try await find([], adding: query, all: false, in: workspace)
        guard !found.tasks.isEmpty else {
            try sayNoMatch()
            return nil
        }
        let path = try choose(among: found.tasks, found.board.settings)
        return NamedTasks(
            references: [TaskReference(path.bytes, isAlone: true)], isList: false)
    }

    /// Runs an action on the named tasks, and reports its outcome.
    ///
    /// - Parameter offered: The terms of the tasks that a terminal offers if no word names one.
    func change(
        _ words: [Word], _ options: ConfirmOptions, to question: CommandSentence.Question = .change,
        adding more: [String] = [], offering offered: [String] = [], in workspace: Workspace,
        _ action: ([TaskReference]) async throws -> ActionOutcome
    ) async throws {
        guard
            let named = words.isEmpty
                ? try await chosen(among: offered + more, in: workspace)
                : try await named(words, options, to: question, adding: more, in: workspace)
        else { return }
        let outcome = try await confirming(named, options, to: question, in: workspace, action)
        try await report(outcome, isList: named.isList, in: workspace)
    }

    /// Runs an action on named tasks.
    ///
    /// If several tasks are named by words of their titles, lists them on a terminal and asks for
    /// confirmation, since the words could mean other tasks.
    ///
    /// - Throws: ``ReferenceError/unconfirmed(_:)`` without a terminal, unless `--yes` is given;
    ///   ``Failure`` (1) if the user declines; any error of the action.
    func confirming<Result>(
        _ named: NamedTasks, _ options: ConfirmOptions,
        to question: CommandSentence.Question = .change, in workspace: Workspace,
        _ action: ([TaskReference]) async throws -> Result
    ) async throws -> Result {
        do {
            return try await picking(named.references, in: workspace, action)
        } catch let error as ReferenceError {
            guard case .unconfirmed(let tasks) = error else { throw error }
            if !options.yes {
                guard Stream.canAsk else { throw error }
                try confirm(tasks, to: question, try await workspace.usableSettings())
            }
            return try await action(tasks.map { TaskReference($0.path) })
        }
    }

    /// Runs an action on references. If one matches several tasks, the user chooses on a terminal.
    ///
    /// - Throws: ``ReferenceError/several(_:_:)`` without a terminal; ``Failure`` (1) if the user
    ///   cancels; any error of the action.
    func picking<Result>(
        _ references: [TaskReference], in workspace: Workspace,
        _ action: ([TaskReference]) async throws -> Result
    ) async throws -> Result {
        var references = references
        while true {
            do {
                return try await action(references)
            } catch let error as ReferenceError {
                guard case .several(let name, let tasks) = error, Stream.canAsk, !console.isJSON
                else { throw error }
                let settings = try await workspace.usableSettings()
                let choice = TaskReference(try choose(among: tasks, settings))
                // Words of a phrase are one reference together.
                let index = references.firstIndex { $0.text == name }
                if let index { references[index] = choice } else { references = [choice] }
            }
        }
    }

    /// Lets the user choose a task on the terminal, and returns its path.
    private func choose(
        among tasks: [TaskItem], _ settings: BoardSettings
    ) throws(Failure) -> BoardPath {
        let chosen = try TaskPicker.choose(among: lines(of: tasks, settings), try console.ink)
        guard let chosen else { throw Failure(.failed, .declined) }
        return tasks[chosen].path
    }

    /// Returns a line for each task with what tells them apart: dates, tags, people, the board's
    /// own fields and states.
    private func lines(of tasks: some Sequence<TaskItem>, _ settings: BoardSettings) -> [String] {
        let words = TaskWords(DateWords(.relative, now: now).naming(settings), .ofReader)
        return tasks.map { task in
            safe(task.id.text.utf8) + "  " + words.line(of: TaskSummary(task, settings.fields))
        }
    }

    /// The maximum number of tasks that a question and a report list.
    private static let mostListed = 10

    /// Lists the tasks on the terminal and asks whether they are the right ones.
    ///
    /// - Throws: ``Failure`` (1) if not.
    private func confirm(
        _ tasks: [TaskItem], to question: CommandSentence.Question, _ settings: BoardSettings
    ) throws(Failure) {
        for line in lines(of: tasks.prefix(Self.mostListed), settings) {
            console.warn("  " + line)
        }
        let more = tasks.count - Self.mostListed
        if more > 0 { console.warn("  " + CommandSentence.more(more).text) }
        console.warn(CommandSentence.question(question, tasks.count).text)
        guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
            throw Failure(.failed, .declined)
        }
    }
}

extension Session {
    /// Prints the outcome of an action: the current tasks as JSON, or one sentence per task on
    /// standard error.
    ///
    /// - Parameter isList: True if the tasks came from a list; the JSON is then an array even for
    ///   one task.
    func report(
        _ outcome: ActionOutcome, isList: Bool = false, in workspace: Workspace
    ) async throws {
        guard console.isJSON else {
            let dates = await dates(workspace, on: .error)
            let results = sentences(of: outcome.results, dates.wording)
            for sentence in results.prefix(Self.mostListed) { console.say(sentence) }
            let more = results.count - Self.mostListed
            if more > 0 {
                let changed = outcome.results.count(where: \.isChange)
                console.say(.moreResults(more, changed: changed, of: results.count))
            }
            sayNotices(of: outcome, dates.wording)
            return
        }
        let tasks = outcome.tasks.compactMap { $0.new ?? $0.old }
        try await printJSON(of: tasks, isList: isList, in: workspace)
    }

    /// Reports the consequences of an action.
    func sayNotices(of outcome: ActionOutcome, _ dates: DateWording) {
        for notice in outcome.notices { console.say(notice.text(.ofReader, dates: dates)) }
    }

    /// Returns a sentence for each result. Equal sentences begin with the task's code.
    private func sentences(of results: [ActionResult], _ dates: DateWording) -> [String] {
        let sentences = results.map { $0.text(.ofReader, dates: dates) }
        var counts: [String: Int] = [:]
        for sentence in sentences { counts[sentence, default: 0] += 1 }
        return zip(results, sentences).map { result, sentence in
            guard case .changed(let change) = result, counts[sentence] ?? 0 > 1 else {
                return sentence
            }
            return safe(change.id.text.utf8) + "  " + sentence
        }
    }

    /// Prints tasks as JSON, with their references on the whole board: an object if exactly one
    /// task was named.
    func printJSON(
        of tasks: [TaskItem], isList: Bool = false, in workspace: Workspace
    ) async throws {
        try printJSON(of: tasks, on: await workspace.board(), isList: isList)
    }

    func printJSON(of tasks: [TaskItem], on board: Board, isList: Bool) throws {
        let references = References(board)
        let objects = tasks.map {
            $0.json(ref: references[$0], overdue: now, fields: references.fields)
        }
        try console.print(json: objects, isList: isList)
    }
}

extension Console {
    /// Prints named tasks: an object if exactly one was named, an array otherwise.
    ///
    /// - Parameter isList: True if they came from a list; the result is then an array even for one
    ///   task.
    func print(json objects: [JSONValue], isList: Bool) throws {
        try print(json: !isList && objects.count == 1 ? objects[0] : .array(objects))
    }
}
