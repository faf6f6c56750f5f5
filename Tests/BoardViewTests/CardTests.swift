import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import Testing

/// The marks and facts on a card.
struct CardTests {
    private func marks(_ front: String, in state: String = "todo") -> [Mark<Text>] {
        let task = Sample.task(
            BoardPath("\(state)/roof-k3f9m2.md"), "title: Roof\n" + front,
            body: "- [x] a\n- [ ] b\n")
        let board = Sample.board(task, Sample.task("todo/milk-x7q2bd.md", "title: Milk"))
        return CardMaker(board, now: Sample.now).card(task).marks
    }

    @Test func `marks are in a fixed order`() {
        let all = marks(
            """
            assignees: [ann]
            tags: [house, urgent]
            blocked-by: [x7q2bd]
            wait: 2026-12-24
            priority: high
            repeat: every week
            remind: [-1d]
            due: 2026-11-20
            created: x
            conflicts:
              - {key: due, value: 2026-11-12, by: Bob, at: 2026-11-01T00:00:00Z}
            """)
        #expect(
            all == [
                .conflicts(1), .due(isOverdue: true), .reminds, .repeats, .priority(.high),
                .blocked,
                .waiting(until: Sample.day("2026-12-24")), .problems, .field(.tags, "house"),
                .field(.tags, "urgent"), .field(.assignees, "ann"), .checklist(done: 1, total: 2),
            ])
    }

    /// A new field with `onCards` in its row needs nothing else.
    @Test(arguments: Field.onCards)
    func `a card shows each field on cards`(field: Field) {
        let value = field.isList ? "[one, two]" : "one"
        let shown = marks("\(field.key): \(value)").filter { mark in
            if case .field = mark { true } else { false }
        }
        #expect(shown == (field.isList ? ["one", "two"] : ["one"]).map { .field(field, $0) })
        let words = TaskWords(DateWords(.iso, now: Sample.now), .english) { "<\($0.string)>" }
        for mark in shown {
            let text = words.words(of: mark, due: nil)
            #expect(text.hasSuffix("<one>") || text.hasSuffix("<two>"))
            #expect(mark.group == .field)
        }
    }

    @Test func `a task with reminders turned off has no reminder mark`() {
        #expect(!marks("due: 2026-12-20\nremind: none").contains(.reminds))
    }

    @Test func `a finished task is not overdue, blocked or waiting, and does not remind`() {
        #expect(
            marks(
                "due: 2026-11-20\nremind: [-1d]\nblocked-by: [x7q2bd]\nwait: 2026-12-24", in: "done"
            )
                == [.due(isOverdue: false), .checklist(done: 1, total: 2)])
    }

    @Test(arguments: [
        ("2026-11-20", true), ("2026-11-21", false), ("2026-11-21T09:13", true),
        ("2026-11-21T09:14", true), ("2026-11-21T09:15", false),
        ("2026-11-21T00:13:00Z", true), ("2026-11-21T00:15:00Z", false),
    ])
    func `a day is over from midnight, a time from its minute`(due: String, isOverdue: Bool) {
        #expect(marks("due: \(due)").first == .due(isOverdue: isOverdue))
    }

    @Test func `an invalid rule has no repeat mark`() {
        #expect(
            marks("due: 2026-11-21\nrepeat: now and then")
                == [.due(isOverdue: false), .problems, .checklist(done: 1, total: 2)])
    }

    @Test func `a malformed file has one mark for it`() {
        let task = Sample.task("todo/a.md", "title: a: b")
        let card = CardMaker(Sample.board(task), now: Sample.now).card(task)
        #expect(card.marks == [.malformed])
        #expect(card.excerpt.isEmpty)
    }

    @Test(arguments: ["**a** ", "가", "👨‍👩‍👧"])
    func `a long line costs a card only its visible part`(word: String) {
        let line = String(repeating: word, count: 900_000 / word.utf8.count)
        let card = CardMaker(
            Board(settings: .standard, tasks: [Sample.task("todo/a.md", "title: A", body: line)]),
            now: Sample.now
        ).card(Sample.task("todo/a.md", "title: A", body: line))
        let shown = card.excerpt[0]
        #expect(shown.utf8.count <= 1_000 && shown.utf8.count > 990)
        #expect(line.unicodeScalars.starts(with: shown.string.unicodeScalars))
    }

    @Test func `an excerpt is prose`() {
        let task = Sample.task(
            "todo/roof.md",
            body: "# Roof\n\n- [ ] a\n> quoted\n\tCall\tbefore.\r\n## Two\nThree\nFour\nFive\n")
        let card = CardMaker(Sample.board(task), now: Sample.now).card(task)
        #expect(card.excerpt == [" Call before.", "## Two", "Three", "Four"])
    }

    @Test(arguments: [
        ("| Tiles | *140* |\n|---|--:|\n| a \\| b |  |\n", ["Tiles · *140*", "a \\| b"]),
        ("Tiles | 140\n:-- | --:\nNails | 9\n", ["Tiles · 140", "Nails · 9"]),
        ("Either | or\n\n- both\n", ["Either | or", "- both"]),
        ("```swift\n\tlet a = *b*\n}\n```\nThen.\n", ["`let a = *b*`", "`}`", "Then."]),
        ("~~~\na `b`\n~~~\n```\nc\n```\n", ["`` a `b` ``", "`c`"]),
        ("Run:\n\n    make  all\n", ["Run:", "`make  all`"]),
    ])
    func `an excerpt has the words of tables and code`(body: String, excerpt: [String]) {
        let task = Sample.task("todo/roof.md", body: body)
        let card = CardMaker(Sample.board(task), now: Sample.now).card(task)
        #expect(card.excerpt.map(\.string) == excerpt)
    }

    /// `plans.js` checks the same for bodies that were not sent.
    @Test(
        arguments: [
            (
                "![A](../attachments/a.png)\nText.\n![B](../attachments/b.png)",
                ["Text.", "![B](../attachments/b.png)"]
            ),
            ("Text.\n  ![A \\[1\\]](../attachments/a%20b.png) \n", ["Text."]),
            (
                "See ![A](../attachments/a.png)\n![B](../attachments/b.png)",
                ["See ![A](../attachments/a.png)", "![B](../attachments/b.png)"]
            ),
            ("![A](../attachments/a.png) (new)", ["![A](../attachments/a.png) (new)"]),
            ("![A](https://x.example/a.png)", ["![A](https://x.example/a.png)"]),
        ] as [(String, [Text])])
    func `the excerpt beside a cover does not repeat its picture`(body: String, excerpt: [Text]) {
        let task = Sample.task("todo/roof.md", body: body)
        let card = CardJSON(
            Sample.board(task), DateWords(.iso, now: Sample.now), .english,
            cover: { _ in "blob" }, plain: { $0.string },
            hash: { _ in Array(repeating: 0, count: 20) }
        ).json(task)
        #expect(card["excerpt"] == .strings(excerpt))
    }

    @Test func `without a cover, the excerpt has the words of each picture`() {
        let task = Sample.task("todo/roof.md", body: "![A](../attachments/a.png)\n")
        let card = CardMaker(Sample.board(task), now: Sample.now).card(task)
        #expect(card.excerpt == ["![A](../attachments/a.png)"])
    }
}

/// The cards that a column shows, hides and counts.
struct ColumnViewTests {
    private func views(_ query: [String] = [], all: Bool = false) throws -> [ColumnView] {
        let done = (0..<25).map { Sample.task(BoardPath("done/t\($0).md"), "title: T\($0)") }
        let board = Board(
            settings: try Sample.settings("limits: {todo: 1}"),
            tasks: done + [
                Sample.task("todo/a.md", "title: A"),
                Sample.task("todo/b.md", "title: B\nwait: 2027-01-01"),
                Sample.task("later/c-k3f9m2.md", "title: C"),
            ])
        let query = try Query(query, now: Sample.now, me: nil, settings: board.settings)
        return board.columnViews(matching: query, all: all, now: Sample.now)
    }

    @Test func `waiting tasks and old finished ones are hidden and counted`() throws {
        let views = try views()
        #expect(views.map(\.state) == ["todo", "doing", "done", "later"])
        #expect(views.map(\.count) == [2, 0, 25, 1])
        #expect(views.map(\.tasks.count) == [1, 0, 20, 1])
        #expect(views.map(\.hidden) == [1, 0, 5, 0])
        #expect(views.map(\.isOverLimit) == [true, false, false, false])
        #expect(views.map(\.isUnknown) == [false, false, false, true])
    }

    @Test func `all shows everything, and a query only the matches`() throws {
        #expect(try views(all: true).map(\.hidden) == [0, 0, 0, 0])
        let some = try views(["title:T"])
        #expect(some.map(\.matching) == [0, 0, 25, 0] && some.map(\.hidden) == [0, 0, 5, 0])
        #expect(some.map(\.count) == [2, 0, 25, 1])
        #expect(try views(["is:waiting"]).map(\.tasks.count) == [1, 0, 0, 0])
    }
}
