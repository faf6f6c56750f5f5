import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import TestSupport
import Testing
import Words

/// The JSON parser, with invalid and hostile input.
struct JSONReadingTests {
    private func value(_ text: String) throws(JSONError) -> JSONValue {
        try JSONValue(parsing: Array(text.utf8))
    }

    @Test(
        arguments: [
            ("null", .null), (" true ", .bool(true)), ("-42", .number(-42)), ("0", .number(0)),
            (#""a\n\"\\\/\u00e9\ud83c\udf89""#, .string("a\n\"\\/é🎉")),
            ("[1, [ ], {}]", .array([.number(1), .array([]), .object([])])),
            ("{\"\u{E9}\":1,\"e\u{301}\":2}", ["\u{E9}": .number(1), "e\u{301}": .number(2)]),
            (#"{"b":1,"a":"우유"}"#, ["b": .number(1), "a": .string("우유")]),
        ] as [(String, JSONValue)])
    func `a value is parsed exactly`(text: String, expected: JSONValue) throws {
        #expect(try value(text) == expected)
    }

    @Test(
        arguments: [
            ("", .unexpectedEnd, 0), ("{", .unexpectedEnd, 1), ("\"a", .unexpectedEnd, 2),
            ("nul", .unexpectedEnd, 3), ("[1,]", .unexpectedByte(UInt8(ascii: "]")), 3),
            ("{'a':1}", .unexpectedByte(UInt8(ascii: "'")), 1), ("1 2", .trailingText, 2),
            ("1.5e", .unexpectedEnd, 4), ("1e+", .unexpectedEnd, 3),
            ("1.", .unexpectedEnd, 2), ("01.5", .unsupportedNumber, 0),
            ("01", .unsupportedNumber, 0), ("01e3", .unsupportedNumber, 0),
            (#""\x""#, .badEscape, 3), (#""\ud800""#, .badEscape, 7), (#""\u12g4""#, .badEscape, 3),
            ("\"a\nb\"", .unexpectedByte(0x0A), 2), (#"{"a":1,"a":2}"#, .duplicateKey("a"), 7),
            (String(repeating: "[", count: 65), .tooDeep, 64),
        ] as [(String, JSONError.Reason, Int)])
    func `invalid JSON is refused with its position`(
        text: String, reason: JSONError.Reason, offset: Int
    ) {
        let error = #expect(throws: JSONError.self) { try value(text) }
        #expect(error?.reason == reason)
        #expect(error?.offset == offset)
    }

    @Test(arguments: [
        ("-1e9", "-1e9"), ("1E+2", "1E+2"), ("12345678901234567890", "12345678901234567890"),
    ])
    func `other numbers can be parsed as text`(
        text: String, number: String
    ) throws {
        let bytes = Array(text.utf8)
        #expect(
            try JSONValue(parsing: bytes, otherNumbersAsText: true) == .string(Text(number)))
        #expect(try JSONValue(parsing: bytes) == .decimal(Text(number)))
    }

    @Test(arguments: ["0.1", "1.50", "-0.30", "0.30000000000000004", "123456789012345.123456789"])
    func `a fraction stays as it is written`(text: Text) throws {
        let value = try JSONValue(parsing: text.utf8)
        #expect(value == .decimal(text))
        #expect(value.encoded() == text.utf8)
        #expect(
            try JSONValue(parsing: text.utf8, otherNumbersAsText: true) == .string(text))
    }

    @Test(arguments: [
        ("", 0), (" \n", 0), ("1", 1), ("1\n2", 2), ("{},\n[]", 2), ("1,2,", 2),
    ])
    func `values may follow each other`(text: String, count: Int) throws {
        #expect(try JSONValue.sequence(parsing: Array(text.utf8)).count == count)
    }

    @Test(arguments: ["1..", "1.", "1e", ",", "01", "[1] x"])
    func `an invalid value in a sequence is refused`(text: String) {
        #expect(throws: JSONError.self) { try JSONValue.sequence(parsing: Array(text.utf8)) }
    }

    @Test func `bytes that are not UTF-8 are refused`() {
        let error = #expect(throws: JSONError.self) {
            try JSONValue(parsing: [0x22, 0xFF, 0x22])
        }
        #expect(error?.reason == .notUTF8)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `written JSON is read back`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let value = JSONValue.random(depth: 4, using: &random)
        #expect(try JSONValue(parsing: value.encoded()) == value)
        #expect(try JSONValue(parsing: value.encoded(pretty: true)) == value)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `damaged text is read or refused, with an error position inside the text`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var bytes = JSONValue.random(depth: 4, using: &random).encoded()
        for _ in 0..<3 {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            bytes[index] = UInt8.random(in: 0...255, using: &random)
        }
        do {
            let value = try JSONValue(parsing: bytes)
            #expect((try? JSONValue(parsing: value.encoded())) == value)
        } catch {
            #expect((0...bytes.count).contains(error.offset))
        }
    }
}

extension JSONValue {
    fileprivate static func random(depth: Int, using random: inout SplitMix64) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &random) {
        case 0: .null
        case 1: .bool(.random(using: &random))
        case 2: .number(Int.random(in: .min ... .max, using: &random))
        case 3: .string(String.random(using: &random))
        case 4:
            .array(
                (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    .random(depth: depth - 1, using: &random)
                })
        default:
            .object(
                (0..<Int.random(in: 0...3, using: &random)).map { index in
                    Member(
                        "\(index)" + String.random(using: &random),
                        .random(depth: depth - 1, using: &random))
                })
        }
    }
}

extension String {
    fileprivate static func random(using random: inout SplitMix64) -> String {
        let parts = [
            "a", "\"", "\\", "\n", "\u{0}", "\u{7F}", "é", "우유", "🎉", "\u{202E}", "e\u{301}",
        ]
        return (0..<Int.random(in: 0...5, using: &random)).map { _ in
            parts.randomElement(using: &random) ?? ""
        }.joined()
    }
}

/// Task edits that a client sends as JSON.
struct FieldEditJSONTests {
    private func edits(_ text: String) throws -> [FieldEdit] {
        try FieldEdit.edits(
            from: JSONValue(parsing: Array(text.utf8)), now: Sample.now, me: "ann",
            fields: .standard)
    }

    @Test func `a client's fields become edits`() throws {
        let edits = try edits(
            #"""
            {"title": "Fix the roof", "due": "fri", "priority": "High", "wait": null,
             "tags": ["house", "+urgent"], "assignees": ["me"], "remind": null,
             "repeat": "every-2-weeks", "blockedBy": [], "body": "Call.\n",
             "extra": {"estimate": "3h", "links": ["a"], "points": 3, "rate": 0.10, "old": null}}
            """#)
        #expect(
            edits == [
                .set(key: "title", value: "Fix the roof"), .set(key: "due", value: "2026-11-27"),
                .set(key: "priority", value: "high"), .clear(key: "wait"),
                .setList(key: "tags", elements: ["house", "urgent"]),
                .setList(key: "assignees", elements: ["ann"]), .clear(key: "remind"),
                .set(key: "repeat", value: "every 2 weeks"), .clear(key: "blocked-by"),
                .body("Call.\n"), .set(key: "estimate", value: "3h"),
                .setList(key: "links", elements: ["a"]), .set(key: "points", value: "3"),
                .set(key: "rate", value: "0.10"), .clear(key: "old"),
            ])
    }

    @Test(
        arguments: [
            ("[]", "", "the JSON value is not an object"),
            (
                #"{"titel": "x"}"#, "titel",
                "unknown key 'titel': keys that pmd does not know belong in 'extra'"
            ),
            (#"{"state": "done"}"#, "state", "'state' cannot be set: move the task"),
            (#"{"ref": "k3"}"#, "ref", "'ref' cannot be set: it follows from the task"),
            (#"{"conflicts": []}"#, "conflicts", "'conflicts' cannot be set: resolve them"),
            (#"{"title": null}"#, "title", "'title' has the wrong type: expected a string"),
            (
                #"{"tags": "a"}"#, "tags",
                "'tags' has the wrong type: expected an array of strings or null"
            ),
            (
                #"{"tags": ["a,b"]}"#, "tags",
                "'tags': an element has a comma; expected one element each"
            ),
            (
                #"{"priority": "urgent"}"#, "priority",
                "'priority': 'urgent' is not a value of 'priority'; expected high, medium or low"
            ),
            (
                #"{"repeat": "every 2 moons"}"#, "repeat",
                "'repeat': 'every 2 moons' is not a rule; column 9: expected days, weeks, months or "
                    + "years"
            ),
            (
                #"{"extra": {"due": "fri"}}"#, "extra.due",
                "'extra.due' cannot be set: it is a field of its own, outside of 'extra'"
            ),
            (
                #"{"extra": {"a": {}}}"#, "extra.a",
                "'extra.a' has the wrong type: expected a string, a number, true, false, an array "
                    + "of strings or null"
            ),
            (
                #"{"extra": {"a": [1]}}"#, "extra.a",
                "'extra.a' has the wrong type: expected a string, a number, true, false, an array "
                    + "of strings or null"
            ),
        ])
    func `other keys are refused by name`(text: String, key: String, words: String) {
        let error = #expect(throws: JSONFieldError.self) { try edits(text) }
        #expect(error?.key == key)
        #expect(error?.description == words)
    }

    /// A client that sends back what it has read must not change a byte.
    @Test(arguments: [
        "title: Fix the roof\ndue: 2026-11-20 15:00 # soon\ntags: [house, 'urgent']\nestimate: 3h",
        "title: \"A: b\"\nwait: 2026-12-24\nassignees:\n  - ann\n  - bob\nremind: [-1d, 08:00]",
        "title: x\npriority: high\nrepeat: RRULE:FREQ=MONTHLY;BYDAY=-1FR\nblocked-by: [x7q2bd]",
    ])
    func `sending back what was read changes nothing`(front: String) throws {
        let task = Sample.task("todo/a.md", front, body: "Call.\n\n- [ ] a\n")
        let json = task.json(ref: "a", overdue: Sample.now, fields: .standard)
        let sent = [
            "title", "due", "wait", "priority", "tags", "assignees", "remind", "repeat",
            "blockedBy", "body", "extra",
        ].compactMap { key in
            json[key].map { JSONValue.Member(key, $0) }
        }
        let edits = try FieldEdit.edits(from: .object(sent), now: Sample.now, fields: .standard)
        #expect(edits.count >= 10)
        #expect(try Sample.board(task).editing([task], edits).isEmpty)
    }
}
