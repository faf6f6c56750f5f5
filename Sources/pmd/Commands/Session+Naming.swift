import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// The option of commands that change several tasks.
struct ConfirmOptions: ParsableArguments {
    @Flag(help: "Change several tasks that words or a query name, without asking.") var yes = false
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
        Tasks, by code or words of the title; - reads IDs from standard input, and 'where' with a \
        query takes what it finds.
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
    /// - Returns: Nil if a query found no task, which has been reported.
    /// - Throws: ``Failure`` if there is no reference; (1) if the user declines.
    func named(
        _ words: [Word], _ options: ConfirmOptions? = nil,
        to question: CommandSentence.Question = .change,
        adding more: [String] = [],
        on board: Board? = nil, in workspace: Workspace
    ) async throws -> NamedTasks? {
        guard let query = words.query else {
            return NamedTasks(
                references: try references(words),
                isList: words.contains { $0.isStandardInput })
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
            console.say(.noMatch)
            if console.isJSON { try console.print(json: .array([])) }
            return nil
        }
        if let options, !options.yes, found.count > 1, Stream.canAsk {
            try confirm(found, to: question)
        }
        return NamedTasks(
            references: found.map { TaskReference($0.path.bytes, isAlone: true) }, isList: true)
    }

    /// Refuses words after a reference that continue the title of its task, as in `annotate fix
    /// the roof …`: the user probably means them as part of the reference.
    func refuseRestOfTitle(
        after reference: Word, _ words: [String], in workspace: Workspace
    ) async throws {
        guard let next = words.first, let name = String(validating: reference.bytes, as: UTF8.self)
        else { return }
        let reference = TaskReference(reference.bytes)
        let task = try await workspace.readableBoard(of: [reference]).task(reference)
        guard task.titleContains("\(name) \(next)") else { return }
        throw Failure(
            .usage,
            .restOfTitle(
                safe(next.utf8), title: quoted(task.title), code: safe(task.id.text.utf8)))
    }

    /// Runs an action on the named tasks, and reports its outcome.
    func change(
        _ words: [Word], _ options: ConfirmOptions, to question: CommandSentence.Question = .change,
        adding more: [String] = [], in workspace: Workspace,
        _ action: ([TaskReference]) async throws -> ActionOutcome
    ) async throws {
        guard
            let named = try await named(words, options, to: question, adding: more, in: workspace)
        else { return }
        let outcome = try await confirming(named, options, to: question, action)
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
        to question: CommandSentence.Question = .change,
        _ action: ([TaskReference]) async throws -> Result
    ) async throws -> Result {
        do {
            return try await action(named.references)
        } catch let error as ReferenceError {
            guard case .unconfirmed(let tasks) = error else { throw error }
            if !options.yes {
                guard Stream.canAsk else { throw error }
                try confirm(tasks, to: question)
            }
            return try await action(tasks.map { TaskReference($0.path) })
        }
    }

    /// Lists the tasks on the terminal and asks whether they are the right ones.
    ///
    /// - Throws: ``Failure`` (1) if not.
    private func confirm(
        _ tasks: [TaskItem], to question: CommandSentence.Question
    ) throws(Failure) {
        for task in tasks { console.warn("  \(safe(task.id.text.utf8))  \(safe(task.title.utf8))") }
        console.warn(CommandSentence.question(question, tasks.count).text)
        guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
            throw Failure(.failed, .declined)
        }
    }
}
