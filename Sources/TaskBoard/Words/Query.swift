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

    /// The words that can follow `is:`.
    package static let properties = Condition.Property.allCases.map(\.rawValue)
    /// The keys that tasks can be sorted by.
    package static let sortKeys = Field.sortable.map(\.key.string)
    /// The keys whose values are dates.
    package static let dateKeys = Field.dates.map(\.key.string)

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
        let cheap = query.terms.filter { !$0.searchesBody }
        let searching = query.terms.filter(\.searchesBody)
        var found = tasks.filter { task in
            if !all, task.isFinished, !query.includesFinished { return false }
            if !all, !query.includesWaiting, task.isWaiting(query.now) { return false }
            return cheap.allSatisfy { $0.matches(task, context) }
        }
        if !searching.isEmpty { found = Board.search(found, searching, context) }
        return query.sorted(found, times: times)
    }

    /// From so many tasks on a second thread is worth its start.
    private static let many = 64

    /// The tasks for which all terms hold. They are looked at in the order in which
    /// their files' bytes lie, by two threads.
    private static func search(
        _ tasks: [TaskItem], _ terms: [Term], _ context: QueryContext
    ) -> [TaskItem] {
        guard tasks.count >= many else {
            return tasks.filter { task in terms.allSatisfy { $0.matches(task, context) } }
        }
        let places = tasks.indices.map { (place: tasks[$0].contents.place, index: $0) }
            .sorted { $0.place < $1.place }
        let answers = makeByTwoThreads(places.count, block: 256) {
            var context = context
            context.lender = ContentsLender()
            return { [context] index in
                let task = tasks[places[index].index]
                return terms.allSatisfy { $0.matches(task, context) }
            }
        }
        var isFound = [Bool](repeating: false, count: tasks.count)
        for (place, answer) in zip(places, answers) { isFound[place.index] = answer }
        return zip(tasks, isFound).compactMap { $1 ? $0 : nil }
    }
}

/// What a condition looks at besides the task.
struct QueryContext {
    let board: Board
    let times: HistoryTimes
    let now: Moment
    /// Where many are looked at.
    var lender: ContentsLender?
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
