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

/// The tasks that a command names.
struct NamedTasks {
    let references: [TaskReference]
    /// True if they are a list, from a query or from standard input: their JSON is an array, even
    /// of one.
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
    /// The query after `where`, if that is the first word. A task whose title begins with
    /// it is named by its code.
    var query: [Word]? {
        guard let first, first.bytes == [UInt8]("where".utf8), !first.isLiteral else { return nil }
        return Array(dropFirst())
    }
}

extension Session {
    /// The tasks among the words of the command line: references, `-` for IDs from standard
    /// input, one per line, or `where` and a query.
    ///
    /// - Parameters:
    ///   - options: The options of a command that changes tasks: it asks before it changes
    ///     several.
    ///   - question: What is asked before it.
    ///   - more: Further terms of the query.
    ///   - board: The board to query; nil: the current one.
    /// - Returns: Nil if a query finds no task, which is said.
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
        // An empty variable of a script must not name every task.
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

    /// Refuses words after a reference that go on with the title of its task, as in `annotate fix
    /// the roof …`: the user means them as a part of the reference.
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

    /// Runs an action on the tasks that words name, and reports its outcome.
    func change(
        _ words: [Word], _ options: ConfirmOptions, to question: CommandSentence.Question = .change,
        adding more: [String] = [], in workspace: Workspace,
        _ action: ([TaskReference]) async throws -> Outcome
    ) async throws {
        guard
            let named = try await named(words, options, to: question, adding: more, in: workspace)
        else { return }
        let outcome = try await confirming(named, options, to: question, action)
        try await report(outcome, isList: named.isList, in: workspace)
    }

    /// Runs an action on named tasks.
    ///
    /// Several tasks that are named by words of their titles are listed and confirmed on a
    /// terminal: the words could mean something else.
    ///
    /// - Throws: ``ReferenceError/unconfirmed(_:)`` without a terminal, unless `--yes` is given;
    ///   ``Failure`` (1) if the user declines; what the action throws.
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

    /// Lists the tasks on the terminal and asks whether the user means them.
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
