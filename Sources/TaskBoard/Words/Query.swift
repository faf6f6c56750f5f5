package import MarkdownDocument

/// Which tasks somebody asked for, and in which order.
package struct Query: Sendable {
    /// All of these must hold.
    let terms: [Term]
    /// The first key that differs decides; without any the board's order stands.
    package internal(set) var sort: [SortKey] = []
    /// Finished tasks were named, so that they are not left out.
    package internal(set) var includesFinished = false
    /// Waiting tasks were named, so that they are not left out.
    package internal(set) var includesWaiting = false
    /// The times of the history are asked for.
    package internal(set) var needsHistory = false

    let now: Moment

    /// Reads a query from the words that somebody typed.
    ///
    /// - Parameters:
    ///   - me: Who `@me` is.
    ///   - settings: Which states there are, and which of them are finished.
    ///   - otherStates: What else may be named as a state: folders that are none.
    /// - Throws: The first word that cannot be understood.
    package init(
        _ words: [String], now: Moment, me: Text? = nil,
        settings: BoardSettings = .standard, otherStates: [Text] = []
    ) throws(WordError) {
        var reader = QueryReader(
            now: now, me: me, settings: settings, otherStates: otherStates)
        for word in try QueryWord.split(Text(words.joined(separator: " "))) {
            try reader.take(word)
        }
        self.now = now
        // What is cheap is asked first; bodies are searched last.
        terms = reader.terms.filter { !$0.searchesBody } + reader.terms.filter(\.searchesBody)
        sort = reader.sort
        needsHistory =
            terms.contains(where: \.needsHistory) || sort.contains { $0.field.needsHistory }
        includesFinished = terms.contains { $0.names(finished: settings) }
        includesWaiting = terms.contains(where: \.namesWaiting)
    }

    /// Every task that is not finished.
    package static func everything(now: Moment) -> Query { Query(now: now) }

    private init(now: Moment) { (self.now, terms) = (now, []) }

    /// Whether a task is what the words ask for, finished and waiting ones alike.
    package func matches(
        _ task: TaskItem, in board: Board, times: HistoryTimes = HistoryTimes()
    ) -> Bool {
        let context = QueryContext(board: board, times: times, now: now)
        return terms.allSatisfy { $0.matches(task, context) }
    }
}

extension Board {
    /// The tasks that a query asks for, in its order; finished and waiting ones
    /// only where it names them or `all` are wanted.
    package func tasks(
        matching query: Query, all: Bool = false, times: HistoryTimes = HistoryTimes()
    ) -> [TaskItem] {
        let context = QueryContext(board: self, times: times, now: query.now)
        let found = tasks.filter { task in
            if !all, task.isFinished, !query.includesFinished { return false }
            if !all, !query.includesWaiting, task.isWaiting(query.now) { return false }
            return query.terms.allSatisfy { $0.matches(task, context) }
        }
        return query.sorted(found, times: times)
    }
}

/// What a condition looks at besides the task.
struct QueryContext {
    let board: Board
    let times: HistoryTimes
    let now: Moment
}

/// Conditions of which one must hold, or none.
struct Term: Sendable {
    var isNegated: Bool
    var anyOf: [Condition]

    func matches(_ task: TaskItem, _ context: QueryContext) -> Bool {
        anyOf.contains { $0.holds(for: task, context) } != isNegated
    }

    var searchesBody: Bool { anyOf.contains(where: \.searchesBody) }
    var needsHistory: Bool { anyOf.contains { $0.field?.needsHistory == true } }

    func names(finished settings: BoardSettings) -> Bool {
        anyOf.contains { condition in
            switch condition {
            case .property(.done), .property(.any): true
            case .state(let state): settings.finished.contains { $0.folded == state }
            case .field, .date: condition.field == .finished
            default: false
            }
        }
    }

    var namesWaiting: Bool {
        anyOf.contains { condition in
            switch condition {
            case .property(.waiting), .property(.any): true
            default: condition.field == .wait
            }
        }
    }
}
