import MarkdownDocument

@testable import TaskBoard

/// A query, parsed by recursive descent from its grammar alone.
///
/// It shares no code with `Query`, so that a fault in one shows as a difference from the other. It
/// reads only valid queries, and dates only as ISO days.
///
/// ```text
/// query = [or];
/// or    = and, {("or"|"OR"), and};
/// and   = not, {[("and"|"AND")], not};
/// not   = {"not"|"NOT"|"not:"}, (group | ["-"], term) | sort;
/// group = ["-"], "(", or, ")";
/// term  = ("+"|"@"), value, {",", value}
///       | KEY, ":", item, {",", item}
///       | KEY, (".before:"|".after:"|".above:"|".below:"), value
///       | KEY, ("<"|"<="|">"|">="|"!="), value
///       | text, {",", text};
/// item  = [value], "..", [value] | value;
/// sort  = "sort:", ["-"], KEY, {",", ["-"], KEY};
/// value, text = PHRASE | word;   PHRASE = '"', {char | '\"'}, '"';
/// ```
struct ReferenceQuery {
    indirect enum Expression {
        case all
        case condition(Condition)
        case not(Expression)
        case and(Expression, Expression)
        case or(Expression, Expression)
    }

    /// A condition on one task. Its values are in lower case.
    enum Condition: Hashable {
        /// The key has the value. A plain text is a value of the key `text`.
        case value(String, of: String)
        /// The value of the key, compared with another one.
        case comparison(Comparison, String, of: String)
    }

    enum Comparison: Hashable { case less, atMost, greater, atLeast }

    /// A query that the reference cannot read.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    let expression: Expression

    init(_ text: String, me: String) throws(Fault) {
        var parser = QueryParser(text, me: me)
        expression = try parser.query()
    }
}

extension ReferenceQuery.Expression {
    /// The conditions of the query, wherever they are in it.
    var conditions: [ReferenceQuery.Condition] {
        switch self {
        case .all: []
        case .condition(let condition): [condition]
        case .not(let expression): expression.conditions
        case .and(let first, let second), .or(let first, let second):
            first.conditions + second.conditions
        }
    }
}

extension ReferenceQuery.Condition {
    /// Returns true if the condition is on a key, or on its presence.
    func isAbout(_ key: String) -> Bool {
        switch self {
        case .value(let value, let own):
            own == key || (own == "has" || own == "no") && value == key
        case .comparison(_, _, let own): own == key
        }
    }
}

extension ReferenceQuery.Comparison {
    func holds(_ value: String, _ bound: String) -> Bool {
        switch self {
        case .less: value < bound
        case .atMost: value <= bound
        case .greater: value > bound
        case .atLeast: value >= bound
        }
    }
}

/// The parser of a reference query: one function for each rule of the grammar.
///
/// Each function of an operator or a group leaves the parser at the start of a word, or at the end
/// of the query.
private struct QueryParser {
    typealias Expression = ReferenceQuery.Expression
    typealias Comparison = ReferenceQuery.Comparison
    typealias Fault = ReferenceQuery.Fault

    private let scalars: [Unicode.Scalar]
    private let me: String
    private var at = 0
    private var openGroups = 0
    /// The parentheses that the current word has opened and not closed.
    private var ownParentheses = 0
    private var hasOrder = false

    init(_ text: String, me: String) {
        scalars = Array(text.unicodeScalars)
        self.me = me.lowercased()
    }

    /// The keys after which an operator counts: those that every board has.
    private static let knownKeys: Set<String> = [
        "title", "body", "tag", "tags", "assignee", "assignees", "state", "priority", "due",
        "wait", "created", "finished", "updated",
    ]

    private static let orderedKeys: Set<String> = [
        "priority", "due", "wait", "created", "finished", "updated",
    ]

    /// The operators after a key. A longer one precedes its prefix; `!=` has no comparison.
    private static let operators: [(sign: String, comparison: Comparison?)] = [
        (".before:", .less), (".after:", .greater), (".below:", .less), (".above:", .greater),
        ("<=", .atMost), (">=", .atLeast), ("<", .less), (">", .greater), ("!=", nil),
    ]

    mutating func query() throws(Fault) -> Expression {
        skipBlanks()
        if at == scalars.count { return .all }
        let expression = try or()
        guard at == scalars.count else { throw fault("text after the query") }
        return expression
    }

    private mutating func or() throws(Fault) -> Expression {
        var expression = try and()
        while takeOperator("or") {
            let next = try and()
            expression = .or(expression, next)
        }
        return expression
    }

    private mutating func and() throws(Fault) -> Expression {
        var expression = try not()
        while !isWordEnd(at), !isAtOperator("or") {
            _ = takeOperator("and")
            let next = try not()
            expression = .and(expression, next)
        }
        return expression
    }

    private mutating func not() throws(Fault) -> Expression {
        try isAt("sort:") ? sort() : negation()
    }

    private mutating func negation() throws(Fault) -> Expression {
        if takeOperator("not") || take("not:") { return .not(try negation()) }
        // A dash alone is text.
        guard isAt("-"), !isWordEnd(at + 1) else { return try groupOrTerm() }
        at += 1
        return .not(try groupOrTerm())
    }

    private mutating func groupOrTerm() throws(Fault) -> Expression {
        guard take("(") else {
            let term = try term()
            skipBlanks()
            return term
        }
        openGroups += 1
        skipBlanks()
        let group = try or()
        guard take(")") else { throw fault("a group is not closed") }
        openGroups -= 1
        skipBlanks()
        return group
    }

    /// Skips an order, which does not change which tasks a query finds.
    private mutating func sort() throws(Fault) -> Expression {
        guard openGroups == 0, !hasOrder else { throw fault("an order in a group, or another") }
        hasOrder = true
        while !isWordEnd(at) { at += 1 }
        skipBlanks()
        return .all
    }
}

extension QueryParser {
    private mutating func term() throws(Fault) -> Expression {
        ownParentheses = 0
        let term = try condition()
        guard isWordEnd(at) else { throw fault("text after a term") }
        ownParentheses = 0
        return term
    }

    private mutating func condition() throws(Fault) -> Expression {
        // A sign alone is text.
        if !isWordEnd(at + 1) {
            if take("+") { return try values(of: "tag") }
            if take("@") { return try values(of: "assignee") }
        }
        let key = nextKey()
        let end = at + key.unicodeScalars.count
        if !key.isEmpty, isAt(":", end) {
            guard key != "sort" else { throw fault("an order is not a condition") }
            at = end + 1
            return try values(of: key, mayBeRanges: true)
        }
        if Self.knownKeys.contains(key) {
            for (sign, comparison) in Self.operators where isAt(sign, end) {
                at = end + sign.unicodeScalars.count
                return try compared(key, comparison)
            }
        }
        return try values(of: "text")
    }

    private mutating func compared(
        _ key: String, _ comparison: Comparison?
    ) throws(Fault) -> Expression {
        let value = try value()
        guard let comparison else { return .not(equal(key, value)) }
        guard Self.orderedKeys.contains(key) else { throw fault("'\(key)' has no order") }
        return .condition(.comparison(comparison, value, of: key))
    }

    /// Parses values with commas between them, of which a task needs one.
    private mutating func values(
        of key: String, mayBeRanges: Bool = false
    ) throws(Fault) -> Expression {
        var expression = try item(of: key, mayBeRange: mayBeRanges)
        while take(",") {
            let next = try item(of: key, mayBeRange: mayBeRanges)
            expression = .or(expression, next)
        }
        return expression
    }

    private mutating func item(of key: String, mayBeRange: Bool) throws(Fault) -> Expression {
        var low: String?
        if !mayBeRange || !isAt("..") {
            let value = try value(endsAtDots: mayBeRange)
            guard mayBeRange, isAt("..") else { return equal(key, value) }
            low = value
        }
        at += 2
        var high: String?
        if !isWordEnd(at), !isAt(",") { high = try value() }
        guard Self.orderedKeys.contains(key) else { throw fault("'\(key)' has no order") }
        return try range(of: key, from: low, to: high)
    }

    private func range(
        of key: String, from low: String?, to high: String?
    ) throws(Fault) -> Expression {
        let atLeast = low.map { Expression.condition(.comparison(.atLeast, $0, of: key)) }
        let atMost = high.map { Expression.condition(.comparison(.atMost, $0, of: key)) }
        switch (atLeast, atMost) {
        case (let atLeast?, let atMost?): return .and(atLeast, atMost)
        case (let end?, nil), (nil, let end?): return end
        case (nil, nil): throw fault("a range has no end")
        }
    }

    private func equal(_ key: String, _ value: String) -> Expression {
        let key = ["tags": "tag", "assignees": "assignee"][key] ?? key
        let isMe = key == "assignee" && value == "me"
        return .condition(.value(isMe ? me : value, of: key))
    }

    private mutating func value(endsAtDots: Bool = false) throws(Fault) -> String {
        if isAt("\"") { return try phrase() }
        let start = at
        while !isWordEnd(at), scalars[at] != ",", !(endsAtDots && isAt("..")) {
            if scalars[at] == "(" { ownParentheses += 1 }
            if scalars[at] == ")", ownParentheses > 0 { ownParentheses -= 1 }
            at += 1
        }
        guard at > start else { throw fault("a value is missing") }
        return text(start..<at).lowercased()
    }

    private mutating func phrase() throws(Fault) -> String {
        var phrase = String.UnicodeScalarView()
        at += 1
        while at < scalars.count, scalars[at] != "\"" {
            if isAt("\\\"") { at += 1 }
            phrase.append(scalars[at])
            at += 1
        }
        guard take("\"") else { throw fault("a phrase is not closed") }
        return String(phrase).lowercased()
    }
}

extension QueryParser {
    /// Returns the longest key at this place, known or not; empty if there is none.
    private func nextKey() -> String {
        var end = at
        while end < scalars.count, isOfKey(scalars[end], isFirst: end == at) { end += 1 }
        return text(at..<end)
    }

    private func isOfKey(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z": true
        case "0"..."9", "-", "_": !isFirst
        default: false
        }
    }

    private func text(_ range: Range<Int>) -> String {
        String(String.UnicodeScalarView(scalars[range]))
    }

    private func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

    private mutating func skipBlanks() {
        while at < scalars.count, isBlank(scalars[at]) { at += 1 }
    }

    /// Returns true if a word ends before a place: at a blank, at the end of the query, or at the
    /// parenthesis that closes the group.
    private func isWordEnd(_ place: Int) -> Bool {
        guard place < scalars.count else { return true }
        if scalars[place] == ")" { return openGroups > 0 && ownParentheses == 0 }
        return isBlank(scalars[place])
    }

    private func isAt(_ sign: String, _ place: Int? = nil) -> Bool {
        var place = place ?? at
        for scalar in sign.unicodeScalars {
            guard place < scalars.count, scalars[place] == scalar else { return false }
            place += 1
        }
        return true
    }

    private mutating func take(_ sign: String) -> Bool {
        guard isAt(sign) else { return false }
        at += sign.unicodeScalars.count
        return true
    }

    /// Returns true if an operator is next: a word of its own, all in lower or all in upper case.
    private func isAtOperator(_ word: String) -> Bool {
        guard isAt(word) || isAt(word.uppercased()),
            isWordEnd(at + word.unicodeScalars.count)
        else { return false }
        guard at > 0 else { return true }
        let previous = scalars[at - 1]
        return isBlank(previous) || previous == "(" || previous == ")"
    }

    private mutating func takeOperator(_ word: String) -> Bool {
        guard isAtOperator(word) else { return false }
        at += word.unicodeScalars.count
        skipBlanks()
        return true
    }

    private func fault(_ reason: String) -> Fault {
        Fault(description: "\(reason), at \(at) of '\(text(scalars.indices))'")
    }
}

/// The tasks of a board as plain values, read once for many queries.
struct ReferenceBoard {
    private let tasks: [ReferenceTask]
    private let finishedStates: [String]
    /// The places of the tasks that conditions find, kept because random queries repeat them.
    private var found: [ReferenceQuery.Condition: Set<Int>] = [:]

    init(_ board: Board, times: HistoryTimes, now: Moment) {
        let unfinished = Set(board.tasks.filter { !$0.isFinished }.map(\.id))
        tasks = board.tasks.map { task in
            let isBlocked = !task.isFinished && task.blockedBy.contains { unfinished.contains($0) }
            return ReferenceTask(
                task, isBlocked: isBlocked, finished: times.finished[task.id], now: now)
        }
        finishedStates = board.settings.finished.map { $0.string.lowercased() }
    }

    /// Returns the tasks that a query finds.
    mutating func ids(matching query: ReferenceQuery) -> Set<TaskID> {
        let places = places(of: query.expression)
        let conditions = query.expression.conditions
        let withFinished = includesFinished(conditions)
        let withWaiting = includesWaiting(conditions)
        let shown = places.map { tasks[$0] }.filter { task in
            (withFinished || !task.isFinished) && (withWaiting || !task.isWaiting)
        }
        return Set(shown.map(\.id))
    }

    private func includesFinished(_ conditions: [ReferenceQuery.Condition]) -> Bool {
        conditions.contains { condition in
            switch condition {
            case .value("done", of: "is"), .value("any", of: "is"): true
            case .value(let state, of: "state") where finishedStates.contains(state): true
            default: condition.isAbout("finished")
            }
        }
    }

    private func includesWaiting(_ conditions: [ReferenceQuery.Condition]) -> Bool {
        conditions.contains { condition in
            switch condition {
            case .value("waiting", of: "is"), .value("any", of: "is"): true
            default: condition.isAbout("wait")
            }
        }
    }

    private mutating func places(of expression: ReferenceQuery.Expression) -> Set<Int> {
        switch expression {
        case .all: return Set(tasks.indices)
        case .condition(let condition):
            if let known = found[condition] { return known }
            let places = Set(tasks.indices.filter { tasks[$0].satisfies(condition) })
            found[condition] = places
            return places
        case .not(let expression):
            return Set(tasks.indices).subtracting(places(of: expression))
        case .and(let first, let second):
            let places = places(of: first)
            return places.intersection(self.places(of: second))
        case .or(let first, let second):
            let places = places(of: first)
            return places.union(self.places(of: second))
        }
    }
}

/// The values of one task, in lower case.
private struct ReferenceTask {
    let id: TaskID
    let isFinished: Bool
    let isWaiting: Bool
    private let isOverdue: Bool
    private let isBlocked: Bool
    private let title: String
    private let body: String
    /// The values of each key; dates are ISO days, which sort as texts.
    private let values: [String: [String]]

    init(_ task: TaskItem, isBlocked: Bool, finished: Int64?, now: Moment) {
        (id, isFinished, self.isBlocked) = (task.id, task.isFinished, isBlocked)
        title = task.title.string.lowercased()
        body = String(decoding: task.body, as: UTF8.self).lowercased()
        let today = now.today
        isWaiting = !task.isFinished && task.wait.map { $0 > today } ?? false
        isOverdue = !task.isFinished && task.due.map { $0.day(now) < today } ?? false
        let finishDay = task.isFinished ? finished.map { now.at($0).today } : nil
        var values: [String: [Text]] = [:]
        for entry in task.document.entries { values[entry.key.string] = entry.value.texts }
        values["title"] = [task.title]
        values["body"] = body.allSatisfy(\.isWhitespace) ? [] : [Text(body)]
        values["tag"] = task.tags
        values["assignee"] = task.assignees
        values["state"] = [task.state]
        values["priority"] = [task.priority?.text].compactMap { $0 }
        values["due"] = [task.due?.day(now).text].compactMap { $0 }
        values["wait"] = [task.wait?.text].compactMap { $0 }
        values["created"] = [task.created?.day(now).text].compactMap { $0 }
        values["finished"] = [finishDay?.text].compactMap { $0 }
        self.values = values.mapValues { $0.map { $0.string.lowercased() } }
    }

    func satisfies(_ condition: ReferenceQuery.Condition) -> Bool {
        switch condition {
        case .value(let value, let key): has(value, of: key)
        case .comparison(let comparison, let bound, let key):
            (values[key] ?? []).contains {
                comparison.holds(sortable($0, of: key), sortable(bound, of: key))
            }
        }
    }

    private func has(_ value: String, of key: String) -> Bool {
        switch key {
        case "text": title.contains(value) || body.contains(value)
        case "title": title.contains(value)
        case "body": body.contains(value)
        case "is": has(property: value)
        case "has": hasValue(value)
        case "no": !hasValue(value)
        case _ where value == "none": !hasValue(key)
        default: (values[key] ?? []).contains(value)
        }
    }

    private func hasValue(_ key: String) -> Bool { values[key]?.isEmpty == false }

    private func has(property: String) -> Bool {
        switch property {
        case "done": isFinished
        case "waiting": isWaiting
        case "overdue": isOverdue
        case "blocked": isBlocked
        default: property == "any"
        }
    }

    /// Returns a text that sorts like the value.
    private func sortable(_ value: String, of key: String) -> String {
        guard key == "priority" else { return value }
        return ["low": "1", "medium": "2", "high": "3"][value] ?? value
    }
}

extension Value {
    /// The scalar, or the elements of the list.
    fileprivate var texts: [Text] {
        switch self {
        case .scalar(let text): [text]
        case .list(let elements): elements
        case .map, .records, .other: []
        }
    }
}
