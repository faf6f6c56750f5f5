import MarkdownDocument
import MergeSupport
import TestSupport
import Testing
import Words

@testable import TaskBoard

/// Queries: their terms, their matches and their errors.
struct QueryTests {
    /// a to f are open, g and h finished, w waits, m is malformed.
    static let board = Sample.board(
        Sample.task(
            "todo/a.md",
            "title: Fix the roof\ndue: 2026-11-20\npriority: high\ntags: [house]\n"
                + "rank: b1\nproject: Roof\ncreated: 2026-11-01T08:00:00+09:00",
            body: "Call before noon.\n\n- [ ] measure\n"),
        Sample.task(
            "todo/b.md",
            "title: 우유 사기\ndue: 2026-11-27T15:00\nassignees: [ann]\nrank: b2\n"
                + "project: [kitchen, roof]"),
        Sample.task(
            "doing/c.md",
            "title: Call ÄRGER GmbH\npriority: low\ntags: [Work, house]\n"
                + "assignees: [bob]\nrank: b3\nblocked-by: [a]\ncreated: 2026-11-18",
            body: "fix this, that\n"),
        Sample.task(
            "doing/d.md",
            "title: d\ndue: 2026-12-05\nrank: b4\n"
                + "conflicts:\n  - {key: due, value: x, by: Ann, at: y}"),
        Sample.task("doing/m.md", "title: m: n"),
        Sample.task("todo/w.md", "title: w\nwait: 2026-12-01\nrank: b5"),
        Sample.task("done/g.md", "title: Old roof\npriority: high\ndue: 2026-11-10"),
        Sample.task(
            "done/h.md", "title: h\ntags: [house]",
            body: "> [!conflict] Bob wrote instead, 2026-11-21\n> Two.\n"),
        times: times)

    static let times = HistoryTimes(
        updated: [TaskID("a"): at("2026-11-19"), TaskID("g"): at("2026-11-15")],
        finished: [TaskID("g"): at("2026-11-15"), TaskID("h"): at("2026-11-20")])

    private static func at(_ day: Text) -> Int64 {
        Sample.now.seconds(of: Sample.day(day), secondOfDay: 43_200)
    }

    static func query(_ words: String...) throws(WordError) -> Query {
        try Query(words, now: Sample.now, me: "ann", otherStates: ["someday"])
    }

    private func found(_ words: String, all: Bool = false) throws -> String {
        QueryTests.board.tasks(
            matching: try QueryTests.query(words), all: all, times: QueryTests.times
        ).map(\.id.description).joined()
    }

    /// With an explicit type, the table compiles much faster.
    private static let finds: [(String, String)] = [
        ("", "abcdm"),
        // Words and phrases, in titles and bodies.
        ("roof", "a"), ("FIX", "ac"), ("fix call", "ac"), ("call noon", "a"), ("\"fix the\"", "a"),
        ("\"fix this, that\"", "c"), ("roof,gmbh", "ac"), ("ärger", "c"), ("a\u{308}rger", "c"),
        ("우유", "b"), ("\u{110B}\u{116E}\u{110B}\u{1172}", "b"), ("nothing", ""),
        ("title:call", "c"), ("body:call", "a"), ("title:\"the roof\"", "a"),
        // Tags, people, priorities.
        ("+house", "ac"), ("+house,work", "ac"), ("+HOUSE +work", "c"), ("tag:work", "c"),
        ("tags:+work", "c"), ("@ann", "b"), ("@me", "b"), ("@ann,bob", "bc"), ("assignee:@me", "b"),
        ("priority:high", "a"), ("!low", "c"), ("priority:high,low", "ac"), ("!important", ""),
        // States.
        ("state:doing", "cdm"), ("state:todo,doing", "abcdm"), ("state:someday", ""),
        ("state:done", "hg"), ("state:todo,done", "abhg"),
        // Negation.
        ("-+house", "bdm"), ("not:+house", "bdm"), ("not:@ann", "acdm"), ("not:state:doing", "ab"),
        ("not:roof", "bcdm"), ("due:none", "cm"), ("\"or\"", "a"), ("12:30", ""), ("std::x", ""),
        ("http://x", ""), ("not:\"fix the\"", "bcdm"), ("-+house,work", "bdm"),
        // Operators and groups: "or" binds loosest, then blanks and "and", then "not".
        ("우유 or gmbh", "bc"), ("+house and noon or @ann", "ab"), ("+house noon OR @ann", "ab"),
        ("+house (noon or gmbh)", "ac"), ("not +house", "bdm"), ("not not +house", "ac"),
        ("NOT roof AND has:due", "bd"), ("not (roof or +house)", "bdm"),
        ("-(roof or +house)", "bdm"),
        ("not:(roof or 우유)", "cdm"), ("not:-+house", "ac"), ("((roof))", "a"), ("(roof)", "a"),
        ("(roof)or(우유)", ""), ("state:todo (+house or @ann) not:noon", "b"), ("-roof", "bcdm"),
        ("not view:today", "bcdm"), ("view:today,waiting", "aw"), ("not:view:today", "bcdm"),
        ("(view:next or zzz) sort:due", "abdm"), ("is:done or roof", "ahg"),
        // Operators and parentheses that are text.
        ("text:or", "a"), ("\"or\"", "a"), ("text:noon", "a"), ("text:roof,우유", "ab"), ("Or", "a"),
        ("f(x)", ""), (":)", ""), ("(a(b) or roof)", "a"), ("a->b", ""),
        ("\"fix \\\"the\"", ""),
        // Comparisons.
        ("priority>low", "a"), ("priority>=low", "ac"), ("priority.above:low", "a"),
        ("priority.below:high", "c"), ("priority<low", ""), ("priority:medium..", "a"),
        ("priority:..medium", "c"), ("priority:low..high", "ac"), ("priority!=high", "bcdm"),
        ("p:h", "a"), ("p!=h", "bcdm"), ("p.above:l", "a"), ("p>x", ""), ("is!=overdue", "bcdm"),
        ("due:+1d,+6d", "b"),
        ("priority:l", "c"), ("p:x", ""),
        ("due!=fri", "acdm"), ("due!=none", "abd"), ("title!=roof", "bcdm"), ("x!=y", ""),
        // Any key.
        ("project:roof", "ab"), ("project:ROOF,kitchen", "ab"), ("project:x", ""),
        ("has:project", "ab"), ("no:project", "cdm"), ("project:none", "cdm"), ("rank:b3", "c"),
        ("id:a", "a"),
        ("path:doing/", "cdm"), ("blocked-by:a", "c"),
        ("no:due", "cm"), ("has:due", "abd"), ("has:due,priority", "abcd"), ("no:tag", "bdm"),
        ("has:body", "ac"), ("has:checklist", "a"), ("no:due,priority", "bcdm"),
        ("not:no:due", "abd"), ("has:conflicts", "d"), ("no:wait", "abcdm"), ("has:wait", "w"),
        // Properties.
        ("is:overdue", "a"), ("is:conflicted", "d"), ("is:conflicted is:any", "dh"),
        ("is:blocked", "c"), ("is:waiting", "w"),
        ("is:malformed", "m"), ("is:done", "hg"), ("is:any", "abwcdmhg"),
        ("not:is:overdue", "bcdm"),
        ("is:overdue,blocked", "ac"), ("roof is:any", "ag"),
        // Dates.
        ("due:2026-11-20", "a"), ("due:yesterday", "a"), ("due:fri", "b"), ("due:friT15:00", "b"),
        ("due:friT15:01", ""), ("due.before:2w", "ab"), ("due.before:fri", "a"),
        // Monday of this week, the 16th, to Friday, the 20th, have passed.
        ("due:mon..fri", "b"), ("due:today..2w", "bd"), ("due:fri..friT15:00", "b"),
        ("due:2026-11-20..2026-11-27", "ab"), ("due:..fri", "ab"), ("due:27-nov..", "bd"),
        ("not:due:mon..fri", "acdm"), ("due:mon..fri,2w", "bd"), ("due:\"27 nov\"", "b"),
        ("due:27 nov", "b"), ("due.before:28 nov", "ab"), ("due>=27 nov", "bd"),
        ("due:내일..11월 30일", "b"), ("due:mon..27 nov", "ab"),
        ("due.after:fri", "d"), ("due<2w", "ab"), ("due<=2w", "abd"), ("due>fri", "d"),
        ("due>=fri", "bd"), ("due.before:friT15:01", "ab"), ("due.after:friT14:59", "bd"),
        ("not:due.before:2w", "cdm"), ("due:fri,yesterday", "ab"), ("wait.after:today", "w"),
        ("created.after:1w", "c"), ("created.before:1w", "a"), ("created:3d", "c"),
        ("updated.after:fri", ""), ("updated:2d", "a"), ("updated.after:1w", "a"),
        ("finished.after:mon", "h"), ("finished:fri", "h"), ("finished.before:mon", "g"),
        ("not:finished.after:mon", "abcdmg"), ("has:finished", "hg"),
        // Order; tasks without a value come last.
        ("sort:due", "abdcm"), ("sort:-due", "dbacm"), ("sort:priority", "acbdm"),
        ("sort:-priority", "cabdm"), ("sort:title", "cdamb"), ("sort:state,-id", "mdcba"),
        ("is:done sort:finished", "gh"), ("is:done sort:-finished", "hg"),
        ("sort:-updated", "abcdm"), ("sort:rank", "abcdm"), ("sort:-rank", "mdcba"),
        ("sort:created", "acbdm"), ("sort:path", "cdmab"),
        // Words that only resemble conditions.
        ("http://x", ""), ("15:00", ""), ("a<b", ""), ("+", ""), ("@", ""), ("!", ""), ("-", "a"),
        ("5\"", ""), ("noon. not:z", "a"),
    ]

    @Test(arguments: finds)
    func `a query finds the matching tasks`(words: String, ids: String) throws {
        #expect(try found(words) == ids)
    }

    @Test func `a query for all tasks includes finished and waiting ones`() throws {
        #expect(try found("", all: true) == "abwcdmhg")
        #expect(try found("+house", all: true) == "ach")
    }

    @Test func `keys that neither pmd nor any task has are reported as unknown`() throws {
        let board = QueryTests.board
        let query = try QueryTests.query("project:roof size:high not:foo:x due:fri has:bar tag:x")
        #expect(query.keysWithoutTasks(on: board).map(\.string).sorted() == ["bar", "foo", "size"])
    }

    @Test(arguments: [
        ("roof", "ro", true), ("roof", "oo", true), ("ro", "roof", false), ("ROOF", "ro", true),
        ("roof +house", "roof", true), ("roof +house", "+house", true),
        ("+houses", "+house", false),
        ("roof", "+house", false), ("not:roof", "not:ro", false), ("roof or x", "roof", false),
        ("roof due:fri", "roof", true), ("roof due:fri", "ro due:fri", false),
        ("roof sort:due", "ro", true), ("roof", "ro sort:due", false),
        ("title:roof", "title:ro", true),
        // Another letter may replace a syllable.
        ("각", "가", false), ("가나", "가", true),
    ])
    func `a query with longer words narrows another one`(
        words: String, other: String, narrows: Bool
    ) throws {
        let (query, known) = (try QueryTests.query(words), try QueryTests.query(other))
        #expect(query.narrows(known) == narrows)
        let board = QueryTests.board
        guard narrows else { return }
        let found = board.tasks(
            matching: query, among: board.tasks(matching: known, all: true), all: true)
        #expect(found.map(\.path) == board.tasks(matching: query, all: true).map(\.path))
    }

    @Test func `separate words are equal to one argument`() throws {
        let one = try QueryTests.query("\"fix the\" +house")
        let several = try QueryTests.query("\"fix", "the\"", "+house")
        let board = QueryTests.board
        #expect(board.tasks(matching: one).map(\.id) == board.tasks(matching: several).map(\.id))
        #expect(board.tasks(matching: several).map(\.id) == [TaskID("a")])
    }

    @Test(arguments: [
        ("is:any", true, true, false), ("is:done", true, false, false),
        ("state:done", true, false, false), ("state:todo,Done", true, false, false),
        ("finished.after:mon", true, false, true), ("sort:-finished", false, false, true),
        ("updated:fri", false, false, true), ("no:updated", false, false, true),
        ("is:waiting", false, true, false), ("wait<2w", false, true, false),
        ("roof", false, false, false),
    ])
    func `a query determines whether it includes finished and waiting tasks and needs history`(
        words: String, finished: Bool, waiting: Bool, history: Bool
    ) throws {
        let query = try QueryTests.query(words)
        #expect(query.includesFinished == finished)
        #expect(query.includesWaiting == waiting)
        #expect(query.needsHistory == history)
    }

    @Test(arguments: [
        ("due:soon", "'due:soon': 'soon' is not a date; try \(dateWords)"),
        (
            "due<",
            "'due<': the value is missing; expected due:VALUE, or no:due for tasks without one"
        ),
        (
            "due.before:",
            "'due.before:': the value is missing; expected due.before:DATE"
        ),
        (
            "not:",
            "'not:': a term is missing beside it; expected a word, +tag, @person or KEY:VALUE (in "
                + "quotes it is plain text)"
        ),
        ("view:", "'view:': the value is missing; expected view:NAME"),
        (
            "due.before:mon,fri",
            "'due.before:mon,fri': a comparison of 'due' takes one value, such as 'mon'; combine "
                + "several with 'or' or 'and'"
        ),
        (
            "state!=todo,done",
            "'state!=todo,done': a comparison of 'state' takes one value, such as 'todo'; combine "
                + "several with 'or' or 'and'"
        ),
        (
            "prio=high",
            "'prio=high': there is no key 'prio'; try priority:high; in quotes it is plain text"
        ),
        (
            "Priority!=high",
            "'Priority!=high': there is no key 'Priority'; try priority!=high; in quotes it is "
                + "plain text"
        ),
        (
            "duedate<=fri",
            "'duedate<=fri': there is no key 'duedate'; try due<=fri; in quotes it is plain text"
        ),
        (
            "due:sun..yesterday",
            "'due:sun..yesterday': the range ends before it begins; expected the earlier date "
                + "before '..'"
        ),
        ("due:..", "'due:..': '..' is not a date; try \(dateWords)"),
        ("due:mon..fridy", "'due:mon..fridy': 'fridy' is not a date; try friday"),
        ("due:mon...fri", "'due:mon...fri': 'mon...fri' is not a date; try \(dateWords)"),
        ("due<mon..fri", "'due<mon..fri': 'mon..fri' is not a date; try \(dateWords)"),
        ("due<x", "'due<x': 'x' is not a date; try \(dateWords)"),
        (
            "title.before:2w",
            "'title.before:2w': 'title' is not a date; expected due, wait, created, finished, updated"
        ),
        (
            "priority:urgent",
            "'priority:urgent': 'urgent' is not a priority; expected high, medium or low"
        ),
        ("state:dong", "'state:dong': the board has no state 'dong'; did you mean 'doing'?"),
        (
            "is:late",
            "'is:late': 'late' is not a task property; expected is:overdue, is:conflicted, "
                + "is:blocked, is:waiting, is:ready, is:malformed, is:done, is:any, "
                + "is:parent, is:child"
        ),
        (
            "sort:colour",
            "'sort:colour': tasks cannot be sorted by 'colour'; expected title, due, wait, "
                + "priority, project, created, finished, rank, state, id, path, updated, urgency"
        ),
        (
            "sort:",
            "'sort:': the key is missing; expected title, due, wait, priority, "
                + "project, created, finished, rank, state, id, path, updated, urgency"
        ),
        (
            "not:sort:due",
            "'not:sort:due': an order cannot be negated; expected sort:-due for the reverse order"
        ),
        (
            "roof or",
            "'or': a term is missing beside it; expected a word, +tag, @person or KEY:VALUE (in "
                + "quotes it is plain text)"
        ),
        (
            "AND roof",
            "'AND': a term is missing beside it; expected a word, +tag, @person or KEY:VALUE (in "
                + "quotes it is plain text)"
        ),
        (
            "(roof not)",
            "'not': a term is missing beside it; expected a word, +tag, @person or KEY:VALUE (in "
                + "quotes it is plain text)"
        ),
        (
            "roof or sort:due",
            "'or': a term is missing beside it; expected a word, +tag, @person or KEY:VALUE (in "
                + "quotes it is plain text)"
        ),
        ("a || b", "'||': this is not an operator; expected 'or'; in quotes it is plain text"),
        ("a & b", "'&': this is not an operator; expected 'and'; in quotes it is plain text"),
        (
            "due < fri",
            "'<': an operator and its key and value are one word, such as due<fri; in quotes it is "
                + "plain text"
        ),
        ("(roof", "'(': the group is not closed; expected a ')' after its terms"),
        ("roof ()", "'()': the condition is empty; expected a word, +tag, @person or KEY:VALUE"),
        (
            "sort:due sort:id",
            "'sort:id': the query has another order; expected one 'sort:' with all keys, such as "
                + "sort:state,-due"
        ),
        (
            "(roof sort:due)",
            "'sort:due': an order holds for the whole query; write it outside the parentheses"
        ),
        (
            "+house,@ann",
            "'+house,@ann': '@ann' is a term of its own, and a comma separates values of one key; "
                + "expected +house or @ann"
        ),
        (
            "roof,due:fri",
            "'roof,due:fri': 'due:fri' is a term of its own, and a comma separates values of one key; "
                + "expected roof or due:fri"
        ),
        (
            "title>low",
            "'title>low': 'title' has no order; expected one of due, wait, priority, created, "
                + "finished, updated"
        ),
        (
            "priority.before:high",
            "'priority.before:high': 'priority.before' is not a comparison; expected "
                + "priority.above:VALUE or priority.below:VALUE"
        ),
        (
            "priority:high..low",
            "'priority:high..low': the range ends before it begins; expected the lower value before "
                + "'..'"
        ),
        ("due=fri", "'due=fri': '=' sets a value and cannot search; expected due:fri"),
        (
            "due.befor:2w",
            "'due.befor:2w': 'due.befor' is not a comparison; expected due.before:DATE or "
                + "due.after:DATE"
        ),
        (
            "project:",
            "'project:': the value is missing; expected project:VALUE, or no:project for tasks without one"
        ),
        (
            "has:,",
            "'has:,': the value is missing; expected has:KEY"
        ),
        (",", "',': the condition is empty; expected a word, +tag, @person or KEY:VALUE"),
        (
            "fix \"the roof",
            "'\"the roof': the phrase has no closing quote; expected a '\"' at its end"
        ),
    ])
    func `an invalid word is an error with the expected input`(words: String, message: String) {
        let error = #expect(throws: WordError.self) { try QueryTests.query(words) }
        #expect(error?.sentence.english == message)
    }

    @Test func `me needs the user's name`() {
        #expect(throws: WordError.self) { try Query(["@me"], now: Sample.now) }
    }

    @Test func `a negated term finds the tasks that the term does not`() throws {
        var random = SplitMix64(seed: testSeed)
        let terms = [
            "roof", "+house", "@ann", "priority:high", "state:todo", "has:due", "no:project",
            "is:overdue", "is:any", "is:blocked", "due.before:2w", "due>fri", "finished.after:mon",
            "\"fix the\"", "project:roof", "+house,work", "created.after:1w", "has:checklist",
        ]
        for _ in 0..<200 {
            let word = terms[Int(random.next() % UInt64(terms.count))]
            let sign = word != "roof" && random.next() % 2 == 0 ? "-" : "not:"
            let (plain, negated) = (try QueryTests.query(word), try QueryTests.query(sign + word))
            for task in QueryTests.board.tasks {
                let holds = plain.matches(task, in: QueryTests.board, times: QueryTests.times)
                let fails = negated.matches(task, in: QueryTests.board, times: QueryTests.times)
                #expect(holds != fails, "\(sign)\(word) and \(task.id)")
            }
        }
    }
}

extension QueryTests {
    private func found(_ words: String, views: String) throws -> String {
        let settings = try BoardSettings(Document(Array("views: \(views)".utf8), kind: .yaml))
        let query = try Query([words], now: Sample.now, me: "ann", settings: settings)
        return QueryTests.board.tasks(matching: query).map(\.id.description).joined()
    }

    @Test(arguments: [
        ("view:today", "{}", "a"), ("view:waiting", "{}", "w"), ("view:next", "{}", "acdbm"),
        ("view:house", "{house: +house}", "ac"), ("view:HOUSE", "{house: +house}", "ac"),
        ("view:house roof", "{house: +house}", "a"), ("view:today", "{today: +work}", "c"),
        ("view:mine", "{mine: \"view:house not:+work\", house: +house}", "a"),
        ("is:ready", "{}", "abdm"),
    ])
    func `a view expands to its query`(_ words: String, _ views: String, _ ids: String) throws {
        let found = try found(words, views: views)
        #expect(words == "view:next" ? Set(found) == Set("abdm") : found == ids, "\(found)")
    }

    @Test(arguments: [
        ("view:tody", "{}", "the board has no view 'tody'; did you mean 'today'?", false),
        ("view:a", "{a: view:b, b: view:a}", "the view 'a' in pmd.yml: 'view:a'", true),
        ("view:a", "{a: view:a}", "the view refers to itself", true),
        ("view:a", "{a: due:someday}", "the view 'a' in pmd.yml: 'due:someday'", true),
        ("view:a", "{a: '\"x'}", "no closing quote", true),
    ])
    func `an invalid view is an error where it is used`(
        _ c: (words: String, views: String, said: String, isOfBoard: Bool)
    ) throws {
        let error = #expect(throws: WordError.self) { try found(c.words, views: c.views) }
        #expect(
            error?.sentence.english.contains(c.said) == true, "\(error?.sentence.english ?? "")")
        #expect((error?.view != nil) == c.isOfBoard)
    }

    @Test func `views that refer to each other many times are read once each`() throws {
        let count = 7
        let views = (0..<count).map { number in
            let next = number + 1 < count ? "view:v\(number + 1) view:v\(number + 1)" : "+house"
            return "v\(number): \"\(next)\""
        }
        #expect(try found("view:v0", views: "{\(views.joined(separator: ", "))}") == "ac")
    }

    @Test func `very deeply nested views are refused`() throws {
        let views = (0..<3_000).map { "v\($0): view:v\($0 + 1)" }
        let error = #expect(throws: WordError.self) {
            try found("view:v0", views: "{\(views.joined(separator: ", "))}")
        }
        #expect(error?.sentence.english.contains("more than 8 deep") == true)
    }
}
