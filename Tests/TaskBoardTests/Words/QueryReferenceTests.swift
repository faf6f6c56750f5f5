import MarkdownDocument
import MergeSupport
import TestSupport
import Testing

@testable import TaskBoard

/// Queries find the same tasks as the reference, which has only their grammar.
///
/// `PMD_SEED=… swift test --filter QueryReferenceTests` runs one seed again.
struct QueryReferenceTests {
    @Test(arguments: 0..<40)
    func `random queries find the same tasks as the reference`(number: Int) throws {
        var source = QuerySource(seed: testSeed &+ UInt64(number))
        let (board, times) = source.board()
        var reference = ReferenceBoard(board, times: times, now: Sample.now)
        var (differences, selective) = (0, 0)
        for _ in 0..<500 where differences < 5 {
            let words = source.query()
            let query = try ReferenceQuery(words, me: "ann")
            let expected = reference.ids(matching: query)
            if !expected.isEmpty, expected.count < board.tasks.count { selective += 1 }
            if let difference = difference(of: words, from: expected, on: board, times) {
                differences += 1
                Issue.record("PMD_SEED=\(testSeed), board \(number), '\(words)': \(difference)")
            }
        }
        // Queries that find nothing, or everything, would prove little.
        #expect(selective >= 100 || differences == 5, "\(selective) of 500 queries are selective")
    }

    /// Returns how the tasks that a query finds differ from the expected ones; nil if they are the
    /// same.
    private func difference(
        of words: String, from expected: Set<TaskID>, on board: Board, _ times: HistoryTimes
    ) -> String? {
        do {
            let query = try Query([words], now: Sample.now, me: "ann")
            let found = Set(board.tasks(matching: query, times: times).map(\.id))
            guard let first = found.symmetricDifference(expected).min() else { return nil }
            let file = board[first].map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
            return "found \(list(found)); expected \(list(expected)); \(first) is\n\(file)"
        } catch {
            return "\(error); expected \(list(expected))"
        }
    }

    private func list(_ ids: Set<TaskID>) -> String {
        "[" + ids.sorted().map(\.description).joined(separator: " ") + "]"
    }
}

/// The reference itself, on a board of which every result is known.
extension QueryReferenceTests {
    /// a to d are open, w waits, g and h are finished.
    private static let board = Sample.board(
        Sample.task(
            "todo/a.md",
            "title: Fix the roof\ndue: 2026-11-20\npriority: high\ntags: [house]\nstage: idea",
            body: "Call f(x) :)\n"),
        Sample.task(
            "todo/b.md",
            "title: 우유 or milk\ndue: 2026-12-01\nassignees: [ann]\nlinks: [a, b]"),
        Sample.task(
            "doing/c.md",
            "title: Call ÄRGER GmbH\npriority: low\ntags: [Work, house]\nassignees: [bob]\n"
                + "blocked-by: [a]\nstage: Spec",
            body: "fix this, that: a->b\n"),
        Sample.task(
            "doing/d.md", "title: Paint\ndue: 2026-11-21\npriority: medium",
            body: "x <3 \"y\"\n"),
        Sample.task("todo/w.md", "title: Milk soon\nwait: 2026-12-01"),
        Sample.task("done/g.md", "title: Old roof\npriority: high\ndue: 2026-11-10"),
        Sample.task("done/h.md", "title: h\ntags: [house]"), times: times)

    private static let times = HistoryTimes(finished: [
        TaskID("g"): Sample.now.seconds(of: Sample.day("2026-11-15"), secondOfDay: 43_200)
    ])

    /// With an explicit type, the table compiles much faster.
    private static let finds: [(String, String)] = [
        ("", "abcd"), (" \t", "abcd"),
        // Text.
        ("roof", "a"), ("fix", "ac"), ("title:fix", "a"), ("body:fix", "c"), ("roof,milk", "ab"),
        ("\"fix this, that\"", "c"), ("\"<3 \\\"y\\\"\"", "d"), ("a\u{308}rger", "c"),
        ("우유", "b"), ("\"or\"", "b"), ("text:OR", "b"), ("Or", "b"),
        // Precedence: commas, "not", blanks and "and", "or".
        ("milk or roof +house", "ab"), ("+house roof or milk", "ab"),
        ("not roof or milk", "bcd"), ("NOT milk AND +house", "ac"), ("not:roof,milk", "cd"),
        ("-(roof or milk)", "cd"), ("not (roof OR milk) +house", "c"), ("not not +house", "ac"),
        ("not:-+house", "ac"), ("has:due,stage -(+house or @ann) or milk", "bd"),
        ("( roof or (milk @ann) )", "ab"),
        // Parentheses and operators that are text.
        ("f(x)", "a"), ("(f(x))", "a"), (":)", "a"), ("(roof :) :)", "a"), ("a->b", "c"),
        ("stage!=idea", ""), ("x<y", ""), ("<3", "d"),
        // Dates and priorities.
        ("due.before:2026-11-21", "a"), ("due<=2026-11-21", "ad"), ("due>2026-11-21", "b"),
        ("due>=2026-11-21", "bd"), ("due.after:2026-11-21", "b"), ("due:2026-11-21", "d"),
        ("due:2026-11-20..2026-11-21", "ad"), ("due:..2026-11-20,2026-12-01", "ab"),
        ("due:2026-11-21..", "bd"), ("-due<2026-11-21", "bcd"), ("due!=2026-11-20", "bcd"),
        ("due:none", "c"), ("due!=none", "abd"), ("priority.above:low", "ad"),
        ("priority:medium..", "ad"), ("priority<high", "cd"), ("priority:low,high", "ac"),
        // Other keys.
        ("+WORK,house", "ac"), ("@ann,bob", "bc"), ("@me", "b"), ("stage:SPEC,idea", "ac"),
        ("links:b", "b"), ("stage:none", "bd"), ("no:due,priority", "bc"), ("state:doing", "cd"),
        // Properties, and the tasks that are left out.
        ("is:overdue", "a"), ("is:blocked", "c"), ("is:waiting", "w"), ("not:is:waiting", "abcd"),
        ("milk is:any", "bw"), ("roof is:any", "ag"), ("is:any", "abcdghw"), ("is:done", "gh"),
        ("(roof or not state:done)", "abcdg"), ("finished.before:2026-11-16", "g"),
        ("no:wait", "abcd"), ("wait>2026-11-21", "w"),
        // An order changes no set.
        ("sort:-due roof or milk", "ab"), ("roof or milk sort:state,-due", "ab"),
    ]

    @Test(arguments: finds)
    func `the reference finds the tasks that the grammar describes`(
        words: String, ids: String
    ) throws {
        var reference = ReferenceBoard(Self.board, times: Self.times, now: Sample.now)
        let found = reference.ids(matching: try ReferenceQuery(words, me: "ann"))
        #expect(found.sorted().map(\.description).joined() == ids)
    }

    @Test(arguments: [
        "(roof", "\"roof", "due:", "due:..", "stage:a..b", "(roof sort:due)", "sort:due sort:id",
        "not sort:due", "title<x", "due.before:2026-11-21,2026-11-22", "state!=todo,done",
    ])
    func `the reference refuses an invalid query`(words: String) {
        #expect(throws: ReferenceQuery.Fault.self) { try ReferenceQuery(words, me: "ann") }
    }
}

/// Random boards and queries. They have the same few words, so that many queries find some tasks.
private struct QuerySource {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    private static let plainWords = ["roof", "milk", "Ärger", "A\u{308}RGER", "우유", "fix", "the"]
    /// Words that are text only in quotes or in a task.
    private static let operators = ["or", "and", "not"]
    /// Words that resemble operators, groups, phrases and conditions.
    private static let oddWords = [
        "f(x)", "a->b", "x<y", "x!=y", "5\"", "<3", "a..b", "not(x)", "or(x)", "g(x,y)",
        "stage!=idea", "due->x",
    ]
    /// Words whose parenthesis would close an open group.
    private static let closingWords = [":)", "milk)"]
    private static let tags = ["house", "Work", "big job"]
    private static let people = ["ann", "Bob", "민수"]
    private static let priorities = ["low", "medium", "high"]
    private static let links = ["a", "b", "c"]

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    private mutating func isChosen(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    private mutating func subset(of elements: [String]) -> [String] {
        var chosen: [String] = []
        for element in elements where isChosen(40) { chosen.append(element) }
        return chosen
    }

    /// Returns a day within two weeks of today.
    private mutating func day() -> Day {
        Sample.now.today.adding(days: Int.random(in: -14...14, using: &random))
    }
}

extension QuerySource {
    /// Returns a board of 30 tasks, and the times at which the finished ones were finished.
    mutating func board() -> (board: Board, times: HistoryTimes) {
        var times = HistoryTimes()
        var tasks: [TaskItem] = []
        for number in 0..<30 {
            let state = pick(["todo", "todo", "doing", "done"])
            if state == "done" {
                times.finished[TaskID(Text("t\(number)"))] = Sample.now.seconds(
                    of: day(), secondOfDay: 43_200)
            }
            let front = front(number).joined(separator: "\n")
            let body = body()
            tasks.append(Sample.task(BoardPath("\(state)/t\(number).md"), front, body: body))
        }
        return (Board(settings: .standard, tasks: tasks, times: times), times)
    }

    private mutating func front(_ number: Int) -> [String] {
        var lines = ["title: '\(text())'"]
        if isChosen(60) {
            let due = day()
            // Whether a time of today is overdue is left out: the reference compares days.
            let hasTime = due != Sample.now.today && isChosen(20)
            lines.append("due: \(due)\(hasTime ? "T15:00" : "")")
        }
        if isChosen(20) { lines.append("wait: \(day())") }
        if isChosen(50) { lines.append("created: \(day())") }
        if isChosen(60) { lines.append("priority: \(pick(Self.priorities))") }
        for (key, values) in [("tags", Self.tags), ("assignees", Self.people)] {
            let chosen = subset(of: values)
            if !chosen.isEmpty { lines.append("\(key): [\(chosen.joined(separator: ", "))]") }
        }
        if isChosen(60) { lines.append("stage: \(pick(["idea", "spec", "Idea"]))") }
        if isChosen(30) { lines.append("links: [\(pick(Self.links)), \(pick(Self.links))]") }
        // Of the 31 numbers, the last is not on the board.
        let blocker = (number + Int.random(in: 1...30, using: &random)) % 31
        if isChosen(25) { lines.append("blocked-by: [t\(blocker)]") }
        return lines
    }

    private mutating func body() -> String {
        guard isChosen(60) else { return "" }
        let first = text()
        return isChosen(40) ? "\(first)\n\(text())\n" : "\(first)\n"
    }

    /// Returns one to four words of a title or a body.
    private mutating func text() -> String {
        var words: [String] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: words.append(pick(Self.oddWords + Self.closingWords))
            case 1: words.append(pick(["due:2026-12-01", "C:\\dir", "(roof", "+house"]))
            case 2, 3: words.append(pick(Self.operators))
            default: words.append(pick(Self.plainWords))
            }
        }
        return words.joined(separator: " ")
    }
}

extension QuerySource {
    mutating func query() -> String {
        if isChosen(1) { return pick(["", " ", " \t "]) }
        let terms = or(depth: 0)
        let edges = (pick(["", "", " "]), pick(["", "", "  "]))
        switch Int.random(in: 0..<40, using: &random) {
        case 0: return "\(edges.0)sort:-due \(terms)\(edges.1)"
        case 1: return "\(edges.0)\(terms) sort:priority,-title\(edges.1)"
        default: return "\(edges.0)\(terms)\(edges.1)"
        }
    }

    private mutating func or(depth: Int) -> String {
        var text = and(depth: depth)
        while isChosen(25) {
            let sign = gap() + pick(["or", "or", "OR"]) + gap()
            text += sign + and(depth: depth)
        }
        return text
    }

    private mutating func and(depth: Int) -> String {
        var text = negation(depth: depth)
        while isChosen(30) {
            var sign = gap()
            if isChosen(35) { sign += pick(["and", "AND"]) + gap() }
            text += sign + negation(depth: depth)
        }
        return text
    }

    private mutating func negation(depth: Int) -> String {
        let signs = ["-", "-", "not ", "not  ", "NOT ", "not:", "not:-", "not -", "not:not:"]
        let sign = isChosen(30) ? pick(signs + ["not not ", "not NOT "]) : ""
        return sign + (depth < 3 && isChosen(20) ? group(depth: depth + 1) : term(depth: depth))
    }

    private mutating func group(depth: Int) -> String {
        let edges = (pick(["", "", " "]), pick(["", "", "  "]))
        return "(\(edges.0)\(or(depth: depth))\(edges.1))"
    }

    private mutating func gap() -> String { pick([" ", " ", " ", "  ", "   ", "\t"]) }

    private mutating func term(depth: Int) -> String {
        switch Int.random(in: 0..<20, using: &random) {
        case 0...2: return texts(Self.plainWords + ["ROOF", "\u{110B}\u{116E}\u{110B}\u{1172}"])
        case 3: return phrase()
        case 4: return oddText(depth: depth)
        case 5: return "+" + list(Self.tags + ["HOUSE", "none-such"])
        case 6: return "@" + (isChosen(20) ? "me" : list(Self.people + ["ANN"]))
        case 7: return listedKey()
        case 8: return textKey()
        case 9...10: return pick(["due", "due", "wait", "created"]) + ":" + dates()
        case 11...12: return dateComparison()
        case 13: return "priority:" + priorities()
        case 14: return priorityComparison()
        case 15: return presence()
        case 16: return "is:" + list(["done", "any", "waiting", "overdue", "blocked"])
        case 17: return unequal()
        case 18: return "state:" + list(["todo", "doing", "done"])
        default: return "stage:" + list(["idea", "spec", "SPEC"])
        }
    }
}

extension QuerySource {
    /// Returns one to three of the values with commas between them.
    private mutating func list(_ values: [String]) -> String {
        var list = [quotedSometimes(pick(values))]
        while list.count < 3, isChosen(25) { list.append(quotedSometimes(pick(values))) }
        return list.joined(separator: ",")
    }

    private mutating func quotedSometimes(_ value: String) -> String {
        isChosen(8) || value.contains(" ") ? quoted(value) : value
    }

    private mutating func texts(_ words: [String]) -> String {
        var texts = [pick(words)]
        while texts.count < 3, isChosen(20) {
            texts.append(isChosen(20) ? phrase() : pick(words))
        }
        return texts.joined(separator: ",")
    }

    private mutating func phrase() -> String {
        guard isChosen(50) else {
            let all = Self.plainWords + Self.operators + Self.oddWords + Self.closingWords
            return quoted(pick(all))
        }
        let pair = pick(Self.plainWords + Self.operators) + " " + pick(Self.plainWords)
        return quoted(
            pick([pair, pair, "roof or", "(roof", "due:2026-12-01", "x, y", "C:\\dir", "+house"]))
    }

    private mutating func oddText(depth: Int) -> String {
        let words = Self.oddWords + ["Or", "And", "Not", "or,milk", "roof,AND", "5\",milk"]
        return pick(depth == 0 ? words + Self.closingWords : words)
    }

    private mutating func textKey() -> String {
        let key = pick(["title", "body", "text"])
        return isChosen(30) ? "\(key):\(phrase())" : key + ":" + texts(Self.plainWords + ["or"])
    }

    private mutating func listedKey() -> String {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return "tag:" + list(Self.tags + ["WORK"])
        case 1: return "assignee:" + list(Self.people)
        default: return "links:" + list(Self.links + ["B"])
        }
    }

    private mutating func presence() -> String {
        let keys = ["due", "wait", "priority", "tag", "assignee", "stage", "links", "body"]
        guard isChosen(60) else {
            let key = pick(["due", "wait", "priority", "tag", "assignee", "stage", "links"])
            return "\(key):none"
        }
        return pick(["has:", "no:"]) + list(keys + ["created", "finished"])
    }

    private mutating func unequal() -> String {
        let (key, values) = pick([
            ("title", Self.plainWords), ("body", Self.plainWords), ("tag", Self.tags),
            ("assignee", Self.people), ("state", ["todo", "doing", "done"]),
            ("priority", Self.priorities), ("due", ["none"]), ("priority", ["none"]),
        ])
        let value = pick(values)
        return "\(key)!=" + (value == "none" ? value : quotedSometimes(value))
    }
}

extension QuerySource {
    private mutating func date() -> String { quotedSometimes(day().description) }

    private mutating func dates() -> String {
        var items = [dateItem()]
        while items.count < 3, isChosen(25) { items.append(dateItem()) }
        return items.joined(separator: ",")
    }

    private mutating func dateItem() -> String {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return ".." + date()
        case 1: return date() + ".."
        case 2, 3:
            let days = [day(), day()].sorted().map(\.description)
            return quotedSometimes(days[0]) + ".." + quotedSometimes(days[1])
        default: return isChosen(10) ? "none" : date()
        }
    }

    private mutating func dateComparison() -> String {
        let key = pick(["due", "due", "due", "due", "wait", "created", "created", "finished"])
        return key + pick([".before:", ".after:", "<", "<=", ">", ">=", "!="]) + date()
    }

    private mutating func priorities() -> String {
        let ranges = ["medium..", "..medium", "low..high", "medium..high", "low..low", "none"]
        var items: [String] = []
        repeat {
            items.append(isChosen(40) ? pick(ranges) : quotedSometimes(pick(Self.priorities)))
        } while items.count < 3 && isChosen(25)
        return items.joined(separator: ",")
    }

    private mutating func priorityComparison() -> String {
        let signs = [".above:", ".below:", "<", "<=", ">", ">=", "!="]
        return "priority" + pick(signs) + quotedSometimes(pick(Self.priorities))
    }
}

/// Returns a text as a phrase.
private func quoted(_ text: String) -> String {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + parts.joined(separator: "\\\"") + "\""
}
