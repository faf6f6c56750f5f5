import Testing

@testable import MarkdownDocument

/// Edits of lists in front matter.
struct ListEditTests {
    @Test(arguments: [
        ("title: a", "x", "title: a\ntags: [x]"),
        ("tags: []", "x", "tags: [x]"),
        ("tags:", "x", "tags: [x]"),
        ("tags: a, b", "x", "tags: [a, b, x]"),
        ("tags: [a]", "x y", "tags: [a, x y]"),
        ("tags: [a,b]", "x", "tags: [a,b,x]"),
        ("tags: [a, b, ]", "x", "tags: [a, b, x, ]"),
        ("tags: [ a ] # c", "x, y", "tags: [ a, 'x, y' ] # c"),
        ("tags:\n- a\n- b # c\ndue: d", "x", "tags:\n- a\n- b # c\n- x\ndue: d"),
        ("tags:\n  -   a\n  # c\ndue: d", "x: y", "tags:\n  -   a\n  -   'x: y'\n  # c\ndue: d"),
        ("tags: [\n  a, # one\n  b # two\n]", "x", "tags: [\n  a, # one\n  b, # two\n  x\n]"),
        ("tags: [\n  a,\n  b,\n]", "x", "tags: [\n  a,\n  b,\n  x,\n]"),
        ("tags: [a,\n  b]", "x", "tags: [a,\n  b, x]"),
        ("tags: [a, x]", "x", "tags: [a, x]"),
    ])
    func `an element is added in the style of the list`(
        _ before: String, _ element: String, _ after: String
    ) throws {
        let edited = try Document(fenced(before)).adding(Text(element), to: "tags")
        #expect(edited.text == fenced(after))
    }

    @Test(arguments: [
        ("tags: [x]\ntitle: a", "title: a"),
        ("tags: [x, b]", "tags: [b]"),
        ("tags: [a, x]", "tags: [a]"),
        ("tags: [a, x, b]", "tags: [a, b]"),
        ("tags: [a, x, ]", "tags: [a, ]"),
        ("tags: a, x", "tags: [a]"),
        ("tags: [a, \"x\", x]", "tags: [a]"),
        ("tags:\n- a\n- x # c\n# d\n- b", "tags:\n- a\n# d\n- b"),
        ("tags:\n  - x\ntitle: a", "title: a"),
        ("tags: [\n  a, # one\n  x # two\n]", "tags: [\n  a # one\n]"),
        ("tags: [\n  x, # one\n  b # two\n]", "tags: [\n  b # two\n]"),
        ("tags: [\n  a,\n  x,\n]", "tags: [\n  a,\n]"),
        ("tags: [a,\n  x]", "tags: [a]"),
        ("tags: [x,\n  b]", "tags: [\n  b]"),
        ("tags: [a, # c\n  x]", "tags: [a # c\n  ]"),
        ("tags: [a]", "tags: [a]"),
    ])
    func `removing an element changes no other element`(_ before: String, _ after: String) throws {
        let edited = try Document(fenced(before)).removing("x", from: "tags")
        #expect(edited.text == fenced(after))
    }

    @Test(arguments: [
        ("tags: [a, b]", ["b", "c"], "tags: [b, c]"),
        ("tags: [a, b, c]", ["c", "a"], "tags: [c, a]"),
        ("tags:\n  - 'a'\n  - \"b\" # n\n", ["z", "b"], "tags:\n  - z\n  - \"b\" # n\n"),
        ("tags: {a: b}", ["x"], "tags: [x]"),
        ("tags:\n-   #x\n- a", ["z", "a"], "tags:\n- z\n- a"),
        ("tags:\n-   #x", ["z", "a"], "tags:\n- z\n- a"),
        ("tags:\n-\n  a\n- b", ["b", "c"], "tags:\n- b\n- c"),
    ])
    func `a list is set with the fewest changes`(
        _ before: String, _ list: [String], _ after: String
    ) throws {
        let edited = try Document(fenced(before)).setting("tags", toList: list.map { Text($0) })
        #expect(edited.text == fenced(after))
    }

    @Test(arguments: [
        ("tags:\n- a", "tags:\n  - x  # why", "tags:\n- a\n- x  # why"),
        ("tags:\n- a", "tags: [\n  x, # why\n]", "tags:\n- a\n- x # why"),
        ("tags: [\n  a\n]", "tags: [\n  x # why\n]", "tags: [\n  a,\n  x # why\n]"),
        ("tags: [a]", "tags:\n  - x # why", "tags: [a, x]"),
        ("tags:\n- a", "tags: [x] # not of x", "tags:\n- a\n- x"),
        ("tags:\n- a\n- x", "tags:\n  - x # why", "tags:\n- a\n- x"),
        ("title: a", "tags:\n  - x # why", "title: a\ntags: [x]"),
    ])
    func `an element is added with its comment from another file`(
        _ before: String, _ other: String, _ after: String
    ) throws {
        let edited = try Document(fenced(before)).adding(
            "x", to: "tags", commentedAs: Document(fenced(other)))
        #expect(edited.text == fenced(after))
    }
}
