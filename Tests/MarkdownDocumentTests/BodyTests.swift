import Testing

@testable import MarkdownDocument

/// The blocks, checklists and headings of a body.
struct BodyTests {
    private func kinds(_ text: String) -> String {
        bodyLines(Array(text.utf8)).map { line in
            let letter: Character =
                switch line.kind {
                case .text: "t"
                case .blank: "."
                case .heading: "#"
                case .code: "c"
                case .indentedCode: "i"
                case .table: "|"
                case .html: "<"
                case .quote: ">"
                case .callout: "!"
                }
            return String(letter) + (line.box == nil ? "" : "x")
        }.joined()
    }

    @Test(arguments: [
        ("a\n\nb", "t.t"),
        ("# a\n#b\n## c\na\n===\n---\n", "#t#t#t"),
        ("```\n- [ ] a\n\n```\n- [ ] b", "cccctx"),
        ("~~~ x\n```\n~~~~\n```a`\n", "ccct"),
        ("````\n```\n````\n- [x] a\n", "ccctx"),
        ("- a\n\n  ```\n  - [ ] b\n  ```\n- [ ] c", "t.ccctx"),
        ("- a\n  ```\n- [ ] c", "tctx"),
        ("> ```\n> - [ ] a\n- [ ] b", "cctx"),
        ("    - [ ] a\n- [ ] b\n\n      - [ ] c", "itx.i"),
        ("a\n    - [ ] b", "tt"),
        ("- a\n    - [ ] b\n        - [ ] c", "ttxtx"),
        ("* [ ] a\n+ [x] b\n1. [X] c\n2) [ ] d\n", "txtxtxtx"),
        ("> - [ ] a\n> > 1. [x] b\n>\nlazy", ">x>x>t"),
        ("- [ ]\n- [ ]a\n- [y] b\n- [] c\n-[ ] d\n[ ] e", "txttttt"),
        ("-   [ ] a\n-     [ ] b", "txi"),
        ("- - [ ] a", "tx"),
        ("| a | b |\n|---|:-:|\n| c | d |\n\nx", "|||.t"),
        ("a | b\n--|--\nc\n- [ ] d", "|||tx"),
        ("| a |\n|---|---|\n", "tt"),
        ("<!-- a\n- [ ] b\n-->\n- [ ] c", "<<<tx"),
        ("<!-- a -->\n- [ ] c", "<tx"),
        ("<pre>\n- [ ] c\n</pre>\n- [ ] d", "<<<tx"),
        ("> [!conflict] Ann\n> - [ ] a\n> ```\n\n- [ ] b", "!!!.tx"),
        ("- a\n  > [!conflict] Ann\n  > - [ ] a\n- [ ] b", "t!!tx"),
        ("> [!note] x\n> - [ ] a", ">>x"),
        ("* * *\n- - -\n***\n- [ ] a", "ttttx"),
        ("a\n2. [ ] b\n1. [ ] c\n2. [ ] d", "tttxtx"),
        ("\t- [ ] a\n-\t[ ] b\n\t- [x] c", "itxtx"),
        ("", ""), ("\r\n- [ ] a\r\n", ".tx"),
    ])
    func `each kind of line is recognized`(_ text: String, _ expected: String) {
        #expect(kinds(text) == expected)
    }

    @Test(arguments: [
        ("    - [/] a", 7..<8), ("a\n2. [x] b", 6..<7), ("a\n\t* [ ] b", 6..<7),
        ("```\n- [x] a", nil), ("<!--\n- [x] a", nil), ("> [!conflict] Ann\n> - [x] a", nil),
        ("- a [x] b", nil), ("[x] a", nil), ("-     [x] a", nil),
    ])
    func `a list line has a mark, however far it is indented`(_ text: String, _ mark: Range<Int>?) {
        #expect(bodyLines(Array(text.utf8)).last?.mark == mark)
    }

    @Test func `lines of one block share a number`() {
        let lines = bodyLines(Array("```\na\n```\n```\nb\n```\n|a|\n|-|\nx".utf8))
        #expect(lines.map(\.block) == [1, 1, 1, 2, 2, 2, 3, 3, 3])
        #expect(lines.map(\.range.lowerBound) == [0, 4, 6, 10, 14, 16, 20, 24, 28])
    }

    @Test func `hostile nesting takes linear time`() {
        let deep = String(repeating: "> ", count: 5_000) + "\n"
        let items = String(repeating: "- ", count: 5_000) + "\n"
        let blanks = String(repeating: "\n", count: 5_000)
        #expect(bodyLines(Array((deep + items + blanks + deep + items).utf8)).count == 5_004)
    }

    @Test(arguments: [
        ("# Fix the *roof* ##\n", "Fix the *roof*"), ("x\n\n#  b # c", "b # c"), ("## a\n", nil),
        ("```\n# a\n```\n# b", "b"), ("> # a\n", nil), ("- x\n\n  # a\n", nil), ("#a\n#\n", nil),
        ("---\nt: x\n---\n# h", "h"),
        ("# a\r\n", "a"), ("a\n===\n# b", "a"), ("  a\r\n  b \r\n=\r\n", "a b"),
        ("***\na\n===", "a"), ("a\n---\nb\n===", "b"), ("===\n", nil), ("a\n\n===\n", nil),
        ("> a\n===\n", nil), ("- a\n===\n", nil), ("- a\n  ===\n", nil), ("    a\n===\n", nil),
        ("a\n- b\n===\n", nil), ("```\na\n===\n```\n", nil), ("a\n    ===\n", nil),
    ])
    func `the first heading is the title`(_ text: String, _ heading: String?) {
        #expect(Document(text).firstHeading == heading.map { Text($0) })
    }

    @Test func `the heading is set in its own line`() throws {
        let document = Document("x\n\n#  old ##\ny\n")
        #expect(try document.settingFirstHeading(to: "new").text == "x\n\n#  new ##\ny\n")
        #expect(throws: EditError.self) { try document.settingFirstHeading(to: "a\nb") }
        let underlined = Document("x\r\n\r\na\r\nb\r\n====\r\ny\r\n")
        #expect(
            try underlined.settingFirstHeading(to: "new").text
                == "x\r\n\r\nnew\r\n====\r\ny\r\n")
        #expect(throws: EditError.self) { try underlined.settingFirstHeading(to: "- a") }
        #expect(throws: EditError.self) { try Document("x").settingFirstHeading(to: "a") }
    }

    @Test func `items are counted, and ticked by one character`() throws {
        let text = "---\ntitle: a\n---\r\n- [ ] one\r\n  1. [x] two \n> * [ ] three"
        let document = Document(text)
        #expect(document.checklist.map(\.number) == [1, 2, 3])
        #expect(document.checklist.map(\.text) == ["one", "two", "three"])
        #expect(document.checklist.map(\.isTicked) == [false, true, false])
        #expect(document.checklist.map(\.line) == [4, 5, 6])
        let ticked = try document.ticking([1, 2, 3], true)
        #expect(
            ticked.text == "---\ntitle: a\n---\r\n- [x] one\r\n  1. [x] two \n> * [x] three")
        #expect(try ticked.ticking([1, 3], false) == document)
        #expect(throws: EditError.noItem(4, count: 3)) { try document.ticking([1, 4], true) }
        #expect(throws: EditError.noItem(0, count: 3)) { try document.ticking([0], true) }
    }

    @Test(arguments: [
        ("---\nt: a\n---\n", "b", "---\nt: a\n---\nb\n"),
        ("---\nt: a\n---", "b", "---\nt: a\n---\nb\n"),
        ("a", "b", "a\n\nb\n"), ("a\n", "b\nc\n", "a\n\nb\nc\n"), ("a\n\n", "b", "a\n\nb\n"),
        ("a\r\n", "b\nc", "a\r\n\r\nb\r\nc\r\n"), ("", "b", "b\n"),
        ("- [ ] a\n", "- [ ] b", "- [ ] a\n- [ ] b\n"), ("a\n", "- [ ] b", "a\n\n- [ ] b\n"),
    ])
    func `appended text starts on a new line`(
        _ before: String, _ text: String, _ after: String
    ) throws {
        #expect(try Document(before).appendingToBody(Array(text.utf8)).text == after)
    }

    @Test func `replacing a body changes nothing else`() throws {
        let document = Document("\u{FEFF}---\nt: a\n---\nb")
        #expect(try document.replacingBody([0x63]).text == "\u{FEFF}---\nt: a\n---\nc")
        let other = try Document("b").replacingBody(Array("---\nx: y\n---\n".utf8))
        #expect(other.text == "---\n---\n---\nx: y\n---\n")
        #expect(other.entries.isEmpty && Text(other.body) == "---\nx: y\n---\n")
    }
}
