import Testing

@testable import pmd

/// Splitting a bash command line, and quoting completions for it.
struct BashLineTests {
    @Test(
        arguments: [
            ("pmd list ", "", ["pmd", "list"], ""), ("pmd li", "li", ["pmd"], "li"),
            ("pmd show 'a b' x", "x", ["pmd", "show", "a b"], "x"),
            ("pmd show \"a \\$b", "a \\$b", ["pmd", "show"], "a $b"),
            ("pmd show a\\ b", "a\\ b", ["pmd", "show"], "a b"),
            ("pmd list state:to", "to", ["pmd", "list"], "state:to"),
            ("pmd list >x 2>>y +h", "+h", ["pmd", "list"], "+h"),
            ("pmd -C $x list ", "", ["pmd", "-C", nil, "list"], ""),
            ("pmd -C ~x list ", "", ["pmd", "-C", nil, "list"], ""),
            ("pmd \"\" x", "x", ["pmd", ""], "x"),
        ] as [(String, String, [String?], String?)])
    func `words are split as in bash`(
        _ line: String, _ replaced: String, _ words: [String?], _ current: String?
    ) {
        let read = BashLine(line, replacing: replaced)
        #expect(read.words == words && read.current == current)
    }

    @Test(arguments: [
        ("pmd list $", "$"), ("pmd list `x", "x"), ("pmd list *", "*"), ("pmd list {a", "{a"),
        ("pmd list \"$x", "$x"), ("pmd list >fi", "fi"), ("pmd list #x", "#x"),
    ])
    func `a word that bash would expand is not completed`(_ line: String, _ replaced: String) {
        #expect(BashLine(line, replacing: replaced).current == nil)
    }

    @Test(
        arguments: [
            ("pmd show ", "", "$(x)", "\\$\\(x\\)"), ("pmd show \"", "", "$(x)", "\\$(x)"),
            ("pmd show '", "", "$(x)", "$(x)"), ("pmd show '", "", "it's", "it'\\''s"),
            ("pmd show \"", "", "`\"\\", "\\`\\\"\\\\"), ("pmd show ", "", "~x", "\\~x"),
            ("pmd show \"", "", "a!b", nil), ("pmd show '", "", "a!b", nil),
            ("pmd show ", "", "a!b", "a\\!b"), ("pmd list state:", "", "state:x y", "x\\ y"),
            ("pmd list state:", "", "is:done", nil), ("pmd list é:ü", "ü", "é:ü(", "ü\\("),
            ("pmd show \\", "\\", "$x", "\\$x"), ("pmd list -C ~/a", "~/a", "~/a b/", "~/a\\ b/"),
            ("pmd show x", "y", "xz", nil), ("pmd show 'a'", "'a'", "a b", "a\\ b"),
        ] as [(String, String, String, String?)])
    func `a candidate is quoted for its position`(
        _ line: String, _ replaced: String, _ candidate: String, _ inserted: String?
    ) {
        let read = BashLine(line, replacing: replaced)
        #expect(read.insertion(of: candidate) == inserted, "\(line)")
    }
}
