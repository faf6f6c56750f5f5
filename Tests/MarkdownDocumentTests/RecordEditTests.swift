import Testing

@testable import MarkdownDocument

/// Edits of lists of records, such as conflicts.
struct RecordEditTests {
    private let first = [
        Pair(key: "key", value: "due"), Pair(key: "value", value: "2026-12-03"),
        Pair(key: "by", value: "Ann"), Pair(key: "at", value: "2026-11-21T00:14:00Z"),
    ]
    private let second = [
        Pair(key: "key", value: "title"), Pair(key: "value", value: "2026, no: yes"),
        Pair(key: "by", value: "O'Neil"), Pair(key: "at", value: "2026-11-22T00:14:00Z"),
    ]
    private let firstText =
        "  - {key: due, value: 2026-12-03, by: Ann, at: 2026-11-21T00:14:00Z}"
    private let secondText =
        "  - {key: title, value: '2026, no: yes', by: O'Neil, at: 2026-11-22T00:14:00Z}"

    @Test func `records are kept as flow mappings, last in the file`() throws {
        let plain = Document(fenced("title: a\nfoo: b"))
        let kept = try plain.setting("conflicts", toRecords: [first, second])
        #expect(kept.text == fenced("title: a\nfoo: b\nconflicts:\n\(firstText)\n\(secondText)"))
        #expect(kept.entry("conflicts")?.value == .records([first, second]))
        #expect(try kept.setting("conflicts", toRecords: []) == plain)
    }

    @Test func `unchanged records keep their bytes`() throws {
        let odd = "  - { by: Ann,key: \"due\" }   # mine"
        let other = [Pair(key: "by", value: "Ann"), Pair(key: "key", value: "due")]
        let document = Document(fenced("conflicts:\n\(odd)\n# end\ntitle: a"))
        let both = try document.setting("conflicts", toRecords: [other, first])
        #expect(both.text == fenced("conflicts:\n\(odd)\n\(firstText)\n# end\ntitle: a"))
        #expect(try both.setting("conflicts", toRecords: [other]) == document)
        let swapped = try both.setting("conflicts", toRecords: [first])
        #expect(swapped.text == fenced("conflicts:\n\(firstText)\n# end\ntitle: a"))
    }

    @Test(arguments: [
        ("conflicts:\n- key: due\n  value: 1", "conflicts:\n- key: due\n  value: 1\n- {key: x}"),
        ("conflicts: [{key: due, value: 1}]", "conflicts: [{key: due, value: 1}, {key: x}]"),
    ])
    func `a record is added in the style of the list`(_ before: String, _ after: String) throws {
        let old = [Pair(key: "key", value: "due"), Pair(key: "value", value: "1")]
        let new = [Pair(key: "key", value: "x")]
        let document = Document(fenced(before))
        #expect(document.entry("conflicts")?.value == .records([old]))
        let edited = try document.setting("conflicts", toRecords: [old, new])
        #expect(edited.text == fenced(after))
        #expect(try edited.setting("conflicts", toRecords: [old]) == document)
    }
}

/// Edits of mappings in front matter.
struct MapEditTests {
    @Test(arguments: [
        ("", "limits", "doing", "3", "limits:\n  doing: 3\n"),
        ("states: [a]\n", "limits", "doing", "3", "states: [a]\nlimits:\n  doing: 3\n"),
        ("limits:\n    doing: 3 # c", "limits", "doing", "4", "limits:\n    doing: 4 # c"),
        ("limits:\n  doing: 3\n", "limits", "todo", "9", "limits:\n  doing: 3\n  todo: 9\n"),
        ("limits:\n  doing: 3", "limits", "todo", "9", "limits:\n  doing: 3\n  todo: 9"),
        ("limits: {doing: 3}\n", "limits", "todo", "9", "limits: {doing: 3, todo: 9}\n"),
        ("limits: {}\n", "limits", "todo", "9", "limits: {todo: 9}\n"),
        ("limits: # none\n", "limits", "todo", "9", "limits: {todo: 9} # none\n"),
        (
            "views:\n  a: b\n", "views", "late", "due<today #x",
            "views:\n  a: b\n  late: 'due<today #x'\n"
        ),
        ("views:\n  a: b\n", "views", "2024", "x", "views:\n  a: b\n  '2024': x\n"),
        ("a: {}\r\nb: c\r\n", "limits", "x", "1", "a: {}\r\nb: c\r\nlimits:\r\n  x: 1\r\n"),
    ])
    func `a mapping element is set`(
        _ before: String, _ key: String, _ element: String, _ value: String, _ after: String
    ) throws {
        let document = Document(before, kind: .yaml)
        let edited = try document.setting(Text(key), element: Text(element), to: Text(value))
        #expect(edited.text == after)
    }

    @Test(arguments: [
        ("limits:\n  x: 1\n  b: 2\n", "limits:\n  b: 2\n"),
        ("limits:\n  b: 2 # c\n  x: 1", "limits:\n  b: 2 # c"),
        ("limits: {x: 1, b: 2}", "limits: {b: 2}"),
        ("limits: {b: 2, x: 1}", "limits: {b: 2}"),
        ("a: b\nlimits: {x: 1}", "a: b"),
        ("a: b", "a: b"),
    ])
    func `a mapping element is removed`(_ before: String, _ after: String) throws {
        let edited = try Document(before, kind: .yaml).setting("limits", element: "x", to: nil)
        #expect(edited.text == after)
    }
}
