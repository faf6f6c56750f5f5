import MarkdownDocument

/// A parser of queries.
///
/// ```text
/// query = [or];
/// or    = and, {("or" | "OR"), and};
/// and   = not, {[("and" | "AND")], not};
/// not   = {"not" | "NOT" | "not:"}, (group | ["-"], term) | sort;
/// group = ["-"], "(", or, ")";
/// ```
///
/// ``TermReader`` reads a term.
struct QueryReader {
    private let terms: TermReader
    private(set) var sort: [SortKey] = []
    /// The views that are being read, the outermost first.
    private var views: [Text] = []
    /// The number of groups and negations around the current token.
    private var nesting = 0
    /// True if the text that is being read has an order.
    private var hasOrder = false
    private var conditionCount = 0
    /// The views that were read outside groups and negations: once is enough, since they must all
    /// match.
    private var requiredViews: Set<Text> = []

    private static let viewLimit = 8
    private static let groupLimit = 32
    /// The maximum length in bytes of a query, and of a view's query.
    static let longest = 8_192
    /// The maximum number of conditions, including those of all views. Each is checked for each
    /// task.
    private static let mostConditions = 256

    init(_ terms: TermReader) { self.terms = terms }

    /// Reads a query.
    ///
    /// - Throws: The first error, with its place in the query.
    mutating func read(_ query: Text) throws(WordError) -> QueryPart {
        try checkLength(of: [query.string], limit: Self.longest)
        var tokens = Tokens(try QueryTokenizer.tokens(of: query))
        let outer = hasOrder
        hasOrder = false
        defer { hasOrder = outer }
        return tokens.next == nil ? .all([]) : try alternatives(&tokens)
    }

    private mutating func alternatives(_ tokens: inout Tokens) throws(WordError) -> QueryPart {
        var parts: [QueryPart] = []
        var sign: QueryToken?
        repeat {
            let part = try conjunction(&tokens)
            if case .all(let parts) = part, parts.isEmpty, let sign = sign ?? tokens.nextOr {
                // An order alone finds nothing.
                throw sign.withoutTerm
            }
            parts.append(part)
            sign = tokens.nextOr
            if sign != nil { tokens.advance() }
        } while sign != nil
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction(_ tokens: inout Tokens) throws(WordError) -> QueryPart {
        var parts: [QueryPart] = []
        var isEmpty = true
        while let token = tokens.next {
            switch token.kind {
            case .or, .close:
                guard !isEmpty else { throw token.withoutTerm }
                return .all(parts)
            case .and:
                tokens.advance()
                guard !isEmpty, tokens.nextBeginsTerm else { throw token.withoutTerm }
            case .word, .not, .open:
                if let part = try operand(&tokens) { parts.append(part) }
                isEmpty = false
            }
        }
        if isEmpty, let last = tokens.last { throw last.withoutTerm }
        return .all(parts)
    }

    /// - Returns: Nil for an order.
    private mutating func operand(_ tokens: inout Tokens) throws(WordError) -> QueryPart? {
        var isNegated = false
        var sign: QueryToken?
        while let token = tokens.next, case .not = token.kind {
            isNegated.toggle()
            sign = token
            tokens.advance()
        }
        if let sign, !tokens.nextBeginsTerm { throw sign.withoutTerm }
        guard let token = tokens.next else { return nil }
        tokens.advance()
        do throws(WordError) {
            if case .word(let word) = token.kind {
                return try read(word, isNegated: isNegated, isInNot: sign != nil)
            }
            let part = try group(&tokens, opening: token)
            return isNegated ? part.negated : part
        } catch {
            throw views.isEmpty ? error.placed(at: token.offset) : error
        }
    }

    private mutating func group(
        _ tokens: inout Tokens, opening: QueryToken
    ) throws(WordError) -> QueryPart {
        guard nesting < Self.groupLimit else {
            throw WordError("(", .nestedGroups(limit: Self.groupLimit))
        }
        nesting += 1
        defer { nesting -= 1 }
        if let next = tokens.next, case .close = next.kind {
            throw WordError("()", .emptyCondition)
        }
        let part = try alternatives(&tokens)
        // The tokenizer closes every group.
        tokens.advance()
        return part
    }

    /// - Returns: Nil for an order.
    private mutating func read(
        _ word: QueryWord, isNegated: Bool, isInNot: Bool
    ) throws(WordError) -> QueryPart? {
        if let error = word.foreignOperator { throw error }
        if word.text == "not:", !word.hasQuotes { throw WordError(word.text, .missingTerm) }
        var (rest, isNegated) = (word, isNegated)
        while let length = rest.negation {
            rest = rest.dropping(length)
            isNegated.toggle()
        }
        if rest.begins(with: "sort:") {
            guard !isInNot, rest.count == word.count else {
                throw WordError(word.text, .negatedOrder)
            }
            try takeOrder(rest, in: word.text)
            return nil
        }
        if rest.begins(with: "view:") {
            if isNegated { nesting += 1 }
            defer { if isNegated { nesting -= 1 } }
            let part = try view(rest.dropping(5), in: word.text)
            return isNegated ? part.negated : part
        }
        var term = try terms.term(rest, in: word.text)
        if isNegated { term.isNegated.toggle() }
        try count(term.anyOf.count, in: word.text)
        return .term(term)
    }

    private mutating func count(_ more: Int, in word: Text) throws(WordError) {
        conditionCount += more
        guard conditionCount <= Self.mostConditions else {
            throw WordError(word, .manyWords(limit: Self.mostConditions))
        }
    }

    /// Reads the order of the tasks. That of a view counts only where all of its tasks must match.
    private mutating func takeOrder(_ word: QueryWord, in whole: Text) throws(WordError) {
        let keys = try SortKey.keys(word.dropping(5).text, in: whole, terms.settings.fields)
        guard !hasOrder else { throw WordError(whole, .secondOrder) }
        hasOrder = true
        guard nesting == 0 else {
            if views.isEmpty { throw WordError(whole, .orderInGroup) }
            return
        }
        // A repeated sort key has no effect.
        for key in keys where !sort.contains(where: { $0.field == key.field }) {
            sort.append(key)
        }
    }

    private mutating func view(
        _ names: QueryWord, in word: Text
    ) throws(WordError) -> QueryPart {
        let alternatives = names.alternatives
        guard let first = alternatives.first else {
            throw WordError(word, .missingCondition(key: "view", mayBeAbsent: false))
        }
        guard alternatives.count > 1 else { return try view(first, in: word) }
        nesting += 1
        defer { nesting -= 1 }
        var parts: [QueryPart] = []
        for name in alternatives { parts.append(try view(name, in: word)) }
        return .any(parts)
    }

    private mutating func view(_ name: Text, in word: Text) throws(WordError) -> QueryPart {
        let known = terms.settings.allViews
        let view =
            known.first { $0.name.folded == name.folded }
            ?? known.first { terms.settings.labels[$0.name]?.folded == name.folded }
        guard let view else {
            throw WordError(word, .unknownView(name, known: known.map(\.name)))
        }
        guard !views.contains(view.name) else {
            throw WordError(word, .viewOfItself, view: view.name)
        }
        guard views.count < Self.viewLimit else {
            throw WordError(word, .nestedViews(limit: Self.viewLimit), view: view.name)
        }
        if nesting == 0, !requiredViews.insert(view.name).inserted { return .all([]) }
        try count(1, in: word)
        views.append(view.name)
        defer { views.removeLast() }
        do throws(WordError) {
            return try read(view.query)
        } catch {
            var error = error
            error.view = error.view ?? view.name
            error.place = nil
            throw error
        }
    }
}

extension QueryReader {
    /// The tokens that are left.
    private struct Tokens {
        private let tokens: [QueryToken]
        private var index = 0

        init(_ tokens: [QueryToken]) { self.tokens = tokens }

        var next: QueryToken? { index < tokens.count ? tokens[index] : nil }
        var last: QueryToken? { tokens.last }

        var nextOr: QueryToken? {
            guard let next, case .or = next.kind else { return nil }
            return next
        }

        /// True unless an operator, the end of a group or the end of the query follows.
        var nextBeginsTerm: Bool {
            switch next?.kind {
            case .word, .not, .open: true
            case .or, .and, .close, nil: false
            }
        }

        mutating func advance() { index += 1 }
    }
}

extension QueryToken {
    /// The error for an operator or a group without a term.
    fileprivate var withoutTerm: WordError {
        WordError(text, .missingTerm).placed(at: offset)
    }
}

extension QueryWord {
    /// The error for an operator of another tool, or one with blanks around it.
    fileprivate var foreignOperator: WordError? {
        guard !hasQuotes else { return nil }
        return switch text.string {
        case "|", "||": WordError(text, .foreignOperator(instead: "or"))
        case "&", "&&": WordError(text, .foreignOperator(instead: "and"))
        case "<", "<=", ">", ">=", "=", "==", "!=": WordError(text, .looseOperator)
        default: nil
        }
    }
}
