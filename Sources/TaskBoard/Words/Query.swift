package import MarkdownDocument

/// A selection of tasks, and their order.
package struct Query: Sendable {
    /// The parts, all of which must match, cheap ones first.
    let parts: [QueryPart]
    /// The sort keys: the first one that differs decides. Without any, the
    /// board's order applies.
    package internal(set) var sort: [SortKey] = []
    /// True if the query mentions finished tasks, so that they are included.
    package internal(set) var includesFinished = false
    /// True if the query mentions waiting tasks, so that they are included.
    package internal(set) var includesWaiting = false
    /// True if the query needs times from the history.
    package internal(set) var needsHistory = false

    let now: Moment

    /// Reads a query from typed words.
    ///
    /// - Parameters:
    ///   - more: Further queries, all of which must match too.
    ///   - me: The person that `@me` stands for.
    ///   - settings: The settings, which define the states and the finished
    ///     ones.
    ///   - otherStates: Folders that are not states, but may be named like one.
    /// - Throws: The first word that cannot be understood, with its place.
    package init(
        _ words: [String], adding more: [String] = [], now: Moment, me: Text? = nil,
        settings: BoardSettings = .standard, otherStates: [Text] = []
    ) throws(WordError) {
        var reader = QueryReader(
            TermReader(now: now, me: me, settings: settings, otherStates: otherStates))
        try checkLength(of: words, limit: QueryReader.longest)
        let typed = Text(
            words.map { quotingDate($0, now: now, settings.fields) }.joined(separator: " "))
        var parts: [QueryPart] = []
        do throws(WordError) { parts.append(try reader.read(typed)) } catch {
            throw error.placed(in: typed)
        }
        for query in more { parts.append(try reader.read(Text(query))) }
        self.now = now
        self.parts = QueryPart.all(parts.flatMap(\.conjuncts)).ordered.conjuncts
        sort = reader.sort
        let terms = parts.flatMap(\.terms)
        needsHistory =
            terms.contains(where: \.needsHistory) || sort.contains { $0.field.needsHistory }
        includesFinished = terms.contains { $0.names(finished: settings) }
        includesWaiting = terms.contains(where: \.namesWaiting)
    }

    /// Returns the term for a view.
    package static func term(ofView name: Text) -> String { "view:" + phrase(name.string) }

    /// Returns the text in quotes, as a query reads it.
    package static func phrase(_ text: String) -> String {
        "\""
            + text.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\\\"") + "\""
    }

    private var terms: [Term] { parts.flatMap(\.terms) }

    /// Returns the keys of the query that pmd does not know and that no task of a board has,
    /// finished ones included.
    ///
    /// Such a key finds nothing, and may be misspelled.
    package func keysWithoutTasks(on board: Board) -> [Text] {
        let keys = terms.flatMap { $0.anyOf.compactMap(\.ownKey) }
            .filter { board.settings.fields.named($0) == nil }
        return keys.filter { key in !board.tasks.contains { $0.document.entry(key) != nil } }
    }

    /// Returns the term for a key that no task has but another tool does, such as `has:repeat` for
    /// `recur:weekly`.
    package func term(insteadOf key: Text) -> String? {
        for condition in terms.flatMap(\.anyOf) {
            guard case .value(let own, let value) = condition, own == key,
                let term = ForeignKey.term(for: key, value)
            else { continue }
            return term
        }
        return nil
    }

    /// Returns the tags of the query that no task has, but Taskwarrior gives to tasks by itself, with
    /// the terms for them.
    package func virtualTags(on board: Board) -> [(tag: Text, term: String)] {
        terms.flatMap(\.anyOf).compactMap { condition -> (tag: Text, term: String)? in
            guard case .tag(let tag) = condition,
                let term = ForeignKey.virtualTags[tag.string],
                !board.tasks.contains(where: { $0.tags.contains { $0.folded == tag } })
            else { return nil }
            return (tag, term)
        }
    }

    /// Returns the term for a tag or an assignee that begins with a word of the query, such as
    /// `+house` for `hou`, or for a property, a view or a state that it is near to, such as
    /// `is:ready` for `redy`. A query that finds nothing may have meant it, since words match titles
    /// and bodies only.
    package func nameMeant(on board: Board) -> String? {
        let words = terms.compactMap { term -> [UInt8]? in
            guard !term.isNegated, case .text(let needle)? = term.anyOf.first else { return nil }
            // Other tools write tags with another sign.
            let word = needle.folded.drop { $0 == UInt8(ascii: "#") }
            return word.isEmpty ? nil : Array(word)
        }
        guard !words.isEmpty else { return nil }
        let isMeant = { (name: Text) in words.contains { name.folded.utf8.starts(with: $0) } }
        for task in board.tasks {
            if let tag = task.tags.first(where: isMeant) { return "+" + tag.string }
            if let name = task.assignees.first(where: isMeant) { return "@" + name.string }
        }
        let terms = Self.termsOfNames(board.settings)
        return words.lazy.filter { $0.count >= 3 }.compactMap { word in
            suggestion(for: Text(word).string, among: terms.keys).flatMap { terms[$0] }
        }.first
    }

    /// Returns the terms for the names of properties, views and states, by the folded name.
    private static func termsOfNames(_ settings: BoardSettings) -> [String: String] {
        let names =
            settings.states.map { ($0, "state:" + $0.string) }
            + settings.allViews.map { ($0.name, "view:" + $0.name.string) }
        let labelled = names.compactMap { name, term in
            settings.labels[name].map { ($0.folded.string, term) }
        }
        let all =
            names.map { ($0.0.folded.string, $0.1) } + labelled
            + properties.map { ($0, "is:" + $0) }
        return Dictionary(all) { first, _ in first }
    }

    /// The number of terms, with views expanded; without any, every task is found.
    package var termCount: Int { terms.count }

    /// Returns the names of the fields before the colon of a term.
    package static func keys(_ fields: FieldTable) -> [String] {
        fields.all.flatMap { field in
            [field.key.string] + [field.singular?.string].compactMap(\.self)
        }
    }

    /// The keys before a colon that are not fields.
    static let ownKeys = ["view", "is", "has", "no", "sort", "text", "under"]

    /// The words that can follow `is:`.
    package static let properties = Condition.Property.allCases.map(\.rawValue)

    /// Returns the query for all unfinished tasks.
    package static func everything(now: Moment) -> Query { Query(now: now) }

    private init(now: Moment) { (self.now, parts) = (now, []) }

    /// Returns true if a task matches the words, finished and waiting ones
    /// alike.
    package func matches(
        _ task: TaskItem, in board: Board, times: HistoryTimes = HistoryTimes()
    ) -> Bool {
        let context = QueryContext(parts, board: board, times: times, now: now)
        return parts.allSatisfy { $0.matches(task, context) }
    }
}

extension Board {
    /// The folders with tasks that are not states. A query may name them as states.
    package var unknownStates: [Text] { columns.filter(\.isUnknown).map(\.state) }

    /// Returns the tasks of a query, in its order. Finished and waiting tasks are included only if
    /// the query mentions them or `all` is set.
    ///
    /// - Parameter candidates: The tasks to search, in the board's order; nil for all.
    package func tasks(
        matching query: Query, among candidates: [TaskItem]? = nil, all: Bool = false,
        times: HistoryTimes = HistoryTimes()
    ) -> [TaskItem] {
        let context = QueryContext(query.parts, board: self, times: times, now: query.now)
        let cheap = query.parts.filter { !$0.searchesBody }
        let searching = query.parts.filter(\.searchesBody)
        var found = (candidates ?? tasks).filter { task in
            if !all, task.isFinished, !query.includesFinished { return false }
            if !all, !query.includesWaiting, task.isWaiting(query.now) { return false }
            return cheap.allSatisfy { $0.matches(task, context) }
        }
        if !searching.isEmpty { found = Board.search(found, for: searching, in: context) }
        return sorted(found, by: query, times: times)
    }

    /// The number of tasks from which a second thread is worth its start.
    private static let many = 64

    /// Returns the tasks for which all parts match. Two threads check them in
    /// the order of their files' bytes.
    private static func search(
        _ tasks: [TaskItem], for parts: [QueryPart], in context: QueryContext
    ) -> [TaskItem] {
        guard tasks.count >= many else {
            return tasks.filter { task in parts.allSatisfy { $0.matches(task, context) } }
        }
        let places = tasks.indices.map { (place: tasks[$0].contents.place, index: $0) }
            .sorted { $0.place < $1.place }
        let answers = makeByTwoThreads(places.count, block: 256) {
            var context = context
            context.lender = ContentsLender()
            return { [context] index in
                let task = tasks[places[index].index]
                return parts.allSatisfy { $0.matches(task, context) }
            }
        }
        var isFound = [Bool](repeating: false, count: tasks.count)
        for (place, answer) in zip(places, answers) { isFound[place.index] = answer }
        return zip(tasks, isFound).compactMap { $1 ? $0 : nil }
    }
}

extension Query {
    /// Returns true if the query certainly finds only tasks that another one found on the same
    /// board, as after another letter of a word. Conditions that depend on the time never count.
    package func narrows(_ other: Query) -> Bool {
        other.sort.isEmpty && !other.parts.isEmpty
            && other.parts.allSatisfy { known in parts.contains { $0.implies(known) } }
    }
}

extension QueryPart {
    fileprivate func implies(_ other: QueryPart) -> Bool {
        guard case .term(let term) = self, case .term(let other) = other else { return false }
        return term.implies(other)
    }
}

extension Term {
    fileprivate func implies(_ other: Term) -> Bool {
        guard !isNegated, !other.isNegated, anyOf.count == 1, other.anyOf.count == 1 else {
            return false
        }
        return anyOf[0].implies(other.anyOf[0])
    }
}

extension Condition {
    fileprivate func implies(_ other: Condition) -> Bool {
        switch (self, other) {
        case (.text(let needle), .text(let part)), (.title(let needle), .title(let part)),
            (.body(let needle), .body(let part)), (.path(let needle), .path(let part)):
            needle.contains(part)
        case (.tag(let a), .tag(let b)), (.assignee(let a), .assignee(let b)),
            (.state(let a), .state(let b)):
            a == b
        case (.priorities(let some), .priorities(let others)):
            Set(some).isSubset(of: others)
        default: false
        }
    }
}

/// The values that a condition uses besides the task.
struct QueryContext {
    let board: Board
    let times: HistoryTimes
    let now: Moment
    /// The source of file contents, if many tasks are checked.
    var lender: ContentsLender?
    /// The tasks that references in the query name; nil for a reference to none, or to several.
    private let ids: [String: TaskID?]
    /// The descendants of the tasks that `under:` names.
    private let descendants: [String: Set<TaskID>]

    init(_ parts: [QueryPart], board: Board, times: HistoryTimes, now: Moment) {
        (self.board, self.times, self.now) = (board, times, now)
        let references = parts.flatMap(\.terms).flatMap(\.anyOf).compactMap(\.reference)
        let ids = Dictionary(references.map { ($0, board.meant(by: $0)) }) { first, _ in first }
        self.ids = ids
        let parents = parts.flatMap(\.terms).flatMap(\.anyOf).compactMap { condition in
            if case .under(let reference) = condition { reference } else { nil as String? }
        }
        descendants = Dictionary(
            parents.map { parent in
                let below = (ids[parent] ?? nil).map { board.family.descendants(of: $0) } ?? []
                return (parent, Set(below.map(\.id)))
            }
        ) { first, _ in first }
    }

    func id(of reference: String) -> TaskID? { ids[reference] ?? nil }

    func isDescendant(_ task: TaskItem, of reference: String) -> Bool {
        descendants[reference]?.contains(task.id) == true
    }
}

extension Board {
    /// Returns the task that a reference in a query names; nil for none, and for several.
    func meant(by reference: String) -> TaskID? {
        let id = TaskID(Text(reference))
        if self[id] != nil { return id }
        do throws(ReferenceError) { return try resolve(reference).id } catch { return nil }
    }
}

extension Query {
    /// Returns the first reference of the query that names no task of a board, or several.
    package func unresolvedReference(on board: Board) -> String? {
        terms.flatMap(\.anyOf).compactMap(\.reference).first { board.meant(by: $0) == nil }
    }
}
