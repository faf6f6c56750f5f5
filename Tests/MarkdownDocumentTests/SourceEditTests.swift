import Testing

@testable import MarkdownDocument

/// Entries copied from another file as whole lines.
struct SourceEditTests {
    @Test(arguments: [
        ("title: a # old\ndue: x", "title: 'b' # new\n", "title: 'b' # new\ndue: x"),
        ("due: x\ntags: [a]", "title: b\n", "title: b\ndue: x\ntags: [a]"),
        ("title: a", "title: |\n  b\n  c\n", "title: |\n  b\n  c"),
        ("title: a\ndue: x", "title: b", "title: b\ndue: x"),
        (
            "  title: a\n  due: x", "title:\n- |\n  b\n- c\n",
            "  title:\n  - |\n    b\n  - c\n  due: x"
        ),
        ("title: a\ndue: x", "   title: |2\n      b\n", "title: |2\n   b\ndue: x"),
        ("title: a\n\n\ndue: x", "title: |+\n  b\n\n", "title: |+\n  b\n\ndue: x"),
        (
            "due: x\ntags: [a]\n\n\nx: y", "title: |+\n  b\n",
            "title: |+\n  b\ndue: x\ntags: [a]\n\n\nx: y"
        ),
        ("title:\n  - a\n  # c\ndue: x", "title: &t !!x b\n", "title: &t !!x b\ndue: x"),
    ])
    func `an entry is copied as whole lines of another file`(
        _ before: String, _ source: String, _ after: String
    ) throws {
        let edited = try Document(fenced(before)).settingSource(of: "title", to: Array(source.utf8))
        #expect(edited.text == fenced(after))
    }

    @Test func `lines that would keep trailing blank lines are added after them`() throws {
        let document = Document(fenced("a: b\n\n\nc: d"))
        let edited = try document.removing("c").settingSource(
            of: "zzz", to: Array("zzz: |+\n  b\n".utf8))
        #expect(edited.text == fenced("a: b\n\n\nzzz: |+\n  b"))
    }

    @Test func `a file without front matter gets one from an entry`() throws {
        let edited = try Document("body").settingSource(of: "title", to: Array("title: x\n".utf8))
        #expect(edited.text == "---\ntitle: x\n---\nbody")
    }

    @Test(arguments: [
        "due: x\n", "title: a\ndue: b\n", "# only a comment\n", "title: [\n", "{title: a}\n", "",
        "title: a\n---\n", "title: *nowhere\n",
    ])
    func `lines that are not exactly one entry are refused`(_ source: String) {
        let document = Document(fenced("title: a\nfoo: b"))
        #expect(throws: EditError.self) {
            try document.settingSource(of: "title", to: Array(source.utf8))
        }
    }

    @Test(arguments: [
        ("&anchor due: x", "&anchor due: z"), ("!!str due: x # c", "!!str due: z # c"),
        ("&a !t due: x\ntitle: b", "&a !t due: z\ntitle: b"),
        ("title: b\n? &a due\n: x", "title: b\n? &a due\n: z"),
        ("&a \"due\": x", "&a \"due\": z"), ("{&a due: x, b: c}", "{&a due: z, b: c}"),
        ("&a due: &b x", "&a due: z"), ("&a due:", "&a due: z"),
        ("&a due:\n  - x\n*a : w", "&a due: z\n*a : w"),
    ])
    func `a key with an anchor or a tag is the same key`(_ before: String, _ after: String) throws {
        let document = Document(fenced(before))
        let edited = try document.setting("due", to: "z")
        #expect(edited.text == fenced(after))
        #expect(edited.entry("due")?.value == .scalar("z"))
        #expect(edited.entries.map(\.key) == document.entries.map(\.key))
        guard !before.contains("*a") else { return }
        #expect(try document.removing("due").entry("due") == nil)
    }

    @Test func `a key with an anchor and the same key without it are a duplicate`() {
        let document = Document(fenced("&a due: x\ndue: y"))
        #expect(document.malformation?.reason == .duplicateKey("due", firstLine: 2))
    }

    @Test func `a key whose anchor is used elsewhere is not removed`() {
        let document = Document(fenced("&a due: x\nb: *a"))
        #expect(throws: EditError.touchesMore(key: "due")) { try document.removing("due") }
    }

    @Test func `an anchor that is used elsewhere is not lost`() throws {
        let document = Document(fenced("a: &x 1\nb: *x\nc: d"))
        #expect(document.entry("a")?.value == .other)
        #expect(throws: EditError.touchesMore(key: "a")) { try document.setting("a", to: "2") }
        #expect(throws: EditError.touchesMore(key: "a")) { try document.removing("a") }
        #expect(try document.setting("b", to: "y z").text == fenced("a: &x 1\nb: y z\nc: d"))
        #expect(try document.removing("b").removing("a").text == fenced("c: d"))
    }
}

/// Adding and removing keys, with the comments and blank lines around them.
struct BlockEditTests {
    @Test(arguments: [
        "", "body\n", "\u{FEFF}body", "\u{FEFF}", "a\r\nb\r\n", "---\n\nrule\n", "\n",
    ])
    func `adding and removing a key adds and removes the front matter`(_ text: String) throws {
        let document = Document(text)
        let edited = try document.setting("title", to: "x")
        #expect(edited.hasFrontMatter && edited.body == document.body)
        #expect(edited.usesCRLF == document.usesCRLF)
        #expect(try edited.removing("title") == document)
    }

    @Test(arguments: [
        ("---\ntitle: a\n---\nb", "b"),
        ("---\n\ntitle: a\n\n---\nb", "b"),
        ("---\n{title: a}\n---\nb", "b"),
        ("---\ntitle: a\n...\nb", "b"),
        ("---\n# mine\ntitle: a\n---\nb", "---\n# mine\n---\nb"),
        ("---\ntitle: a\n---\n---\nx: y\n---\n", "---\n---\n---\nx: y\n---\n"),
        ("---\ntitle: a\n---", ""),
    ])
    func `an emptied block is removed unless it holds a comment`(_ text: String, _ after: String)
        throws
    {
        let document = Document(text)
        let edited = try document.removing("title")
        #expect(edited.text == after)
        #expect(edited.body == document.body)
    }

    @Test(arguments: [
        ("title: a\ndue: x\n  # mine\nrank: b", "title: a\n# mine\nrank: b"),
        ("due: x\n  # mine\n    # too\ntitle: a", "# mine\n# too\ntitle: a"),
        ("title: a\ndue: x # goes\n  # stays", "title: a\n# stays"),
        ("title: a\ndue:\n  # mine", "title: a\n# mine"),
        ("title: a\ndue:\n  - b\n  # mine\nrank: b", "title: a\n# mine\nrank: b"),
        ("title: a\ndue: [b,\n  c]\n  # mine", "title: a\n# mine"),
        ("title: a\ndue: |\n  # text\n # mine\nrank: b", "title: a\n# mine\nrank: b"),
        ("title: a\ndue: |+\n  b\n\n # mine\nrank: b", "title: a\n# mine\nrank: b"),
        ("note: |\n  b\ndue: x\n     # mine\nrank: b", "note: |\n  b\n# mine\nrank: b"),
        ("title: a\n  b\ndue: x\n  # mine", "title: a\n  b\n# mine"),
        ("  title: a\n  due: x\n    # mine", "  title: a\n  # mine"),
        ("? due\n: x\n  # mine\ntitle: a", "# mine\ntitle: a"),
        ("due: x\n  # mine", "# mine"),
        ("title: a\r\ndue: x\r\n  # mine\r", "title: a\r\n# mine\r"),
    ])
    func `comments below a removed key stay`(_ before: String, _ after: String) throws {
        let document = Document(fenced(before))
        let edited = try document.removing("due")
        #expect(edited.text == fenced(after))
        #expect(edited.entries.map(\.key) == document.entries.map(\.key).filter { $0 != "due" })
    }

    @Test func `a comment at the end of a file stays`() throws {
        let document = Document("states: [a]\nviews:\n  x: y\n  # mine", kind: .yaml)
        #expect(try document.removing("views").text == "states: [a]\n# mine")
        #expect(try document.setting("zzz", to: "x").removing("zzz") == document)
    }

    @Test func `blank lines after a removed key do not become text`() throws {
        let document = Document(fenced("note: |+\n  a\ntitle: b\n\n\ndue: c"))
        #expect(try document.removing("title").text == fenced("note: |+\n  a\ndue: c"))
    }

    @Test func `a malformed file is not edited`() {
        let document = Document(fenced("title: a: b"))
        #expect(throws: EditError.self) { try document.setting("title", to: "x") }
        #expect(throws: EditError.self) { try document.adding("x", to: "tags") }
        #expect(throws: EditError.self) { try document.removing("title") }
        #expect(throws: EditError.self) { try document.appendingToBody([0x61]) }
        #expect(throws: EditError.self) { try document.ticking([1], true) }
    }

    @Test func `a value that cannot be written is refused`() {
        let document = Document(fenced("title: a"))
        #expect(throws: EditError.notUTF8(key: "title")) {
            try document.setting("title", to: Text([0xFF]))
        }
        #expect(throws: EditError.self) {
            try document.setting("title", to: Text(String(repeating: "a", count: 70_000)))
        }
    }
}
