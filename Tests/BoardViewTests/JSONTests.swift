import BoardView
import MarkdownDocument
import MergeSupport
import Testing

@testable import TaskBoard

/// JSON values written as text.
struct JSONValueTests {
    @Test(
        arguments: [
            (.null, "null"), (.bool(true), "true"), (.bool(false), "false"), (.number(-42), "-42"),
            (.string(Text("a")), #""a""#), (.array([]), "[]"), (.object([]), "{}"),
            (.array([.null, .number(1)]), "[null,1]"),
            (["b": .number(1), "a": .array([.string(Text("x"))])], #"{"b":1,"a":["x"]}"#),
            (.strings(["a", "b"]), #"["a","b"]"#), (.optional(nil as Text?), "null"),
        ] as [(JSONValue, String)])
    func `a value is written on one line, keys in their order`(value: JSONValue, text: String) {
        #expect(String(decoding: value.encoded(), as: UTF8.self) == text)
    }

    @Test(arguments: [
        ("\"\\/", #""\"\\/""#), ("a\nb\r\t", #""a\nb\r\t""#),
        ("\u{0}\u{1B}[31m", #""\u0000\u001b[31m""#),
        ("\u{7F}\u{9B}", #""\u007f\u009b""#), ("\u{2028}\u{2029}", #""\u2028\u2029""#),
        ("a\u{202E}b\u{2066}\u{61C}", #""a\u202eb\u2066\u061c""#),
        ("\u{200B}\u{FEFF}", #""\u200b\ufeff""#),
        ("\u{180E}\u{115F}\u{3164}\u{FFA0}\u{34F}", #""\u180e\u115f\u3164\uffa0\u034f""#),
        ("ㅣ 한 ゐ \u{2764}\u{FE0F} \u{1820}\u{180B}", "\"ㅣ 한 ゐ \u{2764}\u{FE0F} \u{1820}\u{180B}\""),
        ("\u{E0041}", #""\udb40\udc41""#), ("우유 é 🎉", #""우유 é 🎉""#),
    ])
    func `text that is not plain is escaped`(text: String, json: String) {
        #expect(String(decoding: JSONValue.string(text).encoded(), as: UTF8.self) == json)
    }

    @Test func `every possibly invisible scalar is escaped, except variation selectors`() {
        let ignorable = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
            .filter(\.properties.isDefaultIgnorableCodePoint)
        #expect(ignorable.count > 4_000)
        for scalar in ignorable where !scalar.properties.isVariationSelector {
            let json = JSONValue.string(String(scalar)).encoded()
            #expect(json.starts(with: Array("\"\\u".utf8)), "\(String(scalar.value, radix: 16))")
        }
        for value in 0...0x10FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            #expect(isDefaultIgnorable(scalar) == scalar.properties.isDefaultIgnorableCodePoint)
        }
    }

    @Test func `bytes that are not UTF-8 become replacement characters`() {
        #expect(
            String(decoding: JSONValue.string(Text([0x61, 0xFF, 0x62])).encoded(), as: UTF8.self)
                == "\"a\u{FFFD}b\"")
    }

    @Test func `a pretty-printed value is indented by two`() {
        let value: JSONValue = ["a": .array([.number(1), ["b": .null]]), "c": .array([])]
        #expect(
            String(decoding: value.encoded(pretty: true), as: UTF8.self) == """
                {
                  "a": [
                    1,
                    {
                      "b": null
                    }
                  ],
                  "c": []
                }
                """)
    }

    @Test func `members can be added to an object`() {
        let value: JSONValue = ["a": .null]
        #expect(value.adding([.init("b", .bool(true))])["b"] == .bool(true))
        #expect(value["c"] == nil)
        #expect(JSONValue.null["a"] == nil)
    }
}

/// The JSON of a task.
struct TaskJSONTests {
    @Test func `a task has every key`() {
        let task = Sample.task(
            "todo/fix-roof-k3f9m2.md",
            """
            title: Fix the roof
            due: 2026-12-01
            priority: high
            tags: [house]
            assignees: [ann]
            rank: a3
            created: 2026-11-21T09:14:00+09:00
            estimate: 3h
            links: [a, b]
            place: {x: 1}
            conflicts:
              - {key: due, value: 2026-12-03, by: Ann, at: 2026-11-21T00:14:00Z}
            """, body: "Call **before** noon.\n\n- [x] measure\n- [ ] order tiles\n")
        let expected = #"""
            {"id":"k3f9m2","ref":"k3","name":"fix-roof-k3f9m2","path":"todo/fix-roof-k3f9m2.md",\#
            "state":"todo","title":"Fix the roof","due":"2026-12-01","overdue":false,\#
            "priority":"high","tags":["house"],"assignees":["ann"],"rank":"a3",\#
            "created":"2026-11-21T09:14:00+09:00","wait":null,"checklist":{"done":1,"total":2},\#
            "body":"Call **before** noon.\n\n- [x] measure\n- [ ] order tiles\n","remind":null,\#
            "repeat":null,"blockedBy":[],"conflicts":[{"n":1,"key":"due","value":"2026-12-03",\#
            "by":"Ann","at":"2026-11-21T00:14:00Z"}],\#
            "project":null,"parent":null,\#
            "extra":{"estimate":"3h","links":["a","b"],"place":"{x: 1}"},"fields":{},"problems":[]}
            """#
        let json = task.json(ref: "k3", overdue: Sample.now, fields: .standard).encoded()
        #expect(String(decoding: json, as: UTF8.self) == expected)
    }

    @Test func `a bare file has every key too, null or empty`() {
        let json = Sample.task("todo/call-bank.md").json(
            ref: "call-bank", overdue: Sample.now, fields: .standard)
        #expect(
            String(decoding: json.encoded(), as: UTF8.self) == #"""
                {"id":"call-bank","ref":"call-bank","name":"call-bank","path":"todo/call-bank.md",\#
                "state":"todo","title":"call bank","due":null,"overdue":false,"priority":null,\#
                "tags":[],"assignees":[],"rank":null,"created":null,"wait":null,\#
                "checklist":{"done":0,"total":0},"body":"","remind":null,"repeat":null,\#
                "blockedBy":[],"conflicts":[],"project":null,"parent":null,"extra":{},"fields":{},\#
                "problems":[]}
                """#)
    }

    @Test func `body texts that lost a merge are numbered after the records`() {
        let task = Sample.task(
            "todo/a.md", "conflicts:\n  - {key: due, value: x, by: Ann, at: y}",
            body: "One.\n\n> [!conflict] Bob wrote instead, 2026-11-21\n> Two.\n\n")
        let json = task.json(ref: "a", overdue: Sample.now, fields: .standard)["conflicts"]
        #expect(
            json.map { String(decoding: $0.encoded(), as: UTF8.self) } == #"""
                [{"n":1,"key":"due","value":"x","by":"Ann","at":"y"},\#
                {"n":2,"key":"body","value":"Two.","by":"Bob","at":"2026-11-21"}]
                """#)
    }

    @Test func `dates are as in the file, and problems have positions`() {
        let task = Sample.task("todo/a.md", "due: 2026-11-20 15:00\npriority: urgent")
        let json = task.json(ref: "a", overdue: Sample.now, fields: .standard)
        #expect(json["due"] == .string("2026-11-20 15:00"))
        #expect(json["overdue"] == .bool(true))
        #expect(
            json["problems"]
                == .array([
                    [
                        "message": .string("'priority' is 'urgent'; expected high, medium or low"),
                        "line": .number(3), "column": .number(11),
                    ]
                ]))
    }

    @Test func `values from history are null until committed`() {
        let times = HistoryTimes(
            updated: [TaskID("a"): Sample.now.seconds], finished: [TaskID("a"): Sample.now.seconds])
        let stamp = JSONValue.string("2026-11-21T00:14:00Z")
        #expect(Sample.task("done/a.md").historyJSON(times).map(\.value) == [stamp, stamp])
        #expect(Sample.task("todo/a.md").historyJSON(times).map(\.value) == [stamp, .null])
        #expect(Sample.task("done/b.md").historyJSON(times).map(\.value) == [.null, .null])
    }
}
