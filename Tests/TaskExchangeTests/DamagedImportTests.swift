import MarkdownDocument
import TaskBoard
import TaskExchange
import TestSupport
import Testing
import Words

/// Imports of damaged files.
struct DamagedImportTests {
    private static let texts: [ExchangeFormat: String] = [
        .taskwarrior: """
        [{"uuid":"6ffa0852-fb2d-4f33-94e9-f4deb49d982b","description":"a","status":"pending",\
        "entry":"20261124T131038Z","due":"20261130T150000Z","wait":"20261201T150000Z",\
        "annotations":[{"entry":"20261124T131038Z","description":"b"}],"depends":"x,y",\
        "recur":"2wks","parent":"6ffa0852-fb2d-4f33-94e9-f4deb49d982b","urgency":5.8,\
        "pmd":"{\\"id\\":\\"k3f9m2\\",\\"extra\\":{\\"a\\":[\\"b\\"]}}"}]
        """,
        .todoTxt: "x (A) 2026-11-20 2026-11-02 Call +p @c due:2026-12-01 rec:+2w k:v\n(B) b\n",
        .dstask: """
        [{"uuid":"6ffa0852-fb2d-4f33-94e9-f4deb49d982b","status":"active","summary":"a",\
        "tags":["b"],"due":"2026-12-01T00:00:00Z","created":"2026-11-21T00:14:00.5+09:00"}]
        """,
        .kanban: """
        ---
        kanban-plugin: board
        ---

        ## a

        - [ ] b #c @{2026-12-01} @@{15:00} ^d
        \te

        ***

        ## Archive

        **Complete**
        - [x] f

        %% kanban:settings
        """,
        .csv:
            "title,due,tags,body,extra.k\n\"a, \"\"b\"\"\",2026-12-01,\"[\"\"x\"\"]\",\"c\nd\",e\n",
        .json: """
        [{"id":"k3f9m2","path":"todo/a-k3f9m2.md","title":"a","state":"todo","tags":["b"],\
        "conflicts":[{"n":1,"key":"due","value":"x"}],"extra":{"k":"v","l":["m"]}}]
        """,
        .ics: """
        BEGIN:VCALENDAR\r
        BEGIN:VTIMEZONE\r
        TZID:a\r
        BEGIN:STANDARD\r
        DTSTART:19701025T030000\r
        TZOFFSETFROM:+0200\r
        TZOFFSETTO:+0100\r
        RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r
        END:STANDARD\r
        END:VTIMEZONE\r
        BEGIN:VTODO\r
        UID:b;c\r
        SUMMARY;LANGUAGE="e:n":a\\,b\r
        DTSTART;TZID=a:20261201T150000\r
        RRULE:FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1\r
        CATEGORIES:x,y\r
        BEGIN:VALARM\r
        TRIGGER;RELATED=END:-P1DT2H\r
        END:VALARM\r
        END:VTODO\r
        END:VCALENDAR\r
        """,
    ]

    /// Seeds that failed once.
    private static let regressions: [UInt64] = []

    @Test(arguments: regressions + (0..<300).map { testSeed &+ $0 })
    func `damaged text is imported or refused, and nothing else`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for (format, text) in Self.texts {
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let start = Int.random(in: bytes.indices, using: &random)
                let end = min(bytes.count, start + Int.random(in: 0...3, using: &random))
                let new = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    "\"\\{}[]:,\n\r\t x#@+-^%0\u{0}\u{FF}".utf8.randomElement(using: &random)!
                }
                bytes.replaceSubrange(start..<end, with: new)
                if bytes.isEmpty { break }
            }
            do {
                let reading = try format.read(.text(bytes), context())
                let board = try Board.empty.adding(reading)
                for task in board.tasks { #expect(!task.isMalformed, "PMD_SEED=\(seed)") }
                for other in ExchangeFormat.allCases { _ = board.written(other) }
            } catch let error as BoardError {
                #expect(error.exit == .data && !error.message.english.isEmpty, "PMD_SEED=\(seed)")
            }
        }
    }
}
