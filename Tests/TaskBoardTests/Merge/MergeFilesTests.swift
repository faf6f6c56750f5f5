import Testing

@testable import TaskBoard

struct MergeFilesTests {
    private func merged(
        _ base: String?, _ ours: String, _ theirs: String, isTask: Bool = true
    ) -> (text: String, isClean: Bool) {
        let result = mergeFiles(
            base: base.map { Array($0.utf8) }, ours: Array(ours.utf8), theirs: Array(theirs.utf8),
            isTask: isTask)
        return (String(decoding: result.bytes, as: UTF8.self), result.isClean)
    }

    @Test(arguments: [
        (
            "---\ndue: 1\n---\na\n", "---\ndue: 2\n---\na\n", "---\ndue: 1\n---\nb\n",
            "---\ndue: 2\n---\nb\n"
        ),
        (
            "---\ndue: 1\n---\n", "---\ndue: 2\n---\n", "---\ndue: 3\n---\n",
            "---\ndue: 2\nconflicts:\n  - {key: due, value: '3'}\n---\n"
        ),
        ("a\n", "b\n", "c\n", "b\n> [!conflict] another wrote instead\n> c\n\n"),
        (
            "---\ntags: [a]\n---\n", "---\ntags: [a, b]\n---\n", "---\ntags: [a, c]\n---\n",
            "---\ntags: [a, b, c]\n---\n"
        ),
        (
            "- [ ] a\n- [ ] b\n", "- [x] a\n- [ ] b\n", "- [ ] a\n- [x] b\n",
            "- [x] a\n- [x] b\n"
        ),
    ])
    func `a task merges by the field rules, the first by bytes staying`(
        base: String, ours: String, theirs: String, expected: String
    ) {
        #expect(merged(base, ours, theirs) == (expected, true))
        #expect(merged(base, theirs, ours) == (expected, true))
    }

    /// Both sides end the opening line alike and the closing one not.
    @Test func `line ends within one front matter ask no side first`() {
        let base = "---\ntitle: a\n---\r\nx\n"
        let ours = "---\r\ntitle: b\r\n---\r\nx\r\n"
        let theirs = "---\r\ntitlo: c\n---\nx\r\ny\n"
        #expect(merged(base, ours, theirs) == merged(base, theirs, ours))
    }

    @Test func `comments and blank lines end as the file's lines do`() {
        let text = "---\ntitle: A\n# note\n\ndue: 2026-12-01\n---\nx\n"
        for isCRLF in [false, true] {
            let versions = [
                text, text.replacing("A", with: "B"), text.replacing("-01", with: "-02"),
                text.replacing("A", with: "B").replacing("-01", with: "-02"),
            ].map { isCRLF ? $0.replacing("\n", with: "\r\n") : $0 }
            #expect(merged(versions[0], versions[1], versions[2]) == (versions[3], true))
            #expect(merged(versions[0], versions[2], versions[1]) == (versions[3], true))
        }
    }

    @Test func `git's markers stand on lines of their own`() {
        let result = merged("x", "a", "b", isTask: false)
        #expect(!result.isClean)
        #expect(result.text == "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n")
    }

    @Test func `what one file cannot hold is left to git`() {
        let broken = "---\ntitle: a: b\n---\n"
        let result = merged("a\n", broken, "c\n")
        #expect(!result.isClean)
        #expect(result.text == "<<<<<<< ours\n\(broken)=======\nc\n>>>>>>> theirs\n")
        #expect(merged("a\n", broken, "a\n") == (broken, true))
    }

    @Test func `other text merges by line or is left to git`() {
        #expect(merged("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", isTask: false) == ("A\nb\nC\n", true))
        #expect(
            merged("a\nb\n", "a\nx\n", "a\ny\n", isTask: false)
                == ("a\n<<<<<<< ours\nx\n=======\ny\n>>>>>>> theirs\n", false))
        #expect(merged(nil, "x\n", "x\n", isTask: false) == ("x\n", true))
    }
}
