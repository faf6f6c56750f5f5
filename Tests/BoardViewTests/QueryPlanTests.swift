import BoardView
import MarkdownDocument
import MergeSupport
import TestSupport
import Testing

@testable import TaskBoard

/// Plans find the tasks that their queries find, also when they are read later or in another zone.
///
/// `PageRuleTests` evaluates the recorded plans with the page's functions. With `PMD_RECORD=1`, the
/// file is written again, and the run fails: read the difference before you commit it.
struct QueryPlanTests {
    @Test func `the plans on record are those of the queries`() throws {
        let board = try PlanCases.board()
        let sections: [(name: String, cases: [JSONValue])] = [
            ("tasks", PlanCases.tasks(of: board)), ("plans", try PlanCases.plans(on: board)),
            ("finds", try PlanCases.finds(on: board)), ("words", try PlanCases.words(on: board)),
            ("folds", PlanCases.folds), ("patches", try PatchCases.all(on: board)),
        ]
        try expectRecorded(sections, in: "QueryPlans.json")
    }

    @Test(arguments: [
        ("updated.after:1w", "updated"), ("finished:today", "finished"), ("no:updated", "updated"),
        ("roof sort:-rank", "sort:rank"), ("sort:updated", "sort:updated"), ("remind:1d", "remind"),
        ("has:title", "has:title"), ("roof or -(milk finished.before:1w)", "finished"),
    ])
    func `a query that needs the server has no plan, and the part of it that does is known`(
        words: String, part: String
    ) throws {
        let board = try PlanCases.board()
        let query = try Query([words], now: Sample.now, settings: board.settings)
        #expect(throws: PlanObstacle(part: part)) { try query.plan(on: board) }
    }

    @Test func `a plan is bounded like its query`() throws {
        let board = try PlanCases.board()
        let deep =
            String(repeating: "-(a or ", count: 32) + "b" + String(repeating: ")", count: 32)
        let wide = (0..<256).map { "w\($0)" }.joined(separator: ",")
        for words in [deep, wide] {
            let plan = try Query([words], now: Sample.now).plan(on: board)
            #expect(plan.json.encoded().count < 40_000)
        }
    }
}

/// The cases of plans.
enum PlanCases {
    private static let files: [(path: BoardPath, front: String, body: String)] = [
        (
            "todo/a-k5f3m2.md",
            "title: Fix the roof\ndue: 2026-11-20\npriority: high\ntags: [house]\nstage: idea\n"
                + "estimate: 2h\nproject: home.roof", "Call f(x) :)\n"
        ),
        (
            "todo/b-n8g4p7.md",
            "title: 우유 or milk\ndue: 2026-12-01\nassignees: [Ann]\nlinks: [a, b]\ncolour: Red, blue",
            "\n"
        ),
        (
            "todo/c-d3k8w2.md",
            "title: 주간 회의록을 쓰기\ndue: 2026-11-21T15:00\ntags: [일, Work]\nassignees: [민수]\n"
                + "parent: k5f3m2\ncost: 12.5", "- [ ] 첫째\n- [x] 둘째\n"
        ),
        (
            "todo/d-h2v6t9.md",
            "title: Call ÄRGER GmbH in der Straße\ndue: 2026-11-21T07:30:00+09:00\npriority: low\n"
                + "tags: [Work, big job]\nassignees: [bob]\nblocked-by: [k5f3m2]\nstage: Spec\n"
                + "estimate: 45min\nscheduled: 2026-11-23",
            "fix this, that: a->b\nῬόδος und ΣΊΣΥΦΟΣ\n"
        ),
        (
            "todo/e-f4m9r3.md",
            "title: Chapter 10\ndue: 2026-03-29T02:30\npriority: medium\nproject: Home\ncost: 3\n"
                + "parent: d3k8w2\nstage: unknown", "ﬁne ſtreet\n"
        ),
        (
            "doing/f-r7b2x6.md",
            "title: Chapter 9\ndue: 2026-10-25T02:30\nwait: 2026-11-25\ncost: 3.0\nestimate: 2h",
            "x <3 \"y\"\n"
        ),
        (
            "doing/g-t2s7j4.md", "title: Chapter 009b\ndue: 2026-11-28T24:00\nblocked-by: [w3c5n8]",
            ""
        ),
        (
            "doing/h-x9j3q5.md",
            "title: Milk soon\nwait: 2026-12-01\ncreated: 2026-11-20T23:30:00.250Z\nrepeat: every mon, fri",
            "roof\n"
        ),
        ("doing/i-z6p2d8.md", "title: [broken", ""),
        (
            "doing/j-m4w7k2.md",
            "title: Emoji 😀 zzz\ncreated: 2026-11-21T09:14:00+09:00\nscheduled: 2026-11-30T10:00\n"
                + "conflicts:\n  - key: due\n    value: 2026-12-05\n    by: Bob\n    at: 2026-11-20T10:00Z",
            " \t"
        ),
        ("done/k-w3c5n8.md", "title: Old roof\npriority: high\ndue: 2026-11-10", ""),
        ("done/l-s8f5g2.md", "title: ﬀ finished\ntags: [house]\nwait: 2027-01-01", ""),
    ]

    static func board() throws -> Board {
        let settings = try Sample.settings(
            """
            states: [todo, doing, done]
            finished: [done]
            views:
              mine: "@me or +house"
              soon: due.before:1w sort:due,-priority
              both: view:mine or view:soon
            urgency: {stage.spec: 3, cost: 1.5, project.home: -0.7}
            fields:
              estimate: duration
              cost: number
              scheduled: date
              stage: {type: choice, values: [idea, spec, draft]}
            """)
        let tasks = files.map { file in
            Sample.task(file.path, file.front, body: file.body, settings: settings)
        }
        return Board(settings: settings, tasks: tasks)
    }

    /// The tasks as sent to the page.
    static func tasks(of board: Board) -> [JSONValue] {
        board.tasks.map { card($0, on: board) }
    }

    static func card(_ task: TaskItem, on board: Board) -> JSONValue {
        CardJSON(
            board, DateWords(.iso, now: Sample.now), .english, plain: { $0.string },
            hash: { _ in Array(repeating: 0, count: 20) }
        ).json(task, hasBody: true)
    }

    // MARK: Queries

    private static let conditions = [
        "", "roof", "ROOF,milk", "\"fix this, that\"", "title:fix", "body:fix", "path:doing",
        "strasse", "STRASSE", "σίσυφος", "fine", "street", "finished", "ff", "A\u{308}RGER", "우유",
        "ㅎㅇ", "주ㄱ", "ㅎㅇㄹ", "회의", "😀", "not roof or milk", "-(roof or milk)", "roof -fix",
        "+house", "+WORK,일", "+\"big job\"", "@ann,BOB", "@me", "@민수", "-@me", "tag:house",
        "!high", "priority:low,high", "priority.above:low", "priority<high", "priority:none",
        "state:doing", "state:done", "id:k5", "blocked-by:k5f3m2", "no:tags", "has:due,stage",
        "no:body", "has:body", "has:checklist", "has:conflicts", "has:blocked-by", "has:parent",
        "colour:red", "colour:\"red, blue\"", "links:b", "has:colour", "no:links",
        "repeat:every-mon", "repeat:fri", "has:repeat", "has:rank",
        "stage:spec", "stage:unknown", "stage.above:idea", "stage<draft", "stage:idea..spec",
        "cost:3", "cost>3", "cost:3..12.5", "cost:..3", "estimate:2h", "estimate<1h",
        "estimate:30min..90min", "has:cost", "no:estimate", "project:home", "project:HOME.ROOF",
        "project:none", "parent:k5", "under:k5f3m2", "under:d3k8w2", "under:nothing",
        "is:overdue", "is:conflicted", "is:blocked", "is:waiting", "is:ready", "is:malformed",
        "is:done", "is:any", "is:parent", "is:child", "-is:done", "is:overdue or is:blocked",
        "view:mine", "view:soon", "view:both", "-view:mine", "view:mine roof sort:title",
    ]

    private static let dates = [
        "due:today", "due:tomorrow", "due:yesterday", "due.before:today", "due<=today",
        "due>tomorrow", "due.after:eow", "due:eom", "due.before:next-month", "due.before:eoy",
        "due.before:1w", "due:..2w", "due:fri", "due:sat", "due:mon..sun", "due:fri..mon",
        "due.before:next-fri", "due.after:last-fri", "due.before:3m",
        "due.before:1y", "due:20-nov", "due.before:1-dec", "due:27-nov..3-dec", "due:29-feb",
        "due:2026-11-20", "due:2026-11-20..2026-11-28", "due>2026-11-21T14:00",
        "due<=2026-11-21T07:30+09:00", "due.before:12h", "due.after:-3h",
        "due.before:tomorrow-9:00",
        "due:today-15:00", "due<=2026-03-29T02:30", "due>2026-10-25T02:30", "due:none",
        "created:yesterday", "created.before:today", "created:fri", "created.after:3d",
        "created:2026-11-21", "created>2026-11-20T14:30:00Z", "wait>today", "wait:..1-dec",
        "scheduled:mon", "scheduled.before:1w", "scheduled>2026-11-30T09:00", "no:scheduled",
        "due:today..fri", "due:이번-주말", "due:다음-주말", "due:tue..thu", "due:thu..tue",
    ]

    private static let orders = [
        "sort:due", "sort:-due", "sort:priority,due", "sort:-priority,title", "sort:title",
        "sort:-title", "sort:wait", "sort:created", "sort:project,title", "sort:state,-due",
        "sort:id", "sort:-path", "sort:cost", "sort:-estimate,id", "sort:scheduled", "sort:stage",
        "is:any sort:-stage,title", "sort:urgency", "sort:-urgency", "view:next",
    ]

    private static let all = conditions + dates + orders

    private static func query(
        _ words: String, _ now: Moment, on board: Board
    ) throws(WordError) -> Query {
        try Query([words], now: now, me: "ann", settings: board.settings)
    }

    /// Each query with its plan, which is made on a Saturday in Seoul.
    static func plans(on board: Board) throws -> [JSONValue] {
        try all.map { words in
            let plan = try query(words, Sample.now, on: board).plan(on: board)
            return ["words": .string(Text(words)), "plan": plan.json]
        }
    }

    // MARK: Moments

    private static let moments: [(zone: String, day: Text, minute: Int)] = [
        ("Asia/Seoul", "2026-11-21", 554), ("Asia/Seoul", "2026-11-22", 1_439),
        ("Asia/Seoul", "2026-11-30", 0), ("Europe/Berlin", "2026-03-29", 90),
        ("Europe/Berlin", "2026-10-25", 150), ("Europe/Berlin", "2026-11-20", 1_380),
        ("America/New_York", "2026-11-27", 870), ("America/New_York", "2028-02-29", 720),
        ("Pacific/Kiritimati", "2026-12-31", 1_200),
    ]

    private static func moment(
        _ zone: String, _ day: Text, _ minute: Int
    ) throws -> Moment {
        let bytes = try readFile("/usr/share/zoneinfo/" + zone)
        let rules = try #require(ZoneRules(bytes), "\(zone)")
        let start = Moment(seconds: 0, offset: { rules.offset(at: $0) })
        return start.at(start.seconds(of: Sample.day(day), secondOfDay: minute * 60))
    }

    /// The tasks that each query finds at each moment, when it is read then.
    static func finds(on board: Board) throws -> [JSONValue] {
        var cases: [JSONValue] = []
        for (zone, day, minute) in moments {
            let now = try moment(zone, day, minute)
            for (index, words) in all.enumerated() {
                let query = try query(words, now, on: board)
                cases.append([
                    "zone": .string(Text(zone)), "now": .number(Int(now.seconds)),
                    "plan": .number(index),
                    "all": ids(board.tasks(matching: query, all: true)),
                    "shown": ids(board.tasks(matching: query)),
                ])
            }
        }
        return cases
    }

    private static func ids(_ tasks: [TaskItem]) -> JSONValue { .strings(tasks.map(\.id.text)) }

    // MARK: Words that the page reads itself

    private static let typed = [
        "", "roof", "roof milk", "-roof", "roof,milk", "\"fix this, that\"", "-\"old roof\"",
        "+house", "+house,work", "-+house", "@bob", "@me", "-@me,bob", "!high", "-!low",
        "project:home", "-project:home", "is:overdue", "is:any", "is:done", "-is:done",
        "is:waiting", "is:conflicted roof", "view:mine", "view:soon", "-view:soon",
        "view:both roof -@bob", "ㅎㅇ +일", "우유", "\"or\"", "a-b", "#house", "f", "roof'",
        "+\"big job\"", "tag:\"big job\"", "-tag:house", "assignee:bob", "assignee:\"민수\" is:any",
        "project:\"home.roof\"", "tag:일,work",
        // Of these, the page must not make anything else.
        "roof or milk", "roof OR milk", "not roof", "(roof)", "due:today", "a:b", "stage!=idea",
        "x<y", "sort:due", "\"roof", "tag:none", "assignee:me", "@ann,@bob", "+house,+work",
        "view:nothing",
        "is:odd", "--roof", "roof\"x\"", "-", "+", "@", "!", "!urgent", "priority:high",
        "text:roof",
        "project:none", "a | b", "10:30", "http://example.org", "\"a\\\"b\"", "project:", "roof,,",
    ]

    /// Typed words with the tasks that they find; null where they are not a query.
    static func words(on board: Board) throws -> [JSONValue] {
        typed.map { words in
            var found: JSONValue = .null
            do throws(WordError) {
                let query = try query(words, Sample.now, on: board)
                found = [
                    "all": ids(board.tasks(matching: query, all: true)),
                    "shown": ids(board.tasks(matching: query)),
                    "finished": .bool(query.includesFinished),
                    "waiting": .bool(query.includesWaiting),
                ]
            } catch {}
            return ["words": .string(Text(words)), "found": found]
        }
    }

    // MARK: Folding

    /// Each scalar that folding changes, followed by its folded form, some in a row.
    static var folds: [JSONValue] {
        let changed = (0x80...0x1FFFF).compactMap { value -> JSONValue? in
            guard let scalar = Unicode.Scalar(UInt32(value)) else { return nil }
            let text = Text(String(Character(scalar)))
            return text.folded == text ? nil : .strings([text, text.folded])
        }
        return stride(from: 0, to: changed.count, by: 60).map {
            .array(Array(changed[$0..<min($0 + 60, changed.count)]))
        }
    }
}
