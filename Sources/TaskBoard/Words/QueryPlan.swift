package import MarkdownDocument

/// A query as data, which a client evaluates on tasks that it holds.
///
/// Names are resolved, texts are folded, and views are expanded. Dates stay relative: a plan that
/// was made today finds next week what its words mean next week. A plan needs the tasks of a board
/// and a clock, but no history and no board settings.
package struct QueryPlan: Hashable, Sendable {
    /// The condition that tasks must meet.
    package indirect enum Node: Hashable, Sendable {
        case all([Node])
        case any([Node])
        case not(Node)
        /// A text occurs in one of the places, ignoring case and normal form.
        case text(Text, in: [Place])
        /// A value of a field, or an element of its list, has this relation to a text.
        case value(String, Relation, Text)
        /// The field has a value.
        case present(String)
        /// A number is in a range, as decimal text: no digit is lost.
        case number(String, Unit, Range<Text>)
        /// A date is in a range, or in another one once the first has passed and the other begins
        /// within a week.
        case date(String, Range<RelativeDate>, coming: Range<RelativeDate>?)
        case flag(Flag)
    }

    package enum Unit: String, Hashable, Sendable { case one, minutes }

    package enum Place: String, Hashable, Sendable { case title, body, path }

    package enum Relation: String, Hashable, Sendable {
        case equals, begins
        /// Equal, or a part of it: `work.code` is within `work`.
        case within
        /// The field is the parent, and the value an ancestor.
        case below
    }

    package enum Flag: String, Hashable, Sendable {
        case overdue, blocked, blocking, waiting, ready, malformed, done, parent, child
    }

    package struct Range<Bound: Hashable & Sendable>: Hashable, Sendable {
        package var from: Bound?
        package var to: Bound?
        /// True if the bounds themselves are excluded.
        package var isStrict = false
    }

    package struct Order: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable {
            case date, number, minutes, priority, text, natural
            /// The sum of ``terms``, the largest one first.
            case urgency
        }

        /// A summand of the urgency of tasks that meet a condition.
        package struct Term: Hashable, Sendable {
            /// The factor of the weight: one, or a factor by due date or age.
            package enum Factor: String, Hashable, Sendable { case one, due, age }

            package var node: Node
            package var weight: Double
            package var factor = Factor.one
        }

        package var field: String
        package var kind: Kind
        package var isDescending: Bool
        /// The values of a choice, folded and in order: tasks are sorted by their places.
        package var choices: [Text] = []
        package var terms: [Term] = []
    }

    package var node: Node
    /// The sort keys: the first one that differs decides, then the board's order.
    package var order: [Order]
    /// True if finished tasks are found.
    package var includesFinished: Bool
    /// True if waiting tasks are found.
    package var includesWaiting: Bool

    /// The maximum number of nodes.
    package static let longest = 512
    /// The maximum depth of nodes.
    package static let deepest = 160
}

/// The part of a query that cannot be planned: a field whose values only the server has, such as
/// `updated`, or a condition such as `has:title`.
package struct PlanObstacle: Error, Hashable, Sendable {
    package let part: String
}

extension Query {
    /// Returns the query as data.
    ///
    /// - Throws: The first part that cannot be planned.
    package func plan(on board: Board) throws(PlanObstacle) -> QueryPlan {
        let planner = QueryPlanner(board: board)
        var nodes: [QueryPlan.Node] = []
        for part in parts { nodes.append(try planner.node(part)) }
        var order: [QueryPlan.Order] = []
        for key in sort { order.append(try planner.order(key)) }
        let node = QueryPlan.Node.all(nodes).simple
        guard node.count <= QueryPlan.longest, node.depth <= QueryPlan.deepest else {
            throw PlanObstacle(part: "query")
        }
        return QueryPlan(
            node: node, order: order, includesFinished: includesFinished,
            includesWaiting: includesWaiting)
    }
}

extension QueryPlan.Node {
    fileprivate var count: Int {
        switch self {
        case .all(let nodes), .any(let nodes): nodes.reduce(1) { $0 + $1.count }
        case .not(let node): 1 + node.count
        default: 1
        }
    }

    fileprivate var depth: Int {
        switch self {
        case .all(let nodes), .any(let nodes): 1 + (nodes.map(\.depth).max() ?? 0)
        case .not(let node): 1 + node.depth
        default: 1
        }
    }

    /// The same node without lists of one node.
    fileprivate var simple: Self {
        switch self {
        case .all(let nodes): nodes.count == 1 ? nodes[0].simple : .all(nodes.map(\.simple))
        case .any(let nodes): nodes.count == 1 ? nodes[0].simple : .any(nodes.map(\.simple))
        case .not(let node): .not(node.simple)
        default: self
        }
    }

    fileprivate static let nothing = Self.any([])
}

/// Makes plans of the parts of queries on one board.
private struct QueryPlanner {
    typealias Node = QueryPlan.Node

    let board: Board

    func node(_ part: QueryPart) throws(PlanObstacle) -> Node {
        switch part {
        case .term(let term):
            var nodes: [Node] = []
            for condition in term.anyOf { nodes.append(try node(condition)) }
            return term.isNegated ? .not(.any(nodes)) : .any(nodes)
        case .all(let parts): return .all(try nodes(parts))
        case .any(let parts): return .any(try nodes(parts))
        case .not(let part): return .not(try node(part))
        }
    }

    private func nodes(_ parts: [QueryPart]) throws(PlanObstacle) -> [Node] {
        var nodes: [Node] = []
        for part in parts { nodes.append(try node(part)) }
        return nodes
    }

    private func node(_ condition: Condition) throws(PlanObstacle) -> Node {
        switch condition {
        case .text(let needle): .text(Text(needle.folded), in: [.title, .body])
        case .title(let needle): .text(Text(needle.folded), in: [.title])
        case .body(let needle): .text(Text(needle.folded), in: [.body])
        case .path(let needle): .text(Text(needle.folded), in: [.path])
        case .tag(let tag): .value(Field.tags.jsonKey, .equals, tag)
        case .assignee(let name): .value(Field.assignees.jsonKey, .equals, name)
        case .priorities(let all):
            .any(all.map { .value(Field.priority.jsonKey, .equals, $0.text) })
        case .state(let state): .value(Field.state.jsonKey, .equals, state)
        case .id(let start): .value(Field.id.jsonKey, .begins, start)
        case .blockedBy(let id): .value(Field.blockedBy.jsonKey, .equals, id.text)
        case .reminder: throw PlanObstacle(part: Field.remind.key.string)
        case .property(let property): node(property)
        case .field(let field, let isPresent): try node(presenceOf: field, isPresent)
        case .key(let key, let isPresent):
            isPresent ? .present(key.string) : .not(.present(key.string))
        case .date(let field, let comparison, let date):
            .date(try known(field), QueryPlan.Range(comparison, date), coming: nil)
        case .dates(let field, let range):
            .date(
                try known(field), QueryPlan.Range(range.typed),
                coming: range.coming.map(QueryPlan.Range.init))
        case .value(let key, let value): .value(try known(key), .equals, value)
        case .measure(let field, let comparison, let number):
            node(field, QueryPlan.Range(comparison, number)) { comparison.holds($0, number) }
        case .measures(let field, let from, let to):
            node(field, QueryPlan.Range(from: from, to: to)) {
                (from ?? $0) <= $0 && $0 <= (to ?? $0)
            }
        case .within(let field, let whole): .value(field.jsonKey, .within, whole)
        case .task(let field, let reference):
            named(reference).map { .value(field.jsonKey, .equals, $0.text) } ?? .nothing
        case .under(let reference):
            named(reference).map { .value(Field.parent.jsonKey, .below, $0.text) } ?? .nothing
        }
    }

    private func named(_ reference: String) -> TaskID? { board.meant(by: reference) }

    /// Returns the key in JSON of a field whose values tasks have.
    private func known(_ field: Field) throws(PlanObstacle) -> String {
        guard !field.needsHistory else { throw PlanObstacle(part: field.key.string) }
        return field.jsonKey
    }

    private func known(_ key: Text) throws(PlanObstacle) -> String {
        try board.settings.fields.named(key).map { field throws(PlanObstacle) in
            try known(field)
        } ?? key.string
    }

    private func node(_ property: Condition.Property) -> Node {
        switch property {
        case .overdue: .flag(.overdue)
        case .conflicted: .present(Field.conflicts.jsonKey)
        case .blocked: .flag(.blocked)
        case .waiting: .flag(.waiting)
        case .ready: .flag(.ready)
        case .parent: .flag(.parent)
        case .child: .flag(.child)
        case .malformed: .flag(.malformed)
        case .done: .flag(.done)
        case .any: .all([])
        }
    }

    private func node(presenceOf field: Field, _ isPresent: Bool) throws(PlanObstacle) -> Node {
        let present: Node
        switch field.kind {
        case .state, .id, .path, .urgency: present = .all([])
        // Only the file tells whether a title is a heading or a name.
        case .line where field == .title: throw PlanObstacle(part: "has:title")
        default: present = .present(try known(field))
        }
        return isPresent ? present : .not(present)
    }

    /// Returns the node for values of a measured field. A choice is compared by its text.
    private func node(
        _ field: Field, _ range: QueryPlan.Range<Int128>, holds: (Int128) -> Bool
    ) -> Node {
        guard case .choice(let values) = field.kind else {
            let isNumber = field.kind == .number
            let text = { (measure: Int128) in
                isNumber ? decimalText(billionths: measure) : Text("\(measure)")
            }
            return .number(
                field.jsonKey, isNumber ? .one : .minutes,
                QueryPlan.Range(
                    from: range.from.map(text), to: range.to.map(text), isStrict: range.isStrict))
        }
        let found = values.enumerated().filter { holds(Int128($0.offset)) }
        return .any(found.map { .value(field.jsonKey, .equals, $0.element.folded) })
    }

    func order(_ key: SortKey) throws(PlanObstacle) -> QueryPlan.Order {
        let field = key.field
        let kind: QueryPlan.Order.Kind
        var choices: [Text] = []
        switch field.kind {
        case .urgency:
            return QueryPlan.Order(
                field: field.jsonKey, kind: .urgency, isDescending: key.isDescending,
                terms: urgencyTerms)
        case .rank: throw PlanObstacle(part: "sort:\(field.key.string)")
        case .priority: kind = .priority
        case .choice(let values): (kind, choices) = (.text, values.map(\.folded))
        case .number: kind = .number
        case .duration: kind = .minutes
        case _ where field.needsHistory: throw PlanObstacle(part: "sort:\(field.key.string)")
        case _ where field.dateSense != nil: kind = .date
        case .line where field == .title: kind = .natural
        case _ where field.isDeclared || field == .project: kind = .natural
        default: kind = .text
        }
        return QueryPlan.Order(
            field: field.jsonKey, kind: kind, isDescending: key.isDescending, choices: choices)
    }

    /// The terms of ``Urgency``.
    private var urgencyTerms: [QueryPlan.Order.Term] {
        typealias Term = QueryPlan.Order.Term
        let weights = board.settings.urgency
        let priorities = Priority.allCases.map { priority in
            Term(
                node: .value(Field.priority.jsonKey, .equals, priority.text),
                weight: weights[priority.text])
        }
        let isFirst = Node.value(Field.state.jsonKey, .equals, board.settings.first.folded)
        let own = weights.fields.map { Term(node: node(of: $0.term), weight: $0.weight) }
        return [
            Term(node: .present(Field.due.jsonKey), weight: weights["due"], factor: .due),
            Term(node: .flag(.blocking), weight: weights["blocking"]),
        ] + priorities + [
            Term(node: .not(.any([.flag(.done), isFirst])), weight: weights["started"]),
            Term(node: .present(Field.created.jsonKey), weight: weights["age"], factor: .age),
        ] + own
    }

    private func node(of term: Urgency.FieldTerm) -> Node {
        guard let value = term.value else { return .present(term.field.jsonKey) }
        return .value(term.field.jsonKey, term.field.kind == .hierarchy ? .within : .equals, value)
    }
}

extension QueryPlan.Range<RelativeDate> {
    fileprivate init(_ ends: DateRange.Ends) { self.init(from: ends.from, to: ends.to) }
}

extension QueryPlan.Range {
    fileprivate init(_ comparison: Condition.Comparison, _ bound: Bound) {
        switch comparison {
        case .on: self.init(from: bound, to: bound)
        case .before: self.init(to: bound, isStrict: true)
        case .after: self.init(from: bound, isStrict: true)
        case .notBefore: self.init(from: bound)
        case .notAfter: self.init(to: bound)
        }
    }
}
