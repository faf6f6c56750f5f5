import MarkdownDocument

/// A query as a tree of its terms.
indirect enum QueryPart: Sendable {
    case term(Term)
    /// Without any part, every task matches.
    case all([QueryPart])
    case any([QueryPart])
    case not(QueryPart)

    func matches(_ task: TaskItem, _ context: QueryContext) -> Bool {
        switch self {
        case .term(let term): term.matches(task, context)
        case .all(let parts): parts.allSatisfy { $0.matches(task, context) }
        case .any(let parts): parts.contains { $0.matches(task, context) }
        case .not(let part): !part.matches(task, context)
        }
    }

    var negated: QueryPart {
        switch self {
        case .term(var term):
            term.isNegated.toggle()
            return .term(term)
        case .not(let part): return part
        case .all, .any: return .not(self)
        }
    }

    /// All terms, from left to right.
    var terms: [Term] {
        switch self {
        case .term(let term): [term]
        case .all(let parts), .any(let parts): parts.flatMap(\.terms)
        case .not(let part): part.terms
        }
    }

    /// The parts that must all match.
    var conjuncts: [QueryPart] {
        if case .all(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
    }

    var searchesBody: Bool {
        switch self {
        case .term(let term): term.searchesBody
        case .all(let parts), .any(let parts): parts.contains(where: \.searchesBody)
        case .not(let part): part.searchesBody
        }
    }

    /// The same query, in which cheap parts come first: bodies are searched last.
    var ordered: QueryPart {
        switch self {
        case .term: self
        case .all(let parts): .all(Self.ordered(parts))
        case .any(let parts): .any(Self.ordered(parts))
        case .not(let part): .not(part.ordered)
        }
    }

    private static func ordered(_ parts: [QueryPart]) -> [QueryPart] {
        let parts = parts.map(\.ordered)
        return parts.filter { !$0.searchesBody } + parts.filter(\.searchesBody)
    }
}

/// Conditions of which at least one must hold, or none if the term is negated.
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
            case .field, .date, .dates: condition.field == .finished
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
