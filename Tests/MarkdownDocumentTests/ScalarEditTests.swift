import Testing

@testable import MarkdownDocument

/// Edits of scalars in front matter.
struct ScalarEditTests {
    @Test(arguments: [
        // A plain value stays plain, with its comment and spaces.
        ("title: a", "title", "b c", "title: b c"),
        ("title:   a   # note", "title", "b", "title:   b   # note"),
        ("title: a#b", "title", "b", "title: b"),
        ("title:\n  a", "title", "b", "title:\n  b"),
        ("title: a\n  b\n  c\ndue: x", "title", "d", "title: d\ndue: x"),
        // It is quoted only where it must be.
        ("title: a", "title", "a: b", "title: 'a: b'"),
        ("title: a", "title", "no", "title: 'no'"),
        ("title: a", "title", "it's: x", "title: 'it''s: x'"),
        ("title: a", "title", "x #y", "title: 'x #y'"),
        ("title: a", "title", "a\tb", "title: 'a\tb'"),
        ("title: a", "title", "a\u{1}b", "title: \"a\\x01b\""),
        ("title: a", "title", "", "title: ''"),
        // pmd removes its own quotes and keeps the user's.
        ("title: 'no'", "title", "yes sir", "title: yes sir"),
        ("title: 'a: b'", "title", "a", "title: a"),
        ("title: \"a: b\"", "title", "a", "title: \"a\""),
        ("title: 'a'", "title", "b", "title: 'b'"),
        ("title: \"a\" # c", "title", "say \"x\" \\", "title: \"say \\\"x\\\" \\\\\" # c"),
        // The schema's days are plain; a number stays a number.
        ("title: a", "due", "2026-12-01", "title: a\ndue: 2026-12-01"),
        ("title: a", "title", "2026-12-01", "title: '2026-12-01'"),
        ("estimate: 3", "estimate", "5", "estimate: 5"),
        ("estimate: 3", "estimate", "no", "estimate: 'no'"),
        // Missing values and values of another shape.
        ("title:", "title", "a", "title: a"),
        ("title: # c", "title", "a", "title: a # c"),
        ("tags: [a, b] # c", "tags", "x", "tags: x # c"),
        ("tags: # c\n  - a\n  - b\ndue: x", "tags", "x", "tags: x # c\ndue: x"),
        ("note: |\n  a\n  b\n\n# c\ndue: x", "note", "x", "note: x\n\n# c\ndue: x"),
        ("note: |+\n  a\n\n\ndue: x", "note", "x", "note: x\n\n\ndue: x"),
        // New keys in their usual order.
        ("title: a\nfoo: b\nconflicts: []", "due", "x", "title: a\ndue: x\nfoo: b\nconflicts: []"),
        ("title: a\nfoo: b\nconflicts: []", "bar", "x", "title: a\nfoo: b\nbar: x\nconflicts: []"),
        ("# c\ntags: [a]", "title", "x", "title: x\n# c\ntags: [a]"),
        ("  tags: [a]", "rank", "a3", "  tags: [a]\n  rank: a3"),
        // Flow at the root, explicit and quoted keys.
        ("{title: a, due: b}", "title", "c, d", "{title: 'c, d', due: b}"),
        ("{title: a}", "due", "b", "{title: a, due: b}"),
        ("{a: , b: }", "due", "c", "{a: , b:  , due: c }"),
        ("{\n  a: 1,\n  b: \n}", "due", "c", "{\n  a: 1,\n  b: , \n  due: c\n}"),
        ("? title\n: a\ndue: b", "title", "c", "? title\n: c\ndue: b"),
        ("\"title\": a", "title", "c", "\"title\": c"),
    ])
    func `setting a scalar changes only its own bytes`(
        _ before: String, _ key: String, _ value: String, _ after: String
    ) throws {
        let edited = try Document(fenced(before)).setting(Text(key), to: Text(value))
        #expect(edited.text == fenced(after))
        #expect(edited.entry(Text(key))?.value == .scalar(Text(value)))
    }
}
