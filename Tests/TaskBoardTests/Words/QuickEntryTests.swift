import Glibc
import MarkdownDocument
import MergeSupport
import TestSupport
import Testing
import Words

@testable import TaskBoard

/// Tasks typed on one line.
struct QuickEntryTests {
    private func read(_ words: String..., after literal: Int? = nil) throws -> TaskDraft {
        try quickEntry(words, literalAfter: literal, now: Sample.now, me: "ann", fields: .standard)
    }

    @Test func `words with a sign or a known key are fields, all others the title`() throws {
        var expected = TaskDraft(title: "Fix the roof")
        (expected.tags, expected.assignees) = (["house"], ["ann"])
        (expected.priority, expected.due) = ("high", "2026-11-27")
        #expect(
            try read("Fix", "the", "roof", "+house", "@ann", "priority:high", "due:fri") == expected
        )
        #expect(try read("Fix the +house roof  due:fri @ann !high") == expected)
        #expect(try read("+house", "Fix", "!High", "the roof", "@me", "due:FRI") == expected)
    }

    @Test func `a shell's word is not split if it has one field`() throws {
        #expect(try read("Roof", "note=3 h") == read(#"Roof note="3 h""#))
        #expect(try read("project:home roof", "Fix") == read(#"project:"home roof" Fix"#))
        #expect(try read("note=3 h +a", "Roof") == read("note=3", "h", "+a", "Roof"))
        #expect(try read("due:fri Fix", "+a") == read("due:fri", "Fix", "+a"))
        #expect(try read("note=3 h") == read("note=3", "h"))
        #expect(try read("fix a=b", "x").title == "fix a=b x")
    }

    @Test func `on a board with labels in Korean, keys may be in Korean`() throws {
        let fields = try Sample.settings(
            """
            labels: {todo: 할 일}
            fields:
              stage: {type: text, label: 단계}
            """
        ).fields
        func read(_ words: String) throws -> TaskDraft {
            try quickEntry([words], now: Sample.now, me: "ann", fields: fields)
        }
        var expected = TaskDraft(title: "지붕")
        (expected.assignees, expected.priority, expected.due) = (["앤"], "high", "2026-11-22")
        #expect(try read("지붕 기한:내일 우선순위:높음 담당:앤") == expected)
        #expect(try read("지붕 마감일=내일 우선순위=높음 담당자:@앤") == expected)
        let stage = try #require(fields.declared.first)
        #expect(try read("지붕 단계:설계")[stage] == ["설계"])
        let edit = try EditWords(["기한:없음", "태그:집"], now: Sample.now, fields: fields)
        #expect(
            edit.edits == [.clear(key: "due"), .add(key: "tags", element: "집")])
        // Without such labels, and for other words, they are text.
        // Without such labels, the key is refused with the one that is read.
        let refusal = #expect(throws: WordError.self) { try self.read("지붕 기한:내일") }
        #expect(refusal?.sentence.english.contains("try due:내일") == true)
        #expect(try self.read("지붕 사기: 내일 http:기한").title == "지붕 사기: 내일 http:기한")
        #expect(try read("지붕 기간:3일").title == "지붕 기간:3일")
        let error = #expect(throws: WordError.self) { try read("지붕 우선순의:높음") }
        #expect(error?.sentence.english.contains("우선순위:높음") == true, "\(String(describing: error))")
    }

    @Test(arguments: [("!높음", Priority.high), ("!보통", .medium), ("!낮음", .low), ("!HIGH", .high)])
    func `a priority after its sign may be in Korean, on every board`(
        word: String, priority: Priority
    ) throws {
        for isOwnInput in [false, true] {
            let draft = try quickEntry(
                ["A", word], now: Sample.now, fields: .standard, isOwnInput: isOwnInput)
            #expect(draft.priority == priority.text && draft.title == "A")
        }
        let edits = try EditWords([word], now: Sample.now, fields: .standard).edits
        #expect(edits == [.set(key: "priority", value: priority.text)])
        let board = Sample.board(
            Sample.task("todo/a.md", "priority: \(priority.text)"), Sample.task("todo/b.md", ""))
        let query = try Query([word], now: Sample.now)
        #expect(board.tasks(matching: query).map(\.name) == ["a"])
        // One syllable is a word of its own, except in an input of pmd.
        #expect(try quickEntry(["!상"], now: Sample.now, fields: .standard).title == "!상")
        let short = try quickEntry(["!상"], now: Sample.now, fields: .standard, isOwnInput: true)
        #expect(short.priority == "high")
    }

    @Test(arguments: ["!h", "!M", "!l"])
    func `a letter after the sign of a priority is refused in a shell`(word: String) throws {
        for words in [["A", word], ["A \(word) b"]] {
            let error = #expect(throws: WordError.self) { try read(words.joined(separator: " ")) }
            #expect(error?.reason == .shortPriority(instead: "p:\(word.dropFirst())"))
        }
        #expect(throws: WordError.self) {
            try EditWords(["a", word], now: Sample.now, fields: .standard)
        }
        let own = try EditWords(
            ["a", word], now: Sample.now, fields: .standard, isOwnInput: true)
        #expect(own.edits.count == 1)
        let literal = try quickEntry(
            ["A", word], literalAfter: 1, now: Sample.now, fields: .standard)
        #expect(literal.title == Text("A \(word)"))
    }

    @Test func `a time after a date is never lost`() throws {
        #expect(try read("X", "due:2026-12-31", "24:00").due == "2027-01-01T00:00")
        #expect(try read("X due:2026-12-01 15:00:00 +0900").due == "2026-12-01T15:00+09:00")
        #expect(try read("X due:2026-12-01 15:00 UTC y").title == "X y")
        for words in ["X due:today 25:00", "due:fri 9:75 X", "X due:2026-12-01 24:30"] {
            #expect(throws: WordError.self, "\(words)") { try read(words) }
        }
        #expect(try read("X due:fri 3:2 win").title == "X 3:2 win")
    }

    @Test(arguments: [
        (#"Roof estimate="3 h" +a"#, ["Roof", "estimate=3 h", "+a"]),
        (#"due:"27 nov" Roof"#, ["due:27 nov", "Roof"]),
        (#"not:tags:"a b" -tags:"c d""#, ["not:tags:a b", "-tags:c d"]),
        (#"note="a \"b\" c""#, [#"note=a "b" c"#]),
        // Quotes in a title, unclosed and empty ones, and those of unknown keys are text.
        (#"Say "two words""#, ["Say", #""two"#, #"words""#]), (#"size=5" x"#, [#"size=5""#, "x"]),
        (#"k="" x"#, [#"k="""#, "x"]), (#"note:"a b""#, [#"note:"a"#, #"b""#]),
        (#"k="a b"c"#, [#"k="a"#, #"b"c"#]), (#"k="a b"#, [#"k="a"#, "b"]),
    ])
    func `a value in quotes is one word`(text: String, words: [String]) {
        #expect(typedWords(Text(text), .standard).map(\.string) == words)
    }

    @Test(arguments: [
        "C++", "http://x", "bob@x.org", "!important", "!", "+", "@", "a +", "++", "+!", "@@ann",
        "12:30 call", "note:this", "due", "x+tag", "re: due", "-x",
        "not:x", "k=v", "E=mc2", "DEBUG=1", "abc==", "key=", "a=b",
        "project://x", "std::x", "t::x", "Dinner +1 @5pm", "+_x", "#tag", "rank:a3", "created:x",
        "é: x", "a:b:due:fri", "p:rice", "p:",
    ])
    func `a word that only resembles a field is part of the title`(title: String) throws {
        #expect(try read(title) == TaskDraft(title: Text(title)))
    }

    @Test(
        arguments: [
            ("+a,b +a", "tags", ["a", "b"]),
            ("tag:a tags:b,c", "tags", ["a", "b", "c"]),
            ("+집 +a2026", "tags", ["집", "a2026"]),
            ("tag:+a", "tags", ["a"]), ("tag:2026", "tags", ["2026"]),
            ("tag=a,b", "tags", ["a", "b"]),
            ("@ann @bob,ann", "assignees", ["ann", "bob"]),
            ("assignee:me assignees:@bob", "assignees", ["ann", "bob"]),
            ("blocked-by:k3f9m2,x", "blocked-by", ["k3f9m2", "x"]),
        ])
    func `a list contains each element once`(
        words: String, field: String, elements: [String]
    ) throws {
        #expect(try read(words)[#require(Field.named(Text(field)))] == elements.map { Text($0) })
    }

    @Test(
        arguments: [
            ("due:tomorrow", "due", "2026-11-22"),
            ("due:friT15:00", "due", "2026-11-27T15:00"),
            ("due:fri 15:00", "due", "2026-11-27T15:00"),
            ("due:2026-12-01 15:00", "due", "2026-12-01T15:00"),
            ("due:15:00", "due", "2026-11-21T15:00"),
            ("due:2w due:2026-12-05", "due", "2026-12-05"),
            ("due:27-nov", "due", "2026-11-27"), ("due:27 nov", "due", "2026-11-27"),
            ("due:in 3 days", "due", "2026-11-24"), ("due:in-3-days", "due", "2026-11-24"),
            ("due:next-fri 3pm", "due", "2026-11-27T15:00"),
            ("due:dec 24", "due", "2026-12-24"), ("due:dec 24th 15:00", "due", "2026-12-24T15:00"),
            ("due:dec 24 2027", "due", "2027-12-24"), ("due:fri 27 nov", "due", "2026-11-27"),
            ("due:fri at 3 pm", "due", "2026-11-27T15:00"),
            ("due:3pm tomorrow", "due", "2026-11-22T15:00"), ("wait:dec 24", "wait", "2026-12-24"),
            ("due:fri 15h", "due", "2026-11-27T15:00"),
            ("due:27-nov 15h30", "due", "2026-11-27T15:30"), ("due:15h", "due", "2026-11-22T00:14"),
            ("due:15h fri", "due", "2026-11-27T15:00"), ("priority:높음", "priority", "high"),
            ("due:다음 주 월요일", "due", "2026-11-23"), ("due:내일 오후 3시", "due", "2026-11-22T15:00"),
            ("repeat:매주 월요일", "repeat", "every monday"), ("repeat:격주", "repeat", "every 2 weeks"),
            ("remind:1일 전", "remind", "-1d"), ("remind:30분", "remind", "-30m"),
            ("due:내일 15h", "due", "2026-11-22T15:00"), ("due:다음주-월", "due", "2026-11-23"),
            ("due:11월 27일", "due", "2026-11-27"), ("wait:27 nov", "wait", "2026-11-27"),
            ("wait:next-week", "wait", "2026-11-23"), ("due:next week", "due", "2026-11-23"),
            ("due:next fri at 3 pm", "due", "2026-11-27T15:00"), ("due:eod", "due", "2026-11-21"),
            ("due=27-nov", "due", "2026-11-27"),
            ("wait:eom", "wait", "2026-11-30"),
            ("priority:LOW", "priority", "low"),
            ("!medium", "priority", "medium"),
            ("state:doing", "state", "doing"),
        ])
    func `values are stored as in the file`(
        words: String, field: String, value: String
    ) throws {
        let draft = try read(words)
        #expect(draft[try #require(Field.named(Text(field)))] == [Text(value)])
        #expect(draft.title.isEmpty)
    }

    @Test(arguments: [
        ("due:soon", "'due:soon': 'soon' is not a date; try \(dateWords)"),
        ("due:", "'due:': the date is missing; try \(dateWords)"),
        ("wait:15:00", "'wait:15:00': '15:00' has a time; expected a day without one"),
        (
            "priority:urgent",
            "'priority:urgent': 'urgent' is not a value of 'priority'; expected high, medium or low"
        ),
        ("priority:", "'priority:': the value is missing; expected high, medium or low"),
        ("tag:", "'tag:': the value is missing; expected a tag, such as tag:house"),
        (
            "assignees:,",
            "'assignees:,': ',' is not a value of 'assignees'; expected a person, such as assignee:ann"
        ),
        ("state:", "'state:': the value is missing; expected a state, such as state:todo"),
        (
            "blocked-by:",
            "'blocked-by:': the value is missing; expected a task, such as blocked-by:k3f9m2"
        ),
        (
            "remind:soon",
            "'remind:soon': 'soon' is not a value of 'remind'; expected remind:1d, remind:2h, "
                + "remind:8:00, remind:tomorrow-8:00 or remind:none"
        ),
        (
            "remind:1d 9:00",
            "'remind:1d 9:00': '1d 9:00' is not a value of 'remind'; expected remind:1d, "
                + "remind:2h, remind:8:00, remind:tomorrow-8:00 or remind:none"
        ),
        (
            "remind:1month",
            "'remind:1month': '1month' is not a value of 'remind'; expected remind:1d, remind:2h, "
                + "remind:8:00, remind:tomorrow-8:00 or remind:none"
        ),
        (
            "repeat:fortnightly",
            "'repeat:fortnightly': 'fortnightly' is not a rule; column 1: expected 'every', 'after', "
                + "or an RRULE such as FREQ=WEEKLY;BYDAY=MO; try every-2-weeks"
        ),
        (
            "repeat:every last friday",
            "'repeat:every last friday': 'every last friday' is not a rule; column 7: expected day, "
                + "week, month, year, weekday, monday, or a number such as in '2 weeks'; try "
                + "every-month-on-the-last-friday"
        ),
        (
            "repeat:every-blue",
            "'repeat:every-blue': 'every blue' is not a rule; column 7: expected day, week, month, "
                + "year, weekday, monday, or a number such as in '2 weeks'"
        ),
        (
            "pri:high",
            "'pri:high': pmd has no key 'pri'; expected priority:high; after '--' it is part of the "
                + "title"
        ),
        (
            "proj:house",
            "'proj:house': pmd has no key 'proj'; expected project:house; after '--' it is part of "
                + "the title"
        ),
        (
            "Project:house",
            "'Project:house': there is no key 'Project'; try project:house; after '--' it is text"
        ),
        (
            "duedate:fri",
            "'duedate:fri': there is no key 'duedate'; try due:fri; after '--' it is text"
        ),
        (
            "prio=high",
            "'prio=high': there is no key 'prio'; try priority=high; after '--' it is text"
        ),
        (
            "project:work/code",
            "'project:work/code': the names in 'project' are separated by dots; try "
                + "project:work.code"
        ),
        (
            "rank=a3",
            "'rank=a3': 'rank' cannot be edited; use 'pmd move REF . --top', --before or --after"
        ),
        (
            "estimate=3h estimate=4h",
            "'estimate=4h': 'estimate' is already '3h'; expected one value"
        ),
        ("due=soon", "'due=soon': 'soon' is not a date; try \(dateWords)"),
        ("due:fri due:sat", "'due:sat': 'due' is already '2026-11-27'; expected one value"),
        ("!high priority:low", "'priority:low': 'priority' is already 'high'; expected one value"),
    ])
    func `a known key with an invalid value is an error with the expected input`(
        words: String, message: String
    ) {
        let error = #expect(throws: WordError.self) { try read("Title", words) }
        #expect(error?.sentence.english == message)
    }

    @Test(arguments: ["wait:due-1d Run due:fri 15:00", "due:friT15:00 Run wait=due-1d"])
    func `a distance counts from a date of the same words, in any order`(words: String) throws {
        let draft = try read(words)
        #expect(draft.due == "2026-11-27T15:00" && draft[.wait] == ["2026-11-26"])
        #expect(draft.title == "Run")
        for alone in ["wait:due-1d Run", "due:due+1w Run"] {
            #expect(throws: WordError.self) { try read(alone) }
        }
    }

    @Test func `a date includes only a time right after it`() throws {
        #expect(try read("Run", "due:fri", "15:00").due == "2026-11-27T15:00")
        let apart = try read("Run due:fri now 15:00")
        #expect(apart.due == "2026-11-27" && apart.title == "Run now 15:00")
        // Right after a date, hours are a time of day.
        let hours = try read("due:fri 15h run")
        #expect(hours.due == "2026-11-27T15:00" && hours.title == "run")
        let timed = try read("due:friT10:00 15:00 call")
        #expect(timed.due == "2026-11-27T10:00" && timed.title == "15:00 call")
        let named = try read("due:27 nov party")
        #expect(named.due == "2026-11-27" && named.title == "party")
        #expect(try read("Party", "due:27", "nov").due == "2026-11-27")
        #expect(throws: WordError.self) { try read("due:27 boxes") }
        #expect(try read("due:fri Fix the roof").title == "Fix the roof")
        let other = try read("due:fri 26 nov at noon")
        #expect(other.due == "2026-11-27" && other.title == "26 nov at noon")
        #expect(try read("due:dec 24 boxes").title == "boxes")
    }

    @Test func `the manual lists the words of other tools that are refused`() throws {
        let file = try #require(fopen(projectFolder + "/Sources/pmd/Manual/queries.md", "r"))
        defer { fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&buffer, 1, buffer.count, file)
        let manual = String(
            decoding: buffer[..<count], as: UTF8.self)
        for key in ForeignKey.keys { #expect(manual.contains("`\(key)`"), "\(key)") }
    }

    @Test(arguments: [
        ("recur:monthly", "repeat:every-month"), ("recurrence:Weekly", "repeat:every-week"),
        ("recur:every-2-days", "repeat:every-2-days"),
    ])
    func `a period of another tool is suggested as a rule that pmd reads`(
        word: String, rule: String
    ) throws {
        let error = #expect(throws: WordError.self) { try read("Rent", word) }
        #expect(error?.sentence.english.contains(rule) == true)
        #expect(try read("Rent due:fri", rule)[.repeat] != [])
    }

    @Test func `a key with an equals sign sets any key`() throws {
        let draft = try read("Fix estimate=3h priority=high project=roof.east due=fri")
        #expect(
            draft.extra == [Pair(key: "estimate", value: "3h")]
                && draft[.project] == ["roof.east"])
        #expect(draft.priority == "high" && draft.due == "2026-11-27" && draft.title == "Fix")
        var source = SystemRandomNumberGenerator()
        let plan = try Sample.board().adding(draft, now: Sample.now, using: &source)
        let file = String(decoding: plan.changes[0].bytes ?? [], as: UTF8.self)
        #expect(file.contains("\nproject: roof.east\ncreated"), "\(file)")
    }

    @Test func `a typed creation time is kept`() throws {
        let draft = try read("Fix created=2020-01-01")
        var source = SystemRandomNumberGenerator()
        let plan = try Sample.board().adding(draft, now: Sample.now, using: &source)
        let file = String(decoding: plan.changes[0].bytes ?? [], as: UTF8.self)
        #expect(file.contains("\ncreated: 2020-01-01\n"), "\(file)")
    }

    @Test func `me needs the user's name`() {
        let error = #expect(throws: WordError.self) {
            try quickEntry(["@me"], now: Sample.now, fields: .standard)
        }
        #expect(
            error?.sentence.english == "'@me': your name is not set; use a name, or set yours with "
                + "'git config pmd.me NAME'")
    }

    @Test func `all words after two dashes are the title`() throws {
        var expected = TaskDraft(title: "Buy +more due:soon --")
        expected.tags = ["food"]
        #expect(try read("+food", "Buy", "+more due:soon", "--", after: 2) == expected)
        #expect(try read("+food", after: 0) == TaskDraft(title: "+food"))
        #expect(try read("+food", after: 9).tags == ["food"])
    }

    @Test func `blanks of any kind separate words, and titles have single blanks`() throws {
        #expect(try read("  Fix\tthe\n", " roof ").title == "Fix the roof")
        #expect(try read().title.isEmpty)
    }

    @Test func `a draft's words give the same draft`() throws {
        var random = SplitMix64(seed: testSeed)
        let titles = [
            "Fix it", "C++ !high +x", "due:soon --", "우유 @ann", "\"a\" b", "title:x", "-",
        ]
        func some(_ values: [Text]) -> [Text] { values.filter { _ in random.next() % 2 == 0 } }
        for _ in 0..<500 {
            var draft = TaskDraft(title: Text(titles[Int(random.next() % 7)]))
            draft.tags = some(["house", "집", "C++", "a=b", "x:y", "!high"])
            draft.assignees = some(["bob", "ann@x.org", "民"])
            draft.due = some(["2026-12-01", "2026-12-01T15:00"]).first
            draft[.wait] = some(["2026-11-30"])
            draft.priority = some(["high", "low"]).first
            draft.state = some(["doing"]).first
            draft[.blockedBy] = some(["k3f9m2", "call-bank"])
            let (words, literal) = draft.words
            let again = try quickEntry(
                words, literalAfter: literal, now: Sample.now, fields: .standard)
            #expect(again == draft, "seed \(testSeed)")
        }
    }

    @Test func `no input traps`() {
        var random = SplitMix64(seed: testSeed)
        let parts = [
            "+", "@", "!", ":", "due", "wait:", "15:00", " ", "é", "-", "\"", "9999999999d", "T",
        ]
        for _ in 0..<5_000 {
            let word = (0..<Int(random.next() % 6)).map { _ in parts[Int(random.next() % 13)] }
                .joined()
            _ = try? quickEntry(
                [word, word], literalAfter: Int(random.next() % 3), now: Sample.now,
                fields: .standard)
            _ = try? EditWords([word, word], now: Sample.now, fields: .standard)
            _ = try? Query([word, word], now: Sample.now)
        }
    }
}

/// Edits typed on one line.
struct EditWordsTests {
    private func read(_ words: String...) throws -> EditWords {
        try EditWords(words, now: Sample.now, me: "ann", fields: .standard)
    }

    @Test(
        arguments: [
            (["+urgent"], [.add(key: "tags", element: "urgent")]),
            (["+a,b"], [.add(key: "tags", element: "a"), .add(key: "tags", element: "b")]),
            (["-old"], [.remove(key: "tags", element: "old")]),
            (["-+old"], [.remove(key: "tags", element: "old")]),
            (["not:old"], [.remove(key: "tags", element: "old")]),
            (["not:+old"], [.remove(key: "tags", element: "old")]),
            (["not:tag:old"], [.remove(key: "tags", element: "old")]),
            (["@bob"], [.add(key: "assignees", element: "bob")]),
            (["@me"], [.add(key: "assignees", element: "ann")]),
            (["-@bob"], [.remove(key: "assignees", element: "bob")]),
            (["not:@me"], [.remove(key: "assignees", element: "ann")]),
            (["!high"], [.set(key: "priority", value: "high")]),
            (["-!high"], [.clear(key: "priority")]),
            (["due:fri"], [.set(key: "due", value: "2026-11-27")]),
            (["due:fri 15:00"], [.set(key: "due", value: "2026-11-27T15:00")]),
            (["due:fri", "15:00"], [.set(key: "due", value: "2026-11-27T15:00")]),
            (["due:none"], [.clear(key: "due")]),
            (["wait:none", "priority:none"], [.clear(key: "wait"), .clear(key: "priority")]),
            (["tag:a"], [.add(key: "tags", element: "a")]),
            (["tags:a,b"], [.add(key: "tags", element: "a"), .add(key: "tags", element: "b")]),
            (["tags=a,b,a"], [.setList(key: "tags", elements: ["a", "b"])]),
            (["tags=none"], [.clear(key: "tags")]),
            (["tags:none"], [.clear(key: "tags")]),
            (["assignee=me"], [.setList(key: "assignees", elements: ["ann"])]),
            (["due=2w"], [.set(key: "due", value: "2026-12-05")]),
            (["due="], [.clear(key: "due")]),
            (["title=A new title"], [.set(key: "title", value: "A new title")]),
            (["title:none"], [.set(key: "title", value: "none")]),
            (["project=roof"], [.set(key: "project", value: "roof")]),
            (["project="], [.clear(key: "project")]),
            (["작업=a=b"], [.set(key: "작업", value: "a=b")]),
        ] as [([String], [FieldEdit])])
    func `a word with a sign or a key is a change`(words: [String], edits: [FieldEdit]) throws {
        let read = try EditWords(words, now: Sample.now, me: "ann", fields: .standard)
        #expect(read.edits == edits)
        #expect(read.references.isEmpty)
    }

    @Test(arguments: [
        "k3", "fix the roof", "todo/a-k3f9m2.md", "-", "!important", "http://x", "9=3", "15:00",
    ])
    func `every other word is a reference`(word: String) throws {
        let words = try read(word, "+a")
        #expect(words.references == [word])
        #expect(words.edits == [.add(key: "tags", element: "a")])
    }

    @Test(arguments: [
        ("due:soon", "'due:soon': 'soon' is not a date; try \(dateWords)"),
        (
            "priority=urgent",
            "'priority=urgent': 'urgent' is not a value of 'priority'; expected high, medium or low"
        ),
        (
            "not:due:fri",
            "'not:due:fri': 'due:fri' cannot be removed; expected a tag or a person, such as "
                + "not:urgent or not:@ann"
        ),
        (
            "--old",
            "'--old': '-old' cannot be removed; expected a tag or a person, such as not:urgent "
                + "or not:@ann"
        ),
        (
            "state:done",
            "'state:done': 'state' cannot be edited; use 'pmd move', since the folder "
                + "is the state"
        ),
        (
            "rank=a3",
            "'rank=a3': 'rank' cannot be edited; use 'pmd move REF . --top', --before "
                + "or --after"
        ),
        (
            "conflicts=x",
            "'conflicts=x': 'conflicts' cannot be edited; use 'pmd resolve'"
        ),
        ("title:", "'title:': the value is missing; expected a title after it"),
        ("title=", "'title=': the value is missing; expected a title after it"),
    ])
    func `an impossible change is an error`(word: String, message: String) {
        let error = #expect(throws: WordError.self) { try read(word) }
        #expect(error?.sentence.english == message)
    }
}
